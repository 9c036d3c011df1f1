"""Platform: drivers, firmware, virtualization, partitioning, WSL2, components, packages, and where they come from.

ROCm is named in two ways. ``release`` is one release (``7.14.0``). ``series`` are lines: ``7.2`` holds for every
7.2 release and ``10`` for every 10.x one. Drivers have numbers of their own that look alike, so a line of drivers
ends in ``.x``: ``30.10`` is a driver, ``30.10.x`` a line of them.
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
    Grade,
    Id,
    Integer,
    Record,
    Ref,
    ReleaseId,
    Sorted,
    SourceId,
    SystemId,
    TargetId,
    Text,
    Version,
    version_key,
    word,
)

PackageId = Annotated[Id, Ref("packages")]
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


# --- components ---------------------------------------------------------------------------------------------


LAYERS = (
    "kernel-driver",
    "runtime",
    "compiler",
    "developer-tools",
    "math",
    "primitives",
    "machine-learning",
    "communication",
    "media",
    "storage",
    "threading",
    "profiling",
    "debugging",
    "system-management",
)
"""From the machine up."""


class ComponentVersion(Record):
    """The version of a component in a release, and who says so."""

    version: Text
    source: SourceId
    also: Annotated[list[SourceId], Sorted()] = []
    grade: Grade | None = Field(None, description="Left out: the component's.")
    note: Text | None = None


class ComponentPlatform(Record):
    """A platform that a component is listed for. No family and no target: the source names none."""

    platform: word("linux", "windows", "wsl2")  # type: ignore[valid-type]
    families: list[word("instinct", "radeon", "ryzen")] = Field(  # type: ignore[valid-type]
        [], description="All supported GPUs of these families; radeon holds Radeon PRO too."
    )
    targets: Annotated[list[TargetId], Sorted()] = Field([], description="Further GPUs, named by target.")
    without: Annotated[list[GpuId], Sorted()] = Field([], description="GPUs of these targets that are left out.")
    note: Text | None = None


class NotBuilt(Record):
    """Targets that the build files of a line leave out for a component. AMD's support table may say otherwise."""

    series: Version
    targets: Annotated[list[TargetId], Sorted()]
    source: SourceId


class Component(Fact):
    """A library, tool or runtime of ROCm."""

    collection = Collection("components", "components.yaml")

    id: Id
    aliases: list[Id] = []
    name: Text
    layer: word(*LAYERS)  # type: ignore[valid-type]
    purpose: Text
    cuda: Text | None = Field(None, description="Its counterpart in CUDA. Source and grade of its own: see fields.")
    packages: list[PackageId] = Field(
        [], description="Packages that carry it; which release has them follows from them."
    )
    delivery: word("driver-repository", "extras", "outside-core-sdk") | None = Field(  # type: ignore[valid-type]
        None, description="Where it comes from when no amdrocm package carries it."
    )
    versions: dict[ReleaseId, ComponentVersion] = Field(
        {},
        description="By release. A release that is left out: no row was seen, which does not mean that it is absent.",
    )
    platforms: dict[ReleaseId, list[ComponentPlatform]] = Field({}, description="Where AMD lists it, by release.")
    not_built: list[NotBuilt] = []


# --- packages -----------------------------------------------------------------------------------------------


class PackageList(Fact):
    """A list of packages that was read: of a line of releases, or of the development branch on one day."""

    collection = Collection("package_lists", "packages/lists.yaml")

    id: Text
    series: Version = Field(description="Line of releases it is for; for a development branch, the one being made.")
    as_of: Date | None = Field(None, description="Day of the snapshot, for development branches only.")


class PackageDifference(Record):
    """What an older list says otherwise. A field that is left out is as the package says."""

    contains: list[Text] | None = None
    depends: list[PackageId] | None = None
    disabled: Flag | None = None


class Package(Fact):
    """A native package of the amdrocm scheme. Its id is the name in AMD's list and in rpm repositories.

    The deb name and the role follow from the id; contents and dependencies are those of the newest list that has it.
    """

    collection = Collection("packages", "packages/packages.yaml")

    id: Id
    meta: Flag = Field("no", description='"yes": it only depends on others.')
    gpu_specific: Flag = Field("no", description='"yes": there is one package per target; "no": shared by all GPUs.')
    disabled: Flag = Field("no", description='"yes": listed, but packaging is switched off.')
    lists: Annotated[list[PackageListId], Sorted()] = Field(description="Lists that have it.")
    contains: list[Text] = Field([], description="Artifacts, in TheRock's names.")
    depends: list[PackageId] = []
    differs: dict[PackageListId, PackageDifference] = {}
    replaces: Annotated[list[Text], Sorted()] = Field(
        [], description="Names before TheRock whose place it takes. Source and grade of their own: see fields."
    )

    @property
    def deb(self) -> str:
        """The name in deb repositories: -devel becomes -dev."""
        return deb_name(self.id)

    @property
    def role(self) -> str:
        """``devel`` and ``test`` by the suffix; else ``meta`` or ``runtime``."""
        if self.id.endswith("-devel"):
            return "devel"
        if self.id.endswith(("-test", "-tests")):
            return "test"
        return "meta" if self.meta == "yes" else "runtime"


