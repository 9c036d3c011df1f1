"""Which release to take for a GPU on a platform and system."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ...catalog import Catalog
from ...catalog.model import natural_key
from ...catalog.model.hardware import NAMED, Gpu
from .support import Standing, headline, latest_release, releases_newest_first, same_system, snapshot_standing


@dataclass(frozen=True)
class Advice:
    """The release to take for a card on a platform (and system), why, and what to do when there is none.

    ``kind``: ``take`` (a production release names the card), ``preview`` (only previews do), ``legacy`` (only
    releases before TheRock do), ``build`` (no list names it, but TheRock builds its target), ``none``.
    """

    kind: str
    release: str | None
    standing: Standing | None


@lru_cache(maxsize=8)
def _advisable(catalog: Catalog) -> tuple[tuple[str, str], ...]:
    """(kind of advice, release) of every confirmed release, the best first: production, legacy, previews, the newest
    of each first; none is newer than the latest that has release notes.
    """
    latest = latest_release(catalog)
    until = natural_key(latest.id) if latest else None
    kinds = {"production": "take", "legacy": "legacy", "preview": "preview"}
    found = [
        (kinds[release.stream], release.id)
        for release in releases_newest_first(catalog)
        if release.grade == "confirmed" and (until is None or natural_key(release.id) <= until)
    ]
    return tuple(sorted(found, key=lambda one: list(kinds.values()).index(one[0])))


def advice(catalog: Catalog, gpu: Gpu, platform: str, system: str = "") -> Advice:
    """Newest confirmed production release first, then legacy ones, then previews, then the development build."""
    for kind, release in _advisable(catalog):
        standing = headline(catalog, gpu, release, platform)
        if standing and standing.status in NAMED and names_system(standing, system):
            return Advice(kind, release, standing)
    build = snapshot_standing(catalog, gpu, platform)
    if build and build.status in ("built", "built-and-tested"):
        return Advice("build", None, build)
    return Advice("none", None, None)


def names_system(standing: Standing, system: str) -> bool:
    """Is the system, or a point release of it, named? True when no system is asked for or none was recorded."""
    if not system or not standing.systems:
        return True
    return any(same_system(named, system) for named in standing.systems)
