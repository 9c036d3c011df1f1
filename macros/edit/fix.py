"""Puts data files into their one form by editing the text in place: comments, blank lines and key order stay.

What is not safe is left alone and said. Doing it twice gives the same, and what was done never changes what the file
means: that is verified before anything is written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ..catalog import Problem, load
from ..catalog.fields import shape_of_file
from ..catalog.model import Record
from ..catalog.names import Names, data_files, names_of
from ..files.writing import write_whole
from .edits import apply
from .meaning import meaning, read_as_it_was
from .order import sort_lists, sort_records
from .plain_text import clean, name_schema
from .scalars import mend_scalars, quote_keys


@dataclass(frozen=True)
class Fixed:
    """A file after fixing: its new text, what changed in it (in words) and what was left for people to mend."""

    file: str
    text: str
    changes: tuple[str, ...] = ()
    left: tuple[Problem, ...] = ()


def fix_folder(root: Path) -> list[Fixed]:
    """Fix every file below ``root`` (a data folder): those that changed, or that hold something people must mend.

    Each file is replaced whole. A file that cannot be written is left and said.
    """
    documents = [(kind, path, load.read(path, root.parent)) for kind, path in data_files(root)]
    names = names_of((kind, document) for kind, _, document in documents)
    out = []
    for kind, path, document in documents:
        if not document.text:
            if document.problems:
                out.append(Fixed(document.file, "", left=tuple(document.problems)))
            continue
        fixed = fix_text(path.read_bytes().decode("utf-8"), kind, names, document.file)
        if fixed.changes:
            try:
                write_whole(path, fixed.text)
            except OSError as error:
                problem = Problem(document.file, 0, 0, "", f"cannot be written: {error.strerror}")
                fixed = replace(fixed, changes=(), left=(problem,))
        if fixed.changes or fixed.left:
            out.append(fixed)
    return out


def fix_text(text: str, kind: type[Record], names: Names | None = None, file: str = "") -> Fixed:
    """The text of a file of ``kind`` in its one form. ``names`` are the ids and aliases that references may mean.

    A text with faults that no program can mend for sure comes back as it is, with the faults.
    """
    shape, names = shape_of_file(kind), names or {}
    file = file or f"data/{kind.collection.files}"  # type: ignore[union-attr]
    new, changes = clean(text)
    document = load.parse(file, new)
    if document.problems and document.root is not None:
        new, words = apply(new, quote_keys(new))
        changes += words
        document = load.parse(file, new)
    if document.problems or document.root is None:
        return Fixed(file, text, left=tuple(_by_hand(problem) for problem in document.problems))
    steps = (mend_scalars, sort_lists, sort_records)
    left = []
    for step in steps:
        edits, unsafe = step(document, shape, names)
        left += unsafe
        if edits:
            new, words = apply(new, edits)
            changes += words
            document = load.parse(file, new)
    new, words = name_schema(new, kind)
    changes += words
    if new == text:
        return Fixed(file, text, left=tuple(left))
    document = load.parse(file, new)
    left = [problem for step in steps for problem in step(document, shape, names)[1]]
    if meaning(shape, document.root, names) != meaning(shape, read_as_it_was(file, text), names):
        problem = Problem(file, 0, 0, "", "cannot be fixed without a change of meaning", (("next", "mend it by hand"),))
        return Fixed(file, text, left=(problem, *left))
    return Fixed(file, new, tuple(changes), tuple(left))


def _by_hand(problem: Problem) -> Problem:
    """A problem that fix could not mend, without the advice to run fix."""
    return replace(problem, hints=tuple(hint for hint in problem.hints if "macros fix" not in hint[1]))
