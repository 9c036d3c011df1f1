"""Rules about names: every id that names another record names one that exists."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from ...catalog import Catalog, Problem, near_hint
from ...catalog.model import COLLECTIONS
from ...catalog.model.hardware import Gpu
from ...catalog.walk import every_fact, every_record, references

Problems = Iterator[Problem]


def references_resolve(catalog: Catalog, today: datetime.date) -> Problems:
    """Every id that names another record names one that exists, by its id and not by an alias."""
    for record, place in every_record(catalog):
        for path, key, collection in references(record):
            if key in catalog.records[collection]:
                continue
            canonical = catalog.aliases[collection].get(key.lower())
            if canonical:
                yield place.problem(
                    path, f"{key} is an alias", ("expected", canonical), ("next", "python -m macros fix writes the id")
                )
            else:
                known = catalog.aliases[collection]
                hint = near_hint(key, known) or (
                    ("next", f"add it to data/{COLLECTIONS[collection].collection.files}"),
                )  # type: ignore[union-attr]
                yield place.problem(path, f"{key} is not in {collection}", *hint)


def names_are_unique(catalog: Catalog, today: datetime.date) -> Problems:
    """An alias is nobody else's id or alias, a GPU's name nobody else's: no name is answered by a guess."""
    named: dict[str, str] = {}
    for key, gpu in catalog.by_id(Gpu).items():
        if (other := named.setdefault(gpu.name.lower(), key)) != key:
            message, next_step = f"{gpu.name} is already the name of {other}", "tell them apart, as AMD's pages do"
            yield catalog.place(gpu).problem(("name",), message, ("next", next_step))
    for records in catalog.records.values():
        owner = {key.lower(): key for key in records}
        for key, record in records.items():
            for index, alias in enumerate(getattr(record, "aliases", ())):
                other = owner.setdefault(alias.lower(), key)
                if other != key or alias == key:
                    message = f"the alias {alias} already belongs to {other}"
                    yield catalog.place(record).problem(("aliases", index), message, ("next", "delete it"))


def field_facts_name_fields(catalog: Catalog, today: datetime.date) -> Problems:
    """A source or grade of a single field names a field that the record has and fills in."""
    for record, place in every_record(catalog):
        for fact, path in every_fact(record):
            for name in fact.fields:
                head, _, rest = name.partition(".")
                held = getattr(fact, head, None) if head in type(fact).model_fields else None
                if rest and isinstance(held, dict):
                    held = held.get(rest)
                if held in (None, [], {}):
                    yield place.problem(
                        (*path, "fields", name),
                        f"the record has no field {name}",
                        *(
                            near_hint(
                                name, [f for f in type(fact).model_fields if getattr(fact, f) not in (None, [], {})]
                            )
                        ),
                        key=True,
                    )
