"""The rules that no single record can keep: one small function a rule, its docstring the rule in a sentence.

Rules yield problems; they never print or exit. ``today`` is an argument: only the command knows the real day.
"""

from __future__ import annotations

import datetime
import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from .catalog import Catalog, Place, read_catalog
from .load import Path_
from .model import COLLECTIONS, Fact, Record, natural_key
from .model.hardware import (
    SOURCE_CLASSES,
    Conflict,
    Gpu,
    Group,
    KnownIssue,
    Release,
    Source,
    Support,
    SupportList,
    Target,
)
from .problem import Problem, near_hint
from .query.support import NAMED, SNAPSHOT, series_of
from .shape import Shape, field_shape

Problems = Iterator[Problem]
Rule = Callable[[Catalog, datetime.date], Problems]

WARN_AFTER_DAYS = 180
FAIL_AFTER_DAYS = 365


def check(root: Path, today: datetime.date) -> list[Problem]:
    """Everything wrong with the data folder ``root``, sorted by place; warnings among them are marked."""
    catalog, problems = read_catalog(root)
    broken = {problem.file for problem in problems}
    found = [problem for rule in RULES for problem in rule(catalog, today)]
    if broken:
        # A record that could not be read is missing for everybody who names it: say the cause, not the echo.
        found = [problem for problem in found if not _is_echo(problem, broken)]
    return sorted({*problems, *found})


def _is_echo(problem: Problem, broken: set[str]) -> bool:
    collection = re.search(r" is not in (\w+)$", problem.message)
    if not collection:
        return False
    files = COLLECTIONS[collection[1]].collection.files  # type: ignore[union-attr]
    return any(Path(file).match(files) for file in broken)


def every_record(catalog: Catalog) -> Iterator[tuple[Record, Place]]:
    for name, records in catalog.records.items():
        for key, record in records.items():
            yield record, catalog.places[name, key]


def every_fact(record: Record, path: Path_ = ()) -> Iterator[tuple[Fact, Path_]]:
    """The record, and the facts inside it, with the path to each."""
    if isinstance(record, Fact):
        yield record, path
    for name in _nested_fields(type(record)):
        held = getattr(record, name)
        for index, item in enumerate(held if isinstance(held, list) else [held]):
            if isinstance(item, Record):
                yield from every_fact(item, (*path, name, index) if isinstance(held, list) else (*path, name))


@lru_cache
def _nested_fields(kind: type[Record]) -> tuple[str, ...]:
    """Fields that hold a record or a list of records."""
    shapes = ((name, field_shape(kind, name)) for name in kind.model_fields)
    return tuple(
        name for name, shape in shapes if shape.record or (shape.items and shape.form == "list" and shape.items.record)
    )


# --- references ---


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


def references(record: Record) -> Iterator[tuple[Path_, str, str]]:
    """Every (path, id, collection) that a record refers to, however deep."""
    for path, shape, key in marked(record, "ref"):
        yield path, key, shape.ref


def marked(record: Record, mark: str, path: Path_ = ()) -> Iterator[tuple[Path_, Shape, Any]]:
    """Every value of a record whose Shape has the mark ``ref`` or ``sorted``, with its path."""
    for name, written, shape in _fields_with(type(record), mark):
        yield from _marked_in(getattr(record, name), shape, mark, (*path, written))


def _marked_in(held: Any, shape: Shape, mark: str, path: Path_) -> Iterator[tuple[Path_, Shape, Any]]:
    if held is None or shape.form == "any":
        return
    if shape.record:
        yield from marked(held, mark, path)
    elif getattr(shape, mark):
        yield path, shape, held
    elif shape.form == "list" and shape.items:
        for index, item in enumerate(held):
            yield from _marked_in(item, shape.items, mark, (*path, index))
    elif shape.form == "mapping" and shape.keys and shape.items:
        for key, item in held.items():
            yield from _marked_in(key, shape.keys, mark, (*path, key))
            yield from _marked_in(item, shape.items, mark, (*path, key))


