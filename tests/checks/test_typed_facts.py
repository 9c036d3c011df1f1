"""Facts typed into prose and samples: each kind is found where it is invented, and what is known passes."""

from __future__ import annotations

import datetime
import shlex
import shutil
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from macros.__main__ import main
from macros.catalog import Catalog, Problem
from macros.catalog.model.knowledge import CHAPTERS
from macros.checks import typed_facts
from macros.checks.check import check
from macros.checks.page_texts import PAGES
from macros.checks.typed_facts import problems
from tests.conftest import ROOT

SENTENCES = yaml.safe_load((ROOT / "tests" / "checks" / "typed_facts.yaml").read_text("utf-8"))
INVENTED = {
    "version": [
        *("ROCm 7.15", "vLLM 0.99.9", "Python 4.2", "Ubuntu 25.13", "7.15.1", "ROCm 99", "RHEL 9.99", "SLES 15 SP9"),
        *("ROCm v7.99", "ROCm-7.99", "ROCm7.99", "rocm 7.99", "ROCm version 7.99", "ROCm 7.99.x", "7.99.x", "v7.99"),
        *("PyTorch v9.9", "torch-9.9.9", "torch==9.9.9", "torch>=9.9", "torchvision==9.9.9", "rocBLAS 99.1", "7.99rc1"),
        *("Linux 9.9", "kernel 9.9", "内核 9.9", "amdgpu 99.10", "Fedora 99", "AlmaLinux 9.9", "openSUSE Leap 15.9"),
        *("７.９９", "ROCm ７．９９", "ＲＯＣｍ 7.99", "ROCm\u00a07.99", "ROCm™ 7.99", "7.99.0a20261101", "2.9.1+zq"),
        *("torch[device-all]==9.9.9", "HSA_OVERRIDE_GFX_VERSION=99.0.0"),
    ],
    "target": ["gfx9999", "gfx12-9-generic", "GFX9999", "gfx99x", "gfx\u200b9999", "ｇｆｘ9999"],
    "product": [
        *("MI999X", "RX 9999 XTX", "Max PRO 999", "MI999", "MI-999", "MI 999", "mi999x", "MI\u2011999", "RX7999XTX"),
        *("RX-7999 XTX", "rx 7999 xtx", "RTX 9999", "Radeon 9999M", "HX 999", "PRO W9999", "W9999"),
    ],
    "name": ["rocm-hip-everything", "amdrocm-core-sdkk", "rocm-ai-sdk", "rocinspect", "hipfast"],
    "image": [
        *("rocm/pytorch:rocm99.1_ubuntu24.04", "vllm/vllm-openai:rocm", "rocm/none", "docker.io/rocm/none"),
        *("docker.io/rocm/none:1", "ghcr.io/rocm/pytorch:latest", "registry.example.com:5000/rocm/none:1"),
    ],
    "address": [
        *("https://stable.repo.amd.com/rocm/whl-nowhere/", "repo.amd.com/rocm/nowhere", "new.repo.amd.com/rocm"),
        *("http://repo.amd.com/no?a=b", "github.com/ROCm/nowhere"),
    ],
    "option": ["--max-model-length"],
    "variable": ["HSA_OVERRIDE_GFX_VERSIONS", "VLLM_ROCM_MAGIC"],
    "definition": ["-DGPU_NOPE", "-DROCM_NOPE", "-DCMAKE_HIP_NOPE"],
    "amount": [
        *("999 GB", "999-GB", "9,999 GB", "99.9 TB/s", "9999 W", "9999 MHz", "9.99 GHz", "99.9㎓", "999 TFLOPS"),
        *("999 TFLOPs", "9.9 PFLOPS", "999 CUs", "999 compute units", "999 个计算单元", "999 个 CU"),
    ],
}
KNOWN = """---
title: A page about ROCm 7.2.4
---

# gfx942 { #line-9-99 }

The RX 7900 XTX (gfx1100), ROCm 7.14 and 10, Ubuntu 24.04, `amdrocm-core-sdk`, `--offload-arch`, 128 GB.
`rocm/vllm:rocm10.1.0_ubuntu24.04_py3.14_pytorch_2.13.0_vllm_0.29.0`, `HSA_OVERRIDE_GFX_VERSION`, http://127.0.0.1:8000/
{$ table("release_systems", release="9.9.9") $} [inside](../gpus/gfx9999.md#v-9.9.9), <!-- gfx9999
and ROCm 9.9 --> {@ if gfx9999 @} {// gfx9999 //}
"""
PASSES = [
    *(
        "section 3.2",
        "Chapter 3.2",
        "Table 7.3",
        "第 3.2 节",
        "第3.2节",
        "表 7.3",
        "图 3.2",
        "2026.11.30",
        "10.99.98.97",
    ),
    *(
        "10.99.98.97",
        "99.5 times",
        "98.5x",
        "97.5 ms",
        "96.5%",
        "96.5％",
        "99.5 倍",
        "98.5 秒",
        "99.5 tokens/s",
        "PyTorch 1.5x",
    ),
    *("glibc 2.35", "7.14/7.2", "Ubuntu 22.04/24.04", "torch[device-gfx942]==2.13.0", "torch-2.9.1+rocm7.2.4"),
    *("Linux 6.8", "kernel 6.8", "内核 6.14", "Linux 内核 6.14", "kernel 2", "windows 64 wide", "Python 64-bit"),
    *("Fedora packages its own ROCm", "Arch", "Gentoo", "openSUSE", "Fedora 43", "Windows 11 24H2", "RHEL 9.x"),
    *("ROCm v7.2", "ROCm-7.2.4", "rocm7.2", "ROCm 7.2.x", "7.2.x", "ROCm version 7.2", "pytorch 2.13", "PyTorch\n2.13"),
    *("torch==2.13.0", "torch-2.13.0", "torchvision 0.28", "python3.12", "PCIe 5.0 x16", "ROCm\n1. First"),
    *("HSA_OVERRIDE_GFX_VERSION=11.0.0", "HSA_OVERRIDE_GFX_VERSION=9.0.10", "gfx9", "GFX9", "gfx94X", "gfx11xx"),
    *("gfx90a:xnack+", "MI300 series", "MI200 系列", "MI300-series", "RX 7000 series", "RX 7900", "W7900", "RX7900XTX"),
    *("RX-7900-XTX", "rx 7900 xtx", "PRO W7900", "Max 300 series", "Radeon 780M", "hipified", "hipify", "hipifying"),
    *("rocky", "rockylinux", "git clone --depth 1", "`tar --extract`", "pip install --no-deps", "apt install --yes"),
    *(
        "docker run \\\n  --pull always",
        "cmake --build build --parallel 4",
        "wsl --update",
        "-DCMAKE_BUILD_TYPE=Release",
    ),
    *("-DGPU_TARGETS=gfx942", "-D GPU_TARGETS=gfx942", "rocm/pytorch", "docker.io/rocm/pytorch", "and/or"),
    *("ghcr.io/ggml-org/llama.cpp", "ghcr.io/ggml-org/llama.cpp:server-rocm"),
    *("docker.io/rocm/k8s-device-plugin:latest", "repo.amd.com/rocm", "amd.com/gpu", "/opt/rocm/bin"),
    *("5.3 TB/s", "5300 GB/s", "192-GB", "2400 MHz", "2.4 GHz", "163.4 TFLOPS", "304 CUs", "304 个计算单元"),
]


