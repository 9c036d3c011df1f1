"""Draws tables: HTML, Markdown, CSV, text for terminals, JSON."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import unicodedata
from collections.abc import Callable
from typing import Any

from ..query import Said
from ..table import Cell, Row, Table, Words

Link = Callable[[str, str], str | None]
"""Where the page of record (collection, id) is, as seen from the page being drawn; None when it has none."""

Edit = Callable[[str, int], str]
"""Where a reader corrects the record at (file, line)."""


FOLDED_FROM = 5
"""A legend of so many words is folded: it is looked up, not read."""

SCROLLED_FROM = 9
"""A list of so many notes or sources scrolls, with the keyboard too, so that the text below the table stays near."""

LONG_WORD = re.compile(r"[!-~]{12,}")
BREAK_AFTER = re.compile(r"(?<=[_/=,:.@?&-])(?=\w)")


def escape(text: str) -> str:
    return html.escape(text, quote=True)


def breakable(text: str) -> str:
    """Escaped text whose long identifiers and paths may be parted behind their signs, nowhere else."""
    out, end = [], 0
    for word in LONG_WORD.finditer(text):
        out += [escape(text[end : word.start()]), "<wbr>".join(map(escape, BREAK_AFTER.split(word[0])))]
        end = word.end()
    return "".join(out) + escape(text[end:])


def lead(label: str) -> str:
    """Escaped words before what they introduce; a blank follows, but not behind a full-width sign."""
    return escape(label) + (" " if label.isascii() else "")


class _Marks:
    """Numbers the notes and letters the sources of one table in the order in which cells bring them."""

    def __init__(self) -> None:
        self.notes: dict[str, str] = {}
        self.sources: dict[Said, str] = {}

    def note(self, text: str) -> str:
        return self.notes.setdefault(text, str(len(self.notes) + 1))

    def source(self, said: Said) -> str:
        return self.sources.setdefault(said, _letters(len(self.sources)))


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
    marks = _Marks()
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
        parts.append(f'<p class="matrix-source">{lead(words("table.source"))}{_source(words, common)}</p>')
    if marks.notes:
        items = [f'<li id="{table.id}-{mark}">{escape(text)}</li>' for text, mark in marks.notes.items()]
        parts.append(_marked(words("table.notes"), f"{table.id}-notes", "matrix-notes", items))
    if marks.sources:
        items = [f'<li id="{table.id}-{mark}">{_source(words, said)}</li>' for said, mark in marks.sources.items()]
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


def _cell(words: Words, cell: Cell, link: Link, table_id: str, marks: _Marks, sources: bool, typed: bool) -> str:
    text = breakable(cell.text)
    if cell.code:
        css = ' class="language-sh"' if typed else ""
        text = "<br>".join(f"<code{css}>{line}</code>" for line in text.split("\n"))
    elif "\n" in text:
        text = text.replace("\n", "<br>")
    target = link(*cell.ref) if cell.ref else None
    if target:
        text = f'<a href="{escape(target)}">{text}</a>'
    drawn = _sign(cell.sign) + text
    if cell.unconfirmed:
        drawn += f' <span class="grade">{escape(words("grade.unconfirmed"))}</span>'
    found = [marks.note(cell.note)] if cell.note else []
    if sources:
        found += [marks.source(said) for said in cell.said]
    references = " ".join(_mark(table_id, mark) for mark in found)
    return drawn + (f' <span class="marks">{references}</span>' if references else "")


def _source(words: Words, said: Said) -> str:
    """Title (linked when its address was seen), publisher, version, class, day, grade, further sources."""
    first = _title(said)
    facts = [
        said.source.publisher,
        words(f"class.{said.source.class_}"),
        words("source.seen", date=said.seen.isoformat()),
    ]
    if said.carried_from:
        facts.append(words("source.carried", release=said.carried_from))
    facts.append(words(f"grade.{said.grade}"))
    line = words("list.colon", label="").strip()
    stop = words("list.stop")
    out = f"{first}{lead(line)}{escape(words('list.clause').join(facts))}{lead(stop)}"
    if said.also:
        more = (_title(Said(source, said.seen, said.grade)) for source in said.also)
        out += lead(words("source.also")) + escape(words("list.semicolon")).join(more)
    return out.rstrip()


def _title(said: Said) -> str:
    title = escape(said.source.title)
    if said.source.url and said.source.url_seen == "yes":
        return f'<a href="{escape(said.source.url)}" rel="noopener">{title}</a>'
    return title


# --- the same table for other readers ---


def plain(words: Words, cell: Cell) -> str:
    """A cell as words alone, with its sign and, when it is not confirmed, saying so."""
    text = " ".join(filter(None, (cell.sign, cell.text.replace("\n", "; "))))
    return f"{text} ({words('grade.unconfirmed')})" if cell.unconfirmed else text


def to_markdown(words: Words, table: Table) -> str:
    """A pipe table with its caption above and sources below; every special character escaped."""

    def literal(text: str) -> str:
        for character in "\\`*_{}[]<>#|~$!^=":
            text = text.replace(character, "\\" + character)
        return text

    lines = [f"**{literal(table.caption)}**", ""]
    lines.append("| " + " | ".join(literal(column.label) for column in table.columns) + " |")
    lines.append("|" + " --- |" * len(table.columns))
    for row in table.rows:
        lines.append("| " + " | ".join(literal(plain(words, cell)) for cell in row.cells) + " |")
    sources = dict.fromkeys(said for row in table.rows for cell in row.cells for said in cell.said)
    if sources:
        lines += ["", words("table.sources")]
        lines += [f"- {literal(source_text(words, said))}" for said in sources]
    return "\n".join(lines) + "\n"


def source_text(words: Words, said: Said) -> str:
    """Who says it, in one line without markup."""
    parts = [
        said.source.title,
        said.source.url or "",
        words("source.seen", date=said.seen.isoformat()),
        words("source.carried", release=said.carried_from) if said.carried_from else "",
        words(f"grade.{said.grade}"),
    ]
    return ", ".join(part for part in parts if part)


def to_csv(table: Table) -> str:
    """Raw words with the source id, day and grade behind each column; one line a row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = ["key"]
    for column in table.columns:
        head += [column.key, f"{column.key}.note", f"{column.key}.source", f"{column.key}.seen", f"{column.key}.grade"]
    writer.writerow(head)
    for row in table.rows:
        line = [row.key]
        for cell in row.cells:
            line += [
                cell.text,
                cell.note,
                " ".join(said.source.id for said in cell.said),
                " ".join(said.seen.isoformat() for said in cell.said),
                " ".join(said.grade for said in cell.said),
            ]
        writer.writerow(line)
    return out.getvalue()


