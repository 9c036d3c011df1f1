"""Reads the matrices of built pages: rows by key, notes by mark, what a cell says without its marks."""

from __future__ import annotations

import copy
import re
from typing import Any

SKIPPED = ("is-not-applicable", "is-unknown")
"""What a cell of a short entry need not say."""


def classes(element: Any) -> frozenset[str]:
    return frozenset((element.get("class") or "").split())


def tidy(element: Any) -> str:
    return re.sub(r"\s+", " ", "".join(element.itertext())).strip()


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-")


def drop(element: Any) -> None:
    """Take an element out of its place; the text behind it stays."""
    parent, before, tail = element.getparent(), element.getprevious(), element.tail
    if tail and before is not None:
        before.tail = (before.tail or "") + tail
    elif tail:
        parent.text = (parent.text or "") + tail
    parent.remove(element)


def ident_of(matrix: Any) -> str:
    """The id of the table in a matrix: what it answers and the choice."""
    return (matrix.get("id") or "").removesuffix("-table")


class Table:
    """The rows and notes of a matrix as it was built."""

    def __init__(self, matrix: Any):
        self.matrix = matrix
        table = matrix.find(".//table")
        self.head = [tidy(cell) for cell in table.iterfind("thead/tr/th")]
        self.rows = [
            ((row.get("id") or "").partition("--")[2] or str(number), list(row))
            for number, row in enumerate(table.iterfind("tbody/tr"))
        ]
        self.notes = {item.get("id"): item for item in matrix.iter("li") if item.get("id")}
        source = matrix.xpath('./p[contains(@class, "matrix-source")]')
        self.source = source[0] if source else None


def content(cell: Any, tag: str, kept: tuple[str, ...] = ()) -> Any:
    """What a cell holds, without its marks, in another element with these of its attributes."""
    new = copy.deepcopy(cell)
    for one in [one for one in new.iter("span", "a") if {"marks", "mark"} & classes(one)]:
        if one.getparent() is not None:
            drop(one)
    new.tag, new.tail = tag, None
    for name in set(new.attrib) - set(kept):
        del new.attrib[name]
    if len(new):
        new[-1].tail = (new[-1].tail or "").rstrip() or None
    elif new.text:
        new.text = new.text.rstrip()
    return new


def says(cell: Any) -> bool:
    return not any(css in classes(cell) for css in SKIPPED) and bool(tidy(content(cell, "td")))
