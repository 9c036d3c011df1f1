"""What the home page shows of the catalogue: the way to one's own GPU, the newest products of each family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ..catalog import Catalog
from ..catalog.model import natural_key
from ..catalog.model.hardware import NAMED, PLATFORMS, Gpu
from ..query import families, support
from ..render import home
from ..render.words import Words

Link = Callable[[str, str], str | None]
"""The address of a record's page, by collection and id; None when it has none."""

SHOWN, OF_ONE_TARGET = 8, 2
"""So many products of each family are shown, so many at most of one compiler target."""


def gpu_search(words: Words, catalog: Catalog, every: str) -> str:
    """A form that asks for a GPU, and the link to all of them; ``every`` is the address of that page."""
    count = len(catalog.all(Gpu))
    return home.search_form(words("home.find"), words("home.go"), every, (words("home.all", count=count), every))


def newest_gpus(words: Words, catalog: Catalog, link: Link, every: str) -> str:
    """The newest products of each family that the newest release names, and the way to the others."""
    found = []
    for family, own in families.products_by_family(catalog).items():
        links = [(gpu.name, link("gpus", gpu.id)) for gpu in newest(catalog, own)]
        first = next(gpu for gpu in reversed(by_name(own)))
        rest = (words("home.more", count=len(own)), f"{every}#lifetimes--{first.id}")
        found.append((words(f"family.{family}"), links, rest))
    return home.groups(found)


def newest(catalog: Catalog, own: list[Gpu]) -> list[Gpu]:
    """Those that the newest release names on any platform, newest compiler target first, a few of each target."""
    release = support.latest_release(catalog)
    named = [gpu for gpu in own if release and _named(catalog, gpu, release.id)]
    ordered = sorted(reversed(by_name(named)), key=lambda gpu: (_number(gpu.target), gpu.released or ""), reverse=True)
    taken: Counter[str | None] = Counter()
    out = []
    for gpu in ordered:
        taken[gpu.target] += 1
        if taken[gpu.target] <= OF_ONE_TARGET:
            out.append(gpu)
    return out[:SHOWN]


def by_name(own: list[Gpu]) -> list[Gpu]:
    return sorted(own, key=lambda gpu: natural_key(gpu.id))


def _named(catalog: Catalog, gpu: Gpu, release: str) -> bool:
    standings = (support.headline(catalog, gpu, release, platform) for platform in PLATFORMS)
    return any(standing and standing.status in NAMED for standing in standings)


def _number(target: str | None) -> int:
    """The number of a compiler target, which is written in base 16: gfx90a."""
    digits = (target or "").removeprefix("gfx")
    return int(digits, 16) if all(sign in "0123456789abcdef" for sign in digits) and digits else 0
