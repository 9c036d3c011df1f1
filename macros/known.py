"""What the catalogue knows of the things people type: versions, targets, packages, images, options and the like.

One function a kind. Each returns every spelling of the things of its kind, so that prose and samples can be compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .catalog import Catalog
from .model import Record
from .model.deployment import KubernetesItem, SystemSetting, TuningRule, Variable
from .model.hardware import Gpu, Release, Source, Support, System, Target
from .model.knowledge import Claim, Symptom
from .model.measurement import Caveat, Comparison
from .model.migration import CudaLibrary, HipifySoftware, HipifyTool
from .model.packages import (
    Component,
    DownloadHost,
    LegacyPackage,
    MissingPackage,
    Package,
    PythonPackage,
    Repository,
    Tool,
    WheelIndex,
)
from .model.software import Framework, Image, InstallCheck, InstallCommand, InstallRule, SystemPython

LONG_OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*", re.A)
NAME = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b", re.A)
ADDRESS = re.compile(r"https?://[\w.-]+[\w./%#?=&+~:-]*", re.A)
AMOUNT = re.compile(r"(?<![\w.])\d+(?:\.\d+)? ?(?:[MGT]i?B(?:/s)?|W|TFLOPS)(?!\w)", re.A)
LOWER = re.compile(r"(?<![\w-])[a-z][a-z0-9_]*(?:-[a-z0-9_]+)*(?![\w-])", re.A)
WORD = re.compile(r"[\w+.]+", re.A)


def texts(value: Any) -> Iterator[str]:
    """Every text inside a record, the keys of its maps among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts(part)
    elif isinstance(value, Record):
        yield from texts(vars(value))


def texts_of(catalog: Catalog, *kinds: type[Record]) -> Iterator[str]:
    """Every text of every record of these kinds."""
    for kind in kinds:
        for record in catalog.all(kind):
            yield from texts(record)


def command_lines(catalog: Catalog) -> Iterator[str]:
    """The command lines of the catalogue; those that claims call wrong are left out."""
    for kind in (InstallCommand, InstallRule, KubernetesItem, SystemSetting, TuningRule):
        for record in catalog.all(kind):
            yield from record.commands
    yield from (check.command for check in catalog.all(InstallCheck))
    for claim in catalog.all(Claim):
        yield from claim.right_code
    for symptom in catalog.all(Symptom):
        for cause in symptom.causes:
            yield from (*cause.look, *cause.commands, *cause.verify)


def lines(version: str) -> set[str]:
    """A version and the lines it belongs to: 2.14.0, 2.14 and 2."""
    parts = version.split(".")
    return {".".join(parts[:count]) for count in range(1, len(parts) + 1)}


def releases(catalog: Catalog) -> set[str]:
    """ROCm releases and their lines: 10.1.0, 10.1 and 10."""
    return {line for release in catalog.all(Release) for line in lines(release.id)}


def versions(catalog: Catalog) -> dict[str, set[str]]:
    """Versions by what they are versions of: ROCm, CUDA, Python, the kernel, each framework and system."""
    found: dict[str, set[str]] = {name: releases(catalog) for name in ("ROCm", "HIP SDK", "HIP")}
    found["CUDA"] = {line for row in catalog.all(HipifySoftware) if row.cuda for line in lines(row.cuda)}
    pythons = {record.python for record in catalog.all(SystemPython)}
    for framework in catalog.all(Framework):
        found[framework.name] = {
            line for row in framework.support for full in row.versions for line in lines(full.split("+")[0])
        }
        pythons |= {version for row in framework.support for version in row.python}
    found["Python"] = {line for version in pythons for line in lines(version)}
    for system in catalog.all(System):
        found.setdefault(system.family, set()).update(lines(system.version) if system.version else ())
    kernels = (text for record in catalog.all(Support) for row in record.systems for text in row.kernels.values())
    found["kernel"] = {line for text in kernels for full in re.findall(r"\d+(?:\.\d+)+", text) for line in lines(full)}
    return found


