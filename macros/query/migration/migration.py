"""Questions about porting from CUDA: what differs, what to do, which library takes whose place, what changed in HIP."""

from __future__ import annotations

from ...catalog import Catalog
from ...catalog.model import natural_key, version_key
from ...catalog.model.hardware import Release
from ...catalog.model.migration import AREAS, CATEGORIES, CudaLibrary, HipChange, HipifyCoverage, Pitfall
from ...catalog.model.software import Strategy
from ..base import NOT_APPLICABLE, Answer, Value, each, question, record_answer, said, value
from ..hardware.support import releases_newest_first, series_of
from ..values import note, one_of, text, whole_or, word_of


def _since(catalog: Catalog, pitfall: Pitfall) -> Value:
    here = said(catalog, pitfall, "since")
    if pitfall.since:
        return Value(data=pitfall.since, note=pitfall.since_detail or "", said=(here,))
    if pitfall.since_detail:
        return Value(data=pitfall.since_detail, said=(here,))
    return Value(word="since.always", said=(here,))


PITFALL = ("pitfall", "area", "cuda_habit", "difference", "remedy", "since", "hipify")


def _pitfall_values(catalog: Catalog, pitfall: Pitfall) -> dict[str, Value]:
    here = said(catalog, pitfall)
    return {
        "pitfall": value(catalog, pitfall, "title"),
        "area": word_of(catalog, pitfall, "area", "area"),
        "since": _since(catalog, pitfall),
        "hipify": Value(word=f"hipify.{pitfall.hipify}", note=pitfall.hipify_detail or "", said=(here,)),
    }


@question(*PITFALL, choices=whole_or(one_of("area", AREAS), each(Release, "release")))
def pitfalls(catalog: Catalog, area: str = "", release: str = "") -> list[Answer]:
    """What is not in HIP as it is in CUDA, area by area; of one area if asked.

    With a release those that began with it: its own, or its series' where it opens the series.
    """
    order = sorted(catalog.all(Pitfall), key=lambda p: (AREAS.index(p.area), natural_key(p.id)))
    return [
        record_answer(catalog, pitfall, PITFALL, **_pitfall_values(catalog, pitfall))
        for pitfall in order
        if area in ("", pitfall.area) and (not release or came_with(catalog, release, pitfall.since))
    ]


def came_with(catalog: Catalog, release: str, since: str | None) -> bool:
    """Did something that came in ``since``, a release or a series, come with this release?"""
    if since == release:
        return True
    same = [r.id for r in releases_newest_first(catalog) if series_of(r.id) == since]
    return bool(same) and same[-1] == release


@question("field", "value", choices=each(Pitfall, "pitfall"))
def pitfall_facts(catalog: Catalog, pitfall: str) -> list[Answer]:
    """All that is known of one pitfall, with what to look for in sources."""
    asked = catalog.get(Pitfall, pitfall)
    values = _pitfall_values(catalog, asked)
    for name in ("cuda_habit", "difference", "remedy", "measured"):
        values[name] = value(catalog, asked, name) if getattr(asked, name) else NOT_APPLICABLE
    values["identifiers"] = text(tuple(asked.detect.identifiers), code=True)
    values["regex"] = text(tuple(asked.detect.regex), code=True)
    values["note"] = note(catalog, asked)
    return [Answer(k, {"field": Value(word=f"field.{k}"), "value": v}, asked) for k, v in values.items() if v.applies]


@question("pitfall", "area", "identifiers", "regex", choices=whole_or(one_of("area", AREAS)))
def pitfall_patterns(catalog: Catalog, area: str = "") -> list[Answer]:
    """What to look for in sources, pitfall by pitfall: names and regular expressions; of one area if asked."""
    order = sorted(catalog.all(Pitfall), key=lambda p: (AREAS.index(p.area), natural_key(p.id)))
    return [
        record_answer(
            catalog,
            pitfall,
            ("pitfall", "area", "identifiers", "regex"),
            pitfall=value(catalog, pitfall, "title"),
            area=word_of(catalog, pitfall, "area", "area"),
            identifiers=text(tuple(pitfall.detect.identifiers), code=True),
            regex=text(tuple(pitfall.detect.regex), code=True),
        )
        for pitfall in order
        if area in ("", pitfall.area)
    ]


