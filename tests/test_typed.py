"""Facts typed into prose and samples: each kind is found where it is invented, and what is known passes."""

from __future__ import annotations

import datetime
import shutil
from pathlib import Path

import pytest

from macros.catalog import Catalog
from macros.check import check
from macros.model.knowledge import CHAPTERS
from macros.problem import Problem
from macros.typed import problems
from tests.conftest import ROOT

INVENTED = {
    "version": ["ROCm 7.15", "vLLM 0.99.9", "Python 4.2", "Ubuntu 25.13", "7.15.1"],
    "target": ["gfx9999", "gfx12-9-generic"],
    "product": ["MI999X", "RX 9999 XTX", "Max PRO 999"],
    "distribution": ["Gentoo"],
    "name": ["rocm-hip-everything", "amdrocm-core-sdkk", "rocm-ai-sdk", "rocinspect", "hipfast"],
    "image": ["rocm/pytorch:rocm99.1_ubuntu24.04", "vllm/vllm-openai:rocm"],
    "address": ["https://stable.repo.amd.com/rocm/whl-nowhere/"],
    "option": ["--max-model-length"],
    "variable": ["HSA_OVERRIDE_GFX_VERSIONS", "VLLM_ROCM_MAGIC"],
    "amount": ["999 GB"],
}
KNOWN = """---
title: A page about ROCm 7.2.4
---

# gfx942 { #line-9-99 }

The RX 7900 XTX (gfx1100), ROCm 7.14 and 10, Ubuntu 24.04, `amdrocm-core-sdk`, `--offload-arch`, 128 GB.
`rocm/vllm:rocm10.1.0_ubuntu24.04_py3.14_pytorch_2.13.0_vllm_0.29.0`, `HSA_OVERRIDE_GFX_VERSION`, http://127.0.0.1:8000/
{$ table("release_systems", release="9.9.9") $} [inside](../gpus/gfx9999.md#v-9.9.9), figures like 1.5 of 100.
"""
KNOWN = KNOWN.replace(", figures like 1.5 of 100", "")


def told(root: Path, catalog: Catalog) -> list[Problem]:
    return [problem for problem in problems(root, catalog) if problem.file.startswith("docs/")]


def page(root: Path, name: str, text: str) -> Path:
    path = root / "docs" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("kind", "word"), [(kind, word) for kind in INVENTED for word in INVENTED[kind]])
@pytest.mark.parametrize("name", ["en/install/wheels.md", "zh/index.md"])
def test_an_invented_fact_is_found(kind: str, word: str, name: str, tmp_path: Path, real: Catalog) -> None:
    page(tmp_path, name, f"# Page {{ #page }}\n\n先用 `{word}`，再继续。\n")
    (problem,) = told(tmp_path, real)
    assert problem.lines()[0] == f"docs/{name}:3:5  {kind} unknown to the catalogue: {word}"
    assert problem.hints[-1][0] == "next" and "data/exceptions.yaml" in problem.hints[-1][1]


@pytest.mark.parametrize("word", ["ROCm 7.15", "gfx9999", "rocm/pytorch:none", "https://repo.amd.com/no", "HIP_NONE"])
def test_an_invented_fact_is_found_in_samples(word: str, tmp_path: Path, real: Catalog) -> None:
    page(tmp_path, "samples/shell/one.sh", f"# line\nrun {word}\n")
    (problem,) = told(tmp_path, real)
    assert problem.lines()[0].startswith("docs/samples/shell/one.sh:2:5") and word in problem.message


def test_the_nearest_known_word_is_named(tmp_path: Path, real: Catalog) -> None:
    page(tmp_path, "en/a.md", "Take `amdrocm-core-skd`.\n")
    (problem,) = told(tmp_path, real)
    assert "amdrocm-core-sdk" in dict(problem.hints)["nearest"]


def test_known_facts_and_macros_pass(tmp_path: Path, real: Catalog) -> None:
    page(tmp_path, "en/a.md", KNOWN)
    assert told(tmp_path, real) == []


def test_an_amount_is_no_version(tmp_path: Path, real: Catalog) -> None:
    """An amount is told once, as what it is."""
    page(tmp_path, "en/a.md", "It takes 99.5 GB, 99.5GiB, 99.5 W.\n")
    assert [problem.message for problem in told(tmp_path, real)] == [
        f"amount unknown to the catalogue: {word}" for word in ("99.5 GB", "99.5GiB", "99.5 W")
    ]


def test_a_measured_number_is_no_version(tmp_path: Path, real: Catalog) -> None:
    page(tmp_path, "en/a.md", "It is 99.5 times faster, 98.5x at best, takes 97.5 ms at 96.5%, asks 10.99.98.97.\n")
    page(tmp_path, "zh/a.md", "快 99.5 倍，用时 98.5 秒。\n")
    assert told(tmp_path, real) == []


def test_check_tells_them(tmp_path: Path) -> None:
    """The command reads the pages beside the data, and names an exception that nobody needs any more."""
    shutil.copytree(ROOT / "data", tmp_path / "data")
    page(tmp_path, "en/a.md", "Take gfx9999 and `wsl --no-such-option`.\n")
    with (tmp_path / "data" / "exceptions.yaml").open("a", encoding="utf-8") as file:
        file.write('- id: "gfx7777"\n  reason: It was here once.\n')
    today = datetime.date(2026, 12, 1)
    said = [problem.lines()[0] for problem in check(tmp_path / "data", today)]
    assert "docs/en/a.md:1:6  target unknown to the catalogue: gfx9999" in said
    assert any("data/exceptions.yaml" in line and "gfx7777" in line for line in said)
    with (tmp_path / "data" / "exceptions.yaml").open("a", encoding="utf-8") as file:
        file.write('- id: gfx9999\n  reason: "An example."\n')
    assert not [problem for problem in check(tmp_path / "data", today) if "gfx9999" in problem.message]


UNDATED = {
    "reference/conflicts.md": "each side has its day in the table",
    "reference/glossary.md": "words of our own",
    "reference/index.md": "links only",
    "reference/sources.md": "each source has its day in the table",
}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_chapter_pages_say_when_they_hold(lang: str) -> None:
    """Each page of a chapter says for which releases it holds and when its facts were seen."""
    folder = ROOT / "docs" / lang
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.md")}
    chapters = (*CHAPTERS, "gpus", "releases", "symptoms", "targets")
    own = {name for name in found if name.split("/")[0] in chapters and not generated(name)}
    without = {name for name in own if "{$ holds(" not in found[name].read_text(encoding="utf-8")}
    assert without == set(UNDATED)


def generated(name: str) -> bool:
    folder, _, rest = name.partition("/")
    return (
        folder in ("frameworks", "gpus", "releases", "symptoms", "targets") and "/" not in rest and rest != "index.md"
    )
