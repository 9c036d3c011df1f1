"""What the catalogue knows of the things people type: versions, targets, packages, images, options and the like.

One function a kind. Each returns every spelling of the things of its kind, so that prose and samples can be compared.

One file: a table, one entry for each kind of fact that prose may name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from ..catalog import Catalog
from ..catalog.model import Record
from ..catalog.model.components import Component
from ..catalog.model.deployment import KubernetesItem, SystemSetting, TuningRule, Variable
from ..catalog.model.hardware import Gpu, KnownIssue, Release, Source, Support, System, Target
from ..catalog.model.knowledge import Claim, Symptom, Term
from ..catalog.model.measurement import Caveat, Comparison, LocalResult
from ..catalog.model.migration import CudaLibrary, HipifySoftware, HipifyTool, Pitfall
from ..catalog.model.packages import (
    DownloadHost,
    LegacyPackage,
    MissingPackage,
    Package,
    PythonPackage,
    Repository,
    Tool,
    WheelIndex,
)
from ..catalog.model.platform import DriverRelease
from ..catalog.model.software import Framework, Image, InstallCheck, InstallCommand, InstallRule, SystemPython
from . import fact_patterns

LONG_OPTION = re.compile(fact_patterns.OPTION, re.A)
NAME = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b", re.A)
ADDRESS = re.compile(r"https?://[\w.-]+[\w./%#?=&+~:-]*", re.A)
AMOUNT = re.compile(fact_patterns.AMOUNT, re.A)
DEFINITION = re.compile(fact_patterns.DEFINITION, re.A)
PRODUCT = re.compile(fact_patterns.PRODUCT, re.A)
LOWER = re.compile(r"(?<![\w-])[a-z][a-z0-9_]*(?:-[a-z0-9_]+)*(?![\w-])", re.A)
NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)+", re.A)

OTHER_SYSTEMS = ("AlmaLinux", "Alpine", "Amazon Linux", "Fedora", "Linux Mint", "NixOS", "openSUSE", "openSUSE Leap")
"""Distributions with versions that people know and AMD's lists do not name; the catalogue may come to."""

REGISTRIES = {"GitHub container registry": "ghcr.io"}
"""Hosts of the registries that the catalogue names."""

OVERRIDE = "HSA_OVERRIDE_GFX_VERSION"

FAMILIES = {"AMDGPU", "HIPCC", "JAX", "MIGRAPHX", "ROCBLAS", "ROCPROFILER", "SGLANG", "TRITON", "VLLM"}
"""First words of variables of our tools; of some of them the catalogue may hold none."""

WORDS = {
    *("amd", "hip", "hippie", "hippo", "hippos", "hips", "hipify", "hipified", "hipifies", "hipifying"),
    *("rock", "rocked", "rocker", "rockers", "rocket", "rockets", "rocking", "rocks", "rococo"),
}
"""English words that begin as names of packages do, and what others are described with: hip-based."""

FIGURES = {
    "memory_gib": ("GiB", "GB"),
    "system_memory_max_gb": ("GB",),
    "gpu_memory_max_gb": ("GB",),
    "l2_mib": ("MiB", "MB"),
    "infinity_cache_mib": ("MiB", "MB"),
    "memory_bandwidth_gbs": ("GB/s",),
    "board_power_w": ("W",),
    "board_power_option_w": ("W",),
    "board_power_peak_w": ("W",),
    "tdp_default_w": ("W",),
    "peak_clock_mhz": ("MHz",),
    "cpu_boost_ghz": ("GHz",),
    "compute_units": ("CUs",),
}
"""Figures of a GPU and their units."""


def texts(value: Any) -> Iterator[str]:
    """Every text inside a record, the keys of its maps among them."""
    left = [value]
    while left:
        part = left.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            left += (*part, *part.values())
        elif isinstance(part, list | tuple):
            left += part
        elif isinstance(part, Record):
            left += vars(part).values()


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
    """A version and the lines it belongs to: 2.14.0, 2.14 and 2; 15 SP7 and 15."""
    parts = version.split(" ")[0].split(".")
    return {version} | {".".join(parts[:count]) for count in range(1, len(parts) + 1)}


