"""Measures the PDF: beside two other ways on a sample of pages, and with twice the data. No part of the tests.

    python -m venv /tmp/others && /tmp/others/bin/pip install weasyprint mkdocs-to-pdf mkdocs-material
    .venv/bin/python -m macros site
    .venv/bin/python -m tests.offline.compare_pdf /tmp/others

The figures stand in docs/en/contributing/performance.md. Every way runs in its own process; memory is that of its
largest process. A word is lost when it stands on the built pages and not in the text of the PDF.
"""

from __future__ import annotations

import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree

from macros.catalog import load_catalog
from macros.offline.pdf import NAME
from macros.offline.pdf.assemble import Guide, assemble
from macros.offline.pdf.built_pages import LABELS, PAGE, article
from macros.offline.pdf.guide import OTHER
from macros.offline.pdf.inline import DROPPED, DROPPED_CLASSES
from macros.offline.pdf.markup import classes
from macros.render.words import Words
from tests.conftest import ROOT
from tests.offline.paper import links, opened, outline, outside, squeezed, text_of

SAMPLE = 30
OURS = "import sys; from pathlib import Path; from macros.offline.pdf import pdf; "
OURS += "root, site, out = map(Path, sys.argv[1:]); "
OURS += "sys.exit(pdf(root, ['en'], out, site))"
STYLE = """@page { size: A4; margin: 18mm } body { font: 9pt "Noto Sans CJK SC", sans-serif }
table { border-collapse: collapse; font-size: 7pt } td, th { border-bottom: 1px solid #ccc; text-align: left }
tr { break-inside: avoid } pre { white-space: pre-wrap } a.headerlink, .breadcrumb { display: none }"""
MKDOCS = """site_name: Sample
theme: {name: material, font: false}
plugins: [to-pdf: {output_path: sample.pdf}]
"""


@dataclass(frozen=True)
class Run:
    seconds: float
    mebibytes: float


def timed(command: list[str], cwd: Path) -> Run:
    """Run a command to its end. Raises SystemExit with what it said when it fails."""
    begun = time.monotonic()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, cwd=cwd, stdout=said, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
        if status:
            said.seek(0)
            raise SystemExit(f"{command[0]} failed:\n{said.read().decode(errors='replace')[-3000:]}")
    return Run(time.monotonic() - begun, used.ru_maxrss / 1024)


# --- the sample ------------------------------------------------------------------------------------------------