@lru_cache
def _fields_with(kind: type[Record], mark: str) -> tuple[tuple[str, str, Shape], ...]:
    """The fields of a model in which the mark can occur: name, name as written, Shape."""
    return tuple(
        (name, info.alias or name, shape)
        for name, info in kind.model_fields.items()
        if _can_hold(shape := field_shape(kind, name), mark)
    )


def _can_hold(shape: Shape, mark: str) -> bool:
    if shape.record:
        return bool(_fields_with(shape.record, mark))
    inside = (part for part in (shape.keys, shape.items) if part)
    return bool(getattr(shape, mark)) or any(_can_hold(part, mark) for part in inside)


def names_are_unique(catalog: Catalog, today: datetime.date) -> Problems:
    """An alias is nobody else's id or alias: an unknown name is never answered by a guess."""
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


# --- facts ---


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


# --- support ---


def every_group(catalog: Catalog) -> Iterator[tuple[Support, SupportList, Group, Path_]]:
    for support in catalog.all(Support):
        for at, listed in enumerate(support.lists):
            for index, group in enumerate(listed.groups):
                yield support, listed, group, ("lists", at, "groups", index)


def support_files_name_releases(catalog: Catalog, today: datetime.date) -> Problems:
    """A support file is called after a release, a series of releases, or main for the development branch."""
    releases = catalog.by_id(Release)
    known = {*releases, *(series_of(release) for release in releases), SNAPSHOT}
    for support in catalog.all(Support):
        if support.id not in known and releases:
            yield catalog.place(support).problem((), f"{support.id} is no release", *near_hint(support.id, known))
        if (support.as_of is None) == (support.id == SNAPSHOT):
            message = "as_of is missing" if support.as_of is None else "only main has as_of"
            yield catalog.place(support).problem((), message)


def lists_name_what_they_say(catalog: Catalog, today: datetime.date) -> Problems:
    """A list of cards names cards in every group, a list of targets names targets."""
    for support, listed, group, path in every_group(catalog):
        wrong = "targets" if listed.names == "gpus" else "gpus"
        if not getattr(group, listed.names):
            yield catalog.place(support).problem(path, f"the group names no {listed.names}")
        if getattr(group, wrong):
            yield catalog.place(support).problem(
                (*path, wrong),
                f"a list of {listed.names} names {wrong} here",
                ("next", "a list of targets says nothing about a card: make it a list of its own"),
            )


def silence_is_explained(catalog: Catalog, today: datetime.date) -> Problems:
    """Not listed and unknown are computed; written down, they say why in a note."""
    for support, _, group, path in every_group(catalog):
        if group.status in ("not-listed", "unknown") and not group.note:
            yield catalog.place(support).problem(
                (*path, "status"), f"{group.status} without a note", ("next", "say why, or leave the group out")
            )


def one_word_per_card(catalog: Catalog, today: datetime.date) -> Problems:
    """One publisher says one thing about a card, platform and release; two sayings need a conflict record."""
    disputed = {(conflict.about, conflict.field) for conflict in catalog.all(Conflict)}
    for support in catalog.all(Support):
        seen: dict[tuple[str, str, str], tuple[str, Path_]] = {}
        place = catalog.place(support)
        for at, listed in enumerate(support.lists):
            for index, group in enumerate(listed.groups):
                for item, name in enumerate(getattr(group, listed.names)):
                    key = (listed.publisher, listed.platform, name)
                    path: Path_ = ("lists", at, "groups", index, listed.names, item)
                    status, first = seen.setdefault(key, (group.status, path))
                    if first == path or (f"support/{support.id}", name) in disputed:
                        continue
                    line = place.document.mark((*place.path, *first)).line
                    if status == group.status:
                        message = f"{name} stands twice: also line {line}"
                    else:
                        message = f"{name} is {group.status} here and {status} on line {line}"
                    yield place.problem(path, message, ("next", "keep one, or add a record to data/conflicts.yaml"))