def lines_of(versions: Iterable[str]) -> set[str]:
    return {line for version in versions for line in lines(version)}


def releases(catalog: Catalog) -> set[str]:
    """ROCm releases and their lines: 10.1.0, 10.1 and 10."""
    return lines_of(catalog.by_id(Release))


def versions(catalog: Catalog) -> dict[str, set[str]]:
    """Versions by what they are versions of: ROCm, CUDA, Python, each framework and system."""
    found: dict[str, set[str]] = {name: releases(catalog) for name in ("ROCm", "HIP SDK", "HIP")}
    found["CUDA"] = lines_of(row.cuda for row in catalog.all(HipifySoftware) if row.cuda)
    pythons = {record.python for record in catalog.all(SystemPython)}
    for framework in catalog.all(Framework):
        found[framework.name.split(" (")[0]] = _framework_versions(framework)
        pythons |= {version for row in framework.support for version in row.python}
    found["Python"] = lines_of(pythons)
    for system in catalog.all(System):
        found.setdefault(system.family, set()).update(lines(system.version) if system.version else ())
    setups = {text for result in catalog.all(LocalResult) for text in result.setup}
    for name in OTHER_SYSTEMS:
        met = lines_of(text.removeprefix(f"{name} ") for text in setups if text.startswith(f"{name} "))
        found.setdefault(name, set()).update(met)
    return found


def dotted_versions(catalog: Catalog) -> dict[str, set[str]]:
    """Versions of what nobody calls by a lone number: parts of ROCm, the kernel, packages, other names."""
    found: dict[str, set[str]] = {"amdgpu": lines_of(catalog.by_id(DriverRelease))}
    for component in catalog.all(Component):
        found[component.name] = lines_of(own.version for own in component.versions.values())
    for framework in catalog.all(Framework):
        names = (framework.id, *framework.aliases, *framework.name.split(" / "))
        found |= dict.fromkeys(names, _framework_versions(framework))
        companions: dict[str, set[str]] = defaultdict(set)
        for row in framework.companions:
            for name, version in row.packages.items():
                companions[name] |= {*lines(version), f"{version}.0"}  # to Python 0.29 and 0.29.0 are one
        found |= companions
    systems = [row for record in catalog.all(Support) for row in record.systems]
    found["glibc"] = lines_of(row.glibc for row in systems if row.glibc)
    found["PCIe"] = lines_of(number for gpu in catalog.all(Gpu) for number in NUMBER.findall(gpu.host_interface or ""))
    listed = (text for row in systems for text in row.kernels.values())
    met = (text for result in catalog.all(LocalResult) for text in result.setup if text.startswith("kernel "))
    numbers = (number for text in (*listed, *met) for number in NUMBER.findall(text))
    found |= dict.fromkeys(("kernel", "kernels", "Linux", "内核"), lines_of(numbers))
    found[OVERRIDE] = {_as_override(target.id) for target in catalog.all(Target)}
    return found


def _framework_versions(framework: Framework) -> set[str]:
    return lines_of(full.split("+")[0] for row in framework.support for full in row.versions)


def _as_override(target: str) -> str:
    """What the runtime is told to take a card for another: 9.0.10 of gfx90a."""
    return f"{target[3:-2]}.{int(target[-2], 16)}.{int(target[-1], 16)}"


def targets(catalog: Catalog) -> set[str]:
    """Compiler targets, generic ones, families (gfx9) and groups such as gfx110X and gfx11xx."""
    found = {name for target in catalog.all(Target) for name in (target.id, target.generic, *target.aliases) if name}
    for target in catalog.by_id(Target):
        found |= {target[:-2], f"{target[:-2]}xx", f"{target[:-1]}x"}
    return found.union(*(row.target_groups for framework in catalog.all(Framework) for row in framework.support))


