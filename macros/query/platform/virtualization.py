"""Questions about GPUs in virtual machines, and about GPUs that are split into partitions."""

from __future__ import annotations

from dataclasses import replace

from ...catalog import Catalog
from ...catalog.model.platform import PartitionTable, PartitionTerm, Split, VirtualMachines
from ..base import NOT_APPLICABLE, UNKNOWN, Answer, Said, Value, question, record_answer, said, value
from ..hardware.support import releases_newest_first
from ..values import gpus_of, gpus_value, noted, ref, releases_of, system_name, whole_or
from .drivers import host_driver


def vm_rows(catalog: Catalog, release: str) -> list[tuple[VirtualMachines, str | None]]:
    """The rows of a release, and those of the release it continues, each of these with that release's id."""
    rows: list[tuple[VirtualMachines, str | None]] = []
    for row in catalog.all(VirtualMachines):
        if row.release == release:
            rows.append((row, None))
    continued = next((row.continues for row, _ in rows if row.continues), None)
    if continued:
        rows += [(row, continued) for row in catalog.all(VirtualMachines) if row.release == continued]
    return rows


def _vm_said(catalog: Catalog, row: VirtualMachines, carried: str | None) -> Said:
    stated = said(catalog, row)
    return replace(stated, grade="unconfirmed", carried_from=carried) if carried else stated


def _host_driver(catalog: Catalog, row: VirtualMachines, release: str) -> Value:
    """The host driver of the release; only KVM SR-IOV has one."""
    if row.technology != "kvm-sr-iov":
        return NOT_APPLICABLE
    driver = host_driver(catalog, release)
    return value(catalog, driver, "version") if driver else UNKNOWN


def _vm_values(catalog: Catalog, row: VirtualMachines, release: str, carried: str | None) -> dict[str, Value]:
    here = (_vm_said(catalog, row, carried),)
    technology = Value(word=f"technology.{row.technology}", note=row.note or "", said=here)
    if row.technology == "none":
        return {"technology": technology, **dict.fromkeys(("host", "guests", "host_driver", "new"), NOT_APPLICABLE)}
    guests = tuple(system_name(catalog, key) for key in row.guests)
    return {
        "technology": technology,
        "host": ref("systems", row.host, *here),
        "guests": Value(data=guests, said=here) if guests else UNKNOWN,
        "host_driver": _host_driver(catalog, row, release),
        "new": Value(data="no" if carried else row.new),
    }


@question(
    "release",
    "gpu",
    "technology",
    "host",
    "guests",
    "host_driver",
    "new",
    choices=whole_or(gpus_of(VirtualMachines), releases_of(VirtualMachines, "release")),
)
def virtual_machines(catalog: Catalog, gpu: str = "", release: str = "") -> list[Answer]:
    """Release x GPUs in virtual machines, newest release first; of one GPU or one release if asked.

    Rows of the release that one continues are marked as carried over.
    """
    return [
        Answer(
            row.id if not carried else f"{named.id}-from-{row.id}",
            {
                "release": ref("releases", named.id),
                "gpu": gpus_value(catalog, row, row.gpus) if row.gpus else NOT_APPLICABLE,
                **_vm_values(catalog, row, named.id, carried),
            },
            row,
        )
        for named in releases_newest_first(catalog)
        if release in ("", named.id)
        for row, carried in vm_rows(catalog, named.id)
        if not gpu or gpu in row.gpus
    ]


# --- partitions ---


def split_text(split: Split) -> str:
    """``CPX/NPS4``, and before it the number of virtual functions where one is named: ``8 VF CPX/NPS4``."""
    functions = f"{split.virtual_functions} VF " if split.virtual_functions else ""
    return f"{functions}{split.compute}/{split.memory}"


@question(
    "release",
    "gpu",
    "environment",
    "modes",
    choices=whole_or(gpus_of(PartitionTable), releases_of(PartitionTable, "releases")),
)
def partitions(catalog: Catalog, gpu: str = "", release: str = "") -> list[Answer]:
    """Release x GPU x environment x partition modes, newest release first; of one GPU or one release if asked."""
    return [
        Answer(
            f"{named.id}-{table.id}",
            {
                "release": ref("releases", named.id),
                "gpu": gpus_value(catalog, table, table.gpus),
                "environment": Value(word=f"technology.{table.environment}"),
                "modes": noted(Value(data=tuple(map(split_text, table.modes)), said=(said(catalog, table),)), table),
            },
            table,
        )
        for named in releases_newest_first(catalog)
        for table in catalog.all(PartitionTable)
        if named.id in table.releases and release in ("", named.id) and (not gpu or gpu in table.gpus)
    ]


@question("term", "text")
def partition_terms(catalog: Catalog) -> list[Answer]:
    """The words of GPU partitioning."""
    return [record_answer(catalog, term, ("term", "text")) for term in catalog.all(PartitionTerm)]
