"""A data file that was read: its values, all of them text, and where each of them stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .problem import Problem

Path_ = tuple[str | int, ...]


class Mark(NamedTuple):
    """Line and column, both counted from 1."""

    line: int
    column: int


class Plain(str):
    """A scalar written without quotes: an editor may read it as a number, a date or a boolean."""

    __slots__ = ()


class Mapping(dict):
    """A mapping that remembers where its keys and values began."""

    __slots__ = ("keys_at", "values_at")

    def __init__(self) -> None:
        super().__init__()
        self.keys_at: dict[str, Mark] = {}
        self.values_at: dict[str, Mark] = {}


class Sequence(list):
    """A list that remembers where its items began."""

    __slots__ = ("items_at",)

    def __init__(self) -> None:
        super().__init__()
        self.items_at: list[Mark] = []


@dataclass
class Document:
    """One file: its path relative to the checkout, its text, its root value and the faults met while reading."""

    file: str
    text: str = ""
    root: Any = None
    problems: list[Problem] = field(default_factory=list)

    def mark(self, path: Path_) -> Mark:
        """Where the value at ``path`` begins; for a missing last part, where its owner begins."""
        node, mark = self.root, Mark(1, 1)
        for part in path:
            if isinstance(node, Mapping) and part in node:
                mark, node = node.values_at[part], node[part]
            elif isinstance(node, Sequence) and isinstance(part, int) and part < len(node):
                mark, node = node.items_at[part], node[part]
            else:
                if isinstance(node, Mapping) and isinstance(part, str) and part in node.keys_at:
                    mark = node.keys_at[part]
                break
        return mark

    def at(self, path: Path_) -> Any:
        """The value at ``path``; KeyError or IndexError when there is none."""
        value = self.root
        for part in path:
            value = value[part]
        return value

    def key_mark(self, path: Path_) -> Mark:
        """Where the key of the value at ``path`` stands (for a list item: where the item begins)."""
        owner = self.at(path[:-1])
        if isinstance(owner, Mapping):
            return owner.keys_at.get(str(path[-1]), self.mark(path))
        return self.mark(path)

    def problem(self, path: Path_, message: str, *hints: tuple[str, str], key: bool = False, **more: Any) -> Problem:
        """A problem at the value (or, with ``key``, at the key) of ``path``."""
        line, column = self.key_mark(path) if key and path else self.mark(path)
        return Problem(self.file, line, column, field_name(path), message, hints, **more)


def field_name(path: Path_) -> str:
    """``("lists", 0, "gpus")`` as people write it: ``lists[0].gpus``. The place of a record in its file is left out."""
    if path and isinstance(path[0], int):
        path = path[1:]
    out = ""
    for part in path:
        out += f"[{part}]" if isinstance(part, int) else f".{part}" if out else str(part)
    return out
