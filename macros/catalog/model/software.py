"""Frameworks and their versions, container images, coping strategies, and how things are installed.

One file: a framework and the commands that install it share scopes, limits and target groups.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from .base import (
    ArchitectureId,
    Collection,
    Fact,
    Flag,
    FrameworkId,
    GpuId,
    Id,
    Record,
    Ref,
    ReleaseId,
    Sorted,
    SystemId,
    TargetId,
    Text,
    Version,
    _text,
    word,
)
from .hardware import PLATFORMS
from .platform import Lines, ReleaseOrLines, Span

FAMILIES = ("instinct", "radeon-pro", "radeon", "ryzen")
"""Product families, as GPUs carry them. What a source calls Radeon is both ``radeon`` and ``radeon-pro``."""

SPEAKERS = ("amd", "upstream", "community")
"""Whose statement or build it is: AMD's, the framework project's own, or somebody else's."""

TARGET = re.compile(r"gfx[0-9a-f]+$")
TARGET_GROUP = re.compile(r"gfx[0-9a-f]+X$")


def _target_group(value: Any) -> str:
    value = _text(value)
    if not TARGET_GROUP.match(value):
        raise PydanticCustomError(
            "bad_target_group", "{text} is not a group of targets such as gfx110X", {"text": value}
        )
    return value


TargetGroup = Annotated[str, BeforeValidator(_target_group)]
"""Targets that differ in the last digit only: gfx110X stands for gfx1100, gfx1101 and so on."""

InstallCheckId = Annotated[Id, Ref("install_checks")]


def in_group(target: str, group: str) -> bool:
    """Is ``gfx1103`` one of ``gfx110X``?"""
    return target[:-1] == group[:-1]


def in_range(target: str, first: str | None, last: str | None) -> bool:
    """Is ``gfx1100`` between ``gfx908`` and ``gfx1201``? The numbers in the names are hexadecimal."""
    numbers = [int(name.removeprefix("gfx"), 16) for name in (first, target, last) if name and TARGET.match(name)]
    return len(numbers) == 3 and numbers == sorted(numbers)


class Scope(Record):
    """A choice, or part of one. A field that is left out allows everything."""

    versions: list[Text] = Field([], description="Versions of the framework.")
    python: list[Version] = []
    systems: Annotated[list[SystemId], Sorted()] = []
    targets: Annotated[list[TargetId], Sorted()] = []
    gpus: Annotated[list[GpuId], Sorted()] = []
    families: list[word(*FAMILIES)] = []  # type: ignore[valid-type]


class Limit(Record):
    """An exception inside a row: a choice that fits ``when`` must also fit ``only``."""

    when: Scope
    only: Scope
    note: Text | None = None


class Need(Record):
    """Another framework that must be there, in this version."""

    framework: FrameworkId
    version: Text
    targets: Annotated[list[TargetId], Sorted()] = Field(
        [], description="Only for these targets; they do not take the other versions."
    )


class FrameworkSupport(ReleaseOrLines):
    """Versions of a framework for one ROCm release, said by one speaker."""

    by: word(*SPEAKERS) = Field(description="Whose statement or build it is.")  # type: ignore[valid-type]
    builder: Text | None = Field(None, description="Who built it, where by is community.")
    versions: list[Text] = Field([], description="Newest first. Empty: the source names none.")
    from_source: Flag = Field("no", description='"yes": instructions to build it, no ready version.')
    python: list[Version] = []
    systems: Annotated[list[SystemId], Sorted()] = Field([], description="Empty: not recorded.")
    platforms: list[word(*PLATFORMS)] = Field(  # type: ignore[valid-type]
        [], description="All of them, where WSL2 is one; else they follow from the systems."
    )
    machine: word("x86-64") | None = Field(  # type: ignore[valid-type]
        None, description="Processor architecture, where the source names it."
    )
    targets: Annotated[list[TargetId], Sorted()] = Field([], description="Empty: not recorded.")
    target_groups: list[TargetGroup] = []
    limits: list[Limit] = []
    needs: list[Need] = []
    wheel_index: Text | None = Field(None, description="Address of the index or folder that holds the wheels.")
    wheels: list[Text] = Field([], description="Wheels and archives in it, by name and version.")
    images: list[Text] = Field([], description="Container images with their tag, without a registry host.")


class Companion(Fact):
    """Packages that belong to one version of a framework."""

    version: Text = Field(description="Version of the framework.")
    packages: dict[Text, Text] = Field(description="Name of the package and its version.")


class Framework(Fact):
    """A framework, library, server or tool that runs on ROCm."""

    collection = Collection("frameworks", "frameworks/*.yaml", single=True, stem="id")

    id: Id
    aliases: Annotated[list[Id], Sorted()] = Field([], description="Other names people type.")
    name: Text
    kind: word("framework", "inference", "serving", "library", "training", "rocm-library", "tool")  # type: ignore[valid-type]
    what: Text = Field(description="What it is and how it stands on ROCm.")
    companions: list[Companion] = []
    upstream_targets: Annotated[list[TargetId], Sorted()] = Field(
        [], description="Targets that the project itself supports."
    )
    support: list[FrameworkSupport] = Field([], description="Oldest release first.")