def no_support_before_the_product(catalog: Catalog, today: datetime.date) -> Problems:
    """No release supports a card that came out in a later year."""
    releases, gpus = catalog.by_id(Release), catalog.by_id(Gpu)
    for support, _, group, path in every_group(catalog):
        release = releases.get(support.id)
        for index, key in enumerate(group.gpus):
            gpu = gpus.get(key)
            if release and gpu and gpu.released and group.status in NAMED and gpu.released[:4] > str(release.date.year):
                yield catalog.place(support).problem(
                    (*path, "gpus", index),
                    f"{key} came out in {gpu.released}, release {release.id} in {release.date.year}",
                    ("next", "mend one of the two dates or the list"),
                )


def release_order(catalog: Catalog, today: datetime.date) -> Problems:
    """Inside one series a later version has a later date."""
    newest: dict[str, Release] = {}
    for release in catalog.all(Release):
        series = series_of(release.id)
        before = newest.get(series)
        if before and release.date < before.date and release.grade == before.grade == "confirmed":
            yield catalog.place(release).problem(
                ("date",),
                f"{release.id} is dated before {before.id} ({before.date})",
                ("next", "mend one of the dates"),
            )
        newest[series] = release


# --- hardware ---


def architecture_follows_from_target(catalog: Catalog, today: datetime.date) -> Problems:
    """A card writes its architecture only where its target does not give it, or stands for several (with a note)."""
    targets = catalog.by_id(Target)
    for gpu in catalog.all(Gpu):
        target = targets.get(gpu.target or "")
        if not (gpu.architecture and target and target.architecture):
            continue
        if gpu.architecture == target.architecture:
            yield catalog.place(gpu).problem(
                ("architecture",), f"follows from {target.id}", ("next", "delete the line"), key=True
            )
        elif not target.note:
            yield catalog.place(gpu).problem(
                ("architecture",),
                f"{gpu.architecture}, but {target.id} is {target.architecture}",
                ("next", "mend one, or say in the target's note that it stands for both"),
            )


# --- conflicts ---


def conflicts_match_their_records(catalog: Catalog, today: datetime.date) -> Problems:
    """A conflict is about a record that exists, has two sides that differ, and the record carries the picked one."""
    for conflict in catalog.all(Conflict):
        place = catalog.place(conflict)
        collection, _, key = conflict.about.partition("/")
        record = catalog.records.get(collection, {}).get(key)
        if record is None:
            yield place.problem(
                ("about",), f"{conflict.about} is no record", *near_hint(key, catalog.records.get(collection, {}))
            )
            continue
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


# --- order and text ---


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
                    (("next", "save the file as UTF-8, or add the symbol to macros/check.py"),),
                )


def file_names_are_plain(catalog: Catalog, today: datetime.date) -> Problems:
    """File names are lower case Latin letters, digits, dots, hyphens and underscores: they become addresses."""
    for file in sorted({place.file for place in catalog.places.values()}):
        name = file.rsplit("/", 1)[-1]
        if not re.fullmatch(r"[a-z0-9._-]+", name):
            yield Problem(file, 0, 0, "", "the file name has other characters", (("expected", "a-z 0-9 . _ -"),))


RULES: tuple[Rule, ...] = (
    references_resolve,
    names_are_unique,
    field_facts_name_fields,
    carried_over_is_unconfirmed,
    support_has_a_weighty_source,
    confirmed_has_more_than_hearsay,
    sources_have_an_address,
    facts_are_fresh,
    support_files_name_releases,
    lists_name_what_they_say,
    silence_is_explained,
    one_word_per_card,
    no_support_before_the_product,
    release_order,
    architecture_follows_from_target,
    conflicts_match_their_records,
    records_are_sorted,
    lists_are_sorted,
    text_is_in_known_scripts,
    file_names_are_plain,
)
