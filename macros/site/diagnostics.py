"""Tells what goes wrong in a build as all problems are told: with file, line, and the call that wrote it."""

from __future__ import annotations

import logging
import os
import posixpath
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from . import links
from .layout import FOLDERS, page_of, sources
from ..catalog import Problem, as_text

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
        from ..pages import macro_calls

        file, lines = root / "docs" / lang / error[1], TEMPLATE_LINE.findall(message)
        line = macro_calls.line_in_file(_text(file), int(lines[-1])) if lines else 0
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


def template_line(error: Exception, root: Path) -> str:
    """File and line of a template that cannot be read; empty for other mistakes."""
    name, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    return f"{os.path.relpath(name, root)}:{line}" if name and line else ""


def told_links(root: Path, lang: str, found: list[links.Fault], told: list[str]) -> list[str]:
    """Faults of built pages as all problems are told: with page and line, and the call where a macro wrote it.

    What a template wrote is on many pages and told once; what was told before is not told again.
    """
    pages = {posixpath.join(FOLDERS[lang], page_of(source)): source for source in sources(root, lang)}
    out, by_template = [], {}
    for fault in found:
        source = pages.get(fault.page)
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
    from ..pages import macro_calls

    text = _text(path)
    if written := macro_calls.written_by(lang, source, text, fault.clue):
        return written
    lines = [number for words in fault.words for number, line in enumerate(text.split("\n"), 1) if words in line]
    return max(lines, default=0), ()


def _says(told: str, fault: links.Fault) -> bool:
    """Does a message say already what the built page shows?"""
    shows_error = not fault.clue and not fault.link
    words = " ".join(told.split())
    return shows_error or any(one in words for one in (fault.message, *fault.words))