def sampled(site: Path, out: Path) -> list[str]:
    """A site of some pages of the navigation, evenly spread, the home page among them; returns their addresses."""
    guide = assembled(site)
    whole = [sheet.key for sheet in guide.sheets if sheet.whole and sheet.key]
    keys = ["", *whole[:: max(1, len(whole) // SAMPLE)]][:SAMPLE]
    for key in keys:
        (out / key).mkdir(parents=True, exist_ok=True)
        shutil.copy(site / key / PAGE, out / key / PAGE)
    shutil.copytree(site / "assets", out / "assets")
    return keys


def assembled(site: Path) -> Guide:
    words = Words(load_catalog(ROOT / "data"), "en")
    return assemble(site, words, lambda *_: None, skip=OTHER)


def words_on(site: Path, keys: list[str]) -> set[str]:
    """The words of the pages, without what leads around the site."""
    found: set[str] = set()
    for key in keys:
        page = article(site / key / PAGE)
        for element in list(page.iter(etree.Element)):
            if element.tag in DROPPED - {"label"} or classes(element) & DROPPED_CLASSES:
                for text in element.iter(etree.Element):
                    text.text = None
        found |= {word for text in page.itertext() for word in text.replace("¶", "").split() if len(word) > 2}
    return found


# --- the ways --------------------------------------------------------------------------------------------------


def ours(site: Path, place: Path, _: Path) -> tuple[Run, Path]:
    run = timed([sys.executable, "-c", OURS, str(ROOT), str(site), str(place)], ROOT)
    return run, place / NAME.format(lang="en")


def weasyprint(site: Path, place: Path, others: Path) -> tuple[Run, Path]:
    """The same assembled pages as one HTML file."""
    body = etree.Element("body")
    for sheet in assembled(site).sheets:
        body.append(sheet.article)
        for element in sheet.article.iter(etree.Element):
            element.attrib.pop("id", None)
            for name in LABELS:
                if element.get(name):
                    element.set("id", element.get(name).replace("/", ".").replace("#", "."))
            if element.get("data-to"):
                element.set("href", "#" + element.get("data-to").replace("/", ".").replace("#", "."))
            if element.get("src"):
                element.set("src", str((site / sheet.key / element.get("src")).resolve()))
    text = etree.tostring(body, method="html", encoding="unicode")
    page = place / "sample.html"
    page.write_text(f"<html lang=en><title>Sample</title><style>{STYLE}</style>{text}</html>", encoding="utf-8")
    file = place / "sample.pdf"
    return timed([str(others / "bin" / "weasyprint"), str(page), str(file)], place), file


def mkdocs_to_pdf(site: Path, place: Path, others: Path) -> tuple[Run, Path]:
    """The same pages as a MkDocs project of its own, each its finished HTML."""
    (place / "mkdocs.yml").write_text(MKDOCS, encoding="utf-8")
    for page in site.rglob(PAGE):
        target = place / "docs" / page.parent.relative_to(site) / "index.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        text = etree.tostring(article(page), method="html", encoding="unicode", with_tail=False)
        target.write_text(f"<div>\n{text}\n</div>\n", encoding="utf-8")
    shutil.copytree(site / "assets", place / "docs" / "assets")
    run = timed([str(others / "bin" / "mkdocs"), "build", "-q"], place)
    return run, place / "site" / "sample.pdf"


WAYS: dict[str, Callable[[Path, Path, Path], tuple[Run, Path]]] = {
    "this project": ours,
    "WeasyPrint": weasyprint,
    "mkdocs-to-pdf": mkdocs_to_pdf,
}


def measured(run: Run, file: Path, wanted: set[str]) -> dict[str, Any]:
    flat = squeezed(text_of(file, "-raw"))
    with opened(file) as document:
        inside = sum(1 for _, to in links(document) if isinstance(to, int))
        return {
            "seconds": round(run.seconds, 1),
            "MiB": round(run.mebibytes),
            "MB": round(file.stat().st_size / 1e6, 1),
            "pages": len(document.pages),
            "links inside": inside,
            "bookmarks": len(outline(document)) if "/Outlines" in document.Root else 0,
            "tagged": "/StructTreeRoot" in document.Root,
            "words lost": sum(1 for word in wanted if word not in flat),
            "words outside the page": sum(1 for _ in outside(file)),
        }


# --- twice the data --------------------------------------------------------------------------------------------


def doubled(site: Path, out: Path) -> None:
    """The site with every row of every matrix a second time, under another name."""
    for page in site.rglob(PAGE):
        place = page.parent.relative_to(site)
        if place.parts and place.parts[0] in OTHER:
            continue
        tree = etree.parse(str(page), etree.HTMLParser(encoding="utf-8", huge_tree=True))
        for row in tree.xpath('//table[contains(@class, "matrix-table")]/tbody/tr'):
            again = copy.deepcopy(row)
            again.set("id", f"{row.get('id')}-again")
            again[0].insert(0, etree.fromstring("<b>Again </b>"))
            row.addnext(again)
        _write(tree, out / place)
    shutil.copytree(site / "assets", out / "assets")


def _write(tree: Any, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    tree.write(str(folder / PAGE), method="html", encoding="utf-8")


def main(others: Path) -> None:
    site = ROOT / "site"
    with tempfile.TemporaryDirectory() as temporary:
        room = Path(temporary)
        keys = sampled(site, room / "sample")
        wanted = words_on(room / "sample", keys)
        print(f"{len(keys)} pages, {len(wanted)} different words")
        for name, way in WAYS.items():
            place = room / name.replace(" ", "-")
            place.mkdir()
            print(name, json.dumps(measured(*way(room / "sample", place, others), wanted)), flush=True)
        once, _ = ours(site, room / "once", others)
        doubled(site, room / "twice-site")
        twice, _ = ours(room / "twice-site", room / "twice", others)
        print(f"whole English guide: {once.seconds:.1f} s, {once.mebibytes:.0f} MiB")
        print(f"with twice the data: {twice.seconds:.1f} s, {twice.mebibytes:.0f} MiB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