def to_json(table: Table) -> dict[str, Any]:
    """The table as plain data, for tools."""
    return {
        "table": table.id,
        "caption": table.caption,
        "rows": [
            {
                "key": row.key,
                "cells": {column.key: _json_cell(cell) for column, cell in zip(table.columns, row.cells, strict=True)},
            }
            for row in table.rows
        ],
    }


def _json_cell(cell: Cell) -> dict[str, Any]:
    out: dict[str, Any] = {"text": cell.text}
    if cell.kind:
        out["status"] = cell.kind
    if cell.note:
        out["note"] = cell.note
    if cell.ref:
        out["ref"] = "/".join(cell.ref)
    if cell.said:
        out["said"] = [
            {"source": said.source.id, "url": said.source.url, "seen": said.seen.isoformat(), "grade": said.grade}
            for said in cell.said
        ]
    return out


def json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def to_text(words: Words, table: Table) -> str:
    """A table for a terminal: columns padded by display width, numbered notes and lettered sources below."""
    marks = _Marks()

    def marked(cell: Cell) -> str:
        found = [marks.note(cell.note)] if cell.note else []
        found += [marks.source(said) for said in cell.said]
        return plain(words, cell) + (f" [{' '.join(found)}]" if found else "")

    head = [column.label for column in table.columns]
    body = [[marked(cell) for cell in row.cells] for row in table.rows]
    widths = [max(display_width(line[index]) for line in [head, *body]) for index in range(len(head))]
    lines = [table.caption]
    for line in [head, *body]:
        padded = (text + " " * (width - display_width(text)) for text, width in zip(line, widths, strict=True))
        lines.append("  ".join(padded).rstrip())
    lines += [f"  [{mark}] {' '.join(text.split())}" for text, mark in marks.notes.items()]
    lines += [f"  [{mark}] {source_text(words, said)}" for said, mark in marks.sources.items()]
    return "\n".join(lines) + "\n"


def display_width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