LIBRARY = (
    "library",
    "category",
    "hip_wrapper",
    "rocm_native",
    "functions_with_hip",
    "functions_with_roc",
    "coverage",
    "packages",
    "note",
)


def _counterpart(catalog: Catalog, library: CudaLibrary, field: str) -> Value:
    """A counterpart by name; left out means that there is none."""
    if getattr(library, field):
        return value(catalog, library, field)
    return Value(word="counterpart.none", said=(said(catalog, library),))


def _functions(catalog: Catalog, library: CudaLibrary, field: str) -> Value:
    """How many functions carry a HIP or a roc name, of how many: from the tables of the translation tools."""
    table = catalog.by_id(HipifyCoverage).get(library.tables or "")
    if table is None:
        return NOT_APPLICABLE
    here = (said(catalog, table),)
    found = getattr(table, field)
    if table.functions is not None:
        return Value(data=f"{found} / {table.functions}", said=here) if found is not None else NOT_APPLICABLE
    if field == "functions_with_hip":
        return Value(data=f"{table.names - table.names_without_hip} / {table.names}", said=here, word="coverage.names")
    return NOT_APPLICABLE


@question(*LIBRARY, choices=whole_or(one_of("category", CATEGORIES)))
def cuda_libraries(catalog: Catalog, category: str = "") -> list[Answer]:
    """CUDA libraries and tools with their counterparts, of one category if asked."""
    order = sorted(catalog.all(CudaLibrary), key=lambda one: (CATEGORIES.index(one.category), natural_key(one.id)))
    return [
        record_answer(
            catalog,
            library,
            LIBRARY,
            library=value(catalog, library, "name"),
            category=word_of(catalog, library, "category", "category"),
            hip_wrapper=_counterpart(catalog, library, "hip_wrapper"),
            rocm_native=_counterpart(catalog, library, "rocm_native"),
            functions_with_hip=_functions(catalog, library, "functions_with_hip"),
            functions_with_roc=_functions(catalog, library, "functions_with_roc"),
            coverage=value(catalog, library, "coverage") if library.coverage else NOT_APPLICABLE,
            packages=value(catalog, library, "packages", note=library.package_detail or "", code=True)
            if library.packages
            else NOT_APPLICABLE,
            note=note(catalog, library),
        )
        for library in order
        if category in ("", library.category)
    ]


@question("since", "subject", "names", "change", "note", choices=whole_or(each(Release, "release")))
def hip_changes(catalog: Catalog, release: str = "") -> list[Answer]:
    """What changed in HIP, newest first.

    With a release what came with it: its own changes, and its series' where it opens the series.
    """
    order = sorted(catalog.all(HipChange), key=lambda change: natural_key(change.id))
    order.sort(key=lambda change: version_key(change.since), reverse=True)
    answers = []
    for change in order:
        if release and not came_with(catalog, release, change.since):
            continue
        here = said(catalog, change)
        since = f"{change.after} – {change.since}" if change.after else change.since
        answers.append(
            record_answer(
                catalog,
                change,
                ("since", "subject", "names", "change", "note"),
                since=Value(data=since, said=(here,)),
                subject=text(change.subject, here),
                names=text(tuple(change.names), here, code=True),
                note=note(catalog, change),
            )
        )
    return answers


@question("problem", "strategy")
def strategies(catalog: Catalog) -> list[Answer]:
    """Problems that people who come from CUDA meet, and what to do about them."""
    return [record_answer(catalog, record, ("problem", "strategy")) for record in catalog.all(Strategy)]
