"""Merges one table of many record pages into one matrix: records down, pages across."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from lxml.builder import E

from .built_matrices import Table, classes, content, tidy
from .markup import letters


@dataclass
class Crossed:
    """The tables of one question from the pages below ``parent``, each as (page, record, table)."""

    parent: str
    question: str
    caption: str
    words: Callable[..., str]
    tables: list[tuple[str, str, Table]] = field(default_factory=list)

    def article(self) -> Any:
        """One matrix for each column that holds a status, under one heading."""
        out = E.article(E.h1(self.words(f"{self.caption}.title")))
        out[0].set("data-label", f"{self.parent}#+{self.question}")
        labels = dict.fromkeys(label for _, _, table in self.tables for label in _statuses(table))
        for number, label in enumerate(labels, 1):
            out.extend(self._matrix(label, f"{self.question}-{number}"))
        return out

    def _matrix(self, label: str, ident: str) -> Iterator[Any]:
        """The matrix of one column, legend and notes below it; nothing when no page says anything there."""
        heads: dict[str, Any] = {}
        columns: list[tuple[str, str, dict[str, Any]]] = []
        notes = Numbered(f"{self.parent}#{ident}")
        legend: dict[str, Any] = {}
        for key, name, table in self.tables:
            if label not in table.head:
                continue
            at = table.head.index(label)
            for row_key, row in table.rows:
                heads.setdefault(row_key, row[0])
            cells = {row_key: notes.renumbered(row[at], table, row) for row_key, row in table.rows if at < len(row)}
            if all("is-unknown" in classes(cell) for cell in cells.values()):
                continue
            columns.append((key, name, cells))
            for one in table.matrix.xpath('.//dl[contains(@class, "matrix-legend")]/div'):
                legend.setdefault(tidy(one), one)
        if not columns:
            return
        every = [cell for _, _, cells in columns for cell in cells.values()]
        unknown = next((cell for cell in every if "is-unknown" in classes(cell)), E.td())
        used = {_word(cell) for cell in every}
        shown = [copy.deepcopy(one) for one in legend.values() if tidy(one.find("dt")) in used]
        body = E.tbody()
        for row_key, first in heads.items():
            cells = (own[row_key] if row_key in own else copy.deepcopy(unknown) for _, _, own in columns)
            body.append(E.tr(copy.deepcopy(first), *cells))
        head = E.tr(
            E.th(self.tables[0][2].head[0]), *[E.th(E.a({"data-to": f"{key}#"}, name)) for key, name, _ in columns]
        )
        caption = E.caption(self.words(self.caption, platform=label))
        scroll = E.div({"class": "matrix-scroll"}, E.table(caption, E.thead(head), body))
        matrix = E.div({"class": "matrix", "id": ident}, scroll)
        gather_rows(matrix, self.words)
        matrix.extend([E.dl({"class": "matrix-legend"}, *shown)] if shown else [])
        matrix.extend(notes.lists(table for _, _, table in self.tables))
        yield matrix


MANY = 12
"""A row that stands for more GPUs names them below the table: the table would be nothing but names."""


def gather_rows(matrix: Any, words: Callable[..., str]) -> None:
    """Put rows of GPUs whose cells are the same together: one row, whose head names them all or their group."""
    body = matrix.find(".//tbody")
    alike: dict[tuple[str, ...], list[Any]] = {}
    for row in body:
        alike.setdefault(tuple(f"{cell.get('class')} {tidy(cell)}" for cell in row[1:]), []).append(row)
    below = []
    for first, *others in alike.values():
        names = E.span()
        for row in (first, *others):
            names.append(content(row[0], "span"))
            names[-1].tail = words("list.comma")
        names[-1].tail = None
        for row in others:
            body.remove(row)
        if len(others) < MANY:
            first[0][:], first[0].text = [names], None
        else:
            group = words("pdf.group", number=len(below) + 1, count=len(names))
            first[0][:], first[0].text = [], group
            below.append(E.p({"class": "matrix-source"}, E.strong(words("list.colon", label=group)), " ", names))
    for line in reversed(below):
        matrix[0].addnext(line)


def _statuses(table: Table) -> list[str]:
    """The columns of a matrix that hold a status in every row."""
    return [
        label
        for at, label in enumerate(table.head)
        if all(at < len(row) and (row[at].get("class") or "").startswith("is-") for _, row in table.rows)
    ]


def _word(cell: Any) -> str:
    """Sign and word of a status cell."""
    sign = next((one for one in cell.iter("span") if one.get("class") == "sign"), None)
    return f"{tidy(sign)} {(sign.tail or '').strip()}" if sign is not None else tidy(cell)


class Numbered:
    """Notes and sources of many tables, numbered anew, each text once."""

    def __init__(self, prefix: str):
        self.prefix = prefix
        self.notes: dict[str, tuple[int, Any]] = {}
        self.sources: dict[str, tuple[str, Any]] = {}

    def renumbered(self, cell: Any, table: Table, row: list[Any]) -> Any:
        """A cell with the marks that its notes and sources have here; those of the row count for each cell."""
        marks = [one for one in cell.iter("a") if "mark" in classes(one)]
        if _is_marks(row[-1]):
            marks += row[-1].iter("a")
        places = [(one.get("data-to") or "").partition("#")[2] for one in marks]
        cell = content(cell, cell.tag, kept=("class",))
        own = [self._mark(table.notes[place]) for place in places if place in table.notes]
        if table.source is not None and "is-unknown" not in classes(cell):
            own.append(self._source(tidy(table.source), table.source))
        if own:
            cell.append(E.span({"class": "marks"}, *[self._link(mark) for mark in dict.fromkeys(own)]))
        return cell

    def _link(self, mark: str) -> Any:
        return E.a({"class": "mark", "data-to": f"{self.prefix}-{'n' if mark.isdigit() else ''}{mark}"}, mark)

    def _mark(self, item: Any) -> str:
        if "matrix-notes" in classes(item.getparent()):
            text = tidy(item)
            if text not in self.notes:
                self.notes[text] = (len(self.notes) + 1, item)
            return str(self.notes[text][0])
        return self._source(tidy(item), item)

    def _source(self, text: str, item: Any) -> str:
        if text not in self.sources:
            self.sources[text] = (letters(len(self.sources)), item)
        return self.sources[text][0]

    def lists(self, tables: Iterable[Table]) -> Iterator[Any]:
        """The notes and the sources, under the titles that the tables give them."""
        tables = list(tables)
        for name, entries in (("matrix-notes", self.notes), ("matrix-sources", self.sources)):
            if not entries:
                continue
            title = f'./ol[contains(@class, "{name}")]/preceding-sibling::p[1]'
            yield from [copy.deepcopy(found) for table in tables for found in table.matrix.xpath(title)][:1]
            items = []
            for mark, item in entries.values():
                new = copy.deepcopy(item)
                new.tag, new.tail = "li", None
                new.set("data-mark", str(mark))
                new.set("data-label", f"{self.prefix}-{'n' if name == 'matrix-notes' else ''}{mark}")
                items.append(new)
            yield E.ol({"class": name}, *items)


def _is_marks(cell: Any) -> bool:
    """Whether a cell holds nothing but the marks of sources: those of its row."""
    marks = [one.text or "" for one in cell.iter("a") if "mark" in classes(one)]
    return bool(marks) and tidy(cell).replace(" ", "") == "".join(marks)
