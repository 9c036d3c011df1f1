"""Draws what the home page has besides prose and tables."""

from __future__ import annotations

from collections.abc import Iterable

from .markup import escape
from .placeholder import placeholder

Links = Iterable[tuple[str, str | None]]
"""(words, address) pairs."""


def search_form(question: str, button: str, address: str, every: tuple[str, str]) -> str:
    """A question with a field for the answer: a plain form, sent to a page that answers without scripts too."""
    return placeholder(
        f'<form class="find" role="search" aria-label="{escape(question)}" action="{escape(address)}" method="get"'
        " data-search-exclude>"
        f'<label for="find-gpu">{escape(question)}</label>'
        f'<div class="find-row"><input id="find-gpu" name="q" type="search" autocomplete="off" spellcheck="false">'
        f'<button type="submit">{escape(button)}</button></div>'
        f'<a href="{escape(every[1])}">{escape(every[0])}</a></form>'
    )


def groups(found: Iterable[tuple[str, Links, tuple[str, str]]]) -> str:
    """Lists of links side by side: (title, links, link to the rest)."""
    out = []
    for title, links, rest in found:
        items = "".join(f'<li><a href="{escape(address or "")}">{escape(words)}</a></li>' for words, address in links)
        more = f'<li class="more"><a href="{escape(rest[1])}">{escape(rest[0])}</a></li>'
        out.append(f"<section><h3>{escape(title)}</h3><ul>{items}{more}</ul></section>")
    return placeholder(f'<div class="groups" data-search-exclude>{"".join(out)}</div>')
