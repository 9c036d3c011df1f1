"""The reader of YAML: text stays text, every value knows its line and column, one pass stays fast enough."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros.catalog.document import Document, Mapping, Plain, Sequence
from macros.catalog.load import looks_like_other, read

PRINTABLE = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Cf", "Zl", "Zp", "Co", "Cn")), min_size=1)


def read_text(folder: Path, text: str) -> Document:
    path = folder / "file.yaml"
    path.write_text(text, encoding="utf-8")
    return read(path, folder)


@pytest.mark.parametrize(
    "written",
    [
        "7.10",
        "10.0",
        "NO",
        "no",
        "on",
        "0755",
        "0x74a1",
        "1e5",
        "7e12345",
        "1:30",
        "1_000",
        "2026-07-16",
        "~",
        "null",
        "=",
        "<<",
        ".inf",
    ],
)
def test_scalars_stay_as_written(tmp_path: Path, written: str) -> None:
    for form in (written, f'"{written}"', f"'{written}'"):
        document = read_text(tmp_path, f"key: {form}\n")
        assert document.problems == []
        assert document.root["key"] == written
        assert (type(document.root["key"]) is Plain) == (form == written)


@given(PRINTABLE)
@settings(max_examples=200, deadline=None)
def test_any_quoted_text_comes_back(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.getbasetemp()
    document = read_text(folder, f"- {json.dumps(text, ensure_ascii=False)}\n")
    assert document.problems == [] and document.root == [text]


VALUES = st.recursive(
    PRINTABLE, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PRINTABLE, inner, max_size=3), max_leaves=12
)


@given(st.lists(VALUES, max_size=4))
@settings(max_examples=150, deadline=None)
def test_any_tree_comes_back_with_its_places(tmp_path_factory: pytest.TempPathFactory, tree: list) -> None:
    """JSON is YAML: what is read equals what was written, and each mark points at the value's first character."""
    folder = tmp_path_factory.getbasetemp()
    text = json.dumps(tree, ensure_ascii=False, indent=1)
    document = read_text(folder, text)
    assert document.problems == [] and document.root == tree
    lines = document.text.split("\n")

    def walk(node: object, path: tuple) -> None:
        line, column = document.mark(path)
        begins = lines[line - 1][column - 1 :]
        if isinstance(node, dict):
            assert begins.startswith("{")
            for key, item in node.items():
                walk(item, (*path, key))
        elif isinstance(node, list):
            assert begins.startswith("[")
            for index, item in enumerate(node):
                walk(item, (*path, index))
        else:
            assert begins.startswith(json.dumps(node, ensure_ascii=False))

    walk(document.root, ())


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_no_text_breaks_the_reader(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """Whatever is in a file, reading ends in a value or in problems, never in an exception."""
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    document = read(path, path.parent)
    assert document.problems or document.root is not None
    for problem in document.problems:
        assert problem.file == "any.yaml" and problem.message


@given(st.binary(max_size=60))
@settings(max_examples=300, deadline=None)
def test_no_bytes_break_the_reader(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.yaml"
    path.write_bytes(content)
    document = read(path, path.parent)
    assert document.problems or document.root is not None


def test_places_of_missing_values_are_those_of_their_owner(tmp_path: Path) -> None:
    document = read_text(tmp_path, "- id: a\n  list:\n    - x\n- id: b\n")
    assert document.mark((1, "name")) == (4, 3)
    assert document.mark((0, "list", 7)) == (3, 5)
    assert document.key_mark((0, "list")) == (2, 3)


def test_containers_are_ordinary(tmp_path: Path) -> None:
    root = read_text(tmp_path, "- {a: [b, c]}\n").root
    assert type(root) is Sequence and type(root[0]) is Mapping
    assert root == [{"a": ["b", "c"]}]


@pytest.mark.parametrize("text", ["AMD", "gfx942", "7.2.x", "6.8 GA", "a: b", "15 SP7", "x1e5", "v1.5", "10.2.0rc1"])
def test_texts_that_no_parser_reads_as_something_else(text: str) -> None:
    assert not looks_like_other(text)
