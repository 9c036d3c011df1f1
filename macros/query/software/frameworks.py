"""Questions about frameworks: which versions go with which release and GPU, and what is known of one itself.

One file: its questions are different cuts through the same rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...catalog import Catalog
from ...catalog.model import version_key
from ...catalog.model.hardware import Gpu, Release
from ...catalog.model.software import Framework, FrameworkSupport
from ..base import NOT_APPLICABLE, UNKNOWN, Answer, Value, each, question, said, value
from ..values import lines, note, ref, text
from .images import images_of
from .scopes import allowed, limits_value, systems_value, target_in

KINDS = ("framework", "inference", "serving", "library", "training", "rocm-library", "tool")


def by_kind(catalog: Catalog) -> list[Framework]:
    return sorted(catalog.all(Framework), key=lambda framework: KINDS.index(framework.kind))


# --- framework x release ---


def named_newest(row: FrameworkSupport) -> tuple[tuple[int, int, str], ...]:
    """The newest release or line that a row names, to sort by."""
    return max(version_key(name) for name in (row.release, *row.series) if name)


def release_value(row: FrameworkSupport) -> Value:
    return ref("releases", row.release) if row.release else Value(data=tuple(row.series))


def versions_value(catalog: Catalog, rows: list[FrameworkSupport]) -> Value:
    """The versions of one or several rows, newest rows' first, each once."""
    if not rows:
        return Value(status="unknown")
    versions = tuple(dict.fromkeys(version for row in rows for version in row.versions))
    source = tuple(dict.fromkeys(said(catalog, row) for row in rows))
    notes = " ".join(dict.fromkeys(row.note for row in rows if row.note))
    if not versions and any(row.from_source == "yes" for row in rows):
        return Value(word="framework.from-source", said=source, note=notes)
    return Value(data=versions, said=source, note=notes) if versions else Value(status="unknown")


def _row(catalog: Catalog, framework: Framework, row: FrameworkSupport, first: dict[str, Value], key: str) -> Answer:
    needs = tuple(
        f"{catalog.get(Framework, need.framework).name} {need.version}"
        + (f" ({', '.join(need.targets)})" if need.targets else "")
        for need in row.needs
    )
    targets = (*row.targets, *row.target_groups)
    return Answer(
        key,
        {
            **first,
            "by": Value(word=f"by.{row.by}", data=row.builder, said=(said(catalog, row),)),
            "versions": versions_value(catalog, [row]),
            "python": value(catalog, row, "python"),
            "systems": systems_value(catalog, row),
            "targets": Value(data=targets, said=(said(catalog, row),), code=True) if targets else UNKNOWN,
            "limits": limits_value(catalog, row),
            "needs": text(needs, said(catalog, row)),
            "wheel_index": value(catalog, row, "wheel_index", code=True),
            "wheels": lines(catalog, row, row.wheels, code=True),
            "images": value(catalog, row, "images") if not row.images else lines(catalog, row, row.images, code=True),
            "note": note(catalog, row),
        },
        framework,
    )


ROW = (
    "by",
    "versions",
    "python",
    "systems",
    "targets",
    "limits",
    "needs",
    "wheel_index",
    "wheels",
    "images",
    "note",
)


def _row_key(row: FrameworkSupport, taken: set[str]) -> str:
    """Release or line, and who says so where it is not AMD; a second row for Windows is named so."""
    key = "-".join(filter(None, (row.release or "-".join(row.series), "" if row.by == "amd" else row.by)))
    if key in taken:
        key += "-" + (row.systems[0] if row.systems else "more")
    taken.add(key)
    return key


@question("release", *ROW, choices=each(Framework, "framework"))
def framework_releases(catalog: Catalog, framework: str) -> list[Answer]:
    """The versions of one framework for every ROCm release that a source names, newest release first."""
    record = catalog.get(Framework, framework)
    taken: set[str] = set()
    keyed = [(_row_key(row, taken), row) for row in record.support]
    keyed.sort(key=lambda pair: named_newest(pair[1]), reverse=True)
    return [_row(catalog, record, row, {"release": release_value(row)}, key) for key, row in keyed]


@question("framework", *ROW, choices=each(Release, "release"))
def release_frameworks(catalog: Catalog, release: str) -> list[Answer]:
    """The frameworks of one ROCm release."""
    catalog.get(Release, release)
    return [
        _row(catalog, record, row, {"framework": ref("frameworks", record.id)}, f"{record.id}-{index}")
        for record in by_kind(catalog)
        for index, row in enumerate(row for row in record.support if row.covers(release))
    ]


def _columns(catalog: Catalog) -> list[tuple[str, str]]:
    """(column, release or line): every release that some row names, newest first, and lines that hold no release."""
    named = {row.release for record in catalog.all(Framework) for row in record.support if row.release}
    series = {line for record in catalog.all(Framework) for row in record.support for line in row.series}
    alone = [
        line
        for line in series
        if not any(release == line or release.startswith(line + ".") for release in catalog.by_id(Release))
    ]
    columns = [(f"releases/{key}", key) for key in named] + [(f"lines/{line}", line) for line in alone]
    return sorted(columns, key=lambda column: version_key(column[1]), reverse=True)


