"""The Catalog: every record of data/, typed and immutable, with the place where it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from .document import Document, Path_
from .model import Record
from .problem import Problem

R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Place:
    """Where a record stands: its document and the path to it inside."""

    document: Document
    path: Path_

    @property
    def file(self) -> str:
        return self.document.file

    @property
    def line(self) -> int:
        return self.document.mark(self.path).line

    def problem(self, path: Path_, message: str, *hints: tuple[str, str], **more: Any) -> Problem:
        """A problem at ``path`` below this record."""
        return self.document.problem((*self.path, *path), message, *hints, **more)


@dataclass(frozen=True, eq=False, repr=False)
class Catalog:
    """Every record, by kind and id, and where it stands. Nothing in it changes after loading.

    Two catalogues are equal only when they are the same object, so that answers can be remembered for it.
    """

    records: Mapping[str, Mapping[str, Record]]
    places: Mapping[tuple[str, str], Place]

    def all(self, kind: type[R]) -> list[R]:
        """All records of a kind, in the order of their ids."""
        return list(self.by_id(kind).values())

    def by_id(self, kind: type[R]) -> Mapping[str, R]:
        assert kind.collection
        return self.records.get(kind.collection.name, {})  # type: ignore[return-value]

    def get(self, kind: type[R], key: str) -> R:
        """The record with this id; KeyError when there is none."""
        return self.by_id(kind)[key]

    def find(self, kind: type[R], name: str) -> R | None:
        """The record with this id or alias, however it is capitalised; None when unknown: never a guess."""
        assert kind.collection
        key = self.aliases.get(kind.collection.name, {}).get(name.strip().lower())
        return self.by_id(kind)[key] if key else None

    def place(self, record: Record) -> Place:
        assert record.collection
        return self.places[record.collection.name, record_key(record)]

    @cached_property
    def aliases(self) -> dict[str, dict[str, str]]:
        """Per collection: every id and alias, lower case, to the id."""
        out: dict[str, dict[str, str]] = {}
        for name, records in self.records.items():
            names = out[name] = {}
            for key, record in records.items():
                names[key.lower()] = key
                for alias in getattr(record, "aliases", ()):
                    names.setdefault(alias.lower(), key)
        return out


def record_key(record: Record) -> str:
    """The id a record is known by; a kind with one record for all has the name of its collection."""
    return getattr(record, "id", None) or record.collection.name  # type: ignore[union-attr]
