"""Builds the site: both languages aside, whole or not at all, the same bytes from the same commit.

The last good site/ stays where it is until a new one is complete.
"""

from __future__ import annotations

import datetime
import logging
import multiprocessing
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from . import links, search
from .catalog import load_catalog
from .model.hardware import Edition
from .pages import write_pages
from .problem import Problem, ProblemsFound, as_text
from .prose import page_problems
from .table import LANGUAGES

CONFIGURATIONS = {"en": "mkdocs.yml", "zh": "mkdocs.zh.yml"}
FOLDERS = {"en": "", "zh": "zh"}
"""Where each language stands in the site."""


def site(root: Path, quiet: bool = False) -> int:
    """Build both languages into ``root``/site. Returns 0, or 1 after all that is wrong has been printed."""
    begun = time.monotonic()
    problems = [*data_problems(root), *page_problems(root)]
    if problems:
        print(as_text(problems), file=sys.stderr)
        return 1
    write_pages(root)
    aside = root / "build"
    aside.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="site-", dir=aside) as folder:
        made = {lang: Path(folder, lang) for lang in LANGUAGES}
        faults = build_all(root, made)
        if faults:
            print("\n".join(faults), file=sys.stderr)
            print(f"\n{len(faults)} problems; {_kept(root)}", file=sys.stderr)
            return 1
        for lang in LANGUAGES[1:]:
            made[lang].rename(made[LANGUAGES[0]] / FOLDERS[lang])
        _swap(made[LANGUAGES[0]], root / "site", Path(folder, "old"))
    if not quiet:
        pages = sum(1 for _ in (root / "site").rglob("index.html"))
        print(f"site/: {pages} pages in {time.monotonic() - begun:.1f} s")
    return 0


def _kept(root: Path) -> str:
    return "the last good site/ was left as it is" if (root / "site").is_dir() else "no site/ was written"


def data_problems(root: Path) -> list[Problem]:
    """Everything wrong with the data, judged on the edition's day, so that no commit ages by itself."""
    from .check import check

    try:
        today = edition_day(root)
    except ProblemsFound:
        today = datetime.date.today()
    return [problem for problem in check(root / "data", today) if not problem.warning]


def edition_day(root: Path) -> datetime.date:
    for edition in load_catalog(root / "data").all(Edition):
        return edition.date
    return datetime.date.today()


@dataclass
class Built:
    """What came of building one language. ``outside`` are its links to files that are not its own: page, link, file."""

    faults: list[str] = field(default_factory=list)
    outside: list[tuple[str, str, str]] = field(default_factory=list)


def build_all(root: Path, made: dict[str, Path]) -> list[str]:
    """Build every language into its folder, side by side; what was wrong, in the order of the languages."""
    epoch = source_date_epoch(root)
    with ProcessPoolExecutor(len(made), mp_context=multiprocessing.get_context("spawn")) as pool:
        jobs = {lang: pool.submit(build_language, root, lang, folder, epoch) for lang, folder in made.items()}
        built = {lang: job.result() for lang, job in jobs.items()}
    faults = [fault for one in built.values() for fault in one.faults]
    files = {name for lang, folder in made.items() for name in _files(folder, FOLDERS[lang])}
    for lang, one in built.items():
        gone = [links.dead(page, link, f"there is no {file}") for page, link, file in one.outside if file not in files]
        faults += told_links(root, lang, gone, faults)
    return list(dict.fromkeys(faults))


def build_language(root: Path, lang: str, folder: Path, epoch: str) -> Built:
    """Build one language strictly into a folder, with its search index, and read it as a browser does."""
    os.environ["SOURCE_DATE_EPOCH"] = epoch
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    if os.environ.get("SITE_URL"):
        os.environ.setdefault("SITE_URL_ZH", os.environ["SITE_URL"].rstrip("/") + "/zh/")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort

    os.chdir(root)
    with told(root, lang) as faults:
        try:
            config = load_config(str(root / CONFIGURATIONS[lang]), site_dir=str(folder), strict=True)
            _prepare(config)
            build(config)
        except Abort as error:
            if not faults:
                faults.append(f"{CONFIGURATIONS[lang]}: {error}")
        except SystemExit as error:
            if not faults:
                faults.append(f"{CONFIGURATIONS[lang]}: the build stopped with exit code {error.code}")
        except Exception as error:  # whatever a page or a plugin raises is told as one line
            if not faults:
                faults.append(f"{_where(error, root) or CONFIGURATIONS[lang]}: {type(error).__name__}: {error}")
    gone = missing(root, lang, folder)
    if gone:
        return Built(faults or gone)
    found, outside = read_built(lang, folder, config.site_url)
    return Built(faults + told_links(root, lang, found, faults), outside)


