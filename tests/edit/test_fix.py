"""What fix makes of files, and what it never does: lose a comment, change a value, want to be run twice."""

from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from macros.catalog import as_text, load, model, read_catalog
from macros.catalog.model import natural_key
from macros.catalog.names import Name
from macros.edit.fix import Fixed, fix_folder, fix_text
from tests.conftest import ROOT

CASES = Path(__file__).parent / "golden" / "cases.yaml"

NAMES = {
    "gpus": {
        "mi300x": [Name("instinct-mi300x", "", 1)],
        "instinct-mi300x": [Name("instinct-mi300x", "", 1)],
        "instinct-mi250": [Name("instinct-mi250", "", 1)],
        "instinct-mi250x": [Name("instinct-mi250x", "", 1)],
        "both": [Name("instinct-mi250", "", 1), Name("instinct-mi250x", "", 1)],
    },
    "sources": {"the-notes": [Name("notes", "", 1)], "notes": [Name("notes", "", 1)]},
    "releases": {"7.14": [Name("7.14.0", "", 1)]},
}


def cases() -> list[dict]:
    return yaml.load(CASES.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)


def fixed(case: dict) -> Fixed:
    return fix_text(case["before"], model.COLLECTIONS[case["kind"]], NAMES)


def says(result: Fixed) -> str:
    return "".join(f"{line}\n" for line in (*result.changes, *as_text(result.left).splitlines()))


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_golden(case: dict) -> None:
    result = fixed(case)
    assert result.text == case.get("after", case["before"]), "--regenerate writes the goldens anew"
    assert says(result) == case.get("says", "")


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_golden_twice(case: dict) -> None:
    again = fix_text(fixed(case).text, model.COLLECTIONS[case["kind"]], NAMES)
    assert again.text == fixed(case).text
    assert again.changes == ()


@pytest.fixture(scope="session", autouse=True)
def _write_goldens(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--regenerate"):
        return
    head = CASES.read_text(encoding="utf-8").split("- name:")[0]
    out = [head]
    for case in cases():
        result = fixed(case)
        out.append(f"- name: {json.dumps(case['name'])}\n  kind: {case['kind']}\n{_as_yaml('before', case['before'])}")
        if result.text != case["before"]:
            out.append(_as_yaml("after", result.text))
        if says(result):
            out.append(_as_yaml("says", says(result)))
    CASES.write_text("".join(out), encoding="utf-8")


def _as_yaml(key: str, text: str) -> str:
    lines = text.split("\n")
    if (
        lines[-1]
        or not text.strip()
        or any(line != line.rstrip() or "\t" in line for line in lines)
        or "\ufeff" in text
    ):
        return f"  {key}: {json.dumps(text)}\n"
    return f"  {key}: |\n" + "".join(f"    {line}\n" if line else "\n" for line in lines[:-1])


# --- folders ---


def test_the_real_data_is_in_form(tmp_path: Path) -> None:
    data = Path(shutil.copytree(ROOT / "data", tmp_path / "data"))
    assert [(one.file, one.changes, one.left) for one in fix_folder(data)] == []


def test_check_agrees_afterwards(world: Path) -> None:
    (world / "gpus" / "radeon.yaml").write_bytes(
        b'\xef\xbb\xbf- id: radeon-rx-100\r\n  name: 100\t\r\n  memory_gib: "16"\r\n  target: GFX1100\r\n'
        b"  source: notes\r\n  grade: confirmed\r\n- id: radeon-rx-99\r\n  name: b\r\n  aliases: [rx-99, rx-9]\r\n"
        b"  source: notes\r\n  grade: confirmed"
    )
    assert read_catalog(world)[1]
    assert [one.left for one in fix_folder(world) if one.left] == []
    assert read_catalog(world)[1] == []
    assert fix_folder(world) == []


def test_aliases_of_other_files(world: Path) -> None:
    path = next((world / "support").glob("*.yaml"))
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace("radeon-rx-99", "RX-99"), encoding="utf-8")
    fix_folder(world)
    assert [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")] == [
        line for line in before.splitlines() if not line.startswith("#")
    ]


