"""Which ids and aliases are taken, also in files that have faults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from . import load, model
from .document import Document, Sequence
from .model import Record


class Name(NamedTuple):
    """An id, and where its record begins."""

    id: str
    file: str
    line: int


Names = Mapping[str, Mapping[str, list[Name]]]
"""Per collection: every id and alias, lower case, to the records that carry it."""


def data_files(root: Path) -> Iterator[tuple[type[Record], Path]]:
    """Every file below ``root`` (a data folder) that records live in, with their kind, in a fixed order."""
    for kind in model.RECORDS:
        assert kind.collection
        for path in sorted(root.glob(kind.collection.files)):
            if not path.name.startswith("."):
                yield kind, path


def names_in(root: Path) -> Names:
    """The names of all records below ``root``. Files that cannot be read carry none."""
    return names_of((kind, load.read(path, root.parent)) for kind, path in data_files(root))


def names_of(documents: Iterator[tuple[type[Record], Document]]) -> Names:
    """The names of all records of some documents."""
    out: dict[str, dict[str, list[Name]]] = {name: {} for name in model.COLLECTIONS}
    for kind, document in documents:
        collection = kind.collection
        assert collection
        records = [document.root] if collection.single else document.root
        for index, record in enumerate(records if isinstance(records, list) else []):
            if not isinstance(record, dict):
                continue
            key = Path(document.file).stem if collection.single else record.get("id")
            if not isinstance(key, str):
                continue
            name = Name(key, document.file, document.mark(() if collection.single else (index,)).line)
            aliases = record.get("aliases")
            for text in (key, *(aliases if isinstance(aliases, Sequence) else ())):
                if isinstance(text, str):
                    out[collection.name].setdefault(text.lower(), []).append(name)
    return out


def canonical(names: Names, collection: str, text: str) -> str | None:
    """The id that ``text`` means, however it is capitalised; None when none or several records carry the name."""
    found = {name.id for name in names.get(collection, {}).get(text.strip().lower(), ())}
    if text in found:
        return text
    return found.pop() if len(found) == 1 else None