def _where(error: Exception, root: Path) -> str:
    """File and line of a template that cannot be read; empty for other mistakes."""
    name, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    return f"{os.path.relpath(name, root)}:{line}" if name and line else ""


def _prepare(config: Any) -> None:
    """All macros are tried, so that all mistakes are told; the search index is written by us, from parsed pages."""
    config.plugins["macros"].config["on_error_fail"] = False
    search = config.plugins["material/search"]
    for event in ("page_context", "post_build"):
        heard = config.plugins.events[event]
        heard[:] = [method for method in heard if getattr(method, "__self__", None) is not search]


def read_built(lang: str, folder: Path, site_url: str | None) -> tuple[list[links.Fault], list[tuple[str, str, str]]]:
    """Reads every page of a built language once: writes its search index, finds faults and links to other languages."""
    base = urlsplit(site_url or "/").path or "/"
    within = FOLDERS[lang]
    base = base.removesuffix(f"{within}/") if within and site_url else base
    pages = links.style_links(folder, within)
    docs = []
    for file in sorted(folder.rglob("*.html")):
        name = file.relative_to(folder).as_posix()
        page = posixpath.join(within, name)
        tree, pages[page] = links.read_page(file, page)
        if name != "404.html" and (article := links.ARTICLE(tree)):
            url = name.removesuffix("index.html") if posixpath.basename(name) == "index.html" else name
            docs += search.entries(article[0], url, tree.findtext(".//title") or "")
    index = folder / "search" / "search_index.json"
    index.parent.mkdir(exist_ok=True)
    index.write_bytes(search.index_text(lang, docs).encode())
    faults = [fault for built in pages.values() for fault in built.faults]
    outside = []
    for found in links.dead_links(pages, set(_files(folder, within)), base):
        if isinstance(found, links.Fault):
            faults.append(found)
        elif _language_of(found[2]) == lang:
            faults.append(links.dead(found[0], found[1], f"there is no {found[2]}"))
        else:
            outside.append(found)
    return faults, outside


def _language_of(file: str) -> str:
    """The language whose folder of the site a file stands in."""
    return next((lang for lang, folder in FOLDERS.items() if folder and file.startswith(f"{folder}/")), LANGUAGES[0])


def _files(folder: Path, within: str) -> Iterator[str]:
    """The files of a built language, as paths below the site."""
    for path in folder.rglob("*"):
        if path.is_file():
            yield posixpath.join(within, path.relative_to(folder).as_posix())


def told_links(root: Path, lang: str, found: list[links.Fault], told: list[str]) -> list[str]:
    """Faults of built pages as all problems are told: with page and line, and the call where a macro wrote it.

    What a template wrote is on many pages and told once; what was told before is not told again.
    """
    sources = {posixpath.join(FOLDERS[lang], page_of(source)): source for source in _sources(root, lang)}
    out, by_template = [], {}
    for fault in found:
        source = sources.get(fault.page)
        file = f"docs/{lang}/{source}" if source else fault.page
        if any(file in one and _says(one, fault) for one in told):
            continue
        line, hints = _written_at(root / file, lang, source, fault) if source else (0, ())
        if line:
            out.append(_told(file, line, fault, hints))
        else:
            by_template.setdefault(fault.message, []).append((file, fault))
    for places in by_template.values():
        (file, fault), more = places[0], len(places) - 1
        also = (("also", f"on {more} more pages: a template wrote it"),) if more else ()
        out.append(_told(file, 0, fault, also))
    return out


def _told(file: str, line: int, fault: links.Fault, hints: tuple[tuple[str, str], ...]) -> str:
    found = (("found", fault.link),) if fault.link else ()
    return as_text([Problem(file, line, 1 if line else 0, "", fault.message, (*found, *hints))])