@pytest.fixture(scope="module")
def looked_for(real: Catalog) -> tuple[typed_facts.Kind, ...]:
    return typed_facts.kinds(real)


def found_in(text: str, looked_for: tuple[typed_facts.Kind, ...]) -> list[tuple[int, str, str]]:
    return [(at, kind.name, word) for at, kind, word in typed_facts.unknown(text, PAGES, looked_for)]


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
    assert problem.hints[-1][0] == "next" and "macros new prose_exceptions" in problem.hints[-1][1]


@pytest.mark.parametrize("sentence", SENTENCES["passes"])
def test_a_good_sentence_passes(sentence: str, looked_for: tuple[typed_facts.Kind, ...]) -> None:
    assert found_in(sentence, looked_for) == []


@pytest.mark.parametrize(("sentence", "words"), SENTENCES["told"].items())
def test_a_bad_sentence_is_told(sentence: str, words: list[str], looked_for: tuple[typed_facts.Kind, ...]) -> None:
    assert [" ".join(word.split()) for _, _, word in sorted(found_in(sentence, looked_for))] == words


@pytest.mark.parametrize("word", ["ROCm **9.99**", "RX `9999`", "--max-model-length", "-DROCM_NOPE", "777 GB", "7.99"])
def test_the_command_of_the_hint_makes_the_exception(word: str, tmp_path: Path, real: Catalog) -> None:
    """It stands there as a shell takes it; the word it writes is the one that is looked for."""
    page(tmp_path, "en/a.md", f"Take {word} or not.\n")
    (problem,) = told(tmp_path, real)
    (tmp_path / "data").mkdir()
    command = shlex.split(dict(problem.hints)["next"].split("; or give the reason: python -m macros ")[1])
    assert main([command[0], f"--data={tmp_path / 'data'}", *command[1:]]) == 0
    (record,) = yaml.safe_load((tmp_path / "data" / "exceptions.yaml").read_text("utf-8"))
    assert problem.message.endswith(f" unknown to the catalogue: {record['id']}")


