"""Writes a commented record to fill in, made from the models, at its place in the right file.

What must be written stands there without a value, so that ``check`` names every one that is still missing; what may be
written is commented out. Lines that are not needed can be deleted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ..catalog import Problem, ProblemsFound, load, model, near_hint
from ..catalog.fields import Field, field_shape, fields, in_words
from ..catalog.model import Record, natural_key
from ..catalog.model.base import ID
from ..catalog.names import names_in
from ..files.writing import write_whole
from . import blocks
from .plain_text import modeline
from .spans import spans


@dataclass(frozen=True)
class Draft:
    """A record that was begun: its file, the line it begins on, and its text."""

    path: Path
    line: int
    text: str


def new_record(kind: str, name: str, root: Path, file: str = "") -> Draft:
    """Begin a record in the data folder ``root`` and write it to its file.

    ``kind`` is a collection or what one of its records is called: gpus, gpu. ``name`` is the id, or a name that an id
    is made of. ``file`` chooses among the files of a folder where the id does not say which: radeon.

    Raises ProblemsFound when there is no such kind, the id is taken or impossible, the file cannot be chosen, or has
    faults; nothing is written then.
    """
    chosen = kind_called(kind)
    collection = chosen.collection
    assert collection
    key = _id_of(chosen, name)
    _refuse_taken(chosen, key, root)
    path = root / _file_of(chosen, key, root, file)
    title = name if key != name else ""
    if collection.single:
        if path.exists():
            raise _no(f"there is a {collection.name} already: {_shown(path, root)}")
        draft = draft_text(chosen, "", title)
        write_whole(path, f"{modeline(chosen)}\n{draft}")
        return Draft(path, 2, draft)
    draft = draft_text(chosen, key, title)
    text, line = _inserted(path, root, key, draft) if path.exists() else (f"{modeline(chosen)}\n{draft}", 2)
    write_whole(path, text)
    return Draft(path, line, draft)


def _no(message: str, *hints: tuple[str, str], file: str = "") -> ProblemsFound:
    return ProblemsFound([Problem(file, 0, 0, "", message, hints)])


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root.parent).as_posix()


# --- which kind, id and file ---


def kinds_by_name() -> dict[str, type[Record]]:
    """Every name that ``new`` takes for a kind: collection and type, gpus and gpu."""
    out: dict[str, type[Record]] = {}
    for kind in model.RECORDS:
        out[kind.collection.name] = kind  # type: ignore[union-attr]
        out.setdefault(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower(), kind)
    return out


def kind_called(name: str) -> type[Record]:
    """The kind of record that goes by ``name``; raises ProblemsFound with the near ones when there is none."""
    known = kinds_by_name()
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    if plain not in known:
        names = sorted({kind.collection.name for kind in model.RECORDS})  # type: ignore[union-attr]
        raise _no(f"there is no kind of record called {name}", *near_hint(plain, known), ("expected", ", ".join(names)))
    return known[plain]


def _id_of(kind: type[Record], name: str) -> str:
    """The id for a name: itself when it is one, else made of it (AMD Radeon RX 7900 XTX -> radeon-rx-7900-xtx)."""
    collection = kind.collection
    assert collection
    if collection.single and not collection.stem:
        return collection.name
    if field_shape(kind, "id").title == "version":
        if not re.fullmatch(r"\d+(?:\.\d+)*", name):
            raise _no(f"{name} is not a version", ("expected", "numbers joined by dots: 7.14.0"))
        return name
    if name.strip() and not collection.single and field_shape(kind, "id").title != "id":
        return name  # a word as it is typed
    slug = re.sub(r"[^a-z0-9.+_]+", "-", name.lower().removeprefix("amd ")).strip("-.+_")
    key = name if ID.match(name) else slug
    if not ID.match(key):
        raise _no(f"{name} is not an id", ("expected", "lower case letters, digits and hyphens: radeon-rx-7900-xtx"))
    return key


def _refuse_taken(kind: type[Record], key: str, root: Path) -> None:
    names = names_in(root)[kind.collection.name]  # type: ignore[union-attr]
    if key.lower() in names:
        taken = names[key.lower()][0]
        also = f", an alias of {taken.id}" if taken.id != key else ""
        raise _no(
            f"the id {key} is taken{also}: {taken.file}:{taken.line}",
            *near_hint(key, [name for name in names if name != key.lower()]),
            ("next", "change that record, or take another id"),
        )


def _file_of(kind: type[Record], key: str, root: Path, file: str) -> str:
    """The file, below data/, that a record belongs to."""
    collection = kind.collection
    assert collection
    if not collection.folder:
        return collection.files
    if collection.single:
        return collection.files.replace("*", key)
    stems = _stems(kind, root)
    fitting = (stem for stem in stems if f"{key}-".startswith(f"{stem}-"))
    chosen = Path(file).stem if file else max(fitting, key=len, default="")
    expected = ("expected", "one of: " + ", ".join(stems))
    if not chosen:
        raise _no(f"the id {key} does not say which file", expected, ("next", "name it with --file"))
    if not ID.match(chosen) or (_stem_words(kind) and chosen not in stems):
        raise _no(f"{chosen} is no file of {collection.name}", expected)
    return collection.files.replace("*", chosen)


def _stem_words(kind: type[Record]) -> tuple[str, ...]:
    """The names that the files of this kind can have, where the models name them all."""
    stem = kind.collection.stem  # type: ignore[union-attr]
    return field_shape(kind, stem).words if stem else ()


def _stems(kind: type[Record], root: Path) -> list[str]:
    there = {path.stem for path in root.glob(kind.collection.files)}  # type: ignore[union-attr]
    return sorted({*there, *_stem_words(kind)}, key=natural_key)


# --- the text ---


def draft_text(kind: type[Record], key: str, title: str = "") -> str:
    """A record of this kind to fill in. ``key`` is its id, empty where the file's name is; ``title`` its name."""
    known = {"id": _written(key, field_shape(kind, "id").quoted)} if key else {}
    naming = next((name for name in ("name", "title") if name in fields(kind)), "")
    if title and naming:
        known[naming] = _written(" ".join(title.split()), not re.fullmatch(r"[A-Za-z0-9][\w ()/+.-]*", title))
    parts = _parts(kind, known)
    if not any(_is_open(part) for part in parts):
        parts = [[re.sub(r"^# (\w+):  # (list|sorted list):", r"\1: []  # \2:", part[0])] for part in parts]
    lines = [line for part in parts for line in part]
    if kind.collection.single:  # type: ignore[union-attr]
        return "".join(line + "\n" for line in lines)
    return "".join(("  " if index else "- ") + line + "\n" for index, line in enumerate(lines))


