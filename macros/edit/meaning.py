"""Compares what two texts of a data file say, however they are written: fixing proves by it that it changed nothing."""

from __future__ import annotations

from typing import Any

from ..catalog import load
from ..catalog.fields import TEXT, Shape, inside
from ..catalog.names import Names, canonical
from .plain_text import TRAILING_TAB


def read_as_it_was(file: str, text: str) -> Any:
    """The root of a text before it was fixed, but for tabs at the ends of lines: with them it cannot be read."""
    text = text.removeprefix("\ufeff")
    for attempt in (text, TRAILING_TAB.sub("", load.with_unix_line_ends(text))):
        document = load.parse(file, attempt)
        if document.root is not None:
            return document.root
    return None


def meaning(shape: Shape, value: Any, names: Names) -> Any:
    """What a value says, whatever its quotes, its order where order says nothing, and the names it uses."""
    if isinstance(value, dict):
        keys = shape.keys or TEXT
        return [(_means(keys, key, names), meaning(inside(shape, key), inner, names)) for key, inner in value.items()]
    if isinstance(value, list):
        items = [meaning(inside(shape, 0), item, names) for item in value]
        if shape.sorted:
            return sorted({repr(item) for item in items})
        return sorted(items, key=repr) if _holds_records_of_a_file(shape) else items
    return _means(shape, value, names)


def _holds_records_of_a_file(shape: Shape) -> bool:
    return bool(shape.items and shape.items.record and shape.items.record.collection)


def _means(shape: Shape, value: Any, names: Names) -> str:
    return (canonical(names, shape.ref, str(value)) if shape.ref else None) or str(value)
