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


def counted(number: int, word: str = "problem") -> str:
    """``1 problem``, ``2 problems``: how many there are."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def as_json(problems: Iterable[Problem]) -> str:
    """The same for tools: a JSON list of objects."""
    return json.dumps([problem.as_dict() for problem in sorted(problems)], ensure_ascii=False, indent=2)


CLOSE = 0.6
"""How alike two words are, from 0 to 1, for one to be told as near the other."""


def nearest(word: str, known: Iterable[str], most: int = 3) -> str:
    """The known words closest to ``word``, best first, comma separated; an empty text when none is close."""
    scored = sorted((-_likeness(word.lower(), other.lower()), len(other), other) for other in set(known))
    return ", ".join(other for score, _, other in scored[:most] if score <= -CLOSE)


def _likeness(word: str, other: str) -> float:
    """1 for the same; a part of the other or two characters swapped (7.41, 7.14.0) come before mere resemblance."""
    if word == other:
        return 1.0
    if len(word) > 2 and sorted(word) == sorted(other[: len(word)]):
        return 0.95
    if len(word) > 2 and (word in other or other in word):
        return 0.9
    # Most words share too few letters to be close: that is seen sooner than how alike they are.
    shared = sum(min(word.count(letter), other.count(letter)) for letter in set(word))
    if 2 * shared < CLOSE * (len(word) + len(other)):
        return 0.0
    return difflib.SequenceMatcher(None, word, other).ratio()


def near_hint(word: str, known: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """A ``nearest`` hint, or nothing when no known word is near."""
    found = nearest(word, known)
    return (("nearest", found),) if found else ()


class CallError(ValueError):
    """A call in a page that cannot be answered: the message says why, the hints what to do."""

    def __init__(self, message: str, *hints: tuple[str, str]):
        self.hints = hints
        super().__init__(message)
