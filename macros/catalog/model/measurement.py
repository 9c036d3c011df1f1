"""Published performance figures: whose they are, on what they were taken, and what must be said beside them.

Nothing here is estimated. The day of a result and who measured it follow from its source.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .base import Collection, Decimal, Fact, GpuId, Id, Integer, PartDate, Record, Ref, Sorted, Text, Version, word

LocalResultId = Annotated[Id, Ref("local_results")]

SCENARIOS = ("offline", "server", "interactive")

DIVISIONS = ("closed", "open")

KINDS = ("inference", "training", "local", "vendor-ratio", "vendor-statement", "comparison")
"""What a caveat can speak about."""

GPU = "The GPU, when it is one of this catalogue."
OTHER_GPU = "The GPU in the words of the source, when it is none of this catalogue: H200 SXM, RTX 4090."
SOFTWARE = "Programs and versions as the submission names them; empty: not stated."


class InferenceResult(Fact):
    """A score of an MLPerf Inference round. The tokens are those of the whole system."""

    collection = Collection("inference_results", "benchmarks/inference.yaml")

    id: Id
    round: Version = Field(description="MLPerf Inference round: 5.1")
    division: word(*DIVISIONS) | None = Field(None, description="Left out: not stated.")  # type: ignore[valid-type]
    availability: word("available", "preview") | None = None  # type: ignore[valid-type]
    submitter: Text
    submission: Text | None = Field(None, description="Number of the submission: 5.1-0024")
    system: Text | None = Field(None, description="Name of the machine as submitted.")
    gpu: GpuId | None = Field(None, description=GPU)
    other_gpu: Text | None = Field(None, description=OTHER_GPU)
    gpu_count: Integer = Field(description="GPUs in the whole system")
    nodes: Integer | None = Field(None, description="Machines in the system; left out: not stated.")
    model: Text
    submitted_model: Text | None = Field(None, description="Open division: the model that was run instead.")
    accuracy_class: Text | None = Field(None, description="MLPerf name of model and accuracy: llama2-70b-99.9")
    scenario: word(*SCENARIOS)  # type: ignore[valid-type]
    tokens_per_s: Decimal
    weights: Text | None = Field(None, description="Number format of the weights; left out: not stated.")
    software: list[Text] = Field([], description=SOFTWARE)


class TrainingResult(Fact):
    """A time to train of an MLPerf Training round."""

    collection = Collection("training_results", "benchmarks/training.yaml")

    id: Id
    round: Version = Field(description="MLPerf Training round: 5.1")
    division: word(*DIVISIONS)  # type: ignore[valid-type]
    workload: Text
    submitter: Text
    system: Text = Field(description="Name of the machine as submitted.")
    gpu: GpuId | None = Field(None, description=GPU)
    other_gpu: Text | None = Field(None, description=OTHER_GPU)
    gpu_count: Integer = Field(description="GPUs in the whole system")
    minutes: Decimal = Field(description="Minutes until the target quality was reached")
    software: list[Text] = Field([], description=SOFTWARE)


class LocalResult(Fact):
    """A language model run on one machine at home or on a desk."""

    collection = Collection("local_results", "benchmarks/local.yaml")

    id: Id
    model: Text = Field(description="Model or model file as the source names it.")
    quantization: Text | None = Field(None, description="Left out: not stated.")
    file_gib: Decimal | None = Field(None, description="Size of the model file, GiB")
    gpu: GpuId | None = Field(None, description=GPU)
    other_gpu: Text | None = Field(None, description=OTHER_GPU)
    ran_on: word("cpu", "gpu-and-cpu") | None = Field(  # type: ignore[valid-type]
        None, description="Where the GPU did not do the work alone: such a figure says little about the GPU."
    )
    memory_gb: Integer | None = Field(None, description="GB of the card, or of the APU's machine")
    machine: Text | None = Field(None, description="The machine around the GPU.")
    program: word("llama.cpp", "Ollama")  # type: ignore[valid-type]
    build: Text | None = Field(None, description="Build of the program: b9187")
    backend: word("hip", "vulkan") | None = Field(None, description="Left out: not stated.")  # type: ignore[valid-type]
    backend_variant: Text | None = Field(None, description="Driver or library named with it: RADV, hipBLASLt")
    rocm: Text | None = Field(None, description='ROCm as the source says it: "7.2.3", "7.14" (a series), "7 nightly".')
    setup: list[Text] = Field([], description="Operating system, kernel, switches and profile.")
    prompt_tokens: Integer | None = Field(None, description="Length of the prompt, tokens")
    generated_tokens: Integer | None = None
    context_depth: Integer | None = Field(None, description="Tokens already in the context when the test began")
    ubatch: Integer | None = Field(None, description="Physical batch size, tokens")
    prompt_tokens_per_s: Decimal | None = Field(None, description="Speed of reading the prompt")
    generation_tokens_per_s: Decimal = Field(description="Speed of writing; the lower end when a range is given")
    generation_tokens_per_s_max: Decimal | None = Field(None, description="Upper end, when a range is given")
    power_w: Decimal | None = Field(None, description="Watts drawn by the machine, as stated")
    measured: PartDate = Field(description="Day, month or year it was measured; of a range, the last.")
    measured_from: PartDate | None = Field(None, description="First month, when the source gives a range.")


class VendorRatio(Fact):
    """A result given by a vendor only as a ratio to somebody else's."""

    collection = Collection("vendor_ratios", "benchmarks/vendor_ratios.yaml")

    id: Id
    round: Version = Field(description="MLPerf Inference round: 6.0")
    vendor: Text = Field(description="Who submitted the result and made the comparison.")
    gpu: GpuId
    gpu_count: Integer = Field(description="GPUs in the whole system")
    relative_to: Text = Field(description="What it is compared with: B200 node")
    model: Text
    scenario: word(*SCENARIOS) | None = None  # type: ignore[valid-type]
    percent: Decimal | None = Field(None, description="Score in percent of the other's; more is better.")
    words: Text | None = Field(None, description="What the vendor says instead of a number: parity")


class VendorStatement(Fact):
    """What a vendor said about a round in words that hold no figure of their own to list."""

    collection = Collection("vendor_statements", "benchmarks/vendor_statements.yaml")

    id: Id
    suite: word("inference", "training")  # type: ignore[valid-type]
    round: Version
    vendor: Text
    gpus: Annotated[list[GpuId], Sorted()]
    text: Text


class Caveat(Fact):
    """A sentence that must stand beside certain figures."""

    collection = Collection("caveats", "benchmarks/caveats.yaml")

    id: Id
    about: word(*KINDS)  # type: ignore[valid-type]
    round: Version | None = Field(None, description="Only for this round; left out: for all.")
    division: word(*DIVISIONS) | None = Field(None, description="Only for this division.")  # type: ignore[valid-type]
    gpus: Annotated[list[GpuId], Sorted()] = Field([], description="Only for these GPUs; empty: for all.")
    text: Text


class ComparisonRow(Record):
    """One model, and the results that stand side by side. An empty list: nobody published one."""

    model: Text
    left: list[LocalResultId] = []
    right: list[LocalResultId] = []
    note: Text | None = None


class Comparison(Fact):
    """Two pieces of hardware side by side, from results of others alone."""

    collection = Collection("comparisons", "benchmarks/comparisons.yaml")

    id: Id
    title: Text
    left: Text = Field(description="Heading of the left column.")
    right: Text = Field(description="Heading of the right column.")
    rows: list[ComparisonRow]
    reading: Text = Field(description="What can be read from the rows, and what not.")
