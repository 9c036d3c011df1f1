"""What must be said beside published measurements: of one kind of them, or of those of one GPU."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalog import Catalog
from ...catalog.model import natural_key
from ...catalog.model.hardware import Gpu
from ...catalog.model.measurement import KINDS, Caveat, InferenceResult, LocalResult, TrainingResult, VendorRatio
from ..base import NOT_APPLICABLE, Answer, Value, each, question, said
from ..values import gpu_names, one_of, text, whole_or
from .measurement import Result


def _holds(caveat: Caveat, gpu: str, results: list[Result]) -> bool:
    """Does a caveat concern a GPU: does it name the card, or a kind of figures that the card has?"""
    if caveat.gpus:
        return gpu in caveat.gpus
    return any(
        caveat.about == FIGURES[type(result)]
        and caveat.round in (None, getattr(result, "round", None))
        and caveat.division in (None, getattr(result, "division", None))
        for result in results
    )


FIGURES = {
    InferenceResult: "inference",
    TrainingResult: "training",
    LocalResult: "local",
    VendorRatio: "vendor-ratio",
}


def results_of(catalog: Catalog, gpu: str) -> Iterator[Result]:
    """Every published result of one GPU."""
    for kind in FIGURES:
        yield from (result for result in catalog.all(kind) if result.gpu == gpu)


@question(
    "caveat",
    "about",
    "round",
    "division",
    "gpus",
    choices=whole_or(one_of("measurement", KINDS), each(Gpu, "gpu")),
)
def caveats(catalog: Catalog, measurement: str = "", gpu: str = "") -> list[Answer]:
    """What must be said beside the figures; beside those of one kind or one GPU if asked."""
    results = list(results_of(catalog, gpu)) if gpu else []
    answers = []
    for caveat in sorted(catalog.all(Caveat), key=lambda c: (KINDS.index(c.about), natural_key(c.id))):
        if measurement not in ("", caveat.about) or (gpu and not _holds(caveat, gpu, results)):
            continue
        here = said(catalog, caveat)
        answers.append(
            Answer(
                caveat.id,
                {
                    "caveat": Value(data=caveat.text, said=(here,)),
                    "about": Value(word=f"measurement.{caveat.about}"),
                    "round": text(caveat.round),
                    "division": Value(word=f"division.{caveat.division}") if caveat.division else NOT_APPLICABLE,
                    "gpus": text(gpu_names(catalog, caveat.gpus)),
                },
                caveat,
            )
        )
    return answers
