"""Draws what pages have besides tables: links, breadcrumbs, headings, notices."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..query import Said
from .markup import escape, lead, source_line
from .placeholder import placeholder
from .shell import continued
from .words import Words


def text(words: str) -> str:
    """Literal text inside a line of Markdown."""
    return words if words.isalnum() and words.isascii() else placeholder(escape(words), inline=True)


def link(words: str, address: str | None) -> str:
    """Literal text as a link inside a line of Markdown; without an address the text alone."""
    if not address:
        return text(words)
    return placeholder(f'<a href="{escape(address)}">{escape(words)}</a>', inline=True)


def code_words(words: str) -> str:
    """Literal text to be typed, inside a line of Markdown."""
    return placeholder(f"<code>{escape(words)}</code>", inline=True)


def heading(words: str, anchor: str, level: int = 2) -> str:
    """A Markdown heading, so that the table of contents has it; the anchor is the same in every language."""
    return f"{'#' * level} {text(words)} {{ #{anchor} }}"


def breadcrumb(label: str, steps: Iterable[tuple[str, str]], here: str) -> str:
    """The way from the home page: (words, address) pairs, then this page."""
    items = "".join(f'<li><a href="{escape(address)}">{escape(words)}</a></li>' for words, address in steps)
    return placeholder(
        f'<nav class="breadcrumb" aria-label="{escape(label)}" data-search-exclude>'
        f'<ol>{items}<li aria-current="page">{escape(here)}</li></ol></nav>'
    )


def paragraph(words: str, css: str = "") -> str:
    """A paragraph of literal text."""
    return placeholder(f"<p{_class(css)}>{escape(words)}</p>")


def code(lines: Iterable[str], language: str = "text") -> str:
    """Lines to be compared, literally, as a block that can be copied and scrolled with the keyboard."""
    text = escape("\n".join(lines))
    css = f"language-{escape(language)} highlight"
    return placeholder(f'<div class="{css}"><pre tabindex="0"><code>{text}\n</code></pre></div>')


def commands(lines: Iterable[str]) -> str:
    """Lines to be typed into a shell: as ``code``, long ones continued with backslashes."""
    return code(continued(lines), "sh")


def labelled(label: str, text: str = "") -> str:
    """A paragraph that begins with what it says, ``Remedy: ...``; the label has its colon.

    Without text the label alone, above a block.
    """
    return placeholder(f'<p class="step"><strong>{escape(label)}</strong> {escape(text)}</p>')


def labelled_list(label: str, items: Iterable[tuple[str, str | None]]) -> str:
    """A label and (words, address) pairs as a list; those without an address are text alone."""
    drawn = "".join(
        f'<li><a href="{escape(address)}">{escape(words)}</a></li>' if address else f"<li>{escape(words)}</li>"
        for words, address in items
    )
    return placeholder(f'<div class="step"><p><strong>{escape(label)}</strong></p><ul>{drawn}</ul></div>')


def way_on(label: str, steps: Iterable[tuple[str, str]]) -> str:
    """Where readers go from here: (words, address) pairs in a row. Search does not read it."""
    links = " · ".join(f'<a href="{escape(address)}">{escape(words)}</a>' for words, address in steps)
    return placeholder(f"<p data-search-exclude><strong>{lead(label)}</strong>{links}</p>")


def source(words: Words, said: Said) -> str:
    """Who says what stands above, as under a table. Search does not read it."""
    label = lead(words("table.source"))
    return placeholder(f'<p class="matrix-source" data-search-exclude>{label}{source_line(words, said)}</p>')


def matrix(html: str, css: str = "", searched: bool = False, notes: bool = False) -> str:
    """A drawn table. Search reads it with or without its notes, never legend and sources; or not at all.

    What search shall not read must hold no element of its own name: Material's reader forgets at the next end tag.
    """
    if not searched:
        return placeholder(f"<section{_class(css)} data-search-exclude>{html}</section>")
    html = (ASIDE if notes else NOTES).sub(r"\g<0> data-search-exclude", html)
    cells = CELL_END.sub(r"\g<0> ", html)
    return placeholder(f"<section{_class(css)}>{cells}</section>")


ASIDE = re.compile(
    r'<(?:(?:dl|details) class="matrix-(?:legend|key)"|(?:p|ol) class="matrix-(?:source|sources|head|edit)"'
    r'|a class="mark(?: matrix-edit)?")'
)
NOTES = re.compile(rf'{ASIDE.pattern}|<ol class="matrix-notes"')
CELL_END = re.compile(r"</(?:td|th|caption)>|<br>")


def place(label: str, file: str, line: int, address: str | None) -> str:
    """Where the record behind a page is written, as a link when the project has a public address."""
    where = f"<code>{escape(file)}:{line}</code>"
    if address:
        where = f'<a href="{escape(address)}" rel="edit">{where}</a>'
    return placeholder(f'<p class="record" data-search-exclude>{escape(label)} {where}</p>')


def fault(message: str) -> str:
    """A mistake in a call, shown where its result would stand, for the preview: such a site is never published."""
    return placeholder(f'<strong class="fault">{escape(message)}</strong>', inline=True)


def front_matter_text(words: str) -> str:
    """Text for a front matter value: templates print it as HTML, and macros must not run in it."""
    return escape(words).replace("{", "&#123;").replace("}", "&#125;")


def heading_text(words: str) -> str:
    """Text for a heading in a file: every sign that Markdown or a macro could read is written as an entity."""
    return "".join(c if c.isalnum() or c in " .,()/" or ord(c) > 0x2E7F else f"&#{ord(c)};" for c in words)


def _class(css: str) -> str:
    return f' class="{escape(css)}"' if css else ""