def deb_name(rpm: str) -> str:
    """The deb twin of an rpm name: -devel becomes -dev."""
    return rpm.removesuffix("-devel") + "-dev" if rpm.endswith("-devel") else rpm


class PackageRule(Span):
    """A rule that package names or wheel versions follow."""

    collection = Collection("package_rules", "packages/rules.yaml")

    id: Id
    about: word("native", "wheels")  # type: ignore[valid-type]
    topic: Text
    text: Text
    targets: Annotated[list[TargetId], Sorted()] = Field([], description="Targets that the rule names.")


class LegacyPackage(Span):
    """A meta package from before TheRock. Its id is the rpm name."""

    collection = Collection("legacy_packages", "packages/legacy.yaml")

    id: Id
    purpose: Text

    @property
    def deb(self) -> str:
        return deb_name(self.id)


class MissingPackage(Fact):
    """A package name that people look for and that does not exist."""

    collection = Collection("missing_packages", "packages/missing.yaml")

    id: Id
    instead: PackageId | None = Field(None, description="The package that is meant.")


class Prefix(Lines):
    """The folder that a line of releases is installed into."""

    collection = Collection("prefixes", "packages/prefixes.yaml")

    id: Id
    what: word("core", "extras")  # type: ignore[valid-type]
    path: Text = Field(description="Path that AMD's guide uses.")
    versioned_path: Text | None = Field(None, description="Folder that holds the files, where path is a link to it.")


class Repository(Lines):
    """A repository of native packages. ``{folder}`` stands for the folder of the system."""

    collection = Collection("repositories", "packages/repositories.yaml")

    id: Id
    managers: list[word("apt", "dnf", "zypper")]  # type: ignore[valid-type]
    systems: list[RepositorySystem] = []
    key: Text | None = Field(None, description="Address of the signing key.")
    keyring: Text | None = Field(None, description="File that the key is kept in.")
    file: Text | None = Field(None, description="Name of the file that the entry goes into.")
    entry: list[Text] = Field([], description="Lines of the source entry.")
    address: Text | None = Field(None, description="Base address, where the entry itself was not recorded.")
    install: Text | None = Field(None, description="Package to install first, in this line's spelling.")


class WheelIndex(Lines):
    """An index of Python wheels for pip. No series: nightly builds."""

    collection = Collection("wheel_indexes", "packages/indexes.yaml")

    id: Id
    address: Text
    example: Text = Field(description="What to ask pip for.")
    python: dict[SystemId, Version] = Field({}, description="Python that AMD uses, by system.")


class DownloadHost(Span):
    """A host that serves ROCm files. No series, since or until: see offers."""

    collection = Collection("download_hosts", "packages/hosts.yaml")

    id: Id
    publisher: word("amd", "vllm", "pytorch")  # type: ignore[valid-type]
    channel: word("release", "nightly") = "release"  # type: ignore[valid-type]
    addresses: list[Text] = Field(description="Older host first.")
    offers: Text
    variants: list[Text] = Field([], description="Folders or variants that it names.")


class PythonPackage(Span):
    """A Python package of ROCm. ``{target}`` and ``{major}`` in a name stand for a target and ROCm's major version."""

    collection = Collection("python_packages", "packages/python.yaml")

    id: Id
    names: list[Text]
    majors: list[Integer] = Field([], description="ROCm major versions that names exist for.")
    purpose: Text


class DeviceExtra(Fact):
    """A target that wheels have device code for; the extra is called device-<id>. It is no promise of support."""

    collection = Collection("device_extras", "packages/device_extras.yaml")

    id: TargetId
    products: Text = Field(description="What the source says the target is for, in its own words.")

    @property
    def extra(self) -> str:
        return f"device-{self.id}"


class Tool(Fact):
    """A command that comes with the Python packages."""

    collection = Collection("tools", "packages/tools.yaml")

    id: Id
    subcommands: list[Text]
    text: Text


class Download(Lines):
    """A file to fetch by hand: archive, installer, or folder of nightly archives. No series: nightly builds."""

    collection = Collection("downloads", "packages/downloads.yaml")

    id: Id
    kind: word("tarball", "runfile")  # type: ignore[valid-type]
    platforms: list[word("linux", "windows")]  # type: ignore[valid-type]
    file: Text | None = Field(None, description="{family} stands for one of the families.")
    address: Text | None = Field(None, description="Folder it lies in; left out where it was not recorded.")
    families: list[Text] = Field([], description="Empty: not recorded, or not needed.")
