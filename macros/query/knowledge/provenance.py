"""Questions about where facts come from: sources, how often each is used, and where they disagree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ...catalog import Catalog
from ...catalog.model import Record
from ...catalog.model.hardware import SOURCE_CLASSES, Conflict, Gpu, Release, Source
from ..base import NOT_APPLICABLE, UNKNOWN, Answer, Said, Value, each, question
from ..values import text, whole_or


@lru_cache(maxsize=4)
def source_uses(catalog: Catalog) -> dict[str, Counter[str]]:
    """How often each source is named, by the collection that names it. Sources themselves do not count."""
    uses: dict[str, Counter[str]] = {key: Counter() for key in catalog.by_id(Source)}
    for collection, records in catalog.records.items():
        if collection != "sources":
            for record in records.values():
                for key in _sources_in(record):
                    uses.setdefault(key, Counter())[collection] += 1
    return uses


NAMES_SOURCES = ("source", "also", "release_notes")
"""Fields, of records and their parts, that hold ids of sources."""


def _sources_in(part: Any) -> Iterator[str]:
    if isinstance(part, Record):
        for name in type(part).model_fields:
            held = getattr(part, name)
            if name in NAMES_SOURCES:
                yield from [held] if isinstance(held, str) else held or ()
            elif isinstance(held, (Record, list, dict)):
                yield from _sources_in(held)
    elif isinstance(part, (list, dict)):
        for item in part.values() if isinstance(part, dict) else part:
            if isinstance(item, (Record, list, dict)):
                yield from _sources_in(item)


@question("title", "class", "publisher", "version", "published", "seen", "url", "uses", "used_in", "note")
def sources(catalog: Catalog) -> list[Answer]:
    """Every document that facts are read from, how often it is used and in which collections.

    An address is given only where somebody saw it.
    """
    answers = []
    for source in catalog.all(Source):
        uses = source_uses(catalog)[source.id]
        seen = source.url and source.url_seen == "yes"
        answers.append(
            Answer(
                source.id,
                {
                    "title": Value(data=source.title),
                    "class": Value(word=f"class.{source.class_}"),
                    "publisher": Value(data=source.publisher),
                    "version": text(source.version),
                    "published": Value(data=source.published) if source.published else UNKNOWN,
                    "seen": Value(data=source.seen),
                    "url": Value(data=source.url, code=True) if seen else NOT_APPLICABLE,
                    "uses": Value(data=uses.total()),
                    "used_in": text(tuple(f"{name}: {number}" for name, number in most_first(uses))),
                    "note": text(source.note),
                },
                source,
            )
        )
    return answers


def most_first(uses: Counter[str]) -> list[tuple[str, int]]:
    return sorted(uses.items(), key=lambda item: (-item[1], item[0]))


@question("class", "sources", "uses")
def source_classes(catalog: Catalog) -> list[Answer]:
    """How many sources there are of each class, and how often they are used."""
    uses = source_uses(catalog)
    answers = []
    for name in SOURCE_CLASSES:
        keys = [source.id for source in catalog.all(Source) if source.class_ == name]
        total = sum(uses[key].total() for key in keys)
        counts = {"sources": Value(data=len(keys)), "uses": Value(data=total)}
        answers.append(Answer(name, {"class": Value(word=f"class.{name}"), **counts}))
    return answers


# --- conflicts ---


def _disputed(catalog: Catalog) -> Iterator[dict[str, str]]:
    """``choices``: the collections that sources disagree about."""
    found = {conflict.about.partition("/")[0] for conflict in catalog.all(Conflict)}
    return ({"about": name} for name in sorted(found))


def _is_about(conflict: Conflict, about: str, gpu: str, release: str) -> bool:
    """``about`` is a record (``gpus/instinct-mi300x``) or a collection; a release is one itself, or support in it."""
    if about and conflict.about != about and not conflict.about.startswith(f"{about}/"):
        return False
    if gpu and conflict.about != f"gpus/{gpu}":
        return False
    return not release or conflict.about in (f"releases/{release}", f"support/{release}")


@question(
    "conflict",
    "field",
    "value",
    "picked",
    "rule",
    choices=whole_or(_disputed, each(Gpu, "gpu"), each(Release, "release")),
)
def conflicts(catalog: Catalog, about: str = "", gpu: str = "", release: str = "") -> list[Answer]:
    """Where sources disagree, a row for each side, and which one is carried; about some records if asked."""
    answers = []
    for conflict in catalog.all(Conflict):
        if not _is_about(conflict, about, gpu, release):
            continue
        collection, _, key = conflict.about.partition("/")
        for number, side in enumerate(conflict.sides, 1):
            source = catalog.get(Source, side.source)
            also = tuple(catalog.get(Source, other) for other in side.also)
            here = Said(source, side.seen or source.seen, "conflict", also)
            answers.append(
                Answer(
                    f"{conflict.id}.{number}",
                    {
                        "conflict": Value(ref=(collection, key)),
                        "field": Value(data=conflict.field, code=True),
                        "value": Value(data=side.value, note=side.note or "", said=(here,)),
                        "picked": Value(data="yes" if side.value == conflict.picked else "no"),
                        "rule": Value(data=conflict.rule),
                    },
                    conflict,
                )
            )
    return answers
