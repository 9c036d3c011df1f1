"""Questions about published measurements: scores, times, speeds, ratios."""

from __future__ import annotations

from ...catalog import Catalog
from ...catalog.model import Fact, natural_key, version_key
from ...catalog.model.hardware import Gpu
from ...catalog.model.measurement import (
    SCENARIOS,
    InferenceResult,
    LocalResult,
    TrainingResult,
    VendorRatio,
    VendorStatement,
)
from ..base import NOT_APPLICABLE, UNKNOWN, Answer, Value, question, record_answer, said, value
from ..values import distinct, gpu_names, gpus_of, named_ref, note, text, whole_or, word_of

Result = InferenceResult | TrainingResult | LocalResult | VendorRatio


def hardware_of(catalog: Catalog, result: Result) -> Value:
    """The GPU of a result: a record of the catalogue, the words of the source, or not named."""
    here = said(catalog, result)
    if result.gpu:
        gpu = catalog.by_id(Gpu).get(result.gpu)
        return named_ref("gpus", result.gpu, gpu.name if gpu else result.gpu, here)
    other = getattr(result, "other_gpu", None)
    return Value(data=other, said=(here,)) if other else UNKNOWN


def _by(catalog: Catalog, fact: Fact) -> Value:
    """Who measured: whoever published the source."""
    here = said(catalog, fact)
    return Value(data=here.source.publisher, said=(here,))


INFERENCE = (
    "model",
    "scenario",
    "gpu",
    "gpu_count",
    "tokens_per_s",
    "weights",
    "submitter",
    "machine",
    "nodes",
    "software",
    "round",
    "division",
    "availability",
    "accuracy_class",
    "submitted_model",
    "submission",
    "published",
    "note",
)


@question(*INFERENCE, choices=whole_or(distinct(InferenceResult, "model"), gpus_of(InferenceResult)))
def inference_results(catalog: Catalog, model: str = "", gpu: str = "") -> list[Answer]:
    """Published MLPerf Inference scores, of one model or GPU if asked.

    Newest round first, then model and scenario, the fastest on top.
    """
    found = [r for r in catalog.all(InferenceResult) if model in ("", r.model) and gpu in ("", r.gpu)]
    found.sort(key=lambda r: (r.model, SCENARIOS.index(r.scenario), -r.tokens_per_s, natural_key(r.id)))
    found.sort(key=lambda r: version_key(r.round), reverse=True)
    return [
        record_answer(
            catalog,
            result,
            INFERENCE,
            gpu=hardware_of(catalog, result),
            machine=value(catalog, result, "system"),
            scenario=word_of(catalog, result, "scenario", "scenario"),
            tokens_per_s=value(catalog, result, "tokens_per_s", unit="tokens/s"),
            division=word_of(catalog, result, "division", "division"),
            availability=word_of(catalog, result, "availability", "availability"),
            submitted_model=text(result.submitted_model, said(catalog, result)),
            published=text(said(catalog, result).source.published, said(catalog, result)),
            note=note(catalog, result),
        )
        for result in found
    ]


TRAINING = (
    "workload",
    "gpu",
    "gpu_count",
    "minutes",
    "submitter",
    "machine",
    "software",
    "round",
    "division",
    "published",
    "note",
)


@question(*TRAINING, choices=whole_or(distinct(TrainingResult, "workload"), gpus_of(TrainingResult)))
def training_results(catalog: Catalog, workload: str = "", gpu: str = "") -> list[Answer]:
    """Published MLPerf Training times, of one workload or GPU if asked.

    Newest round first, then workload and number of GPUs, the fastest on top.
    """
    found = [r for r in catalog.all(TrainingResult) if workload in ("", r.workload) and gpu in ("", r.gpu)]
    found.sort(key=lambda r: (r.workload, r.gpu_count, r.minutes, natural_key(r.id)))
    found.sort(key=lambda r: version_key(r.round), reverse=True)
    return [
        record_answer(
            catalog,
            result,
            TRAINING,
            gpu=hardware_of(catalog, result),
            machine=value(catalog, result, "system"),
            minutes=value(catalog, result, "minutes", unit="min"),
            division=word_of(catalog, result, "division", "division"),
            published=text(said(catalog, result).source.published, said(catalog, result)),
            note=note(catalog, result),
        )
        for result in found
    ]


