"""Finds facts typed into prose and samples that the catalogue does not know: they would age, and nobody would notice.

What a page takes from the catalogue by a macro is not looked at. What is typed must be known to the catalogue, or
stand in data/exceptions.yaml with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from . import known
from .catalog import Catalog
from .model.deployment import Variable
from .model.text import ProseException
from .problem import Problem, near_hint

PAGES, SAMPLES, CODE = "pages", "samples", "code"
"""Where text stands. A compiler looks at the names in code: fewer kinds are looked for there."""

COMPILED = ("cmake", "cuda", "hip")
"""Folders of samples that are code."""

ABOUT_OURSELVES = "contributing"
"""Pages that name the project's own tools, and queries that readers type."""

UNREAD = re.compile(
    r"\{\$.*?\$\}|\{@.*?@\}|\{//.*?//\}|<!--.*?-->|^ *--8<-- [^\n]*|\]\((?!https?:)[^)\n]*\)|\{[^{}\n]*#[^{}\n]*\}",
    re.S | re.M,
)
"""What of a page is no typed prose: macros, comments, inclusions, targets of links inside the guide, anchors."""

MEASURED = r" ?(?:(?:[MGT]i?B|W|TFLOPS|[GM]Hz|GB/s|ms|µs|s|x|times|seconds|minutes|hours|percent)\b|[%×倍秒毫分])"
"""Behind a number that is no version."""

VERSION = rf"(?!\d+(?:\.\d+){{3}})\d+(?:\.\d+)+(?:[+~-]\w+(?:\.\w+)*)?(?![\w/%]|\.\w|{MEASURED})"
TARGET = r"\bgfx\d[\da-fX]*(?:-[\d-]*generic)?(?![\w-]*\w)"
PRODUCT = r"\b(?:MI\d{2,3}[A-Z]*|[RG]TX \d{4}|RX \d{3,4}(?: XTX?| GRE)?|Max\+? (?:PRO )?\d{3}|(?:PRO )?[RWV]\d{4})\b"
NAME = r"(?<![\w./@-])(?:amd|hip|miopen|migraphx|rccl|roc)[a-z0-9_]*(?:-[a-z0-9]+)*(?![\w/.-]*[\w/])"
IMAGE = r"(?<![\w./:-])[a-z][\w.-]*/[a-z][\w.-]*:[\w.-]*\w"
ADDRESS = r"https?://(?!127\.0\.0\.1|localhost|[\w.]*example\b)[\w.-]+[\w./%#?=&+~:-]*[\w/]"
DISTRIBUTION = r"\b(?:AlmaLinux|Alpine|Arch|Fedora|Gentoo|Manjaro|NixOS|openSUSE)\b"
"""Distributions that people know and AMD's lists do not name; the catalogue may come to."""


@dataclass
class Kind:
    """A kind of fact: how it looks where it is typed, what is known of it, the macro that says it, where it counts."""

    name: str
    pattern: str
    ask: Callable[[], set[str]]
    macro: str
    places: tuple[str, ...] = (PAGES, SAMPLES, CODE)

    @cached_property
    def known(self) -> set[str]:
        return self.ask()

    @cached_property
    def looks(self) -> re.Pattern[str]:
        return re.compile(self.pattern, re.A)


def kinds(catalog: Catalog) -> tuple[Kind, ...]:
    """Every kind of fact that is looked for. What is known is gathered when the first of a kind is met."""
    versions = known.versions(catalog)
    named = {f"{name} {version}" for name, own in versions.items() for version in own}
    of = "|".join(re.escape(name) for name in sorted(versions, key=len, reverse=True))
    after_name = rf"(?<![\w.+-])(?:{of}) \d+(?:\.\d+)*(?!\w|\.\d)"
    variables = known.variables(catalog)
    families = "|".join(sorted({variable.name.split("_")[0] for variable in catalog.all(Variable)}))
    release = "latest(), or the macro of the table; before a version of something else, its name"
    return (
        Kind(
            "version",
            f"{after_name}|(?<![\\w./:+-]){VERSION}",
            lambda: named | known.releases(catalog),
            release,
            (PAGES,),
        ),
        Kind("version", after_name, lambda: named, "the install command of data/install/", (SAMPLES,)),
        Kind("target", TARGET, lambda: known.targets(catalog), 'table("targets")'),
        Kind("product", PRODUCT, lambda: known.products(catalog), 'record("gpus", ...)'),
        Kind("distribution", DISTRIBUTION, lambda: set(versions), 'record("systems", ...)', (PAGES,)),
        Kind("name", NAME, lambda: known.names(catalog), 'table("packages") or table("components")', (PAGES,)),
        Kind("image", IMAGE, lambda: known.images(catalog), 'table("images")'),
        Kind("address", ADDRESS, lambda: known.addresses(catalog), 'table("repositories")'),
        Kind("option", known.LONG_OPTION.pattern, lambda: known.options(catalog), 'commands("install", ...)', (PAGES,)),
        Kind(
            "variable", rf"\b(?:{families})(?:_[A-Z0-9]+)+\b", lambda: variables, 'table("variables")', (PAGES, SAMPLES)
        ),
        Kind("amount", known.AMOUNT.pattern, lambda: known.amounts(catalog), 'cell("gpus", ...)', (PAGES,)),
    )


def problems(root: Path, catalog: Catalog) -> Iterator[Problem]:
    """What is typed into the pages and samples below ``root``/docs and not known, and exceptions nobody needs."""
    excepted = {record.id for record in catalog.all(ProseException)}
    used: set[str] = set()
    looked_for = kinds(catalog)
    for file, place, text in _texts(root, catalog):
        for offset, kind, word in unknown(text, place, looked_for):
            if word in excepted:
                used.add(word)
            else:
                yield _problem(file, text, offset, kind, word)
    for record in catalog.all(ProseException):
        if record.id not in used:
            at = catalog.place(record)
            yield at.problem(
                ("id",), f"{record.id} stands in no page any more, or is known", ("next", "delete the entry")
            )


def unknown(text: str, place: str, looked_for: tuple[Kind, ...]) -> Iterator[tuple[int, Kind, str]]:
    """What stands in a text and is not known: where, of which kind, and the word."""
    for kind in looked_for:
        if place in kind.places:
            for match in kind.looks.finditer(text):
                if match[0].rstrip("/") not in kind.known:
                    yield match.start(), kind, match[0]


def _texts(root: Path, catalog: Catalog) -> Iterator[tuple[str, str, str]]:
    """File, place and text of every page people write and of every sample; what is no prose is blanked out."""
    docs = root / "docs"
    for path in sorted((*docs.glob("??/**/*.md"), *docs.glob("samples/*/*"))):
        _, folder, *_ = parts = path.relative_to(docs).parts
        of_record = len(parts) == 3 and path.stem in catalog.records.get(folder, ())
        if of_record or folder == ABOUT_OURSELVES or not path.is_file():
            continue  # a page of a record is written by a program
        text = path.read_text(encoding="utf-8", errors="replace")
        file = path.relative_to(root).as_posix()
        if parts[0] == "samples":
            yield file, CODE if folder in COMPILED else SAMPLES, text
        else:
            yield file, PAGES, UNREAD.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _problem(file: str, text: str, offset: int, kind: Kind, word: str) -> Problem:
    line, column = text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
    following = f"take it from the catalogue: {kind.macro}; or add it to data/exceptions.yaml with a reason"
    hints = (*near_hint(word, (other for other in kind.known if len(other) > 2)), ("next", following))
    return Problem(file, line, column, "", f"{kind.name} unknown to the catalogue: {word}", hints)
