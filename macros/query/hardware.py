"""Questions about GPUs, targets, systems and releases."""

from __future__ import annotations

from collections.abc import Iterator

from ..catalog import Catalog
from ..model import natural_key
from ..model.hardware import (
    PLATFORMS,
    PUBLISHERS,
    STATUSES,
    Architecture,
    Gpu,
    Release,
    Support,
    System,
    SystemSupport,
    Target,
)
from .base import NOT_APPLICABLE, UNKNOWN, Answer, Value, each, question, record_answer, said, value
from .support import (
    NAMED,
    Standing,
    advice,
    group_said,
    headline,
    headline_value,
    latest_release,
    lifetime,
    lists_for,
    newest_listing,
    releases_newest_first,
    same_system,
    snapshot_standing,
    standings,
    supports_for,
)
from .values import gpu_names, gpu_value, note, ref

FAMILIES = ("instinct", "radeon-pro", "radeon", "ryzen")


def by_family(catalog: Catalog) -> list[Gpu]:
    """All GPUs, family by family, newest names first inside each."""
    order = {family: index for index, family in enumerate(FAMILIES)}
    newest_first = sorted(catalog.all(Gpu), key=lambda gpu: natural_key(gpu.id), reverse=True)
    return sorted(newest_first, key=lambda gpu: order[gpu.family])


def target_value(catalog: Catalog, gpu: Gpu) -> Value:
    """The compiler target of a card; unknown when no source gives it."""
    return value(catalog, gpu, "target", ref=("targets", gpu.target), code=True) if gpu.target else UNKNOWN


def architecture_of(catalog: Catalog, gpu: Gpu) -> Architecture | None:
    """By the card's own field where its target stands for several, else by the target."""
    target = catalog.by_id(Target).get(gpu.target or "")
    key = gpu.architecture or (target.architecture if target else None)
    return catalog.by_id(Architecture).get(key or "")


# --- GPU x release ---


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


def _systems_of(catalog: Catalog, release: str) -> Iterator[tuple[Support, SystemSupport]]:
    for support in supports_for(catalog, release):
        for system in support.systems:
            yield support, system


# --- GPU x operating system ---


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
        return standing.as_value()
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


# --- operating systems ---


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


# --- lifetimes ---


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


# --- which release to take ---


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
                    "status": best.standing.as_value()
                    if best.standing
                    else headline_value(catalog, card, newest_listing(catalog, platform) or "", platform),
                },
                card,
            )
        )
    return answers


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


# --- targets ---


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


@question("target", "architecture", "wave_sizes", "fp8", "generic", "apu", "xnack", "products", "note")
def targets(catalog: Catalog) -> list[Answer]:
    """Compiler targets with architecture, wave size and FP8 format."""
    answers = []
    for target in catalog.all(Target):
        architecture = catalog.by_id(Architecture).get(target.architecture or "")
        answers.append(
            record_answer(
                catalog,
                target,
                ("target", "architecture", "wave_sizes", "fp8", "generic", "apu", "xnack", "products", "note"),
                target=Value(data=target.id, ref=("targets", target.id), code=True),
                architecture=value(catalog, target, "architecture", ref=("architectures", target.architecture or ""))
                if architecture is None
                else Value(data=architecture.name, said=(said(catalog, target, "architecture"),)),
                wave_sizes=value(catalog, architecture, "wave_sizes") if architecture else UNKNOWN,
                fp8=fp8_value(catalog, architecture),
                generic=value(catalog, target, "generic", code=True) if target.generic else NOT_APPLICABLE,
                note=note(catalog, target),
            )
        )
    return answers


def fp8_value(catalog: Catalog, architecture: Architecture | None) -> Value:
    if architecture is None or architecture.fp8 == "unknown":
        return Value(status="unknown")
    return Value(word=f"fp8.{architecture.fp8}", said=(said(catalog, architecture, "fp8"),))


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


# --- specifications ---

NOT_SPECIFICATIONS = {"id", "aliases", "name", "source", "also", "seen", "grade", "carried_from", "note", "fields"}
SPECIFICATIONS = tuple(name for name in Gpu.model_fields if name not in NOT_SPECIFICATIONS)
"""Fields of a GPU that are its specification, in the order of the model."""

