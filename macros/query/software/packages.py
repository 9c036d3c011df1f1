"""Questions about packages: names, contents, what replaces what, and what holds code for a target."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalog import Catalog
from ...catalog.model import natural_key, version_key
from ...catalog.model.hardware import Target
from ...catalog.model.packages import (
    DeviceExtra,
    LegacyPackage,
    MissingPackage,
    Package,
    PackageList,
    PackageRule,
    PythonPackage,
    deb_name,
)
from ..base import NOT_APPLICABLE, UNKNOWN, Answer, Value, each, question, record_answer, said, value
from ..values import holds_for, note, noted, whole_or

PACKAGE = ("package", "deb", "role", "gpu_specific", "disabled", "contains", "depends", "lists", "replaces")


def _package(catalog: Catalog, package: Package, *field: str) -> Value:
    """A package by its name, which is also that of the rpm; with the field whose source says so."""
    here = (said(catalog, package, *field),) if field else ()
    return Value(data=package.id, code=True, ref=("packages", package.id), said=here)


@question(*PACKAGE, choices=whole_or(each(PackageList, "package_list")))
def packages(catalog: Catalog, package_list: str = "") -> list[Answer]:
    """The amdrocm packages: deb name, role, contents, dependencies, lists, old names; as one list says if asked."""
    return [
        record_answer(
            catalog,
            package,
            PACKAGE,
            package=noted(_package(catalog, package, "id"), package),
            deb=Value(data=package.deb, code=True),
            role=Value(word=f"role.{package.role}"),
            disabled=_in_list(catalog, package, "disabled", package_list),
            contains=_in_list(catalog, package, "contains", package_list),
            depends=_in_list(catalog, package, "depends", package_list),
            replaces=value(catalog, package, "replaces", code=True) if package.replaces else NOT_APPLICABLE,
        )
        for package in catalog.all(Package)
        if not package_list or package_list in package.lists
    ]


def _in_list(catalog: Catalog, package: Package, name: str, key: str) -> Value:
    """A field as a list says it: its own word where it differs from the newest list."""
    differs = package.differs.get(key)
    own = getattr(differs, name, None)
    held = getattr(package, name) if own is None else own
    if held == []:
        return NOT_APPLICABLE
    shown = tuple(held) if not isinstance(held, str) else held
    return Value(data=shown, code=name != "disabled", said=(said(catalog, package),))


@question("old", "purpose", "release", "package", "deb")
def package_successors(catalog: Catalog) -> list[Answer]:
    """Old package name -> the amdrocm packages that take its place; unknown where none was read."""
    legacy = catalog.by_id(LegacyPackage)
    successors: dict[str, list[Package]] = {name: [] for name in legacy}
    for package in catalog.all(Package):
        for name in package.replaces:
            successors.setdefault(name, []).append(package)
    answers = []
    for name in sorted(successors, key=natural_key):
        old = legacy.get(name)
        shown = {
            "old": Value(data=name, code=True, said=(said(catalog, old),) if old else ()),
            "purpose": value(catalog, old, "purpose") if old else UNKNOWN,
            "release": holds_for(catalog, old) if old else UNKNOWN,
        }
        for package in successors[name]:
            both = {"package": _package(catalog, package, "replaces"), "deb": Value(data=package.deb, code=True)}
            answers.append(Answer(f"{name}-{package.id}", {**shown, **both}, package))
        if not successors[name]:
            answers.append(Answer(name, {**shown, "package": UNKNOWN, "deb": UNKNOWN}, old))
    return answers


@question("name", "instead", "note")
def missing_packages(catalog: Catalog) -> list[Answer]:
    """Package names that people look for and that do not exist."""
    return [
        Answer(
            package.id,
            {
                "name": Value(data=package.id, code=True, said=(said(catalog, package),)),
                "instead": Value(data=package.instead, code=True, ref=("packages", package.instead))
                if package.instead
                else NOT_APPLICABLE,
                "note": note(catalog, package),
            },
            package,
        )
        for package in catalog.all(MissingPackage)
    ]


@question("topic", "about", "release", "text")
def package_rules(catalog: Catalog) -> list[Answer]:
    """The rules of package names and wheel versions."""
    return [
        record_answer(
            catalog,
            rule,
            ("topic", "about", "release", "text"),
            about=Value(word=f"about.{rule.about}"),
            release=holds_for(catalog, rule),
        )
        for rule in catalog.all(PackageRule)
    ]


# --- by target ---


def suffix_rule(catalog: Catalog, target: str) -> PackageRule | None:
    """The rule that lets a target follow a package's name."""
    return next((rule for rule in catalog.all(PackageRule) if target in rule.targets), None)


