"""Where each page of each language stands: as a file below docs/, and as a file below the site."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from pathlib import Path

from ..catalog.model.text import LANGUAGES

CONFIGURATIONS = {"en": "mkdocs.yml", "zh": "mkdocs.zh.yml"}

FOLDERS = {"en": "", "zh": "zh"}
"""Where each language stands in the site."""


def sources(root: Path, lang: str) -> list[str]:
    """The pages of a language as files below its folder."""
    docs = root / "docs" / lang
    return sorted(path.relative_to(docs).as_posix() for path in docs.rglob("*.md"))


def page_of(source: str) -> str:
    stem = source.removesuffix(".md")
    return f"{stem}.html" if stem == "index" or stem.endswith("/index") else f"{stem}/index.html"


def language_of(file: str) -> str:
    """The language whose folder of the site a file stands in."""
    return next((lang for lang, folder in FOLDERS.items() if folder and file.startswith(f"{folder}/")), LANGUAGES[0])


def files_of(folder: Path, within: str) -> Iterator[str]:
    """The files of a built language, as paths below the site."""
    for path in folder.rglob("*"):
        if path.is_file():
            yield posixpath.join(within, path.relative_to(folder).as_posix())