class Image(Lines):
    """A container image and how its tags are made up. With ``series`` it speaks of the tags of these lines only."""

    collection = Collection("images", "images.yaml")

    id: Id
    name: Text = Field(description="Repository of the image without a registry host: rocm/pytorch.")
    registry: Text | None = Field(None, description="Left out: Docker Hub.")
    framework: FrameworkId | None = Field(None, description="Left out: ROCm itself.")
    naming: Text | None = Field(None, description="Pattern of the tags.")
    example: Text | None = Field(None, description="A tag.")
    tags: list[Text] = Field([], description="Tags that were met.")


class Strategy(Fact):
    """A problem that people who come from CUDA meet, and what to do about it."""

    collection = Collection("strategies", "strategies.yaml")

    id: Id
    problem: Text
    strategy: Text


# --- installation -------------------------------------------------------------------------------------------

METHODS = (
    "apt",
    "dnf",
    "zypper",
    "amdgpu-install",
    "runfile",
    "tarball",
    "pip",
    "pip-direct",
    "pip-find-links",
    "uv-pip",
    "docker",
    "source",
    "archive",
    "script",
    "rocm-cli",
)


class InstallCommand(Span):
    """Command lines that install one thing, and the choices they fit.

    A GPU fits when its target, target group, family or architecture is named; when none is, ``listed_by`` says
    whose list decides, and without it every GPU fits. Text in <angle brackets> in a command is to be filled in.
    """

    collection = Collection("install", "install/commands.yaml")

    id: Id
    title: Text
    framework: FrameworkId | None = Field(None, description="Left out: ROCm itself.")
    version: Text | None = Field(None, description="Version of what is installed, where it is fixed.")
    by: word(*SPEAKERS) | None = Field(None, description="Who built it; left out: you do.")  # type: ignore[valid-type]
    release: ReleaseId | None = Field(
        None, description="The release it is written for. Left out, with series, since and until: any."
    )
    bundled: Flag = Field("no", description='"yes": ROCm comes inside, none is needed on the host.')
    systems: Annotated[list[SystemId], Sorted()]
    platforms: list[word(*PLATFORMS)] = Field(  # type: ignore[valid-type]
        [], description="All of them, where WSL2 is one; else they follow from the systems."
    )
    machine: word("x86-64") | None = Field(  # type: ignore[valid-type]
        None, description="Processor architecture, where the source names it."
    )
    kernel: Text | None = Field(None, description="Kernel that is needed.")
    python: list[Version] = []
    targets: Annotated[list[TargetId], Sorted()] = []
    target_groups: list[TargetGroup] = []
    target_from: TargetId | None = Field(None, description="All targets from this one ...")
    target_to: TargetId | None = Field(None, description="... to this one, in the order of their numbers.")
    targets_complete: Flag = Field("yes", description='"no": the source says that there are others.')
    families: list[word(*FAMILIES)] = []  # type: ignore[valid-type]
    architectures: Annotated[list[ArchitectureId], Sorted()] = []
    listed_by: word("release", "framework", "upstream") | None = Field(  # type: ignore[valid-type]
        None,
        description="release: GPUs the release supports; framework: its support row; upstream: the project's list.",
    )
    written_for: Annotated[list[TargetId], Sorted()] = Field(
        [], description="Targets that stand in the commands as an example: put your own in their place."
    )
    limits: list[Limit] = []
    method: word(*METHODS)  # type: ignore[valid-type]
    installer_version: Text | None = Field(None, description="Version of the installer that the method names.")
    commands: list[Text]
    fill: dict[Text, list[Text]] = Field({}, description="What may stand for a text in <angle brackets>.")
    checks: list[InstallCheckId] = Field([], description="Checks that show whether it worked.")

    def covers(self, release: str) -> bool:
        if self.release:
            return self.release == release
        return not (self.series or self.since or self.until) or super().covers(release)


class InstallCheck(Fact):
    """A command that shows whether an installation works."""

    collection = Collection("install_checks", "install/checks.yaml")

    id: Id
    command: Text
    expect: Text = Field(description="What it prints when all is well.")


class InstallRule(Fact):
    """A thing to do or to avoid while installing."""

    collection = Collection("install_rules", "install/rules.yaml")

    id: Id
    kind: word("requirement", "trap")  # type: ignore[valid-type]
    text: Text
    commands: list[Text] = []


class SystemPython(Fact):
    """The Python that AMD names for an operating system."""

    collection = Collection("system_pythons", "install/python.yaml")

    id: SystemId = Field(description="The operating system.")
    python: Version
