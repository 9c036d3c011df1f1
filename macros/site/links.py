"""Reads built pages as a browser does: every link leads somewhere, every id is there once, no error stands as text.

Markdown's own check sees what people write; what macros and templates write is seen here only.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lxml import etree, html

from ..render import escape

ARTICLE = etree.XPath("//article")
IDS = etree.XPath("//@id", smart_strings=False)
LINKS = etree.XPath("//@href", smart_strings=False)
ASSETS = etree.XPath(
    "//link[not(@rel = 'canonical' or contains(@rel, 'alternate') or @rel = 'prev' or @rel = 'next')]/@href | //@src",
    smart_strings=False,
)
FAULTS = etree.XPath("//strong[@class = 'fault']")
TEXT = etree.XPath("//title//text() | //article//text()[not(ancestor::code or ancestor::script)]", smart_strings=False)
LEFT_OVER = re.compile(rb"(?:rfgblock|rfginline)[0-9a-f]{32}|Macro (?:Rendering|Syntax) Error")
"""Never meant for readers: a placeholder that nothing was put in place of, the macro plugin's own error page."""

IN_STYLES = re.compile(r"url\(\s*['\"]?([^)'\"]+)")


@dataclass(frozen=True)
class Fault:
    """What is wrong on a built page. ``link`` is the address as it stands there, if it is about one.

    ``clue`` is a piece of its HTML by which the call that wrote it is known, ``words`` are what people may have typed.
    """

    page: str
    message: str
    link: str = ""
    clue: str = ""
    words: tuple[str, ...] = ()


def dead(page: str, link: str, message: str) -> Fault:
    """A link that leads nowhere."""
    fragment = link.partition("#")[2]
    return Fault(page, message, link, f'"{escape(link)}"', (link, *([f"#{fragment}"] if fragment else [])))


@dataclass(frozen=True)
class BuiltPage:
    """What other pages and the check need to know of a page, without its tree."""

    ids: frozenset[str]
    links: frozenset[str]
    faults: tuple[Fault, ...]


def read_page(file: Path, page: str) -> tuple[Any, BuiltPage]:
    """The tree of a built page, and what it holds."""
    text = file.read_bytes()
    tree = html.document_fromstring(text, html.HTMLParser(encoding="utf-8", huge_tree=True))
    ids = IDS(tree)
    faults = [_twice(page, name, n) for name, n in Counter(ids).items() if n > 1]
    if b"fault" in text:
        faults += [_shown(page, element) for element in FAULTS(tree)]
    if LEFT_OVER.search(text):
        faults += [Fault(page, f"error text on the page: {found}") for found in _left_over(tree)]
    assets = frozenset(ASSETS(tree))
    faults += [dead(page, link, "from another host") for link in sorted(assets) if urlsplit(link).netloc]
    return tree, BuiltPage(frozenset(ids), frozenset(LINKS(tree)) | assets, tuple(faults))


def _twice(page: str, name: str, count: int) -> Fault:
    typed = (f"#{name}", f'id="{name}"')
    return Fault(page, f"the id {name} is there {count} times", clue=f'id="{escape(name)}"', words=typed)


def _shown(page: str, element: Any) -> Fault:
    return Fault(page, " ".join(element.text_content().split()), clue=element.get("data-word", ""))


def _left_over(tree: Any) -> list[str]:
    found = (LEFT_OVER.search(text.encode()) for text in TEXT(tree))
    return list(dict.fromkeys(one[0].decode() for one in found if one))


def no_file(page: str, link: str, file: str) -> Fault:
    """A link to a file that the site does not hold."""
    return dead(page, link, f"there is no {file}")


Gone = tuple[str, str, str]
"""A link to a file that is not there: the page, the link as it stands there, the file it means."""


def follow(pages: dict[str, BuiltPage], files: set[str], base: str) -> tuple[list[Fault], list[Gone]]:
    """What is wrong on pages and with their links to anchors; and links to no file of ``files``.

    All names are paths below the site. ``base`` is the path of the site's address.
    """
    faults, gone = [fault for built in pages.values() for fault in built.faults], []
    for page, built in pages.items():
        for link in sorted(built.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or not (parts.path or parts.fragment):
                continue
            target = _target(parts.path, page, base) if parts.path else page
            anchor = unquote(parts.fragment)
            if target not in files:
                gone.append((page, link, target))
            elif anchor and target in pages and not (anchor in pages[target].ids or anchor.startswith(":~:")):
                faults.append(dead(page, link, f"{target} has no anchor #{anchor}"))
    return faults, gone


def _target(path: str, page: str, base: str) -> str:
    """The file below the site that a link means; with ../ in front when it stands outside."""
    path = unquote(path)
    if path.startswith("/"):
        whole = posixpath.relpath(path, base)
    else:
        whole = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    is_folder = path.endswith("/") or posixpath.basename(path) in (".", "..")
    return posixpath.normpath(posixpath.join(whole, "index.html")) if is_folder else whole


def style_links(folder: Path, root: str = "") -> dict[str, BuiltPage]:
    """What the style sheets of the site itself ask for, as if they were pages."""
    out = {}
    for file in sorted(folder.glob("assets/*.css")):
        found = IN_STYLES.findall(file.read_text(encoding="utf-8"))
        links = frozenset(link for link in found if not link.startswith("data:"))
        out[posixpath.join(root, "assets", file.name)] = BuiltPage(frozenset(), links, ())
    return out
