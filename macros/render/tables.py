"""Draws tables for pages: HTML that works without scripts and styles."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..query import Said
from .answer_table import Cell, Row, Table
from .markup import breakable, escape, lead, source_line
from .words import Words

Link = Callable[[str, str], str | None]
"""Where the page of record (collection, id) is, as seen from the page being drawn; None when it has none."""

Edit = Callable[[str, int], str]
"""Where a reader corrects the record at (file, line)."""


FOLDED_FROM = 5
"""A legend of so many words is folded: it is looked up, not read."""

SCROLLED_FROM = 9
"""A list of so many notes or sources scrolls, with the keyboard too, so that the text below the table stays near."""


class Marks:
    """Numbers the notes and letters the sources of one table in the order in which cells bring them."""

    def __init__(self) -> None:
        self.notes: dict[str, str] = {}
        self.sources: dict[Said, str] = {}

    def note(self, text: str) -> str:
        return self.notes.setdefault(text, str(len(self.notes) + 1))

    def source(self, said: Said) -> str:
        if said not in self.sources:
            self.sources[said] = _letters(len(self.sources))
        return self.sources[said]


def _letters(index: int) -> str:
    """a, b, ... z, aa, ab ..."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(97 + rest) + letters
    return letters


def to_html(words: Words, table: Table, link: Link, edit: Edit | None = None) -> str:
    """The table as one line-free-standing HTML block: caption, scopes, legend, numbered notes, lettered sources.

    Works without scripts and styles: every status has a word and a sign, every note and source an address.
    """
    marks = Marks()
    common = table.common_source
    by_row = common is None and all(_row_said(row) is not None for row in table.rows)
    head = "".join(f'<th scope="col">{_heading(column.label, column.ref, link)}</th>' for column in table.columns)
    if by_row:
        head += f'<th scope="col">{escape(words("column.source"))}</th>'
    body = []
    places = sorted({row.place for row in table.rows if row.place})
    for row in table.rows:
        cells = [
            _cell(words, cell, link, table.id, marks, not (common or by_row), column.key in TYPED)
            for column, cell in zip(table.columns, row.cells, strict=True)
        ]
        if edit and row.place and len(places) > 1:
            cells[0] += _row_edit(words, row, edit)
        tds = f'<th scope="row">{cells[0]}</th>' + "".join(
            f"<td{_class(cell)}>{drawn}</td>" for cell, drawn in zip(row.cells[1:], cells[1:], strict=True)
        )
        if by_row:
            tds += f"<td>{''.join(_mark(table.id, marks.source(said)) for said in _row_said(row) or ())}</td>"
        body.append(f'<tr id="{table.id}--{escape(row.key)}">{tds}</tr>')
    parts = [
        f'<div class="matrix" id="{table.id}-table">',
        f'<div class="matrix-scroll" role="region" tabindex="0" aria-labelledby="{table.id}-caption">',
        f'<table class="matrix-table"><caption id="{table.id}-caption">{escape(table.caption)}</caption>',
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table></div>",
    ]
    if not table.rows:
        parts.append(f'<p class="matrix-empty">{escape(words("table.empty"))}</p>')
    if table.legend:
        items = "".join(
            f"<div><dt>{_sign(sign)}{escape(word)}</dt><dd>{escape(meaning)}</dd></div>"
            for sign, word, meaning in table.legend
        )
        legend = f'<dl class="matrix-legend">{items}</dl>'
        if len(table.legend) >= FOLDED_FROM:
            title = escape(words("table.legend", count=len(table.legend)))
            legend = f'<details class="matrix-key"><summary>{title}</summary>{legend}</details>'
        parts.append(legend)
    if common:
        parts.append(f'<p class="matrix-source">{lead(words("table.source"))}{source_line(words, common)}</p>')
    if marks.notes:
        items = [f'<li id="{table.id}-{mark}">{escape(text)}</li>' for text, mark in marks.notes.items()]
        parts.append(_marked(words("table.notes"), f"{table.id}-notes", "matrix-notes", items))
    if marks.sources:
        items = [f'<li id="{table.id}-{mark}">{source_line(words, said)}</li>' for said, mark in marks.sources.items()]
        parts.append(_marked(words("table.sources"), f"{table.id}-sources", "matrix-sources", items))
    if edit and places:
        parts.append(f'<p class="matrix-edit">{_edits(words, places, edit)}</p>')
    parts.append("</div>")
    return "".join(parts)