def test_no_macro_is_named_where_none_works(tmp_path: Path, real: Catalog) -> None:
    page(tmp_path, "samples/shell/one.sh", "run gfx9999\n")
    (problem,) = told(tmp_path, real)
    assert "table(" not in dict(problem.hints)["next"]


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


@pytest.mark.parametrize("words", PASSES)
def test_what_is_known_or_no_fact_passes(words: str, looked_for: tuple[typed_facts.Kind, ...]) -> None:
    assert found_in(f"Take {words} and go on.\n", looked_for) == []
    assert found_in(f"先看{words}，再继续。\n", looked_for) == []


def test_an_amount_is_no_version(tmp_path: Path, real: Catalog) -> None:
    """An amount is told once, as what it is."""
    page(tmp_path, "en/a.md", "It takes 99.5 GB, 99.5GiB, 99.5 W.\n")
    assert [problem.message for problem in told(tmp_path, real)] == [
        f"amount unknown to the catalogue: {word}" for word in ("99.5 GB", "99.5GiB", "99.5 W")
    ]


@pytest.mark.parametrize("opened", ["{$", "{@", "{//", "<!--", "]("])
def test_what_is_never_closed_hides_nothing(opened: str, looked_for: tuple[typed_facts.Kind, ...]) -> None:
    text = f"See {opened} table(gfx9999\n\nand {{$ gfx8888 $}} <!-- gfx8888 --> and {{@ gfx8888 @}}, ROCm 9.99.\n"
    assert [word for _, _, word in sorted(found_in(text, looked_for))] == ["gfx9999", "ROCm 9.99"]


def test_places_are_those_of_the_text_as_typed(tmp_path: Path, real: Catalog) -> None:
    """Signs that are wider or narrower in the plain form of a text move nothing."""
    page(tmp_path, "zh/a.md", "㎓\u200b™ ½：gfx9999，\r\n㎓ ㎓ ＲＯＣｍ ９９.9 和 MI999X\r\n")
    assert [(fault.line, fault.column, fault.message.split(": ")[1]) for fault in sorted(told(tmp_path, real))] == [
        (1, 7, "gfx9999"),
        (2, 5, "ＲＯＣｍ ９９.9"),
        (2, 17, "MI999X"),
    ]


