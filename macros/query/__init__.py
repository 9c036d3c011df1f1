"""The questions that the catalogue answers: each a function of the catalogue and a choice, without a word for readers.

Importing the package imports every module below it, and each registers its questions in QUESTIONS. Others ask by name,
or call the modules named here.
"""

from __future__ import annotations

import importlib
import pkgutil

from . import answer, find, values
from .base import NOT_APPLICABLE, QUESTIONS, UNKNOWN, Answer, Said, Unknown, Value, said
from .hardware import advice, families, memory, support, targets
from .knowledge import knowledge
from .software import install, scopes

__all__ = [
    "NOT_APPLICABLE",
    "QUESTIONS",
    "UNKNOWN",
    "Answer",
    "Said",
    "Unknown",
    "Value",
    "advice",
    "answer",
    "families",
    "find",
    "install",
    "knowledge",
    "memory",
    "said",
    "scopes",
    "support",
    "targets",
    "values",
]

for _module in pkgutil.walk_packages(__path__, f"{__name__}."):
    importlib.import_module(_module.name)
