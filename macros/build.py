"""Builds the site: both languages aside, whole or not at all, the same bytes from the same commit.

The last good site/ stays where it is until a new one is complete.
"""

from __future__ import annotations

import datetime
import gc
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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from . import links, search
from .catalog import load_catalog
from .model.hardware import Edition
from .pages import write_pages
from .places import FOLDERS, page_of, sources, template_line, told, told_links
from .problem import Problem, ProblemsFound, as_text, counted
from .prose import page_problems
from .table import LANGUAGES

CONFIGURATIONS = {"en": "mkdocs.yml", "zh": "mkdocs.zh.yml"}


def site(root: Path, quiet: bool = False) -> int:
    """Build both languages into ``root``/site. Returns 0, or 1 after all that is wrong has been printed."""
    begun = time.monotonic()
    problems = list(dict.fromkeys((*settings_problems(), *data_problems(root), *page_problems(root))))
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
            print(f"\n{counted(len(faults))}; {_kept(root)}", file=sys.stderr)
            return 1
        for lang in LANGUAGES[1:]:
            made[lang].rename(made[LANGUAGES[0]] / FOLDERS[lang])
        made_of_it = [name for name in ("pdf", "offline") if (root / "site" / name).is_dir()]
        _swap(made[LANGUAGES[0]], root / "site", Path(folder, "old"))
    if not quiet:
        if made_of_it:
            gone = " and ".join(f"site/{name}" for name in made_of_it)
            print(f"{gone}: made of the older pages, gone with them; next: make release", file=sys.stderr)
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
    epoch, context = source_date_epoch(root), multiprocessing.get_context("spawn")
    # The processes make pages and end: to look for what could be freed would take a fifth of their time.
    with ProcessPoolExecutor(len(made), mp_context=context, initializer=gc.disable) as pool:
        jobs = {lang: pool.submit(build_language, root, lang, folder, epoch) for lang, folder in made.items()}
        try:
            built = {lang: job.result() for lang, job in jobs.items()}
        except KeyboardInterrupt:
            for process in multiprocessing.active_children():
                process.terminate()
            raise
    faults = [fault for one in built.values() for fault in one.faults]
    files = {lang: set(_files(folder, FOLDERS[lang])) for lang, folder in made.items()}
    for lang, one in built.items():
        followed = [link for link in one.outside if files[_language_of(link[2])]]  # not into a language that stopped
        gone = [
            links.dead(page, link, f"there is no {file}")
            for page, link, file in followed
            if file not in files[_language_of(file)]
        ]
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
                faults.append(f"{template_line(error, root) or CONFIGURATIONS[lang]}: {type(error).__name__}: {error}")
    _leave_out_comments(folder / "assets/styles.css")
    gone = missing(root, lang, folder)
    if gone:
        return Built(faults or gone)
    found, outside = read_built(lang, folder, config.site_url)
    return Built(faults + told_links(root, lang, found, faults), outside)


def _leave_out_comments(style: Path) -> None:
    """Every first view loads our styles: what they say to those who change them stays in docs/theme."""
    if style.is_file():
        text = style.read_text(encoding="utf-8")
        style.write_text(re.sub(r"/\*.*?\*/\s*", "", text, flags=re.S), encoding="utf-8", newline="")


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


def missing(root: Path, lang: str, folder: Path) -> list[str]:
    """Sources of a language that no built page came of, and built pages that no source stands behind."""
    wanted = {source: page_of(source) for source in sources(root, lang)}
    built = {path.relative_to(folder).as_posix() for path in folder.rglob("index.html")}
    out = [
        f"docs/{lang}/{source}: no page was built of it" for source, page in sorted(wanted.items()) if page not in built
    ]
    return out + [f"{page}: built, but no source stands behind it" for page in sorted(built - set(wanted.values()))]


ADDRESS = re.compile(r"https?://[\w.-]+(?::\d+)?(?:/[\w.~%/-]*)?", re.A)


def settings_problems() -> list[Problem]:
    """What is wrong with the addresses that the environment gives: they stand in every page."""
    hints = ("expected", "https://host/folder/, without quotes, blanks and queries"), ("next", "mend it, or unset it")
    given = {name: os.environ.get(name, "") for name in ("SITE_URL", "SITE_URL_ZH", "REPO_URL")}
    return [
        Problem(name, 0, 0, "", "is no address", (("found", address), *hints))
        for name, address in given.items()
        if address and not ADDRESS.fullmatch(address)
    ]


def source_date_epoch(root: Path) -> str:
    """The time that files carry: as given, or of the last commit, or the edition's day."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        if not (given.isascii() and given.isdigit() and len(given) < 12):
            hints = ("found", given), ("expected", "seconds since 1970")
            raise ProblemsFound([Problem("SOURCE_DATE_EPOCH", 0, 0, "", "is no time", hints)])
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
