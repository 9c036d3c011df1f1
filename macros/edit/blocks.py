"""A list written by indentation, cut into its items: each keeps the comments that belong to it.

To an item belong the comment lines directly above its hyphen, everything that is indented deeper than the hyphen, and
comments right below it that a blank line parts from the next item. What stands above or below the list with a blank
line between, and the line that names the schema, belongs to nobody and stays.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from .spans import Span

MODELINE = re.compile(r"# yaml-language-server: *\$schema=(\S*)\s*$")
COMMENT = re.compile(r"( *)#")


@dataclass
class Block:
    """The lines of a list. ``gaps`` are the numbers of blank lines between one item and the next."""

    start: int
    """Offset in the text of the first line of ``items``."""
    end: int
    """Offset behind the last line of ``items``."""
    items: list[list[str]] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)

    def text(self) -> str:
        """All lines, as they stand between ``start`` and ``end`` as long as nothing was moved."""
        out = list(self.items[0]) if self.items else []
        for gap, item in zip(self.gaps, self.items[1:], strict=True):
            out += [""] * gap + item
        return "".join(line + "\n" for line in out)


class Lines:
    """The lines of a text, which ends in a line feed, and where each begins."""

    def __init__(self, text: str):
        self.lines = text.split("\n")[:-1]
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def at(self, offset: int) -> int:
        """Index of the line that holds the character at ``offset``."""
        return bisect_right(self.starts, offset) - 1


def cut(lines: Lines, whole: Span, items: list[Span]) -> Block | None:
    """The list at ``whole`` with its ``items`` as a Block, or None when it does not stand on lines of its own."""
    first = lines.at(whole.start)
    column = whole.start - lines.starts[first]
    if lines.lines[first][:column].strip() or not items:
        return None
    hyphen = re.compile(rf" {{{column}}}-(?: |$)")
    hyphens = [_hyphen_of(lines, item, hyphen) for item in items]
    if None in hyphens or len(set(hyphens)) < len(hyphens):
        return None
    end = _end(lines, column, hyphens[-1])  # type: ignore[arg-type]
    lead = _comments_above(lines.lines, first, 0)
    block = Block(lines.starts[lead], lines.starts[end])
    top = lead
    for this, following in zip(hyphens, [*hyphens[1:], None], strict=True):
        if following is None:
            block.items.append(lines.lines[top:end])
            break
        bottom, next_top = _gap(lines.lines, column, this, following)  # type: ignore[arg-type]
        block.items.append(lines.lines[top:bottom])
        block.gaps.append(sum(1 for line in lines.lines[bottom:next_top] if not line))
        top = next_top
    return block if lines.starts[end] - lines.starts[lead] == len(block.text()) else None


def _hyphen_of(lines: Lines, item: Span, hyphen: re.Pattern[str]) -> int | None:
    """The line with the hyphen of an item: that of its value or one above."""
    index = lines.at(item.start)
    while index >= 0 and not hyphen.match(lines.lines[index]):
        index -= 1
    return index if index >= 0 else None


def _end(lines: Lines, column: int, last: int) -> int:
    """The line behind the last line that belongs to the last item, whose hyphen is on line ``last``."""
    end = last + 1
    for index in range(last + 1, len(lines.lines)):
        line = lines.lines[index]
        if line and len(line) - len(line.lstrip(" ")) > column:
            end = index + 1
        elif line.strip() and not COMMENT.match(line):
            break
    return end


def _comments_above(lines: list[str], line: int, top: int) -> int:
    """The first of the comment lines that stand directly above ``line``, not above ``top``."""
    while line > top and COMMENT.match(lines[line - 1]) and not MODELINE.match(lines[line - 1]):
        line -= 1
    return line


def _gap(lines: list[str], column: int, this: int, following: int) -> tuple[int, int]:
    """(line behind the item whose hyphen is on ``this``, first line of the item with the hyphen on ``following``)."""
    bottom = following
    while bottom > this + 1 and _is_between(lines[bottom - 1], column):
        bottom -= 1
    next_top = _comments_above(lines, following, bottom)
    below = bottom
    while below < next_top and lines[below].strip():
        below += 1
    blank = below
    while blank < next_top and not lines[blank].strip():
        blank += 1
    return below, blank


def _is_between(line: str, column: int) -> bool:
    """A blank line, or a comment that is not deeper than the hyphens."""
    comment = COMMENT.match(line)
    return not line.strip() or bool(comment and len(comment[1]) <= column)
