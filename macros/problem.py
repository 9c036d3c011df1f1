"""What went wrong, where, and what to do next: the one form in which people are told."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, order=True)
class Problem:
    """One fault in a file that people write.

    ``file`` is relative to the checkout, ``line`` and ``column`` count from 1 (0: the whole file),
    ``field`` is the path inside the record. ``hints`` are at most three (word, text) pairs, the word being
    ``expected``, ``nearest``, ``found`` or ``next``.
    """

    file: str
    line: int
    column: int
    field: str
    message: str
    hints: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    warning: bool = field(default=False, compare=False)

    def lines(self) -> list[str]:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        head = "  ".join(part for part in (place, self.field, self.message) if part)
        if self.warning:
            head = f"warning: {head}"
        return [head, *(f"    {word}: {text}" for word, text in self.hints[:3])]

    def as_dict(self) -> dict[str, object]:
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "field": self.field,
            "message": self.message,
            "hints": dict(self.hints),
            "severity": "warning" if self.warning else "error",
        }


class ProblemsFound(Exception):
    """Raised by code that needs a whole catalogue and got one with faults; carries all of them."""

    def __init__(self, problems: Iterable[Problem]):
        self.problems = sorted(problems)
        super().__init__(as_text(self.problems))


def as_text(problems: Iterable[Problem]) -> str:
    """All problems, sorted by place, a blank line never between the head and its hints."""
    return "\n".join(line for problem in sorted(problems) for line in problem.lines())


def as_json(problems: Iterable[Problem]) -> str:
    """The same for tools: a JSON list of objects."""
    return json.dumps([problem.as_dict() for problem in sorted(problems)], ensure_ascii=False, indent=2)


def nearest(word: str, known: Iterable[str], most: int = 3) -> str:
    """The known words closest to ``word``, comma separated, or an empty text when none is close."""
    known = list(known)
    lower = word.lower()
    close = difflib.get_close_matches(lower, known, n=most, cutoff=0.6)
    inside = sorted((k for k in known if lower in k.lower() or k.lower() in lower), key=len)
    return ", ".join(dict.fromkeys([*close, *inside][:most]))


def near_hint(word: str, known: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """A ``nearest`` hint, or nothing when no known word is near."""
    found = nearest(word, known)
    return (("nearest", found),) if found else ()
