"""How the processes that build for the preview begin, and what they do as long as the program cannot be run.

Everything that may be broken while its author works on it is imported inside, where the fault can be told.
"""

from __future__ import annotations

import gc
import importlib
import logging
import os
import signal
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from .report import Report, fault_of


def work(root: Path, lang: str, folder: Path, connection: Connection) -> None:
    """The process of a language: hears ("look", number, pages asked for), ("page", name), ("links",), sends reports."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    os.environ.update(NO_MKDOCS_2_WARNING="1", GUIDE_SEARCH="false")
    try:
        language = importlib.import_module("macros.preview.language").Language(root, lang, folder)
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
        wrong = importlib.import_module("macros.checks").data_problems(root)
        faults = [importlib.import_module("macros.catalog").as_text([one]) for one in wrong]
    except Exception as error:
        faults = [fault_of(error, root)]
    connection.send(Report("", 0, faults=tuple(faults), idle=True))
