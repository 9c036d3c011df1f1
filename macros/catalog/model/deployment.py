"""Kubernetes, containers, and tuning: settings, variables, partition modes, data types."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .base import (
    ArchitectureId,
    Collection,
    Fact,
    Flag,
    FrameworkId,
    GpuId,
    Id,
    Integer,
    PartDate,
    Record,
    Ref,
    Sorted,
    SystemId,
    TargetId,
    Text,
    Version,
    word,
)
from .software import FAMILIES, TargetGroup

VariableId = Annotated[Id, Ref("variables")]

# --- Kubernetes and containers ------------------------------------------------------------------------------


class Range(Record):
    """A piece of software with the versions that fit. Without any number the text says it all."""

    what: Text
    least: Version | None = Field(None, description="Oldest version that fits.")
    most: Version | None = Field(None, description="Newest version that fits.")
    exactly: Version | None = None
    added: list[Version] = Field([], description="Versions that came with it; the full range is not recorded.")
    note: Text | None = None


class KubernetesItem(Fact):
    """One thing to know about a part of the Kubernetes or container stack: an image, a flag, a label, a rule..."""

    collection = Collection("kubernetes", "kubernetes/*.yaml", stem="component")

    id: Id
    component: word(  # type: ignore[valid-type]
        "device-plugin",
        "labeller",
        "gpu-operator",
        "metrics-exporter",
        "dra-driver",
        "workload",
        "serving",
        "docker",
        "container-toolkit",
    )
    kind: word(  # type: ignore[valid-type]
        "image",
        "package",
        "version",
        "requirement",
        "platform",
        "command",
        "flag",
        "field",
        "resource",
        "attribute",
        "label",
        "setting",
        "rule",
        "known-issue",
    )
    name: Text = Field(description="What it is called where it is used: the flag, label, field or image.")
    value: Text | None = Field(None, description="The value it has or should have.")
    values: list[Text] = Field([], description="Values, tags or keys it can have.")
    settings: dict[Text, Text] = Field({}, description="Names and values of an example.")
    default: Text | None = None
    argument: Text | None = Field(None, description="Command line argument that switches a label on.")
    meaning: Text | None = Field(None, description="What it does, or what the rule says.")
    needs: list[Range] = Field([], description="Software it asks for.")
    gpus: Annotated[list[GpuId], Sorted()] = Field([], description="Empty: not limited to certain GPUs.")
    systems: Annotated[list[SystemId], Sorted()] = Field([], description="Empty: not recorded.")
    released: PartDate | None = None
    commands: list[Text] = []
    options: list[Text] = Field([], description="What can be added to the command.")


# --- tuning -------------------------------------------------------------------------------------------------


class Variable(Fact):
    """An environment variable, or one that is written about and that nothing reads."""

    collection = Collection("variables", "tuning/variables/*.yaml", stem="area")

    id: Id = Field(description="The name in lower case with hyphens.")
    area: word(  # type: ignore[valid-type]
        "device-selection",
        "rocr-runtime",
        "build-and-paths",
        "pytorch",
        "miopen",
        "hipblaslt",
        "rccl",
        "vllm",
        "attention-and-transformer-engine",
        "sglang",
        "ollama-and-llama-cpp",
        "jax",
    )
    name: Text
    exists: Flag = Field("yes", description='"no": no component reads it.')
    readers: list[Text] = Field([], description="Components that read it.")
    reader_versions: Text | None = Field(None, description="Versions of the reader, where only some read it.")
    default: Text | None = Field(None, description="Left out: unset, or not stated.")
    meaning: Text = Field(description="What it does; for one that does not exist, what was looked at.")
    instead: list[VariableId] = Field([], description="What to use in place of one that does not exist, best first.")


class SystemSetting(Fact):
    """A setting of the machine: firmware, kernel command line, host or GPU."""

    collection = Collection("settings", "tuning/settings.yaml")

    id: Id
    place: word("firmware", "kernel-parameter", "host", "gpu")  # type: ignore[valid-type]
    name: Text
    parameters: list[Text] = Field([], description="What stands on the kernel command line.")
    commands: list[Text] = []
    meaning: Text


class ComputeMode(Record):
    """One way to split the compute dies of a GPU."""

    mode: word("SPX", "DPX", "TPX", "CPX")  # type: ignore[valid-type]
    devices: Integer | None = Field(None, description="Devices that one GPU becomes.")
    compute_units: Integer | None = Field(None, description="CUs of each device.")
    memory_gb: Integer | None = Field(None, description="GB of each device.")


class MemoryMode(Record):
    """One way to split the memory of a GPU."""

    mode: word("NPS1", "NPS2", "NPS4")  # type: ignore[valid-type]
    only_with: list[word("SPX", "DPX", "TPX", "CPX")] = Field(  # type: ignore[valid-type]
        [], description="Compute modes it can be used with; empty: not limited."
    )


class ValidatedMode(Record):
    """A pair of modes that the source calls validated."""

    compute: word("SPX", "DPX", "TPX", "CPX")  # type: ignore[valid-type]
    memory: word("NPS1", "NPS2", "NPS4") | None = None  # type: ignore[valid-type]
    since: Version | None = Field(None, description="ROCm release or series.")
    note: Text | None = None


class PartitionModes(Fact):
    """What the partition modes of a GPU give. Which modes a release supports in which environment stands elsewhere."""

    collection = Collection("partition_modes", "tuning/partition_modes.yaml")

    id: Id
    gpus: Annotated[list[GpuId], Sorted()]
    compute: list[ComputeMode]
    memory: list[MemoryMode]
    validated: list[ValidatedMode] = []
    default: Text | None = None


class TuningRule(Fact):
    """One thing to know about an area of tuning."""

    collection = Collection("tuning_rules", "tuning/rules/*.yaml", stem="area")

    id: Id
    area: word("apu-memory", "partitioning", "pytorch", "vllm")  # type: ignore[valid-type]
    topic: Text
    text: Text | None = None
    commands: list[Text] = []
    targets: Annotated[list[TargetId], Sorted()] = Field([], description="Empty: not limited to certain targets.")
    gpus: Annotated[list[GpuId], Sorted()] = Field([], description="Empty: not limited to certain GPUs.")


class DataType(Fact):
    """A number format or quantization method, and where it runs."""

    collection = Collection("data_types", "tuning/data_types.yaml")

    id: Id
    name: Text
    dtypes: list[Text] = Field([], description="Names of the types in PyTorch.")
    support: word("hardware", "software", "none") = Field(  # type: ignore[valid-type]
        description="hardware: matrix cores compute in it; software: kernels exist; none: not supported here."
    )
    framework: FrameworkId | None = Field(None, description="The statement holds for this framework.")
    methods: list[Text] = Field([], description="Quantization methods that the source lists.")
    targets: Annotated[list[TargetId], Sorted()] = []
    target_groups: list[TargetGroup] = []
    target_from: TargetId | None = Field(None, description="All targets from this one ...")
    target_to: TargetId | None = Field(None, description="... to this one, in the order of their numbers.")
    families: list[word(*FAMILIES)] = []  # type: ignore[valid-type]
    architectures: Annotated[list[ArchitectureId], Sorted()] = []
