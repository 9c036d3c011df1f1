"""Platform: drivers, firmware, virtualization, partitioning, WSL2.

ROCm is named in two ways. ``release`` is one release (``7.14.0``). ``series`` are lines: ``7.2`` holds for every
7.2 release and ``10`` for every 10.x one. Drivers have numbers of their own that look alike, so a line of drivers
ends in ``.x``: ``30.10`` is a driver, ``30.10.x`` a line of them.

One file: drivers of every kind share spans of releases.
"""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from .base import (
    Collection,
    Date,
    Fact,
    Flag,
    GpuId,
    Id,
    Integer,
    Record,
    Ref,
    ReleaseId,
    Sorted,
    SystemId,
    Text,
    Version,
    version_key,
    word,
)

PackageListId = Annotated[Text, Ref("package_lists")]
ComponentId = Annotated[Id, Ref("components")]

DRIVER_LINE = re.compile(r"\d+(?:\.\d+)*(?:\.x)?$")


def _driver_line(value: str) -> str:
    if not DRIVER_LINE.match(value):
        raise PydanticCustomError(
            "bad_driver", '{text} is neither a driver ("30.10.2") nor a line (30.30.x)', {"text": value}
        )
    return value


DriverLine = Annotated[
    Text,
    AfterValidator(_driver_line),
    WithJsonSchema(
        {"type": "string", "title": "driver or line of drivers", "pattern": f"^(?:{DRIVER_LINE.pattern[:-1]})$"}
    ),
]
"""A driver version, or with ``.x`` every driver of a line."""


def line_holds(line: str, version: str) -> bool:
    """Does a line stand for this version? ``7.2`` and ``7.2.x`` do for ``7.2.4``; ``7.2.4`` does for itself."""
    bare = line.removesuffix(".x")
    return version == bare or version.startswith(bare + ".")


class Lines(Fact):
    """A fact that holds for whole lines of ROCm releases."""

    series: Annotated[list[Version], Sorted()] = Field(
        [], description='ROCm lines it holds for: "7.2" is every 7.2 release, "10" every 10.x.'
    )

    def covers(self, release: str) -> bool:
        """Does it hold for this release?"""
        return any(line_holds(line, release) for line in self.series)


class ReleaseOrLines(Lines):
    """A fact that holds for one ROCm release, or for whole lines of them."""

    release: ReleaseId | None = Field(
        None, description="The release; series stands in its place where lines are named."
    )

    def covers(self, release: str) -> bool:
        return self.release == release or super().covers(release)


class Span(Lines):
    """A fact that holds for lines of ROCm releases, or from one on (``since``), or up to one (``until``)."""

    since: Version | None = Field(None, description="First release or line it holds for.")
    until: Version | None = Field(None, description="Last release or line it holds for.")

    def covers(self, release: str) -> bool:
        if super().covers(release):
            return True
        if not self.since and not self.until:
            return False
        begun = not self.since or version_key(release) >= version_key(self.since)
        over = self.until and version_key(release) > version_key(self.until) and not line_holds(self.until, release)
        return begun and not over


# --- drivers ------------------------------------------------------------------------------------------------


class DriverRelease(Fact):
    """A release of the Linux kernel driver (amdgpu-dkms) and the ROCm release it came with."""

    collection = Collection("driver_releases", "drivers/releases.yaml")

    id: Version
    aliases: list[Version] = Field([], description="Other ways the number is written.")
    release: ReleaseId
    date: Date | None = None
    changes: list[Text] = Field([], description="What the driver's release notes name.")


class DriverPairing(ReleaseOrLines):
    """The Linux kernel drivers that AMD lists for a ROCm release."""

    collection = Collection("driver_pairings", "drivers/pairings.yaml")

    id: Id
    drivers: list[DriverLine] = Field(description="Newest first; a line of drivers ends in .x.")
    recommended: Version | None = Field(None, description="Left out where AMD names none, or none was read.")


class DriverUserspace(Lines):
    """The ROCm lines that one line of kernel drivers works with, from one edition of AMD's table."""

    collection = Collection("driver_userspace", "drivers/userspace.yaml")

    id: Id
    driver: DriverLine
    table: Version = Field(description="ROCm documentation that the table stood in; a later table names more releases.")


