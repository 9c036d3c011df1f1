"""What a build takes from around it: the addresses that the environment gives, and the time that files carry."""

from __future__ import annotations

import datetime
import os
import re
import subprocess
from pathlib import Path

from ..catalog import Problem, ProblemsFound
from ..checks import edition_day

ADDRESS = re.compile(r"https?://[\w.-]+(?::\d+)?(?:/[\w.~%/-]*)?", re.A)


def settings_problems() -> list[Problem]:
    """What is wrong with the addresses that the environment gives: they stand in every page."""
    hints = ("expected", "https://host/folder/, without quotes, blanks and queries"), ("next", "mend it, or unset it")
    given = {name: os.environ.get(name, "") for name in ("SITE_URL", "SITE_URL_ZH", "REPO_URL")}
    return [
        Problem(name, 0, 0, "", "is no address", (("found", address), *hints))
        for name, address in given.items()
        if address and not ADDRESS.fullmatch(address)
    ]


def source_date_epoch(root: Path) -> str:
    """The time that files carry: as given, or of the last commit, or the edition's day."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        if not (given.isascii() and given.isdigit() and len(given) < 12):
            hints = ("found", given), ("expected", "seconds since 1970")
            raise ProblemsFound([Problem("SOURCE_DATE_EPOCH", 0, 0, "", "is no time", hints)])
        return given
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        found = ""
    if found.isdigit():
        return found
    midnight = datetime.datetime.combine(edition_day(root), datetime.time(), datetime.UTC)
    return str(int(midnight.timestamp()))
