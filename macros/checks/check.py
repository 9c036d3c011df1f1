"""Everything that is wrong with a data folder and with the facts in the prose beside it, said at once."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from ..catalog import Catalog, Problem, ProblemsFound, load_catalog, read_catalog
from ..catalog.model import COLLECTIONS
from ..catalog.model.hardware import Edition
from . import typed_facts
from .rules import RULES


def check(root: Path, today: datetime.date) -> list[Problem]:
    """Everything wrong with the data folder ``root``, sorted by place; warnings among them are marked.

    Facts typed into the pages of a docs/ beside it are compared once the data itself can be read.
    """
    catalog, unreadable, against_rules = _read_and_judge(root, today)
    in_prose = typed_facts.problems(root.parent, catalog) if not unreadable and (root.parent / "docs").is_dir() else ()
    return sorted({*unreadable, *against_rules, *in_prose})


def checked_catalog(root: Path, today: datetime.date) -> Catalog:
    """The catalogue of a folder that no rule finds fault with; raises :class:`ProblemsFound` with all errors else."""
    catalog, unreadable, against_rules = _read_and_judge(root, today)
    if errors := [problem for problem in sorted({*unreadable, *against_rules}) if not problem.warning]:
        raise ProblemsFound(errors)
    return catalog


def _read_and_judge(root: Path, today: datetime.date) -> tuple[Catalog, list[Problem], list[Problem]]:
    """What could be read, what could not, and what the rules say."""
    catalog, unreadable = read_catalog(root)
    found = [problem for rule in RULES for problem in rule(catalog, today)]
    if broken := {problem.file for problem in unreadable}:
        # A record that could not be read is missing for everybody who names it: say the cause, not the echo.
        found = [problem for problem in found if not _is_echo(problem, broken)]
    return catalog, unreadable, found


def _is_echo(problem: Problem, broken: set[str]) -> bool:
    collection = re.search(r" is not in (\w+)$", problem.message) or re.match(
        r"(\w+)/\S+ is no record$", problem.message
    )
    if not collection or collection[1] not in COLLECTIONS:
        return False
    files = COLLECTIONS[collection[1]].collection.files  # type: ignore[union-attr]
    return any(Path(file).match(files) for file in broken)


def data_problems(root: Path) -> list[Problem]:
    """Everything wrong with the data, judged on the edition's day, so that no commit ages by itself."""
    try:
        today = edition_day(root)
    except ProblemsFound:
        today = datetime.date.today()
    return [problem for problem in check(root / "data", today) if not problem.warning]


def edition_day(root: Path) -> datetime.date:
    """The day of the edition, or today where the data names none. Raises ProblemsFound when it cannot be read."""
    for edition in load_catalog(root / "data").all(Edition):
        return edition.date
    return datetime.date.today()
