"""Schemas, editor settings and the field reference: all made from the models, none behind them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from macros.catalog import model
from macros.catalog.names import data_files
from macros.edit.reference import PLACE, reference, reference_stale, write_reference
from macros.edit.schema import (
    editor_mapping,
    schemas,
    settings_stale,
    stale,
    with_mapping,
    write_schemas,
    write_settings,
)
from tests.conftest import ROOT, TINY

MADE = {name: json.loads(text) for name, text in schemas().items()}


def record(name: str) -> dict:
    """The schema of one record of a list file."""
    made = MADE[f"{name}.json"]
    return made["$defs"][made["items"]["$ref"].rsplit("/", 1)[-1]]


# --- what is committed ---


def test_committed_schemas_are_those_of_the_models() -> None:
    assert stale(ROOT / "schema") == [], "python -m macros schema"


def test_committed_settings_are_those_of_the_models() -> None:
    assert settings_stale(ROOT / ".vscode" / "settings.json") == [], "python -m macros schema"


def test_committed_reference_is_that_of_the_models() -> None:
    assert reference_stale(ROOT) == [], "python -m macros schema"


# --- what schemas say ---


def test_one_schema_a_collection() -> None:
    assert set(MADE) == {f"{name}.json" for name in model.COLLECTIONS}


def test_list_files_are_arrays_and_single_records_objects() -> None:
    assert MADE["gpus.json"]["type"] == "array"
    assert MADE["support.json"]["type"] == "object"


def test_the_field_that_the_file_name_fills_in_is_never_written() -> None:
    assert "family" not in record("gpus")["properties"]
    assert "family" not in record("gpus")["required"]
    assert "id" not in MADE["support.json"]["properties"]


def test_types() -> None:
    gpu = record("gpus")
    assert gpu["required"] == ["id", "name", "source", "grade"]
    assert gpu["additionalProperties"] is False
    assert gpu["properties"]["name"]["type"] == "string"
    assert gpu["properties"]["memory_gib"] == {"type": "integer"}
    assert gpu["properties"]["target"]["title"] == "id in targets"
    assert gpu["properties"]["also"]["uniqueItems"] is True
    assert record("sources")["properties"]["url_seen"]["enum"] == ["yes", "no"]
    assert "class" in record("sources")["required"]
    assert re.search(record("releases")["properties"]["id"]["pattern"], "7.14.0")
    assert not re.search(record("releases")["properties"]["id"]["pattern"], "7.14.0rc1")


def test_nothing_may_be_null() -> None:
    assert "null" not in "".join(schemas().values())


def shapes_agree(schema: dict, value: object, top: dict, at: str) -> None:
    """A small reader of the keywords that our schemas use: it needs no library and no network."""
    schema = top["$defs"][schema["$ref"].rsplit("/", 1)[-1]] if "$ref" in schema else schema
    names = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float)}
    assert isinstance(value, names[schema["type"]]) and not isinstance(value, bool), (at, value)
    if isinstance(value, str):
        assert re.search(schema.get("pattern", ""), value), (at, value)
        assert value in schema.get("enum", [value]), (at, value)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            shapes_agree(schema["items"], item, top, f"{at}[{index}]")
    elif isinstance(value, dict):
        assert set(schema.get("required", ())) <= set(value), (at, list(value))
        for key, inner in value.items():
            patterns = [s for pattern, s in schema.get("patternProperties", {}).items() if re.search(pattern, key)]
            found = [schema["properties"][key]] if key in schema.get("properties", {}) else patterns
            found = found or [schema.get("additionalProperties")]
            assert found[0], (at, key)
            shapes_agree(found[0], inner, top, f"{at}.{key}")


class Editor(yaml.CSafeLoader):
    """Reads as editors do (YAML 1.2): no dates, no yes and no, but numbers wherever they stand without quotes."""


Editor.yaml_implicit_resolvers = {}
Editor.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"[-+]?\d+$|0x[\da-fA-F]+$|0o[0-7]+$"), list("-+0123456789")
)
Editor.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$"), list("-+.0123456789")
)
Editor.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"true$|True$|TRUE$|false$|False$|FALSE$"), list("tTfF")
)


@pytest.mark.parametrize("root", [TINY, ROOT / "data"], ids=["tiny", "real"])
def test_data_is_valid_in_editors(root: Path) -> None:
    """Every data file, read as an editor reads it, satisfies its schema."""
    for kind, path in data_files(root):
        top = MADE[f"{kind.collection.name}.json"]  # type: ignore[union-attr]
        shapes_agree(top, yaml.load(path.read_text(encoding="utf-8"), Loader=Editor), top, path.name)


@pytest.mark.parametrize(
    "text",
    [
        "- {id: 7.10, date: '2026-01-01', stream: production, source: a, grade: confirmed}",
        "- {id: '7.10', date: '2026-01-01', stream: produktion, source: a, grade: confirmed}",
        "- {id: '7.10', date: '2026-01-01', stream: production, source: a}",
        "- {id: '7.10', date: '2026-01-01', stream: production, source: a, grade: confirmed, more: b}",
        "- {id: '7.10', date: '2026-1-1', stream: production, source: a, grade: confirmed}",
        "{}",
    ],
)
def test_mistakes_are_not_valid_in_editors(text: str) -> None:
    top = MADE["releases.json"]
    with pytest.raises(AssertionError):
        shapes_agree(top, yaml.load(text, Loader=Editor), top, "")


# --- writing ---


def test_only_what_differs_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "schema"
    assert set(write_schemas(folder)) == set(MADE)
    assert write_schemas(folder) == []
    (folder / "gpus.json").write_text("{}", encoding="utf-8")
    (folder / "gone.json").write_text("{}", encoding="utf-8")
    (folder / "edition.json").unlink()
    assert [problem.file for problem in stale(folder)] == [
        "schema/edition.json",
        "schema/gone.json",
        "schema/gpus.json",
    ]
    assert sorted(write_schemas(folder)) == ["edition.json", "gone.json", "gpus.json"]
    assert stale(folder) == []


@pytest.mark.parametrize(
    "before",
    [
        "",
        "{\n}\n",
        "{}",
        '{\n  // mine\n  "editor.rulers": [120]\n}\n',
        '{\n  "yaml.schemas": {"x": ["y"]},\n  "editor.rulers": [120]  // mine\n}\n',
    ],
)
def test_settings_keep_everything_else(tmp_path: Path, before: str) -> None:
    path = tmp_path / ".vscode" / "settings.json"
    path.parent.mkdir()
    if before:
        path.write_text(before, encoding="utf-8")
    assert settings_stale(path)
    assert write_settings(path)
    after = path.read_text(encoding="utf-8")
    assert not write_settings(path) and settings_stale(path) == []
    assert after.count("// mine") == before.count("// mine") and after.count("[120]") == before.count("[120]")
    read = json.loads(after.replace("// mine", ""))
    assert read["yaml.schemas"] == editor_mapping()


def test_settings_that_are_no_object_are_refused() -> None:
    for text in ("[]", '{"yaml.schemas": []}'):
        with pytest.raises(ValueError, match="object"):
            with_mapping(text)


# --- reference ---


def test_reference_names_every_collection_and_its_files() -> None:
    text = reference()
    for name, kind in model.COLLECTIONS.items():
        assert f"\n## {name}\n" in text
        assert f"`data/{kind.collection.files}`" in text  # type: ignore[union-attr]
    assert "| `target` | id in targets |  | Left out when no source gives it. |" in text


def test_reference_links_lead_somewhere() -> None:
    text = reference()
    anchors = re.findall(r"\{#([\w-]+)\}", text)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) <= set(anchors)


def test_reference_rows_have_four_cells() -> None:
    for line in reference().splitlines():
        if line.startswith("|"):
            assert len(re.findall(r"(?<!\\)\|", line)) == 5, line


def test_reference_is_written_where_it_is_compared(tmp_path: Path) -> None:
    assert reference_stale(tmp_path)
    assert write_reference(tmp_path) and not write_reference(tmp_path)
    assert (tmp_path / PLACE).is_file() and reference_stale(tmp_path) == []
