"""Which frameworks run on a GPU, in which versions, and who says so."""

from __future__ import annotations

from dataclasses import replace

from ...catalog import Catalog
from ...catalog.model import version_key
from ...catalog.model.hardware import NAMED, Gpu
from ...catalog.model.software import FrameworkSupport
from ..base import NOT_APPLICABLE, Answer, Value, each, question, said
from ..hardware.support import headline, latest_release
from ..values import ref
from .frameworks import by_kind, named_newest, release_value, versions_value
from .scopes import allowed, platforms_of, target_in

SELECTOR_SINCE = version_key("7.14.0")
"""From this release on AMD's framework matrix is a selector over the devices of the release's own list."""


@question("framework", "release", "by", "status", "versions", choices=each(Gpu, "gpu"))
def gpu_frameworks(catalog: Catalog, gpu: str) -> list[Answer]:
    """One GPU in every framework: what the rows of the newest release that speaks of its target say, and its versions.

    Several rows of a release may name the target: versions that differ in systems or Pythons stand apart there.
    """
    card = catalog.get(Gpu, gpu)
    answers = []
    for record in by_kind(catalog):
        for speaker in dict.fromkeys(row.by for row in record.support):
            speaking = [row for row in record.support if row.by == speaker and target_in(row, card.target) != "unknown"]
            if not speaking:
                continue
            newest = max(map(named_newest, _published(catalog, speaking)))
            rows = [row for row in speaking if named_newest(row) == newest]
            naming = [row for row in rows if target_in(row, card.target) == "target-only"]
            shown = naming or rows
            answers.append(
                Answer(
                    f"{record.id}-{speaker}",
                    {
                        "framework": ref("frameworks", record.id),
                        "release": release_value(shown[0]),
                        "by": Value(word=f"by.{speaker}"),
                        "status": _word_for(catalog, card, naming) if naming else _not_named(catalog, card, rows),
                        "versions": _fitting(catalog, card, naming) if naming else NOT_APPLICABLE,
                    },
                    record,
                )
            )
    return answers


def _published(catalog: Catalog, rows: list[FrameworkSupport]) -> list[FrameworkSupport]:
    """Rows of releases up to the latest; all of them where there are no such rows."""
    latest = latest_release(catalog)
    return [row for row in rows if latest and named_newest(row) <= version_key(latest.id)] or rows


def _word_for(catalog: Catalog, card: Gpu, naming: list[FrameworkSupport]) -> Value:
    """Official where AMD's selector has the target and the release's list of devices names the card; else target only.

    Who says so are both: the framework's row and the list.
    """
    for row in naming:
        if row.by == "amd" and row.release and version_key(row.release) >= SELECTOR_SINCE:
            for platform in platforms_of(catalog, row):
                listed = headline(catalog, card, row.release, platform)
                if listed and listed.status in NAMED:
                    return Value(status="official", said=(said(catalog, row), listed.said))
    return Value(status="target-only", said=tuple(dict.fromkeys(said(catalog, row) for row in naming)))


def _not_named(catalog: Catalog, card: Gpu, rows: list[FrameworkSupport]) -> Value:
    sources = tuple(dict.fromkeys(said(catalog, row) for row in rows))
    return Value(status=target_in(rows[0], card.target), said=sources)


def _fitting(catalog: Catalog, card: Gpu, rows: list[FrameworkSupport]) -> Value:
    """The versions of several rows that no limit keeps from the card, each once."""
    choice = {"gpu": card.id, "family": card.family, "target": card.target or ""}
    fitting = (
        version for row in rows for version in row.versions if allowed(row.limits, {**choice, "version": version})
    )
    return replace(versions_value(catalog, rows), data=tuple(dict.fromkeys(fitting)) or None)
