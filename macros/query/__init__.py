"""The questions the catalogue answers. Importing this package registers them all in QUESTIONS."""

from __future__ import annotations

from . import answer, hardware, support
from .base import NOT_APPLICABLE, QUESTIONS, UNKNOWN, Answer, Question, Said, Unknown, Value, said, value

__all__ = [
    "NOT_APPLICABLE",
    "QUESTIONS",
    "UNKNOWN",
    "Answer",
    "Question",
    "Said",
    "Unknown",
    "Value",
    "answer",
    "hardware",
    "said",
    "support",
    "value",
]
