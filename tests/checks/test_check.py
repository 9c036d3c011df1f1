"""What check says to people: every mistake of the golden cases, and files that no editor would write."""

from __future__ import annotations

import datetime
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from macros.catalog import as_json, as_text
from macros.checks.check import check
from macros.checks.rules import RULES
from tests.conftest import ROOT, TINY

DAY = datetime.date(2026, 2, 1)
CASES = Path(__file__).parent / "golden" / "cases.yaml"


def cases() -> list[dict]:
    return yaml.load(CASES.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)


def said_of(world: Path, case: dict) -> str:
    for name, text in case["files"].items():
        path = world / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return as_text(check(world, DAY)) + "\n"


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_says(world: Path, case: dict) -> None:
    says = said_of(world, case)
    assert says == case.get("says"), "pytest tests/checks --regenerate writes the golden anew"
    assert "Traceback" not in says


@pytest.fixture(scope="session", autouse=True)
def _write_goldens(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> None:
    """With --regenerate: put what check says now under each case, keeping the inputs and comments."""
    if not request.config.getoption("--regenerate"):
        return
    import shutil

    lines = CASES.read_text(encoding="utf-8").split("\n- name: ")
    out = [lines[0]]
    for chunk, case in zip(lines[1:], cases(), strict=True):
        world = Path(shutil.copytree(TINY, tmp_path_factory.mktemp("world") / "data"))
        says = said_of(world, case)
        inputs = chunk.split("\n  says: |\n")[0].rstrip("\n")
        case["says"] = says
        out.append(inputs + "\n  says: |\n" + "".join(f"    {line}\n" for line in says.splitlines()).rstrip("\n"))
    CASES.write_text("\n- name: ".join(out) + "\n", encoding="utf-8")


def test_the_tiny_world_is_clean() -> None:
    assert check(TINY, DAY) == []


def test_the_real_data_is_clean() -> None:
    edition = (ROOT / "data" / "edition.yaml").read_text(encoding="utf-8")
    day = datetime.date.fromisoformat(edition.split('date: "')[1][:10])
    assert as_text(check(ROOT / "data", day)) == ""


def test_every_rule_says_its_rule() -> None:
    for rule in RULES:
        assert rule.__doc__ and rule.__doc__.endswith("."), rule.__name__


# --- files that are hardly files ---


def run(*arguments: str, **more) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "macros", *arguments], cwd=ROOT, capture_output=True, text=True, check=False, **more
    )


def test_missing_folder(tmp_path: Path) -> None:
    done = run("check", "--data", str(tmp_path / "nowhere"))
    assert done.returncode == 1
    assert "there is no such folder" in done.stdout and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "- id: ubuntu-24.04\n  family: 统一内存\n".encode("gbk"),
            "systems.yaml:2:15  not UTF-8: byte 0xc4 at offset 33",
        ),
        ("- id: ubuntu-24.04\n  family: Größe\n".encode("latin-1"), "systems.yaml:2:13  not UTF-8: byte 0xf6"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "systems.yaml:3:1  not a text file: it holds a zero byte"),
        (b"a: b\n\0\0", "systems.yaml:2:1  not a text file"),
    ],
    ids=["gbk", "latin-1", "png", "zero bytes"],
)
def test_other_encodings(world: Path, content: bytes, message: str) -> None:
    (world / "systems.yaml").write_bytes(content)
    says = as_text(check(world, DAY))
    assert message in says
    assert says.count("\ndata/") == 0, "the other files have no fault"


@pytest.mark.parametrize(
    ("id_", "memory", "message"),
    [
        ("a", "9" * 5000, "data/gpus/ryzen.yaml:3:15  memory_gib  the number has 5000 digits"),
        ("a" + "9" * 5000, "1", "data/gpus/ryzen.yaml:1:3  "),
        ("²", "1", "data/gpus/ryzen.yaml:1:7  id  ² is not an id"),
    ],
    ids=["number", "id", "id of a sign that only looks like a digit"],
)
def test_more_digits_than_a_number_has(world: Path, id_: str, memory: str, message: str) -> None:
    record = f"- id: {id_}\n  name: A\n  memory_gib: {memory}\n"
    (world / "gpus" / "ryzen.yaml").write_text(record, "utf-8")
    (world / "labels.yaml").write_text(f"- id: {id_}\n  en: A\n  zh: A\n- id: a1\n  en: A\n  zh: A\n", "utf-8")
    assert message in as_text(check(world, DAY))


