"""What all markup is made of: escaped text, long words that may be parted, and who says something in one line."""

from __future__ import annotations

import html
import re
from functools import lru_cache

from ..query import Said
from .words import Words

LONG_WORD = re.compile(r"[!-~]{12,}")
BREAK_AFTER = re.compile(r"(?<=[_/=,:.@?&-])(?=\w)")


@lru_cache(maxsize=50_000)
def escape(text: str) -> str:
    return html.escape(text, quote=True)


def breakable(text: str) -> str:
    """Escaped text whose long identifiers and paths may be parted behind their signs, nowhere else."""
    out, end = [], 0
    for word in LONG_WORD.finditer(text):
        out += [escape(text[end : word.start()]), "<wbr>".join(map(escape, BREAK_AFTER.split(word[0])))]
        end = word.end()
    return "".join(out) + escape(text[end:])


def lead(label: str) -> str:
    """Escaped words before what they introduce; a blank follows, but not behind a full-width sign."""
    return escape(label) + (" " if label.isascii() else "")


@lru_cache(maxsize=10_000)
def source_line(words: Words, said: Said) -> str:
    """Title (linked when its address was seen), publisher, version, class, day, grade, further sources."""
    first = _title(said)
    facts = [
        said.source.publisher,
        words(f"class.{said.source.class_}"),
        words("source.seen", date=said.seen.isoformat()),
    ]
    if said.carried_from:
        facts.append(words("source.carried", release=said.carried_from))
    facts.append(words(f"grade.{said.grade}"))
    line = words("list.colon", label="").strip()
    stop = words("list.stop")
    out = f"{first}{lead(line)}{escape(words('list.clause').join(facts))}{lead(stop)}"
    if said.also:
        more = (_title(Said(source, said.seen, said.grade)) for source in said.also)
        out += lead(words("source.also")) + escape(words("list.semicolon")).join(more)
    return out.rstrip()


def _title(said: Said) -> str:
    title = escape(said.source.title)
    if said.source.url and said.source.url_seen == "yes":
        return f'<a href="{escape(said.source.url)}" rel="noopener">{title}</a>'
    return title
