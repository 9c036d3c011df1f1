"""The same tables for other readers: Markdown, CSV, JSON, text for terminals."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from typing import Any

from ..query import Said
from .answer_table import Cell, Table
from .tables import Marks
from .words import Words


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
    marks = Marks()

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
