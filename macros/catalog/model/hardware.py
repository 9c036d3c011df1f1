"""Hardware and platform: sources, releases, architectures, targets, GPUs, systems, and who supports what.

One file: GPUs, releases, systems and who supports what are read together, and each names the others.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .base import (
    ArchitectureId,
    Collection,
    Date,
    Decimal,
    Fact,
    Flag,
    GpuId,
    Grade,
    Id,
    Integer,
    PartDate,
    Record,
    ReleaseId,
    Sorted,
    SourceId,
    SystemId,
    TargetId,
    Text,
    Version,
    word,
)

PUBLISHERS = ("amd", "hip-sdk", "distribution", "wheel", "therock", "community")
"""Who makes support statements, strongest first; ``community`` never wins."""

PLATFORMS = ("linux", "windows", "wsl2")

STATUSES = (
    "official",
    "preview",
    "deprecated",
    "built-and-tested",
    "built",
    "target-only",
    "community",
    "unsupported",
    "not-listed",
    "not-applicable",
    "unknown",
)
"""Every word a support answer can be, best first. ``target-only`` is computed and never written down."""

NAMED = ("official", "preview", "deprecated")
"""The words that say: this publisher's list names the card."""

SNAPSHOT = "main"
"""Id of the support record that describes a development branch, not a release."""

SOURCE_CLASSES = (
    "official",
    "vendor-repository",
    "vendor-staff",
    "distribution",
    "measured",
    "press",
    "community",
)
"""How much a source weighs, heaviest first."""


def series_of(release: str) -> str:
    """``7.2`` of ``7.2.4``: the first two numbers."""
    return ".".join(release.split(".")[:2])


class Edition(Record):
    """Which edition of the guide this is."""

    collection = Collection("edition", "edition.yaml", single=True)

    version: Version = Field(description="Year, month and number of the edition: 2026.12.1.")
    date: Date


class Source(Record):
    """A document that facts are read from."""

    collection = Collection("sources", "sources.yaml")

    id: Id
    aliases: Annotated[list[Id], Sorted()] = []
    title: Text
    url: Text | None = Field(None, description="Left out when it has none that readers can open; the note says why.")
    url_seen: Flag = Field("yes", description='"no": the address was inferred and must not become a link.')
    class_: word(*SOURCE_CLASSES) = Field(alias="class")  # type: ignore[valid-type]
    publisher: Text = Field(description="Who published it: AMD, PyTorch, Debian, a person.")
    version: Text | None = Field(None, description="Release, tag or commit that was read.")
    published: PartDate | None = Field(None, description="Day, month or year it carries.")
    seen: Date = Field(description="Day it was read.")
    note: Text | None = None


class Release(Fact):
    """A ROCm release. Whether it is the latest is computed."""

    collection = Collection("releases", "releases.yaml")

    id: Version
    date: Date
    stream: word("legacy", "preview", "production") = Field(  # type: ignore[valid-type]
        description="legacy: before TheRock; preview: technology preview; production: TheRock release."
    )
    highlights: list[Text] = []
    release_notes: SourceId | None = None


class Architecture(Fact):
    """A family of compiler targets with one wave size rule and one FP8 format."""

    collection = Collection("architectures", "architectures.yaml")

    id: Id
    name: Text
    wave_sizes: list[Integer] = Field([], description="Lanes in a wave: 64, or 32 and 64. Empty: not recorded.")
    fp8: word("fnuz", "ocp", "none", "unknown") = Field(  # type: ignore[valid-type]
        description="FP8 encoding of the matrix cores."
    )


class Target(Fact):
    """A compiler target (gfx name)."""

    collection = Collection("targets", "targets.yaml")

    id: Id
    aliases: Annotated[list[Id], Sorted()] = []
    architecture: ArchitectureId | None = Field(None, description="Left out when no source gives it.")
    generic: Id | None = Field(None, description="Generic target whose code objects also run here.")
    apu: Flag | None = Field(None, description="Is it the target of a graphics part inside a processor?")
    xnack: Flag | None = Field(None, description="Can page faults be retried (needed for unified memory migration)?")
    sramecc: Flag | None = None
    products: Text | None = Field(None, description="Products the source names for it.")


