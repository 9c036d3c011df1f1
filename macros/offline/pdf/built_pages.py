"""Reads built pages: which there are, their navigation, the content of one with addresses of the whole document."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lxml import etree

PAGE = "index.html"
LABELS = ("data-page", "data-label")
"""Attributes that hold the labels of an element: of the page that it begins, and its own."""


@dataclass(frozen=True)
class Place:
    """A place in the navigation."""

    title: str
    key: str | None
    children: tuple[Place, ...] = ()

    def addresses(self) -> Iterator[str]:
        if self.key is not None:
            yield self.key
        for child in self.children:
            yield from child.addresses()


def keys_below(folder: Path, skip: tuple[str, ...]) -> list[str]:
    """The addresses of the pages of a language. Raises FileNotFoundError when nothing was built there."""
    if not (folder / PAGE).is_file():
        raise FileNotFoundError(folder / PAGE)
    keys = []
    for path in sorted(folder.rglob(PAGE)):
        place = path.parent.relative_to(folder).as_posix()
        if place.split("/")[0] not in skip:
            keys.append("" if place == "." else f"{place}/")
    return keys


def page(path: Path) -> Any:
    """A whole page."""
    return _parsed(path.read_text(encoding="utf-8"))


def article(path: Path) -> Any:
    """The content of a page, empty where it has none. The rest, three quarters of most pages, is not even parsed."""
    text = path.read_text(encoding="utf-8")
    begin, end = text.find("<article"), text.rfind("</article>")
    found = _parsed(f"<body>{text[begin:end]}</article></body>").find(".//article") if 0 <= begin < end else None
    return found if found is not None else etree.Element("article")


def _parsed(text: str) -> Any:
    """The tree of a text. The parser takes <wbr> for a box around what follows; where words may be parted on paper is
    decided there anyway."""
    return etree.fromstring(text.replace("<wbr>", "").encode(), etree.HTMLParser(encoding="utf-8", huge_tree=True))


def navigation(home: Any) -> tuple[Place, ...]:
    """The navigation that every page carries, as seen from the home page."""
    top = home.xpath('//nav[contains(concat(" ", @class, " "), " md-nav--primary ")]/ul')
    return tuple(_place(item) for item in top[0] if item.tag == "li") if top else ()


def _place(item: Any) -> Place:
    inner = item.xpath("./nav[@data-md-level]/ul/li")
    links = item.xpath("./a[@href] | ./div/a[@href]")
    title = item.xpath('.//*[contains(@class, "md-ellipsis")]')
    name = tidy("".join(title[0].itertext()) if title else ("".join(links[0].itertext()) if links else ""))
    key = key_of(links[0].get("href"), "") if links else None
    return Place(name, key, tuple(_place(child) for child in inner))


def tidy(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("¶", "")).strip()


@lru_cache(maxsize=50_000)
def key_of(href: str, base: str) -> str | None:
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


def absolute(article: Any, key: str, pages: dict[str, Path]) -> Any:
    """The content of a page, its anchors and links made those of the whole document."""
    for element in article.iter("*"):
        if not element.attrib:
            continue
        if own := element.get("id") or (element.get("name") if element.tag == "a" else None):
            element.set("data-label", f"{key}#{own}")
        href = element.get("href")
        if href is not None and not re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//", href):
            path, _, fragment = href.partition("#")
            target = key_of(path, key)
            if target in pages:
                element.set("data-to", f"{target}#{unquote(fragment)}")
            del element.attrib["href"]
    heading = next(article.iter("h1"), None)
    if heading is not None:
        heading.set("data-page", f"{key}#")
    elif len(article):
        article[0].set("data-page", f"{key}#")
    return article


def first_heading(article: Any) -> str:
    heading = next(article.iter("h1"), None)
    return tidy("".join(heading.itertext())) if heading is not None else ""
