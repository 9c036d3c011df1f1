"""Reads the built pages of a language and puts them in order: chapters, pages, anchors that are one page's own.

Reads HTML alone, so that it does not matter who built it. Order and titles are those of the site's navigation; pages
of records follow the page that lists them, as entries (``entries``); what is left comes last.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...catalog.model.base import natural_key
from . import built_pages, record_blocks, repeated_tables
from .built_pages import PAGE, Place
from .targets import Fault, resolve


@dataclass
class Sheet:
    """A page as it goes in. ``key`` is its address below the language's folder: ``gpus/``; its label is ``gpus/#``.

    ``level`` is that of its first heading. ``listed`` is the level to which the contents name its headings. An
    ``entry`` is the short form of the page of a record.
    """

    key: str
    level: int
    article: Any
    listed: int = 3
    entry: bool = False

    @property
    def whole(self) -> bool:
        """Whether this is a page as it was built, not an entry or what stands behind entries."""
        return not self.entry and "+" not in self.key


@dataclass
class Chapter:
    title: str
    sheets: list[Sheet] = field(default_factory=list)
    head: bool = False
    """Whether the title is to be drawn, since no page of its own begins the chapter."""


@dataclass
class Guide:
    title: str
    address: str
    chapters: list[Chapter]

    @property
    def sheets(self) -> Iterator[Sheet]:
        for chapter in self.chapters:
            yield from chapter.sheets


def assemble(folder: Path, words: Callable[..., str], fault: Fault, skip: tuple[str, ...] = ()) -> Guide:
    """The guide of the language built in ``folder``. Raises FileNotFoundError when nothing was built there."""
    pages = {key: folder / key / PAGE for key in built_pages.keys_below(folder, skip)}
    home = built_pages.page(pages[""])
    navigation = built_pages.navigation(home)
    known = {key for place in navigation for key in place.addresses()} & set(pages)
    entities, rest = _sorted_out(pages, known)
    reader = _Reader(pages, words, fault)
    whole = (reader.article(key) for key in [*known, *(key for keys in rest.values() for key in keys)])
    reader.printed = {
        div.get("id", "") for article in whole for div in article.iter("div") if div.get("class") == "matrix"
    }
    chapters = []
    for place in navigation:
        chapter = Chapter(place.title, list(_sheets(place, 1, reader, entities)), head=place.key is None)
        if chapter.sheets:
            chapters.append(chapter)
    for name, keys in rest.items():
        sheets = [Sheet(key, 1 if number == 0 else 2, reader.article(key), listed=2) for number, key in enumerate(keys)]
        chapters.append(Chapter(built_pages.first_heading(sheets[0].article) or name, sheets))
    title = built_pages.first_heading(reader.article("")) or folder.name
    canonical = home.xpath('string(//link[@rel="canonical"]/@href)')
    guide = Guide(title, canonical, chapters)
    moved = repeated_tables.print_once((sheet.article for sheet in guide.sheets if not sheet.entry), words)
    resolve(guide, moved, fault)
    return guide


def _sorted_out(pages: dict[str, Path], known: set[str]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Pages outside the navigation: those below a page of it, and the rest by their first folder."""
    below: dict[str, list[str]] = {}
    rest: dict[str, list[str]] = {}
    for key in pages:
        if key in known:
            continue
        parent = posixpath.dirname(key.rstrip("/"))
        parent = f"{parent}/" if parent else ""
        if parent and parent in known:
            below.setdefault(parent, []).append(key)
        else:
            rest.setdefault(key.split("/")[0], []).append(key)
    return below, {name: sorted(keys) for name, keys in sorted(rest.items())}


@dataclass
class _Reader:
    pages: dict[str, Path]
    words: Callable[..., str]
    fault: Fault
    articles: dict[str, Any] = field(default_factory=dict)
    printed: set[str] = field(default_factory=set)

    def article(self, key: str) -> Any:
        """The content of a page, its anchors and links made absolute within the document."""
        if key not in self.articles:
            article = built_pages.article(self.pages[key])
            if not len(article):
                self.fault(key, None, "the built page has no article")
            if plan := record_blocks.PLANS.get(key.split("/")[0]):
                record_blocks.without_said(article, plan, key)
            self.articles[key] = built_pages.absolute(article, key, self.pages)
        return self.articles[key]


def _sheets(place: Place, level: int, reader: _Reader, entities: dict[str, list[str]]) -> Iterator[Sheet]:
    if place.key is not None and place.key in reader.pages:
        yield Sheet(place.key, level, reader.article(place.key))
        yield from _entries(place.key, level + 1, reader, entities)
    for child in place.children:
        if child.key != place.key or child.key is None:
            yield from _sheets(child, level + 1, reader, entities)


def _entries(parent: str, level: int, reader: _Reader, entities: dict[str, list[str]]) -> Iterator[Sheet]:
    """The pages below one, in the order in which it names them, as entries when they are records."""
    keys = entities.get(parent, [])
    if not keys:
        return
    named = {link.get("data-to", "").split("#")[0]: None for link in reader.article(parent).iter("a")}
    ordered = [key for key in named if key in keys]
    ordered += sorted(set(keys) - set(ordered), key=natural_key)
    plan = record_blocks.PLANS.get(parent.rstrip("/"))
    if plan is None:
        for key in ordered:
            yield Sheet(key, level, reader.article(key), listed=level)
        return
    gathered = record_blocks.Gathered(parent, plan, reader.words, reader.printed)
    for key in ordered:
        yield Sheet(key, level, gathered.entry(key, reader.article(key)), listed=0, entry=True)
    for number, article in enumerate(gathered.matrices()):
        yield Sheet(f"{parent}+{number}", level, article)
