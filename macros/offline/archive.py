"""Packs the guide for reading from disk: one zip per language, of pages and PDF, the same bytes each time.

The pages are those of site/ with links that work from disk: rewriting them takes seconds, building them again minutes.
"""

from __future__ import annotations

import os
import posixpath
import re
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from ..catalog import Catalog, Problem, ProblemsFound, as_text, counted, load_catalog
from ..catalog.model.text import LANGUAGES
from ..render.cover import cover
from ..render.words import Words
from ..site.layout import FOLDERS
from ..site.settings import source_date_epoch
from . import editions, pdf
from .local_links import PAGE, Copy, public_address

FOLDER = "rocm-field-guide-{lang}"
NAME = f"{FOLDER}.zip"
GUIDE = "guide"
"""Inside the folder that is unpacked: there the site's own layout begins."""

SHARED = ("api", "schema")
"""Folders of the site that belong to every language."""

ONLINE_ONLY = ("404.html", "sitemap.xml", "sitemap.xml.gz", "downloads", "pdf", "offline")
"""What a language has that a copy on disk has no use for."""

PACKED = {".gz", ".pdf", ".png"}
"""Kinds of files that are small already."""

NO_TEXT = re.compile("[\ud800-\udfff]")
"""In a file's name: a byte that is no UTF-8, which names in a zip are."""

EARLIEST = 315_532_800
"""1980-01-01: no file in a zip is older."""

LATEST = 4_354_819_198
"""2107-12-31: nor is one younger."""

SILENT = 2
"""After so many seconds without a word it says how far it is."""


def offline(root: Path, site: Path | None = None) -> int:
    """Write the zip of each language of ``site`` into its offline/. Returns 0, or 1 after saying what is wrong."""
    begun = time.monotonic()
    site = site or root / "site"
    catalog = load_catalog(root / "data")
    problems = list(dict.fromkeys(one for lang in LANGUAGES for one in _problems(catalog, site, lang)))
    if problems:
        print(f"{as_text(problems)}\n\n{counted(len(problems))}, no zip was written", file=sys.stderr)
        return 1
    aside = root / "build"
    aside.mkdir(exist_ok=True)
    moment = time.gmtime(min(max(int(source_date_epoch(root)), EARLIEST), LATEST))[:6]
    with tempfile.TemporaryDirectory(prefix="offline-", dir=aside) as made:
        for lang in LANGUAGES:
            file = Path(made, NAME.format(lang=lang))
            contents = _contents(catalog, site, lang)
            _pack(file, FOLDER.format(lang=lang), contents, moment, lambda what, lang=lang: _say(begun, lang, what))
        out = site / "offline"
        out.mkdir(exist_ok=True)
        for lang in LANGUAGES:
            os.replace(Path(made, NAME.format(lang=lang)), out / NAME.format(lang=lang))
    return 0


def cover_of(lang: str) -> str:
    """The page inside the zip of a language that says what it is."""
    return f"{FOLDER.format(lang=lang)}/{PAGE}"


def _problems(catalog: Catalog, site: Path, lang: str) -> list[Problem]:
    """Why a language cannot be packed: no pages, pages or PDF of another edition, something else in their place."""
    home, document = site / FOLDERS[lang] / PAGE, site / "pdf" / pdf.NAME.format(lang=lang)
    place = posixpath.join("site", FOLDERS[lang], PAGE)
    if not home.is_file():
        return [Problem(place, 0, 0, "", "no site was built there", (("next", "python -m macros site"),))]
    packed = site / "offline" / NAME.format(lang=lang)
    expected = editions.edition(catalog, lang)
    found = editions.wrong(place, editions.of_page(home), expected, "site")
    found += editions.in_the_way(document, "pdf") + editions.in_the_way(packed, "offline")
    found += [_unnameable(name) for name in _held(site, lang) if NO_TEXT.search(name)]
    if document.is_file():
        found += editions.wrong(f"site/pdf/{document.name}", editions.of_pdf(document), expected, "pdf")
    return found


