"""Rules about facts and their sources."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

from ...catalog import Catalog, Problem, near_hint
from ...catalog.model import Fact, Record
from ...catalog.model.hardware import SOURCE_CLASSES, Conflict, KnownIssue, Source, Support, SupportList
from ...catalog.walk import every_fact, every_record

Problems = Iterator[Problem]


WARN_AFTER_DAYS = 180


FAIL_AFTER_DAYS = 365


def carried_over_is_unconfirmed(catalog: Catalog, today: datetime.date) -> Problems:
    """What was carried over from another release was not read for its own, so it is never confirmed."""
    for record, place in every_record(catalog):
        for fact, path in every_fact(record):
            if fact.carried_from and fact.grade == "confirmed":
                yield place.problem((*path, "grade"), "carried over, yet confirmed", ("expected", "unconfirmed"))
            for name, own in fact.fields.items():
                if own.carried_from and own.grade == "confirmed":
                    yield place.problem(
                        (*path, "fields", name), "carried over, yet confirmed", ("expected", "leave the grade out")
                    )


def carried_over_from_another_release(catalog: Catalog, today: datetime.date) -> Problems:
    """What is carried over comes from another release than the one it stands in."""
    for record, place in every_record(catalog):
        for fact, path in every_fact(record):
            release = record.id if isinstance(record, Support) else getattr(fact, "release", None)
            named = [((*path, "carried_from"), fact.carried_from)]
            named += [((*path, "fields", name, "carried_from"), own.carried_from) for name, own in fact.fields.items()]
            if isinstance(fact, SupportList):
                named += [
                    ((*path, "groups", index, "carried_from"), group.carried_from)
                    for index, group in enumerate(fact.groups)
                ]
            for where, origin in named:
                if origin and origin == release:
                    yield place.problem(
                        where,
                        f"carried over from {origin} itself",
                        ("expected", "an earlier release that was read"),
                        ("next", "name that release, or delete the line if this one was read"),
                    )


def support_has_a_weighty_source(catalog: Catalog, today: datetime.date) -> Problems:
    """What AMD supports is said by AMD: official documentation, a repository at a tag, or its staff."""
    allowed = SOURCE_CLASSES[: SOURCE_CLASSES.index("vendor-staff") + 1]
    for support in catalog.all(Support):
        for index, listed in enumerate(support.lists):
            source = catalog.by_id(Source).get(listed.source)
            if source and listed.publisher in ("amd", "hip-sdk", "therock") and source.class_ not in allowed:
                yield catalog.place(support).problem(
                    ("lists", index, "source"),
                    f"{listed.source} is of class {source.class_}",
                    ("expected", "one of: " + ", ".join(allowed)),
                )


def confirmed_has_more_than_hearsay(catalog: Catalog, today: datetime.date) -> Problems:
    """A blog, a forum post or an unmerged change alone confirms nothing."""
    sources = catalog.by_id(Source)
    for record, place in every_record(catalog):
        for fact, path in every_fact(record):
            if fact.grade != "confirmed" or isinstance(record, KnownIssue):
                continue  # that a fault was reported is confirmed by its report
            named = [sources[key] for key in (fact.source, *fact.also) if key in sources]
            if named and all(source.class_ == "community" for source in named):
                yield place.problem(
                    (*path, "grade"),
                    f"confirmed by {fact.source} alone, which is of class community",
                    ("expected", "unconfirmed, or a further source under also"),
                )


def sources_have_an_address(catalog: Catalog, today: datetime.date) -> Problems:
    """A source without an address says in its note why there is none."""
    for source in catalog.all(Source):
        if not source.url and not source.note:
            yield catalog.place(source).problem(
                (), "neither url nor note", ("expected", "a url, or a note that says why")
            )


def facts_are_fresh(catalog: Catalog, today: datetime.date) -> Problems:
    """A source read long ago is read again: a warning after half a year, an error after a year."""
    for source in catalog.all(Source):
        age = (today - source.seen).days
        place = catalog.place(source)
        if age < 0:
            yield place.problem(("seen",), f"{source.seen} is in the future", ("expected", f"a day up to {today}"))
        elif age > WARN_AFTER_DAYS:
            yield place.problem(
                ("seen",),
                f"{source.id} was read {age} days ago, the limit is {FAIL_AFTER_DAYS}",
                ("next", "read it again, mend what changed, write today's date"),
                warning=age <= FAIL_AFTER_DAYS,
            )


def conflicts_match_their_records(catalog: Catalog, today: datetime.date) -> Problems:
    """A conflict is about a field of a record that exists, its sides differ, and the record carries the picked one."""
    for conflict in catalog.all(Conflict):
        place = catalog.place(conflict)
        collection, _, key = conflict.about.partition("/")
        record = catalog.records.get(collection, {}).get(key)
        if record is None:
            yield place.problem(
                ("about",), f"{conflict.about} is no record", *near_hint(key, catalog.records.get(collection, {}))
            )
            continue
        known = _fields_of(record)
        if re.split(r"[. ]", conflict.field)[0] not in known:
            yield place.problem(
                ("field",),
                f"{conflict.about} has no field {conflict.field}",
                *(near_hint(conflict.field, known) or (("expected", "one of: " + ", ".join(sorted(known))),)),
            )
        values = [side.value for side in conflict.sides]
        if len(set(values)) < 2:
            yield place.problem(("sides",), "the sides do not differ", ("expected", "two values at least"))
        if conflict.picked is not None and conflict.picked not in values:
            yield place.problem(("picked",), f"{conflict.picked} is no side's value", ("expected", " or ".join(values)))
        carried = getattr(record, conflict.field, None)
        if conflict.picked is not None and isinstance(carried, (str, int, float, datetime.date)):
            one_value = not isinstance(carried, str) or " " not in carried or carried in values
            if one_value and str(carried) != conflict.picked:
                yield place.problem(("picked",), f"{conflict.about} carries {carried}", ("expected", str(carried)))


def _fields_of(record: Record) -> set[str]:
    """What sources can disagree about in a record: its fields; in a list of support also every card and target."""
    if isinstance(record, Support):
        groups = [group for listed in record.lists for group in listed.groups]
        return {"lists", "systems", *(name for group in groups for name in (*group.gpus, *group.targets))}
    return set(type(record).model_fields) - set(Fact.model_fields)
