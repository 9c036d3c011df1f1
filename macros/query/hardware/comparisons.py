"""Questions that put two pieces of hardware side by side, every figure from a published result."""

from __future__ import annotations

from ...catalog import Catalog
from ...catalog.model.measurement import Comparison, LocalResult
from ..base import UNKNOWN, Answer, Value, each, question, record_answer, said
from ..values import note, text


@question("model", "left", "right", "note", choices=each(Comparison, "comparison"))
def comparison_rows(catalog: Catalog, comparison: str) -> list[Answer]:
    """Two pieces of hardware side by side, every figure from a published result."""
    asked = catalog.get(Comparison, comparison)
    return [
        Answer(
            row.model,
            {
                "model": Value(data=row.model),
                "left": _figures(catalog, row.left),
                "right": _figures(catalog, row.right),
                "note": text(row.note),
            },
            asked,
        )
        for row in asked.rows
    ]


def _figures(catalog: Catalog, keys: list[str]) -> Value:
    """Results as short texts: speed, power, program, and where it did not run on the GPU alone."""
    if not keys:
        return UNKNOWN
    results = [catalog.get(LocalResult, key) for key in keys]
    texts = []
    for result in results:
        backend = {"hip": "HIP", "vulkan": "Vulkan"}.get(result.backend or "", "")
        how = " ".join(filter(None, (result.program, backend, f"ROCm {result.rocm}" if result.rocm else "")))
        where = {"cpu": "CPU", "gpu-and-cpu": "GPU + CPU"}.get(result.ran_on or "", "")
        power = f"{result.power_w:.10g} W" if result.power_w is not None else ""
        speed = f"{result.generation_tokens_per_s:.10g} tokens/s"
        texts.append(f"{speed} ({'; '.join(filter(None, (power, how, where)))})")
    return Value(data=tuple(texts), said=tuple(dict.fromkeys(said(catalog, result) for result in results)))


@question("title", "left", "right", "reading", "note")
def comparisons(catalog: Catalog) -> list[Answer]:
    """The comparisons there are, and what can be read from each."""
    columns = ("title", "left", "right", "reading", "note")
    return [record_answer(catalog, asked, columns, note=note(catalog, asked)) for asked in catalog.all(Comparison)]
