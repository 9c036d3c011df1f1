"""Questions about the HIP SDK for Windows: what it has of ROCm, and which cards get the libraries too."""

from __future__ import annotations

from ...catalog import Catalog
from ...catalog.model import version_key
from ...catalog.model.hardware import Gpu, Group, Support, SupportList
from ...catalog.model.tools import HipSdkPart
from ..base import Answer, Said, Value, question, said, value
from ..hardware.cards import by_family
from ..hardware.support import group_said
from ..values import gpu_value, noted


def _part_in(catalog: Catalog, part: HipSdkPart, release: str) -> Value:
    for held in part.windows:
        if release in held.releases:
            from_record = said(catalog, part)
            source = catalog.records["sources"][held.source] if held.source else from_record.source
            here = Said(source, source.seen, part.grade)  # type: ignore[attr-defined,arg-type]
            return Value(data=held.what, status=held.status, said=(here,))
    return Value(status="unknown")


@question("part", "linux")
def hip_sdk(catalog: Catalog) -> list[Answer]:
    """Part of ROCm x release of the HIP SDK for Windows, beside what Linux has."""
    parts = catalog.all(HipSdkPart)
    releases = {key for part in parts for held in part.windows for key in held.releases}
    newest_first = sorted(releases, key=version_key, reverse=True)
    return [
        Answer(
            part.id,
            {
                "part": noted(Value(data=part.name, said=(said(catalog, part),)), part),
                "linux": value(catalog, part, "linux"),
                **{f"releases/{key}": _part_in(catalog, part, key) for key in newest_first},
            },
            part,
        )
        for part in parts
    ]


def _lists(catalog: Catalog) -> list[tuple[Support, SupportList]]:
    """The lists of the HIP SDK that tell runtime and libraries apart, newest first."""
    found = [
        (support, listed)
        for support in catalog.all(Support)
        for listed in support.lists
        if listed.publisher == "hip-sdk" and any(group.hip_sdk for group in listed.groups)
    ]
    return sorted(found, key=lambda one: version_key(one[0].id), reverse=True)


def _group_of(listed: SupportList, gpu: Gpu) -> Group | None:
    return next((group for group in listed.groups if gpu.id in group.gpus), None)


def _carried(catalog: Catalog, listed: SupportList, gpu: Gpu) -> Value:
    group = _group_of(listed, gpu)
    if group and group.hip_sdk:
        return Value(word=f"hip_sdk.{group.hip_sdk}", said=(group_said(catalog, listed, group),))
    if group and group.status == "unsupported":
        return Value(status=group.status, said=(group_said(catalog, listed, group),))
    if group is None and listed.complete == "yes":
        return Value(status="not-listed", said=(said(catalog, listed),))
    return Value(status="unknown")


@question("gpu")
def hip_sdk_gpus(catalog: Catalog) -> list[Answer]:
    """GPU x release of the HIP SDK: runtime and libraries, or the runtime alone, for the GPUs that any list names."""
    lists = _lists(catalog)
    return [
        Answer(
            gpu.id,
            {
                "gpu": gpu_value(gpu),
                **{f"hip-sdk/{support.id}": _carried(catalog, listed, gpu) for support, listed in lists},
            },
            gpu,
        )
        for gpu in by_family(catalog)
        if any(_group_of(listed, gpu) for _, listed in lists)
    ]
