"""Swaps the one-line placeholders that macros return for finished HTML, behind Markdown's back.

Markdown never sees the HTML: a table of 5,000 rows costs nothing, and text of the data is not read as markup.
A placeholder is one word of letters and digits, so it works wherever a word works: in paragraphs, tabs, lists,
details, headings and code.
"""

from __future__ import annotations

import re

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor

from .placeholder import BLOCK, INLINE, finished

WORD = re.compile(r"(?:rfgblock|rfginline)[0-9a-f]{32}")
ALONE = re.compile(r"<p>\s*((?:rfgblock[0-9a-f]{32}\s*)+)</p>")
OPENING = re.compile(r"<p[ >]")

class StrayBlock(ValueError):
    """A table or another block was called inside a line of text."""

    def __init__(self) -> None:
        super().__init__("a macro that makes a table stands inside a line of text: give it a line of its own")


class Swap(Postprocessor):
    """Puts the finished HTML in the place of its placeholder."""

    def run(self, text: str) -> str:
        if BLOCK not in text and INLINE not in text:
            return text
        text = ALONE.sub(lambda match: match[1].strip(), text)
        for match in re.finditer(BLOCK, text):
            if _in_paragraph(text, match.start()):
                raise StrayBlock
        return WORD.sub(lambda match: finished(match[0]), text)


def _in_paragraph(text: str, position: int) -> bool:
    begun = [match.start() for match in OPENING.finditer(text, max(0, text.rfind("</p>", 0, position)), position)]
    return bool(begun)


class Placeholders(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        # After raw_html (30), whose stash may hold placeholders, and after everything of lower weight.
        md.postprocessors.register(Swap(md), "rocm_field_guide", 0)


def makeExtension(**options: object) -> Placeholders:
    return Placeholders(**options)
