"""How any text becomes Typst. The only module that escapes for it.

Every text goes in as a string literal of code, never as markup, so that nothing in it can mean anything. What the
names used by those who write (``#par``, ``#cap``, ``#code`` ...) do stands in ``style.typ``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from . import measure

INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e0fff\ud800-\udfff]"
)
"""Signs that no font draws: control and format characters."""

SPACE = re.compile("[ \t\n\r\f]+")

BLOCKS = frozenset((
    "p", "ul", "ol", "dl", "pre", "table", "div", "blockquote", "hr", "figure", "details", "section", "article",
    "aside", "h1", "h2", "h3", "h4", "h5", "h6", "header", "footer", "main", "center", "figcaption",
))  # fmt: skip
"""Elements that stand on lines of their own."""


def quote(text: str) -> str:
    """Any text as a string literal of Typst."""
    text = INVISIBLE.sub("", text)
    return (
        '"'
        + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
        + '"'
    )


def words_of(element: Any) -> str:
    """The text of an element on one line."""
    return SPACE.sub(" ", INVISIBLE.sub("", "".join(element.itertext()))).strip()


def classes(element: Any) -> frozenset[str]:
    return frozenset((element.get("class") or "").split())


@dataclass(frozen=True)
class Block:
    """One line of Typst. ``name`` says to people what it is; ``across`` wants a turned page."""

    typst: str
    name: str = ""
    across: bool = False
    kind: str = ""


@dataclass
class Run:
    """Text and inline elements of one paragraph; white space collapses as browsers do it."""

    parts: list[str] = field(default_factory=list)
    spaced: bool = True

    def text(self, text: str | None, break_words: bool = True) -> None:
        text = SPACE.sub(" ", INVISIBLE.sub("", text or ""))
        if self.spaced:
            text = text.lstrip(" ")
        if not text:
            return
        self.spaced = text.endswith(" ")
        if break_words and measure.WORD.search(text):
            at = 0
            for found in measure.WORD.finditer(text):
                if found.start() > at:
                    self._literal(text[at : found.start()])
                joined = [f"#{quote(piece)};" for piece in measure.pieces(found[0])]
                self.parts.append("#brk;".join(joined))
                at = found.end()
            if at < len(text):
                self._literal(text[at:])
        else:
            self._literal(text)

    def _literal(self, text: str) -> None:
        self.parts.append(f"#{quote(text)};")

    def add(self, typst: str) -> None:
        self.parts.append(typst)
        self.spaced = False

    def __str__(self) -> str:
        return "".join(self.parts).replace('";#"', "")  # literals side by side are one; in a literal it would be \\"


def letters(index: int) -> str:
    """a, b, ... z, aa, ab ... from 0."""
    out, index = "", index + 1
    while index:
        index, rest = divmod(index - 1, 26)
        out = chr(97 + rest) + out
    return out
