"""The texts that people type below docs/: which they are, how they are read, and what of them is no typed prose."""

from __future__ import annotations

import os
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from ..catalog import Catalog, Problem
from .fact_patterns import OPTION, any_case

PAGES, SAMPLES, CODE, ABOUT_OURSELVES = "pages", "samples", "code", "about ourselves"
"""Where text stands. A compiler looks at the names in code; pages about the project name its own tools and queries."""

COMPILED = ("cmake", "cuda", "hip")
"""Folders of samples that are code."""

SECTIONS = any_case(("section", "chapter", "part", "table", "figure", "listing", "example", "step", "appendix"))

UNREAD = re.compile(
    r"\{\$(?:(?!\{\$|\$\}).)*+\$\}"
    r"|\{@(?:(?!\{@|@\}).)*+@\}"
    r"|\{//(?:(?!\{//|//\}).)*+//\}"
    r"|<!--(?:(?!<!--|-->).)*+-->"
    r"|^ *--8<-- [^\n]*"
    r"|\]\((?!https?:)[^()\n]*\)"
    r"|\{[^{}#\n]*#[^{}\n]*\}"
    rf"|\b(?:{SECTIONS})s? \d+(?:\.\d+)+"
    r"|第 ?\d+(?:\.\d+)* ?[章节条步项部段]|[章节表图例] ?\d+(?:\.\d+)+",
    re.A | re.S | re.M,
)
"""What of a page is no typed prose: macros, comments, inclusions, targets of links inside the guide, anchors, and
numbers of sections. What is opened and not closed is prose."""

TOOL = r" (?:amd-smi|hipcc|hipify-\w+|migraphx-driver|rocm-smi|rocminfo|rocprof\w*|rvs|sglang|vllm) "
"""A tool of ours that a command of another starts: ``docker run IMAGE rocm-smi --showtemp``."""

GENERAL_COMMAND = re.compile(
    r"(?<![\w./-])(?:accelerate launch|apt|apt-get|bash|cargo|cmake|conda|ctest|curl|dnf|docker|git|grep|helm|hf"
    r"|journalctl|kubectl|lspci|mpirun|ninja|npm|nvidia-smi|pip3?|podman|python3?(?! -m (?:sglang|vllm))|rpm|rsync|ssh"
    rf"|systemctl|tar|torchrun|uv|wget|wsl|yum|zypper)(?= )(?:\\\n?|(?!{TOOL})[^`\n\\])*+",
    re.A,
)
"""Commands that are no part of ROCm, up to the end of the line or of the code, or to a tool of ours: the catalogue has
no list of their options."""

SIGNS = {
    "\N{FULLWIDTH FULL STOP}": ".",
    "\N{FULLWIDTH HYPHEN-MINUS}": "-",
    "\N{HYPHEN}": "-",
    "\N{NON-BREAKING HYPHEN}": "-",
    "\N{FULLWIDTH LOW LINE}": "_",
    "\N{FULLWIDTH SOLIDUS}": "/",
    "\N{FULLWIDTH EQUALS SIGN}": "=",
    "\N{FULLWIDTH PLUS SIGN}": "+",
    "\N{FULLWIDTH PERCENT SIGN}": "%",
    "\N{REGISTERED SIGN}": "",
    "\N{TRADE MARK SIGN}": "",
}
"""Signs inside facts in another dress. Chinese punctuation stays what it is: it ends a fact."""


def files(root: Path, catalog: Catalog) -> Iterator[tuple[Path, str]]:
    """Every page people write below ``root``/docs and every sample, with its place; and links that lead nowhere."""
    docs = root / "docs"
    for folder, folders, names in os.walk(docs):
        folders.sort()
        parts = Path(folder).relative_to(docs).parts
        for name in sorted(names):
            place = "" if name.startswith(".") else _place((*parts, name), catalog)
            if place or not os.path.exists(os.path.join(folder, name)):
                yield Path(folder, name), place


def _place(parts: tuple[str, ...], catalog: Catalog) -> str:
    """Where the text of a file below docs/ stands; an empty text when nobody types it."""
    folder = parts[1] if len(parts) > 2 else ""
    if parts[0] == "samples":
        return CODE if folder in COMPILED else SAMPLES
    stem, _, ending = parts[-1].rpartition(".")
    of_record = len(parts) == 3 and stem in catalog.records.get(folder, ())
    if len(parts[0]) > 2 or ending != "md" or of_record:
        return ""  # the theme, pictures; a page of a record is written by a program
    return ABOUT_OURSELVES if folder == "contributing" else PAGES


def read(path: Path, file: str) -> str | Problem:
    """The text of a file, or why there is none; ``file`` is its name for people."""
    try:
        if path.exists() and not path.is_file():
            return Problem(file, 0, 0, "", "is no file", (("next", "delete it"),))
        data = path.read_bytes()
    except OSError as error:
        found = f"a link to {path.readlink()}" if path.is_symlink() else os.strerror(error.errno or 0)
        hints = (("found", found), ("expected", "a file that can be read"), ("next", "mend it or delete it"))
        return Problem(file, 0, 0, "", "cannot be read", hints)
    try:
        return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        found = " ".join(f"0x{byte:02X}" for byte in data[error.start : error.start + 2])
        hints = (("found", f"the bytes {found}"), ("expected", "text in UTF-8"), ("next", "save the file as UTF-8"))
        return Problem(file, line, column, "", "is not UTF-8", hints)


@dataclass(frozen=True)
class Plain:
    """A text with its letters, digits and blanks in ASCII where Unicode has the same in another dress, and what is
    not seen left out. ``starts`` says where each sign of the text as typed begins in it.
    """

    text: str
    starts: Sequence[int]

    def typed(self, begin: int, end: int) -> tuple[int, int]:
        """Where a stretch of it begins and ends in the text as typed."""
        return bisect_right(self.starts, begin) - 1, bisect_right(self.starts, end - 1)


def plain(text: str) -> Plain:
    if text.isascii():
        return Plain(text, range(len(text)))
    parts = [_PLAIN[sign] for sign in text]
    return Plain("".join(parts), [0, *accumulate(map(len, parts[:-1]))])


class _Signs(dict[str, str]):
    """The plain form of each sign, looked up once."""

    def __missing__(self, sign: str) -> str:
        folded = unicodedata.normalize("NFKC", sign)
        if unicodedata.category(sign) == "Cf":
            folded = ""
        elif not (folded.isascii() and (folded.isalnum() or folded == " ")):
            folded = sign
        self[sign] = folded
        return folded


_PLAIN = _Signs(SIGNS)
_OPTION = re.compile(OPTION, re.A)


def prose(text: str) -> str:
    """The text of a page with everything blanked out that is no typed prose."""
    return GENERAL_COMMAND.sub(lambda match: _OPTION.sub(_blank, match[0]), UNREAD.sub(_blank, text))


def _blank(match: re.Match[str]) -> str:
    return "\n".join(" " * len(line) for line in match[0].split("\n"))
