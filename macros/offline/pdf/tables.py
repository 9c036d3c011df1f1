"""Writes tables: in one piece or in parts, upright or across, with their captions, notes and sources."""

from __future__ import annotations

import re
from typing import Any

from .cells import cells, needed, plain, unlink, with_text_marks
from .inline import Inline
from .layout import Layout, Part, lay_out
from .markup import BLOCKS, Block, classes, quote, words_of


class Tables(Inline):
    """Writes tables; what stands in their cells as blocks is written by who writes pages."""

    def block(self, element: Any, room: float, turnable: bool) -> list[Block]:
        raise NotImplementedError

    def joined(self, element: Any, room: float) -> str:
        raise NotImplementedError

    def matrix(self, element: Any, room: float, turnable: bool) -> list[Block]:
        """A table of the catalogue, with its legend, notes and sources."""
        out: list[Block] = []
        for child in element:
            if not isinstance(child.tag, str) or self.is_dropped(child):
                continue
            table = (
                child if child.tag == "table" else child.find("table") if "matrix-scroll" in classes(child) else None
            )
            if table is not None:
                out += self.table(table, room, turnable, self.anchor(element))
            else:
                across = bool(out) and out[-1].across
                if child.tag == "details":  # a folded legend: on paper a legend
                    child = child.find("dl") if child.find("dl") is not None else child
                out += [Block(b.typst, b.name, across, b.kind) for b in self.block(child, room, False)]
        return out

    def table(self, table: Any, room: float, turnable: bool, mark: str = "") -> list[Block]:
        """A table in one or several parts, each under the caption."""
        caption = table.find("caption")
        title = words_of(caption) if caption is not None else ""
        head = [list(cells(row)) for row in table.iterfind("thead/tr")]
        body = [row for row in table.iter("tr") if row.getparent().tag != "thead"]
        rows = [list(cells(row)) for row in body]
        if not head and rows and all(cell.tag == "th" for cell in rows[0]):
            head, rows, body = [rows[0]], rows[1:], body[1:]
        unlink(head)  # PDF/UA: what is repeated on each page must not hold links
        if sum(map(len, rows)) > self.linked_cells:
            unlink(rows)
        texts = [[plain(cell) for cell in row] for row in (*head, *rows)]
        grid = [
            [needed(cell, text, heavy=number < len(head)) for cell, text in zip(row, own, strict=True)]
            for number, (row, own) in enumerate(zip((*head, *rows), texts, strict=True))
        ]
        if not grid or not max(map(len, grid)):
            return []
        regular = not any(cell.get("colspan") or cell.get("rowspan") for row in [*head, *rows] for cell in row)
        layout = lay_out(grid, room, turnable)
        if not regular:
            part = layout.parts[0]
            layout = Layout(layout.size, layout.across, (Part(tuple(range(len(part.widths))), part.widths, part.tall),))
        name = f"table {table.get('id') or title!r}"
        marks = [mark + self.anchors_in(caption) if caption is not None else mark] + [""] * (len(layout.parts) - 1)
        out = []
        drawn_head = [self.row(row, own) for row, own in zip(head, texts[: len(head)], strict=True)]
        drawn = [
            self.row(own, said, self.anchor(row)) for row, own, said in zip(body, rows, texts[len(head) :], strict=True)
        ]
        for number, part in enumerate(layout.parts, 1):
            if title or marks[number - 1]:
                of = (
                    f"#part[#{quote(self.words('pdf.part', number=number, count=len(layout.parts)))};]"
                    if len(layout.parts) > 1
                    else ""
                )
                out.append(
                    Block(
                        f"#cap[{marks[number - 1]}{'#' + quote(title) + ';' if title else ''}{of}]",
                        name,
                        layout.across,
                        "heading",
                    )
                )
            if number == 2:  # the first column again: once is enough for links and anchors
                drawn = [
                    [(quote(words_of(own[0])), ""), *row[1:]] if own else row
                    for own, row in zip(rows, drawn, strict=True)
                ]
            out.append(Block(_table(part, layout.size, drawn_head, drawn, regular), name, layout.across))
        return out

    def row(self, row: list[Any], texts: list[str | None], mark: str = "") -> list[tuple[str, str]]:
        """The cells of a row; the first one holds its anchor."""
        return [
            self.cell(cell, text, "" if at else mark) for at, (cell, text) in enumerate(zip(row, texts, strict=True))
        ]

    def cell(self, cell: Any, text: str | None, mark: str = "") -> tuple[str, str]:
        """A cell, or its text where it is no more than that: its content as an argument, and its options (spans)."""
        spans = "".join(
            f"{name}: {int(value)}, "
            for name in ("colspan", "rowspan")
            if (value := cell.get(name) or "1").isdigit() and value != "1"
        )
        own = mark + self.anchor(cell)
        if not own and not spans and text is not None:
            return quote(text), ""
        if any(child.tag in BLOCKS for child in cell if isinstance(child.tag, str)):
            return f"[{own}{self.joined(cell, 200)}]", spans
        inner = str(self.inline(with_text_marks(cell)))
        if not own and not spans and re.fullmatch(r'#"(?:[^"\\]|\\.)*";', inner):
            return inner[1:-1], ""
        return f"[{own}{inner}]", spans


def _table(
    part: Part, size: float, head: list[list[tuple[str, str]]], rows: list[list[tuple[str, str]]], regular: bool
) -> str:
    def picked(row: list[tuple[str, str]]) -> list[tuple[str, str]]:
        return [row[index] if index < len(row) else ("[]", "") for index in part.columns] if regular else row

    out = [f"#grid-table({size:g}pt, ({', '.join(f'{w:.1f}pt' for w in part.widths)},), "]
    if head:
        out.append(f"table.header({', '.join(_argument(*cell) for row in head for cell in picked(row))}), ")
    for number, row in enumerate(rows):
        if number in part.tall:
            out += [f"table.cell(breakable: true, {spans}{content}), " for content, spans in picked(row)]
        else:
            out += [f"{_argument(*cell)}, " for cell in picked(row)]
    return "".join(out) + ")"


def _argument(content: str, spans: str) -> str:
    return f"table.cell({spans}{content})" if spans else content