def products(catalog: Catalog) -> set[str]:
    """Names of GPUs, and where series and other makers' products are named; their series: MI300, RX 7900, RX 7000."""
    held = [text for gpu in catalog.all(Gpu) for text in (gpu.name, gpu.igpu) if text]
    held += texts_of(catalog, Target, Caveat, Comparison, Release)
    found = {name for text in held for name in PRODUCT.findall(text)}
    models = {re.sub(r"(\d)\D.*", r"\1", name) for name in found}
    return found | models | {re.sub(r"(\d)(\d{2,})$", lambda m: m[1] + "0" * len(m[2]), name) for name in models}


def packages(catalog: Catalog) -> set[str]:
    """Packages of distributions and of Python, and words of command lines that install."""
    found: set[str] = set()
    for record in (*catalog.all(Package), *catalog.all(LegacyPackage)):
        found |= {record.id, record.deb, *getattr(record, "replaces", ())}
    found = found.union(*(record.names for record in catalog.all(PythonPackage)))
    installing = (line for line in command_lines(catalog) if " install " in line)
    return found.union(*(LOWER.findall(line) for line in installing)) - set(catalog.by_id(MissingPackage))


def names(catalog: Catalog) -> set[str]:
    """Packages, commands and modules. Names that people look for and that do not exist are none of them."""
    found = packages(catalog)
    found |= {record.id for kind in (Component, HipifyTool, Tool) for record in catalog.all(kind)}
    held = (*command_lines(catalog), *texts_of(catalog, CudaLibrary, Framework, HipifyTool, Tool))
    found = found.union(*(LOWER.findall(text) for text in held))
    for system in catalog.all(System):
        found |= {system.family.lower().replace(" ", ""), *system.family.lower().split()}
    return (found | WORDS) - set(catalog.by_id(MissingPackage))


def images(catalog: Catalog) -> set[str]:
    """Container images with their tag; those of another registry than Docker Hub also with its host."""
    found = {f"{image.name}:{tag}" for image in catalog.all(Image) for tag in (*image.tags, image.example) if tag}
    found |= {f"{item.name}:{tag}" for item in _items(catalog) for tag in item.values}
    found |= {image for framework in catalog.all(Framework) for row in framework.support for image in row.images}
    for image in catalog.all(Image):
        if image.registry in REGISTRIES:
            host = REGISTRIES[image.registry]
            found |= {f"{host}/{name}" for name in found if name.startswith(f"{image.name}:")}
    # The images of a distribution are called after it.
    return found | {system.id.replace("-", ":", 1) for system in catalog.all(System) if system.version}


def image_names(catalog: Catalog) -> set[str]:
    """Container images without a tag."""
    held = catalog.all(Image)
    found = {f"{REGISTRIES[image.registry]}/{image.name}" for image in held if image.registry in REGISTRIES}
    return found | {image.name for image in held} | {item.name for item in _items(catalog)}


def _items(catalog: Catalog) -> list[KubernetesItem]:
    return [item for item in catalog.all(KubernetesItem) if item.kind == "image"]


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


def definitions(catalog: Catalog) -> set[str]:
    """What is defined for CMake and compilers in command lines, and what is said of frameworks and traps."""
    held = (*command_lines(catalog), *texts_of(catalog, Framework, KnownIssue, Pitfall, Symptom, Term))
    return {name for text in held for name in DEFINITION.findall(text)} | variables(catalog)


def amounts(catalog: Catalog) -> set[str]:
    """Amounts of memory, rates, powers and the like: figures of GPUs, and what is said about memory and containers."""
    found = {
        f"{figure} {unit}"
        for gpu in catalog.all(Gpu)
        for name, units in FIGURES.items()
        for unit in units
        if (figure := getattr(gpu, name)) is not None
    }
    found |= {f"{figure} TFLOPS" for gpu in catalog.all(Gpu) for figure in gpu.peak_tflops.values()}
    held = texts_of(catalog, KubernetesItem, Symptom, TuningRule)
    return found | {amount for text in held for amount in AMOUNT.findall(text)}