def targets(catalog: Catalog) -> set[str]:
    """Compiler targets, generic ones, and groups such as gfx110X."""
    found = {name for target in catalog.all(Target) for name in (target.id, target.generic, *target.aliases) if name}
    return found.union(*(row.target_groups for framework in catalog.all(Framework) for row in framework.support))


def products(catalog: Catalog) -> set[str]:
    """Every run of up to four words in names of GPUs, and where series and other makers' products are named."""
    found = set()
    for text in [*(gpu.name for gpu in catalog.all(Gpu)), *texts_of(catalog, Caveat, Comparison, Release)]:
        words = WORD.findall(text)
        found |= {" ".join(words[begin : begin + count]) for begin in range(len(words)) for count in range(1, 5)}
    return found


def names(catalog: Catalog) -> set[str]:
    """Packages, commands and modules. Names that people look for and that do not exist are none of them."""
    found: set[str] = set()
    for record in (*catalog.all(Package), *catalog.all(LegacyPackage)):
        found |= {record.id, record.deb, *getattr(record, "replaces", ())}
    found = found.union(*(record.names for record in catalog.all(PythonPackage)))
    found |= {record.id for kind in (Component, HipifyTool, Tool) for record in catalog.all(kind)}
    held = (*command_lines(catalog), *texts_of(catalog, CudaLibrary, Framework, HipifyTool, Tool))
    found = found.union(*(LOWER.findall(text) for text in held))
    return found - set(catalog.by_id(MissingPackage))


def images(catalog: Catalog) -> set[str]:
    """Container images with their tag, without a registry host."""
    found = {f"{image.name}:{tag}" for image in catalog.all(Image) for tag in (*image.tags, image.example) if tag}
    found |= {
        f"{item.name}:{tag}" for item in catalog.all(KubernetesItem) if item.kind == "image" for tag in item.values
    }
    found |= {image for framework in catalog.all(Framework) for row in framework.support for image in row.images}
    # The images of a distribution are called after it.
    return found | {system.id.replace("-", ":", 1) for system in catalog.all(System) if system.version}


def addresses(catalog: Catalog) -> set[str]:
    """Addresses and the folders above them, without a slash at the end."""
    held = [source.url for source in catalog.all(Source) if source.url]
    held += texts_of(catalog, DownloadHost, Framework, Image, InstallCommand, KubernetesItem, Repository, WheelIndex)
    found = set()
    for address in {address.rstrip("/.:") for text in held for address in ADDRESS.findall(text)}:
        parts = address.split("/")
        found |= {"/".join(parts[:count]) for count in range(3, len(parts) + 1)}
    return found


def options(catalog: Catalog) -> set[str]:
    """Long options in command lines, and in what is said of tools and containers."""
    held = (*command_lines(catalog), *texts_of(catalog, HipifyTool, KubernetesItem, SystemSetting, Tool, TuningRule))
    return {option for text in held for option in LONG_OPTION.findall(text)}


def variables(catalog: Catalog) -> set[str]:
    """Environment variables that something reads, and names in command lines and messages."""
    found = {record.name for record in catalog.all(Variable) if record.exists == "yes"}
    messages = (message for symptom in catalog.all(Symptom) for message in symptom.messages)
    return found.union(*(NAME.findall(line) for line in (*command_lines(catalog), *messages)))


def amounts(catalog: Catalog) -> set[str]:
    """Amounts of memory, rates and powers: figures of GPUs, and what is said about memory and containers."""
    units = {
        "memory_gib": ("GiB", "GB"),
        "system_memory_max_gb": ("GB",),
        "gpu_memory_max_gb": ("GB",),
        "memory_bandwidth_gbs": ("GB/s",),
        "board_power_w": ("W",),
    }
    found = {f"{getattr(gpu, name)} {unit}" for gpu in catalog.all(Gpu) for name in units for unit in units[name]}
    held = texts_of(catalog, KubernetesItem, Symptom, TuningRule)
    return found | {amount for text in held for amount in AMOUNT.findall(text)}
