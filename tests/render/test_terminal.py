"""The answer in the terminal, as people type the question."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from macros.catalog import Catalog
from macros.query import Unknown
from macros.render.terminal import Question, spoken
from tests.conftest import ROOT


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "macros", "answer", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_command_answers_with_status_note_publisher_source_and_day() -> None:
    done = run("--gpu", "7900 xtx", "--system", "ubuntu-24.04", "--framework", "vllm")
    assert done.returncode == 0, done.stderr
    for part in ("AMD Radeon RX 7900 XTX", "✓ Official", "gfx1100", "AMD support list", "https://", "seen 20", "vLLM"):
        assert part in done.stdout, part


def test_unknown_names_are_said_with_the_nearest() -> None:
    done = run("--gpu", "rx 7900 xtt")
    assert done.returncode == 1 and done.stdout == ""
    assert "'rx 7900 xtt' is not in gpus; nearest: radeon-rx-7900-xt" in done.stderr
    assert "Traceback" not in done.stderr


def test_wrong_use_exits_with_two() -> None:
    assert run().returncode == 2
    assert run("--gpu", "mi300x", "--lang", "fr").returncode == 2


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_json_has_the_same_answer(real: Catalog, lang: str) -> None:
    asked = Question.of(real, "mi300x", "Ubuntu 24.04", release="10.0.0")
    answer = json.loads(spoken(real, asked, lang, "json"))
    assert answer["question"]["gpu"] == "instinct-mi300x" and answer["question"]["system"] == "ubuntu-24.04"
    rows = {row["key"]: row["cells"]["value"] for row in answer["tables"][0]["rows"]}
    assert rows["support"]["status"] == "official"
    assert rows["support"]["said"][0]["source"] == "hw-os-10.0" and rows["support"]["said"][0]["grade"] == "confirmed"
    assert rows["on_system"]["status"] == "official"


def test_wsl2_and_windows_are_systems_of_their_own(real: Catalog) -> None:
    assert Question.of(real, "7900 xtx", "windows-11").platform == "windows"
    assert Question.of(real, "7900 xtx", "ubuntu-24.04", wsl=True).platform == "wsl2"
    with pytest.raises(Unknown):
        Question.of(real, "7900 xtx", "windows 95")


def test_a_card_no_list_names_gets_the_nearest_thing_that_works(real: Catalog) -> None:
    answer = json.loads(spoken(real, Question.of(real, "6700 xt"), "en", "json"))
    rows = {row["key"]: row["cells"]["value"] for row in answer["tables"][0]["rows"]}
    assert rows["support"]["status"] == "not-listed"
    assert rows["build"]["status"] == "built-and-tested"
    assert "TheRock" in rows["advice"]["text"]
