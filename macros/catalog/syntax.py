"""What is wrong with a text that should be YAML: its characters, and the parser's complaints in words of people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from .problem import Problem

MERGE_MARKER = re.compile(r"^(<<<<<<<|=======|>>>>>>>|\|\|\|\|\|\|\|)(?: .*)?$", re.M)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffd\u200b-\u200f\u202a-\u202e\u2060-\u2069]")
DIRECTIVE = re.compile(r"\A(?:[ \t]*(?:#.*)?\n)*(%.*)")
TAB_INDENT = re.compile(r"^( *\t[ \t]*)\S", re.M)
MOST_OF_A_KIND = 50
"""How many faults of one kind are told of one file: more help nobody."""


def text_problems(file: str, text: str) -> list[Problem]:
    """Faults of the text itself, found before it is parsed, all of them at once."""
    out = []

    def at(offset: int, message: str, *hints: tuple[str, str]) -> None:
        line = text.count("\n", 0, offset) + 1
        column = offset - (text.rfind("\n", 0, offset) + 1) + 1
        out.append(Problem(file, line, column, "", message, hints))

    for match in MERGE_MARKER.finditer(text):
        at(match.start(), f"left-over merge marker {match[1]}", ("next", "keep one side and delete the marker lines"))
    if out:
        return out
    if match := DIRECTIVE.match(text):
        hints = ("found", shortened(match[1])), ("expected", "the record at once"), ("next", "delete the line")
        at(match.start(1), "a line that begins with % stands before the record", *hints)
    for match in islice(TAB_INDENT.finditer(text), MOST_OF_A_KIND):
        at(match.start(1) + match[1].index("\t"), "tab used for indentation", ("expected", "spaces"))
    for offset in islice(_tabs_at_line_ends(text), MOST_OF_A_KIND):
        at(offset, "tab at the end of the line", ("next", "python -m macros fix"))
    for match in islice(CONTROL.finditer(text), MOST_OF_A_KIND):
        at(match.start(), f"invisible character U+{ord(match[0]):04X}", ("next", "delete it"))
    return out


def shortened(text: str, most: int = 40) -> str:
    """What people wrote, for a message: no more of it than they need to find it again."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _tabs_at_line_ends(text: str) -> Iterator[int]:
    """Where the first tab behind the last word of a line stands."""
    begin = 0
    for line in text.split("\n"):
        words = line.rstrip(" \t")
        if words and "\t" in line[len(words) :]:
            yield begin + line.index("\t", len(words))
        begin += len(line) + 1


ESCAPE = re.compile(r'\\[^\s"\\]*')
BAD_ESCAPE = re.compile("unknown escape character|expected hexa?decimal number|invalid Unicode character escape")
SYNTAX = (
    (
        re.compile("mapping values are not allowed"),
        "a colon followed by a blank inside an unquoted text",
        ("next", 'put the whole value in quotes: key: "ROCm 7.14: what is new"'),
    ),
    (
        re.compile("found character '(.)' that cannot start any token|found character that cannot start"),
        "a character that cannot start a value",
        ("next", "put the value in quotes"),
    ),
    (
        re.compile("unexpected end of stream|quoted scalar"),
        "a quote that is never closed",
        ("next", "close it on the same line"),
    ),
    (
        re.compile("did not find expected key|block mapping|did not find expected '-'|block collection"),
        "the indentation or a quote breaks the record here",
        ("next", "line up the keys of one record; quote values that hold : # [ ] { } , & * ! | > ' \" % @ `"),
    ),
)


def syntax_problem(file: str, text: str, error: Exception) -> Problem:
    """What the parser complains of, in words that help; its own where it says something that is not known here."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    complaint = " ".join(filter(None, (getattr(error, "problem", None), getattr(error, "context", None))))
    if mark and BAD_ESCAPE.search(complaint):  # the parser stops at the backslash, or behind the letter that follows it
        return _escape_problem(file, text, mark.index if "unknown" in complaint else mark.index - 2)
    known = next(((message, hint) for pattern, message, hint in SYNTAX if pattern.search(complaint)), None)
    message, hint = known or (
        f"not YAML: {complaint.strip() or error}",
        ("next", "compare with a neighbouring record"),
    )
    line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
    return Problem(file, line, column, "", message, (hint,))


def _escape_problem(file: str, text: str, begin: int) -> Problem:
    """What is said of a backslash in double quotes, at offset ``begin``, that is no escape."""
    line, column = text.count("\n", 0, begin) + 1, begin - text.rfind("\n", 0, begin)
    found = shortened(ESCAPE.match(text, begin)[0])
    hints = (
        ("found", found),
        ("expected", r"in double quotes: \\ for a backslash, \n, \t, or \u and the number of a character"),
        ("next", "put the value in single quotes, where a backslash is itself; or write the character"),
    )
    return Problem(file, line, column, "", "a backslash that stands for no character", hints)
