"""What the catalogue knows, as samples name it: indexes, requirements, options, labels, fields, and kinds of facts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from macros.catalog import Catalog
from macros.catalog.model.deployment import KubernetesItem
from macros.catalog.model.migration import HipifyTool
from macros.catalog.model.packages import LegacyPackage, Package, WheelIndex
from macros.catalog.model.software import Framework
from macros.checks import typed_facts
from macros.checks.known_facts import LONG_OPTION, command_lines, images, texts


@dataclass(frozen=True)
class Known:
    """Names that may stand in a sample."""

    kinds: tuple[typed_facts.Kind, ...]
    images: frozenset[str]
    indexes: frozenset[str]
    requirements: frozenset[str]
    packages: frozenset[str]
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
    commands = list(command_lines(catalog))
    containers = [line for line in commands if re.search(r"\b(docker|podman) run\b", line)]
    containers += [text for item in items.values() if item.component == "docker" for text in texts(item)]
    return Known(
        kinds=typed_facts.kinds(catalog),
        images=frozenset(images(catalog)),
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
