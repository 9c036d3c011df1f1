"""Questions about number formats: which compiler target computes in which, and what they are called."""

from __future__ import annotations

from ...catalog import Catalog
from ...catalog.model.compute import MatrixUnits, NumberFormat
from ...catalog.model.hardware import Architecture, Target
from ..base import UNKNOWN, Answer, Value, each, question, said, value
from ..values import noted, text


def by_size(catalog: Catalog) -> list[NumberFormat]:
    """Floating point before whole numbers, the widest first."""
    return sorted(catalog.all(NumberFormat), key=lambda one: (one.integer, -one.bits))


def units_of(catalog: Catalog, target: str) -> MatrixUnits | None:
    """The matrix units of a target; None when no record names it."""
    return next((units for units in catalog.all(MatrixUnits) if target in units.targets), None)


def computes(catalog: Catalog, units: MatrixUnits | None, key: str) -> Value:
    """Do the matrix units compute in a format? Unknown when no list of theirs names it."""
    for status in ("native", "emulated", "absent"):
        if units and key in getattr(units, status):
            return Value(status=status, said=(said(catalog, units),))
    return Value(status="unknown")


def matrix_instructions(catalog: Catalog, target: str) -> Value:
    """The family of matrix instructions of a target."""
    units = units_of(catalog, target)
    if units is None:
        return UNKNOWN
    return noted(Value(word=f"matrix.{units.instructions}", said=(said(catalog, units),)), units)


@question("target", "architecture", "wave_sizes", "instructions")
def target_formats(catalog: Catalog) -> list[Answer]:
    """Compiler target x number format: do its matrix units compute in it?"""
    answers = []
    for target in catalog.all(Target):
        architecture = catalog.by_id(Architecture).get(target.architecture or "")
        units = units_of(catalog, target.id)
        answers.append(
            Answer(
                target.id,
                {
                    "target": Value(data=target.id, ref=("targets", target.id), code=True),
                    "architecture": Value(data=architecture.name, said=(said(catalog, target, "architecture"),))
                    if architecture
                    else UNKNOWN,
                    "wave_sizes": value(catalog, architecture, "wave_sizes") if architecture else UNKNOWN,
                    "instructions": matrix_instructions(catalog, target.id),
                    **{f"number_formats/{one.id}": computes(catalog, units, one.id) for one in by_size(catalog)},
                },
                units or target,
            )
        )
    return answers


def _names(catalog: Catalog, one: NumberFormat) -> dict[str, Value]:
    here = said(catalog, one)
    return {
        "number_format": noted(Value(data=one.name, said=(here,)), one),
        "hip": text(tuple(one.hip), here, code=True),
        "dtypes": text(tuple(one.dtypes), here, code=True),
    }


@question("number_format", "bits", "vector", "hip", "dtypes")
def number_formats(catalog: Catalog) -> list[Answer]:
    """The number formats, whether vector units compute in them, and what they are called in HIP and PyTorch."""
    return [
        Answer(
            one.id,
            {
                **_names(catalog, one),
                "bits": value(catalog, one, "bits"),
                "vector": value(catalog, one, "vector"),
            },
            one,
        )
        for one in by_size(catalog)
    ]


@question("number_format", "computed", "hip", "dtypes", choices=each(Target, "target"))
def formats(catalog: Catalog, target: str) -> list[Answer]:
    """The number formats and whether the matrix units of one compiler target compute in them."""
    units = units_of(catalog, target)
    return [
        Answer(one.id, {**_names(catalog, one), "computed": computes(catalog, units, one.id)}, units or one)
        for one in by_size(catalog)
    ]
