"""Questions about releases themselves."""

from __future__ import annotations

from ...catalog import Catalog
from ...catalog.model.hardware import Release
from ..base import Answer, Value, each, question, record_answer, said
from ..hardware.support import latest_release, releases_newest_first
from ..values import note, ref


@question("release", "date", "stream", "latest", "highlights", "note")
def releases(catalog: Catalog) -> list[Answer]:
    """Every release, newest first."""
    return [_release_answer(catalog, release) for release in releases_newest_first(catalog)]


@question("release", "date", "stream", "latest", "highlights", "note", choices=each(Release, "release"))
def release_facts(catalog: Catalog, release: str) -> list[Answer]:
    """What is known of one release itself."""
    return [_release_answer(catalog, catalog.get(Release, release))]


def _release_answer(catalog: Catalog, release: Release) -> Answer:
    newest = latest_release(catalog)
    return record_answer(
        catalog,
        release,
        ("release", "date", "stream", "latest", "highlights", "note"),
        release=ref("releases", release.id),
        stream=Value(word=f"stream.{release.stream}", said=(said(catalog, release),)),
        latest=Value(data="yes" if newest and newest.id == release.id else "no"),
        note=note(catalog, release),
    )