@pytest.mark.parametrize(
    "raw",
    [
        "- id: a\n  name: 统一内存\n".encode("gbk"),
        b"- id: a\n  name: caf\xe9\n",
        b"\x00\x01",
        b"- id: a\n  id: b  \n",
        b"<<<<<<< HEAD\n- id: b\n",
        b"- id: a\n\tname: b\n",
        b"",
    ],
)
def test_unsafe_files_are_left_and_said(world: Path, raw: bytes) -> None:
    path = world / "gpus" / "ryzen.yaml"
    fix_folder(world)
    path.write_bytes(raw)
    found = fix_folder(world)
    assert [(one.file, one.changes) for one in found] == [("data/gpus/ryzen.yaml", ())]
    assert found[0].left
    assert path.read_bytes() == raw


def test_mode_and_links_are_kept(world: Path, tmp_path: Path) -> None:
    real = tmp_path / "elsewhere.yaml"
    real.write_text("- id: ryzen-1\n  name: 5\n", encoding="utf-8")
    real.chmod(0o640)
    (world / "gpus" / "ryzen.yaml").symlink_to(real)
    fix_folder(world)
    assert (world / "gpus" / "ryzen.yaml").is_symlink()
    assert 'name: "5"' in real.read_text(encoding="utf-8")
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) and not list(world.rglob(".*"))


