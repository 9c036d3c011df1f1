"""Who supports which GPU, target and system in which release.

The rules (docs/en/contributing/architecture.md): a publisher's list of cards that names the card decides. Where
only a list of compiler targets names the card's target the answer is ``target-only``, never more. A complete list
that does not name it means ``not-listed``; no list, or an incomplete one, means ``unknown``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ...catalog import Catalog
from ...catalog.model.hardware import (
    PUBLISHERS,
    SNAPSHOT,
    STATUSES,
    Gpu,
    Group,
    Release,
    Source,
    Support,
    SupportList,
    SystemSupport,
    series_of,
)
from ..base import Said, Value, said


@dataclass(frozen=True)
class Standing:
    """What one publisher's lists come to for one card, platform and release.

    ``listed_in`` is the id of the support record that says so: a release, a series (``7.2``) or a snapshot.
    ``systems`` are the ids named with it; empty: not recorded.
    """

    publisher: str
    status: str
    listed_in: str
    said: Said
    note: str = ""
    systems: tuple[str, ...] = ()
    systems_complete: bool = True
    target: str = ""

    @cached_property
    def value(self) -> Value:
        return Value(status=self.status, note=self.note, said=(self.said,))


@lru_cache(maxsize=8)
def releases_newest_first(catalog: Catalog) -> tuple[Release, ...]:
    return tuple(reversed(catalog.all(Release)))


def latest_release(catalog: Catalog) -> Release | None:
    """The newest release that has release notes and is confirmed; previews never count."""
    for release in releases_newest_first(catalog):
        if release.stream != "preview" and release.release_notes and release.grade == "confirmed":
            return release
    return None


@lru_cache(maxsize=1_000)
def supports_for(catalog: Catalog, release: str) -> tuple[Support, ...]:
    """The support records that speak of a release: its own and its series'."""
    by_id = catalog.by_id(Support)
    return tuple(by_id[key] for key in dict.fromkeys((release, series_of(release))) if key in by_id)


@lru_cache(maxsize=1_000)
def lists_for(catalog: Catalog, release: str, platform: str) -> tuple[tuple[Support, SupportList], ...]:
    """The lists of a platform in these records, each with its record."""
    return tuple(
        (support, listed)
        for support in supports_for(catalog, release)
        for listed in support.lists
        if listed.platform == platform
    )


def newest_listing(catalog: Catalog, platform: str) -> str | None:
    """The newest release that has a list for a platform."""
    for release in releases_newest_first(catalog):
        if any(True for _ in lists_for(catalog, release.id, platform)):
            return release.id
    return None


@lru_cache(maxsize=10_000)
def group_said(catalog: Catalog, listed: SupportList, group: Group) -> Said:
    """Who says it for a group: what the group leaves out is as its list says."""
    own = catalog.get(Source, group.source or listed.source)
    base = said(catalog, listed)
    also = group.also if group.source or group.also else listed.also
    return Said(
        source=own,
        seen=group.seen or (own.seen if group.source else base.seen),
        grade=group.grade or base.grade,
        also=tuple(catalog.get(Source, key) for key in also),
        carried_from=group.carried_from or (None if group.grade == "confirmed" else base.carried_from),
    )


def _note(listed: SupportList, group: Group) -> str:
    """The group's own note; the list's only where the group has no source of its own."""
    parts = [group.note, None if group.source or group.grade == "confirmed" else listed.note]
    return " ".join(part for part in parts if part)


@lru_cache(maxsize=1_000)
def _groups(listed: SupportList) -> tuple[dict[str, int], dict[str, int]]:
    """The number of the first group that names a card, and of the first that names a target."""
    by_gpu: dict[str, int] = {}
    by_target: dict[str, int] = {}
    for number, group in enumerate(listed.groups):
        for found, names in ((by_gpu, group.gpus), (by_target, group.targets)):
            for name in names:
                found.setdefault(name, number)
    return by_gpu, by_target


