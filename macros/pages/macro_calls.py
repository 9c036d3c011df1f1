"""Wraps every macro for the generator: mistakes get page and line, and what a page asked is remembered."""

from __future__ import annotations

import inspect
import logging
import re
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import query
from ..catalog import CallError, Catalog, Problem, ProblemsFound, as_text, load_catalog
from ..catalog.front_matter import front_matter_lines
from ..catalog.model.hardware import Edition
from ..catalog.model.text import LANGUAGES
from ..render import elements
from ..render.placeholder import swapped
from ..render.words import Words
from .macros import MACROS, Page
from .stubs import missing_pages

log = logging.getLogger("mkdocs.plugins.rocm_field_guide")
"""Below MkDocs' own logger: an error told here fails a strict build, and the build goes on to the next page."""


@dataclass(frozen=True)
class Call:
    """A call on a page and what it came to: Markdown with placeholders. ``line`` counts from below the front matter."""

    name: str
    arguments: tuple[Any, ...]
    choice: dict[str, Any]
    result: str
    line: int


@dataclass
class Asked:
    """What the pages of one language asked for: per page its calls, for the preview and for messages."""

    calls: dict[str, list[Call]] = field(default_factory=dict)
    common: dict[str, Any] = field(default_factory=dict)


ROW = re.compile(r'<tr id="([^"]+)"')

ASKED: dict[str, Asked] = {}
"""By language; kept by whoever previews, ignored by everybody else."""


def register(env: Any) -> None:
    """Gives the generator every macro; stops with all problems of the data when there are any."""
    root = Path(env.project_dir)
    conf = env.conf
    try:
        catalog = load_catalog(root / "data")
    except ProblemsFound as found:
        print(as_text(found.problems), file=sys.stderr)
        raise SystemExit(1) from None
    lang = conf["theme"]["language"]
    common = {
        "catalog": catalog,
        "lang": lang,
        "directory_urls": conf["use_directory_urls"],
        "repo": ((conf["extra"] or {}).get("repo") or "").rstrip("/"),
        "from_file": not _is_mkdocs(env),
    }

    asked = ASKED[lang] = Asked(common=common) if _is_mkdocs(env) or lang not in ASKED else ASKED[lang]
    if absent := _absent(catalog, root, lang):
        log.error(absent)
    conf["extra"]["guide"] = _guide(catalog, lang)

    def named(name: str) -> Callable[..., str]:
        def macro(*arguments: Any, **choice: Any) -> str:
            page = Page(source=_source(env.page), **common)
            line = _template_line()
            try:
                result = answer(page, name, arguments, choice)
            except Exception as error:
                problem = _problem(error, page, root, Path(conf["docs_dir"]))
                if not _is_mkdocs(env):
                    raise SystemExit(as_text([problem])) from None
                asked.calls.setdefault(page.source, []).append(Call(name, arguments, choice, "", line))
                log.error(as_text([problem]))
                return elements.fault(problem.lines()[0])
            asked.calls.setdefault(page.source, []).append(Call(name, arguments, choice, result, line))
            return result

        macro.__name__, macro.__doc__ = name, getattr(Page, name).__doc__
        return macro

    for name in MACROS:
        env.macro(named(name), name)


def asking_pages(lang: str) -> list[str]:
    """The pages of a language that called a macro."""
    return list(ASKED[lang].calls) if lang in ASKED else []


def outdated(lang: str, source: str, catalog: Catalog) -> bool:
    """Do the calls of a page come to something else with this catalogue? Only then it needs building."""
    asked = ASKED[lang]
    page = Page(source=source, **{**asked.common, "catalog": catalog})
    for call in asked.calls[source]:
        try:
            if answer(page, call.name, call.arguments, call.choice) != call.result:
                return True
        except Exception:
            return True  # the build tells what is wrong
    return False


