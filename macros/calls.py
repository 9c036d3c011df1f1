"""Between a page's calls and what answers them: finds page and line, tells mistakes, remembers what was asked."""

from __future__ import annotations

import inspect
import logging
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from . import query
from .catalog import Catalog, load_catalog
from .compose import MACROS, CallError, Page
from .model.hardware import Edition
from .pages import missing_pages
from .problem import Problem, ProblemsFound, as_text
from .prose import front_matter_lines
from .render import elements
from .table import Words

log = logging.getLogger("mkdocs.plugins.rocm_field_guide")
"""Below MkDocs' own logger: an error told here fails a strict build, and the build goes on to the next page."""


@dataclass
class Asked:
    """What the pages of one language asked for: per page the calls with their results, for the preview."""

    calls: dict[str, list[tuple[str, tuple[Any, ...], dict[str, Any], str]]] = field(default_factory=dict)
    common: dict[str, Any] = field(default_factory=dict)


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
    }

    asked = ASKED[lang] = Asked(common=common) if _is_mkdocs(env) or lang not in ASKED else ASKED[lang]
    if absent := _absent(catalog, root):
        log.error(absent)
    conf["extra"]["guide"] = _guide(catalog, lang)

    def named(name: str) -> Callable[..., str]:
        def macro(*arguments: Any, **choice: Any) -> str:
            page = Page(source=_source(env.page), **common)
            try:
                result = answer(page, name, arguments, choice)
            except Exception as error:
                problem = _problem(error, page, root, Path(conf["docs_dir"]))
                if not _is_mkdocs(env):
                    raise SystemExit(as_text([problem])) from None
                asked.calls.setdefault(page.source, []).append((name, arguments, choice, ""))
                log.error(as_text([problem]))
                return elements.fault(problem.lines()[0])
            asked.calls.setdefault(page.source, []).append((name, arguments, choice, result))
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
    for name, arguments, choice, result in asked.calls[source]:
        try:
            if answer(page, name, arguments, choice) != result:
                return True
        except Exception:
            return True  # the build tells what is wrong
    return False


@lru_cache(maxsize=4)
def _absent(catalog: Catalog, root: Path) -> str:
    """What to do when the pages that are written by a program are not those of the catalogue."""
    names = missing_pages(root, catalog)
    first = ", ".join(names[:3])
    return (
        f"docs/: {len(names)} generated pages are missing or left over ({first} ...)\n    next: python -m macros pages"
        if names
        else ""
    )


def _guide(catalog: Catalog, lang: str) -> dict[str, str]:
    """What templates print outside the article: the edition, and words for readers."""
    words = Words(catalog, lang)
    edition = catalog.all(Edition)[0]
    names = ("edition", "independent", "licences", "report", "switch")
    values = {"version": edition.version, "date": edition.date.isoformat()}
    return {**values, **{name: words(f"footer.{name}", **values) for name in names}}


def answer(page: Page, name: str, arguments: tuple[Any, ...], choice: dict[str, Any]) -> str:
    """What a call on a page comes to."""
    method = getattr(page, name)
    try:
        inspect.signature(method).bind(*arguments, **choice)
    except TypeError as error:
        raise CallError(f"{name}: {error}") from None
    return method(*arguments, **choice)


def _is_mkdocs(env: Any) -> bool:
    """Zensical hands over an object of its own, sets everything up once a page, and counts no log entries."""
    return type(env).__module__.startswith("mkdocs_macros")


def _source(page: Any) -> str:
    """The page's file below the language's folder, in MkDocs and in Zensical."""
    file = getattr(page, "file", None)
    return file.src_uri if file else page.path


def _problem(error: Exception, page: Page, root: Path, docs: Path) -> Problem:
    """What went wrong in a call, with the place of the call in the page."""
    path = docs / page.source
    text = path.read_text(encoding="utf-8-sig") if path.is_file() else ""
    line = _template_line() + _lines_before(text)
    call = text.split("\n")[line - 1].strip() if 0 < line <= text.count("\n") + 1 else ""
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


def _lines_before(text: str) -> int:
    """Lines of front matter and of blanks behind it: generators cut both off."""
    lines = front_matter_lines(text)
    rest = text.split("\n")[lines:]
    return lines + next((index for index, line in enumerate(rest) if line), 0) if lines else 0