def _from_list(catalog: Catalog, support: Support, listed: SupportList, gpu: Gpu) -> Standing | None:
    """What one list says about one card, or None when it says nothing: its first group that speaks of the card."""
    by_gpu, by_target = _groups(listed)
    none = len(listed.groups)
    named = by_gpu.get(gpu.id, none)
    built = by_target.get(gpu.target, none) if gpu.target else none
    if built < named and existed(catalog, support, gpu):
        group = listed.groups[built]
        # A build status is a fact about the target and holds for every card of it. Support is not.
        known = group.status if listed.publisher == "therock" or group.status == "not-listed" else "target-only"
        return Standing(
            publisher=listed.publisher,
            status=known,
            listed_in=support.id,
            said=group_said(catalog, listed, group),
            note=_note(listed, group),
            target=gpu.target or "",
        )
    if named < none:
        group = listed.groups[named]
        return Standing(
            publisher=listed.publisher,
            status=group.status,
            listed_in=support.id,
            said=group_said(catalog, listed, group),
            note=_note(listed, group),
            systems=tuple(group.systems),
            systems_complete=group.systems_complete == "yes",
        )
    if listed.complete == "yes" and listed.publisher != "therock":
        return Standing(listed.publisher, "not-listed", support.id, said(catalog, listed), note=listed.note or "")
    return None


def existed(catalog: Catalog, support: Support, gpu: Gpu) -> bool:
    """Was the product out when the release was? Its target may be older: that says nothing about a card to come."""
    release = catalog.by_id(Release).get(support.id)
    return not (release and gpu.released) or release.date.isoformat()[: len(gpu.released)] >= gpu.released


@lru_cache(maxsize=100_000)
def standings(catalog: Catalog, gpu: Gpu, release: str, platform: str) -> tuple[Standing, ...]:
    """What each publisher says, strongest publisher first; publishers that say nothing are left out."""
    found: dict[str, list[Standing]] = {}
    for support, listed in lists_for(catalog, release, platform):
        standing = _from_list(catalog, support, listed, gpu)
        if standing:
            found.setdefault(standing.publisher, []).append(standing)
    for support in supports_for(catalog, release):
        for standing in _from_systems(catalog, support, gpu, platform):
            found.setdefault(standing.publisher, []).append(standing)
    return tuple(_strongest(found[publisher]) for publisher in PUBLISHERS if publisher in found)


@lru_cache(maxsize=1_000)
def _rows_for_named_cards(support: Support) -> dict[tuple[str, str], list[SystemSupport]]:
    """The rows that hold for named cards only, by platform and card."""
    found: dict[tuple[str, str], list[SystemSupport]] = {}
    for row in support.systems:
        for gpu in row.only:
            found.setdefault((row.platform, gpu), []).append(row)
    return found


def _from_systems(catalog: Catalog, support: Support, gpu: Gpu, platform: str) -> Iterator[Standing]:
    """Systems listed for named cards only: a row that says so names these cards, if for its system alone."""
    rows = _rows_for_named_cards(support).get((platform, gpu.id), ())
    for publisher in dict.fromkeys(row.publisher for row in rows):
        own = [row for row in rows if row.publisher == publisher]
        yield Standing(
            publisher=publisher,
            status=own[0].status,
            listed_in=support.id,
            said=said(catalog, own[0]),
            note=own[0].note or "",
            systems=tuple(row.system for row in own),
            systems_complete=False,
        )


def _strongest(of_one_publisher: list[Standing]) -> Standing:
    """A list that names the card beats one that names its target, and that beats silence."""
    rank = {status: index for index, status in enumerate(("unsupported", "unknown", "target-only", "not-listed"))}
    return min(
        of_one_publisher, key=lambda s: (rank.get(s.status, -1), STATUSES.index(s.status), not s.systems_complete)
    )


@lru_cache(maxsize=100_000)
def headline(catalog: Catalog, gpu: Gpu, release: str, platform: str) -> Standing | None:
    """The statement of the strongest publisher that says anything; community is never the headline."""
    for standing in standings(catalog, gpu, release, platform):
        if standing.status != "unknown" and standing.publisher != "community":
            return standing
    return next(iter(standings(catalog, gpu, release, platform)), None)


SILENCE = Value(status="unknown")


def headline_value(catalog: Catalog, gpu: Gpu, release: str, platform: str) -> Value:
    standing = headline(catalog, gpu, release, platform)
    return standing.value if standing else SILENCE


def snapshot(catalog: Catalog) -> Support | None:
    return catalog.by_id(Support).get(SNAPSHOT)


def snapshot_standing(catalog: Catalog, gpu: Gpu, platform: str) -> Standing | None:
    """The development branch's build status of the card's target."""
    support = snapshot(catalog)
    for listed in support.lists if support else ():
        if listed.platform == platform and (standing := _from_list(catalog, support, listed, gpu)):
            return standing
    return None


def same_system(named: str, asked: str) -> bool:
    """``ubuntu-24.04.4`` and ``ubuntu`` answer for ``ubuntu-24.04``; ``ubuntu-24.04.5`` does for itself only."""
    return named == asked or named.startswith((asked + ".", asked + "-")) or asked.startswith(named + "-")
