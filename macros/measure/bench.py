"""Measures the guide's own speed: the figures of docs/en/contributing/performance.md.

Figures of commands are medians of several runs in a process of their own, start-up included; the machine is named.
Ratios inside one run mean something, seconds across machines do not.
"""

from __future__ import annotations

import gzip
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

from .refresh import seconds_to_refresh
from .variants import FORMS


@dataclass(frozen=True)
class Figure:
    """One measurement: median seconds of ``runs`` runs, and the limit it should stay under, when there is one."""

    name: str
    seconds: float
    runs: int
    spread: tuple[float, float]
    limit: float | None = None


@dataclass(frozen=True)
class Ratio:
    """One measurement against another of the same run, and the limit it should stay under."""

    name: str
    times: float
    limit: float


def bench(root: Path, runs: int = 3) -> int:
    """Measure, print a table, write build/bench.json. Returns 1 when a measured command fails."""
    try:
        figures, ratios = _commands(root, runs)
        for more in (_forms(root), (_refreshed(root, runs), [])):
            figures += more[0]
            ratios += more[1]
        pages = heaviest(root / "site")
    except RuntimeError as reason:
        print(reason, file=sys.stderr)
        return 1
    for figure in figures:
        limit = f"  (limit {figure.limit:g} s)" if figure.limit else ""
        low, high = figure.spread
        print(f"{figure.name:44} {figure.seconds:8.2f} s  {low:.2f} to {high:.2f}, {figure.runs} runs{limit}")
    for ratio in ratios:
        print(f"{ratio.name:44} {ratio.times:8.2f} x  (limit {ratio.limit:g} x)")
    for page, size in pages.items():
        print(f"{page:44} {size / 1000:8.1f} KB compressed")
    out = root / "build" / "bench.json"
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(_report(figures, ratios, pages), indent=2) + "\n", encoding="utf-8")
    return 0


def _commands(root: Path, runs: int) -> tuple[list[Figure], list[Ratio]]:
    """The commands that people wait for."""
    python = [sys.executable, "-m", "macros"]

    def measured(name: str, command: list[str], limit: float | None = None) -> Figure:
        _say(name)
        return _figure(name, [_seconds(command, root) for _ in range(runs)], limit)

    figures = [measured("check, the real data", [*python, "check"], limit=2.0)]
    with tempfile.TemporaryDirectory() as temporary:
        for count in (5_000, 50_000):
            folder = Path(temporary, str(count), "data")
            generate(folder, count)
            figures.append(measured(f"check, {count:,} records", [*python, "check", "--data", str(folder)]))
    ratio = Ratio("check: 50,000 against 5,000 records", figures[-1].seconds / figures[-2].seconds, 12)
    figures.append(
        measured("answer, one GPU", [*python, "answer", "--gpu", "7900 xtx", "--system", "ubuntu-24.04"]),
    )
    figures.append(measured("site, both languages", [*python, "site", "--quiet"]))
    return figures, [ratio]


def _forms(root: Path) -> tuple[list[Figure], list[Ratio]]:
    """What the tables cost: the English pages as they are, with finished tables in them, without, and ten times."""
    taken: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as work:
        for form in FORMS:
            _say(f"English pages, {form}")
            taken[form] = json.loads(
                _output([sys.executable, "-m", "macros.measure.variants", form, str(root), work], root)
            )
    figures = [_figure(f"English pages, {form}: {one['pages']} pages", [one["seconds"]]) for form, one in taken.items()]
    seconds = {form: one["seconds"] for form, one in taken.items()}
    return figures, [
        Ratio("pages: whole against tables pasted in", seconds["whole"] / seconds["pasted"], 1),
        Ratio("pages: whole against without tables", seconds["whole"] / seconds["bare"], 2),
        Ratio("pages: ten times against once", seconds["tenfold"] / seconds["whole"], 12),
    ]


def _refreshed(root: Path, runs: int) -> list[Figure]:
    """How soon the preview shows what was saved, with every page of both languages reachable."""
    _say("save to refresh")
    limits = {"prose": 1.5, "one record": 4.0, "macro code": 20.0}
    return [
        _figure(f"save to refresh: {name}", [seconds], limits.get(name))
        for name, seconds in seconds_to_refresh(root, runs).items()
    ]


def heaviest(site: Path, count: int = 5) -> dict[str, int]:
    """The pages with the most bytes as sent, compressed, largest first."""
    pages = ((str(page.parent.relative_to(site)), page) for page in site.rglob("index.html"))
    sizes = {name: len(gzip.compress(page.read_bytes(), mtime=0)) for name, page in pages}
    return dict(sorted(sizes.items(), key=lambda pair: -pair[1])[:count])


def _say(name: str) -> None:
    print(f"measuring {name} ...", file=sys.stderr, flush=True)


def _figure(name: str, taken: list[float], limit: float | None = None) -> Figure:
    return Figure(name, statistics.median(taken), len(taken), (min(taken), max(taken)), limit)


def _report(figures: list[Figure], ratios: list[Ratio], pages: dict[str, int]) -> dict[str, object]:
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
        "ratios": [{"name": ratio.name, "times": round(ratio.times, 2), "limit": ratio.limit} for ratio in ratios],
        "heaviest_pages_bytes": pages,
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
    _output(command, root)
    return time.perf_counter() - begun


def _output(command: list[str], root: Path) -> str:
    """What the command prints. RuntimeError with all it said when it fails."""
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


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
