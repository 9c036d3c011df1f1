"""The catalogue is read anew as far as files changed, and is then what a first reading would make of them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from macros.catalog import Catalog, ProblemsFound, load_catalog, read_catalog
from macros.catalog.model.hardware import Gpu, Target
from macros.catalog.reading import Memory
from tests.conftest import TINY


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TINY, tmp_path / "data"))


def everything(catalog: Catalog) -> list[tuple[str, str, str, int]]:
    """Every record with its place, as text."""
    return [
        (name, repr(record), catalog.place(record).file, catalog.place(record).line)
        for name, records in catalog.records.items()
        for record in records.values()
    ]


def file_of(catalog: Catalog, data: Path, kind: type) -> Path:
    return data.parent / catalog.place(catalog.all(kind)[0]).file


def edit(path: Path, text: str) -> None:
    """As an editor saves: in one step, with a later time."""
    later = path.stat().st_mtime_ns + 1_000_000
    path.write_text(text, encoding="utf-8")
    os.utime(path, ns=(later, later))


def test_only_files_that_changed_are_read_again(data: Path) -> None:
    memory: Memory = {}
    before, _ = read_catalog(data, memory)
    path = file_of(before, data, Gpu)
    edit(path, "# a line more\n" + path.read_text("utf-8").replace("name: ", "name: New ", 1))
    after, problems = read_catalog(data, memory)
    assert problems == [] and everything(after) == everything(read_catalog(data)[0]) != everything(before)
    kept = {record for records in before.records.values() for record in records.values()}
    new = [record for records in after.records.values() for record in records.values() if record not in kept]
    assert {data.parent / after.place(record).file for record in new} == {path}


def test_what_was_wrong_is_told_until_it_is_mended(data: Path) -> None:
    catalog = load_catalog(data)
    path = file_of(catalog, data, Target)
    text = path.read_text("utf-8")
    for _ in range(2):
        edit(path, text + "- id: [\n")
        with pytest.raises(ProblemsFound) as told:
            load_catalog(data)
        assert [problem.file for problem in told.value.problems] == [path.relative_to(data.parent).as_posix()]
    edit(path, text)
    assert everything(load_catalog(data)) == everything(catalog)


def test_a_file_that_is_gone_is_forgotten(data: Path) -> None:
    memory: Memory = {}
    catalog, _ = read_catalog(data, memory)
    path = file_of(catalog, data, Gpu)
    path.unlink()
    after, _ = read_catalog(data, memory)
    assert everything(after) == everything(read_catalog(data)[0])
    assert str(path) not in {name for name, *_ in memory}


def test_an_id_that_stands_twice_is_told_also_of_files_that_did_not_change(data: Path) -> None:
    memory: Memory = {}
    catalog, _ = read_catalog(data, memory)
    path = file_of(catalog, data, Gpu)
    edit(path, path.read_text("utf-8") * 2)
    for _ in range(2):
        _, problems = read_catalog(data, memory)
        assert problems and all("stands twice" in problem.message for problem in problems)