UNITS = {
    "memory_gib": "GiB",
    "memory_bandwidth_gbs": "GB/s",
    "memory_bus_bits": "bit",
    "memory_rate_gbps": "Gbit/s",
    "system_memory_max_gb": "GB",
    "gpu_memory_max_gb": "GB",
    "lds_kib": "KiB",
    "l1_vector_kib": "KiB",
    "l2_mib": "MiB",
    "infinity_cache_mib": "MiB",
    "vgpr_kib": "KiB",
    "peak_clock_mhz": "MHz",
    "board_power_w": "W",
    "board_power_option_w": "W",
    "board_power_peak_w": "W",
    "tdp_default_w": "W",
    "tdp_range_w": "W",
    "cpu_boost_ghz": "GHz",
    "cpu_l3_mib": "MiB",
    "cpu_total_cache_mib": "MiB",
    "npu_tops": "TOPS",
}


def specification(catalog: Catalog, gpu: Gpu, name: str) -> Value:
    """One specification of a card; what follows from its target is looked up there."""
    if name == "family":
        return Value(word=f"family.{gpu.family}")
    if name == "target":
        return target_value(catalog, gpu)
    architecture = architecture_of(catalog, gpu)
    if name == "architecture":
        if architecture is None:
            return UNKNOWN
        target = catalog.by_id(Target).get(gpu.target or "")
        source = said(catalog, gpu, name) if gpu.architecture or target is None else said(catalog, target, name)
        return Value(data=architecture.name, said=(source,))
    if name == "wave_sizes":
        return value(catalog, architecture, name) if architecture else UNKNOWN
    if name == "fp8":
        return fp8_value(catalog, architecture)
    if name == "memory_gib" and gpu.family == "ryzen":
        return NOT_APPLICABLE
    return value(catalog, gpu, name, unit=UNITS.get(name, ""))


@question("field", "value", choices=each(Gpu, "gpu"))
def gpu_specifications(catalog: Catalog, gpu: str) -> list[Answer]:
    """The specifications of one GPU that some source gives, and unknown for the main ones that none does."""
    card = catalog.get(Gpu, gpu)
    names = [name for name in SPECIFICATIONS if name != "peak_tflops"]
    names[names.index("architecture") + 1 : names.index("architecture") + 1] = ["wave_sizes", "fp8"]
    answers = []
    for name in names:
        found = specification(catalog, card, name)
        if found.unknown and name not in MAIN_SPECIFICATIONS:
            continue
        answers.append(Answer(name, {"field": Value(word=f"field.{name}"), "value": found}, card))
    for data_type, figure in sorted(card.peak_tflops.items()):
        unit = "TOPS" if "int" in data_type else "TFLOPS"
        answers.append(
            Answer(
                f"peak-{data_type}",
                {
                    "field": Value(word="field.peak_tflops", data=data_type.removesuffix("_tops").replace("_", " ")),
                    "value": Value(data=figure, unit=unit, said=(said(catalog, card, f"peak_tflops.{data_type}"),)),
                },
                card,
            )
        )
    if card.note:
        answers.append(Answer("note", {"field": Value(word="field.note"), "value": note(catalog, card)}, card))
    return answers


MAIN_SPECIFICATIONS = (
    "target",
    "architecture",
    "wave_sizes",
    "fp8",
    "released",
    "memory_gib",
    "memory_type",
    "memory_bandwidth_gbs",
    "compute_units",
    "board_power_w",
)


def _family_choices(catalog: Catalog) -> Iterator[dict[str, str]]:
    return ({"family": family} for family in FAMILIES)


@question("gpu", *MAIN_SPECIFICATIONS, choices=_family_choices)
def specifications(catalog: Catalog, family: str) -> list[Answer]:
    """The main specifications of every GPU of a family."""
    return [
        Answer(
            gpu.id,
            {"gpu": gpu_value(gpu), **{name: specification(catalog, gpu, name) for name in MAIN_SPECIFICATIONS}},
            gpu,
        )
        for gpu in by_family(catalog)
        if gpu.family == family
    ]
