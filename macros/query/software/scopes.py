"""Which systems and GPUs a row of frameworks, commands or data types applies to, and the limits within them."""

from __future__ import annotations

from collections.abc import Iterable

from ...catalog import Catalog
from ...catalog.model.deployment import DataType
from ...catalog.model.hardware import PLATFORMS, Architecture, Gpu, System, Target
from ...catalog.model.software import FrameworkSupport, InstallCommand, Limit, Scope, in_group, in_range
from ..base import UNKNOWN, Value, said
from ..hardware.support import same_system
from ..values import lines, system_name

BRANDS = {"instinct": "Instinct", "radeon-pro": "Radeon PRO", "radeon": "Radeon", "ryzen": "Ryzen"}
"""Families as they are written in either language."""


def platforms_of(catalog: Catalog, row: FrameworkSupport | InstallCommand) -> tuple[str, ...]:
    """Those that are written, else those of the systems."""
    if row.platforms:
        return tuple(row.platforms)
    families = {catalog.get(System, key).family for key in row.systems}
    found = {"windows" if family.startswith("Windows") else "linux" for family in families}
    return tuple(platform for platform in PLATFORMS if platform in found)


def admits(scope: Scope, choice: dict[str, str]) -> bool | None:
    """Does a choice fit a scope? None where the scope speaks of something that the choice leaves open.

    The names of a choice are those of the fields of Scope without their plural: ``version``, ``target``, ``family``...
    """
    open_ = False
    for name, held in (
        ("version", scope.versions),
        ("python", scope.python),
        ("system", scope.systems),
        ("target", scope.targets),
        ("gpu", scope.gpus),
        ("family", scope.families),
    ):
        if not held:
            continue
        asked = choice.get(name)
        if not asked:
            open_ = True
        elif not any(one_system(named, asked) if name == "system" else named == asked for named in held):
            return False
    return None if open_ else True


def one_system(named: str, asked: str) -> bool:
    """Does a system that a row names stand for the one asked for? ``linux`` and ``ubuntu-24.04`` do for 24.04.4."""
    if named == "linux":
        return not asked.startswith("windows")
    return same_system(named, asked) or asked.startswith(named + ".")


def allowed(limits: Iterable[Limit], choice: dict[str, str]) -> bool:
    """No limit is broken for certain."""
    return not any(admits(limit.when, choice) and admits(limit.only, choice) is False for limit in limits)


def limits_value(catalog: Catalog, row: FrameworkSupport | InstallCommand) -> Value:
    """The limits of a row: for what, only what."""
    return lines(
        catalog,
        row,
        (
            f"{_scope(catalog, limit.when)}: {_scope(catalog, limit.only)}" + (f" ({limit.note})" if limit.note else "")
            for limit in row.limits
        ),
    )


def _scope(catalog: Catalog, scope: Scope) -> str:
    named = [
        *scope.versions,
        *(f"Python {version}" for version in scope.python),
        *(system_name(catalog, key) for key in scope.systems),
        *scope.targets,
        *(catalog.get(Gpu, key).name for key in scope.gpus),
        *(BRANDS[family] for family in scope.families),
    ]
    return ", ".join(named)


def systems_value(catalog: Catalog, row: FrameworkSupport | InstallCommand) -> Value:
    """The systems of a row by name, with WSL2 where the source names it."""
    names = [system_name(catalog, key) for key in row.systems]
    if "wsl2" in row.platforms:
        names.append("WSL2")
    if row.machine:
        names = [f"{name} ({row.machine})" for name in names]
    return Value(data=tuple(names), said=(said(catalog, row),)) if names else UNKNOWN


# --- GPUs by target, group, range, architecture, family ---


def reaches(catalog: Catalog, row: InstallCommand | DataType, target: str) -> bool | None:
    """Does a row name a target, or its group, range, architecture or family? None where it names no GPU at all."""
    if not reach(catalog, row):
        return None
    cards = [gpu for gpu in catalog.all(Gpu) if gpu.target == target]
    return (
        target in row.targets
        or any(in_group(target, group) for group in row.target_groups)
        or in_range(target, row.target_from, row.target_to)
        or catalog.get(Target, target).architecture in row.architectures
        or any(gpu.family in row.families for gpu in cards)
    )


def reach(catalog: Catalog, row: InstallCommand | DataType) -> tuple[str, ...]:
    """The GPUs that a row names, as they are written."""
    return (
        *row.targets,
        *row.target_groups,
        *([f"{row.target_from} – {row.target_to}"] if row.target_from else []),
        *(catalog.get(Architecture, key).name for key in row.architectures),
        *(BRANDS[family] for family in row.families),
    )


def target_in(row: FrameworkSupport, target: str | None) -> str:
    """``target-only``, ``not-listed`` or ``unknown``: a list of targets says no more about a card."""
    if not target or not (row.targets or row.target_groups):
        return "unknown"
    named = target in row.targets or any(in_group(target, group) for group in row.target_groups)
    return "target-only" if named else "not-listed"
