"""The one answer a reader comes for: does my GPU work, on my system, in this release - and if not, what does?"""

from __future__ import annotations

from ..catalog import Catalog
from ..catalog.model.hardware import PLATFORMS, Gpu, Release, System
from .base import NOT_APPLICABLE, UNKNOWN, Answer, Value, question, said
from .hardware.advice import Advice, advice
from .hardware.cards import target_value
from .hardware.support import (
    headline,
    headline_value,
    latest_release,
    newest_listing,
    same_system,
    snapshot_standing,
    supports_for,
)
from .platform.systems import system_status
from .values import gpu_value, ref


def _answer_choices(catalog: Catalog) -> list[dict[str, str]]:
    return [{"gpu": gpu.id, "system": "ubuntu-24.04"} for gpu in catalog.all(Gpu)]


@question("field", "value", choices=_answer_choices)
def gpu_answer(catalog: Catalog, gpu: str, system: str = "", release: str = "", platform: str = "") -> list[Answer]:
    """Status of one GPU on a system in a release (the latest by default), and the nearest thing that works."""
    card = catalog.get(Gpu, gpu)
    asked = catalog.by_id(System).get(system)
    platform = platform or platform_of(asked)
    release = release or answered_release(catalog, platform)
    rows: dict[str, Value] = {
        "gpu": gpu_value(card),
        "target": target_value(catalog, card),
        "release": ref("releases", release) if release in catalog.by_id(Release) else UNKNOWN,
        "platform": Value(word=f"platform.{platform}"),
        "support": headline_value(catalog, card, release, platform),
    }
    if asked and asked.version:
        rows["on_system"], rows["kernels"] = _on_system(catalog, card, release, platform, asked)
    best = advice(catalog, card, platform, system if asked and asked.version else "")
    rows["advice"] = _advice_value(best)
    build = snapshot_standing(catalog, card, platform)
    rows["build"] = build.value if build else NOT_APPLICABLE
    return [Answer(key, {"field": Value(word=f"answer.{key}"), "value": shown}, card) for key, shown in rows.items()]


def platform_of(system: System | None) -> str:
    """Windows for Windows; Linux for everything else, also when no system is named."""
    return "windows" if system and system.family.startswith("Windows") else PLATFORMS[0]


def answered_release(catalog: Catalog, platform: str) -> str:
    """The release that is meant when none is named: the latest that has a list for the platform."""
    newest = latest_release(catalog)
    if newest and any(listed.platform == platform for s in supports_for(catalog, newest.id) for listed in s.lists):
        return newest.id
    return newest_listing(catalog, platform) or ""


def _on_system(catalog: Catalog, gpu: Gpu, release: str, platform: str, asked: System) -> tuple[Value, Value]:
    """The card's word on the asked system, and the kernel that the release names for it."""
    rows = [row for s in supports_for(catalog, release) for row in s.systems if row.platform == platform]
    for row in rows:
        if same_system(row.system, asked.id):
            status = system_status(catalog, gpu, release, row)
            family = {"instinct": "instinct", "ryzen": "ryzen"}.get(gpu.family, "radeon")
            kernel = row.kernels.get(family) or row.kernels.get("all")  # type: ignore[call-overload]
            named = Value(data=kernel, said=(said(catalog, row, "kernels"),)) if kernel else UNKNOWN
            where = ref("systems", row.system)
            shown = Value(status=status.status, ref=where.ref, note=status.note, said=status.said)
            return shown, named if platform == "linux" else NOT_APPLICABLE
    standing = headline(catalog, gpu, release, platform)
    word = "not-listed" if rows else "unknown"
    return Value(status=word, said=(standing.said,) if standing else ()), UNKNOWN


def _advice_value(best: Advice) -> Value:
    return Value(
        word=f"advice.{best.kind}",
        ref=("releases", best.release) if best.release else None,
        said=(best.standing.said,) if best.standing else (),
        note=best.standing.note if best.standing else "",
    )
