"""Turns the files of data/ into one Catalog, or into problems; files that did not change are not read again."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from ..files.writing import stamp
from . import load, model
from .catalog import Catalog, Place, R, record_key
from .document import Document, Path_, Sequence
from .document import Mapping as YamlMapping
from .model import Record, natural_key
from .problem import Problem, ProblemsFound, near_hint
from .validation import readable


@dataclass(frozen=True)
class Held:
    """What a file holds: its records, where each stands in it, and what is wrong."""

    document: Document
    records: tuple[tuple[Record, Path_], ...]
    problems: tuple[Problem, ...]


Memory = dict[tuple[str | int, ...], Held]
"""What files held, by what tells a file from any other and from what it was before."""


def read_catalog(root: Path, memory: Memory | None = None) -> tuple[Catalog, list[Problem]]:
    """The records of every file below ``root`` (a data folder) that could be read, and what was wrong.

    Problems name files relative to the folder that holds ``root``. Files that ``memory`` knows are not read again;
    afterwards it knows these files and no others.
    """
    # Reading makes millions of objects and frees none: the collector would only count them again and again.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _read_catalog(root.absolute(), {} if memory is None else memory)
    finally:
        if collecting:
            gc.enable()


def _read_catalog(root: Path, memory: Memory) -> tuple[Catalog, list[Problem]]:
    problems: list[Problem] = []
    if not root.is_dir():
        return Catalog({}, {}), [
            Problem(root.name, 0, 0, "", "there is no such folder", (("expected", "a folder of YAML files"),))
        ]
    files = _files(root, problems)
    if not files and not problems:
        problems.append(Problem(root.name, 0, 0, "", "the folder holds no data file", (("expected", "YAML files"),)))
    before = dict(memory)
    memory.clear()
    records: dict[str, dict[str, Record]] = {name: {} for name in model.COLLECTIONS}
    places: dict[tuple[str, str], Place] = {}
    for path in files:
        kind = kind_of(path.relative_to(root))
        if kind is None:
            problems.append(_stray(path, root))
            continue
        now = stamp_of(path)
        held = memory[now] = before.get(now) or _read_file(kind, path, root)
        problems += held.problems
        for record, at in held.records:
            name, key = kind.collection.name, record_key(record)  # type: ignore[union-attr]
            if key in records[name]:
                first = places[name, key]
                problems.append(
                    held.document.problem(
                        (*at, "id"),
                        f"the id {key} stands twice: also {first.file}:{first.line}",
                        ("next", "merge the two records, or rename one"),
                    )
                )
                continue
            records[name][key] = record
            places[name, key] = Place(held.document, at)
    ordered = {
        name: MappingProxyType(dict(sorted(found.items(), key=lambda item: natural_key(item[0]))))
        for name, found in records.items()
    }
    return Catalog(MappingProxyType(ordered), MappingProxyType(places)), problems


def _read_file(kind: type[Record], path: Path, root: Path) -> Held:
    document = load.read(path, root.parent)
    problems = list(document.problems)
    whole = document.root is not None and not problems
    records = tuple(_records(kind, document, path.stem, problems)) if whole else ()
    return Held(document, records, tuple(problems))


def load_catalog(root: Path) -> Catalog:
    """The catalogue of a folder without faults; raises :class:`ProblemsFound` with all of them otherwise.

    It is kept for the life of the process; files whose time stamp or size changes are read anew.
    """
    key = (str(root), fingerprint(root))
    if key not in _loaded:
        catalog, problems = read_catalog(root, _memory)
        if problems:
            raise ProblemsFound(problems)
        _loaded.clear()
        _loaded[key] = catalog
    return _loaded[key]


_loaded: dict[tuple[str, object], Catalog] = {}
_memory: Memory = {}


def fingerprint(root: Path) -> tuple[tuple[str | int, ...], ...]:
    """What tells this state of the data files from any other: changes when one of them is edited."""
    return tuple(stamp_of(path) for path in _files(root, []))


def stamp_of(path: Path) -> tuple[str | int, ...]:
    """What tells a file from any other and from what it was before."""
    return str(path), *stamp(path)


def _files(root: Path, problems: list[Problem]) -> list[Path]:
    """All data files in a fixed order; links that lead nowhere or in circles become problems."""
    out = []

    def broken(error: OSError) -> None:
        path = Path(error.filename or root)
        name = path.relative_to(root.parent).as_posix() if path.is_relative_to(root.parent) else path.name
        problems.append(Problem(name, 0, 0, "", f"cannot be read: {os.strerror(error.errno or 0)}"))

    for folder, folders, names in os.walk(root, onerror=broken):
        folders.sort()
        for name in sorted(names):
            path = Path(folder, name)
            if name.startswith(".") or path.suffix.lower() not in {".yaml", ".yml"}:
                continue
            try:
                path.stat()
            except OSError as error:
                broken(error)
                continue
            out.append(path)
    return out


def kind_of(relative: Path) -> type[Record] | None:
    """The kind of record that a file below data/ holds, or None when the place is nobody's."""
    for kind in model.RECORDS:
        pattern = kind.collection.files  # type: ignore[union-attr]
        if relative.match(pattern) and len(relative.parts) == pattern.count("/") + 1:
            return kind
    return None


def _stray(path: Path, root: Path) -> Problem:
    relative = path.relative_to(root).as_posix()
    known = sorted(kind.collection.files for kind in model.RECORDS)  # type: ignore[union-attr]
    hint = near_hint(relative, known) or (("expected", "one of the files that docs/en/contributing/data.md lists"),)
    return Problem(path.relative_to(root.parent).as_posix(), 0, 0, "", "no kind of record lives in this file", hint)


def _records(
    kind: type[Record], document: Document, stem: str, problems: list[Problem]
) -> Iterator[tuple[Record, Path_]]:
    collection = kind.collection
    assert collection
    if collection.single:
        if not isinstance(document.root, YamlMapping):
            problems.append(_wrong_root(document, "one record: keys and values at the left margin"))
            return
        if record := _validate(kind, document, (), document.root, stem, problems):
            yield record, ()
        return
    if not isinstance(document.root, Sequence):
        problems.append(_wrong_root(document, "a list of records, each beginning with a hyphen"))
        return
    for index, value in enumerate(document.root):
        if record := _validate(kind, document, (index,), value, stem, problems):
            yield record, (index,)


def _wrong_root(document: Document, expected: str) -> Problem:
    shape = {YamlMapping: "a mapping", Sequence: "a list"}.get(type(document.root), "a single value")
    return Problem(document.file, 1, 1, "", f"the file holds {shape}", (("expected", expected),))


def _validate(kind: type[R], document: Document, at: Path_, value: Any, stem: str, problems: list[Problem]) -> R | None:
    collection = kind.collection
    assert collection
    data = value
    if collection.stem and isinstance(value, YamlMapping):
        if collection.stem in value:
            problems.append(
                document.problem(
                    (*at, collection.stem),
                    f"{collection.stem} follows from the file's name and is never written",
                    ("next", "delete the line"),
                    key=True,
                )
            )
        data = {**value, collection.stem: stem}
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        for details in error.errors(include_url=False):
            problems.append(readable(kind, document, at, details))
    return None
