"""Finds facts typed into prose and samples that the catalogue does not know: they would age, and nobody would notice.

What a page takes from the catalogue by a macro is not looked at. What is typed must be known to the catalogue, or
stand in data/exceptions.yaml with a reason.
"""

from __future__ import annotations

import re
import shlex
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from pathlib import Path

from ..catalog import Catalog, Problem, near_hint
from ..catalog.model.deployment import Variable
from ..catalog.model.text import ProseException
from . import fact_patterns, known_facts
from .page_texts import CODE, PAGES, SAMPLES, files, plain, prose, read

HINTED = 20
"""So many words are told their nearest one: nobody reads more, and each is compared with all that is known."""

TAKEN = "\0"
"""Stands where a fact was found, so that no other kind finds a part of it."""


@dataclass
class Kind:
    """A kind of fact: how it looks where it is typed, what is known of it, the macro that says it, the one spelling
    that stands for all spellings of a fact, where it counts, and the facts in a match where it can hold several.
    """

    name: str
    pattern: str
    ask: Callable[[], set[str]]
    macro: str
    spelling: Callable[[str], str] = str
    places: tuple[str, ...] = (PAGES, SAMPLES, CODE)
    parts: Callable[[re.Match[str]], Iterable[tuple[int, int, tuple[str, ...]]]] = fact_patterns.whole

    @cached_property
    def names(self) -> set[str]:
        return self.ask()

    @cached_property
    def known(self) -> set[str]:
        return {self.spelling(name) for name in self.names}

    @cached_property
    def looks(self) -> re.Pattern[str]:
        return re.compile(self.pattern, re.A)


@lru_cache(maxsize=1)
def kinds(catalog: Catalog) -> tuple[Kind, ...]:
    """Every kind of fact that is looked for, in the order in which they take their words from a text.

    What is known is gathered when the first of a kind is met.
    """
    whole, dotted = known_facts.versions(catalog), known_facts.dotted_versions(catalog)
    named = {f"{name} {version}" for owners in (whole, dotted) for name, own in owners.items() for version in own}
    of_name = fact_patterns.named_version(whole, dotted)
    releases = known_facts.releases(catalog)
    addresses = known_facts.addresses(catalog)
    hosts = {address.split("/")[2] for address in addresses}
    owners = {image.split("/")[0] for image in known_facts.image_names(catalog)}
    families = {variable.name.split("_")[0] for variable in catalog.all(Variable)} | known_facts.FAMILIES
    return (
        Kind(
            "address",
            fact_patterns.address(hosts),
            lambda: addresses,
            'table("repositories")',
            fact_patterns.as_address,
        ),
        Kind(
            "image",
            fact_patterns.image(owners),
            lambda: known_facts.images(catalog) | known_facts.image_names(catalog),
            'table("images")',
            fact_patterns.as_image,
        ),
        Kind(
            "amount",
            fact_patterns.AMOUNT,
            lambda: known_facts.amounts(catalog),
            'cell("gpus", ...)',
            fact_patterns.as_amount,
            (PAGES,),
        ),
        Kind(
            "target",
            fact_patterns.TARGET,
            lambda: known_facts.targets(catalog),
            'table("targets")',
            fact_patterns.as_target,
        ),
        Kind(
            "version",
            fact_patterns.version(of_name, {release.split(".")[0] for release in releases}),
            lambda: named | releases,
            'latest(), table("framework_versions") or table("release_systems")',
            fact_patterns.as_version,
            (PAGES,),
            fact_patterns.versions_in,
        ),
        Kind("version", of_name, lambda: named, "", fact_patterns.as_version, (SAMPLES,), fact_patterns.versions_in),
        Kind(
            "product",
            fact_patterns.PRODUCT,
            lambda: known_facts.products(catalog),
            'record("gpus", ...)',
            fact_patterns.as_product,
        ),
        Kind(
            "definition",
            fact_patterns.DEFINITION,
            lambda: known_facts.definitions(catalog),
            'commands("install", ...)',
            fact_patterns.as_definition,
            (PAGES,),
        ),
        Kind(
            "variable",
            fact_patterns.variable(families),
            lambda: known_facts.variables(catalog),
            'table("variables")',
            places=(PAGES, SAMPLES),
        ),
        Kind(
            "option",
            fact_patterns.OPTION,
            lambda: known_facts.options(catalog),
            'commands("install", ...)',
            places=(PAGES,),
        ),
        Kind(
            "name", fact_patterns.INSTALLED, lambda: known_facts.packages(catalog), 'table("packages")', places=(PAGES,)
        ),
        Kind(
            "name",
            fact_patterns.NAME,
            lambda: known_facts.names(catalog),
            'table("packages") or table("components")',
            fact_patterns.as_name,
            places=(PAGES,),
        ),
    )


