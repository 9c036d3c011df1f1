"""What a question is and what an answer is made of. Answers carry no word for readers: labels come later.

A question is a function of the catalogue and a choice. It returns Answers: rows of Values, each with who said
it, where, and when it was seen. What no source says is a Value without data, and reads "unknown".
"""

from __future__ import annotations

import datetime
import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from ..catalog import Catalog
from ..catalog.model import Fact, FieldFact, Record
from ..catalog.model.hardware import Source

Data = str | int | float | datetime.date | tuple["Data", ...] | None


@dataclass(frozen=True)
class Said:
    """Who says so: the source, the day it was read, the grade, and the release it was carried over from."""

    source: Source
    seen: datetime.date
    grade: str
    also: tuple[Source, ...] = ()
    carried_from: str | None = None

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Kept: every cell is looked up by who says it, several times."""
        return hash((self.source, self.seen, self.grade, self.also, self.carried_from))


@dataclass(frozen=True)
class Value:
    """One cell of an answer.

    ``data`` is text, a number, a day or a tuple of them; None: no source says. ``status`` is a word of a closed
    set whose label has a sign (``official``, ``unknown``...). ``word`` is the key of another label that is the
    value (``platform.linux``); ``data`` may follow either. ``ref`` is (collection, id) of the record that the
    value names, so that readers can follow it. ``code`` marks text that is typed as it stands. ``unit`` follows
    a number. ``applies`` is False where the question has no meaning (kernel of Windows): not the same as unknown.
    """

    data: Data = None
    status: str = ""
    word: str = ""
    note: str = ""
    said: tuple[Said, ...] = ()
    ref: tuple[str, str] | None = None
    code: bool = False
    unit: str = ""
    applies: bool = True

    @property
    def unknown(self) -> bool:
        return self.applies and not (self.status or self.word or self.ref) and self.data in (None, ())


UNKNOWN = Value()
NOT_APPLICABLE = Value(applies=False)


@dataclass(frozen=True)
class Answer:
    """One row: ``key`` names it permanently inside its question, ``record`` is where it is written."""

    key: str
    values: dict[str, Value]
    record: Record | None = None


Ask = Callable[..., list[Answer]]


@dataclass(frozen=True)
class Question:
    """A question by name, the columns its answers have, and every choice it can be asked with."""

    name: str
    columns: tuple[str, ...]
    ask: Ask
    choices: Callable[[Catalog], Iterable[dict[str, str]]]

    @cached_property
    def arguments(self) -> dict[str, bool]:
        """What it can be asked with beside the catalogue, and whether that must be given."""
        _, *others = inspect.signature(self.ask).parameters.values()
        return {one.name: one.default is inspect.Parameter.empty for one in others}

    @property
    def filters(self) -> tuple[str, ...]:
        """The arguments that may be left out: each leaves out rows when it is given."""
        return tuple(name for name, needed in self.arguments.items() if not needed)

    def __call__(self, catalog: Catalog, **choice: str) -> list[Answer]:
        return self.ask(catalog, **choice)


QUESTIONS: dict[str, Question] = {}


def question(
    *columns: str, choices: Callable[[Catalog], Iterable[dict[str, str]]] = lambda catalog: [{}]
) -> Callable[[Ask], Ask]:
    """Registers a function as a question under its own name.

    ``choices`` yields every choice the question can be asked with, for goldens, exports and completeness tests;
    a question without arguments has one.
    """

    def register(ask: Ask) -> Ask:
        name = ask.__name__
        assert name not in QUESTIONS, f"two questions are called {name}"
        QUESTIONS[name] = Question(name, columns, ask, choices)
        return ask

    return register


def each(kind: type[Record], argument: str) -> Callable[[Catalog], Iterator[dict[str, str]]]:
    """``choices=each(Gpu, "gpu")``: the question is asked once per record of a kind."""
    return lambda catalog: ({argument: key} for key in catalog.by_id(kind))


class Unknown(LookupError):
    """The name is no record of this kind; ``nearest`` lists the closest ones. Never answered by a guess."""

    def __init__(self, kind: type[Record], name: str, nearest: str):
        self.kind, self.name, self.nearest = kind, name, nearest
        collection = kind.collection.name if kind.collection else kind.__name__
        super().__init__(f"{name!r} is not in {collection}" + (f"; nearest: {nearest}" if nearest else ""))


@lru_cache(maxsize=100_000)
def said(catalog: Catalog, fact: Fact, field_name: str = "") -> Said:
    """Who says this fact, or this field of it where the field has a source or grade of its own."""
    own = fact.fields.get(field_name, NO_FIELD)
    source = catalog.get(Source, own.source or fact.source)
    also = own.also if own.source else fact.also
    return Said(
        source=source,
        seen=fact.seen or source.seen,
        grade=own.grade or ("unconfirmed" if own.carried_from else fact.grade),
        also=tuple(catalog.get(Source, other) for other in also),
        carried_from=own.carried_from or fact.carried_from,
    )


NO_FIELD = FieldFact()


def value(catalog: Catalog, fact: Fact, field_name: str, **more: Any) -> Value:
    """The field of a fact as a Value, with who says so. A field that is left out is unknown."""
    data = getattr(fact, field_name)
    if isinstance(data, list):
        data = tuple(data)
    if data is None or data == ():
        return Value(**more)
    own = fact.fields.get(field_name, NO_FIELD)
    more.setdefault("note", own.note or "")
    return Value(data=data, said=(said(catalog, fact, field_name),), **more)


def record_answer(catalog: Catalog, fact: Fact, fields: Iterable[str], key: str = "", **given: Value) -> Answer:
    """A row made of the fields of one record, in the order given.

    A name in ``given`` takes that Value instead. The record's own note is shown where a field is called ``note``.
    """
    values = {name: given[name] if name in given else value(catalog, fact, name) for name in fields}
    return Answer(key or str(fact.id), values, fact)  # type: ignore[attr-defined]
