"""Reads the pages of a language that was built, once: for the search index and for what is wrong with them."""

from __future__ import annotations

import posixpath
from pathlib import Path
from urllib.parse import urlsplit

from . import links, search_index
from .layout import FOLDERS, files_of, language_of

def read_built(lang: str, folder: Path, site_url: str | None) -> tuple[list[links.Fault], list[tuple[str, str, str]]]:
    """Reads every page of a built language once: writes its search index, finds faults and links to other languages."""
    base = urlsplit(site_url or "/").path or "/"
    within = FOLDERS[lang]
    base = base.removesuffix(f"{within}/") if within and site_url else base
    pages = links.style_links(folder, within)
    docs = []
    for file in sorted(folder.rglob("*.html")):
        name = file.relative_to(folder).as_posix()
        page = posixpath.join(within, name)
        tree, pages[page] = links.read_page(file, page)
        if name != "404.html" and (article := links.ARTICLE(tree)):
            url = name.removesuffix("index.html") if posixpath.basename(name) == "index.html" else name
            docs += search_index.entries(article[0], url, tree.findtext(".//title") or "")
    index = folder / "search" / "search_index.json"
    index.parent.mkdir(exist_ok=True)
    index.write_bytes(search_index.index_text(lang, docs).encode())
    faults, gone = links.follow(pages, set(files_of(folder, within)), base)
    faults += [links.no_file(*one) for one in gone if language_of(one[2]) == lang]
    return faults, [one for one in gone if language_of(one[2]) != lang]
