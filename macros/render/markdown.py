"""Swaps the one-line placeholders that macros return for finished HTML after Markdown has run.

Markdown never sees the HTML: a table of 5,000 rows costs nothing, and text of the data is not read as markup.
A placeholder is one word of letters and digits, so it works wherever a word works: in paragraphs, tabs, lists,
details, headings and code.
"""

from __future__ import annotations

import re

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor

from .placeholder import BLOCK, INLINE, swapped

ALONE = re.compile(r"<p>\s*((?:rfgblock[0-9a-f]{32}\s*)+)</p>")
BLOCKS = re.compile(rf"{BLOCK}([0-9a-f]{{32}})")
STRAYED = re.compile(rf"<p[ >](?:(?!</p>).)*?{BLOCK}.*?</p>", re.S)

STRAY = "a macro that makes a table stands inside a line of text: give it a line of its own"


class Swap(Postprocessor):
    """Puts the finished HTML in the place of its placeholder."""

    def run(self, text: str) -> str:
        if BLOCK not in text and INLINE not in text:
            return text
        text = ALONE.sub(lambda match: match[1].strip(), text)
        return swapped(STRAYED.sub(_stray, text))


def _stray(paragraph: re.Match[str]) -> str:
    """A paragraph with what is wrong in the place of blocks: the check of the built page tells it with its line."""
    return BLOCKS.sub(rf'<strong class="fault" data-word="\1">{STRAY}</strong>', paragraph[0])


class Placeholders(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        # After raw_html (30), whose stash may hold placeholders, and after everything of lower weight.
        md.postprocessors.register(Swap(md), "rocm_field_guide", 0)


def makeExtension(**options: object) -> Placeholders:
    return Placeholders(**options)