def test_byte_order_mark_and_windows_line_ends_change_nothing(world: Path) -> None:
    for path in world.rglob("*.yaml"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n").rstrip(b"\r\n"))
    assert check(world, DAY) == []


def test_symbolic_link_that_leads_to_itself(world: Path) -> None:
    os.symlink("loop.yaml", world / "gpus" / "loop.yaml")
    os.symlink(world, world / "gpus" / "circle")
    says = as_text(check(world, DAY))
    assert "data/gpus/loop.yaml  cannot be read: Too many levels of symbolic links" in says


def test_file_without_permission(world: Path) -> None:
    path = world / "systems.yaml"
    path.chmod(0)
    command = [sys.executable, "-m", "macros", "check", "--data", str(world)]
    if os.geteuid() == 0:
        # Root may read everything: ask as somebody else, who must be able to reach the copy and the interpreter.
        for folder in [world, *world.parents]:
            if folder.stat().st_uid == 0 and folder != Path("/"):
                folder.chmod(folder.stat().st_mode | 0o055)
        for found in world.rglob("*"):
            if found != path:
                found.chmod(found.stat().st_mode | 0o055)
        done = subprocess.run(
            [sys.executable, "-c", PERMISSION_AS_NOBODY, str(ROOT), str(world)],
            capture_output=True,
            text=True,
            check=False,
        )
    else:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "data/systems.yaml  cannot be read: Permission denied" in done.stdout, done.stderr
    assert "Traceback" not in done.stderr


PERMISSION_AS_NOBODY = """
import datetime, os, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from macros.checks import check
from macros.catalog import as_text
"".encode("utf-8-sig").decode("utf-8-sig")  # the codec is loaded while the interpreter can still be read
os.setuid(65534)
print(as_text(check(Path(sys.argv[2]), datetime.date(2026, 2, 1))))
"""


def test_large_file_is_read_or_refused_in_time(world: Path) -> None:
    record = '- id: card-{0:07}\n  name: "{0} {1}"\n  source: notes\n  grade: confirmed\n'
    with (world / "gpus" / "ryzen.yaml").open("w", encoding="utf-8") as file:
        for number in range(10_000):
            file.write(record.format(number, "x" * 982))
    size = (world / "gpus" / "ryzen.yaml").stat().st_size
    assert 10_000_000 < size < 16 * 1024 * 1024
    assert check(world, DAY) == []
    with (world / "gpus" / "ryzen.yaml").open("a", encoding="utf-8") as file:
        file.write("# " + "x" * 7_000_000)
    says = as_text(check(world, DAY))
    assert "the limit is 16,777,216" in says


def test_json_for_tools(world: Path) -> None:
    import json

    (world / "systems.yaml").write_text("- id: ubuntu-24.04\n", encoding="utf-8")
    problem = json.loads(as_json(check(world, DAY)))[0]
    assert problem["file"] == "data/systems.yaml" and problem["line"] == 1 and problem["severity"] == "error"
    assert problem["message"] == "family is missing"


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "zh_CN.GBK"])
def test_any_locale(locale: str, world: Path) -> None:
    (world / "systems.yaml").write_text(
        '- id: ubuntu-24.04\n  family: 仅限 Linux；驱动 31.40\n- id: windows-11\n  family: "Windows"\n',
        encoding="utf-8",
    )
    environment = {**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0"}
    environment.pop("PYTHONIOENCODING", None)
    done = subprocess.run(
        [sys.executable, "-m", "macros", "check", "--data", str(world), "--today", "2026-02-01"],
        cwd=ROOT,
        capture_output=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")


def test_named_pipe_is_not_waited_for(world: Path) -> None:
    os.mkfifo(world / "gpus" / "pipe.yaml")
    assert "data/gpus/pipe.yaml  not a file" in as_text(check(world, DAY))


@pytest.mark.parametrize(
    "line",
    ["# " + "\t" * 20_000 + "x", "# " + "\u200b" * 20_000, "# x\t\n" * 20_000],
    ids=["tabs inside", "invisible characters", "tabs at line ends"],
)
def test_odd_text_is_read_in_time(world: Path, line: str) -> None:
    import time

    with (world / "systems.yaml").open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    begun = time.perf_counter()
    found = check(world, DAY)
    assert time.perf_counter() - begun < 10
    assert len(found) < 100, "the same fault is not told thousands of times"


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (r'"a\x00b"', "invisible character U+0000"),
        (r'"a\e[31m"', "invisible character U+001B"),
        (r'"a\u200bb"', "invisible character U+200B"),
    ],
)
def test_invisible_characters_hide_in_escapes(world: Path, written: str, message: str) -> None:
    (world / "gpus" / "ryzen.yaml").write_text(
        f"- id: ryzen-1\n  name: {written}\n  source: notes\n  grade: confirmed\n", encoding="utf-8"
    )
    assert message in as_text(check(world, DAY))


@pytest.mark.parametrize("version", ["９.１", "7..2", "7.2\\n", " 7.2"])
def test_versions_are_ascii_numbers_and_dots(world: Path, version: str) -> None:
    text = (world / "releases.yaml").read_text(encoding="utf-8")
    (world / "releases.yaml").write_text(text.replace("1.10.0", version), encoding="utf-8")
    assert "is not a version" in as_text(check(world, DAY))


def test_a_folder_without_data_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    assert "the folder holds no data file" in as_text(check(tmp_path / "data", DAY))
    (tmp_path / "data" / "GPUS.YAML").write_text("- id: x\n", encoding="utf-8")
    assert "no kind of record lives in this file" in as_text(check(tmp_path / "data", DAY))


def test_terminals_that_know_no_chinese(world: Path) -> None:
    (world / "gpus" / "新.yaml").write_text("- id: x\n", encoding="utf-8")
    command = [sys.executable, "-m", "macros", "check", "--data", str(world), "--today", "2026-02-01"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "\\u65b0.yaml" in done.stdout


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("x", encoding="utf-8")
    for arguments in (("check",), ("fix",), ("new", "gpu", "radeon-rx-1", "--file", "radeon")):
        done = run(*arguments, "--data", str(tmp_path / "data"))
        assert done.returncode == 1 and "Traceback" not in done.stderr, arguments