@question("framework", "by")
def framework_versions(catalog: Catalog) -> list[Answer]:
    """Framework x ROCm release: the versions, apart for AMD, the projects themselves, and others.

    Unknown means that no page that was read lists it, not that it does not work.
    """
    answers = []
    for record in by_kind(catalog):
        for speaker in dict.fromkeys(row.by for row in record.support):
            rows = [row for row in record.support if row.by == speaker]
            answers.append(
                Answer(
                    f"{record.id}-{speaker}",
                    {
                        "framework": ref("frameworks", record.id),
                        "by": Value(word=f"by.{speaker}"),
                        **{
                            column: versions_value(catalog, [row for row in rows if row.covers(name)])
                            for column, name in _columns(catalog)
                        },
                    },
                    record,
                )
            )
    return answers


@question("framework", "kind", "what", "newest", "versions")
def frameworks(catalog: Catalog) -> list[Answer]:
    """Every framework with the newest ROCm release that has a version of it."""
    answers = []
    for record in by_kind(catalog):
        rows = sorted(record.support, key=named_newest, reverse=True)
        newest = [row for row in rows if named_newest(row) == named_newest(rows[0])]
        answers.append(
            Answer(
                record.id,
                {
                    "framework": ref("frameworks", record.id),
                    "kind": Value(word=f"framework.{record.kind}"),
                    "what": value(catalog, record, "what", note=record.note or ""),
                    "newest": release_value(rows[0]) if rows else UNKNOWN,
                    "versions": versions_value(catalog, newest),
                },
                record,
            )
        )
    return answers


@question("field", "value", choices=each(Framework, "framework"))
def framework_facts(catalog: Catalog, framework: str) -> list[Answer]:
    """What is known of one framework itself."""
    record = catalog.get(Framework, framework)
    here = (said(catalog, record),)
    found = {
        "kind": Value(word=f"framework.{record.kind}"),
        "what": value(catalog, record, "what"),
        "upstream_targets": value(catalog, record, "upstream_targets", code=True),
        "images": lines(
            catalog, record, dict.fromkeys(image.name for image in images_of(catalog, framework)), code=True
        ),
        "note": Value(data=record.note, said=here) if record.note else UNKNOWN,
    }
    return [
        Answer(name, {"field": Value(word=f"column.{name}"), "value": shown}, record)
        for name, shown in found.items()
        if shown.applies and not shown.unknown
    ]


def _with_companions(catalog: Catalog) -> Iterator[dict[str, str]]:
    return ({"framework": record.id} for record in catalog.all(Framework) if record.companions)


@question("version", choices=_with_companions)
def framework_companions(catalog: Catalog, framework: str) -> list[Answer]:
    """The versions of a framework with the packages that belong to each, newest first."""
    record = catalog.get(Framework, framework)
    names = list(dict.fromkeys(name for companion in record.companions for name in companion.packages))
    return [
        Answer(
            companion.version,
            {
                "version": value(catalog, companion, "version"),
                **{
                    f"package/{name}": Value(data=companion.packages[name], said=(said(catalog, companion),))
                    if name in companion.packages
                    else UNKNOWN
                    for name in names
                },
            },
            record,
        )
        for companion in record.companions
    ]


# --- framework x GPU ---


@question("framework", "release", "by", "status", "versions", choices=each(Gpu, "gpu"))
def gpu_frameworks(catalog: Catalog, gpu: str) -> list[Answer]:
    """One GPU in every framework: is its target in the newest list of targets, and which versions are for it."""
    card = catalog.get(Gpu, gpu)
    answers = []
    for record in by_kind(catalog):
        for speaker in dict.fromkeys(row.by for row in record.support):
            rows = sorted((row for row in record.support if row.by == speaker), key=named_newest, reverse=True)
            known = [row for row in rows if target_in(row, card.target) != "unknown"]
            if not known:
                continue
            row = known[0]
            status = target_in(row, card.target)
            choice = {"gpu": card.id, "family": card.family, "target": card.target or ""}
            fitting = tuple(version for version in row.versions if allowed(row.limits, {**choice, "version": version}))
            versions = replace(versions_value(catalog, [row]), data=fitting or None)
            answers.append(
                Answer(
                    f"{record.id}-{speaker}",
                    {
                        "framework": ref("frameworks", record.id),
                        "release": release_value(row),
                        "by": Value(word=f"by.{speaker}"),
                        "status": Value(status=status, said=(said(catalog, row),)),
                        "versions": versions if status == "target-only" else NOT_APPLICABLE,
                    },
                    record,
                )
            )
    return answers
