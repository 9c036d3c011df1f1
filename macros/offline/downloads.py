"""Tells readers what there is to fetch: fills the page of downloads from the files in site/, and writes checksums.

It is a step of its own, after everything else: no file can hold its own checksum.
"""

from __future__ import annotations

import datetime
import hashlib
import posixpath
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..catalog import Catalog, Problem, as_text, counted, load_catalog
from ..catalog.model.text import LANGUAGES
from ..files.writing import write_whole
from ..render.downloads import PLACE, Offered, listing
from ..render.words import Words
from ..site.layout import FOLDERS
from . import archive, editions, pdf

FOLDER_OF = {"pdf": "pdf", "zip": "offline"}
NAME_OF = {"pdf": pdf.NAME, "zip": archive.NAME}
SUMS = "SHA256SUMS"
PAGE = "downloads/index.html"


@dataclass(frozen=True)
class Found:
    """A file that is there. ``day`` is the one it says it is of."""

    kind: str
    lang: str
    path: Path
    size: int
    day: datetime.date | None
    checksum: str


def downloads(root: Path, site: Path | None = None) -> int:
    """Fill the page in every language of ``site``. Returns 0, or 1 after what is wrong has been printed."""
    site, catalog = site or root / "site", load_catalog(root / "data")
    problems = list(dict.fromkeys((*_pages_missing(site), *_unfit(catalog, site))))
    if problems:
        print(as_text(problems), file=sys.stderr)
        print(f"\n{counted(len(problems))}, the page of downloads was left as it is", file=sys.stderr)
        return 1
    found = list(_found(site))
    for kind, folder in FOLDER_OF.items():
        _write_sums(site / folder / SUMS, [one for one in found if one.kind == kind])
    for lang in LANGUAGES:
        page = site / FOLDERS[lang] / PAGE
        drawn = _drawn(Words(catalog, lang), found, "../" * PAGE.count("/") + "../" * bool(FOLDERS[lang]))
        write_whole(page, PLACE.sub(lambda _, drawn=drawn: drawn, page.read_text(encoding="utf-8"), count=1))
    for one in found:
        print(f"{one.checksum}  {one.size / 1e6:6.1f} MB  site/{FOLDER_OF[one.kind]}/{one.path.name}")
    if not found:
        print("downloads: nothing to fetch is there, and the page says so; next: make release", file=sys.stderr)
    return 0


def _pages_missing(site: Path) -> Iterator[Problem]:
    for lang in LANGUAGES:
        page = site / FOLDERS[lang] / PAGE
        if not page.is_file() or not PLACE.search(_text(page)):
            place = posixpath.join("site", FOLDERS[lang], PAGE)
            hint = (("next", "python -m macros site"),)
            yield Problem(place, 0, 0, "", "there is no page with a place for the list of downloads", hint)


def _text(page: Path) -> str:
    """The HTML of a page; nothing when it is not UTF-8: then no site was built there."""
    try:
        return page.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def _unfit(catalog: Catalog, site: Path) -> Iterator[Problem]:
    """Files that must not be offered: of another edition, or a zip that holds another PDF than the one beside it."""
    for lang in LANGUAGES:
        expected = editions.edition(catalog, lang)
        document, packed = (_path(site, kind, lang) for kind in ("pdf", "zip"))
        yield from editions.in_the_way(document, "pdf")
        yield from editions.in_the_way(packed, "offline")
        if document.is_file():
            yield from editions.wrong(f"site/pdf/{document.name}", editions.of_pdf(document), expected, "pdf")
        if not packed.is_file():
            continue
        stated = editions.of_zip(packed, archive.cover_of(lang))
        other = editions.wrong(f"site/offline/{packed.name}", stated, expected, "offline")
        yield from other
        if not other and _pdf_inside(packed, lang) != (document.read_bytes() if document.is_file() else None):
            message = "holds another PDF than site/pdf/, or only one of them is there"
            hint = (("expected", document.name), ("next", "python -m macros offline"))
            yield Problem(f"site/offline/{packed.name}", 0, 0, "", message, hint)


def _pdf_inside(packed: Path, lang: str) -> bytes | None:
    with zipfile.ZipFile(packed) as files:
        name = f"{archive.FOLDER.format(lang=lang)}/{pdf.NAME.format(lang=lang)}"
        return files.read(name) if name in files.namelist() else None


def _path(site: Path, kind: str, lang: str) -> Path:
    return site / FOLDER_OF[kind] / NAME_OF[kind].format(lang=lang)


def _found(site: Path) -> Iterator[Found]:
    for lang in LANGUAGES:
        for kind in FOLDER_OF:
            path = _path(site, kind, lang)
            if path.is_file():
                stated = editions.of_pdf(path) if kind == "pdf" else editions.of_zip(path, archive.cover_of(lang))
                content = path.read_bytes()
                yield Found(kind, lang, path, len(content), stated.day, hashlib.sha256(content).hexdigest())


def _write_sums(file: Path, found: list[Found]) -> None:
    """The checksums of one folder, in the form that sha256sum reads; none where there is nothing to check."""
    if found:
        write_whole(file, "".join(f"{one.checksum}  {one.path.name}\n" for one in found))
    else:
        file.unlink(missing_ok=True)


def _drawn(words: Words, found: list[Found], up: str) -> str:
    """The list as one language's page shows it; ``up`` leads from that page to the site."""
    files = {
        (one.kind, one.lang): Offered(
            one.path.name,
            f"{up}{FOLDER_OF[one.kind]}/{one.path.name}",
            one.size,
            one.day.isoformat() if one.day else "",
            one.checksum,
        )
        for one in found
    }
    folders = dict.fromkeys(FOLDER_OF[one.kind] for one in found)
    return listing(words, files, [(f"{folder}/{SUMS}", f"{up}{folder}/{SUMS}") for folder in folders])
