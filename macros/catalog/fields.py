"""What the models say about each place of a data file: the one reading of type annotations.

``fix``, ``new`` and the field reference need to know what a field is before anything is validated: is it a text or
a number, which kind of record does its id name, does it stand in quotes, is it sorted? A Shape says so.
"""

from __future__ import annotations

import datetime
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import get_annotations
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import WithJsonSchema

from .document import Path_
from .model import Record, Ref
from .model.base import Quoted, Sorted


@dataclass(frozen=True)
class Shape:
    """What is expected at one place.

    ``form`` is text, number, date, word, list, mapping, record, or any (the models do not say). ``title`` is what
    the models call a text ("version", "id"); ``whole`` is true of numbers without decimals.
    """

    form: str
    title: str = ""
    ref: str = ""
    quoted: bool = False
    sorted: bool = False
    whole: bool = False
    words: tuple[str, ...] = ()
    keys: Shape | None = None
    items: Shape | None = None
    record: type[Record] | None = None


@dataclass(frozen=True)
class Field:
    """A field as people write it. ``default`` is None where it is required or has none."""

    name: str
    shape: Shape
    required: bool
    description: str
    default: Any


ANY = Shape("any")
TEXT = Shape("text")


def shape_of(annotation: Any, notes: tuple[Any, ...] = ()) -> Shape:
    """The shape of a type; ``notes`` are marks that stand outside of it."""
    if get_origin(annotation) is Annotated:
        inner, *own = get_args(annotation)
        return shape_of(inner, (*own, *notes))
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        real = [argument for argument in arguments if argument is not type(None)]
        return shape_of(real[0], notes) if len(real) == 1 else ANY
    if origin is list:
        return Shape("list", sorted=any(isinstance(note, Sorted) for note in notes), items=shape_of(arguments[0]))
    if origin is dict:
        return Shape("mapping", keys=shape_of(arguments[0]), items=shape_of(arguments[1]))
    if origin is Literal:
        return Shape("word", words=tuple(str(word) for word in arguments))
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return Shape("record", record=annotation)
    if annotation in (int, float):
        return Shape("number", whole=annotation is int)
    if annotation is datetime.date:
        return Shape("date", title="date")
    if annotation is not str:
        return ANY
    return Shape(
        "text",
        title=next((note.json_schema.get("title", "") for note in notes if _names_itself(note)), ""),
        ref=next((note.collection for note in notes if isinstance(note, Ref)), ""),
        quoted=any(isinstance(note, Quoted) for note in notes),
    )


def _names_itself(note: Any) -> bool:
    return isinstance(note, WithJsonSchema) and note.json_schema is not None


@cache
def fields(record: type[Record]) -> Mapping[str, Field]:
    """The fields of a record that people write, its own before those it shares with others.

    A field that the file's name fills in is not among them.
    """
    stem = record.collection.stem if record.collection else ""
    own_first = sorted(record.model_fields, key=lambda name: _distance(record, name))
    out = {}
    for name in own_first:
        info = record.model_fields[name]
        if name == stem:
            continue
        written = info.alias or name
        default = None if info.is_required() else info.get_default()
        out[written] = Field(
            written,
            field_shape(record, name),
            info.is_required(),
            info.description or "",
            default,
        )
    return out


def field_shape(record: type[Record], name: str) -> Shape:
    """The shape of a field by its name in Python, also of one that the file's name fills in."""
    info = record.model_fields[name]
    return shape_of(info.annotation, tuple(info.metadata))


def _distance(record: type[Record], name: str) -> int:
    """How many classes above ``record`` the field is defined."""
    owners = (get_annotations(owner) for owner in record.__mro__)
    return next(index for index, annotations in enumerate(owners) if name in annotations)


def shape_of_file(kind: type[Record]) -> Shape:
    """The shape of a file that holds records of this kind."""
    assert kind.collection
    one = Shape("record", record=kind)
    return one if kind.collection.single else Shape("list", items=one)


def inside(shape: Shape, key: str | int) -> Shape:
    """The shape of the value at ``key`` of a mapping, record or list; ANY where the models do not say."""
    if shape.record and isinstance(key, str):
        known = fields(shape.record).get(key)
        return known.shape if known else ANY
    fits = shape.form == ("list" if isinstance(key, int) else "mapping")
    return shape.items if fits and shape.items else ANY


def walk(shape: Shape, value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Shape, Any]]:
    """Every value of a document that was read, with its path and shape, outer ones first."""
    yield path, shape, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from walk(inside(shape, key), inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from walk(inside(shape, index), inner, (*path, index))


def walk_keys(shape: Shape, value: Any) -> Iterator[tuple[Path_, Shape, str]]:
    """Every key of a document that was read, with the path of its value and the shape of the key."""
    for path, expected, inner in walk(shape, value):
        if isinstance(inner, dict):
            for key in inner:
                yield (*path, key), expected.keys or TEXT, key


def in_words(shape: Shape) -> str:
    """A shape as people say it: ``sorted list of ids in gpus``."""
    if shape.ref:
        return f"id in {shape.ref}"
    if shape.words == ("yes", "no"):
        return '"yes" or "no"'
    if shape.words:
        return "one of: " + ", ".join(shape.words)
    if shape.form == "number":
        return "whole number" if shape.whole else "number"
    if shape.form == "list" and shape.items:
        return f"{'sorted ' if shape.sorted else ''}list: {in_words(shape.items)}"
    if shape.form == "mapping" and shape.keys and shape.items:
        return f"mapping: {in_words(shape.keys)} to {in_words(shape.items)}"
    if shape.record:
        return shape.record.__name__
    return shape.title or shape.form
