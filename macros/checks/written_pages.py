"""Checks the pages people write before any generator reads them, so that all mistakes are told at once.

A generator stops at the first macro it cannot read, and takes a broken front matter for text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from ..catalog import Problem, near_hint
from ..catalog.document import Document, Mapping
from ..catalog.front_matter import front_matter_lines
from ..catalog.load import fill_root
from ..catalog.model.text import LANGUAGES
from .page_texts import read
from .rules.text import FOREIGN

DELIMITERS = {
    "variable_start_string": "{$",
    "variable_end_string": "$}",
    "block_start_string": "{@",
    "block_end_string": "@}",
    "comment_start_string": "{//",
    "comment_end_string": "//}",
}
"""Those of mkdocs.yml: Helm, Go templates, Actions expressions and ``{#id}`` need no escaping."""

ENGLISH_ONLY = ("contributing",)
"""Folders below docs/en/ that the other language lacks: their anchors need not be the same in both."""

PLAIN_NAME = re.compile(r"[a-z0-9./_-]+")
BUILT_IN = ("range", "loop")
SAMPLE = re.compile(r'^[ \t]*--8<--[ \t]+"([^"\n]*)"', re.M)
FENCE = re.compile(r"^ *(`{3,}|~{3,})", re.M)
HEADING = re.compile(r"^(#{1,6}) +(.*?) *$")
HAS_ID = re.compile(r"\{[^{}]*#[A-Za-z][\w.-]*[^{}]*\}$")


def page_problems(root: Path, macros: Collection[str]) -> list[Problem]:
    """What is wrong with the Markdown files below docs/, all at once. ``macros`` are the names that pages may call."""
    pages = [path for lang in LANGUAGES for path in sorted((root / "docs" / lang).rglob("*.md"))]
    return sorted([*(problem for path in pages for problem in problems_of(path, root, macros)), *alone(root)])


def alone(root: Path) -> Iterator[Problem]:
    """Every page is there in every language, for the language switch leads to it; ENGLISH_ONLY folders aside."""
    found = {}
    for lang in LANGUAGES:
        folder = root / "docs" / lang
        names = (path.relative_to(folder) for path in folder.rglob("*.md"))
        found[lang] = {name.as_posix() for name in names if name.parts[0] not in ENGLISH_ONLY}
    for lang in LANGUAGES:
        for name in sorted(set().union(*found.values()) - found[lang]):
            other = next(other for other in LANGUAGES if name in found[other])
            hint = (("found", f"docs/{other}/{name}"), ("next", "write the page, or python -m macros pages"))
            yield Problem(f"docs/{lang}/{name}", 0, 0, "", "the page is missing in this language", hint)


def problems_of(path: Path, root: Path, macros: Collection[str]) -> Iterator[Problem]:
    """What is wrong with one page."""
    file = path.relative_to(root).as_posix()
    text = read(path, file)
    if isinstance(text, Problem):
        yield text
        return
    text = text.removeprefix("\ufeff")
    if not PLAIN_NAME.fullmatch(file):
        yield Problem(
            file, 0, 0, "", "the name becomes an address", (("expected", "lower case letters, digits, - and ."),)
        )
    if match := FOREIGN.search(text):
        line, signs = text.count("\n", 0, match.start()) + 1, " ".join(f"U+{ord(sign):04X}" for sign in match[0][:3])
        hint = (("next", "save the file as UTF-8, or add the symbol to macros/checks/rules/text.py"),)
        yield Problem(
            file,
            line,
            match.start() - text.rfind("\n", 0, match.start()),
            "",
            f"{signs} is of no script used here",
            hint,
        )
    yield from _front_matter(file, text)
    yield from _macros(file, text, macros)
    yield from _samples(file, text, root / "docs")
    if path.relative_to(root / "docs").parts[1] not in ENGLISH_ONLY:
        yield from _headings(file, text)


def _front_matter(file: str, text: str) -> Iterator[Problem]:
    if not text.startswith("---\n"):
        return
    lines = front_matter_lines(text)
    if not lines:
        yield Problem(file, 1, 1, "", "the front matter has no end", (("expected", "a second line with ---"),))
        return
    document = Document(file, "\n" + "\n".join(text.split("\n")[1 : lines - 1]) + "\n")
    fill_root(document)
    yield from document.problems
    if not document.problems and not isinstance(document.root, Mapping):
        yield Problem(file, 1, 1, "", "the front matter holds no keys", (("expected", "title: ..."),))


def _macros(file: str, text: str, macros: Collection[str]) -> Iterator[Problem]:
    try:
        environment = Environment(**DELIMITERS)
        tree = environment.parse(text)
    except TemplateSyntaxError as error:
        line = text.split("\n")[error.lineno - 1].strip()
        hint = (("found", line), ("next", 'compare with {$ table("lifetimes") $}'))
        yield Problem(file, error.lineno, 1, "", f"a macro cannot be read: {error.message}", hint)
        return
    own = {name.name for name in tree.find_all(nodes.Name) if name.ctx in ("store", "param")}
    for name in tree.find_all(nodes.Name):
        if name.ctx == "load" and name.name not in {*macros, *BUILT_IN, *own}:
            yield Problem(file, name.lineno, 1, "", f"there is no macro {name.name}", near_hint(name.name, macros))
    for kind, known in ((nodes.Filter, environment.filters), (nodes.Test, environment.tests)):
        for used in tree.find_all(kind):
            if used.name not in known:
                message = f"there is no {kind.__name__.lower()} {used.name}"
                yield Problem(file, used.lineno, 1, "", message, near_hint(used.name, known))


def _samples(file: str, text: str, docs: Path) -> Iterator[Problem]:
    """Samples that a page shows are there, and so is the section that it names."""
    for match in SAMPLE.finditer(text):
        name, _, section = match[1].partition(":")
        line, sample = text.count("\n", 0, match.start(1)) + 1, docs / name
        if not sample.is_file():
            others = sorted(path.relative_to(docs).as_posix() for path in (docs / "samples").rglob("*.*"))
            yield Problem(file, line, 1, "", f"there is no docs/{name}", near_hint(name, others))
        elif section and not section[0].isdigit():
            sections = re.findall(r"\[start:(.+?)\]", sample.read_text(encoding="utf-8", errors="replace"))
            if section not in sections:
                yield Problem(file, line, 1, "", f"docs/{name} has no section {section}", near_hint(section, sections))


def _headings(file: str, text: str) -> Iterator[Problem]:
    """Every heading names its anchor: the same one in both languages, whatever its words are."""
    fence, lines = "", text.split("\n")
    for number, line in enumerate(lines[front_matter_lines(text) :], front_matter_lines(text) + 1):
        if match := FENCE.match(line):
            if not fence:
                fence = match[1]
            elif match[1].startswith(fence) and line.strip() == match[1]:
                fence = ""
        elif not fence and (match := HEADING.match(line)) and not HAS_ID.search(match[2]):
            yield Problem(
                file, number, 1, "", "the heading has no anchor", (("expected", f"{line} {{ #some-words }}"),)
            )
