"""Answers as tables for readers: words in their language, signs, notes and sources, nothing of markup.

The only place where labels meet data. A Table is complete: whoever draws it (``render``) adds nothing.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from .. import query
from ..catalog import CallError, Catalog, near_hint
from ..catalog.model import COLLECTIONS
from ..catalog.model.hardware import STATUSES
from ..query import Answer, Said, Value
from .captions import caption
from .words import Words

ORDER = (*STATUSES, "current", "dropped", "never")
"""Every status word, in the order of legends; the last three are computed from several releases."""


@dataclass(frozen=True)
class Cell:
    """One cell as readers get it.

    ``sign`` and ``text`` together say the status; ``kind`` is the status word, for styling only. ``note`` and
    ``said`` are what the reader can ask for. ``ref`` is (collection, id) of a record with a page.
    """

    text: str
    kind: str = ""
    sign: str = ""
    note: str = ""
    said: tuple[Said, ...] = ()
    ref: tuple[str, str] | None = None
    code: bool = False

    @cached_property
    def unconfirmed(self) -> bool:
        return any(one.grade == "unconfirmed" for one in self.said)


@dataclass(frozen=True)
class Column:
    key: str
    label: str
    ref: tuple[str, str] | None = None


@dataclass(frozen=True)
class Row:
    """``key`` is permanent; ``place`` is (file, line) of the record it was made from, for the edit link."""

    key: str
    cells: tuple[Cell, ...]
    place: tuple[str, int] | None = None


@dataclass(frozen=True)
class Table:
    """A captioned table. Its first column names the rows. ``legend`` lists (sign, word, meaning) of what occurs."""

    id: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    legend: tuple[tuple[str, str, str], ...]
    lang: str

    @property
    def common_source(self) -> Said | None:
        """The one statement behind every cell that has one, or None when there are several."""
        every = {cell.said for row in self.rows for cell in row.cells if cell.said}
        return next(iter(every))[0] if len(every) == 1 and len(next(iter(every))) == 1 else None


def build(catalog: Catalog, name: str, lang: str, columns: Iterable[str] = (), **choice: str) -> Table:
    """The answers to a question as a table in one language.

    ``columns`` narrows and orders the question's own columns; left out, a column that is called as a filter
    is not drawn where that filter is given: the caption says it. Columns that the answers bring (one per release,
    say) are named ``collection/id`` and labelled with the record's name. Raises KeyError for an unknown question.
    """
    asked = query.QUESTIONS[name]
    answers = asked(catalog, **choice)
    wanted = tuple(columns) or tuple(key for key in asked.columns if not (key in asked.filters and choice.get(key)))
    return of_answers(catalog, name, lang, answers, wanted, choice)


def of_answers(
    catalog: Catalog,
    name: str,
    lang: str,
    answers: list[Answer],
    columns: tuple[str, ...],
    choice: dict[str, str],
) -> Table:
    words = Words(catalog, lang)
    choice = {argument: given for argument, given in choice.items() if given}
    extra = dict.fromkeys(key for answer in answers for key in answer.values if "/" in key)
    keys = [key for key in (*columns, *extra) if any(key in answer.values for answer in answers)] or list(columns)
    rows = tuple(
        Row(
            answer.key,
            tuple(cell(words, answer.values.get(key, query.UNKNOWN)) for key in keys),
            _place(catalog, answer),
        )
        for answer in answers
    )
    return Table(
        id=slug("-".join((name, *choice.values()))),
        caption=caption(words, name, choice),
        columns=tuple(_column(words, key) for key in keys),
        rows=rows,
        legend=_legend(words, rows),
        lang=lang,
    )


def _place(catalog: Catalog, answer: Answer) -> tuple[str, int] | None:
    if answer.record is None or answer.record.collection is None:
        return None
    place = catalog.place(answer.record)
    return place.file, place.line


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-")


def _column(words: Words, key: str) -> Column:
    collection, _, rest = key.partition("/")
    if rest and collection in COLLECTIONS:
        return Column(key, words.name_of(collection, rest), (collection, rest))
    if collection == "wsl2":
        return Column(key, f"{words('platform.wsl2')} {words.name_of('systems', rest)}")
    if rest:
        return Column(key, rest)
    return Column(key, words(f"column.{key}"))


@lru_cache(maxsize=100_000)
def cell(words: Words, value: Value) -> Cell:
    """A Value in words; the same statement is the same cell everywhere.

    Unknown and not applicable are words; a status has its sign.
    """
    kind = value.status or ("not-applicable" if not value.applies else "unknown" if value.unknown else "")
    label = f"status.{kind}" if kind else value.word
    own = shown(words, value) if value.data not in (None, ()) or value.ref else ""
    text = " ".join(part for part in (words(label) if label else "", own) if part)
    return Cell(text, kind, words.sign(label) if label else "", value.note, value.said, value.ref, value.code)


def shown(words: Words, value: Value) -> str:
    """The data of a Value as text: record references by name, numbers with their unit."""
    data = value.data
    if value.ref and data is None:
        return words.name_of(*value.ref)
    if isinstance(data, tuple):
        items = [_one(words, item) for item in data]
        # Sentences stand in lines of their own, words in a row.
        sentences = len(items) > 1 and all(item.endswith((".", "。")) for item in items)
        return "\n".join(items) if sentences else words("list.comma").join(items)
    text = _one(words, data)
    return f"{text} {value.unit}" if value.unit else text


def _one(words: Words, item: object) -> str:
    if isinstance(item, float):
        return f"{item:.10g}"
    if isinstance(item, datetime.date):
        return item.isoformat()
    if isinstance(item, tuple):
        return words("list.comma").join(_one(words, inner) for inner in item)
    if isinstance(item, str) and item in ("yes", "no"):
        return words(f"flag.{item}")
    return str(item)


def _legend(words: Words, rows: tuple[Row, ...]) -> tuple[tuple[str, str, str], ...]:
    """What the signs of a table mean, in the order of the words, only those that occur."""
    present = {cell.kind for row in rows for cell in row.cells if cell.kind}
    others = sorted(s for s in present if s not in ORDER and words.has(f"status.{s}"))
    order = [*(s for s in ORDER if s in present), *others]
    legend = [(words.sign(f"status.{s}"), words(f"status.{s}"), words.meaning(f"status.{s}")) for s in order]
    return tuple(entry for entry in legend if entry[2])


def narrowed(words: Words, found: Table, only: tuple[str, ...]) -> Table:
    """The table with these rows only, in this order."""
    by_key = {row.key: row for row in found.rows}
    for key in only:
        if key not in by_key:
            raise CallError(f"the table has no row {key}", *near_hint(key, by_key))
    rows = tuple(by_key[key] for key in only)
    return replace(found, rows=rows, legend=_legend(words, rows))


def turned(words: Words, found: Table) -> Table:
    """A table of one row as a table of two columns: what, and its value. Without what does not apply."""
    row = found.rows[0]
    cells = [
        (column, cell)
        for column, cell in zip(found.columns, row.cells, strict=True)
        if cell.kind != "not-applicable" and not (cell.ref and cell.ref[1] == row.key)
    ]
    rows = tuple(Row(column.key, (Cell(column.label), cell), row.place) for column, cell in cells)
    columns = tuple(Column(key, words(f"column.{key}")) for key in ("field", "value"))
    return replace(found, columns=columns, rows=rows, legend=_legend(words, rows))
