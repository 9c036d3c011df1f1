"""Questions about memory sizes: what the limits of shared memory are in pages, and what the weights of a model take.

Everything here is arithmetic; the published settings and measurements are records of their own.
"""

from __future__ import annotations

from ...catalog import Catalog
from ...catalog.model.hardware import Gpu
from ..base import Answer, Value, question

PAGES_IN_A_GIB = 2**30 // 4096
"""``ttm.pages_limit`` counts pages of 4 KiB."""

LIMITS_GIB = (8, 16, 32, 48, 64, 80, 96, 112, 120, 124, 160)

PARAMETERS_BILLION = (3, 8, 14, 27, 32, 70, 120)

WEIGHT_BITS = (16, 8, 4)


@question("limit_gib", "pages", "parameters", "default_of_gib")
def shared_memory_limits(catalog: Catalog) -> list[Answer]:
    """Limits of the memory that an APU may map, in pages; and the installed memory that has each as its default."""
    return [
        Answer(
            f"{gib}-gib",
            {
                "limit_gib": Value(data=gib, unit="GiB"),
                "pages": Value(data=gib * PAGES_IN_A_GIB),
                "parameters": Value(data=f"ttm.pages_limit={gib * PAGES_IN_A_GIB}", code=True),
                "default_of_gib": Value(data=2 * gib, unit="GiB"),
            },
        )
        for gib in LIMITS_GIB
    ]


@question("parameters_billion", *(f"bits_{bits}" for bits in WEIGHT_BITS))
def weight_sizes(catalog: Catalog) -> list[Answer]:
    """Memory that the weights of a model take, in GiB: parameters times bits by eight, and nothing else."""
    return [
        Answer(
            f"{billion}-billion",
            {
                "parameters_billion": Value(data=billion),
                **{
                    f"bits_{bits}": Value(data=round(billion * 1e9 * bits / 8 / 2**30, 1), unit="GiB")
                    for bits in WEIGHT_BITS
                },
            },
        )
        for billion in PARAMETERS_BILLION
    ]


def memories(catalog: Catalog) -> list[tuple[Gpu, float, float]]:
    """(GPU, memory in GiB, bandwidth in GB/s) of every card whose two figures are known, by family and name."""
    return [
        (gpu, float(gpu.memory_gib), float(gpu.memory_bandwidth_gbs))
        for gpu in catalog.all(Gpu)
        if gpu.memory_gib and gpu.memory_bandwidth_gbs and gpu.family != "ryzen"
    ]