def written_by(lang: str, source: str, text: str, clue: str) -> tuple[int, tuple[tuple[str, str], ...]] | None:
    """Which call on a page wrote a piece of HTML: its line in the page's ``text``, the call, the row and its record."""
    asked = ASKED.get(lang)
    for call in asked.calls.get(source, ()) if asked and clue else ():
        html = swapped(call.result)
        if clue not in call.result and clue not in html:
            continue
        line = line_in_file(text, call.line)
        hints = [("call", shown)] if (shown := _line(text, line)) else []
        if rows := ROW.findall(html[: html.find(clue)]):
            key, catalog = rows[-1].partition("--")[2], asked.common["catalog"]
            places = (catalog.place(found[key]) for found in catalog.records.values() if key in found)
            hints.append(("record", ", ".join([rows[-1], *(f"{place.file}:{place.line}" for place in places)])))
        return line, tuple(hints)
    return None


def _line(text: str, number: int) -> str:
    lines = text.split("\n")
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""


def _absent(catalog: Catalog, root: Path, lang: str) -> str:
    """What to do when the pages that are written by a program are not those of the catalogue."""
    names = missing_pages(root, catalog, lang)
    first = ", ".join(names[:3])
    return (
        f"docs/: {len(names)} generated pages are missing or left over ({first} ...)\n    next: python -m macros pages"
        if names
        else ""
    )


def _guide(catalog: Catalog, lang: str) -> dict[str, Any]:
    """What templates print outside the article: the edition, words for readers, the 404 page in every language."""
    words = Words(catalog, lang)
    edition = catalog.all(Edition)[0]
    names = ("edition", "independent", "licences", "report", "fault", "switch")
    values = {"version": edition.version, "date": edition.date.isoformat()}
    lost = {
        other: {"said": in_other("page.lost"), "home": in_other("page.home"), "gpus": in_other("home.find")}
        for other in LANGUAGES
        for in_other in (Words(catalog, other),)
    }
    footer = {name: words(f"footer.{name}", **values) for name in names}
    header = {"downloads": words("downloads.header"), "search_failed": words("search.failed")}
    return {**values, **footer, **header, "lost": lost}


def answer(page: Page, name: str, arguments: tuple[Any, ...], choice: dict[str, Any]) -> str:
    """What a call on a page comes to."""
    method = getattr(page, name)
    try:
        inspect.signature(method).bind(*arguments, **choice)
    except TypeError as error:
        raise CallError(f"{name}: {error}") from None
    return method(*arguments, **choice)


def _is_mkdocs(env: Any) -> bool:
    """Zensical has an object of its own, sets up once a page, counts no log entries, and moves links in HTML."""
    return type(env).__module__.startswith("mkdocs_macros")


def _source(page: Any) -> str:
    """The page's file below the language's folder, in MkDocs and in Zensical."""
    file = getattr(page, "file", None)
    return file.src_uri if file else page.path


def _problem(error: Exception, page: Page, root: Path, docs: Path) -> Problem:
    """What went wrong in a call, with the place of the call in the page."""
    path = docs / page.source
    text = path.read_text(encoding="utf-8-sig") if path.is_file() else ""
    line = line_in_file(text, _template_line())
    call = _line(text, line)
    file = path.relative_to(root).as_posix() if path.is_relative_to(root) else page.source
    if isinstance(error, CallError):
        message, hints = str(error), error.hints
    elif isinstance(error, query.Unknown):
        message, hints = str(error), ()
    elif isinstance(error, KeyError):
        message, hints = (
            f"no label or record is called {error}",
            (("next", "add it to data/labels.yaml, or mend its name"),),
        )
    else:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = Path(last.filename)
        name = where.relative_to(root).as_posix() if where.is_relative_to(root) else where.name
        message, hints = (
            f"{type(error).__name__}: {error}",
            (("next", f"look at {name}:{last.lineno}, it is a fault there"),),
        )
    return Problem(file, line, 1, "", message, (("found", call), *hints) if call else hints)


def _template_line() -> int:
    """The line of the call being answered, counted from the first line after the front matter."""
    frame = sys._getframe()
    while frame:
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            return template.get_corresponding_lineno(frame.f_lineno)
        frame = frame.f_back
    return 0


def line_in_file(text: str, line: int) -> int:
    """A line counted as generators do, which cut off the front matter and blanks behind it, counted in the file."""
    return line + _lines_before(text)


def _lines_before(text: str) -> int:
    lines = front_matter_lines(text)
    rest = text.split("\n")[lines:]
    return lines + next((index for index, line in enumerate(rest) if line), 0) if lines else 0