def test_nothing_is_half_written(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = world / "gpus" / "ryzen.yaml"
    path.write_text("- id: ryzen-1\n  name: 5\n", encoding="utf-8")

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    found = {one.file: one for one in fix_folder(world)}
    assert "No space left" in as_text(found["data/gpus/ryzen.yaml"].left)
    assert path.read_text(encoding="utf-8") == "- id: ryzen-1\n  name: 5\n"
    assert not list(world.rglob(".*"))


# --- any file ---

GPU = model.COLLECTIONS["gpus"]

WORDS = st.sampled_from(
    [
        "7.10",
        "NO",
        "0755",
        "1e5",
        "2026-07-16",
        "1:30",
        "abc",
        "a b",
        "x#y",
        "a  #",
        "统一内存",
        "it's",
        'say "hi"',
        "\\",
        "yes",
        "~",
    ]
)
COMMENTS = st.sampled_from(["# c1", "# - id: radeon-0", "#", "# 中文", "# key: value  "])
IDS = st.sampled_from([f"radeon-{n}" for n in (1, 2, 9, 10, 11, 100)] + ["a", "b-2", "b-10"])


@st.composite
def scalar(draw: st.DrawFn) -> str:
    text = draw(WORDS)
    style = draw(st.sampled_from(["plain", "single", "double"]))
    if style == "single":
        return "'" + text.replace("'", "''") + "'"
    if style == "double" or text[-1] in "#\\" or text[0] in "'\"~":
        return json.dumps(text, ensure_ascii=False)
    return text


@st.composite
def list_lines(draw: st.DrawFn, key: str) -> list[str]:
    items = draw(st.lists(IDS, min_size=1, max_size=5))
    if draw(st.booleans()):
        return [
            f"  {key}: ["
            + draw(st.sampled_from([", ", ",", " ,  "])).join(items)
            + "]"
            + draw(st.sampled_from(["", "  # c"]))
        ]
    indent = draw(st.sampled_from(["  ", "    "]))
    out = [f"  {key}:"]
    for item in items:
        out += [indent + line for line in draw(st.lists(COMMENTS, max_size=1))]
        out += [f"{indent}- {item}" + draw(st.sampled_from(["", "   # of it", "  "]))]
        out += [""] * draw(st.integers(0, 1))
    return out


@st.composite
def record_lines(draw: st.DrawFn, key: str) -> list[str]:
    first, deeper = draw(st.sampled_from([("- ", "  "), ("-   ", "    ")]))
    parts = [[f"  id: {key}"]]
    for field in draw(st.lists(st.sampled_from(["name", "note", "igpu", "memory_gib", "more"]), unique=True)):
        value = draw(st.sampled_from(["16", '"16"', "'7'"]) if field == "memory_gib" else scalar())
        parts.append([f"  {field}: {value}" + draw(st.sampled_from(["", " ", "   # trailing"]))])
    for field in draw(st.lists(st.sampled_from(["also", "aliases"]), unique=True)):
        parts.append(draw(list_lines(field)))
    if draw(st.booleans()):
        parts.append(["  codename: |", "    text  ", "", "    # in the text"])
    for _ in range(draw(st.integers(0, 2))):
        parts.insert(draw(st.integers(1, len(parts))), draw(st.sampled_from([["  # deeper"], [""], ["# flush"]])))
    lines = [line for part in parts for line in part]
    return [
        ((first if index == 0 else deeper) + line[2:]) if line and line[0] == " " else line
        for index, line in enumerate(lines)
    ]


@st.composite
def files(draw: st.DrawFn) -> str:
    keys = draw(st.lists(IDS, min_size=1, max_size=5, unique=True))
    lines = draw(st.lists(st.one_of(COMMENTS, st.just("")), max_size=3))
    for key in keys:
        lines += draw(st.lists(st.one_of(COMMENTS, st.just("")), max_size=3))
        lines += draw(record_lines(key))
    lines += draw(st.lists(st.one_of(COMMENTS, st.just("")), max_size=2))
    end = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    text = end.join(lines) + draw(st.sampled_from(["", end]))
    return draw(st.sampled_from(["", "", "\ufeff"])) + text


def read_by_others(text: str) -> list[dict]:
    """What PyYAML itself makes of the text, every scalar a text."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    return yaml.load(text if text.endswith("\n") else text + "\n", Loader=yaml.CBaseLoader)


def in_order(records: list[dict]) -> list[list[tuple[str, object]]]:
    """The records as lists of pairs, so that the order of keys counts, sorted, with sorted lists as sets."""
    pairs = [[(k, sorted(set(v)) if isinstance(v, list) else v) for k, v in record.items()] for record in records]
    return sorted(pairs, key=lambda record: natural_key(dict(record)["id"]))  # type: ignore[arg-type]


def comments(text: str) -> list[str]:
    return sorted(line.split("#", 1)[1].strip() for line in text.splitlines() if "#" in line and "$schema" not in line)


def blank_lines(text: str) -> int:
    return sum(1 for line in text.removeprefix("\ufeff").splitlines() if not line.strip())


QUICK = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@QUICK
@given(files())
def test_whatever_is_written(text: str) -> None:
    result = fix_text(text, GPU)
    assert not [problem for problem in result.left if "change of meaning" in problem.message]
    assert fix_text(result.text, GPU) == Fixed(result.file, result.text, (), result.left), "twice gives the same"
    assert in_order(read_by_others(result.text)) == in_order(read_by_others(text)), "no value and no key order changes"
    dropped = blank_lines(text) - blank_lines(result.text)
    repeats = sum(len(v) - len(set(v)) for r in read_by_others(text) for v in r.values() if isinstance(v, list))
    assert 0 <= dropped <= repeats, "blank lines survive"
    if not repeats:
        assert comments(result.text) == comments(text.removeprefix("\ufeff")), "comments survive"
    if not result.left:
        keys = [record["id"] for record in read_by_others(result.text)]
        assert keys == sorted(keys, key=natural_key)
    assert result.text.endswith("\n") and "\r" not in result.text and not result.text.startswith("\ufeff")


def _kinds() -> Iterator[type[model.Record]]:
    yield from (model.COLLECTIONS[name] for name in ("gpus", "support", "edition", "components"))


@QUICK
@given(
    st.text(alphabet=st.sampled_from("- :#\n\t\r[]{},\"'|>&*!?~aé中0.12idnoame\ufeff"), max_size=60),
    st.sampled_from(list(_kinds())),
)
def test_any_text(text: str, kind: type[model.Record]) -> None:
    """No text stops it, and twice gives the same."""
    result = fix_text(text, kind)
    again = fix_text(result.text, kind)
    assert again.text == result.text and again.changes == ()
    if result.changes:
        assert load.parse("", result.text).problems == []
    else:
        assert result.text == text