LOCAL = (
    "model",
    "quantization",
    "gpu",
    "ran_on",
    "program",
    "backend",
    "rocm",
    "prompt_tokens_per_s",
    "generation_tokens_per_s",
    "power_w",
    "prompt_tokens",
    "generated_tokens",
    "context_depth",
    "ubatch",
    "file_gib",
    "memory_gb",
    "machine",
    "build",
    "setup",
    "measured",
    "by",
    "note",
)


def _span(first: float | str | None, last: float | str | None) -> str | float | None:
    """A range as text, or the one end there is."""
    if first is None or last is None:
        return first if last is None else last
    return f"{first} – {last}"


@question(*LOCAL, choices=whole_or(distinct(LocalResult, "model"), gpus_of(LocalResult)))
def local_results(catalog: Catalog, model: str = "", gpu: str = "") -> list[Answer]:
    """Language models run on one machine, as published by the people who ran them; one model or GPU if asked.

    By model, the fastest writer on top.
    """
    found = [r for r in catalog.all(LocalResult) if model in ("", r.model) and gpu in ("", r.gpu)]
    found.sort(key=lambda r: (natural_key(r.model), -r.generation_tokens_per_s, natural_key(r.id)))
    answers = []
    for result in found:
        here = said(catalog, result)
        speed = _span(result.generation_tokens_per_s, result.generation_tokens_per_s_max)
        # Without ROCm in use its version has no meaning; an unnamed backend leaves it open.
        rocm = NOT_APPLICABLE if result.backend == "vulkan" else value(catalog, result, "rocm")
        answers.append(
            record_answer(
                catalog,
                result,
                LOCAL,
                gpu=hardware_of(catalog, result),
                ran_on=Value(word=f"ran_on.{result.ran_on or 'gpu'}", said=(here,)),
                backend=word_of(catalog, result, "backend", "backend", data=result.backend_variant),
                rocm=rocm,
                prompt_tokens_per_s=value(catalog, result, "prompt_tokens_per_s", unit="tokens/s"),
                generation_tokens_per_s=Value(data=speed, unit="tokens/s", said=(here,)),
                power_w=value(catalog, result, "power_w", unit="W"),
                file_gib=value(catalog, result, "file_gib", unit="GiB"),
                memory_gb=value(catalog, result, "memory_gb", unit="GB"),
                measured=Value(data=_span(result.measured_from, result.measured), said=(here,)),
                by=_by(catalog, result),
                note=note(catalog, result),
            )
        )
    return answers


RATIOS = ("model", "scenario", "gpu", "gpu_count", "percent", "relative_to", "round", "vendor", "published", "note")


@question(*RATIOS, choices=whole_or(gpus_of(VendorRatio)))
def vendor_ratios(catalog: Catalog, gpu: str = "") -> list[Answer]:
    """What vendors say of their results only in relation to others', of one GPU if asked."""
    answers = []
    for ratio in catalog.all(VendorRatio):
        if gpu not in ("", ratio.gpu):
            continue
        here = said(catalog, ratio)
        percent = value(catalog, ratio, "percent", unit="%") if ratio.percent is not None else UNKNOWN
        answers.append(
            record_answer(
                catalog,
                ratio,
                RATIOS,
                gpu=hardware_of(catalog, ratio),
                scenario=word_of(catalog, ratio, "scenario", "scenario") if ratio.scenario else NOT_APPLICABLE,
                percent=Value(data=ratio.words, said=(here,)) if ratio.words else percent,
                published=text(here.source.published, here),
                note=note(catalog, ratio),
            )
        )
    return answers


@question("statement", "suite", "round", "vendor", "gpus", "published", "note")
def vendor_statements(catalog: Catalog) -> list[Answer]:
    """What vendors said about a round without figures that could be listed."""
    answers = []
    for statement in catalog.all(VendorStatement):
        here = said(catalog, statement)
        names = gpu_names(catalog, statement.gpus)
        answers.append(
            record_answer(
                catalog,
                statement,
                ("statement", "suite", "round", "vendor", "gpus", "published", "note"),
                statement=value(catalog, statement, "text"),
                suite=word_of(catalog, statement, "suite", "measurement"),
                gpus=Value(data=names, said=(here,)),
                published=text(here.source.published, here),
                note=note(catalog, statement),
            )
        )
    return answers
