"""Turns the files of data/ into one immutable Catalog of typed records, or into problems."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from . import load, model
from .load import Document, Path_, Sequence
from .load import Mapping as YamlMapping
from .model import Record, natural_key
from .problem import Problem, ProblemsFound, near_hint

R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Place:
    """Where a record stands: its document and the path to it inside."""

    document: Document
    path: Path_

    @property
    def file(self) -> str:
        return self.document.file

    @property
    def line(self) -> int:
        return self.document.mark(self.path).line

    def problem(self, path: Path_, message: str, *hints: tuple[str, str], **more: Any) -> Problem:
        """A problem at ``path`` below this record."""
        return self.document.problem((*self.path, *path), message, *hints, **more)


@dataclass(frozen=True, eq=False, repr=False)
class Catalog:
    """Every record, by kind and id, and where it stands. Nothing in it changes after loading.

    Two catalogues are equal only when they are the same object, so that answers can be remembered for it.
    """

    records: Mapping[str, Mapping[str, Record]]
    places: Mapping[tuple[str, str], Place]

    def all(self, kind: type[R]) -> list[R]:
        """All records of a kind, in the order of their ids."""
        return list(self.by_id(kind).values())

    def by_id(self, kind: type[R]) -> Mapping[str, R]:
        assert kind.collection
        return self.records.get(kind.collection.name, {})  # type: ignore[return-value]

    def get(self, kind: type[R], key: str) -> R:
        """The record with this id; KeyError when there is none."""
        return self.by_id(kind)[key]

    def find(self, kind: type[R], name: str) -> R | None:
        """The record with this id or alias, however it is capitalised; None when unknown: never a guess."""
        assert kind.collection
        key = self.aliases.get(kind.collection.name, {}).get(name.strip().lower())
        return self.by_id(kind)[key] if key else None

    def place(self, record: Record) -> Place:
        assert record.collection
        return self.places[record.collection.name, record_key(record)]

    @cached_property
    def aliases(self) -> dict[str, dict[str, str]]:
        """Per collection: every id and alias, lower case, to the id."""
        out: dict[str, dict[str, str]] = {}
        for name, records in self.records.items():
            names = out[name] = {}
            for key, record in records.items():
                names[key.lower()] = key
                for alias in getattr(record, "aliases", ()):
                    names.setdefault(alias.lower(), key)
        return out


def record_key(record: Record) -> str:
    """The id a record is known by; a kind with one record for all has the name of its collection."""
    return getattr(record, "id", None) or record.collection.name  # type: ignore[union-attr]


def read_catalog(root: Path) -> tuple[Catalog, list[Problem]]:
    """The records of every file below ``root`` (a data folder) that could be read, and what was wrong.

    Problems name files relative to the folder that holds ``root``.
    """
    # Reading makes millions of objects and frees none: the collector would only count them again and again.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _read_catalog(root.absolute())
    finally:
        if collecting:
            gc.enable()


def _read_catalog(root: Path) -> tuple[Catalog, list[Problem]]:
    problems: list[Problem] = []
    if not root.is_dir():
        return Catalog({}, {}), [
            Problem(root.name, 0, 0, "", "there is no such folder", (("expected", "a folder of YAML files"),))
        ]
    files = _files(root, problems)
    records: dict[str, dict[str, Record]] = {name: {} for name in model.COLLECTIONS}
    places: dict[tuple[str, str], Place] = {}
    for path in files:
        kind = kind_of(path.relative_to(root))
        if kind is None:
            problems.append(_stray(path, root))
            continue
        document = load.read(path, root.parent)
        problems += document.problems
        if document.root is None or document.problems:
            continue
        for record, at in _records(kind, document, path.stem, problems):
            name, key = kind.collection.name, record_key(record)  # type: ignore[union-attr]
            if key in records[name]:
                first = places[name, key]
                problems.append(
                    document.problem(
                        (*at, "id"),
                        f"the id {key} stands twice: also {first.file}:{first.line}",
                        ("next", "merge the two records, or rename one"),
                    )
                )
                continue
            records[name][key] = record
            places[name, key] = Place(document, at)
    ordered = {
        name: MappingProxyType(dict(sorted(found.items(), key=lambda item: natural_key(item[0]))))
        for name, found in records.items()
    }
    return Catalog(MappingProxyType(ordered), MappingProxyType(places)), problems


def load_catalog(root: Path) -> Catalog:
    """The catalogue of a folder without faults; raises :class:`ProblemsFound` with all of them otherwise.

    It is kept for the life of the process and read anew when any file's time stamp or size changes.
    """
    key = (str(root), fingerprint(root))
    if key not in _loaded:
        catalog, problems = read_catalog(root)
        if problems:
            raise ProblemsFound(problems)
        _loaded.clear()
        _loaded[key] = catalog
    return _loaded[key]


_loaded: dict[tuple[str, object], Catalog] = {}


def fingerprint(root: Path) -> tuple[tuple[str, int, int], ...]:
    """Name, time stamp and size of every data file: changes when any of them is edited."""
    return tuple((str(p), s.st_mtime_ns, s.st_size) for p in _files(root, []) if (s := p.stat()))


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
            if name.startswith(".") or path.suffix not in {".yaml", ".yml"}:
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
            problems.append(_readable(kind, document, at, details))
    return None


# --- what pydantic says, said to people ---

NEXT = {
    "unquoted": lambda d: (("expected", f'"{d["ctx"]["text"]}"'), ("next", "python -m macros fix adds the quotes")),
    "quoted_number": lambda d: (("expected", f"{d['ctx']['text']} without quotes"), ("next", "python -m macros fix")),
    "bad_version": lambda d: (("expected", 'numbers joined by dots, in quotes: "7.14.0"'),),
    "bad_date": lambda d: (("expected", "a day that exists, as YYYY-MM-DD"),),
    "bad_number": lambda d: (("expected", "digits only: no unit, no blanks, no 1e3, no leading zero"),),
    "bad_id": lambda d: (("expected", "lower case letters, digits and hyphens: radeon-rx-7900-xtx"),),
    "empty": lambda d: (("next", "write the text or delete the line"),),
}


def _readable(kind: type[Record], document: Document, at: Path_, details: ErrorDetails) -> Problem:
    kind_of_error = details["type"]
    loc = tuple(part for part in details["loc"] if part != "[key]")
    path = (*at, *loc)
    owner = _model_at(kind, loc[:-1])
    last = str(loc[-1]) if loc else ""
    if kind_of_error == "missing":
        return document.problem((*at, *loc[:-1]), f"{last} is missing", *_describe(owner, last))
    if kind_of_error == "extra_forbidden":
        fields = _field_names(owner)
        if "-" in last and last.replace("-", "_") in fields:
            hints: tuple[tuple[str, str], ...] = (("expected", last.replace("-", "_")),)
        else:
            hints = near_hint(last, fields) or (("expected", "one of: " + ", ".join(fields)),)
        return document.problem(path, f"unknown key {last}", *hints, key=True)
    if kind_of_error == "literal_error":
        words = _words(details)
        found = str(details["input"])
        hints = (*near_hint(found, words), ("expected", "one of: " + ", ".join(words)))
        return document.problem(
            path, f"{found} is not one of the words used here", *hints, key="[key]" in details["loc"]
        )
    if kind_of_error in NEXT:
        return document.problem(path, details["msg"], *NEXT[kind_of_error](details), key="[key]" in details["loc"])
    if kind_of_error == "list_type":
        return document.problem(
            path, "a list is expected", ("found", _shown(details["input"])), ("expected", "[a, b] or one item a line")
        )
    if kind_of_error in {"dict_type", "model_type", "model_attributes_type"}:
        return document.problem(
            path, "a mapping is expected", ("found", _shown(details["input"])), ("expected", "key: value pairs")
        )
    return document.problem(path, details["msg"])


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "a mapping"
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _words(details: ErrorDetails) -> list[str]:
    expected = str(details.get("ctx", {}).get("expected", ""))
    return [word.strip().strip("'") for word in expected.replace(" or ", ", ").split(", ") if word.strip()]


def _model_at(kind: type[Record], loc: tuple[Any, ...]) -> type[Record] | None:
    """The model that the value at ``loc`` of a ``kind`` is made by, when it is a model."""
    node: Any = kind
    for part in loc:
        if _is_model(node):
            node = _bare(_fields(node).get(str(part)))
        else:
            node = _bare(get_args(node)[-1]) if get_args(node) else None
    return node if _is_model(node) else None


def _is_model(node: Any) -> bool:
    return isinstance(node, type) and not get_origin(node) and issubclass(node, Record)


def _fields(owner: type[Record]) -> dict[str, Any]:
    """The fields of a model as they are written, with their types."""
    return {(info.alias or name): info.annotation for name, info in owner.model_fields.items()}


def _bare(annotation: Any) -> Any:
    """The type without ``| None`` and without notes on it."""
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    arguments = [a for a in get_args(annotation) if a is not type(None)]
    if type(None) in get_args(annotation) and len(arguments) == 1:
        return _bare(arguments[0])
    return annotation


def _field_names(owner: type[Record] | None) -> list[str]:
    return list(_fields(owner)) if owner else []


def _describe(owner: type[Record] | None, name: str) -> tuple[tuple[str, str], ...]:
    if owner is None:
        return ()
    for key, info in owner.model_fields.items():
        if (info.alias or key) == name and info.description:
            return (("expected", info.description),)
    return (("next", f"add the line {name}: ..."),)