LETTERS = st.text("abcdefgh", min_size=2, max_size=6).map(lambda text: f"zq{text}")
WORDS = {
    "version": st.builds(
        lambda name, joint, major, minor: f"{name}{joint if name else ''}{major}.{minor}",
        st.sampled_from(["ROCm", "PyTorch", "torch", "Ubuntu", "kernel", "vLLM", ""]),
        st.sampled_from([" ", " v", "-", "=="]),
        st.integers(90, 99),
        st.integers(0, 999),
    ),
    "target": st.builds(lambda gfx, digits: f"{gfx}9{digits}", st.sampled_from(["gfx", "GFX"]), st.integers(100, 999)),
    "product": st.builds(
        lambda maker, number, end: f"{maker}{number}{end}",
        st.sampled_from(["MI", "MI-", "MI ", "RX ", "RX-", "RX", "RTX ", "Max+ "]),
        st.integers(980, 999),
        st.sampled_from(["", "X"]),
    ).filter(lambda word: not word.startswith("Max") or word.endswith("9")),
    "name": LETTERS.map(lambda word: f"amdrocm-{word}"),
    "image": st.builds(
        lambda host, name, tag: f"{host}rocm/{name}{tag}",
        st.sampled_from(["", "docker.io/", "ghcr.io/"]),
        LETTERS,
        st.sampled_from(["", ":latest", ":v1.2"]),
    ),
    "address": st.builds(
        lambda host, name: f"{host}/{name}", st.sampled_from(["https://a.org", "repo.amd.com", "github.com"]), LETTERS
    ),
    "option": LETTERS.map(lambda word: f"--{word}-more"),
    "variable": LETTERS.map(lambda word: f"HSA_{word.upper()}"),
    "definition": LETTERS.map(lambda word: f"-D{word.upper()}_X"),
    "amount": st.builds(
        lambda number, unit: f"{number}.5{unit}",
        st.integers(9000, 9999),
        st.sampled_from(["GB", " GB", " TB/s", " W", " GHz", " MHz", " TFLOPs", " CUs", " compute units"]),
    ),
}
PROSE = {
    " ": ["Take", "the", "card", "with", "care,", "before", "it.", "And", "{$ name() $}", "`code`", "go\nto", "x86"],
    "": ["先用", "显卡", "，", "再", "继续。", "（", "）", "看", "{$ name() $}", "的\n", "、", " ", "：", "文件"],
}
FULL = {ord(sign): ord(sign) + 0xFEE0 for sign in "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_an_unknown_word_is_told_once_where_it_stands(
    looked_for: tuple[typed_facts.Kind, ...], data: st.DataObject
) -> None:
    """Whatever stands around it, however it is marked, and in full-width signs too."""
    kind = data.draw(st.sampled_from(sorted(WORDS)))
    word = data.draw(WORDS[kind])
    if data.draw(st.booleans()):
        word = word.translate(FULL)
    blank = data.draw(st.sampled_from(sorted(PROSE)))
    before, after = (data.draw(st.lists(st.sampled_from(PROSE[blank]), max_size=6)) for _ in range(2))
    opened, closed = data.draw(st.sampled_from(["", "``", "**", "()", "“”", "（）", '""']).map(halves))
    end = data.draw(st.sampled_from(["", ".", ",", "，", "。", ";", "：", "!", "\n"]))
    start = blank.join([*before, opened]) if before else opened
    text = f"{start}{word}{closed}{end}{' ' if end and blank else blank}{blank.join(after)}"
    assert found_in(text, looked_for) == [(len(start), kind, word)]


