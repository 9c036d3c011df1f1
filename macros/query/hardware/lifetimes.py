"""From which release on a GPU is named, and until when: first, last, dropped, never."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ...catalog import Catalog
from ...catalog.model.hardware import NAMED, Gpu, Release
from .support import Standing, headline


@dataclass(frozen=True)
class Lifetime:
    """First and last release whose lists name the card on a platform.

    ``first`` and ``last`` are None when none does. ``dropped`` is the first later release whose complete list
    leaves it out. ``never`` is True when complete lists exist and none names it. ``target_only`` are the releases
    in which only the card's target is listed, oldest first.
    """

    platform: str
    first: Standing | None
    last: Standing | None
    dropped: Standing | None
    target_only: tuple[str, ...]
    never: bool

    @property
    def status(self) -> str:
        """``current``, ``dropped``, ``never``, or ``unknown`` when no list says anything."""
        if self.last:
            return "dropped" if self.dropped else "current"
        return "never" if self.never else "unknown"


@lru_cache(maxsize=10_000)
def lifetime(catalog: Catalog, gpu: Gpu, platform: str) -> Lifetime:
    first = last = dropped = None
    targets: list[str] = []
    absent = False
    for release, record in catalog.by_id(Release).items():
        standing = headline(catalog, gpu, release, platform)
        if standing is None:
            continue
        if standing.status in NAMED:
            first = first or standing
            last, dropped = standing, None
        elif standing.status == "target-only":
            targets.append(release)
        elif standing.status in ("not-listed", "unsupported"):
            absent = True
            # A preview that leaves a card out has dropped nothing: the release line it came from goes on beside it.
            if last and not dropped and record.stream != "preview" and standing.listed_in != last.listed_in:
                dropped = standing
    return Lifetime(platform, first, last, dropped, tuple(targets), absent and not last)
