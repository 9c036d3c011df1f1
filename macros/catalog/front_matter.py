"""The YAML at the head of a page."""

from __future__ import annotations

import re


def front_matter_lines(text: str) -> int:
    """How many lines the front matter takes, with its two rules; 0 when there is none."""
    match = re.match(r"---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", text, re.S | re.M)
    return match[0].count("\n") if match else 0
