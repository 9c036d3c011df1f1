"""Reads YAML: nobody else makes values of it. Every scalar stays the text that was written.

One pass over libyaml's events builds the values and remembers where each began. Numbers, dates and booleans
are not guessed: the models (``macros.catalog.model``) turn text into types. Anchors, aliases, tags, several documents,
duplicate keys and keys that an editor would read as numbers are refused.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Any

import yaml

from .document import Document, Mapping, Mark, Plain, Sequence
from .problem import Problem
from .syntax import syntax_problem, text_problems

MOST_BYTES = 16 * 1024 * 1024
MOST_DEPTH = 24

LOOKS_LIKE_OTHER = re.compile(
    r"""(?: [-+]?[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?   # 7.10  0755  1e5  1_000
          | [-+]?\.[0-9]+(?:[eE][-+]?[0-9]+)?                     # .5
          | [-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9]*)?       # 1:30
          | 0[xob][0-9a-fA-F_]+                                   # 0x74a1
          | [-+]?\.(?:inf|Inf|INF) | \.(?:nan|NaN|NAN)
          | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?            # 2026-07-16
          | ~ | null | Null | NULL
          | y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF
        )$""",
    re.X,
)


def looks_like_other(text: str) -> bool:
    """Would some YAML parser read this plain scalar as something else than text?"""
    return bool(LOOKS_LIKE_OTHER.match(text))


def read(path: Path, root: Path) -> Document:
    """The document in ``path``; what is wrong with it stands in its ``problems`` and ``root`` may then be None.

    ``root`` is the folder that problems name files relative to. Files over 16 MiB are refused.
    """
    document = Document(path.relative_to(root).as_posix())

    def refuse(message: str, *hints: tuple[str, str], line: int = 0, column: int = 0) -> Document:
        document.problems.append(Problem(document.file, line, column, "", message, hints))
        return document

    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            return refuse("not a file", ("expected", "a text file"))
        size = found.st_size
        if size > MOST_BYTES:
            return refuse(
                f"the file has {size:,} bytes, the limit is {MOST_BYTES:,}",
                ("next", "split it, or keep large tables out of data/"),
            )
        raw = path.read_bytes()
    except OSError as error:
        return refuse(f"cannot be read: {os.strerror(error.errno or 0)}", ("next", "mend its permissions or the link"))
    if b"\0" in raw:
        line = raw[: raw.index(b"\0")].count(b"\n") + 1
        return refuse("not a text file: it holds a zero byte", ("expected", "YAML text in UTF-8"), line=line, column=1)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        column = error.start - (raw.rfind(b"\n", 0, error.start) + 1) + 1
        return refuse(
            f"not UTF-8: byte 0x{raw[error.start]:02x} at offset {error.start}",
            ("next", "save the file as UTF-8 (it may be GBK or Latin-1 now)"),
            line=line,
            column=column,
        )
    return parse(document.file, text)


def parse(file: str, text: str) -> Document:
    """The document of a text that ``file`` is said to hold. Line ends and a missing last one make no difference."""
    document = Document(file, with_unix_line_ends(text))
    document.problems += text_problems(file, document.text)
    if not document.problems:
        fill_root(document)
    return document


def with_unix_line_ends(text: str) -> str:
    """Every line ends in one line feed, the last one too."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if not text or text.endswith("\n") else text + "\n"


def fill_root(document: Document) -> None:
    """Fill ``document.root`` from the events of its text; faults go to ``document.problems``."""
    problems = document.problems

    def note(mark: Any, message: str, *hints: tuple[str, str]) -> None:
        problems.append(Problem(document.file, mark.line + 1, mark.column + 1, "", message, hints))

    # The stack holds (container, pending key, mark of that key); a mapping's key is None while one is awaited.
    stack: list[list[Any]] = []
    documents = 0

    def place(value: Any, mark: Any, scalar: bool) -> None:
        if not stack:
            document.root = value
            return
        top = stack[-1]
        owner = top[0]
        spot = Mark(mark.line + 1, mark.column + 1)
        if type(owner) is Sequence:
            owner.append(value)
            owner.items_at.append(spot)
        elif top[1] is None:
            if not scalar:
                note(mark, "a key must be a text, not a list or mapping")
                value = f"?{len(owner)}"
            elif type(value) is Plain and looks_like_other(value):
                note(mark, f"the key {value} is read as a number, date or boolean", ("expected", f'"{value}"'))
            key = str(value)
            if key in owner:
                first = owner.keys_at[key].line
                note(
                    mark,
                    f"the key {key} stands twice: lines {first} and {spot.line}",
                    ("next", "merge the two, or delete one"),
                )
                key = f"{key} (again, line {spot.line})"
            top[1] = key
            owner.keys_at[key] = spot
        else:
            owner[top[1]] = value
            owner.values_at[top[1]] = spot
            top[1] = None

    try:
        for event in yaml.parse(document.text, Loader=yaml.CBaseLoader):
            kind = type(event)
            if kind is yaml.ScalarEvent:
                if event.anchor or event.tag:
                    note(
                        event.start_mark, "anchors, aliases and tags are not used here", ("next", "write the value out")
                    )
                value = event.value if event.style else Plain(event.value)
                place(value, event.start_mark, True)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                if event.anchor or event.tag:
                    note(
                        event.start_mark, "anchors, aliases and tags are not used here", ("next", "write the value out")
                    )
                value = Mapping() if kind is yaml.MappingStartEvent else Sequence()
                place(value, event.start_mark, False)
                stack.append([value, None])
                if len(stack) > MOST_DEPTH:
                    note(event.start_mark, f"nested deeper than {MOST_DEPTH} levels", ("next", "flatten the record"))
                    return
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                stack.pop()
            elif kind is yaml.AliasEvent:
                note(event.start_mark, "anchors, aliases and tags are not used here", ("next", "write the value out"))
                place(Plain(""), event.start_mark, True)
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    note(event.start_mark, "a second document begins here (---)", ("next", "keep one document a file"))
                    return
    except yaml.YAMLError as error:
        problems.append(syntax_problem(document.file, document.text, error))
    if documents == 0 and not problems:
        problems.append(Problem(document.file, 0, 0, "", "the file is empty", (("next", "add a record or delete it"),)))
