"""The text of a data file as such: line ends, trailing blanks, the line that names its schema to editors."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..catalog import load
from ..catalog.model import Record
from . import blocks
from .blocks import Lines
from .spans import spans

TRAILING = re.compile(r"(?<!\\)[ \t]+$", re.M)
TRAILING_TAB = re.compile(r"[ \t]*\t[ \t]*$", re.M)


def clean(text: str) -> tuple[str, list[str]]:
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


def name_schema(text: str, kind: type[Record]) -> tuple[str, list[str]]:
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
