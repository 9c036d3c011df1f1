"""What the processes that build for the preview tell it, and how they put a fault into one line."""

from __future__ import annotations

import os
import traceback
from dataclasses import dataclass
from pathlib import Path

BEGUN_IN = str(Path(__file__).with_name("worker.py"))
"""Where these processes begin: a fault that came through it is of the file behind."""


@dataclass(frozen=True)
class Report:
    """What was done and what is left. Pages are named by their files below the language's folder of the site.

    ``look`` counts how often the files were looked at. ``waiting`` pages are old or perhaps old. ``idle``: all is done,
    or it is ``stopped`` by a fault.
    """

    lang: str
    look: int
    built: tuple[str, ...] = ()
    seconds: float = 0.0
    waiting: frozenset[str] = frozenset()
    faults: tuple[str, ...] = ()
    stopped: bool = False
    idle: bool = False


class Stopped(Exception):
    """Nothing can be built before somebody mends what ``args`` tell."""


def fault_of(error: BaseException, root: Path) -> str:
    """A mistake in code or configuration in one line: what, and the last place of ours it came through."""
    mark = getattr(error.__context__, "problem_mark", None)
    if mark and Path(mark.name).is_relative_to(root):  # MkDocs puts its own error around that of its configuration
        return f"{Path(mark.name).relative_to(root).as_posix()}:{mark.line + 1}  {error.__context__.problem}"
    filename, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    if filename and line:  # a mistake in the writing of a program or a template
        place = Path(filename)
        name = place.relative_to(root).as_posix() if place.is_relative_to(root) else place.name
        return f"{name}:{line}  {getattr(error, 'msg', None) or getattr(error, 'message', None) or error}"
    if isinstance(error, OSError) and filename and Path(os.fsdecode(filename)).is_relative_to(root):
        return f"{Path(os.fsdecode(filename)).relative_to(root).as_posix()}  {error.strerror}"
    ours = [f for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).is_relative_to(root / "macros")]
    where = [f for f in ours if f.filename not in (__file__, BEGUN_IN)] or ours
    place = f"{Path(where[-1].filename).relative_to(root).as_posix()}:{where[-1].lineno}  " if where else ""
    return f"{place}{type(error).__name__}: {error}"