def _marked(title: str, key: str, css: str, items: list[str]) -> str:
    """What marks of a table lead to, under its title; a long list scrolls, so it can have the focus."""
    kind = ' type="a"' if css == "matrix-sources" else ""
    focus = f' tabindex="0" aria-labelledby="{key}"' if len(items) >= SCROLLED_FROM else ""
    return f'<p class="matrix-head" id="{key}">{escape(title)}</p><ol class="{css}"{kind}{focus}>{"".join(items)}</ol>'


def _row_edit(words: Words, row: Row, edit: Edit) -> str:
    """The link that leads to the record of a row."""
    assert row.place
    name = escape(words("table.row", name=row.cells[0].text))
    return f' <a class="mark matrix-edit" href="{escape(edit(*row.place))}" title="{name}" aria-label="{name}">✎</a>'


def _edits(words: Words, places: list[tuple[str, int]], edit: Edit) -> str:
    """One link a file: to the record where the table shows one of that file, to the file where it shows many."""
    files: dict[str, list[int]] = {}
    for file, line in places:
        files.setdefault(file, []).append(line)
    links = (
        f'<a href="{escape(edit(file, lines[0] if len(lines) == 1 else 0))}">{escape(file)}</a>'
        for file, lines in files.items()
    )
    return lead(words("table.edit")) + escape(words("list.clause")).join(links)


def _row_said(row: Row) -> tuple[Said, ...] | None:
    """The statements behind a row when all its cells share them, else None."""
    every = {cell.said for cell in row.cells if cell.said}
    return next(iter(every)) if len(every) == 1 else None


def _heading(label: str, ref: tuple[str, str] | None, link: Link) -> str:
    target = link(*ref) if ref else None
    return f'<a href="{escape(target)}">{escape(label)}</a>' if target else escape(label)


LONG_CELL = 80
"""A cell of more characters gets a wider column."""


def _class(cell: Cell) -> str:
    if cell.kind:
        return f' class="is-{escape(cell.kind)}"'
    return ' class="long"' if len(cell.text) > LONG_CELL else ""


def _sign(sign: str) -> str:
    return f'<span class="sign" aria-hidden="true">{escape(sign)}</span> ' if sign else ""


def _mark(table_id: str, mark: str) -> str:
    return f'<a class="mark" href="#{table_id}-{mark}">{mark}</a>'


TYPED = frozenset(("command", "commands", "checks"))
"""Columns whose code is typed into a shell."""


def _cell(words: Words, cell: Cell, link: Link, table_id: str, marks: Marks, sources: bool, typed: bool) -> str:
    target = link(*cell.ref) if cell.ref else None
    drawn = _drawn(cell.text, cell.sign, cell.code, typed, target)
    if cell.unconfirmed:
        drawn += f' <span class="grade">{escape(words("grade.unconfirmed"))}</span>'
    found = [marks.note(cell.note)] if cell.note else []
    if sources:
        found += [marks.source(said) for said in cell.said]
    references = " ".join(_mark(table_id, mark) for mark in found)
    return drawn + (f' <span class="marks">{references}</span>' if references else "")


@lru_cache(maxsize=50_000)
def _drawn(text: str, sign: str, code: bool, typed: bool, target: str | None) -> str:
    """What a cell says, without what marks it: most say what hundreds of others do."""
    drawn = breakable(text)
    if code:
        css = ' class="language-sh"' if typed else ""
        drawn = "<br>".join(f"<code{css}>{line}</code>" for line in drawn.split("\n"))
    elif "\n" in drawn:
        drawn = drawn.replace("\n", "<br>")
    if target:
        drawn = f'<a href="{escape(target)}">{drawn}</a>'
    return _sign(sign) + drawn
