"""Rules about lists of support, releases and products."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from ...catalog import Catalog, Problem, near_hint
from ...catalog.document import Path_
from ...catalog.model.hardware import (
    NAMED,
    SNAPSHOT,
    Conflict,
    Gpu,
    Group,
    Release,
    Support,
    SupportList,
    Target,
    series_of,
)

Problems = Iterator[Problem]


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
