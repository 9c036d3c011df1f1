"""Writes the stub pages: one file a record, six lines each, so that every generator and every link finds them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..catalog import Catalog, load_catalog
from ..catalog.model.text import LANGUAGES
from ..render import elements
from ..render.words import Words
from .addresses import PAGES


def write_pages(root: Path, languages: Sequence[str] = LANGUAGES) -> list[Path]:
    """Makes docs/<lang>/{gpus,targets,releases,frameworks}/ hold one page a record; what changed is returned.

    Only files whose text differs are written, pages of records that are gone are deleted, index.md is left alone.
    """
    wanted = {root / "docs" / path: text for path, text in stubs(load_catalog(root / "data"), languages)}
    changed = []
    for path, text in wanted.items():
        if not path.is_file() or path.read_bytes() != text.encode():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
            changed.append(path)
    for lang in languages:
        for collection in PAGES:
            for path in sorted((root / "docs" / lang / collection).glob("*.md")):
                if path.name != "index.md" and path not in wanted:
                    path.unlink()
                    changed.append(path)
    return changed


def missing_pages(root: Path, catalog: Catalog, lang: str) -> list[str]:
    """Stub pages of a language that are not there or stand for a record that is gone, as paths below docs/."""
    wanted = {f"{lang}/{collection}/{key}.md" for collection in PAGES for key in catalog.records.get(collection, {})}
    found = {
        f"{lang}/{collection}/{path.name}"
        for collection in PAGES
        for path in (root / "docs" / lang / collection).glob("*.md")
        if path.name != "index.md"
    }
    return sorted(wanted ^ found)


def stubs(catalog: Catalog, languages: Sequence[str] = LANGUAGES) -> Iterator[tuple[str, str]]:
    """Every stub page: its path below docs/ and its text."""
    for lang in languages:
        words = Words(catalog, lang)
        for collection, kind in PAGES.items():
            for key in catalog.records.get(collection, {}):
                yield f"{lang}/{collection}/{key}.md", stub(words, collection, kind, key)


def stub(words: Words, collection: str, kind: str, key: str) -> str:
    """The six lines of one page. Names appear literally, whatever they hold."""
    name = words(f"page.{kind}.title", name=words.name_of(collection, key))
    description = words(f"page.{kind}.description", name=words.name_of(collection, key))
    title, description = (json.dumps(elements.front_matter_text(t), ensure_ascii=False) for t in (name, description))
    return (
        f"---\ntitle: {title}\ndescription: {description}\n---\n"
        f"# {elements.heading_text(name)} {{ #{kind}-{key} }}\n"
        f'{{$ {kind}_page("{key}") $}}\n'
    )
