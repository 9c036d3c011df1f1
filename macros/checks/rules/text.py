"""Rules about order and text."""

from __future__ import annotations

import datetime
import itertools
import re
from collections import defaultdict
from collections.abc import Iterator

from ...catalog import Catalog, Place, Problem
from ...catalog.model import natural_key
from ...catalog.walk import every_record, marked

Problems = Iterator[Problem]


def records_are_sorted(catalog: Catalog, today: datetime.date) -> Problems:
    """The records of a file stand in the order of their ids, numbers as numbers, so that two additions rarely meet."""
    files: dict[str, list[tuple[int, str, Place]]] = defaultdict(list)
    for (_, key), place in catalog.places.items():
        if place.path:
            files[place.file].append((int(place.path[0]), key, place))
    for entries in files.values():
        entries.sort(key=lambda entry: entry[0])
        for (_, before, _), (_, key, place) in itertools.pairwise(entries):
            if natural_key(key) < natural_key(before):
                yield place.problem(("id",), f"{key} must come before {before}", ("next", "python -m macros fix"))


def lists_are_sorted(catalog: Catalog, today: datetime.date) -> Problems:
    """Lists of ids stand in natural order without repeats."""
    for record, place in every_record(catalog):
        for path, _, items in marked(record, "sorted"):
            for index, (before, item) in enumerate(itertools.pairwise(items), 1):
                if item == before:
                    yield place.problem((*path, index), f"{item} stands twice", ("next", "python -m macros fix"))
                elif natural_key(item) < natural_key(before):
                    message = f"{item} must come before {before}"
                    yield place.problem((*path, index), message, ("next", "python -m macros fix"))


ACCENTED = "ÀÁÂÄÅÆÇÈÉÊËÍÑÓÖØÚÜßàáâäåæçèéêëíîïñóôöøùúûüÿ"


SYMBOLS = "°±²³µ·×–—‘’“”…•€™©®→←↔↑↓≈≠≤≥∞✓✗✔✘●◐○◆△▲▼⚠§Ωα-ωΔΣΠ"


CJK = (
    "\u2e80-\u2fdf\u3000-\u303f\u31c0-\u31ef\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
)


FOREIGN = re.compile(f"[^\\x00-\\x7f{ACCENTED}{SYMBOLS}{CJK}]+")


RUN_OF_ACCENTS = re.compile(f"[{ACCENTED}]{{2,}}")


def text_is_in_known_scripts(catalog: Catalog, today: datetime.date) -> Problems:
    """Text is Latin, Chinese or a listed symbol; anything else is most likely a file in another encoding."""
    documents = {id(place.document): place.document for place in catalog.places.values()}
    for document in documents.values():
        for pattern, what in ((FOREIGN, "is of no script used here"), (RUN_OF_ACCENTS, "looks like another encoding")):
            for match in pattern.finditer(document.text):
                line = document.text.count("\n", 0, match.start()) + 1
                column = match.start() - (document.text.rfind("\n", 0, match.start()) + 1) + 1
                shown = " ".join(f"U+{ord(character):04X} {character}" for character in match[0][:3])
                yield Problem(
                    document.file,
                    line,
                    column,
                    "",
                    f"{shown} {what}",
                    (("next", "save the file as UTF-8, or add the symbol to macros/checks/rules/text.py"),),
                )


def file_names_are_plain(catalog: Catalog, today: datetime.date) -> Problems:
    """File names are lower case Latin letters, digits, dots, hyphens and underscores: they become addresses."""
    for file in sorted({place.file for place in catalog.places.values()}):
        name = file.rsplit("/", 1)[-1]
        if not re.fullmatch(r"[a-z0-9._-]+", name):
            yield Problem(file, 0, 0, "", "the file name has other characters", (("expected", "a-z 0-9 . _ -"),))
