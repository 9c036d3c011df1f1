"""Questions about GPUs: in each release, first and last, who says what, which release to take."""

from __future__ import annotations

from ...catalog import Catalog
from ...catalog.model.hardware import PLATFORMS, PUBLISHERS, Gpu, Release
from ..base import NOT_APPLICABLE, Answer, Value, each, question
from ..values import gpu_value, ref
from .advice import advice
from .cards import by_family, target_value
from .lifetimes import lifetime
from .support import (
    Standing,
    headline_value,
    newest_listing,
    releases_newest_first,
    snapshot_standing,
    standings,
    supports_for,
)


@question("gpu", "target", "linux", "windows", "wsl2", choices=each(Release, "release"))
def release_gpus(catalog: Catalog, release: str) -> list[Answer]:
    """Every GPU in one release, per platform."""
    return [
        Answer(
            gpu.id,
            {
                "gpu": gpu_value(gpu),
                "target": target_value(catalog, gpu),
                **{platform: headline_value(catalog, gpu, release, platform) for platform in PLATFORMS},
            },
            gpu,
        )
        for gpu in by_family(catalog)
    ]


@question("release", "linux", "windows", "wsl2", choices=each(Gpu, "gpu"))
def gpu_releases(catalog: Catalog, gpu: str) -> list[Answer]:
    """One GPU in every release, newest first, per platform."""
    card = catalog.get(Gpu, gpu)
    return [
        Answer(
            release.id,
            {
                "release": ref("releases", release.id),
                **{platform: headline_value(catalog, card, release.id, platform) for platform in PLATFORMS},
            },
        )
        for release in releases_newest_first(catalog)
        if supports_for(catalog, release.id)
    ]


@question("publisher", "linux", "windows", "wsl2", choices=each(Gpu, "gpu"))
def gpu_publishers(catalog: Catalog, gpu: str) -> list[Answer]:
    """What each publisher says of one GPU, side by side, in the newest release it speaks of."""
    card = catalog.get(Gpu, gpu)
    answers = []
    for publisher in PUBLISHERS:
        values = {platform: _newest_word(catalog, card, publisher, platform) for platform in PLATFORMS}
        if any(values.values()):
            answers.append(
                Answer(
                    publisher,
                    {
                        "publisher": Value(word=f"publisher.{publisher}"),
                        **{platform: found or Value(status="unknown") for platform, found in values.items()},
                    },
                )
            )
    return answers


def _newest_word(catalog: Catalog, gpu: Gpu, publisher: str, platform: str) -> Value | None:
    """The newest statement of a publisher, naming the release, series or branch it stands in."""
    if publisher == "therock" and (build := snapshot_standing(catalog, gpu, platform)):
        return Value(data=build.listed_in, status=build.status, note=build.note, said=(build.said,))
    for release in releases_newest_first(catalog):
        for standing in standings(catalog, gpu, release.id, platform):
            if standing.publisher == publisher:
                return Value(data=standing.listed_in, status=standing.status, note=standing.note, said=(standing.said,))
    return None


@question("gpu", "target", "linux", "windows", "wsl2")
def lifetimes(catalog: Catalog) -> list[Answer]:
    """First and last release of every GPU per platform, also of those never supported."""
    return [
        Answer(
            gpu.id,
            {
                "gpu": gpu_value(gpu),
                "target": target_value(catalog, gpu),
                **{platform: _span(catalog, gpu, platform) for platform in PLATFORMS},
            },
            gpu,
        )
        for gpu in by_family(catalog)
    ]


def _span(catalog: Catalog, gpu: Gpu, platform: str) -> Value:
    life = lifetime(catalog, gpu, platform)
    if life.first and life.last:
        both = tuple(dict.fromkeys((life.first.listed_in, life.last.listed_in)))
        stated = tuple(dict.fromkeys((life.first.said, life.last.said)))
        return Value(data=" – ".join(both), status=life.status, said=stated)
    if life.target_only:
        return Value(data=_range(life.target_only), status="target-only")
    return Value(status=life.status)


def _range(releases: tuple[str, ...]) -> str:
    return releases[0] if len(releases) == 1 else f"{releases[0]} – {releases[-1]}"


@question("platform", "status", "first", "last", "dropped", "target_only", choices=each(Gpu, "gpu"))
def gpu_lifetime(catalog: Catalog, gpu: str) -> list[Answer]:
    """First and last release of one GPU per platform, when it was dropped, and where only its target was listed."""
    card = catalog.get(Gpu, gpu)
    answers = []
    for platform in PLATFORMS:
        life = lifetime(catalog, card, platform)
        answers.append(
            Answer(
                platform,
                {
                    "platform": Value(word=f"platform.{platform}"),
                    "status": Value(status=life.status),
                    "first": _listed(life.first),
                    "last": _listed(life.last),
                    "dropped": _listed(life.dropped),
                    "target_only": Value(data=_range(life.target_only)) if life.target_only else NOT_APPLICABLE,
                },
                card,
            )
        )
    return answers


def _listed(standing: Standing | None) -> Value:
    if standing is None:
        return NOT_APPLICABLE
    return Value(data=standing.listed_in, status=standing.status, said=(standing.said,), note=standing.note)


@question("platform", "advice", "release", "status", choices=each(Gpu, "gpu"))
def gpu_advice(catalog: Catalog, gpu: str) -> list[Answer]:
    """Which release to take for one GPU on each platform, and why."""
    card = catalog.get(Gpu, gpu)
    answers = []
    for platform in PLATFORMS:
        best = advice(catalog, card, platform)
        answers.append(
            Answer(
                platform,
                {
                    "platform": Value(word=f"platform.{platform}"),
                    "advice": Value(word=f"advice.{best.kind}"),
                    "release": ref("releases", best.release) if best.release else NOT_APPLICABLE,
                    "status": best.standing.value
                    if best.standing
                    else headline_value(catalog, card, newest_listing(catalog, platform) or "", platform),
                },
                card,
            )
        )
    return answers
