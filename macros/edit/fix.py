"""Puts data files into their one form by editing the text in place: comments, blank lines and key order stay.

What is not safe is left alone and said. Doing it twice gives the same, and what was done never changes what the file
means: that is verified before anything is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from ..catalog import Problem, load
from ..catalog.fields import TEXT, Shape, inside, shape_of_file, walk, walk_keys
from ..catalog.load import Document, Path_, Plain, Sequence, field_name, looks_like_other
from ..catalog.model import Record, natural_key
from ..catalog.model.base import DECIMAL, INTEGER
from ..catalog.names import Names, canonical, data_files, names_of
from ..files.writing import write_whole
from . import blocks
from .blocks import Lines
from .spans import Span, Spans, spans


@dataclass(frozen=True)
class Fixed:
    """A file after fixing: its new text, what changed in it (in words) and what was left for people to mend."""

    file: str
    text: str
    changes: tuple[str, ...] = ()
    left: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Edit:
    """Text to put in the place of what stands from ``start`` to ``end``; no words where it goes without saying."""

    start: int
    end: int
    text: str
    words: str = ""


def fix_folder(root: Path) -> list[Fixed]:
    """Fix every file below ``root`` (a data folder): those that changed, or that hold something people must mend.

    Each file is replaced whole. A file that cannot be written is left and said.
    """
    documents = [(kind, path, load.read(path, root.parent)) for kind, path in data_files(root)]
    names = names_of((kind, document) for kind, _, document in documents)
    out = []
    for kind, path, document in documents:
        if not document.text:
            if document.problems:
                out.append(Fixed(document.file, "", left=tuple(document.problems)))
            continue
        fixed = fix_text(path.read_bytes().decode("utf-8"), kind, names, document.file)
        if fixed.changes:
            try:
                write_whole(path, fixed.text)
            except OSError as error:
                problem = Problem(document.file, 0, 0, "", f"cannot be written: {error.strerror}")
                fixed = replace(fixed, changes=(), left=(problem,))
        if fixed.changes or fixed.left:
            out.append(fixed)
    return out


def fix_text(text: str, kind: type[Record], names: Names | None = None, file: str = "") -> Fixed:
    """The text of a file of ``kind`` in its one form. ``names`` are the ids and aliases that references may mean.

    A text with faults that no program can mend for sure comes back as it is, with the faults.
    """
    shape, names = shape_of_file(kind), names or {}
    file = file or f"data/{kind.collection.files}"  # type: ignore[union-attr]
    new, changes = _clean(text)
    document = load.parse(file, new)
    if document.problems and document.root is not None:
        new, words = _apply(new, _quote_keys(new))
        changes += words
        document = load.parse(file, new)
    if document.problems or document.root is None:
        return Fixed(file, text, left=tuple(_by_hand(problem) for problem in document.problems))
    steps = (_mend_scalars, _sort_lists, _sort_records)
    left = []
    for step in steps:
        edits, unsafe = step(document, shape, names)
        left += unsafe
        if edits:
            new, words = _apply(new, edits)
            changes += words
            document = load.parse(file, new)
    new, words = _name_schema(new, kind)
    changes += words
    if new == text:
        return Fixed(file, text, left=tuple(left))
    document = load.parse(file, new)
    left = [problem for step in steps for problem in step(document, shape, names)[1]]
    if _meaning(shape, document.root, names) != _meaning(shape, _read_as_it_was(file, text), names):
        problem = Problem(file, 0, 0, "", "cannot be fixed without a change of meaning", (("next", "mend it by hand"),))
        return Fixed(file, text, left=(problem, *left))
    return Fixed(file, new, tuple(changes), tuple(left))


def _by_hand(problem: Problem) -> Problem:
    """A problem that fix could not mend, without the advice to run fix."""
    return replace(problem, hints=tuple(hint for hint in problem.hints if "macros fix" not in hint[1]))


def _apply(text: str, edits: list[Edit]) -> tuple[str, list[str]]:
    """The text with all edits made, and their words in the order of the text."""
    edits = sorted(edits, key=lambda edit: edit.start)
    out, at = [], 0
    for edit in edits:
        out += [text[at : edit.start], edit.text]
        at = edit.end
    lines = Lines(text)
    words = [f"line {lines.at(edit.start) + 1}  {edit.words}" for edit in edits if edit.words]
    return "".join([*out, text[at:]]), words


# --- the text itself ---


TRAILING = re.compile(r"(?<!\\)[ \t]+$", re.M)
TRAILING_TAB = re.compile(r"[ \t]*\t[ \t]*$", re.M)


def _clean(text: str) -> tuple[str, list[str]]:
    """Without byte order mark, carriage returns and trailing blanks, and with a last line end.

    Blanks at the end of a line inside a block text (``|``, ``>``) are part of it and stay.
    """
    changes = []
    if text.startswith("\ufeff"):
        text = text[1:]
        changes.append("byte order mark removed")
    if "\r" in text:
        changes.append("line ends made LF")
    unix = load.with_unix_line_ends(text)
    if text and text[-1] not in "\r\n":
        changes.append("last line end added")
    stripped = TRAILING.sub("", unix)
    if stripped != unix:
        lines, kept = stripped.split("\n"), unix.split("\n")
        for index in _lines_of_block_texts(stripped):
            lines[index] = kept[index]
        stripped = "\n".join(lines)
        if stripped != unix:
            changes.append("trailing blanks removed")
    return stripped, changes


def _lines_of_block_texts(text: str) -> Iterator[int]:
    lines = Lines(text)
    for span in spans(text).values.values():
        if span.style and span.style in "|>":
            yield from range(lines.at(span.start) + 1, lines.at(max(span.start, span.end - 1)) + 1)


def _name_schema(text: str, kind: type[Record]) -> tuple[str, list[str]]:
    """The text with a first line that tells editors the schema."""
    right = modeline(kind)
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if blocks.MODELINE.match(line):
            if line == right:
                return text, []
            lines[index] = right
            return "\n".join(lines), [f"line {index + 1}  path of the schema mended"]
        if not line.startswith("#"):
            break
    return f"{right}\n{text}", ["line 1  schema named"]


def modeline(kind: type[Record]) -> str:
    """The comment that names the schema of a data file to editors."""
    assert kind.collection
    up = "../" * (kind.collection.files.count("/") + 1)
    return f"# yaml-language-server: $schema={up}schema/{kind.collection.name}.json"


# --- scalars ---


def _in_quotes(raw: str) -> str:
    """A scalar that was written without quotes, as it stands in the text, in double quotes."""
    return '"' + raw.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _quote_keys(text: str) -> list[Edit]:
    """Quotes for keys that an editor would read as numbers; done first, as reading such a file is refused."""
    return [
        Edit(span.start, span.end, _in_quotes(text[span.start : span.end]), f"{field_name(path)}: key in quotes")
        for path, span in spans(text).keys.items()
        if not span.style and looks_like_other(text[span.start : span.end])
    ]


NOTHING = {"~", "null", "Null", "NULL"}


def _mend_scalars(document: Document, shape: Shape, names: Names) -> tuple[list[Edit], list[Problem]]:
    """Quotes where the models ask for text, none around numbers, ids in the place of aliases."""
    values, keys, left = [], [], []
    for path, expected, value in walk(shape, document.root):
        if not isinstance(value, str):
            continue
        if type(value) is Plain and value in NOTHING and expected.form in TEXTS:
            hint = ("next", "delete the line, or put the word in quotes if it is meant")
            left.append(document.problem(path, f"{value} means nothing here", hint))
        elif mended := _mended(expected, value, type(value) is Plain, names):
            values.append((path, *mended))
    for path, expected, key in walk_keys(shape, document.root):
        mended = _mended(expected, key, True, names)
        # Where an id stands beside its alias, one key must not become the other.
        if mended and (mended[0] or "").strip('"') not in document.at(path[:-1]):
            keys.append((path, *mended))
    if not values and not keys:
        return [], left
    where = spans(document.text)
    edits = [_edit(document.text, where.values[path], path, put, why) for path, put, why in values]
    edits += [_edit(document.text, where.keys[path], path, put, why) for path, put, why in keys]
    return [edit for edit in edits if edit], left


TEXTS = {"text", "word", "date"}


def _mended(expected: Shape, value: str, plain: bool, names: Names) -> tuple[str | None, str] | None:
    """What to write for a scalar (None: what stands there, in quotes) and why; None where it may be as it is."""
    if expected.form == "number":
        right = not plain and (INTEGER if expected.whole else DECIMAL).match(value)
        return (value, f"quotes removed from {value}") if right else None
    if expected.form not in TEXTS:
        return None
    meant = (canonical(names, expected.ref, value) if expected.ref else None) or value
    quotes = expected.quoted or looks_like_other(meant)
    if meant != value:
        return f'"{meant}"' if quotes or not plain else meant, f"{meant} is the id of {value}"
    return (None, f"{value} put in quotes") if plain and quotes and value else None


def _edit(text: str, span: Span, path: Path_, put: str | None, why: str) -> Edit | None:
    """The change of a scalar in the text; None for a block text, and where quotes stand already."""
    if span.style in ("|", ">") or (put is None and span.style):
        return None
    new = _in_quotes(text[span.start : span.end]) if put is None else put
    return Edit(span.start, span.end, new, f"{field_name(path)}: {why}")


# --- order ---


def _sort_lists(document: Document, shape: Shape, names: Names) -> tuple[list[Edit], list[Problem]]:
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


def _sort_records(document: Document, shape: Shape, names: Names) -> tuple[list[Edit], list[Problem]]:
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


# --- meaning ---


def _read_as_it_was(file: str, text: str) -> Any:
    """The root of a text before it was fixed, but for tabs at the ends of lines: with them it cannot be read."""
    text = text.removeprefix("\ufeff")
    for attempt in (text, TRAILING_TAB.sub("", load.with_unix_line_ends(text))):
        document = load.parse(file, attempt)
        if document.root is not None:
            return document.root
    return None


def _meaning(shape: Shape, value: Any, names: Names) -> Any:
    """What a value says, whatever its quotes, its order where order says nothing, and the names it uses."""
    if isinstance(value, dict):
        keys = shape.keys or TEXT
        return [(_means(keys, key, names), _meaning(inside(shape, key), inner, names)) for key, inner in value.items()]
    if isinstance(value, list):
        items = [_meaning(inside(shape, 0), item, names) for item in value]
        if shape.sorted:
            return sorted({repr(item) for item in items})
        return sorted(items, key=repr) if _holds_records_of_a_file(shape) else items
    return _means(shape, value, names)


def _holds_records_of_a_file(shape: Shape) -> bool:
    return bool(shape.items and shape.items.record and shape.items.record.collection)


def _means(shape: Shape, value: Any, names: Names) -> str:
    return (canonical(names, shape.ref, str(value)) if shape.ref else None) or str(value)
