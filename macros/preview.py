"""Between the preview and the processes that build for it: what they say to each other, and how they begin.

Everything that may be broken while its author works on it is imported inside, where the fault can be told.
"""

from __future__ import annotations

import gc
import importlib
import logging
import os
import signal
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any


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


def work(root: Path, lang: str, folder: Path, connection: Connection) -> None:
    """The process of a language: hears ("look", number, pages asked for) and ("page", name), sends reports."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    os.environ.update(NO_MKDOCS_2_WARNING="1", GUIDE_SEARCH="false")
    try:
        language = importlib.import_module("macros.language").Language(root, lang, folder)
    except Exception as error:
        language = Unable(lang, (fault_of(error, root),))
    gc.disable()  # between batches nobody waits
    try:
        while True:
            if language.idle:
                gc.collect()
            while connection.poll(None if language.idle else 0):
                language.hear(connection.recv())
            connection.send(language.step())
    except (EOFError, OSError):
        return  # the preview has ended


@dataclass
class Unable:
    """In the place of a language while the program cannot be run: says why."""

    lang: str
    faults: tuple[str, ...]
    number: int = 0
    idle: bool = True

    def hear(self, message: tuple[Any, ...]) -> None:
        """Take in what the preview wants."""
        self.number, self.idle = (message[1] if message[0] == "look" else self.number), False

    def step(self) -> Report:
        """Nothing can be done."""
        self.idle = True
        return Report(self.lang, self.number, faults=self.faults, stopped=True, idle=True)


def judge(root: Path, connection: Connection) -> None:
    """A process that tells what the rules say of the data, as a report without a language."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        wrong = importlib.import_module("macros.build").data_problems(root)
        faults = [importlib.import_module("macros.problem").as_text([one]) for one in wrong]
    except Exception as error:
        faults = [fault_of(error, root)]
    connection.send(Report("", 0, faults=tuple(faults), idle=True))


def stamp(path: Path) -> tuple[int, int]:
    """What tells a file from what it was before: time and size, or zeros where nothing can be read."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def fault_of(error: BaseException, root: Path) -> str:
    """A mistake in code or configuration in one line: what, and the last place of ours it came through."""
    filename, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    if filename and line:  # a mistake in the writing of a program or a template
        place = Path(filename)
        name = place.relative_to(root).as_posix() if place.is_relative_to(root) else place.name
        return f"{name}:{line}  {getattr(error, 'msg', None) or getattr(error, 'message', None) or error}"
    ours = [f for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).is_relative_to(root / "macros")]
    where = [f for f in ours if f.filename != __file__] or ours
    place = f"{Path(where[-1].filename).relative_to(root).as_posix()}:{where[-1].lineno}  " if where else ""
    return f"{place}{type(error).__name__}: {error}"