def _written_at(path: Path, lang: str, source: str, fault: links.Fault) -> tuple[int, tuple[tuple[str, str], ...]]:
    """The line of a page that a fault comes from, and the call there; 0 when no line of the page wrote it."""
    from . import calls

    text = _text(path)
    if written := calls.written_by(lang, source, text, fault.clue):
        return written
    lines = [number for words in fault.words for number, line in enumerate(text.split("\n"), 1) if words in line]
    return max(lines, default=0), ()


def _says(told: str, fault: links.Fault) -> bool:
    """Does a message say already what the built page shows?"""
    shows_error = not fault.clue and not fault.link
    words = " ".join(told.split())
    return shows_error or any(one in words for one in (fault.message, *fault.words))


def missing(root: Path, lang: str, folder: Path) -> list[str]:
    """Sources of a language that no built page came of, and built pages that no source stands behind."""
    wanted = {source: page_of(source) for source in _sources(root, lang)}
    built = {path.relative_to(folder).as_posix() for path in folder.rglob("index.html")}
    out = [
        f"docs/{lang}/{source}: no page was built of it" for source, page in sorted(wanted.items()) if page not in built
    ]
    return out + [f"{page}: built, but no source stands behind it" for page in sorted(built - set(wanted.values()))]


def _sources(root: Path, lang: str) -> list[str]:
    """The pages of a language as files below its folder."""
    docs = root / "docs" / lang
    return sorted(path.relative_to(docs).as_posix() for path in docs.rglob("*.md"))


def page_of(source: str) -> str:
    stem = source.removesuffix(".md")
    return f"{stem}.html" if stem == "index" or stem.endswith("/index") else f"{stem}/index.html"


@contextmanager
def told(root: Path, lang: str) -> Iterator[list[str]]:
    """Collects what MkDocs warns of while it builds, with page and line where it can be found."""
    faults: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            faults.append(_placed(record.getMessage(), root, lang))

    handler = Keep(logging.WARNING)
    logger = logging.getLogger("mkdocs")
    level, propagates = logger.level, logger.propagate
    logger.addHandler(handler)
    logger.setLevel(logging.WARNING)
    logger.propagate = False
    try:
        yield faults
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = propagates


NAMED_PAGE = re.compile(r"(?:Doc file|page|Error reading page|Error building page) '([^']+\.md)'")
NAMED_LINK = re.compile(r"link '([^']+)'")
MACRO_ERROR = re.compile(r"_File_: `([^`]+)`\s+_(\w+)_: ([^\n]*)")
TEMPLATE_LINE = re.compile(r'File "<template>", line (\d+)')


def _placed(message: str, root: Path, lang: str) -> str:
    """The message with file and line in front, as all problems are told."""
    message = message.strip()
    if error := MACRO_ERROR.search(message):
        from . import calls

        file, lines = root / "docs" / lang / error[1], TEMPLATE_LINE.findall(message)
        line = calls.line_in_file(_text(file), int(lines[-1])) if lines else 0
        return as_text([Problem(f"docs/{lang}/{error[1]}", line, 1 if line else 0, "", f"{error[2]}: {error[3]}")])
    page = NAMED_PAGE.search(message)
    if not page:
        return message
    file = root / "docs" / lang / page[1]
    line, link = 0, NAMED_LINK.search(message)
    if link and file.is_file():
        line = next((number for number, text in enumerate(_text(file).split("\n"), 1) if link[1] in text), 0)
    return as_text([Problem(f"docs/{lang}/{page[1]}", line, 1 if line else 0, "", message)])


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8-sig", errors="replace")


def source_date_epoch(root: Path) -> str:
    """The time that files carry: as given, or of the last commit, or the edition's day."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return given
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        found = ""
    if found.isdigit():
        return found
    midnight = datetime.datetime.combine(edition_day(root), datetime.time(), datetime.UTC)
    return str(int(midnight.timestamp()))


def _swap(new: Path, site: Path, old: Path) -> None:
    """Put the new site in the place of the old one; the old one goes with the temporary folder."""
    if os.path.lexists(site):
        site.rename(old) if not site.is_symlink() else site.unlink()
    try:
        new.rename(site)
    except OSError:
        if old.exists():
            old.rename(site)
        raise
    shutil.rmtree(old, ignore_errors=True)
