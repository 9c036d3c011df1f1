"""Draws: tables for every kind of reader, and what pages have besides. The only package that writes markup and escapes.

Any text of the data appears literally: nothing here trusts a field.
"""

from __future__ import annotations

from .exports import json_text, plain, source_text, to_csv, to_json, to_markdown, to_text
from .markup import escape
from .tables import to_html

__all__ = ["escape", "json_text", "plain", "source_text", "to_csv", "to_html", "to_json", "to_markdown", "to_text"]
