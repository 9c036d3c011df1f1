"""Rules about what compiler targets compute in."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator

from ...catalog import Catalog, Problem
from ...catalog.model.compute import AttentionBackend, MatrixUnits
from ...catalog.model.hardware import Architecture, Target

Problems = Iterator[Problem]

FP8 = {"fnuz": "fp8-fnuz", "ocp": "fp8-ocp"}
"""The format that an architecture's FP8 encoding is."""


def one_answer_per_target_and_format(catalog: Catalog, today: datetime.date) -> Problems:
    """A target stands in one record of matrix units, a format in one of its lists, and no units compute in nothing."""
    owner: dict[str, str] = {}
    for units in catalog.all(MatrixUnits):
        place = catalog.place(units)
        for index, target in enumerate(units.targets):
            other = owner.setdefault(target, units.id)
            if other != units.id:
                yield place.problem(("targets", index), f"{target} already stands in {other}", ("next", "keep one"))
        named = Counter([*units.native, *units.emulated, *units.absent])
        twice = [key for key, times in named.items() if times > 1]
        if twice:
            yield place.problem((), f"{', '.join(twice)}: in two lists", ("expected", "native, emulated or absent"))
        if units.instructions == "none" and (units.native or units.emulated):
            yield place.problem(("instructions",), "no matrix instructions, yet formats they compute in")


def fp8_follows_from_architecture(catalog: Catalog, today: datetime.date) -> Problems:
    """The FP8 format of a target's matrix units is that of its architecture."""
    targets, architectures = catalog.by_id(Target), catalog.by_id(Architecture)
    for units in catalog.all(MatrixUnits):
        for target in units.targets:
            known = targets.get(target)
            architecture = architectures.get(known.architecture or "") if known else None
            if architecture is None or architecture.fp8 == "unknown":
                continue
            expected = {FP8[architecture.fp8]} if architecture.fp8 in FP8 else set()
            found = set(units.native) & set(FP8.values())
            if found != expected:
                yield catalog.place(units).problem(
                    ("native",),
                    f"{target} computes in {', '.join(sorted(found)) or 'no FP8'}, its architecture says "
                    f"{architecture.fp8}",
                    ("next", f"mend one: data/architectures.yaml, {architecture.id}"),
                )


def a_target_has_kernels_once(catalog: Catalog, today: datetime.date) -> Problems:
    """A target has kernels of an attention backend, or has them behind a switch that is named: never both."""
    for backend in catalog.all(AttentionBackend):
        both = set(backend.targets) & set(backend.experimental)
        if both:
            yield catalog.place(backend).problem(
                ("experimental",), f"{', '.join(sorted(both))}: in targets too", ("next", "keep one")
            )
        if bool(backend.experimental) != bool(backend.switch):
            yield catalog.place(backend).problem(("switch",), "experimental targets and a switch go together")
