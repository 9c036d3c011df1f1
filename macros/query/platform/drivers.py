"""Questions about drivers: which goes with which release, where it comes from, and the firmware beside it."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalog import Catalog
from ...catalog.model import Record, version_key
from ...catalog.model.hardware import Release
from ...catalog.model.platform import (
    DriverPairing,
    DriverPolicy,
    DriverRelease,
    DriverRepository,
    DriverUserspace,
    Firmware,
    HostDriver,
    WindowsDriver,
    WslBridge,
)
from ..base import UNKNOWN, Answer, Value, question, record_answer, said, value
from ..hardware.support import releases_newest_first
from ..software.downloads import filled
from ..values import covered, gpus_of, holds_for, newest_lines_first, noted, ref, releases_of, whole_or, word


def pairing_for(catalog: Catalog, release: str) -> DriverPairing | None:
    """The pairing of this very release, else of its line."""
    found = [pairing for pairing in catalog.all(DriverPairing) if pairing.covers(release)]
    return min(found, key=lambda pairing: pairing.release != release, default=None)


def host_driver(catalog: Catalog, release: str) -> HostDriver | None:
    """The driver (GIM) for hosts of virtual machines that came with a release."""
    return next((driver for driver in catalog.all(HostDriver) if driver.release == release), None)


def _bridge(catalog: Catalog, release: str) -> Value:
    """librocdxg, which lets ROCm reach the GPU under WSL2: its version, or that it comes with the release."""
    bridge = next((bridge for bridge in catalog.all(WslBridge) if bridge.covers(release)), None)
    if bridge is None:
        return UNKNOWN
    bundled = word(catalog, bridge, "delivery.bundled")
    return noted(bundled if bridge.bundled == "yes" else value(catalog, bridge, "version"), bridge)


def _drivers_of(catalog: Catalog, release: str) -> tuple[dict[str, Value], Record | None]:
    """The cells of a release, and the first record they are written in; None when no source says anything."""
    pairing = pairing_for(catalog, release)
    windows = next((driver for driver in catalog.all(WindowsDriver) if driver.release == release), None)
    host = host_driver(catalog, release)
    cells = {
        "recommended": value(catalog, pairing, "recommended") if pairing else UNKNOWN,
        "drivers": noted(value(catalog, pairing, "drivers"), pairing) if pairing else UNKNOWN,
        "adrenalin": noted(value(catalog, windows, "adrenalin"), windows) if windows else UNKNOWN,
        "oem": value(catalog, windows, "oem") if windows else UNKNOWN,
        "host_driver": value(catalog, host, "version") if host else UNKNOWN,
        "wsl_bridge": _bridge(catalog, release),
    }
    return cells, pairing or windows or host


DRIVERS = ("release", "recommended", "drivers", "adrenalin", "oem", "host_driver", "wsl_bridge")


def _releases_with_drivers(catalog: Catalog) -> Iterator[dict[str, str]]:
    return ({"release": answer.key} for answer in drivers(catalog))


@question(*DRIVERS, choices=whole_or(_releases_with_drivers))
def drivers(catalog: Catalog, release: str = "") -> list[Answer]:
    """Release x driver, newest first: Linux kernel, Windows, host of virtual machines, WSL2."""
    asked = [catalog.get(Release, release)] if release else releases_newest_first(catalog)
    rows = [(one, *_drivers_of(catalog, one.id)) for one in asked]
    return [
        Answer(one.id, {"release": ref("releases", one.id), **cells}, record)
        for one, cells, record in rows
        if any(not cell.unknown for cell in cells.values())
    ]


@question("driver", "series", "table")
def driver_lines(catalog: Catalog) -> list[Answer]:
    """Line of kernel drivers x lines of ROCm it works with, newest table first."""
    rows = sorted(catalog.all(DriverUserspace), key=lambda row: version_key(row.driver), reverse=True)
    rows.sort(key=lambda row: version_key(row.table), reverse=True)
    return [
        record_answer(catalog, row, ("driver", "series", "table"), series=noted(value(catalog, row, "series"), row))
        for row in rows
    ]


@question("driver", "release", "date", "changes")
def driver_releases(catalog: Catalog) -> list[Answer]:
    """Kernel driver releases, newest first, with the ROCm release each came with."""
    return [
        record_answer(
            catalog,
            driver,
            ("driver", "release", "date", "changes"),
            driver=value(catalog, driver, "id"),
            release=ref("releases", driver.release, said(catalog, driver, "release")),
        )
        for driver in reversed(catalog.all(DriverRelease))
    ]


@question("topic", "text")
def driver_policies(catalog: Catalog) -> list[Answer]:
    """The rules that AMD follows for drivers."""
    return [record_answer(catalog, policy, ("topic", "text")) for policy in catalog.all(DriverPolicy)]


@question(
    "driver",
    "release",
    "system",
    "manager",
    "address",
    "installer",
    "command",
    choices=whole_or(covered(DriverRepository)),
)
def driver_repositories(catalog: Catalog, release: str = "") -> list[Answer]:
    """Where the Linux driver is installed from, system by system; of one release if asked."""
    answers = []
    for repository in newest_lines_first(catalog.all(DriverRepository), release):
        here = (said(catalog, repository),)
        for served in repository.systems:
            fill = filled(catalog, served)
            answers.append(
                Answer(
                    f"{repository.id}-{served.system}",
                    {
                        "driver": value(catalog, repository, "driver"),
                        "release": holds_for(catalog, repository),
                        "system": ref("systems", served.system),
                        "manager": Value(data=repository.manager, code=True, said=here),
                        "address": Value(data=fill(repository.address), code=True, said=here),
                        "installer": Value(data=fill(repository.installer), code=True, said=here),
                        "command": Value(data=repository.command, code=True, note=repository.note or "", said=here),
                    },
                    repository,
                )
            )
    return answers


# --- firmware ---


def bundles_value(catalog: Catalog, row: Firmware) -> Value:
    """The bundles, newest first; ``+`` after a name: that one or newer."""
    names = tuple(bundle.name + ("+" if bundle.or_newer == "yes" else "") for bundle in row.bundles)
    return noted(Value(data=names, said=(said(catalog, row),)), row)


@question("release", "gpu", "bundles", choices=whole_or(gpus_of(Firmware), releases_of(Firmware, "release")))
def firmware(catalog: Catalog, gpu: str = "", release: str = "") -> list[Answer]:
    """Release x GPU x firmware bundles, newest release first; of one GPU or one release if asked."""
    return [
        Answer(
            f"{named.id}-{key}",
            {
                "release": ref("releases", named.id),
                "gpu": ref("gpus", key),
                "bundles": bundles_value(catalog, row),
            },
            row,
        )
        for named in releases_newest_first(catalog)
        for row in catalog.all(Firmware)
        if row.release == named.id and release in ("", named.id)
        for key in row.gpus
        if gpu in ("", key)
    ]
