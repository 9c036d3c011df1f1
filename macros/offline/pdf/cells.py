"""Reads the cells of a table: which are text alone, how much room each will need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...render.shell import continued
from . import measure
from .layout import Text
from .markup import BLOCKS, SPACE, classes, words_of

TYPED = "language-sh"
TYPED_COLUMNS = 60
"""Commands in a cell go on in a next line from here: a table has less room than a page."""


def command_lines(code: Any) -> list[str]:
    """A command in a cell in lines that are not broken."""
    return continued(["".join(code.itertext())], TYPED_COLUMNS)


def unlink(rows: Iterable[list[Any]]) -> None:
    """Make links in cells text."""
    for link in [link for row in rows for cell in row for link in cell.iter("a")]:
        link.attrib.pop("data-to", None)
        link.attrib.pop("href", None)


def cells(row: Any) -> Iterable[Any]:
    return (cell for cell in row if cell.tag in ("td", "th"))


def plain(cell: Any) -> str | None:
    """A cell that is text alone (sign, words, grade, marks) as that text; None when there is more to it."""
    out = [cell.text or ""]
    for child in cell:
        css = child.get("class") or ""
        if css == "sign":
            out.append(child.text or "")
        elif css == "grade":
            out.append(f"({child.text})")
        elif css == "marks":
            out.append(bracketed(child))
        elif "matrix-edit" in css:
            pass
        elif css == "mark":
            out.append(f"[{child.text}]")
        elif child.tag in ("a", "span") and not child.get("data-to") and not child.get("href") and not css:
            out.append(child.text or "")
        else:
            return None
        if len(child) and css != "marks":
            return None
        out.append(child.tail or "")
    text = SPACE.sub(" ", "".join(out)).strip()
    return None if measure.WORD.search(text) else text


def bracketed(marks: Any) -> str:
    return f"[{' '.join(words_of(one) for one in marks)}]"


def with_text_marks(cell: Any) -> Any:
    """The cell with its marks as text."""
    for marks in list(cell.iter("span")):
        if "marks" in classes(marks):
            text = bracketed(marks)
            for child in list(marks):
                marks.remove(child)
            marks.text = text
            marks.set("class", "")
    return cell


def needed(cell: Any, text: str | None, heavy: bool = False) -> Text:
    """What a cell will need; ``text`` is what ``plain`` says of it."""
    if text is not None:
        return Text((text,) if text else (), False, heavy)
    lines = [""]
    _gather(cell, lines)
    codes = list(cell.iter("code"))
    code = sum(len(words_of(one)) for one in codes)
    tidy = (SPACE.sub(" ", line).rstrip() for line in lines)
    whole = any(one.get("class") == TYPED for one in codes)
    return Text(tuple(line for line in tidy if line), code * 2 > len(words_of(cell)), heavy, whole)


def _gather(element: Any, lines: list[str]) -> None:
    """The text of a cell line by line: a line ends at a break, and where a block begins or ends."""
    lines[-1] += element.text or ""
    for child in element:
        css = child.get("class") or ""
        if isinstance(child.tag, str) and "matrix-edit" not in css:
            if child.tag == "br" or child.tag in BLOCKS:
                lines.append("")
            if css in ("grade", "marks"):
                lines[-1] += "()"
            if css == TYPED:
                first, *more = command_lines(child)
                lines[-1] += first
                lines += more
            else:
                _gather(child, lines)
            if child.tag in BLOCKS:
                lines.append("")
        lines[-1] += child.tail or ""