def _contents(catalog: Catalog, site: Path, lang: str) -> dict[str, Callable[[], bytes]]:
    """The files of a zip by their paths in its folder, each with what makes its content."""
    words, document = Words(catalog, lang), site / "pdf" / pdf.NAME.format(lang=lang)
    names = frozenset(_held(site, lang))
    copy = Copy(names, public_address((site / PAGE).read_text(encoding="utf-8")))
    out: dict[str, Callable[[], bytes]] = {f"{GUIDE}/{name}": partial(_content, copy, site, name) for name in names}
    index = posixpath.join(FOLDERS[lang], "search", "search_index.json")
    out[f"{GUIDE}/{index}"] = partial(_index, copy, site, lang, index)
    out[f"{GUIDE}/{index.removesuffix('on')}"] = lambda: b"var __index=" + _index(copy, site, lang, index)
    ways = [(words("offline.open"), posixpath.join(GUIDE, FOLDERS[lang], PAGE))]
    said = [words("offline.about"), words("offline.use")]
    if document.is_file():
        out[document.name] = document.read_bytes
        megabytes = f"{document.stat().st_size / 1e6:.1f}"
        ways.append((words("offline.pdf", megabytes=megabytes), document.name))
    else:
        said.append(words("offline.no_pdf"))
    other = next(one for one in LANGUAGES if one != lang)
    said.append(words("offline.other", name=NAME.format(lang=other)))
    if copy.address:
        ways.append((words("offline.site"), copy.address + (f"{FOLDERS[lang]}/" if FOLDERS[lang] else "")))
    small = words("footer.independent"), words("footer.licences")
    page = cover(lang, words("offline.title"), editions.edition(catalog, lang), ways, said, small)
    out[PAGE] = page.encode
    return out


def _held(site: Path, lang: str) -> Iterator[str]:
    """The files of the site that a copy in one language holds, as paths below the site; nothing a link leads to."""
    others = [folder for one, folder in FOLDERS.items() if folder and one != lang]
    for top in dict.fromkeys((FOLDERS[lang], *SHARED)):
        for path in (site / top).rglob("*"):
            name = path.relative_to(site).as_posix()
            first = path.relative_to(site / top).parts[0]
            if path.is_file() and not path.is_symlink() and first not in (*ONLINE_ONLY, *others):
                yield name


def _unnameable(name: str) -> Problem:
    found, expected = ("found", ascii(os.fsencode(name))[1:]), ("expected", "a name in UTF-8")
    place = name.encode(errors="backslashreplace").decode()
    next_ = ("next", "rename the file it was made of, then python -m macros site")
    return Problem(f"site/{place}", 0, 0, "", "the name of the file cannot be packed", (found, expected, next_))


def _content(copy: Copy, site: Path, name: str) -> bytes:
    content = (site / name).read_bytes()
    if not name.endswith(".html"):
        return content
    try:
        return copy.page(name, content.decode()).encode()
    except UnicodeDecodeError as error:
        raise _broken(name, f"not UTF-8: offset {error.start}") from None


def _index(copy: Copy, site: Path, lang: str, name: str) -> bytes:
    try:
        return copy.index(FOLDERS[lang], (site / name).read_text(encoding="utf-8")).encode()
    except (FileNotFoundError, ValueError, KeyError):
        raise _broken(name, "there is no search index") from None


def _broken(name: str, message: str) -> ProblemsFound:
    """A built file that cannot be read: it is made anew, not mended."""
    return ProblemsFound([Problem(f"site/{name}", 0, 0, "", message, (("next", "python -m macros site"),))])


def _pack(
    file: Path,
    folder: str,
    contents: dict[str, Callable[[], bytes]],
    moment: tuple[int, ...],
    progress: Callable[[str], None],
) -> None:
    """Write a zip: files in the order of their names, all of one time and with the rights of plain files."""
    said = time.monotonic()
    with zipfile.ZipFile(file, "w") as packed:
        for number, (name, content) in enumerate(sorted(contents.items())):
            entry = zipfile.ZipInfo(f"{folder}/{name}", moment)
            entry.create_system, entry.external_attr = 3, 0o100644 << 16
            entry.compress_type = zipfile.ZIP_STORED if Path(name).suffix in PACKED else zipfile.ZIP_DEFLATED
            packed.writestr(entry, content(), compresslevel=9)
            if time.monotonic() - said > SILENT:
                said = time.monotonic()
                progress(f"{number} of {len(contents)} files")
    progress(f"{file.name}: {len(contents)} files, {file.stat().st_size / 1e6:.1f} MB")


def _say(begun: float, lang: str, what: str) -> None:
    print(f"offline {lang}: {time.monotonic() - begun:5.1f} s  {what}", file=sys.stderr, flush=True)
