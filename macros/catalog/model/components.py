"""Components of ROCm: libraries, tools and runtimes, with their versions and platforms by release."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .base import Collection, Fact, GpuId, Grade, Id, Record, ReleaseId, Sorted, SourceId, TargetId, Text, Version, word
from .packages import PackageId

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
