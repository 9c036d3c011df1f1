"""Ways through the catalogue for rules: every record, every fact inside, every value that names a record."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from .catalog import Catalog, Place
from .document import Path_
from .fields import Shape, field_shape
from .model import Fact, Record


def every_record(catalog: Catalog) -> Iterator[tuple[Record, Place]]:
    for name, records in catalog.records.items():
        for key, record in records.items():
            yield record, catalog.places[name, key]


def every_fact(record: Record, path: Path_ = ()) -> Iterator[tuple[Fact, Path_]]:
    """The record, and the facts inside it, with the path to each."""
    if isinstance(record, Fact):
        yield record, path
    for name in _nested_fields(type(record)):
        held = getattr(record, name)
        for index, item in enumerate(held if isinstance(held, list) else [held]):
            if isinstance(item, Record):
                yield from every_fact(item, (*path, name, index) if isinstance(held, list) else (*path, name))


@lru_cache
def _nested_fields(kind: type[Record]) -> tuple[str, ...]:
    """Fields that hold a record or a list of records."""
    shapes = ((name, field_shape(kind, name)) for name in kind.model_fields)
    return tuple(
        name for name, shape in shapes if shape.record or (shape.items and shape.form == "list" and shape.items.record)
    )


def references(record: Record) -> Iterator[tuple[Path_, str, str]]:
    """Every (path, id, collection) that a record refers to, however deep."""
    for path, shape, key in marked(record, "ref"):
        yield path, key, shape.ref


def marked(record: Record, mark: str, path: Path_ = ()) -> Iterator[tuple[Path_, Shape, Any]]:
    """Every value of a record whose Shape has the mark ``ref`` or ``sorted``, with its path."""
    for name, written, shape in _fields_with(type(record), mark):
        yield from _marked_in(getattr(record, name), shape, mark, (*path, written))


def _marked_in(held: Any, shape: Shape, mark: str, path: Path_) -> Iterator[tuple[Path_, Shape, Any]]:
    if held is None or shape.form == "any":
        return
    if shape.record:
        yield from marked(held, mark, path)
    elif getattr(shape, mark):
        yield path, shape, held
    elif shape.form == "list" and shape.items:
        for index, item in enumerate(held):
            yield from _marked_in(item, shape.items, mark, (*path, index))
    elif shape.form == "mapping" and shape.keys and shape.items:
        for key, item in held.items():
            yield from _marked_in(key, shape.keys, mark, (*path, key))
            yield from _marked_in(item, shape.items, mark, (*path, key))


@lru_cache
def _fields_with(kind: type[Record], mark: str) -> tuple[tuple[str, str, Shape], ...]:
    """The fields of a model in which the mark can occur: name, name as written, Shape."""
    return tuple(
        (name, info.alias or name, shape)
        for name, info in kind.model_fields.items()
        if _can_hold(shape := field_shape(kind, name), mark)
    )


def _can_hold(shape: Shape, mark: str) -> bool:
    if shape.record:
        return bool(_fields_with(shape.record, mark))
    inside = (part for part in (shape.keys, shape.items) if part)
    return bool(getattr(shape, mark)) or any(_can_hold(part, mark) for part in inside)
