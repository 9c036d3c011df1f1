"""Packages of ROCm, and where they come from: repositories, wheel indexes, hosts, tools."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .base import (
    Collection,
    Date,
    Fact,
    Flag,
    Id,
    Integer,
    Record,
    Ref,
    Sorted,
    SystemId,
    TargetId,
    Text,
    Version,
    word,
)
from .platform import Lines, PackageListId, RepositorySystem, Span

PackageId = Annotated[Id, Ref("packages")]


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
