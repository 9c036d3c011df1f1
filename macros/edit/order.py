"""The order of lists and records: natural, each item with its comments."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ..catalog import Problem
from ..catalog.document import Document, Sequence, field_name
from ..catalog.fields import Shape, walk
from ..catalog.model import natural_key
from ..catalog.names import Names
from . import blocks
from .blocks import Lines
from .edits import Edit
from .spans import Span, Spans, spans


def sort_lists(document: Document, shape: Shape, names: Names) -> tuple[list[Edit], list[Problem]]:
    """Natural order, without repeats, for every list that the models call sorted."""
    edits, left = [], []
    where: Spans | None = None
    for path, expected, value in walk(shape, document.root):
        if not expected.sorted or not isinstance(value, Sequence) or not all(isinstance(item, str) for item in value):
            continue
        order = _natural_order(value)
        if order == list(range(len(value))):
            continue
        where = where or spans(document.text)
        whole, items = where.values[path], [where.values[*path, index] for index in range(len(value))]
        arrange = _arrange_in_brackets if whole.style == "[" else _arrange_lines
        if edit := arrange(document.text, whole, items, order):
            edits.append(replace(edit, words=f"{field_name(path)}: sorted"))
        else:
            left.append(document.problem(path, "cannot be sorted with its comments", ("next", "sort it by hand")))
    return edits, left


def _natural_order(values: list[str]) -> list[int]:
    """The indexes of the values in natural order; of equal values the first."""
    first: dict[str, int] = {}
    for index, value in enumerate(values):
        first.setdefault(str(value), index)
    return sorted(first.values(), key=lambda index: natural_key(values[index]))


def _arrange_in_brackets(text: str, whole: Span, items: list[Span], order: list[int]) -> Edit | None:
    """Items of ``[a, b]`` in another order: what stands between them stays. None when comments stand inside."""
    between = [text[a.end : b.start] for a, b in pairwise(items)]
    outside = [text[whole.start : items[0].start], text[items[-1].end : whole.end]]
    if any("#" in part for part in (*between, *outside)):
        return None
    out = ""
    for position, index in enumerate(order):
        out += (between[position - 1] if position else "") + text[items[index].start : items[index].end]
    return Edit(items[0].start, items[-1].end, out)


def _arrange_lines(text: str, whole: Span, items: list[Span], order: list[int]) -> Edit | None:
    """Items on lines of their own in another order, with their comments. None when a repeat carries a comment."""
    block = blocks.cut(Lines(text), whole, items)
    if block is None:
        return None
    dropped = set(range(len(items))) - set(order)
    if any("#" in line for index in dropped for line in block.items[index]):
        return None
    block.items = [block.items[index] for index in order]
    block.gaps = block.gaps[: len(order) - 1]
    return Edit(block.start, block.end, block.text())


def sort_records(document: Document, shape: Shape, names: Names) -> tuple[list[Edit], list[Problem]]:
    """The records of a list file in the order of their ids, each with its comments."""
    records = document.root
    if shape.form != "list" or not isinstance(records, Sequence):
        return [], []
    ids = [record.get("id") if isinstance(record, dict) else None for record in records]
    if not all(isinstance(key, str) for key in ids):
        return [], []
    order = sorted(range(len(ids)), key=lambda index: natural_key(ids[index]))
    if order == list(range(len(ids))):
        return [], []
    where = spans(document.text).values
    block = blocks.cut(Lines(document.text), where[()], [where[index,] for index in range(len(ids))])
    if block is None:
        hint = ("next", "begin each record on a line of its own with a hyphen")
        return [], [document.problem((), "the records cannot be sorted", hint)]
    block.items = [block.items[index] for index in order]
    return [Edit(block.start, block.end, block.text(), "records sorted")], []
