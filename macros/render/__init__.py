"""Draws: answers as tables in a reader's language, and these as HTML, Markdown, CSV and terminal text.

The only room that writes markup and escapes: any text of the data appears literally, nothing here trusts a field.
"""

from __future__ import annotations

from .exports import json_text, plain, source_text, to_csv, to_json, to_markdown, to_text
from .markup import escape
from .tables import to_html

__all__ = [
    "answer_table",
    "captions",
    "cover",
    "diagrams",
    "downloads",
    "elements",
    "escape",
    "home",
    "json_text",
    "placeholder",
    "plain",
    "shell",
    "source_text",
    "terminal",
    "to_csv",
    "to_html",
    "to_json",
    "to_markdown",
    "to_text",
    "words",
]
