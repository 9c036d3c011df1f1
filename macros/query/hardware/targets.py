"""Questions about compiler targets."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalog import Catalog
from ...catalog.model.hardware import NAMED, STATUSES, Architecture, Gpu, Target
from ..base import NOT_APPLICABLE, UNKNOWN, Answer, Value, each, question, record_answer, said, value
from ..values import gpu_value, note
from .cards import by_family, fp8_value
from .formats import matrix_instructions
from .support import group_said, headline, headline_value, latest_release, lists_for, releases_newest_first


def target_status(catalog: Catalog, target: Target, release: str, platform: str) -> Value:
    """A target in a release: what lists of targets say of it, else what lists of cards say of its cards."""
    names_cards = None
    for _, listed in lists_for(catalog, release, platform):
        if listed.publisher not in ("amd", "hip-sdk"):
            continue
        if listed.names == "targets":
            for group in listed.groups:
                if target.id in group.targets:
                    return Value(status=group.status, note=group.note or "", said=(group_said(catalog, listed, group),))
            if listed.complete == "yes":
                return Value(status="not-listed", said=(said(catalog, listed),))
        elif listed.complete == "yes":
            names_cards = listed
    cards = [gpu for gpu in catalog.all(Gpu) if gpu.target == target.id]
    found = [s for gpu in cards if (s := headline(catalog, gpu, release, platform)) and s.status in NAMED]
    if found:
        best = min(found, key=lambda s: STATUSES.index(s.status))
        return Value(data=f"{len(found)}/{len(cards)}", status=best.status, said=(best.said,))
    if names_cards and cards:
        return Value(status="not-listed", said=(said(catalog, names_cards),))
    return Value(status="unknown")


def _platform_choices(catalog: Catalog) -> Iterator[dict[str, str]]:
    return ({"platform": platform} for platform in ("linux", "windows"))


@question("target", choices=_platform_choices)
def target_releases(catalog: Catalog, platform: str) -> list[Answer]:
    """Compiler target x release on one platform."""
    listed = [r.id for r in releases_newest_first(catalog) if any(True for _ in lists_for(catalog, r.id, platform))]
    return [
        Answer(
            target.id,
            {
                "target": Value(data=target.id, ref=("targets", target.id), code=True),
                **{f"releases/{release}": target_status(catalog, target, release, platform) for release in listed},
            },
            target,
        )
        for target in catalog.all(Target)
    ]


TARGET_COLUMNS = (
    "target",
    "architecture",
    "wave_sizes",
    "instructions",
    "fp8",
    "generic",
    "apu",
    "xnack",
    "products",
    "note",
)


@question(*TARGET_COLUMNS)
def targets(catalog: Catalog) -> list[Answer]:
    """Compiler targets with architecture, wave size, matrix instructions and FP8 format."""
    answers = []
    for target in catalog.all(Target):
        architecture = catalog.by_id(Architecture).get(target.architecture or "")
        answers.append(
            record_answer(
                catalog,
                target,
                TARGET_COLUMNS,
                target=Value(data=target.id, ref=("targets", target.id), code=True),
                architecture=value(catalog, target, "architecture", ref=("architectures", target.architecture or ""))
                if architecture is None
                else Value(data=architecture.name, said=(said(catalog, target, "architecture"),)),
                wave_sizes=value(catalog, architecture, "wave_sizes") if architecture else UNKNOWN,
                instructions=matrix_instructions(catalog, target.id),
                fp8=fp8_value(catalog, architecture),
                generic=value(catalog, target, "generic", code=True) if target.generic else NOT_APPLICABLE,
                note=note(catalog, target),
            )
        )
    return answers


@question("gpu", "linux", "windows", choices=each(Target, "target"))
def target_gpus(catalog: Catalog, target: str) -> list[Answer]:
    """The products of one compiler target, with their word in the latest release."""
    newest = latest_release(catalog)
    return [
        Answer(
            gpu.id,
            {
                "gpu": gpu_value(gpu),
                **{
                    platform: headline_value(catalog, gpu, newest.id if newest else "", platform)
                    for platform in ("linux", "windows")
                },
            },
            gpu,
        )
        for gpu in by_family(catalog)
        if gpu.target == target
    ]
