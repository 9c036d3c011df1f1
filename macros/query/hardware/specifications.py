"""Questions about what a GPU is made of."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalog import Catalog
from ...catalog.model.hardware import Gpu, Target
from ..base import NOT_APPLICABLE, UNKNOWN, Answer, Value, each, question, said, value
from ..values import gpu_value, note
from .cards import FAMILIES, architecture_of, by_family, fp8_value, target_value

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
