"""Draws the list of files to fetch, as it stands on the page of downloads: before they are there, and after."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..catalog.model.text import LANGUAGES
from .markup import escape, lead
from .placeholder import placeholder
from .words import Words

KINDS = ("pdf", "zip")
PLACE = re.compile(r"(?<=<!-- downloads -->).*?(?=<!-- /downloads -->)", re.DOTALL)
"""Where the list stands in a built page."""


@dataclass(frozen=True)
class Offered:
    """A file to fetch: its name, its address as seen from the page, its bytes, its day, its SHA-256 in hexadecimal."""

    name: str
    address: str
    size: int
    day: str
    checksum: str


def place(words: Words) -> str:
    """The list in a page that is being built: nothing is there yet. Search does not read it."""
    return placeholder(
        f"<section data-search-exclude><!-- downloads -->{listing(words, {}, ())}<!-- /downloads --></section>"
    )


def listing(words: Words, files: Mapping[tuple[str, str], Offered], sums: Iterable[tuple[str, str]]) -> str:
    """The files by (kind, language), those of the page's own language first; what is not there is said to be missing.

    ``sums`` are the (name, address) pairs of the files with all checksums.
    """
    if not files:
        return f"<p>{escape(words('downloads.none'))}</p>"
    languages = sorted(LANGUAGES, key=lambda lang: lang != words.lang)
    entries = "".join(_entry(words, kind, lang, files.get((kind, lang))) for lang in languages for kind in KINDS)
    links = ", ".join(f'<a href="{escape(address)}">{escape(name)}</a>' for name, address in sums)
    return f'<dl class="downloads">{entries}</dl><p>{lead(words("downloads.sums"))}{links}</p>'


def _entry(words: Words, kind: str, lang: str, file: Offered | None) -> str:
    what = escape(words(f"downloads.{kind}.{lang}"))
    if file is None:
        return f"<div><dt>{what}</dt><dd>{escape(words('downloads.missing'))}</dd></div>"
    megabytes, exact = f"{file.size / 1e6:.1f}", f"{file.size:,}"
    facts = words("downloads.facts", name=file.name, megabytes=megabytes, bytes=exact, day=file.day)
    checksum = "<wbr>".join(re.findall(".{1,16}", file.checksum))
    return (
        f'<div><dt><a href="{escape(file.address)}">{what}</a></dt>'
        f"<dd>{escape(facts)}</dd><dd>SHA-256 <code>{checksum}</code></dd></div>"
    )
