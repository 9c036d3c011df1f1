"""Questions about whole families of products."""

from __future__ import annotations

from collections import Counter

from ...catalog import Catalog
from ...catalog.model.hardware import PLATFORMS, Gpu
from ..base import Answer, Value, question
from .advice import Advice, advice
from .cards import FAMILIES


@question("family", "all_products", "linux", "windows", "wsl2")
def family_releases(catalog: Catalog) -> list[Answer]:
    """Per family and platform the release to take for most of its products, and how many of them it is."""
    return [
        Answer(
            family,
            {
                "family": Value(word=f"family.{family}"),
                "all_products": Value(data=len(own)),
                **{platform: _release(catalog, own, platform) for platform in PLATFORMS},
            },
        )
        for family, own in products_by_family(catalog).items()
    ]


def products_by_family(catalog: Catalog) -> dict[str, list[Gpu]]:
    """The products of each family that has some, in the order of families."""
    found = {family: [gpu for gpu in catalog.all(Gpu) if gpu.family == family] for family in FAMILIES}
    return {family: own for family, own in found.items() if own}


def _release(catalog: Catalog, own: list[Gpu], platform: str) -> Value:
    """The release that is advised for most of some products, with ``(how many / all)``."""
    given = [found for gpu in own if (found := advice(catalog, gpu, platform)).release]
    for kind in ("take", "legacy", "preview"):
        counted = Counter(found.release for found in given if found.kind == kind)
        for release, count in counted.most_common(1):
            first: Advice = next(found for found in given if found.release == release)
            said = (first.standing.said,) if first.standing else ()
            return Value(data=release, unit=f"({count} / {len(own)})", ref=("releases", str(release)), said=said)
    return Value(word="advice.none")