def halves(marks: str) -> tuple[str, str]:
    return marks[: len(marks) // 2], marks[len(marks) // 2 :]


HOSTILE = [
    *("{$", "{$ a", "{@", "{//", "<!--", "](", "{#", "gfx1-", "gfx1-1-", "amd-a-", "-a", "1.1.", "7.1+a.", "a/", "a."),
    *("https://-", "https://a", "HIP_A", "_A", "git --a ", "rocm version ", "repo.amd.com.", "１", "\u200b", "1,111"),
    *(
        "999,",
        "1.1, ",
        "ROCm 1.1, ",
        "from 1.1 to ",
        "A 1.1 and ",
        "`",
        "1`",
        "docker rocm-smi ",
        "从 1.1 降",
        "ROCm\n",
    ),
    *("1 GB of ", "1 GB free ", "a-rocm-", "install a-rocm-", "MI`", "ROCm** "),
]


@pytest.mark.parametrize("part", HOSTILE)
def test_time_grows_with_the_length_of_a_line_only(part: str, looked_for: tuple[typed_facts.Kind, ...]) -> None:
    """Eight times the length takes about eight times as long; 64 times would be the square."""
    short, long = (min(seconds(f"amd{part * (size // len(part))}!", looked_for) for _ in range(2)) for size in SIZES)
    assert long < 24 * short, f"{short:.3f} s, then {long:.3f} s"


SIZES = (10_000, 80_000)


def seconds(text: str, looked_for: tuple[typed_facts.Kind, ...]) -> float:
    begun = time.process_time()
    found_in(text, looked_for)
    return time.process_time() - begun


def test_many_faults_are_all_told_and_few_get_a_hint(
    tmp_path: Path, real: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seeking the nearest known word is what takes long: once for a word, and for so many words only."""
    sought: list[str] = []
    monkeypatch.setattr(typed_facts, "near_hint", lambda word, known: sought.append(word) or ())
    page(tmp_path, "en/a.md", "Take gfx9999 or gfx9999.\n" * 3 + "".join(f"Take gfx9{n}.\n" for n in range(1000, 3000)))
    assert len(told(tmp_path, real)) == 2006
    assert len(sought) == typed_facts.HINTED and sought.count("gfx9999") == 1


def test_a_fact_on_two_lines_is_told_in_one(tmp_path: Path, real: Catalog) -> None:
    page(tmp_path, "en/a.md", "It came with ROCm\n9.99.\n")
    (problem,) = told(tmp_path, real)
    assert problem.lines()[0] == "docs/en/a.md:1:14  version unknown to the catalogue: ROCm 9.99"


def test_a_page_that_is_not_utf8_is_told(tmp_path: Path, real: Catalog) -> None:
    path = page(tmp_path, "zh/a.md", "")
    path.write_bytes("# 页面\n先用".encode() + "显卡".encode("gbk"))
    page(tmp_path, "en/contributing/a.md", "").write_bytes(b"\xff\xfe")
    page(tmp_path, "samples/shell/a.sh", "").write_bytes(b"# \xe4\n")
    other, sample, chinese = sorted(told(tmp_path, real))
    assert chinese.lines() == [
        "docs/zh/a.md:2:3  is not UTF-8",
        "    found: the bytes 0xCF 0xD4",
        "    expected: text in UTF-8",
        "    next: save the file as UTF-8",
    ]
    assert other.lines()[0] == "docs/en/contributing/a.md:1:1  is not UTF-8"
    assert sample.lines()[0] == "docs/samples/shell/a.sh:1:3  is not UTF-8"


@pytest.mark.parametrize("name", ["en/a.md", "zh/gpus/a.md", "samples/shell/a.sh", "theme/picture.svg", "en/folder"])
def test_a_link_that_leads_nowhere_is_told(name: str, tmp_path: Path, real: Catalog) -> None:
    path = page(tmp_path, name, "")
    path.unlink()
    path.symlink_to("nowhere.md")
    (problem,) = told(tmp_path, real)
    assert problem.lines()[:2] == [f"docs/{name}  cannot be read", "    found: a link to nowhere.md"]
    assert problem.hints[-1] == ("next", "mend it or delete it")


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
