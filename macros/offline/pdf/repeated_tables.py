"""Prints a table that stands on several pages once, and says on the others on which page that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from lxml.builder import E

WORTH = 40
"""A table of fewer cells is printed again: to turn to another page would cost the reader more."""


def print_once(pages: Iterable[Any], words: Callable[..., str]) -> dict[str, str]:
    """Put a line in the place of each matrix that stood before, word for word, on another page.

    ``pages`` are their contents in the order of the document. Returns for each label that is gone the one that stands.
    """
    first: dict[str, Any] = {}
    moved: dict[str, str] = {}
    for article in pages:
        for matrix in [one for one in article.iter("div") if one.get("class") == "matrix"]:
            if sum(1 for _ in matrix.iter("td", "th")) < WORTH:
                continue
            kept = first.setdefault("".join(matrix.itertext()), matrix)
            if kept is matrix or not kept.get("data-label"):
                continue
            page = kept.get("data-label").partition("#")[0]
            for one in matrix.iter("*"):
                if label := one.get("data-label"):
                    moved[label] = f"{page}#{label.partition('#')[2]}"
            line = _line(words, "".join(matrix.find(".//caption").itertext()), kept.get("data-label"))
            line.tail = matrix.tail
            matrix.getparent().replace(matrix, line)
    return moved


def _line(words: Callable[..., str], caption: str, label: str) -> Any:
    before, after = words("pdf.elsewhere", caption=caption, page="\0").split("\0")
    link = E.a({"class": "page-of", "data-to": label})
    link.tail = after
    line = E.p({"class": "matrix-elsewhere"}, before)
    line.append(link)
    return line