def line_of_names(catalog: Catalog, rule: PackageRule) -> PackageList | None:
    """The newest list of a released line that the rule holds for: names carry its number."""
    lists = [one for one in catalog.all(PackageList) if not one.as_of and rule.covers(one.series)]
    return max(lists, key=lambda one: version_key(one.series), default=None)


def _targets_with_packages(catalog: Catalog) -> Iterator[dict[str, str]]:
    return ({"target": target} for target in catalog.by_id(Target) if suffix_rule(catalog, target))


@question("package", "rpm", "deb", "role", choices=_targets_with_packages)
def target_packages(catalog: Catalog, target: str) -> list[Answer]:
    """The GPU-specific packages for one target, in the spelling of the newest released line."""
    rule = suffix_rule(catalog, target)
    line = line_of_names(catalog, rule) if rule else None
    if rule is None or line is None:
        return []
    here = (said(catalog, rule),)
    answers = []
    for package in catalog.all(Package):
        off = _in_list(catalog, package, "disabled", line.id).data == "yes"
        if package.gpu_specific == "no" or line.id not in package.lists or off:
            continue
        answers.append(
            Answer(
                package.id,
                {
                    "package": noted(_package(catalog, package), package),
                    "rpm": Value(data=f"{package.id}{line.series}-{target}", code=True, said=here),
                    "deb": Value(data=f"{deb_name(package.id)}{line.series}-{target}", code=True, said=here),
                    "role": Value(word=f"role.{package.role}"),
                },
                package,
            )
        )
    return answers


def wheels_for(catalog: Catalog, target: str) -> tuple[str, ...]:
    """The wheels that hold device code for a target."""
    names = [name for package in catalog.all(PythonPackage) for name in package.names if "{target}" in name]
    return tuple(name.replace("{target}", target) for name in names)


@question("target", "extra", "wheels", "products", "suffix", choices=whole_or(each(DeviceExtra, "target")))
def device_extras(catalog: Catalog, target: str = "") -> list[Answer]:
    """Target x device extra and wheels with its code, and whether native packages exist for it."""
    rules = [rule for rule in catalog.all(PackageRule) if rule.targets]
    here = tuple(said(catalog, rule) for rule in rules)
    wheels = [package for package in catalog.all(PythonPackage) if any("{target}" in name for name in package.names)]
    there = tuple(said(catalog, package) for package in wheels)
    return [
        record_answer(
            catalog,
            extra,
            ("target", "extra", "wheels", "products", "suffix"),
            target=Value(data=extra.id, code=True, ref=("targets", extra.id)),
            extra=Value(data=extra.extra, code=True, said=(said(catalog, extra),)),
            wheels=Value(data=wheels_for(catalog, extra.id), code=True, said=there),
            suffix=Value(data="yes" if suffix_rule(catalog, extra.id) else "no", said=here) if rules else UNKNOWN,
        )
        for extra in catalog.all(DeviceExtra)
        if target in ("", extra.id)
    ]


@question("name", "purpose", "release")
def python_packages(catalog: Catalog) -> list[Answer]:
    """The Python packages of ROCm."""
    answers = []
    for package in catalog.all(PythonPackage):
        for name in package.names:
            for major in package.majors or [None]:
                filled = name.replace("{major}", str(major))
                answers.append(
                    record_answer(
                        catalog,
                        package,
                        ("name", "purpose", "release"),
                        key=filled,
                        name=noted(Value(data=filled, code=True, said=(said(catalog, package),)), package),
                        release=holds_for(catalog, package),
                    )
                )
    return answers
