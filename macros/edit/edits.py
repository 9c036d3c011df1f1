"""A change of a text: what to put where, and the words that tell people."""

from __future__ import annotations

from dataclasses import dataclass

from .blocks import Lines


@dataclass(frozen=True)
class Edit:
    """Text to put in the place of what stands from ``start`` to ``end``; no words where it goes without saying."""

    start: int
    end: int
    text: str
    words: str = ""


def apply(text: str, edits: list[Edit]) -> tuple[str, list[str]]:
    """The text with all edits made, and their words in the order of the text."""
    edits = sorted(edits, key=lambda edit: edit.start)
    out, at = [], 0
    for edit in edits:
        out += [text[at : edit.start], edit.text]
        at = edit.end
    lines = Lines(text)
    words = [f"line {lines.at(edit.start) + 1}  {edit.words}" for edit in edits if edit.words]
    return "".join([*out, text[at:]]), words
