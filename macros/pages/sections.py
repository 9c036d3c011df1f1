"""What stands on the page of a record: its sections in order, and the tables of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..catalog.model.hardware import NAMED, PLATFORMS, Gpu, Target
from ..query import Answer, Value, advice, support, targets, values
from ..render import answer_table
from ..render.answer_table import Table
from .context import AskingPage


@dataclass(frozen=True)
class Section:
    """A part of an entity page. Its heading is the label ``page.<kind>.<anchor>``; without tables it is left out."""

    anchor: str
    tables: Callable[[AskingPage, str], list[Table]]


def asks(anchor: str, argument: str, *questions: str, **fixed: str) -> Section:
    """A section that asks questions about the record of the page; answers without rows are left out."""

    def tables(page: AskingPage, key: str) -> list[Table]:
        found = []
        for name in questions:
            drawn = page.asked(name, (), {argument: key, **fixed})
            if drawn.rows:
                found.append(drawn)
        return found

    return Section(anchor, tables)


def facts(question: str, argument: str = "") -> Section:
    """A section with what is known of the record itself, fact by fact: its row of a question."""

    def tables(page: AskingPage, key: str) -> list[Table]:
        found = page.asked(question, (), {argument: key} if argument else {})
        own = answer_table.narrowed(page.words, found, (key,))
        return [answer_table.turned(page.words, replace(own, id=found.id if argument else f"{found.id}-{key}"))]

    return Section("facts", tables)


def _answer(page: AskingPage, key: str) -> list[Table]:
    """The word of the newest release for a GPU per platform, and the release to take."""
    catalog, newest = page.catalog, page.newest()
    gpu = catalog.get(Gpu, key)
    answers = []
    for platform in PLATFORMS:
        best = advice.advice(catalog, gpu, platform)
        said = (best.standing.said,) if best.standing else ()
        take = Value(word=f"advice.{best.kind}", ref=("releases", best.release) if best.release else None, said=said)
        answers.append(
            Answer(
                platform,
                {
                    "platform": Value(word=f"platform.{platform}"),
                    "newest_word": support.headline_value(catalog, gpu, newest.id, platform),
                    "take": take,
                },
                gpu,
            )
        )
    columns = ("platform", "newest_word", "take")
    return [
        answer_table.of_answers(
            catalog, "gpu_in_latest", page.lang, answers, columns, {"gpu": key, "release": newest.id}
        )
    ]


def _target_in_releases(page: AskingPage, key: str) -> list[Table]:
    """One compiler target in every release that has lists, newest first."""
    catalog = page.catalog
    target = catalog.get(Target, key)
    platforms = ("linux", "windows")
    answers = [
        Answer(
            release.id,
            {
                "release": values.ref("releases", release.id),
                **{p: targets.target_status(catalog, target, release.id, p) for p in platforms},
            },
        )
        for release in support.releases_newest_first(catalog)
        if support.supports_for(catalog, release.id)
    ]
    return [
        answer_table.of_answers(
            catalog, "target_in_releases", page.lang, answers, ("release", *platforms), {"target": key}
        )
    ]


def _release_gpus(page: AskingPage, key: str) -> list[Table]:
    """The GPUs of a release, where any list speaks of it."""
    return [page.asked("release_gpus", (), {"release": key})] if support.supports_for(page.catalog, key) else []


def _gpu_systems(page: AskingPage, key: str) -> list[Table]:
    """The systems of the newest release for a GPU that it names."""
    gpu, newest = page.catalog.get(Gpu, key), page.newest()
    named = any(
        (standing := support.headline(page.catalog, gpu, newest.id, platform)) and standing.status in NAMED
        for platform in PLATFORMS
    )
    return [page.asked("gpu_systems", (), {"gpu": key, "release": newest.id})] if named else []


SECTIONS: dict[str, tuple[Section, ...]] = {
    "gpus": (
        Section("answer", _answer),
        asks("lifetime", "gpu", "gpu_lifetime"),
        Section("systems", _gpu_systems),
        asks("frameworks", "gpu", "gpu_frameworks"),
        asks("releases", "gpu", "gpu_releases"),
        asks("specifications", "gpu", "gpu_specifications"),
        asks("publishers", "gpu", "gpu_publishers"),
        asks("conflicts", "gpu", "conflicts"),
    ),
    "targets": (
        facts("targets"),
        asks("formats", "target", "formats"),
        asks("attention", "target", "target_attention"),
        asks("gpus", "target", "target_gpus"),
        Section("releases", _target_in_releases),
    ),
    "releases": (
        facts("release_facts", "release"),
        Section("gpus", _release_gpus),
        asks("systems", "release", "release_systems", "release_gpu_systems"),
        asks("frameworks", "release", "release_frameworks"),
        asks("drivers", "release", "drivers"),
        asks("components", "release", "component_versions"),
        asks("issues", "release", "known_issues"),
        asks("conflicts", "release", "conflicts"),
    ),
    "frameworks": (
        asks("facts", "framework", "framework_facts"),
        asks("releases", "framework", "framework_releases"),
        asks("companions", "framework", "framework_companions"),
        asks("images", "framework", "images"),
        asks("issues", "framework", "known_issues"),
    ),
}
"""The parts of each kind of page, in order."""

SEARCHED = {
    "gpus": ("specifications",),
    "targets": ("facts",),
    "releases": ("facts", "issues"),
    "frameworks": ("facts", "releases"),
}
"""Sections whose tables search knows, besides the answer. The others say much the same of every record."""
