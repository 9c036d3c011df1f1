"""Reads a PDF back: text, bookmarks, links, and what holds for every PDF of ours."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

pikepdf = pytest.importorskip("pikepdf", reason="pikepdf is not installed: python3 macros/bootstrap.py --test")
needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed: poppler-utils")


def text_of(file: Path, *options: str) -> str:
    done = subprocess.run(["pdftotext", *options, str(file), "-"], capture_output=True, check=True)
    return done.stdout.decode("utf-8")


def squeezed(text: str) -> str:
    """Text without any white space: lines are broken elsewhere on paper."""
    return re.sub(r"\s+", "", text)


def opened(file: Path) -> Any:
    return pikepdf.open(file)


def outline(document: Any) -> list[tuple[int, str, int]]:
    """(level, title, page from 0) of every bookmark."""
    numbers = {page.objgen: number for number, page in enumerate(document.pages)}
    out: list[tuple[int, str, int]] = []

    def visit(item: Any, level: int) -> None:
        while item is not None:
            dest = item.get("/Dest") or item["/A"]["/D"]
            out.append((level, str(item["/Title"]), numbers[dest[0].objgen]))
            if "/First" in item:
                visit(item["/First"], level + 1)
            item = item.get("/Next")

    visit(document.Root["/Outlines"].get("/First"), 1)
    return out


def links(document: Any) -> Iterator[tuple[int, str | int]]:
    """(page, address or page) of every link."""
    numbers = {page.objgen: number for number, page in enumerate(document.pages)}
    tree = document.Root.get("/Names", {}).get("/Dests")
    named = pikepdf.NameTree(tree) if tree is not None else {}
    for number, page in enumerate(document.pages):
        for annotation in page.get("/Annots", []):
            action = annotation.get("/A")
            if action is not None and "/URI" in action:
                yield number, str(action["/URI"])
            else:
                dest = annotation.get("/Dest") or action["/D"]
                if isinstance(dest, pikepdf.String):
                    dest = named[str(dest)]
                elif isinstance(dest, pikepdf.Name):
                    dest = document.Root["/Dests"][dest]
                dest = dest["/D"] if isinstance(dest, pikepdf.Dictionary) else dest
                yield number, numbers[dest[0].objgen]


def check_whole(file: Path, lang: str) -> None:
    """What holds for every PDF of ours."""
    content = file.read_bytes()
    assert b"file:" not in content.lower().replace(b"/file:", b"") and str(ROOT).encode() not in content
    with opened(file) as document:
        assert document.check_pdf_syntax() == []
        assert str(document.Root["/Lang"]) == lang or str(document.Root["/Lang"]).startswith(lang)
        assert document.Root["/MarkInfo"]["/Marked"]
        assert "/StructTreeRoot" in document.Root and "/PageLabels" in document.Root
        assert b"pdfuaid:part" in bytes(document.Root["/Metadata"].read_bytes())
        assert not [
            to for _, to in links(document) if isinstance(to, str) and not to.startswith(("https:", "http:", "mailto:"))
        ]
        for font in (
            one
            for one in document.objects
            if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/FontDescriptor"
        ):
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(font.keys()), font.get("/FontName")
        levels = [level for level, _, _ in outline(document)]
        assert levels and max(levels) <= 3
    if shutil.which("pdftotext"):
        assert not list(outside(file))


WORD = re.compile(r'\s*<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" yMax="(-?[\d.]+)">(.*)</word>')


def outside(file: Path) -> Iterator[str]:
    """The words that do not stand whole inside their page, a small margin left free."""
    width = height = 0.0
    for line in text_of(file, "-bbox").split("\n"):
        if page := re.match(r'\s*<page width="([\d.]+)" height="([\d.]+)"', line):
            width, height = float(page[1]), float(page[2])
        elif word := WORD.match(line):
            left, top, right, bottom = map(float, word.groups()[:4])
            if not (left > 10 and right < width - 10 and top > 5 and bottom < height - 5):
                yield word[5]
