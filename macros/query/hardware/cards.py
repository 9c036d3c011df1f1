"""What several modules of questions say of a card: its place among the others, its target and architecture."""

from __future__ import annotations

from functools import lru_cache

from ...catalog import Catalog
from ...catalog.model import natural_key
from ...catalog.model.hardware import Architecture, Gpu, Target
from ..base import UNKNOWN, Value, said, value

FAMILIES = ("instinct", "radeon-pro", "radeon", "ryzen")


@lru_cache(maxsize=8)
def by_family(catalog: Catalog) -> tuple[Gpu, ...]:
    """All GPUs, family by family, newest names first inside each."""
    order = {family: index for index, family in enumerate(FAMILIES)}
    newest_first = sorted(catalog.all(Gpu), key=lambda gpu: natural_key(gpu.id), reverse=True)
    return tuple(sorted(newest_first, key=lambda gpu: order[gpu.family]))


def target_value(catalog: Catalog, gpu: Gpu) -> Value:
    """The compiler target of a card; unknown when no source gives it."""
    return value(catalog, gpu, "target", ref=("targets", gpu.target), code=True) if gpu.target else UNKNOWN


def architecture_of(catalog: Catalog, gpu: Gpu) -> Architecture | None:
    """By the card's own field where its target stands for several, else by the target."""
    target = catalog.by_id(Target).get(gpu.target or "")
    key = gpu.architecture or (target.architecture if target else None)
    return catalog.by_id(Architecture).get(key or "")


def fp8_value(catalog: Catalog, architecture: Architecture | None) -> Value:
    if architecture is None or architecture.fp8 == "unknown":
        return Value(status="unknown")
    return Value(word=f"fp8.{architecture.fp8}", said=(said(catalog, architecture, "fp8"),))
