"""Everything that is wrong with a data folder and with the facts in the prose beside it, said at once."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from . import typed
from .catalog import read_catalog
from .model import COLLECTIONS
from .problem import Problem
from .rules import RULES


def check(root: Path, today: datetime.date) -> list[Problem]:
    """Everything wrong with the data folder ``root``, sorted by place; warnings among them are marked.

    Facts typed into the pages of a docs/ beside it are compared once the data itself can be read.
    """
    catalog, problems = read_catalog(root)
    broken = {problem.file for problem in problems}
    found = [problem for rule in RULES for problem in rule(catalog, today)]
    if broken:
        # A record that could not be read is missing for everybody who names it: say the cause, not the echo.
        found = [problem for problem in found if not _is_echo(problem, broken)]
    elif (root.parent / "docs").is_dir():
        found += typed.problems(root.parent, catalog)
    return sorted({*problems, *found})


def _is_echo(problem: Problem, broken: set[str]) -> bool:
    collection = re.search(r" is not in (\w+)$", problem.message) or re.match(
        r"(\w+)/\S+ is no record$", problem.message
    )
    if not collection or collection[1] not in COLLECTIONS:
        return False
    files = COLLECTIONS[collection[1]].collection.files  # type: ignore[union-attr]
    return any(Path(file).match(files) for file in broken)
