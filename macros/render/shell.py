"""Continues long command lines with backslashes, so that they are read whole on paper and copied as they run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

COLUMNS = 78
"""A line of this many signs fits on paper and in a terminal."""

INDENT = "    "
HERE_TEXT = re.compile(r"<<-?\s*(['\"]?)(\w+)\1")
BEFORE_ITS_WORD = re.compile(r"\||\|\||&&|\d?>>?|<|-{1,2}[\w-]*")
"""Signs and options that stay on one line with the word behind them."""


@dataclass
class Word:
    """A word as the shell takes it. ``parts`` is the same word, parted where it may go on in a next line if it must:
    (text, whether a quotation goes on there, so that nothing may stand before it)."""

    parts: list[tuple[str, bool]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(text for text, _ in self.parts)


def continued(lines: Iterable[str], columns: int = COLUMNS) -> list[str]:
    """The lines, those that are too long in several that mean the same; what cannot be parted stays as it is.

    The text of here documents stands as it is.
    """
    out: list[str] = []
    end = ""
    for line in lines:
        inside = bool(out) and out[-1].endswith("\\")
        if end or len(line) <= columns:
            out.append(line)
        elif line.lstrip().startswith("#"):
            out += _remark(line, columns)
        else:
            out += _command(line, columns, "" if inside else INDENT)
        if end:
            end = "" if line.strip() == end else end
        elif found := HERE_TEXT.search(line):
            end = found[2]
    return out


def _remark(line: str, columns: int) -> Iterator[str]:
    before = line[: len(line) - len(line.lstrip())] + "#"
    part = before
    for word in line.strip().removeprefix("#").split():
        if part != before and len(part) + 1 + len(word) > columns:
            yield part
            part = before
        part += f" {word}"
    yield part


def _command(line: str, columns: int, more: str) -> Iterator[str]:
    """The lines of one; ``more`` is how much further in than the first those behind it stand."""
    indent = line[: len(line) - len(line.lstrip())]
    room = columns - len(indent) - len(more) - 2
    part = ""
    pieces = list(_pieces(_words(line.strip()), room))
    for number, (text, quoted) in enumerate(pieces):
        last = number == len(pieces) - 1
        if not part:
            part = indent + text
        elif len(part) + 1 + len(text) + (0 if last else 2) <= columns:
            part += f" {text}"
        else:
            yield f"{part} \\"
            part = text if quoted else indent + more + text
    yield part


def _pieces(words: Iterable[Word], room: int) -> Iterator[tuple[str, bool]]:
    """What stays on one line: an option with its value, a sign with its command; the parts of what is too long."""
    held = ""
    for word in words:
        together = f"{held} {word.text}" if held else word.text
        if BEFORE_ITS_WORD.fullmatch(word.text) and (not held or not held.startswith("-")):
            held = together
        elif held.startswith("-") and word.text.startswith("-"):
            yield held, False
            held = word.text if BEFORE_ITS_WORD.fullmatch(word.text) else ""
            if not held:
                yield word.text, False
        elif len(together) <= room:
            yield together, False
            held = ""
        else:
            if held:
                yield held, False
                held = ""
            yield from word.parts
    if held:
        yield held, False


def _words(line: str) -> Iterator[Word]:
    """The words of a line. A blank in quotes or in ``$( )`` does not end one."""
    word, text = Word(), ""
    quote, depth, quoted = "", 0, False
    escaped = False
    for sign in line:
        if sign == " " and not escaped and quote != "'" and (text or not quote):
            if text:
                word.parts.append((text, quoted))
            text, quoted = "", quote == '"'
            if not quote and not depth and word.parts:
                yield word
                word = Word()
            continue
        text += sign
        if escaped:
            escaped = False
        elif sign == "\\":
            escaped = True
        elif quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        else:
            depth += (sign == "(") - (sign == ")")
    word.parts.append((text, quoted))
    yield word
