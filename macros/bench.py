"""Measures the guide's own speed: the figures of docs/en/contributing/performance.md.

Every figure is the median of several runs of the real command in its own process, start-up included; the machine
is named with it. Ratios inside one run mean something, seconds across machines do not.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Figure:
    """One measurement: median seconds of ``runs`` runs, and the limit it should stay under, when there is one."""

    name: str
    seconds: float
    runs: int
    spread: tuple[float, float]
    limit: float | None = None


def bench(root: Path, runs: int = 3) -> int:
    """Measure, print a table, write build/bench.json. Returns 1 when a measured command fails."""
    figures: list[Figure] = []

    def measure(name: str, command: list[str], times: int, limit: float | None = None) -> Figure:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        taken = [_seconds(command, root) for _ in range(times)]
        figure = Figure(name, statistics.median(taken), times, (min(taken), max(taken)), limit)
        figures.append(figure)
        return figure

    python = [sys.executable, "-m", "macros"]
    measure("check, the real data", [*python, "check"], runs, limit=2.0)
    with tempfile.TemporaryDirectory() as temporary:
        sized = {}
        for count in (5_000, 50_000):
            folder = Path(temporary, str(count), "data")
            generate(folder, count)
            sized[count] = measure(f"check, {count:,} records", [*python, "check", "--data", str(folder)], runs)
    ratio = sized[50_000].seconds / sized[5_000].seconds
    measure("answer, one GPU", [*python, "answer", "--gpu", "7900 xtx", "--system", "ubuntu-24.04"], runs)
    measure("site, both languages", [*python, "site", "--quiet"], runs)
    for figure in figures:
        limit = f"  (limit {figure.limit:g} s)" if figure.limit else ""
        low, high = figure.spread
        print(f"{figure.name:28} {figure.seconds:8.2f} s  {low:.2f} to {high:.2f}, {figure.runs} runs{limit}")
    print(f"{'50,000 against 5,000 records':28} {ratio:8.1f} x  (limit 12 x)")
    out = root / "build" / "bench.json"
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(_report(figures, ratio), indent=2) + "\n", encoding="utf-8")
    return 0


def _report(figures: list[Figure], ratio: float) -> dict[str, object]:
    return {
        "machine": machine(),
        "figures": [
            {
                "name": figure.name,
                "median_seconds": round(figure.seconds, 3),
                "min_seconds": round(figure.spread[0], 3),
                "max_seconds": round(figure.spread[1], 3),
                "runs": figure.runs,
                "limit_seconds": figure.limit,
            }
            for figure in figures
        ],
        "ratio_50000_to_5000": round(ratio, 2),
    }


def machine() -> dict[str, object]:
    """What it ran on: processor, cores, system, Python."""
    processor = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        processor = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), processor)
    except OSError:
        pass  # not Linux
    return {
        "processor": processor,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
    }


def _seconds(command: list[str], root: Path) -> float:
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    taken = time.perf_counter() - begun
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return taken


def generate(folder: Path, count: int) -> None:
    """A data folder without faults that holds ``count`` GPU records of 11 fields, and the few records they need."""
    folder.mkdir(parents=True)
    (folder / "gpus").mkdir()
    (folder / "sources.yaml").write_text(
        "- id: spec\n  title: Specifications\n  url: https://example.org/\n  class: official\n  publisher: AMD\n"
        f'  seen: "{time.strftime("%Y-%m-%d")}"\n',
        encoding="utf-8",
    )
    (folder / "architectures.yaml").write_text(
        "- id: rdna9\n  name: RDNA 9\n  wave_sizes: [32, 64]\n  fp8: ocp\n  source: spec\n  grade: confirmed\n",
        encoding="utf-8",
    )
    (folder / "targets.yaml").write_text(
        "- id: gfx9999\n  architecture: rdna9\n  source: spec\n  grade: confirmed\n", encoding="utf-8"
    )
    families = ("instinct", "radeon", "radeon-pro", "ryzen")
    for index, family in enumerate(families):
        own = range(index, count, len(families))
        text = "\n".join(
            f"- id: card-{number:06}\n  name: Card {number:06}\n  target: gfx9999\n  form_factor: PCIe card\n"
            f'  released: "2026"\n  memory_gib: {8 + number % 64}\n  memory_type: GDDR7\n'
            f"  compute_units: {number % 128}\n"
            f"  board_power_w: {100 + number % 400}\n  source: spec\n  grade: confirmed\n"
            for number in own
        )
        (folder / "gpus" / f"{family}.yaml").write_text(text, encoding="utf-8")
