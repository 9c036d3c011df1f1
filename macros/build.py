"""Builds the site: both languages aside, whole or not at all, the same bytes from the same commit.

The last good site/ stays where it is until a new one is complete.
"""

from __future__ import annotations

import datetime
import logging
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

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


def build_all(root: Path, made: dict[str, Path]) -> list[str]:
    """Build every language into its folder, side by side; what was wrong, in the order of the languages."""
    epoch = source_date_epoch(root)
    with ProcessPoolExecutor(len(made), mp_context=multiprocessing.get_context("spawn")) as pool:
        jobs = [pool.submit(build_language, root, lang, folder, epoch) for lang, folder in made.items()]
        faults = [fault for job in jobs for fault in job.result()]
    return list(dict.fromkeys(faults))


def build_language(root: Path, lang: str, folder: Path, epoch: str) -> list[str]:
    """Build one language strictly into a folder. Returns what was wrong, page by page."""
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
            build(config)
        except Abort as error:
            if not faults:
                faults.append(f"{CONFIGURATIONS[lang]}: {error}")
        except SystemExit as error:
            if not faults:
                faults.append(f"{CONFIGURATIONS[lang]}: the build stopped with exit code {error.code}")
        except Exception as error:  # whatever a page or a plugin raises is told as one line
            if not faults:
                faults.append(f"{CONFIGURATIONS[lang]}: {type(error).__name__}: {error}")
    return faults or missing(root, lang, folder)


def missing(root: Path, lang: str, folder: Path) -> list[str]:
    """Sources of a language that no built page came of, and built pages that no source stands behind."""
    docs = root / "docs" / lang
    sources = {path.relative_to(docs).as_posix() for path in docs.rglob("*.md")}
    wanted = {source: page_of(source) for source in sources}
    built = {path.relative_to(folder).as_posix() for path in folder.rglob("index.html")}
    out = [
        f"docs/{lang}/{source}: no page was built of it" for source, page in sorted(wanted.items()) if page not in built
    ]
    return out + [f"{page}: built, but no source stands behind it" for page in sorted(built - set(wanted.values()))]


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


def _placed(message: str, root: Path, lang: str) -> str:
    """The message with file and line in front, as all problems are told."""
    message = message.strip()
    page = NAMED_PAGE.search(message)
    if not page:
        return message
    file = root / "docs" / lang / page[1]
    line, link = 0, NAMED_LINK.search(message)
    if link and file.is_file():
        lines = file.read_text(encoding="utf-8-sig", errors="replace").split("\n")
        line = next((number for number, text in enumerate(lines, 1) if link[1] in text), 0)
    return as_text([Problem(f"docs/{lang}/{page[1]}", line, 1 if line else 0, "", message)])


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
