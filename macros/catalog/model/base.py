"""The types every record is made of: text, versions, dates, numbers, references, and what makes a fact.

One file: the types that every other model is written in.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from ..document import Plain
from ..load import looks_like_other
from ..syntax import CONTROL, shortened


@dataclass(frozen=True)
class Ref:
    """Marks a text as the id of a record in ``collection``; ``check`` resolves every one."""

    collection: str

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        what = f"id in {self.collection}"
        return {"description": f"An {what}.", **handler(core), "title": what}


@dataclass(frozen=True)
class Sorted:
    """Marks a list of ids that stands in natural order without repeats; ``check`` asks for it, ``fix`` makes it."""

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        return {**handler(core), "uniqueItems": True}


@dataclass(frozen=True)
class Quoted:
    """Marks a text that always stands in quotes, also where no parser would misread it."""


END = r"\Z"
"""The end of the text itself: ``$`` would let a line end pass."""


def _json(title: str, pattern: re.Pattern[str]) -> WithJsonSchema:
    """What editors know about a text: what it is called and how it looks (whole, so the pattern gets a ``^``)."""
    return WithJsonSchema({"type": "string", "title": title, "pattern": f"^(?:{pattern.pattern.removesuffix(END)})$"})


def _text(value: Any) -> Any:
    if type(value) is Plain:
        if looks_like_other(value):
            raise PydanticCustomError("unquoted", "{text} is read as a number, date or boolean", {"text": str(value)})
        return str(value)
    if not isinstance(value, str):
        raise PydanticCustomError("not_text", "a text is expected, found a {shape}", {"shape": _shape(value)})
    return value


def _shape(value: Any) -> str:
    return "list" if isinstance(value, list) else "mapping" if isinstance(value, dict) else type(value).__name__


def _filled(value: str) -> str:
    if not value.strip():
        raise PydanticCustomError("empty", "the text is empty")
    if hidden := CONTROL.search(value):
        raise PydanticCustomError("hidden", "invisible character {code}", {"code": f"U+{ord(hidden[0]):04X}"})
    return value


Text = Annotated[str, BeforeValidator(_filled), BeforeValidator(_text)]
"""Any text, never empty; a plain scalar that a parser could read as something else must stand in quotes."""

ID = re.compile(r"[a-z0-9]+(?:[-.+_][a-z0-9]+)*\Z")


def _id(value: Any) -> str:
    value = _filled(_text(value))
    if not ID.match(value):
        raise PydanticCustomError("bad_id", "{text} is not an id", {"text": value})
    return value


Id = Annotated[str, BeforeValidator(_id), _json("id", ID)]
"""Lower case letters, digits and single hyphens (dots, plus and underscores where a name has them)."""

VERSION = re.compile(r"[0-9]+(?:\.[0-9]+)*\Z")


def _version(value: Any) -> str:
    if type(value) is Plain:
        raise PydanticCustomError("unquoted", "the version {text} must stand in quotes", {"text": str(value)})
    value = _filled(_text(value))
    if not VERSION.match(value):
        raise PydanticCustomError("bad_version", "{text} is not a version", {"text": value})
    return value


Version = Annotated[str, BeforeValidator(_version), _json("version", VERSION), Quoted()]
"""Numbers joined by dots, in quotes; compare with :func:`version_key`, never as text."""


def _number_key(digits: str) -> tuple[int, str]:
    """Sorts as the number does that the digits say, however many there are: longer is larger."""
    digits = digits.lstrip("0")
    return len(digits), digits


def version_key(version: str) -> tuple[tuple[int, int, str], ...]:
    """Sorts versions as versions, also ones with letters: 6.4.3 < 7.2.4 < 7.9 < 7.14.0 < 10.0.0rc1 < 10.0.0.

    Numbers compare as numbers. A trailing ``rc1``, ``b2`` or ``dev3`` sorts before the bare version; a trailing
    ``x`` (as in ``7.2.x``) after every number of its place.
    """
    parts: list[tuple[int, int, str]] = []
    for number, word in re.findall(r"(\d+)|([a-zA-Z]+)", version):
        if number:
            parts.append((1, *_number_key(number)))
        elif word in {"a", "b", "rc", "dev", "alpha", "beta", "pre"}:
            parts.append((-1, 0, word))
        else:
            parts.append((2, 0, word))
    return (*parts, (0, 0, ""))


def natural_key(text: str) -> list[tuple[int, int, str]]:
    """Sorts ids as people read them: gfx906 < gfx942 < gfx1100, rx-580 < rx-7900."""
    return [(0, *_number_key(p)) if p.isdecimal() else (1, 0, p) for p in re.split(r"(\d+)", text.lower()) if p]


DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")


def _date(value: Any) -> datetime.date:
    if isinstance(value, str) and DATE.match(value):
        try:
            return datetime.date.fromisoformat(value)
        except ValueError:
            raise PydanticCustomError("bad_date", "{text} is not a day of the calendar", {"text": str(value)}) from None
    raise PydanticCustomError("bad_date", "{text} is not a date", {"text": str(value)[:40]})


Date = Annotated[datetime.date, BeforeValidator(_date), _json("date", DATE)]
"""A day as YYYY-MM-DD, with or without quotes."""

PART_DATE = re.compile(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?\Z")


def _part_date(value: Any) -> str:
    value = str(value) if isinstance(value, str) else ""
    if not PART_DATE.match(value):
        raise PydanticCustomError("bad_date", "{text} is not a year, month or day", {"text": value})
    _date((value + "-01-01")[:10])
    return value


PartDate = Annotated[str, BeforeValidator(_part_date), _json("year, month or day", PART_DATE)]
"""A year, a month or a day: 2026, 2026-07, 2026-07-15."""

INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)\Z")
DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?\Z")
MOST_DIGITS = 15
"""Numbers of more digits are not the same everywhere that JSON is read."""


def _number(value: Any, pattern: re.Pattern[str], make: type, word: str) -> Any:
    if isinstance(value, str) and type(value) is not Plain and pattern.match(value):
        raise PydanticCustomError("quoted_number", "the number {text} stands in quotes", {"text": value})
    if not isinstance(value, str) or not pattern.match(value):
        raise PydanticCustomError("bad_number", "{text} is not {word}", {"text": str(value)[:40], "word": word})
    if (digits := sum(map(str.isdigit, value))) > MOST_DIGITS:
        facts = {"digits": digits, "most": MOST_DIGITS, "text": shortened(value)}
        raise PydanticCustomError("long_number", "the number has {digits} digits", facts)
    return make(value)


Integer = Annotated[int, BeforeValidator(lambda v: _number(v, INTEGER, int, "a whole number"))]
Decimal = Annotated[float, BeforeValidator(lambda v: _number(v, DECIMAL, float, "a number such as 8000 or 81.7"))]

Flag = Annotated[Literal["yes", "no"], BeforeValidator(_text)]
"""``"yes"`` or ``"no"``, in quotes."""

Grade = Annotated[Literal["confirmed", "unconfirmed"], BeforeValidator(_text)]

SourceId = Annotated[Id, Ref("sources")]
GpuId = Annotated[Id, Ref("gpus")]
TargetId = Annotated[Id, Ref("targets")]
ArchitectureId = Annotated[Id, Ref("architectures")]
ReleaseId = Annotated[Version, Ref("releases")]
SystemId = Annotated[Id, Ref("systems")]
FrameworkId = Annotated[Id, Ref("frameworks")]


def word(*words: str) -> Any:
    """A closed set of words, as a type."""
    return Annotated[Literal[words], BeforeValidator(_text)]  # type: ignore[valid-type]


@dataclass(frozen=True)
class Collection:
    """Where the records of one kind live.

    ``files`` is a glob below data/. A file holds a sorted list of records, or, with ``single``, one record.
    ``stem`` names the field that the file's name fills in: it is computed, so nobody writes it.
    """

    name: str
    files: str
    single: bool = False
    stem: str = ""

    @property
    def folder(self) -> bool:
        return "*" in self.files


class Record(BaseModel):
    """Something people write down; frozen, and nothing but its fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    collection: ClassVar[Collection | None] = None
    """Set on records that have an id and a file of their own; None on parts of other records."""

    # A record is itself alone: answers about it are remembered by identity, and comparing is cheap.
    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


class FieldFact(Record):
    """Where one field of a record departs from the record's own source, grade or release."""

    source: SourceId | None = Field(None, description="Source of this field, when it is not the record's.")
    also: Annotated[list[SourceId], Sorted()] = Field([], description="Further sources that say the same.")
    grade: Grade | None = Field(None, description="Grade of this field, when it is not the record's.")
    carried_from: ReleaseId | None = Field(None, description="Release this field was carried over from.")
    note: Text | None = None


class Fact(Record):
    """A record that states something about the world: it names its source and its grade."""

    source: SourceId = Field(description="Id in sources.yaml of the document that says so.")
    also: Annotated[list[SourceId], Sorted()] = Field([], description="Further sources that say the same.")
    seen: Date | None = Field(None, description="Day it was read there; left out: the day the source was read.")
    grade: Grade = Field(
        description="confirmed: the source says so; unconfirmed: second hand, inferred or carried over."
    )
    carried_from: ReleaseId | None = Field(
        None, description="The record was carried over from this release and not read for its own: always unconfirmed."
    )
    note: Text | None = Field(None, description="One or two sentences for readers.")
    fields: dict[str, FieldFact] = Field({}, description="Fields whose source or grade differs from the record's.")
