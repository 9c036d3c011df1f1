"""Which edition a finished file is of, read from it: nothing is offered with what it does not belong to."""

from __future__ import annotations

import datetime
import os
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

from ..catalog import Catalog, Problem
from ..catalog.model.hardware import Edition
from ..render import escape
from ..render.words import Words

FOOTER = re.compile(r'<div class="md-copyright">.*?</strong> · (.*?) · ', re.DOTALL)
COVER = re.compile(r'<p class="edition">(.*?)</p>', re.DOTALL)
TITLE = re.compile(rb"<dc:title>.*?<rdf:li[^>]*>(.*?)</rdf:li>", re.DOTALL)
CHANGED = re.compile(rb"<xmp:ModifyDate>(\d{4}-\d\d-\d\d)")


@dataclass(frozen=True)
class Stated:
    """What a file says of itself: its edition, in words for readers and as HTML or XML, and the day it is of."""

    edition: str
    day: datetime.date | None = None


def edition(catalog: Catalog, lang: str) -> str:
    """The edition that data/edition.yaml names, as every file of it says it."""
    found = catalog.all(Edition)[0]
    return Words(catalog, lang)("footer.edition", version=found.version, date=found.date.isoformat())


def of_page(file: Path) -> Stated:
    """By the foot of a built page."""
    found = FOOTER.search(file.read_text(encoding="utf-8", errors="replace"))
    return Stated(found[1] if found else "")


def of_pdf(file: Path) -> Stated:
    """By the description that every PDF carries as plain text."""
    content = file.read_bytes()
    title, changed = TITLE.search(content), CHANGED.search(content)
    try:
        day = datetime.date.fromisoformat(changed[1].decode()) if changed else None
    except ValueError:
        return Stated("")
    return Stated(title[1].decode(errors="replace") if title else "", day)


def of_zip(file: Path, cover: str) -> Stated:
    """By the page ``cover`` inside, and the time that its files carry."""
    try:
        with zipfile.ZipFile(file) as packed:
            found = COVER.search(packed.read(cover).decode(errors="replace"))
            return Stated(found[1] if found else "", datetime.date(*packed.getinfo(cover).date_time[:3]))
    except (zipfile.BadZipFile, KeyError, ValueError):
        return Stated("")


def in_the_way(file: Path, command: str) -> list[Problem]:
    """What stands in site/ in the place of a finished file or of its folder; ``command`` makes the file."""
    folder = file.parent
    if os.path.lexists(folder) and not folder.is_dir():
        place, expected = f"site/{folder.name}", "a folder"
    elif os.path.lexists(file) and not file.is_file():
        place, expected = f"site/{folder.name}/{file.name}", "a file"
    else:
        return []
    there = folder if expected == "a folder" else file
    found = "a folder" if there.is_dir() else "a file" if there.is_file() else "neither a file nor a folder"
    hints = ("found", found), ("expected", expected), ("next", f"delete it, then python -m macros {command}")
    return [Problem(place, 0, 0, "", "something else stands there", hints)]


def wrong(place: str, stated: Stated, expected: str, command: str) -> list[Problem]:
    """What is wrong with a file that should be of the edition ``expected``; ``command`` makes it anew."""
    if escape(expected) in stated.edition:
        return []
    hints = (("found", stated.edition or "no edition"), ("expected", expected), ("next", f"python -m macros {command}"))
    return [Problem(place, 0, 0, "", "is of another edition", hints)]
