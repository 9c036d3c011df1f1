"""From CUDA to HIP: pitfalls, library counterparts, what changed in HIP, and the translation tools."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .base import Collection, Fact, Flag, Id, Integer, Record, Ref, Sorted, SourceId, SystemId, Text, Version, word

PackageId = Annotated[Id, Ref("packages")]
CoverageId = Annotated[Id, Ref("hipify_coverage")]

AREAS = ("warp", "kernel-language", "compile", "runtime", "memory", "hardware", "library")

CATEGORIES = (
    "runtime",
    "math",
    "primitives",
    "communication",
    "deep-learning",
    "media",
    "data-science",
    "python",
    "tools",
    "system",
)


class Detection(Record):
    """What to look for in CUDA or HIP sources and build files. A hit is a hint, not a proof."""

    regex: list[Text] = Field([], description="Regular expressions in the syntax of Python's re, for the whole text.")
    identifiers: list[Text] = Field([], description="Names and spellings to look for as they stand.")


class Pitfall(Fact):
    """Something that works in CUDA and not, or otherwise, in HIP on AMD GPUs."""

    collection = Collection("pitfalls", "pitfalls.yaml")

    id: Id
    title: Text
    area: word(*AREAS)  # type: ignore[valid-type]
    cuda_habit: Text = Field(description="What people do in CUDA.")
    difference: Text = Field(description="What is different in HIP or on AMD hardware.")
    remedy: Text
    detect: Detection
    since: Version | None = Field(None, description="Release it holds from; left out: always, or since_detail says.")
    since_detail: Text | None = Field(None, description="Which part holds from when.")
    hipify: word(  # type: ignore[valid-type]
        "silent", "warns", "translated", "with-option", "unchanged", "not-applicable"
    ) = Field(
        description="What the translation tools do: nothing and say nothing; warn; translate; translate only with an "
        "option; rightly leave the name; have nothing to do with it."
    )
    hipify_detail: Text | None = Field(None, description="For which names, or how.")
    measured: Text | None = Field(None, description="What a compiler or tool said when it was tried, without a GPU.")


class CudaLibrary(Fact):
    """A CUDA library or tool and its counterparts. How many functions carry over is read from the tables."""

    collection = Collection("cuda_libraries", "cuda_libraries.yaml")

    id: Id
    name: Text
    category: word(*CATEGORIES)  # type: ignore[valid-type]
    hip_wrapper: Text | None = Field(None, description="Counterpart of the same shape; left out: none.")
    rocm_native: Text | None = Field(None, description="Counterpart for AMD GPUs alone; left out: none.")
    tables: CoverageId | None = Field(None, description="Table of the translation tools that counts its names.")
    coverage: Text | None = Field(None, description="What carries over, beyond the counted names.")
    packages: Annotated[list[PackageId], Sorted()] = Field(
        [], description="Packages of the Core SDK 7.14 and 10.x that hold the counterpart."
    )
    package_detail: Text | None = Field(None, description="Which part of it the packages hold, if not all.")


class HipChange(Fact):
    """Something that changed in HIP."""

    collection = Collection("hip_changes", "hip_changes.yaml")

    id: Id
    since: Version = Field(description="ROCm release or series that brought it: 7.0, 7.2.1")
    after: Version | None = Field(
        None, description="The series that still lacked it, when only this and the one in which it was seen are known."
    )
    subject: Text | None = Field(None, description="What it concerns, when it is not only the names below.")
    names: list[Text] = Field([], description="Functions, types, macros and variables concerned.")
    change: Text


class HipifyInstall(Fact):
    """How to get a tool, for some releases and by one way."""

    releases: list[Text] = Field([], description='Releases or series: "7.14", "10.x"; empty: all, or up_to says.')
    up_to: Version | None = Field(None, description="Newest series it holds for.")
    way: word("package", "wheel", "distribution", "part-of", "git")  # type: ignore[valid-type]
    systems: Annotated[list[SystemId], Sorted()] = Field([], description="Distributions it holds for.")
    available: Flag = Field("yes", description='"no": it is not to be had this way.')
    how: Text
    commands: list[Text] = []


class HipifyOption(Fact):
    """A command line option."""

    flag: Text
    argument: Text | None = None
    meaning: Text


class HipifyUndefined(Fact):
    """Options that the documentation names and the program does not define."""

    flags: list[Text]


class HipifyExample(Record):
    """A command line that works."""

    command: Text
    meaning: Text
    source: SourceId
    also: Annotated[list[SourceId], Sorted()] = []


class HipifyTool(Fact):
    """A program that translates CUDA sources to HIP."""

    collection = Collection("hipify_tools", "hipify/tools.yaml")

    id: Id
    name: Text
    what: Text
    installs: list[HipifyInstall]
    needs: list[Text] = Field([], description="What must be there before it runs; empty: not recorded.")
    limits: list[Text] = Field([], description="What it cannot do.")
    messages: list[Text] = Field([], description="Parts of the warnings it prints.")
    measured: list[Text] = Field([], description="What it did when it was tried.")
    options: list[HipifyOption] = []
    undefined: HipifyUndefined | None = None
    examples: list[HipifyExample] = []


class HipifySoftware(Fact):
    """The newest versions that HIPIFY of a ROCm release understands; left out: its change log names none."""

    collection = Collection("hipify_software", "hipify/software.yaml")

    id: Version = Field(description="ROCm release")
    cuda: Version | None = None
    cuda_partial: Flag | None = Field(None, description='"yes": this CUDA version is understood in part.')
    cudnn: Version | None = None
    cutensor: Version | None = None
    llvm: Version | None = None


class HipifyCoverage(Fact):
    """How many names of a CUDA library have a counterpart in the tables.

    It counts names, not how often programs use them, and says nothing of behaviour. Functions that CUDA removed are
    left out.
    """

    collection = Collection("hipify_coverage", "hipify/coverage.yaml")

    id: Id = Field(description="Library as the tables name it.")
    names: Integer
    names_without_hip: Integer
    names_without_hip_or_roc: Integer
    functions: Integer | None = None
    functions_with_hip: Integer | None = None
    functions_with_roc: Integer | None = Field(None, description="Functions with a roc or MIOpen name")
    functions_without_graphics: Integer | None = Field(
        None, description="Functions outside the Direct3D, OpenGL, EGL, VDPAU and graphics interop sections"
    )
    functions_without_graphics_with_hip: Integer | None = None


class HipifyBasis(Record):
    """One of the states that the tables rest on."""

    as_of: Version = Field(description="ROCm release")
    what: Text


class HipifyTables(Fact):
    """What the tables of CUDA names and their counterparts were made from, and how they were checked."""

    collection = Collection("hipify_tables", "hipify/tables.yaml", single=True)

    bases: list[HipifyBasis]
    checks: list[Text]
    changed: list[Text] = Field(description="Rows whose counterpart is not the same in two of the states.")
    left_out: Text
    unknown: Text = Field(description="What could not be read.")
