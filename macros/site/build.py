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

from . import links, search_index
from ..catalog import load_catalog
from ..catalog.model.hardware import Edition
from ..pages.stubs import write_pages
from .layout import CONFIGURATIONS, FOLDERS, files_of, language_of, page_of, sources
from .reading import read_built
from .settings import settings_problems, source_date_epoch
from ..checks import data_problems
from ..pages import macros
from .diagnostics import template_line, told, told_links
from ..catalog import Problem, ProblemsFound, as_text, counted
from ..checks.written_pages import page_problems
from ..catalog.model.text import LANGUAGES


def site(root: Path, quiet: bool = False) -> int:
    """Build both languages into ``root``/site. Returns 0, or 1 after all that is wrong has been printed."""
    begun = time.monotonic()
    problems = list(dict.fromkeys((*settings_problems(), *data_problems(root), *page_problems(root, macros.MACROS))))
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
    files = {lang: set(files_of(folder, FOLDERS[lang])) for lang, folder in made.items()}
    for lang, one in built.items():
        followed = [link for link in one.outside if files[language_of(link[2])]]  # not into a language that stopped
        gone = [links.no_file(*link) for link in followed if link[2] not in files[language_of(link[2])]]
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
    search_index = config.plugins["material/search"]
    for event in ("page_context", "post_build"):
        heard = config.plugins.events[event]
        heard[:] = [method for method in heard if getattr(method, "__self__", None) is not search_index]


def missing(root: Path, lang: str, folder: Path) -> list[str]:
    """Sources of a language that no built page came of, and built pages that no source stands behind."""
    wanted = {source: page_of(source) for source in sources(root, lang)}
    built = {path.relative_to(folder).as_posix() for path in folder.rglob("index.html")}
    out = [
        f"docs/{lang}/{source}: no page was built of it" for source, page in sorted(wanted.items()) if page not in built
    ]
    return out + [f"{page}: built, but no source stands behind it" for page in sorted(built - set(wanted.values()))]


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
