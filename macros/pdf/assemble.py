"""Reads the built pages of a language and puts them in order: chapters, pages, anchors that are one page's own.

Reads HTML alone, so that it does not matter who built it. Order and titles are those of the site's navigation; pages
of records follow the page that lists them, as entries (``entries``); what is left comes last.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lxml import etree

from ..model.base import natural_key
from . import entries

PAGE = "index.html"
LABELS = ("data-page", "data-label")
"""Attributes that hold the labels of an element: of the page that it begins, and its own."""


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


@dataclass(frozen=True)
class Entry:
    """A place in the navigation."""

    title: str
    key: str | None
    children: tuple[Entry, ...] = ()

    def addresses(self) -> Iterator[str]:
        if self.key is not None:
            yield self.key
        for child in self.children:
            yield from child.addresses()


Fault = Callable[[str, Any, str], None]
"""Called with the key of a page, an element and what is wrong."""


def assemble(folder: Path, words: Callable[..., str], fault: Fault, skip: tuple[str, ...] = ()) -> Guide:
    """The guide of the language built in ``folder``. Raises FileNotFoundError when nothing was built there."""
    pages = {key: folder / key / PAGE for key in _keys(folder, skip)}
    home = _read(pages[""])
    navigation = _navigation(home)
    known = {key for entry in navigation for key in entry.addresses()} & set(pages)
    entities, rest = _sorted_out(pages, known)
    reader = _Reader(pages, words, fault)
    whole = (reader.article(key) for key in [*known, *(key for keys in rest.values() for key in keys)])
    reader.printed = {
        div.get("id", "") for article in whole for div in article.iter("div") if div.get("class") == "matrix"
    }
    chapters = []
    for entry in navigation:
        chapter = Chapter(entry.title)
        if entry.key is None:
            chapter.head = True
        for sheet in _sheets(entry, 1, reader, entities):
            chapter.sheets.append(sheet)
        if chapter.sheets:
            chapters.append(chapter)
    for name, keys in rest.items():
        sheets = [Sheet(key, 1 if number == 0 else 2, reader.article(key), listed=2) for number, key in enumerate(keys)]
        chapters.append(Chapter(_first_heading(sheets[0].article) or name, sheets))
    title = _first_heading(reader.article("")) or folder.name
    canonical = home.xpath('string(//link[@rel="canonical"]/@href)')
    guide = Guide(title, canonical, chapters)
    _resolve(guide, fault)
    return guide


def _keys(folder: Path, skip: tuple[str, ...]) -> list[str]:
    if not (folder / PAGE).is_file():
        raise FileNotFoundError(folder / PAGE)
    keys = []
    for path in sorted(folder.rglob(PAGE)):
        place = path.parent.relative_to(folder).as_posix()
        if place.split("/")[0] not in skip:
            keys.append("" if place == "." else f"{place}/")
    return keys


def _read(path: Path) -> Any:
    return etree.parse(str(path), etree.HTMLParser(encoding="utf-8", huge_tree=True)).getroot()


def _navigation(home: Any) -> tuple[Entry, ...]:
    """The navigation that every page carries, as seen from the home page."""
    top = home.xpath('//nav[contains(concat(" ", @class, " "), " md-nav--primary ")]/ul')
    return tuple(_entry(item) for item in top[0] if item.tag == "li") if top else ()


def _entry(item: Any) -> Entry:
    inner = item.xpath("./nav[@data-md-level]/ul/li")
    links = item.xpath("./a[@href] | ./div/a[@href]")
    title = item.xpath('.//*[contains(@class, "md-ellipsis")]')
    name = _tidy("".join(title[0].itertext()) if title else ("".join(links[0].itertext()) if links else ""))
    key = _key_of(links[0].get("href"), "") if links else None
    return Entry(name, key, tuple(_entry(child) for child in inner))


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("¶", "")).strip()


@lru_cache(maxsize=50_000)
def _key_of(href: str, base: str) -> str | None:
    """The page that an address leads to, as seen from page ``base``; None when it leads out of the site."""
    path = unquote(urlsplit(href).path)
    if path.startswith("/"):
        return None
    place = posixpath.normpath(posixpath.join("/", base, path)) if path else posixpath.normpath(f"/{base}")
    climbed = len([part for part in path.split("/") if part == ".."]) > base.count("/")
    if climbed:
        return None
    place = place.removesuffix(f"/{PAGE}").strip("/")
    return f"{place}/" if place else ""


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
            found = _read(self.pages[key]).xpath("//article")
            if not found:
                self.fault(key, None, "the built page has no article")
                found = [etree.Element("article")]
            article = found[0]
            if plan := entries.PLANS.get(key.split("/")[0]):
                entries.without_said(article, plan, key)
            self.articles[key] = _absolute(article, key, self.pages)
        return self.articles[key]

    def sheet(self, key: str, level: int) -> Sheet:
        return Sheet(key, level, self.article(key))


def _absolute(article: Any, key: str, pages: dict[str, Path]) -> Any:
    for element in article.xpath(".//*[@id or @href or @name]"):
        if own := element.get("id") or (element.get("name") if element.tag == "a" else None):
            element.set("data-label", f"{key}#{own}")
        href = element.get("href")
        if href is not None and not re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//", href):
            path, _, fragment = href.partition("#")
            target = _key_of(path, key)
            if target in pages:
                element.set("data-to", f"{target}#{unquote(fragment)}")
            del element.attrib["href"]
    heading = next(article.iter("h1"), None)
    if heading is not None:
        heading.set("data-page", f"{key}#")
    elif len(article):
        article[0].set("data-page", f"{key}#")
    return article


def _first_heading(article: Any) -> str:
    heading = next(article.iter("h1"), None)
    return _tidy("".join(heading.itertext())) if heading is not None else ""


def _sheets(entry: Entry, level: int, reader: _Reader, entities: dict[str, list[str]]) -> Iterator[Sheet]:
    if entry.key is not None and entry.key in reader.pages:
        yield reader.sheet(entry.key, level)
        yield from _entries(entry.key, level + 1, reader, entities)
    for child in entry.children:
        if child.key != entry.key or child.key is None:
            yield from _sheets(child, level + 1, reader, entities)


def _entries(parent: str, level: int, reader: _Reader, entities: dict[str, list[str]]) -> Iterator[Sheet]:
    """The pages below one, in the order in which it names them, as entries when they are records."""
    keys = entities.get(parent, [])
    if not keys:
        return
    named = {link.get("data-to", "").split("#")[0]: None for link in reader.article(parent).iter("a")}
    ordered = [key for key in named if key in keys]
    ordered += sorted(set(keys) - set(ordered), key=natural_key)
    plan = entries.PLANS.get(parent.rstrip("/"))
    if plan is None:
        for key in ordered:
            yield Sheet(key, level, reader.article(key), listed=level)
        return
    gathered = entries.Gathered(parent, reader.words, reader.printed)
    for key in ordered:
        yield Sheet(key, level, gathered.entry(key, reader.article(key), plan), listed=0, entry=True)
    for number, article in enumerate(gathered.matrices()):
        yield Sheet(f"{parent}+{number}", level, article)


def _resolve(guide: Guide, fault: Fault) -> None:
    """Makes every link lead to something that is there; a dead one in a whole page is a fault."""
    there: dict[str, str] = {}
    for sheet in guide.sheets:
        for element in sheet.article.xpath(".//*[@data-page or @data-label]"):
            for name in LABELS:
                label = element.get(name)
                if label and label in there:  # as browsers do it: the first one counts
                    del element.attrib[name]
                elif label:
                    there[label] = sheet.key
    whole = {sheet.key for sheet in guide.sheets if not sheet.entry}
    for sheet in guide.sheets:
        for link in sheet.article.iter("a"):
            to = link.get("data-to")
            if not to or to in there:
                continue
            page, _, fragment = to.partition("#")
            if f"{page}#" in there:
                link.set("data-to", f"{page}#")
            else:
                del link.attrib["data-to"]
            if page in whole and fragment and not sheet.entry:
                fault(sheet.key, link, f"the link leads to {to}, which is not there")


def wanted(guide: Guide) -> frozenset[str]:
    """The labels that some link leads to."""
    return frozenset(
        link.get("data-to") for sheet in guide.sheets for link in sheet.article.iter("a") if link.get("data-to")
    )