class Gpu(Fact):
    """A GPU or APU that people buy. Architecture, wave size and FP8 format follow from the target."""

    collection = Collection("gpus", "gpus/*.yaml", stem="family")

    id: Id = Field(description="The name without the vendor, lower case, hyphens: radeon-rx-7900-xtx. Permanent.")
    aliases: Annotated[list[Id], Sorted()] = Field([], description="Other names people type, and former ids.")
    name: Text
    family: word("instinct", "radeon-pro", "radeon", "ryzen")  # type: ignore[valid-type]
    codename: Text | None = None
    target: TargetId | None = Field(None, description="Left out when no source gives it.")
    architecture: ArchitectureId | None = Field(
        None, description="Only where the target stands for several architectures or is not known."
    )
    igpu: Text | None = Field(None, description="Name of the graphics part of an APU.")
    form_factor: Text | None = None
    released: PartDate | None = None
    memory_gib: Integer | None = None
    memory_type: Text | None = None
    memory_bandwidth_gbs: Decimal | None = Field(None, description="GB/s")
    memory_bus_bits: Integer | None = None
    memory_rate_gbps: Decimal | None = Field(None, description="Gbit/s a pin")
    system_memory_max_gb: Integer | None = Field(None, description="APU: most memory the platform takes, GB")
    gpu_memory_max_gb: Integer | None = Field(None, description="APU: most memory AMD says the GPU may take, GB")
    compute_units: Integer | None = None
    xcds: Integer | None = Field(None, description="Accelerator dies")
    gcds: Integer | None = Field(None, description="Graphics compute dies, each its own device")
    matrix_cores: Integer | None = None
    lds_kib: Integer | None = Field(None, description="KiB of local memory per CU (per WGP on RDNA)")
    l1_vector_kib: Integer | None = Field(None, description="KiB per CU")
    l2_mib: Decimal | None = None
    infinity_cache_mib: Integer | None = None
    vgpr_kib: Integer | None = Field(None, description="KiB of vector registers per CU")
    vgpr_note: Text | None = Field(None, description="Where the registers are not one number.")
    peak_clock_mhz: Integer | None = None
    peak_tflops: dict[Text, Decimal] = Field({}, description="Dense figures at boost clock, by data type.")
    host_interface: Text | None = None
    infinity_fabric_links: Integer | None = None
    board_power_w: Integer | None = None
    board_power_option_w: Integer | None = None
    board_power_peak_w: Integer | None = None
    tdp_default_w: Integer | None = None
    tdp_range_w: Text | None = None
    cpu_cores: Integer | None = None
    cpu_threads: Integer | None = None
    cpu_boost_ghz: Decimal | None = None
    cpu_l3_mib: Integer | None = None
    cpu_total_cache_mib: Integer | None = None
    npu_tops: Integer | None = None


class System(Record):
    """An operating system, or a family of them when no version is named. Its name follows from the two."""

    collection = Collection("systems", "systems.yaml")

    id: Id
    aliases: Annotated[list[Id], Sorted()] = []
    family: Text
    version: Text | None = None
    codename: Text | None = Field(None, description="Name that repository lines use: noble, jammy.")


class Group(Record):
    """Cards or targets that a list treats alike. What is left out is as the list says."""

    status: word(*[s for s in STATUSES if s != "target-only"]) = Field(  # type: ignore[valid-type]
        description="not-listed and unknown only with a note: the plain cases are computed."
    )
    gpus: Annotated[list[GpuId], Sorted()] = []
    targets: Annotated[list[TargetId], Sorted()] = []
    systems: Annotated[list[SystemId], Sorted()] = Field([], description="Systems named for them; empty: not recorded.")
    systems_complete: Flag = Field("yes", description='"no": systems holds only what was new or read.')
    hip_sdk: word("full", "runtime") | None = Field(  # type: ignore[valid-type]
        None, description="HIP SDK: full: runtime and libraries; runtime: programs run that bring their own libraries."
    )
    source: SourceId | None = None
    also: Annotated[list[SourceId], Sorted()] = []
    seen: Date | None = None
    grade: Grade | None = None
    carried_from: ReleaseId | None = None
    note: Text | None = None


class SupportList(Fact):
    """What one publisher says for one platform in one release, by card or by compiler target."""

    publisher: word(*PUBLISHERS)  # type: ignore[valid-type]
    platform: word(*PLATFORMS)  # type: ignore[valid-type]
    names: word("gpus", "targets") = Field(  # type: ignore[valid-type]
        description="Does the list name cards or compiler targets? A list of targets says nothing about a card."
    )
    complete: Flag = Field(description='"yes": what it does not name is not listed. "no": absence means nothing.')
    groups: list[Group]


class SystemSupport(Fact):
    """An operating system in a release. Which GPUs are named for it follows from the lists."""

    system: SystemId
    platform: word(*PLATFORMS)  # type: ignore[valid-type]
    publisher: word(*PUBLISHERS)  # type: ignore[valid-type]
    status: word("official", "preview", "deprecated", "unsupported", "not-listed")  # type: ignore[valid-type]
    kernels: dict[word("all", "instinct", "radeon", "ryzen"), Text] = {}  # type: ignore[valid-type]
    glibc: Text | None = None
    graphics: Flag | None = Field(None, description="Does AMD also list graphics use?")
    only: Annotated[list[GpuId], Sorted()] = Field([], description="The system is named for these GPUs alone.")


class Support(Record):
    """Everything publishers say about one release, a series (``7.2``) or a development snapshot (``main``)."""

    collection = Collection("support", "support/*.yaml", single=True, stem="id")

    id: Text
    as_of: Date | None = Field(None, description="Day of the snapshot, for development branches only.")
    lists: list[SupportList] = []
    systems: list[SystemSupport] = []


class KnownIssue(Fact):
    """A fault that a release note or tracker names, with its work-around."""

    collection = Collection("known_issues", "known_issues.yaml")

    id: Id
    releases: list[Text] = Field(description="Releases or series it holds for.")
    area: Text
    issue: Text
    workaround: Text | None = None
    tracker: Text | None = Field(None, description="Owner/repository#number")


class ConflictSide(Record):
    """One of the statements that disagree."""

    value: Text
    source: SourceId
    also: Annotated[list[SourceId], Sorted()] = []
    seen: Date | None = None
    note: Text | None = None


class Conflict(Record):
    """Two or more sources that disagree about one field, shown side by side with the rule that picks one."""

    collection = Collection("conflicts", "conflicts.yaml")

    id: Id
    about: Text = Field(description="collection/id of the record, e.g. releases/7.14.0")
    field: Text
    sides: list[ConflictSide]
    picked: Text | None = Field(None, description="The value the record carries; left out when none is picked.")
    rule: Text = Field(description="Why that side is picked, or why none is.")
