"""Questions about known issues."""

from __future__ import annotations

from ...catalog import Catalog
from ...catalog.model import natural_key, version_key
from ...catalog.model.components import Component
from ...catalog.model.hardware import KnownIssue, Release
from ...catalog.model.software import Framework
from ..base import Answer, each, question, record_answer
from ..hardware.support import series_of
from ..values import note, whole_or

ISSUE = ("issue", "area", "releases", "workaround", "tracker", "note")


@question(
    *ISSUE, choices=whole_or(each(Release, "release"), each(Component, "component"), each(Framework, "framework"))
)
def known_issues(catalog: Catalog, release: str = "", component: str = "", framework: str = "") -> list[Answer]:
    """Faults with their work-arounds, newest release first, then by area.

    If asked, of one release, with those said of its whole series; or those whose area or text names a component or
    a framework.
    """
    found = catalog.all(KnownIssue)
    if release:
        found = [issue for issue in found if {release, series_of(release)} & set(issue.releases)]
    if component:
        found = [issue for issue in found if names(issue, catalog.get(Component, component))]
    if framework:
        found = [issue for issue in found if names(issue, catalog.get(Framework, framework))]
    order = sorted(found, key=lambda issue: (issue.area.lower(), natural_key(issue.id)))
    order.sort(key=lambda issue: max(version_key(key) for key in issue.releases), reverse=True)
    return [record_answer(catalog, issue, ISSUE, note=note(catalog, issue)) for issue in order]


def names(issue: KnownIssue, record: Component | Framework) -> bool:
    """Does an issue hold the id, name or an alias of a record as whole words?"""
    text = f" {_plain(issue.area)} / {_plain(issue.issue)} "
    return any(f" {_plain(name)} " in text for name in (record.id, record.name, *record.aliases))


def _plain(text: str) -> str:
    """Lower case words with single blanks between: ``RCCL on MI350`` is ``rccl on mi350``."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())
