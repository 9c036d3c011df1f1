"""Questions about the components of ROCm: versions by release, counterparts in CUDA, platforms."""

from __future__ import annotations

from ...catalog import Catalog
from ...catalog.model import natural_key
from ...catalog.model.components import LAYERS, Component, ComponentPlatform, ComponentVersion
from ...catalog.model.hardware import PLATFORMS, Gpu, Source
from ..base import NOT_APPLICABLE, UNKNOWN, Answer, Said, Value, question, said, value
from ..hardware.support import releases_newest_first
from ..values import note, noted, ref, releases_of, whole_or


def component_value(catalog: Catalog, component: Component, release: str) -> Value:
    """The version in a release; unknown where no row was seen, which does not mean that it is absent."""
    held = component.versions.get(release)
    return _version(catalog, component, held) if held else UNKNOWN


def _version(catalog: Catalog, component: Component, held: ComponentVersion) -> Value:
    source = catalog.get(Source, held.source)
    stated = Said(
        source=source,
        seen=source.seen,
        grade=held.grade or component.grade,
        also=tuple(catalog.get(Source, key) for key in held.also),
    )
    return Value(data=held.version, note=held.note or "", said=(stated,))


def by_layer(catalog: Catalog) -> list[Component]:
    """Layer by layer, from the kernel driver up; by name inside each."""
    return sorted(catalog.all(Component), key=lambda c: (LAYERS.index(c.layer), natural_key(c.name)))


def _component(catalog: Catalog, component: Component) -> dict[str, Value]:
    return {
        "component": noted(ref("components", component.id), component),
        "layer": Value(word=f"layer.{component.layer}"),
        "cuda": value(catalog, component, "cuda"),
    }


@question("component", "layer", "cuda", choices=whole_or(releases_of(Component, "versions")))
def component_versions(catalog: Catalog, release: str = "") -> list[Answer]:
    """Component x release with the CUDA counterpart, newest release first; with a release what was read of it."""
    named = {key for component in catalog.all(Component) for key in component.versions}
    releases = [one.id for one in releases_newest_first(catalog) if one.id in named and release in ("", one.id)]
    return [
        Answer(
            component.id,
            {
                **_component(catalog, component),
                **{f"releases/{key}": component_value(catalog, component, key) for key in releases},
            },
            component,
        )
        for component in by_layer(catalog)
        if not release or release in component.versions
    ]


@question("component", "layer", "purpose", "cuda", "packages", "note")
def components(catalog: Catalog) -> list[Answer]:
    """What each component is for, its counterpart in CUDA, and what carries it."""
    answers = []
    for component in by_layer(catalog):
        here = (said(catalog, component),)
        carried = Value(word=f"delivery.{component.delivery}", said=here)
        answers.append(
            Answer(
                component.id,
                {
                    "component": ref("components", component.id),
                    "layer": Value(word=f"layer.{component.layer}", said=here),
                    "purpose": value(catalog, component, "purpose"),
                    "cuda": value(catalog, component, "cuda"),
                    "packages": value(catalog, component, "packages", code=True)
                    if component.packages or not component.delivery
                    else carried,
                    "note": note(catalog, component),
                },
                component,
            )
        )
    return answers


@question("component", "linux", "windows", "wsl2", "not_built", choices=releases_of(Component, "platforms"))
def component_platforms(catalog: Catalog, release: str) -> list[Answer]:
    """Where a release lists each component, and the targets that its build files leave out."""
    return [
        Answer(
            component.id,
            {
                "component": noted(ref("components", component.id), component),
                **{
                    platform: _on_platform(catalog, component, component.platforms[release], platform)
                    for platform in PLATFORMS
                },
                "not_built": _not_built(catalog, component, release),
            },
            component,
        )
        for component in by_layer(catalog)
        if release in component.platforms
    ]


def _on_platform(catalog: Catalog, component: Component, listed: list[ComponentPlatform], platform: str) -> Value:
    """Families and targets that are listed; GPUs that are left out follow a minus sign.

    AMD's component tables speak of Linux and Windows: what they leave out is not listed. Of WSL2 they say nothing.
    """
    found = next((one for one in listed if one.platform == platform), None)
    if found is None and (platform == "wsl2" or all(one.platform == "wsl2" for one in listed)):
        return Value(status="unknown")
    if found is None:
        return Value(status="not-listed", said=(said(catalog, component),))
    names = (
        *(family.capitalize() for family in found.families),
        *found.targets,
        *(f"−{catalog.get(Gpu, key).name}" for key in found.without),
    )
    return Value(data=names or None, status="official", note=found.note or "", said=(said(catalog, component),))


def _not_built(catalog: Catalog, component: Component, release: str) -> Value:
    for left_out in component.not_built:
        if release == left_out.series or release.startswith(left_out.series + "."):
            source = catalog.get(Source, left_out.source)
            stated = Said(source=source, seen=source.seen, grade=component.grade)
            return Value(data=tuple(left_out.targets), code=True, said=(stated,))
    return NOT_APPLICABLE