def problems(root: Path, catalog: Catalog) -> Iterator[Problem]:
    """What is typed into the pages and samples below ``root``/docs and not known, files that cannot be read, and
    exceptions nobody needs.
    """
    excepted = {record.id for record in catalog.all(ProseException)}
    used: set[str] = set()
    looked_for = kinds(catalog)
    nearest = Nearest()
    for path, place in files(root, catalog):
        file = path.relative_to(root).as_posix()
        text = read(path, file)
        if isinstance(text, Problem):
            yield text
            continue
        ends = list(accumulate(len(line) + 1 for line in text.split("\n")))
        for offset, kind, typed in unknown(text, place, looked_for):
            word = fact_patterns.unmarked(typed)
            if word in excepted:
                used.add(word)
                continue
            line = bisect_right(ends, offset)
            column = offset - (ends[line - 1] if line else 0) + 1
            macro = kind.macro if place == PAGES else ""
            taken = f"take it from the catalogue: {macro}" if macro else "write one that the catalogue knows"
            following = f"{taken}; or give the reason: python -m macros new prose_exceptions {_argument(word)}"
            message = f"{kind.name} unknown to the catalogue: {word}"
            yield Problem(file, line + 1, column, "", message, (*nearest.hint(kind, word), ("next", following)))
    for record in catalog.all(ProseException):
        if record.id not in used:
            at = catalog.place(record)
            yield at.problem(
                ("id",), f"{record.id} stands in no page any more, or is known", ("next", "delete the entry")
            )


def unknown(text: str, place: str, looked_for: tuple[Kind, ...]) -> Iterator[tuple[int, Kind, str]]:
    """What stands in a text and is not known: where, of which kind, and the word as it is typed."""
    typed = plain(text)
    rest = prose(typed.text) if place == PAGES else typed.text
    for kind in looked_for:
        if place in kind.places:
            found = list(kind.looks.finditer(rest))
            spelled = cache(kind.spelling)
            for begin, end, words in (part for match in found for part in kind.parts(match)):
                if not any(spelled(word) in kind.known for word in words):
                    begin, end = typed.typed(begin, end)
                    yield begin, kind, text[begin:end]
            rest = _without(rest, found)


def _argument(word: str) -> str:
    """A word as a shell and a command take it that might hold it for an option."""
    return f"{'-- ' if word.startswith('-') else ''}{shlex.quote(word)}"


def _without(text: str, found: list[re.Match[str]]) -> str:
    """The text with what was found taken out; every other sign stays where it is."""
    parts, at = [], 0
    for match in found:
        parts += [text[at : match.start()], TAKEN * len(match[0])]
        at = match.end()
    return "".join((*parts, text[at:]))


class Nearest:
    """The nearest known words, sought once for each word, and for the first words only."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}

    def hint(self, kind: Kind, word: str) -> tuple[tuple[str, str], ...]:
        key = kind.name, word
        if key not in self.found and len(self.found) < HINTED:
            self.found[key] = near_hint(word, (name for name in kind.names if len(name) > 2))
        return self.found.get(key, ())
