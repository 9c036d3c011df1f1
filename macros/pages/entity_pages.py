"""The body of the page that a record has: the way to it, its other names, its sections, and where it is written."""

from __future__ import annotations

from ..catalog import CallError, near_hint
from ..catalog.model import Record
from ..catalog.model.hardware import Gpu, Target
from ..render import elements
from . import commands
from .addresses import PAGES
from .context import AskingPage
from .sections import SEARCHED, SECTIONS


def body(page: AskingPage, collection: str, key: str) -> str:
    """The page of a record that has sections: its answer first, then everything behind it.

    Raises CallError when there is no such record.
    """
    record = page.catalog.by_id(page.kind(collection)).get(key)
    if record is None:
        raise CallError(
            f"{key} is not in {collection}",
            *near_hint(key, page.catalog.by_id(page.kind(collection))),
            ("next", "python -m macros pages writes the pages anew"),
        )
    kind, words = PAGES[collection], page.words
    out = [_way(page, collection, key, f"{collection}/index.md")]
    if names := _names(page, collection, record):
        out.append(elements.paragraph(" · ".join(names), "names"))
    for section in SECTIONS[collection]:
        for found in section.tables(page, key):
            if section.anchor == "answer":
                out += [page.draw(found, "answer", searched=True, notes=False), _way_on(page)]
                continue
            title = elements.heading(words(f"page.{kind}.{section.anchor}"), section.anchor)
            if title not in out:
                out.append(title)
            out.append(page.draw(found, "", section.anchor in SEARCHED[collection], notes=collection != "gpus"))
    return "\n\n".join([*out, _place(page, collection, key)])


def symptom(page: AskingPage, key: str) -> str:
    """The page of a symptom: the words people see, its causes told apart, what is near it.

    Raises CallError when there is no such symptom.
    """
    page.found("symptoms", key)
    way = _way(page, "symptoms", key, "troubleshooting/index.md")
    parts = commands.symptom_parts(page.words, page.catalog, key, page.whereabouts)
    return "\n\n".join([way, *parts, _place(page, "symptoms", key)])


def _way(page: AskingPage, collection: str, key: str, above: str) -> str:
    """The way to a page from the home page, over the one ``above`` it that lists all of its kind."""
    words = page.words
    steps_to = (
        (words("page.home"), page.address("index.md")),
        (words(f"page.{PAGES[collection]}.all"), page.address(above)),
    )
    return elements.breadcrumb(words("page.breadcrumb"), steps_to, words.name_of(collection, key))


def _way_on(page: AskingPage) -> str:
    """What a reader does who knows the answer."""
    steps_on = {"install": "install/index.md", "verify": "install/verify.md", "trouble": "troubleshooting/index.md"}
    links = ((page.words(f"page.next.{name}"), page.address(source)) for name, source in steps_on.items())
    return elements.way_on(page.words("page.next"), links)


def _place(page: AskingPage, collection: str, key: str) -> str:
    """Where the record of a page is written."""
    place = page.catalog.place(page.found(collection, key))
    address = page.edit(place.file, place.line) if page.repo else None
    return elements.place(page.words("page.record"), place.file, place.line, address)


def _names(page: AskingPage, collection: str, record: Record) -> list[str]:
    """What else people know it by, and type: target, architecture, code name, graphics part, other names."""
    names: list[str | None] = []
    if isinstance(record, Gpu):
        target = page.catalog.find(Target, record.target) if record.target else None
        architecture = record.architecture or (target.architecture if target else None)
        names = [record.target, architecture and page.words.name_of("architectures", architecture)]
        names += [record.codename, record.igpu]
    spoken = _squeezed(page.words.name_of(collection, record.id))  # type: ignore[attr-defined]
    names += [name for name in getattr(record, "aliases", ()) if _squeezed(name) not in spoken]
    return [name for name in names if name]


def _squeezed(name: str) -> str:
    """A name as search compares it: without what people leave out between its words."""
    return "".join(sign for sign in name.lower() if sign not in " _-")