def _written(text: str, quoted: bool) -> str:
    if quoted or load.looks_like_other(text):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return text


def _parts(record: type[Record], known: dict[str, str]) -> list[list[str]]:
    """The lines of each field: what is known of it; else open when it is required, and commented out when not.

    What is known comes first, else the first open field.
    """
    parts = [[f"{name}: {value}"] for name, value in known.items()]
    for field in fields(record).values():
        if field.name not in known:
            parts.append(_required(field) if field.required else [f"# {field.name}:  # {_hint(field)}"])
    first = next((index for index, part in enumerate(parts) if _is_open(part)), 0)
    return [parts[first], *parts[:first], *parts[first + 1 :]]


def _is_open(part: list[str]) -> bool:
    return not part[0].startswith("#")


def _required(field: Field) -> list[str]:
    """A required field, open; of a list of records the first one, of a record its fields."""
    shape = field.shape
    held = shape.record or (shape.items.record if shape.form == "list" and shape.items else None)
    parts = _parts(held, {}) if held else []
    head = f"{field.name}:  # {_hint(field)}"
    if not parts:
        return [head]
    if not _is_open(parts[0]):
        return [f"{field.name}: {'{}' if shape.record else '[]'}  # {_hint(field)}"]
    lines = [line for part in parts for line in part]
    return [head, *(("  " if shape.record else "    " if index else "  - ") + line for index, line in enumerate(lines))]


def _hint(field: Field) -> str:
    return f"{in_words(field.shape)}. {field.description}".rstrip(". ").replace("\n", " ")


def _inserted(path: Path, root: Path, key: str, draft: str) -> tuple[str, int]:
    """The text of a list file with the draft at its sorted place, and the line it begins on."""
    document = load.read(path, root.parent)
    if document.problems:
        raise ProblemsFound(document.problems)
    text, records = document.text, document.root
    where = spans(text).values
    block = None
    if isinstance(records, load.Sequence):
        block = blocks.cut(blocks.Lines(text), where[()], [where[index,] for index in range(len(records))])
    if block is None:
        raise _no("holds no list of records that begin with a hyphen", ("next", "mend it first"), file=document.file)
    ids = [str(record.get("id", "")) if isinstance(record, dict) else "" for record in records]
    at = next((index for index, other in enumerate(ids) if natural_key(other) > natural_key(key)), len(ids))
    blank = 0 if block.gaps and not any(block.gaps) else 1
    block.items.insert(at, draft.splitlines())
    block.gaps.insert(min(at, len(block.gaps)), blank)
    new = text[: block.start] + block.text() + text[block.end :]
    line = new.count("\n", 0, block.start) + 1 + sum(len(item) for item in block.items[:at]) + sum(block.gaps[:at])
    return new, line
