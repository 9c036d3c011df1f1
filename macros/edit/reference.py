"""The page that lists every field of the data files, made from the models; compared with them like the schemas."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from ..catalog import Problem, model
from ..catalog.fields import Shape, fields, in_words
from ..catalog.model import Fact, Record
from ..files.writing import write_whole
from .schema import NEXT, ORIGIN, STALE

PLACE = "docs/en/contributing/data.md"

HEAD = f"""---
title: Fields of the data files
description: Every file in data/, every field that can stand there, and the form it has.
---

<!-- {ORIGIN} -->

# Fields of the data files

Facts live in `data/`, one kind of thing per file or folder. `python -m macros new gpu "Radeon RX 9070"` begins a
record, `python -m macros fix` brings files into their form, `python -m macros check` says what is wrong.

- Records of a file stand in the order of their ids, numbers as numbers. Comment lines directly above a record move
  with it; a comment with a blank line below it stays where it is.
- A text that a program could read as a number, date or yes/no stands in quotes; a version always does: `"7.10"`.
  Numbers stand without quotes, without units.
- A date is `"2026-12-01"`; where less is known, a year or a month.
- Nothing that follows from something else is written. A field that is not known is left out, never empty.
"""


def reference() -> str:
    """The text of the page: each kind of record with its files and fields, then the parts that records are made of."""
    sections = [HEAD, *(_section(kind) for kind in model.RECORDS), "## Parts of records\n"]
    sections.append(f"### Fact {{#part-fact}}\n\n{_purpose(Fact)}\n\n{_table(Fact)}")
    sections += [f"### {part.__name__} {{#{_anchor(part)}}}\n\n{_purpose(part)}\n\n{_table(part)}" for part in _parts()]
    return "\n".join(sections)


def write_reference(root: Path) -> bool:
    """Write the page below the checkout ``root``; did that change it?"""
    return write_whole(root / PLACE, reference())


def reference_stale(root: Path) -> list[Problem]:
    """A problem when the page is not what the models say."""
    path = root / PLACE
    if path.is_file() and path.read_text("utf-8") == reference():
        return []
    return [Problem(PLACE, 0, 0, "", STALE, (NEXT,))]


def _section(kind: type[Record]) -> str:
    collection = kind.collection
    assert collection
    holds = "One record." if collection.single else "A list of records, sorted by id."
    if collection.single and collection.folder:
        holds = "One record a file."
    stem = f" The file's name is its `{collection.stem}`." if collection.stem else ""
    files = f"File: `data/{collection.files}`. {holds}{stem}"
    return f"## {collection.name}\n\n{_purpose(kind)}\n\n{files}\n\n{_table(kind)}"


def _purpose(record: type[Record]) -> str:
    return _literal(" ".join(inspect.cleandoc(record.__doc__ or "").split()))


def _table(record: type[Record]) -> str:
    """The fields of a record; those of every fact are told once."""
    is_fact = issubclass(record, Fact) and record is not Fact
    own = [field for field in fields(record).values() if not (is_fact and field.name in fields(Fact))]
    lines = ["| Field | Form | Required | Meaning |", "| --- | --- | --- | --- |"] if own else []
    for field in own:
        required = "yes" if field.required else ""
        lines.append(f"| `{field.name}` | {_form(field.shape)} | {required} | {_literal(field.description)} |")
    if is_fact:
        lines += ["", "And the fields of a [fact](#part-fact)."]
    return "\n".join(lines) + "\n"


def _form(shape: Shape) -> str:
    """The form in words, parts linked to their tables."""
    text = _literal(in_words(shape))
    part = _record_in(shape)
    return re.sub(rf"\b{part.__name__}\b", f"[{part.__name__}](#{_anchor(part)})", text) if part else text


def _record_in(shape: Shape) -> type[Record] | None:
    return shape.record or (_record_in(shape.items) if shape.items else None)


def _parts() -> list[type[Record]]:
    """Records that are parts of others, by name."""
    found: set[type[Record]] = set()
    for kind in model.RECORDS:
        found |= set(_parts_of(kind, found))
    return sorted(found, key=lambda part: (part.__name__, part.__module__))


def _parts_of(record: type[Record], known: set[type[Record]]) -> Iterator[type[Record]]:
    for field in fields(record).values():
        part = _record_in(field.shape)
        if part and part not in known:
            yield part
            yield from _parts_of(part, {*known, part})


def _anchor(part: type[Record]) -> str:
    """Where the table of a part is; parts of one name in two modules are told apart."""
    module = part.__module__.rsplit(".", 1)[-1]
    return f"part-{module}-{part.__name__}".lower()


LITERAL = {ord("&"): "&amp;", ord("<"): "&lt;", **{ord(special): f"\\{special}" for special in "\\`*_{}[]|"}}


def _literal(text: str) -> str:
    """A text that Markdown shows as it is."""
    return text.translate(LITERAL)
