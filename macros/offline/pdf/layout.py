"""Decides how a table is set: size of type, upright or across, in one piece or in parts. Knows widths, no markup."""

from __future__ import annotations

import math
from dataclasses import dataclass

from . import measure

UPRIGHT, ACROSS = 493.0, 762.0
"""Room between the margins of a page, upright and turned, in points; see ``style.typ``."""

SIZES_UPRIGHT, SIZES_ACROSS = (8.0, 7.5), (7.5, 7.0, 6.5)
SMALLEST = 6.5
INSET = 6.0
"""Room left and right of the text of a cell, both together."""

HEAD_ROOM = 16.0
"""The first column, which names the rows, gets this many ems before its text is broken."""

NARROWEST = 4.6
"""No column is narrower in ems, if it has so much to say: Chinese could be broken behind every sign."""

MOST = 0.9
"""The part of the cells of a column that its usual width has room for."""

WIDE = 22.0
"""No column is taken for wider than this many ems when columns are put into groups, if its words allow it."""

LEADING = 1.5
PAGE_HEIGHT = {False: 700.0, True: 460.0}
TALL = 0.4
"""A row that may take more than this part of a page can be broken; every other row stays whole."""


@dataclass(frozen=True)
class Text:
    """What a cell will need: its lines, whether they are code, heavy, and whole: not to be broken."""

    lines: tuple[str, ...]
    mono: bool = False
    heavy: bool = False
    whole: bool = False

    @property
    def natural(self) -> float:
        return max((measure.width(line, self.mono) for line in self.lines), default=0) * self._weight

    @property
    def least(self) -> float:
        if self.whole:
            return self.natural
        return max((measure.longest(line, self.mono) for line in self.lines), default=0) * self._weight

    @property
    def _weight(self) -> float:
        return 1.06 if self.heavy else 1.0


@dataclass(frozen=True)
class Part:
    """A part of a table that is set at once: which columns, how wide in points, which rows may be broken."""

    columns: tuple[int, ...]
    widths: tuple[float, ...]
    tall: frozenset[int]


@dataclass(frozen=True)
class Layout:
    size: float
    across: bool
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Column:
    """What a column needs, in ems: so that no word is broken, for most of its cells, for all of them on one line."""

    least: float
    usual: float
    natural: float


def lay_out(grid: list[list[Text]], room: float = UPRIGHT, turnable: bool = True) -> Layout:
    """``grid`` holds the head and every row. A table in a box (``turnable`` False) cannot turn the page."""
    columns = _columns(grid)
    every = tuple(range(len(columns)))
    options = [(size, False, room) for size in SIZES_UPRIGHT]
    options += [(size, True, ACROSS) for size in SIZES_ACROSS] if turnable else [(SMALLEST, False, room)]
    for size, across, wide in options:
        widths = _spread(columns, size, wide)
        if widths is None:
            continue
        last = (size, across) == options[-1][:2]
        if last or _pleasant(grid, every, widths, size, across or not turnable):
            return Layout(size, across, (_part(grid, every, widths, size, across),))
    size, across, wide = (7.0, True, ACROSS) if turnable else options[-1]
    groups = _groups(columns, size, wide) or _groups(columns, SMALLEST, wide) or [every]
    parts = []
    for group in groups:
        own = [columns[index] for index in group]
        widths = _spread(own, size, wide) or _squeezed(own, size, wide)
        parts.append(_part(grid, group, widths, size, across))
    return Layout(size, across, tuple(parts))


def _columns(grid: list[list[Text]]) -> list[Column]:
    out = []
    for index in range(max(map(len, grid))):
        cells = [row[index] for row in grid if index < len(row)]
        naturals = sorted(cell.natural for cell in cells)
        least = max(cell.least for cell in cells)
        least = max(least, min(naturals[-1], NARROWEST))
        if index == 0:
            least = max(least, min(naturals[-1], HEAD_ROOM))
        usual = max(least, naturals[int(len(naturals) * MOST)])
        out.append(Column(least, usual, max(usual, naturals[-1])))
    return out


def _spread(columns: list[Column], size: float, room: float) -> tuple[float, ...] | None:
    """Widths that fit: as wide as the text, or what is left shared out; None when words do not fit."""
    widths = [column.least * size + INSET for column in columns]
    if sum(widths) > room:
        return None
    for goal in ("usual", "natural"):
        high = [getattr(column, goal) * size + INSET + 1 for column in columns]
        for _ in range(6):  # what one column does not need goes to the others
            left = room - sum(widths)
            wish = [math.sqrt(max(h - w, 0.0) * min(h, 60 * size)) for w, h in zip(widths, high, strict=True)]
            if left < 1 or sum(wish) < 1:
                break
            widths = [min(w + left * s / sum(wish), max(w, h)) for w, s, h in zip(widths, wish, high, strict=True)]
    return tuple(widths)


def _squeezed(columns: list[Column], size: float, room: float) -> tuple[float, ...]:
    low = [column.least * size + INSET for column in columns]
    return tuple(width * min(1.0, room / sum(low)) for width in low)


def _groups(columns: list[Column], size: float, room: float) -> list[tuple[int, ...]] | None:
    """Columns in groups that fit, all about as wide, each with the first column; None when one column does not fit."""
    first, *rest = (min(max(column.least, column.usual), max(column.least, WIDE)) * size + INSET for column in columns)
    if not rest or first + max(rest) > room:
        return None
    for count in range(1, len(rest) + 1):
        goal = sum(rest) / count
        groups: list[list[int]] = [[]]
        used = total = 0.0
        for index, width in enumerate(rest, 1):
            full = first + used + width > room
            even = total >= goal * len(groups) - width / 2 and len(groups) < count
            if groups[-1] and (full or even):
                groups.append([])
                used = 0.0
            groups[-1].append(index)
            used += width
            total += width
        if len(groups) <= count:
            return [(0, *group) for group in groups]
    return None


def _lines(text: Text, width: float, size: float) -> int:
    room = max((width - INSET) / size, 0.1)
    return sum(max(1, math.ceil(measure.width(line, text.mono) * 1.08 / room)) for line in text.lines)


def _height(row: list[Text], columns: tuple[int, ...], widths: tuple[float, ...], size: float) -> float:
    lines = max((_lines(row[i], w, size) for i, w in zip(columns, widths, strict=True) if i < len(row)), default=1)
    return lines * size * LEADING + 4


def _pleasant(
    grid: list[list[Text]], columns: tuple[int, ...], widths: tuple[float, ...], size: float, across: bool
) -> bool:
    """Whether rows stay low enough to be read along; a turned page is worth it only for higher ones."""
    heights = [_height(row, columns, widths, size) for row in grid]
    line = size * LEADING
    return sum(heights) / len(heights) <= line * (9 if across else 6) and max(heights) < PAGE_HEIGHT[across] * 0.7


def _part(
    grid: list[list[Text]], columns: tuple[int, ...], widths: tuple[float, ...], size: float, across: bool
) -> Part:
    limit = PAGE_HEIGHT[across] * TALL
    tall = frozenset(number for number, row in enumerate(grid[1:]) if _height(row, columns, widths, size) > limit)
    return Part(columns, widths, tall)
