"""Makes pages of records short: one block each, and what many of them say cell by cell as matrices behind them.

Works on the HTML of built pages and makes HTML of the same kind; takes every word from there.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from lxml.builder import E

SKIPPED = ("is-not-applicable", "is-unknown")


@dataclass(frozen=True)
class Plan:
    """What becomes of the tables of a page, by the question each answers (the beginning of its id).

    ``joined``: tables with the same rows, as one table. ``pairs``: a table of two columns as a line of pairs, with
    these rows only when some are named. ``rows``: a table as a line, a pair a row. ``named``: the row heads alone, as
    a line. ``crossed``: one matrix a column out of this table of every page. ``said``: left out, other pages say it.
    Every other table stands whole behind the entries, once.
    """

    joined: tuple[str, ...] = ()
    pairs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rows: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    crossed: str = ""
    crossed_caption: str = ""
    said: tuple[str, ...] = ()
    gathered: tuple[str, ...] = ()


PLANS = {
    "gpus": Plan(
        joined=("gpu-in-latest", "gpu-lifetime"),
        pairs={
            "gpu-specifications": (
                "target", "architecture", "form_factor", "released", "memory_gib", "memory_type",
                "memory_bandwidth_gbs", "compute_units", "board_power_w",
            )
        },
        rows=("gpu-publishers",),
        said=("gpu-releases", "gpu-systems", "gpu-frameworks", "conflicts"),
    ),
    "targets": Plan(pairs={"targets": ()}, named=("target-gpus",), said=("target-in-releases",)),
    "releases": Plan(
        pairs={"release-facts": ()},
        crossed="release-gpus",
        crossed_caption="pdf.gpus_in_releases",
        said=("release-frameworks", "drivers", "known-issues", "conflicts"),
        gathered=("release-gpu-systems",),
    ),
    "frameworks": Plan(pairs={"framework-facts": ()}, said=("images", "known-issues")),
}  # fmt: skip
"""By folder. A folder that is not here has its pages whole."""


def _classes(element: Any) -> frozenset[str]:
    return frozenset((element.get("class") or "").split())


def _tidy(element: Any) -> str:
    return re.sub(r"\s+", " ", "".join(element.itertext())).strip()


@dataclass
class Gathered:
    """The entries below one page, and the tables that are to stand behind them."""

    parent: str
    words: Callable[..., str]
    printed: set[str]
    behind: dict[str, list[tuple[str, Any]]] = field(default_factory=dict)
    crossing: list[tuple[str, str, _Table]] = field(default_factory=list)
    plan: Plan = Plan()

    def entry(self, key: str, article: Any, plan: Plan) -> Any:
        """The page as one block: its heading, then a few lines."""
        self.plan = plan
        ident = key.rstrip("/").rpartition("/")[2]
        out = E.article()
        joined: list[Any] = []
        heading = ""
        for child in list(_flat(article)):
            if child.tag == "h1":
                out.append(_without_links(child))
            elif child.tag in ("h2", "h3"):
                heading = _tidy(_without_links(child))
            elif child.tag == "div" and "matrix" in _classes(child):
                question = self._question(child, ident)
                if child.get("id") in self.printed:
                    continue
                if question in plan.joined:
                    joined.append(child)
                elif question in plan.pairs:
                    out.append(_pairs(child, plan.pairs[question]))
                elif question in plan.rows:
                    out.append(_rows(child, self.words))
                elif question in plan.named:
                    out.append(_named(child, heading, self.words))
                elif question == plan.crossed:
                    self.crossing.append((key, ident, _Table(child)))
                else:
                    self.printed.add(child.get("id"))
                    self.behind.setdefault(question, []).append((heading, child))
            elif _tidy(child) and not {"breadcrumb", "record"} & _classes(child):
                out.append(child)
        if joined:
            at = next((number for number, one in enumerate(out, 1) if one.tag == "h1"), 0)
            out.insert(at, _joined(joined))
        return out

    def _question(self, matrix: Any, ident: str) -> str:
        """The question behind a table: its id without the choice."""
        whole = _ident(matrix)
        for name in (
            *self.plan.joined,
            *self.plan.pairs,
            *self.plan.rows,
            *self.plan.named,
            self.plan.crossed,
            *self.plan.said,
        ):
            if (name and whole == f"{name}-{_slug(ident)}") or (name and whole.startswith(f"{name}-{_slug(ident)}-")):
                return name
        return whole.partition(f"-{_slug(ident)}")[0]

    def matrices(self) -> Iterator[Any]:
        """The tables behind the entries, those of one question together under a heading."""
        if self.crossing:
            yield self._crossed()
        titled: dict[str, list[str]] = {}
        for question, tables in self.behind.items():
            titled.setdefault(next((heading for heading, _ in tables if heading), ""), []).append(question)
        for title, questions in titled.items():
            out = E.article()
            if title:
                heading = E.h1(title)
                heading.set("data-label", f"{self.parent}#+{questions[0]}")
                out.append(heading)
            for question in questions:
                for _, matrix in self.behind[question]:
                    if question in self.plan.gathered:
                        _gather_rows(matrix.find(".//tbody"), self.words("list.comma"))
                    out.append(matrix)
            yield out

    def _crossed(self) -> Any:
        """One matrix for each column that holds a status: records down, pages of this folder across."""
        out = E.article(E.h1(self.words(f"{self.plan.crossed_caption}.title")))
        out[0].set("data-label", f"{self.parent}#+{self.plan.crossed}")
        labels: dict[str, None] = {}
        for _, _, table in self.crossing:
            labels.update(dict.fromkeys(_statuses(table)))
        for number, label in enumerate(labels):
            crossed = self._crossed_one(label, f"{self.plan.crossed}-{number + 1}")
            if crossed is not None:
                out.append(crossed)
        return out

    def _crossed_one(self, label: str, ident: str) -> Any:
        heads: dict[str, Any] = {}
        columns: list[tuple[str, str, dict[str, Any]]] = []
        notes = _Numbered(f"{self.parent}#{ident}")
        legend: dict[str, Any] = {}
        for key, name, table in self.crossing:
            if label not in table.head:
                continue
            at = table.head.index(label)
            cells = {}
            for row_key, row in table.rows:
                heads.setdefault(row_key, row[0])
                if at < len(row):
                    cells[row_key] = notes.renumbered(row[at], table, row)
            if all("is-unknown" in _classes(cell) for cell in cells.values()):
                continue
            columns.append((key, name, cells))
            for one in table.matrix.xpath('.//dl[contains(@class, "matrix-legend")]/div'):
                legend.setdefault(_tidy(one), one)
        if not columns:
            return None
        used = {_word(cell) for _, _, cells in columns for cell in cells.values()}
        head = E.tr(E.th(self.crossing[0][2].head[0]))
        for key, name, _ in columns:
            link = E.a(name)
            link.set("data-to", f"{key}#")
            head.append(E.th(link))
        body = E.tbody()
        unknown = next(
            (copy.copy(c) for _, _, cells in columns for c in cells.values() if "is-unknown" in _classes(c)), None
        )
        for row_key, first in heads.items():
            row = E.tr(first if first.getparent() is None else copy.deepcopy(first))
            for _, _, cells in columns:
                cell = cells.get(row_key)
                row.append(cell if cell is not None else copy.deepcopy(unknown) if unknown is not None else E.td())
            body.append(row)
        _gather_rows(body, self.words("list.comma"))
        caption = E.caption(self.words(self.plan.crossed_caption, platform=label))
        table = E.table(caption, E.thead(head), body)
        out = E.div({"class": "matrix", "id": ident}, E.div({"class": "matrix-scroll"}, table))
        shown = [one for one in legend.values() if _tidy(one.find("dt")) in used]
        if shown:
            out.append(E.dl({"class": "matrix-legend"}, *[copy.deepcopy(one) for one in shown]))
        for one in notes.lists(self.crossing):
            out.append(one)
        return out


def _ident(matrix: Any) -> str:
    """The id of the table in a matrix: what it answers and the choice."""
    return (matrix.get("id") or "").removesuffix("-table")


def _gather_rows(body: Any, comma: str) -> None:
    """Put rows whose cells are the same together: one row, whose head names them all."""
    first: dict[tuple[str, ...], Any] = {}
    for row in list(body):
        said = tuple(f"{cell.get('class')} {_tidy(cell)}" for cell in row[1:])
        if said not in first:
            first[said] = row
            continue
        head = first[said][0]
        content = _content(row[0], "span")
        content.text = comma + (content.text or "")
        head.append(content)
        body.remove(row)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-")


def _flat(element: Any) -> Iterator[Any]:
    """The blocks of a page, boxes around tables opened."""
    for child in element:
        if not isinstance(child.tag, str):
            continue
        if (
            child.tag in ("div", "section")
            and "matrix" not in _classes(child)
            and child.find(".//div[@class='matrix']") is not None
        ):
            yield from _flat(child)
        else:
            yield child


def _drop(element: Any) -> None:
    """Take an element out of its place; the text behind it stays."""
    parent, before, tail = element.getparent(), element.getprevious(), element.tail
    if tail and before is not None:
        before.tail = (before.tail or "") + tail
    elif tail:
        parent.text = (parent.text or "") + tail
    parent.remove(element)


def without_said(article: Any, plan: Plan, key: str) -> None:
    """Take out of the page of a record what other pages say, before anything is done with it."""
    ident = _slug(key.rstrip("/").rpartition("/")[2])
    for matrix in article.xpath('.//div[@class="matrix"]'):
        if any(_ident(matrix).startswith(f"{name}-{ident}") for name in plan.said):
            matrix.getparent().remove(matrix)


def _without_links(heading: Any) -> Any:
    for link in list(heading.iter("a")):
        if "headerlink" in _classes(link):
            _drop(link)
    return heading


class _Table:
    """The rows and notes of a matrix as it was built."""

    def __init__(self, matrix: Any):
        self.matrix = matrix
        table = matrix.find(".//table")
        self.head = [_tidy(cell) for cell in table.iterfind("thead/tr/th")]
        self.rows = [
            ((row.get("id") or "").partition("--")[2] or str(number), list(row))
            for number, row in enumerate(table.iterfind("tbody/tr"))
        ]
        self.notes = {item.get("id"): item for item in matrix.iter("li") if item.get("id")}
        source = matrix.xpath('./p[contains(@class, "matrix-source")]')
        self.source = source[0] if source else None


def _statuses(table: _Table) -> list[str]:
    """The columns of a matrix that hold a status in every row."""
    return [
        label
        for at, label in enumerate(table.head)
        if all(at < len(row) and (row[at].get("class") or "").startswith("is-") for _, row in table.rows)
    ]


def _word(cell: Any) -> str:
    """Sign and word of a status cell."""
    sign = next((one for one in cell.iter("span") if one.get("class") == "sign"), None)
    return f"{_tidy(sign)} {(sign.tail or '').strip()}" if sign is not None else _tidy(cell)


class _Numbered:
    """Notes and sources of many tables, numbered anew, each text once."""

    def __init__(self, prefix: str):
        self.prefix = prefix
        self.notes: dict[str, tuple[int, Any]] = {}
        self.sources: dict[str, tuple[str, Any]] = {}

    def renumbered(self, cell: Any, table: _Table, row: list[Any]) -> Any:
        cell = copy.deepcopy(cell)
        marks = [one for one in cell.iter("a") if "mark" in _classes(one)]
        places = [(one.get("data-to") or "").partition("#")[2] for one in marks]
        for one in marks:
            _drop(one)
        for holder in [one for one in cell.iter("span") if "marks" in _classes(one)]:
            _drop(holder)
        if "column-source" in (row[-1].get("class") or ""):
            places += [(one.get("data-to") or "").partition("#")[2] for one in row[-1].iter("a")]
        own = [self._mark(table.notes[place]) for place in places if place in table.notes]
        if table.source is not None and "is-unknown" not in _classes(cell):
            link = table.source
            own.append(self._source(_tidy(link), link))
        if own:
            holder = E.span({"class": "marks"}, *[self._link(mark) for mark in dict.fromkeys(own)])
            cell.append(holder)
        return cell

    def _link(self, mark: str) -> Any:
        link = E.a({"class": "mark"}, mark)
        link.set("data-to", f"{self.prefix}-{'n' if mark.isdigit() else ''}{mark}")
        return link

    def _mark(self, item: Any) -> str:
        if "matrix-notes" in _classes(item.getparent()):
            text = _tidy(item)
            if text not in self.notes:
                self.notes[text] = (len(self.notes) + 1, item)
            return str(self.notes[text][0])
        return self._source(_tidy(item), item)

    def _source(self, text: str, item: Any) -> str:
        if text not in self.sources:
            self.sources[text] = (_letters(len(self.sources)), item)
        return self.sources[text][0]

    def lists(self, tables: list[tuple[str, str, _Table]]) -> Iterator[Any]:
        for name, entries in (("matrix-notes", self.notes), ("matrix-sources", self.sources)):
            if not entries:
                continue
            heads = (
                table.matrix.xpath(f'./ol[contains(@class, "{name}")]/preceding-sibling::p[1]')
                for _, _, table in tables
            )
            head = next((found[0] for found in heads if found), None)
            if head is not None:
                yield copy.deepcopy(head)
            items = []
            for mark, item in entries.values():
                new = copy.deepcopy(item)
                new.tag = "li"
                new.tail = None
                new.set("data-mark", str(mark))
                new.set("data-label", f"{self.prefix}-{'n' if name == 'matrix-notes' else ''}{mark}")
                items.append(new)
            yield E.ol({"class": name}, *items)


def _letters(index: int) -> str:
    letters, index = "", index + 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(97 + rest) + letters
    return letters


def _content(cell: Any, tag: str) -> Any:
    """What a cell holds, without its marks, in another element."""
    new = copy.deepcopy(cell)
    for one in list(new.iter("span")):
        if "marks" in _classes(one):
            _drop(one)
    for one in list(new.iter("a")):
        if "mark" in _classes(one):
            _drop(one)
    new.tag = tag
    new.attrib.clear()
    if len(new):
        new[-1].tail = (new[-1].tail or "").rstrip() or None
    elif new.text:
        new.text = new.text.rstrip()
    return new


def _says(cell: Any) -> bool:
    return not any(css in _classes(cell) for css in SKIPPED) and bool(_tidy(_content(cell, "td")))


def _line(pairs: list[tuple[Any, Any]]) -> Any:
    return E.dl({"class": "pairs"}, *[E.div(term, text) for term, text in pairs])


def _pairs(matrix: Any, only: tuple[str, ...]) -> Any:
    table = _Table(matrix)
    rows = [(row[0], row[1]) for key, row in table.rows if len(row) > 1 and (not only or key in only) and _says(row[1])]
    return _line([(_content(head, "dt"), _content(cell, "dd")) for head, cell in rows])


def _rows(matrix: Any, words: Callable[..., str]) -> Any:
    """A line: for each row its head, and what its cells say under the names of their columns."""
    table = _Table(matrix)
    pairs = []
    for _, row in table.rows:
        text = E.dd()
        for label, cell in zip(table.head[1:], row[1:], strict=False):
            if not _says(cell):
                continue
            said = _content(cell, "span")
            colon = words("list.colon", label=label)
            between = words("list.semicolon") if len(text) else ""
            text.append(E.span(f"{between}{colon}{' ' if colon.isascii() or colon.endswith(':') else ''}"))
            text.append(said)
        if len(text):
            pairs.append((_content(row[0], "dt"), text))
    return _line(pairs)


def _named(matrix: Any, heading: str, words: Callable[..., str]) -> Any:
    text = E.dd()
    for number, (_, row) in enumerate(_Table(matrix).rows):
        if number:
            text.append(E.span(words("list.comma")))
        text.append(_content(row[0], "span"))
    return _line([(E.dt(heading), text)])


def _joined(matrices: list[Any]) -> Any:
    """Tables with the same rows as one, without columns that say nothing and without repeats."""
    tables = [_Table(matrix) for matrix in matrices]
    rows: dict[str, Any] = {}
    columns: dict[tuple[str, str], dict[str, Any]] = {}
    for table in tables:
        for key, row in table.rows:
            rows.setdefault(key, row[0])
        for at, label in enumerate(table.head[1:], 1):
            cells = {key: row[at] for key, row in table.rows if at < len(row)}
            if any(
                not {"is-not-applicable"} & _classes(cell) and _tidy(_content(cell, "td")) for cell in cells.values()
            ):
                columns.setdefault((label, "|".join(_tidy(_content(cell, "td")) for cell in cells.values())), cells)
    head = E.tr(E.th(tables[0].head[0]), *[E.th(label) for label, _ in columns])
    body = E.tbody()
    for key, first in rows.items():
        body.append(
            E.tr(
                _content(first, "th"),
                *[_content(cells[key], "td") if key in cells else E.td() for cells in columns.values()],
            )
        )
    return E.table(E.thead(head), body)
