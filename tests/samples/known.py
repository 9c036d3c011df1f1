"""What the catalogue knows, as samples name it: images, indexes, options, labels, variables, targets, packages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from macros.catalog import Catalog
from macros.model.deployment import KubernetesItem, TuningRule, Variable
from macros.model.hardware import Release, System, Target
from macros.model.knowledge import Claim, Symptom
from macros.model.migration import HipifyTool
from macros.model.platform import LegacyPackage, Package, WheelIndex
from macros.model.software import Framework, Image, InstallCheck, InstallCommand

LONG_OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
NAME = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")


def texts(value: Any) -> Iterator[str]:
    """Every text inside a dumped record."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield str(key)
            yield from texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts(part)


@dataclass(frozen=True)
class Known:
    """Names that may stand in a sample."""

    images: frozenset[str]
    indexes: frozenset[str]
    requirements: frozenset[str]
    packages: frozenset[str]
    targets: frozenset[str]
    variables: frozenset[str]
    versions: frozenset[str]
    labels: frozenset[str]
    resources: frozenset[str]
    device_config: frozenset[str]
    container_options: frozenset[str]
    vllm_options: frozenset[str]
    hipify_options: dict[str, frozenset[str]]
    items: dict[str, KubernetesItem]


def known(catalog: Catalog) -> Known:
    """Gathers the names of a catalogue."""
    items = {item.id: item for item in catalog.all(KubernetesItem)}
    commands = [line for record in catalog.all(InstallCommand) for line in record.commands]
    commands += [check.command for check in catalog.all(InstallCheck)]
    commands += [line for claim in catalog.all(Claim) for line in texts(claim.model_dump().get("right_code"))]
    commands += [line for rule in catalog.all(TuningRule) for line in texts(rule.model_dump().get("commands"))]
    for symptom in catalog.all(Symptom):
        for cause in symptom.causes:
            commands += [*cause.look, *cause.commands, *cause.verify]
    containers = [line for line in commands if re.search(r"\b(docker|podman) run\b", line)]
    containers += [text for item in items.values() if item.component == "docker" for text in texts(item.model_dump())]
    return Known(
        images=frozenset(_images(catalog, items)),
        indexes=frozenset(
            address.rstrip("/")
            for address in [
                *(index.address for index in catalog.all(WheelIndex)),
                *(row.wheel_index for frame in catalog.all(Framework) for row in frame.support if row.wheel_index),
            ]
        ),
        requirements=frozenset(
            found for line in commands for found in re.findall(r'"([\w-]+(?:\[[^"]*\])?==[^"]+)"', line)
        ),
        packages=frozenset(record.id for kind in (Package, LegacyPackage) for record in catalog.all(kind)),
        targets=frozenset(target.id for target in catalog.all(Target)),
        variables=frozenset(
            {variable.name for variable in catalog.all(Variable)}
            | {name for line in commands for name in NAME.findall(line)}
        ),
        versions=frozenset(_versions(catalog)),
        labels=frozenset(item.name for item in items.values() if item.kind == "label"),
        resources=frozenset(item.name for item in items.values() if item.kind == "resource"),
        device_config=frozenset(
            f"{item.name}.{value}" if value else item.name
            for item in items.values()
            if item.component in ("gpu-operator", "dra-driver") and item.name.startswith("spec.")
            for value in ("", *item.values)
        ),
        container_options=frozenset(option for line in containers for option in LONG_OPTION.findall(line)),
        vllm_options=frozenset(
            option
            for line in commands
            for tail in re.findall(r"vllm serve (.*)|vllm-openai-rocm:\S+ (.*)", line)
            for option in LONG_OPTION.findall(" ".join(tail))
        ),
        hipify_options={
            tool.id: frozenset(option.flag for option in tool.options)
            for tool in catalog.all(HipifyTool)
            if tool.options
        },
        items=items,
    )


def _images(catalog: Catalog, items: dict[str, KubernetesItem]) -> Iterator[str]:
    for image in catalog.all(Image):
        yield from (f"{image.name}:{tag}" for tag in (*image.tags, image.example) if tag)
    for item in items.values():
        if item.kind == "image":
            yield from (f"{item.name}:{tag}" for tag in item.values)
    for frame in catalog.all(Framework):
        yield from (image for row in frame.support for image in row.images)
    for system in catalog.all(System):  # the images of a distribution are called after it
        name, _, version = system.id.partition("-")
        if version:
            yield f"{name}:{version}"


def _versions(catalog: Catalog) -> Iterator[str]:
    """Releases and their lines: 10.1.0 and 10.1."""
    for release in catalog.all(Release):
        yield release.id
        yield ".".join(release.id.split(".")[:2])
