"""Which records have an address of their own in the guide, and how the address of a page is written."""

from __future__ import annotations

import posixpath
from functools import lru_cache

PAGES = {"gpus": "gpu", "targets": "target", "releases": "release", "frameworks": "framework", "symptoms": "symptom"}
"""Collections whose records have a page each, and what one of them is called in labels and macros."""

ROWS = {
    "claims": ("reference/claims/{record.chapter}.md", "claims-{record.chapter}"),
    "known_issues": ("reference/known-issues.md", "known-issues"),
    "packages": ("reference/packages.md", "packages"),
    "settings": ("deployment/multi-gpu.md", "settings"),
    "variables": ("reference/variables.md", "variables-{record.area}"),
}
"""Collections whose records have a row each on a page: that page and the id of the table, written with the record."""


@lru_cache(maxsize=10_000)
def built(source: str, directory_urls: bool) -> str:
    """Where the page of a source file is built, below the folder of its language: ``gpus/`` for ``gpus/index.md``."""
    stem = source.removesuffix(".md")
    if not directory_urls:
        return f"{stem}.html"
    folder, name = posixpath.split(stem)
    if name == "index":
        return f"{folder}/" if folder else ""
    return f"{stem}/"
