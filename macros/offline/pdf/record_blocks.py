"""Makes pages of records short: one block each, and what many of them say cell by cell as matrices behind them.

Works on the HTML of built pages and makes HTML of the same kind; takes every word from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from lxml.builder import E

from .built_matrices import Table, classes, content, drop, ident_of, says, slug, tidy
from .cross_matrix import Crossed, gather_rows


@dataclass(frozen=True)
class Plan:
    """What becomes of the tables of a page, by the question each answers (the beginning of its id).

    ``joined``: tables with the same rows, as one line, a pair a row. ``pairs``: a table of two columns as a line of
    pairs. ``rows``: a table as a line, a pair a row. ``named``: the row heads
    alone, as a line. ``crossed``: one matrix a column out of this table of every page. ``said``: left out, other pages
    say it. Every other table stands whole behind the entries, once; of ``gathered`` ones rows that say the same are
    one row.
    """

    joined: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    crossed: str = ""
    crossed_caption: str = ""
    said: tuple[str, ...] = ()
    gathered: tuple[str, ...] = ()


PLANS = {
    "gpus": Plan(
        joined=("gpu-in-latest", "gpu-lifetime"),
        pairs=("gpu-specifications",),
        rows=("gpu-publishers",),
        said=("gpu-releases", "gpu-systems", "gpu-frameworks", "conflicts"),
    ),
    "targets": Plan(
        pairs=("targets",),
        named=("target-gpus",),
        said=("target-in-releases", "target-attention", "formats"),
    ),
    "releases": Plan(
        pairs=("release-facts",),
        crossed="release-gpus",
        crossed_caption="pdf.gpus_in_releases",
        said=("release-frameworks", "drivers", "known-issues", "conflicts", "component-versions"),
        gathered=("release-gpu-systems",),
    ),
    "frameworks": Plan(pairs=("framework-facts",), said=("images", "known-issues")),
}  # fmt: skip
"""By folder. A folder that is not here has its pages whole."""


@dataclass
class Gathered:
    """The entries below one page, and the tables that are to stand behind them."""

    parent: str
    plan: Plan
    words: Callable[..., str]
    printed: set[str]
    behind: dict[str, list[tuple[str, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.crossing = Crossed(self.parent, self.plan.crossed, self.plan.crossed_caption, self.words)

    def entry(self, key: str, article: Any) -> Any:
        """The page as one block: its heading, then a few lines."""
        plan = self.plan
        ident = key.rstrip("/").rpartition("/")[2]
        out = E.article()
        joined: list[Any] = []
        heading = ""
        for child in list(_flat(article)):
            if child.tag == "h1":
                out.append(_without_links(child))
            elif child.tag in ("h2", "h3"):
                heading = tidy(_without_links(child))
            elif child.tag == "div" and "matrix" in classes(child):
                question = self._question(child, ident)
                if child.get("id") in self.printed:
                    continue
                if question in plan.joined:
                    joined.append(child)
                elif question in plan.pairs:
                    out.append(_pairs(child))
                elif question in plan.rows:
                    out.append(_rows([child], self.words))
                elif question in plan.named:
                    out.append(_named(child, heading, self.words))
                elif question == plan.crossed:
                    self.crossing.tables.append((key, ident, Table(child)))
                else:
                    self.printed.add(child.get("id"))
                    self.behind.setdefault(question, []).append((heading, child))
            elif tidy(child) and not {"breadcrumb", "record"} & classes(child):
                out.append(child)
        if joined:
            at = next((number for number, one in enumerate(out, 1) if one.tag == "h1"), 0)
            out.insert(at, _rows(joined, self.words))
        return out

    def _question(self, matrix: Any, ident: str) -> str:
        """The question behind a table: its id without the choice."""
        whole = ident_of(matrix)
        for name in (
            *self.plan.joined,
            *self.plan.pairs,
            *self.plan.rows,
            *self.plan.named,
            self.plan.crossed,
            *self.plan.said,
        ):
            if (name and whole == f"{name}-{slug(ident)}") or (name and whole.startswith(f"{name}-{slug(ident)}-")):
                return name
        return whole.partition(f"-{slug(ident)}")[0]

    def matrices(self) -> Iterator[Any]:
        """The tables behind the entries, those of one question together under a heading."""
        if self.crossing.tables:
            yield self.crossing.article()
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
                        gather_rows(matrix, self.words)
                    out.append(matrix)
            yield out


def _flat(element: Any) -> Iterator[Any]:
    """The blocks of a page, boxes around tables opened."""
    for child in element:
        if not isinstance(child.tag, str):
            continue
        if (
            child.tag in ("div", "section")
            and "matrix" not in classes(child)
            and child.find(".//div[@class='matrix']") is not None
        ):
            yield from _flat(child)
        else:
            yield child


def without_said(article: Any, plan: Plan, key: str) -> None:
    """Take out of the page of a record what other pages say, before anything is done with it."""
    ident = slug(key.rstrip("/").rpartition("/")[2])
    for matrix in article.xpath('.//div[@class="matrix"]'):
        if any(ident_of(matrix).startswith(f"{name}-{ident}") for name in plan.said):
            matrix.getparent().remove(matrix)


def _without_links(heading: Any) -> Any:
    for link in list(heading.iter("a")):
        if "headerlink" in classes(link):
            drop(link)
    return heading


def _line(pairs: list[tuple[Any, Any]]) -> Any:
    return E.dl({"class": "pairs"}, *[E.div(term, text) for term, text in pairs])


def _pairs(matrix: Any) -> Any:
    table = Table(matrix)
    rows = [(row[0], row[1]) for _, row in table.rows if len(row) > 1 and says(row[1])]
    return _line([(content(head, "dt"), content(cell, "dd")) for head, cell in rows])


def _rows(matrices: list[Any], words: Callable[..., str]) -> Any:
    """A line: for each row its head, and what its cells say under the names of their columns, each once."""
    rows: dict[str, tuple[Any, dict[str, tuple[str, Any]]]] = {}
    for table in map(Table, matrices):
        for key, row in table.rows:
            _, said = rows.setdefault(key, (row[0], {}))
            for label, cell in zip(table.head[1:], row[1:], strict=False):
                if says(cell):
                    said.setdefault(tidy(content(cell, "span")), (label, cell))
    pairs = []
    for head, said in rows.values():
        text = E.dd()
        for label, cell in said.values():
            colon = words("list.colon", label=label)
            between = words("list.semicolon") if len(text) else ""
            text.append(E.span(f"{between}{colon}{' ' if colon.endswith(':') else ''}"))
            text.append(content(cell, "span"))
        if len(text):
            pairs.append((content(head, "dt"), text))
    return _line(pairs)


def _named(matrix: Any, heading: str, words: Callable[..., str]) -> Any:
    text = E.dd()
    for number, (_, row) in enumerate(Table(matrix).rows):
        if number:
            text.append(E.span(words("list.comma")))
        text.append(content(row[0], "span"))
    return _line([(E.dt(heading), text)])
