"""The interface's words in a reader's language: labels of data/labels.yaml, names of records."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..catalog import Catalog
from ..catalog.model.text import Label


@dataclass(frozen=True)
class Words:
    """The interface's words in one language. An unknown id is a mistake in code and raises KeyError."""

    catalog: Catalog
    lang: str

    @cached_property
    def _labels(self) -> Mapping[str, Label]:
        return self.catalog.by_id(Label)

    def __call__(self, key: str, **values: object) -> str:
        """The label ``key`` with ``{name}`` places filled in."""
        text = getattr(self._labels[key], self.lang)
        return re.sub(r"\{(\w+)\}", lambda m: str(values[m[1]]), text) if values else text

    def has(self, key: str) -> bool:
        return key in self._labels

    def sign(self, key: str) -> str:
        label = self._labels.get(key)
        return (label.sign if label else None) or ""

    def meaning(self, key: str) -> str:
        label = self._labels.get(key)
        return (getattr(label, f"meaning_{self.lang}") if label else None) or ""

    def name_of(self, collection: str, key: str) -> str:
        """What a record is called: its name or title, for a system family and version, else its id."""
        record = self.catalog.records.get(collection, {}).get(key)
        for field in ("name", "title"):
            if record is not None and getattr(record, field, None):
                return str(getattr(record, field))
        if collection == "systems" and record is not None:
            return " ".join(filter(None, (record.family, record.version)))  # type: ignore[attr-defined]
        return key
