"""The question that puts GPUs beside each other, one column a GPU."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalog import Catalog
from ...catalog.model import natural_key
from ...catalog.model.hardware import Gpu, Target
from ..base import UNKNOWN, Answer, Value, question, said
from .specifications import SPECIFICATIONS, specification


def _pairs(catalog: Catalog) -> Iterator[dict[str, str]]:
    """The first two GPUs of each target."""
    for target in catalog.all(Target):
        same = [gpu.id for gpu in catalog.all(Gpu) if gpu.target == target.id][:2]
        if len(same) > 1:
            yield {"gpus": " ".join(same)}


@question("field", choices=_pairs)
def gpus_compared(catalog: Catalog, gpus: str) -> list[Answer]:
    """The specifications of several GPUs, named by their ids with blanks between; without rows that none has."""
    cards = [catalog.get(Gpu, key) for key in gpus.split()]
    rows: dict[str, tuple[Value, list[Value]]] = {}
    names = [name for name in SPECIFICATIONS if name not in ("peak_tflops", "vgpr_note")]
    names[names.index("architecture") + 1 : names.index("architecture") + 1] = ["wave_sizes", "fp8"]
    for name in names:
        found = [specification(catalog, card, name) for card in cards]
        if not all(one.unknown or not one.applies for one in found):
            rows[name] = Value(word=f"field.{name}"), found
    formats = {data_type for card in cards for data_type in card.peak_tflops}
    for data_type in sorted(formats, key=natural_key):
        found = [_peak(catalog, card, data_type) for card in cards]
        label = data_type.removesuffix("_tops").replace("_", " ")
        rows[f"peak-{data_type}"] = Value(word="field.peak_tflops", data=label), found
    return [
        Answer(key, {"field": label, **{f"gpus/{card.id}": one for card, one in zip(cards, found, strict=True)}})
        for key, (label, found) in rows.items()
    ]


def _peak(catalog: Catalog, card: Gpu, data_type: str) -> Value:
    figure = card.peak_tflops.get(data_type)
    if figure is None:
        return UNKNOWN
    unit = "TOPS" if "int" in data_type else "TFLOPS"
    return Value(data=figure, unit=unit, said=(said(catalog, card, f"peak_tflops.{data_type}"),))
