"""Finds a record by the name people type: "7900 xtx", "MI300X", "Ubuntu 24.04". Never guesses."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeVar

from ..catalog import Catalog, nearest
from ..catalog.model import Record
from .base import Unknown

R = TypeVar("R", bound=Record)

LONGEST = 100
"""Names are shorter; what is longer is pasted by mistake."""

LEADING = {"amd", "instinct", "radeon", "pro", "rx", "ryzen", "ai", "athlon", "rocm"}
"""Words that people leave out in front of a product's own name."""


def find(catalog: Catalog, kind: type[R], typed: str) -> R:
    """The record whose id, alias or name is ``typed``, whatever its case, blanks and leading brand words.

    Raises :class:`Unknown` with the nearest ids when there is none, or when the short form fits several.
    """
    if len(typed) > LONGEST:
        raise Unknown(kind, f"{typed[:LONGEST]}...", "")
    names = _names(catalog, kind)
    squashed = _squash(typed)
    for key in (_hyphened(typed), squashed):
        found = names.get(key, set())
        if len(found) == 1:
            return catalog.get(kind, next(iter(found)))
        if len(found) > 1:
            raise Unknown(kind, typed, ", ".join(sorted(found)[:5]))
    spellings = [name for name in names if "-" in name] or list(names)
    close = nearest(_hyphened(typed), spellings, most=8).split(", ")
    ids = dict.fromkeys(key for spelling in close if spelling for key in sorted(names[spelling]))
    raise Unknown(kind, typed, ", ".join(list(ids)[:3]))


def _hyphened(text: str) -> str:
    text = text.strip().lower().replace("+", "-plus-")
    return re.sub(r"[^a-z0-9.]+", "-", text).strip("-")


def _squash(text: str) -> str:
    return _hyphened(text).replace("-", "").replace(".", "")


@lru_cache(maxsize=64)
def _names(catalog: Catalog, kind: type[Record]) -> dict[str, set[str]]:
    """Every way to write a name, to the ids it fits. A full id or alias fits its own record only."""
    exact: dict[str, set[str]] = {}
    loose: dict[str, set[str]] = {}
    for key, record in catalog.by_id(kind).items():
        name = str(getattr(record, "name", ""))
        for full in (key, *getattr(record, "aliases", ())):
            exact.setdefault(_hyphened(full), set()).add(key)
        forms = {_hyphened(key), _hyphened(name), *map(_hyphened, getattr(record, "aliases", ()))} - {""}
        for form in forms:
            words = form.split("-")
            while words:
                loose.setdefault("-".join(words), set()).add(key)
                loose.setdefault(_squash("-".join(words)), set()).add(key)
                if words[0] not in LEADING:
                    break
                words = words[1:]
    return {**loose, **exact}