class WindowsDriver(Fact):
    """The Windows display drivers that a ROCm release asks for."""

    collection = Collection("windows_drivers", "drivers/windows.yaml")

    id: Id
    release: ReleaseId
    adrenalin: Version = Field(description="AMD Software: Adrenalin Edition.")
    oem: Version | None = Field(None, description="Driver of the maker of the machine.")


class Bundle(Record):
    """A firmware bundle, as AMD names it."""

    name: Text
    or_newer: Flag = "no"


class Firmware(Fact):
    """The firmware that a ROCm release was validated with, for GPUs that AMD lists together."""

    collection = Collection("firmware", "drivers/firmware.yaml")

    id: Id
    release: ReleaseId
    gpus: Annotated[list[GpuId], Sorted()]
    bundles: list[Bundle] = Field(description="Newest first.")


class HostDriver(Fact):
    """GIM, the driver of the host for KVM SR-IOV, that goes with a ROCm release."""

    collection = Collection("host_drivers", "drivers/host.yaml")

    id: Id
    release: ReleaseId
    version: Text


TECHNOLOGIES = ("kvm-pass-through", "kvm-sr-iov", "esxi-pass-through", "esxi-sr-iov", "esxi")


class VirtualMachines(Fact):
    """GPUs that virtual machines may use, host and guests. The host driver of KVM SR-IOV follows from the release."""

    collection = Collection("virtual_machines", "drivers/virtualization.yaml")

    id: Id
    release: ReleaseId
    gpus: Annotated[list[GpuId], Sorted()] = []
    technology: word(*TECHNOLOGIES, "none") = Field(  # type: ignore[valid-type]
        description="esxi: the source does not say which kind. none: the release supports no virtualization."
    )
    new: Flag = Field("no", description='"yes": the release notes name it as new; they repeat no older rows.')
    continues: ReleaseId | None = Field(
        None,
        description="Release whose rows go on to hold in this one, beside the new ones: carried over, not read again.",
    )
    host: SystemId | None = Field(None, description="Left out where the source names none.")
    guests: Annotated[list[SystemId], Sorted()] = Field([], description="Empty: the source names none.")


class Split(Record):
    """A way to split a GPU: its compute dies, its memory, and the virtual functions that share it."""

    compute: word("SPX", "DPX", "QPX", "CPX")  # type: ignore[valid-type]
    memory: word("NPS1", "NPS2", "NPS4")  # type: ignore[valid-type]
    virtual_functions: Integer | None = Field(None, description="Number of VFs, under SR-IOV where it is named.")


class PartitionTable(Fact):
    """The partition modes of GPUs in one environment."""

    collection = Collection("partition_tables", "drivers/partitioning.yaml")

    id: Id
    releases: Annotated[list[ReleaseId], Sorted()] = Field(description="Releases whose table says so.")
    gpus: Annotated[list[GpuId], Sorted()]
    environment: word("bare-metal", *TECHNOLOGIES[:4])  # type: ignore[valid-type]
    modes: list[Split]


class PartitionTerm(Fact):
    """A word of GPU partitioning, explained."""

    collection = Collection("partition_terms", "drivers/terms.yaml")

    id: Id
    term: Text
    text: Text


class DriverPolicy(Fact):
    """A rule that AMD follows for drivers."""

    collection = Collection("driver_policies", "drivers/policies.yaml")

    id: Id
    topic: Text
    text: Text


class WslBridge(ReleaseOrLines):
    """librocdxg, which links ROCm under WSL2 to the Windows driver, by ROCm release."""

    collection = Collection("wsl_bridges", "drivers/wsl.yaml")

    id: Id
    version: Version | None = Field(None, description="Left out where none was named.")
    bundled: Flag = Field("no", description='"yes": it comes inside the ROCm packages.')


class RepositorySystem(Record):
    """A system that a repository serves, and its folder there."""

    system: SystemId
    folder: Text | None = Field(None, description="Left out where it was not recorded.")


class DriverRepository(Lines):
    """Where an AMD GPU driver for Linux is installed from. ``{folder}`` and ``{version}`` stand for the system's."""

    collection = Collection("driver_repositories", "drivers/repositories.yaml")

    id: Id
    driver: DriverLine
    manager: word("apt", "dnf", "zypper")  # type: ignore[valid-type]
    systems: list[RepositorySystem]
    address: Text
    installer: Text = Field(description="File to fetch there.")
    command: Text
