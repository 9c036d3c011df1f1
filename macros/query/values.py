"""What answers are made of, for every module of questions: values that name records, notes, words, and choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from ..catalog import Catalog
from ..catalog.model import Fact, Record, natural_key, version_key
from ..catalog.model.hardware import Gpu
from ..catalog.model.platform import Lines, Span
from .base import NOT_APPLICABLE, UNKNOWN, Said, Value, said, value
from .hardware.support import releases_newest_first

Choices = Callable[[Catalog], Iterable[dict[str, str]]]
L = TypeVar("L", bound=Lines)


# --- values that name other records ---


def ref(collection: str, key: str | None, *here: Said) -> Value:
    """A value that names another record, with who says so."""
    return Value(ref=(collection, key), said=here) if key else UNKNOWN


def named_ref(collection: str, key: str, name: str, *here: Said, **more: Any) -> Value:
    """Another record by a name of its own, with who says so."""
    return Value(data=name, ref=(collection, key), said=here, **more)


def gpu_value(gpu: Gpu) -> Value:
    return named_ref("gpus", gpu.id, gpu.name)


def gpu_names(catalog: Catalog, gpus: Iterable[str]) -> tuple[str, ...]:
    return tuple(catalog.get(Gpu, key).name for key in gpus)


def gpus_value(catalog: Catalog, fact: Fact, gpus: Iterable[str]) -> Value:
    """The names of several GPUs; a single one can be followed."""
    keys = tuple(gpus)
    if len(keys) == 1:
        return ref("gpus", keys[0], said(catalog, fact))
    return Value(data=gpu_names(catalog, keys), said=(said(catalog, fact),))


def system_name(catalog: Catalog, key: str) -> str:
    system = catalog.records["systems"][key]
    return " ".join(filter(None, (system.family, system.version)))  # type: ignore[attr-defined]


# --- text, notes and words ---


def text(data: Any, *here: Said, **more: Any) -> Value:
    """Data with who says it; what is left out has no meaning here."""
    return Value(data=data, said=here, **more) if data not in (None, "", ()) else NOT_APPLICABLE


def lines(catalog: Catalog, fact: Fact, texts: Iterable[str], code: bool = False) -> Value:
    """Several texts, one a line; without any the question has no meaning."""
    return text("\n".join(texts), said(catalog, fact), code=code)


def note(catalog: Catalog, fact: Fact) -> Value:
    """The record's note as a value of its own."""
    return text(fact.note, said(catalog, fact))


def noted(shown: Value, fact: Fact) -> Value:
    """The value with the record's note."""
    return replace(shown, note=fact.note) if fact.note else shown


def word(catalog: Catalog, fact: Fact, key: str) -> Value:
    """A label, with who says the fact."""
    return Value(word=key, said=(said(catalog, fact),))


def word_of(catalog: Catalog, fact: Fact, field: str, label: str, **more: Any) -> Value:
    """A field that holds a word of a closed set; left out is unknown."""
    held = getattr(fact, field)
    return Value(word=f"{label}.{held}", said=(said(catalog, fact, field),), **more) if held else UNKNOWN


# --- facts for lines of releases ---


def holds_for(catalog: Catalog, fact: Lines) -> Value:
    """The releases that a fact is for: a release, lines of them, or a range that is open on a side."""
    release = getattr(fact, "release", None)
    if release:
        return ref("releases", release)
    if isinstance(fact, Span) and (fact.since or fact.until):
        return Value(data=f"{fact.since or ''} – {fact.until or ''}".strip())
    return value(catalog, fact, "series") if fact.series else NOT_APPLICABLE


def newest_lines_first(facts: Iterable[L], release: str = "") -> list[L]:
    """By the newest release or line each is for; those that are for none in particular last.

    With a release only those that hold for it.
    """

    def newest(fact: Lines) -> tuple[int, tuple[tuple[int, int, str], ...]]:
        named = [*fact.series, *filter(None, (getattr(fact, name, None) for name in ("release", "until", "since")))]
        return (1, max(version_key(name) for name in named)) if named else (0, ())

    return sorted((fact for fact in facts if not release or fact.covers(release)), key=newest, reverse=True)


# --- choices ---


def whole_or(*parts: Choices) -> Choices:
    """``choices``: none at all, then each of these. For questions whose arguments only leave out rows."""

    def choices(catalog: Catalog) -> Iterator[dict[str, str]]:
        yield {}
        for part in parts:
            yield from part(catalog)

    return choices


def one_of(argument: str, words: Iterable[str]) -> Choices:
    """``choices``: each word of a closed set."""
    fixed = tuple(words)
    return lambda catalog: ({argument: each} for each in fixed)


def distinct(kind: type[Record], field: str) -> Choices:
    """``choices``: every value that a field of a kind takes, in natural order, as the argument of that name."""

    def choices(catalog: Catalog) -> Iterator[dict[str, str]]:
        found = {str(getattr(record, field)) for record in catalog.all(kind)}
        return ({field: each} for each in sorted(found, key=natural_key))

    return choices


def gpus_of(*kinds: type[Record]) -> Choices:
    """``choices``: the GPUs that records of these kinds name in ``gpu`` or ``gpus``."""

    def choices(catalog: Catalog) -> Iterator[dict[str, str]]:
        records = [record for kind in kinds for record in catalog.all(kind)]
        named = {key for record in records for key in getattr(record, "gpus", [getattr(record, "gpu", None)])}
        return ({"gpu": gpu} for gpu in catalog.by_id(Gpu) if gpu in named)

    return choices


def releases_of(kind: type[Record], *fields: str) -> Choices:
    """``choices``: the releases that records of a kind name in one of these fields, newest first.

    A field may hold one, a list of them, or a table with one a key.
    """

    def choices(catalog: Catalog) -> Iterator[dict[str, str]]:
        named: set[str | None] = set()
        for record in catalog.all(kind):
            for name in fields:
                held = getattr(record, name)
                named.update(held if isinstance(held, (list, dict)) else [held])
        return ({"release": r.id} for r in releases_newest_first(catalog) if r.id in named)

    return choices


def covered(*kinds: type[Lines]) -> Choices:
    """``choices``: the releases that records of these kinds hold for, newest first."""
    return lambda catalog: (
        {"release": release.id}
        for release in releases_newest_first(catalog)
        if any(record.covers(release.id) for kind in kinds for record in catalog.all(kind))
    )
