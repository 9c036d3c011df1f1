"""Questions about operating systems: for GPUs, in releases, with kernels."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalog import Catalog
from ...catalog.model import natural_key
from ...catalog.model.hardware import NAMED, PLATFORMS, Gpu, Release, Support, System, SystemSupport
from ..base import NOT_APPLICABLE, UNKNOWN, Answer, Value, each, question, said, value
from ..hardware.cards import by_family
from ..hardware.support import headline, releases_newest_first, same_system, standings, supports_for
from ..values import gpu_names, gpu_value, ref


def _systems_of(catalog: Catalog, release: str) -> Iterator[tuple[Support, SystemSupport]]:
    """The system rows of a release and its series; what the release itself says of a system goes first."""
    told = set()
    for support in supports_for(catalog, release):
        for system in support.systems:
            key = (system.publisher, system.platform, system.system)
            if key not in told:
                told.add(key)
                yield support, system


def system_status(catalog: Catalog, gpu: Gpu, release: str, row: SystemSupport) -> Value:
    """Is the card named for a system? Unknown where its list does not record systems."""
    if gpu.id in row.only:
        return Value(status=row.status, said=(said(catalog, row),), note=row.note or "")
    standing = next(
        (s for s in standings(catalog, gpu, release, row.platform) if s.publisher == row.publisher), None
    ) or headline(catalog, gpu, release, row.platform)
    if standing is None:
        return Value(status="unknown")
    if standing.status in ("not-listed", "unsupported", "target-only"):
        return standing.value
    if row.only:
        return Value(status="not-listed", said=(said(catalog, row),), note=row.note or "")
    if not standing.systems:
        return Value(status="unknown", said=(standing.said,))
    if any(same_system(named, row.system) for named in standing.systems):
        return Value(status=standing.status, said=(standing.said,))
    word = "not-listed" if standing.systems_complete else "unknown"
    return Value(status=word, said=(standing.said,))


@question("gpu", choices=each(Release, "release"))
def release_gpu_systems(catalog: Catalog, release: str) -> list[Answer]:
    """GPU x operating system of one release: the GPUs that some list names, the systems the release lists."""
    rows = [row for _, row in _systems_of(catalog, release) if row.status != "not-listed"]
    answers = []
    for gpu in by_family(catalog):
        everything = (one for platform in PLATFORMS for one in standings(catalog, gpu, release, platform))
        if not any(standing.status in NAMED for standing in everything):
            continue
        words = {_system_key(row): system_status(catalog, gpu, release, row) for row in rows}
        if any(word.status in NAMED for word in words.values()):
            answers.append(Answer(gpu.id, {"gpu": gpu_value(gpu), **words}, gpu))
    return answers


def _system_key(row: SystemSupport) -> str:
    """The column of a system: its record, apart for guests under WSL2."""
    return f"{'wsl2' if row.platform == 'wsl2' else 'systems'}/{row.system}"


def _gpu_release_choices(catalog: Catalog) -> Iterator[dict[str, str]]:
    for release in catalog.by_id(Release):
        if any(True for _ in _systems_of(catalog, release)):
            for gpu in catalog.all(Gpu):
                if any((s := headline(catalog, gpu, release, p)) and s.systems for p in PLATFORMS):
                    yield {"gpu": gpu.id, "release": release}


@question("system", "platform", "status", "kernels", choices=_gpu_release_choices)
def gpu_systems(catalog: Catalog, gpu: str, release: str) -> list[Answer]:
    """The operating systems of a release for one GPU, with the kernel that goes with its family."""
    card = catalog.get(Gpu, gpu)
    return [
        Answer(
            f"{row.platform}-{row.system}",
            {
                "system": ref("systems", row.system),
                "platform": Value(word=f"platform.{row.platform}"),
                "status": system_status(catalog, card, release, row),
                "kernels": _kernel_for(catalog, row, card.family),
            },
            support,
        )
        for support, row in _systems_of(catalog, release)
        if row.status != "not-listed"
    ]


def _kernel_for(catalog: Catalog, row: SystemSupport, family: str) -> Value:
    """The kernel of a system for a GPU family; Windows has none of its own to name."""
    if row.platform != "linux":
        return NOT_APPLICABLE
    key = "instinct" if family == "instinct" else "ryzen" if family == "ryzen" else "radeon"
    text = row.kernels.get(key) or row.kernels.get("all")
    return Value(data=text, said=(said(catalog, row, "kernels"),)) if text else UNKNOWN


@question("system", "platform", "status", "kernels", "glibc", "graphics", "only", choices=each(Release, "release"))
def release_systems(catalog: Catalog, release: str) -> list[Answer]:
    """The operating systems of one release with kernels and C library."""
    answers = []
    for support, row in _systems_of(catalog, release):
        here = (said(catalog, row),)
        linux = row.platform == "linux"
        answers.append(
            Answer(
                f"{row.publisher}-{row.platform}-{row.system}",
                {
                    "system": ref("systems", row.system),
                    "platform": Value(word=f"platform.{row.platform}"),
                    "status": Value(status=row.status, note=row.note or "", said=here),
                    "kernels": _kernels(catalog, row) if linux else NOT_APPLICABLE,
                    "glibc": value(catalog, row, "glibc") if row.platform != "windows" else NOT_APPLICABLE,
                    "graphics": value(catalog, row, "graphics"),
                    "only": Value(data=gpu_names(catalog, row.only), said=here) if row.only else NOT_APPLICABLE,
                },
                support,
            )
        )
    return answers


def _kernels(catalog: Catalog, row: SystemSupport) -> Value:
    if not row.kernels:
        return UNKNOWN
    texts = tuple(text if family == "all" else f"{family}: {text}" for family, text in row.kernels.items())
    return Value(data=texts, said=(said(catalog, row, "kernels"),))


@question("system")
def system_releases(catalog: Catalog) -> list[Answer]:
    """Operating system x release: status and kernels, newest release first."""
    releases = [r.id for r in releases_newest_first(catalog) if any(True for _ in _systems_of(catalog, r.id))]
    cells: dict[tuple[str, str], dict[str, Value]] = {}
    for release in releases:
        for _, row in _systems_of(catalog, release):
            text = _kernels(catalog, row).data if row.platform == "linux" else None
            cells.setdefault((row.platform, row.system), {})[f"releases/{release}"] = Value(
                data=text, status=row.status, note=row.note or "", said=(said(catalog, row, "kernels" if text else ""),)
            )
    order = sorted(cells, key=lambda key: (PLATFORMS.index(key[0]), natural_key(key[1])))
    return [
        Answer(
            f"{platform}-{system}",
            {
                "system": ref("systems", system),
                "platform": Value(word=f"platform.{platform}"),
                **{
                    f"releases/{release}": cells[platform, system].get(
                        f"releases/{release}", _system_absent(catalog, release, platform)
                    )
                    for release in releases
                },
            },
            catalog.get(System, system),
        )
        for platform, system in order
    ]


def _system_absent(catalog: Catalog, release: str, platform: str) -> Value:
    """A system that a release's rows leave out: not listed where the platform has rows, else unknown."""
    return Value(
        status="not-listed" if any(row.platform == platform for _, row in _systems_of(catalog, release)) else "unknown"
    )
