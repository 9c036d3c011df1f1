"""A second generator builds the same tree: every article says the same there, so the guide does not hang on one.

Zensical shares no code with MkDocs but Python-Markdown, so it finds what only one of them forgives. Search, navigation
and the theme are each generator's own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from lxml import html

from macros.catalog.model.text import LANGUAGES
from macros.render.downloads import PLACE
from macros.site.layout import CONFIGURATIONS, FOLDERS
from tests.conftest import ROOT

BASE = "https://guide.example/"
OWN = "//*[self::script or self::style or self::button or contains(@class, 'headerlink') or @id = '__skip']"
"""What a generator or its theme adds to an article."""

HEADINGS = "//*[self::h1 or self::h2 or self::h3 or self::h4 or self::h5 or self::h6]"


def articles(folder: Path) -> dict[str, Path]:
    """The built pages below a folder, by their address below it."""
    return {path.relative_to(folder).as_posix().removesuffix("index.html"): path for path in folder.rglob("index.html")}


def said(text: bytes, address: str) -> dict[str, list[Any]]:
    """What a page's article says to readers: its words, headings, anchors, and where its links and pictures lead."""
    text = PLACE.sub("", text.decode()).encode()  # filled in after a build, by make release
    article = html.document_fromstring(text, html.HTMLParser(encoding="utf-8", huge_tree=True)).xpath("//article")[0]
    article = html.document_fromstring(html.tostring(article, encoding="unicode"))
    for element in article.xpath(OWN):
        element.drop_tree()
    return {
        "words": article.text_content().split(),
        "headings": [(one.tag, one.get("id"), " ".join(one.text_content().split())) for one in article.xpath(HEADINGS)],
        "anchors": article.xpath("//@id"),
        "links": [urljoin(f"{BASE}{address}", link) for link in article.xpath("//@href | //@src")],
    }


def differences(address: str, ours: bytes, theirs: bytes) -> Iterator[str]:
    """Where two built articles differ, with the first place of each kind."""
    one, other = said(ours, address), said(theirs, address)
    for kind in one:
        if one[kind] != other[kind]:
            pairs = zip(one[kind], other[kind], strict=False)
            at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one[kind]), len(other[kind])))
            yield f"{address or './'} {kind}: {one[kind][at : at + 8]} is {other[kind][at : at + 8]}"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory, built_site: Path) -> Path:
    """The same tree under another root, where the other generator may leave its caches. It refuses docs/ as a link."""
    root = tmp_path_factory.mktemp("zensical")
    shutil.copytree(ROOT / "docs", root / "docs")
    for name in ("data", "macros"):
        (root / name).symlink_to(ROOT / name)
    for name in CONFIGURATIONS.values():
        shutil.copy(ROOT / name, root)
    return root


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_zensical_says_the_same_on_every_page(built_site: Path, tree: Path, lang: str) -> None:
    command = [sys.executable, "-m", "zensical", "build", "--clean", "-f", CONFIGURATIONS[lang]]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    within = FOLDERS[lang]
    others = tuple(f"{folder}/" for other, folder in FOLDERS.items() if other != lang and folder)
    ours, theirs = (
        {
            address: path
            for address, path in articles(site / within).items()
            if not (others and address.startswith(others))
        }
        for site in (built_site, tree / "site")
    )
    assert sorted(ours) == sorted(theirs)
    wrong = [
        one
        for address in sorted(ours)
        for one in differences(address, ours[address].read_bytes(), theirs[address].read_bytes())
    ]
    assert not wrong, f"{len(wrong)} differences:\n" + "\n".join(wrong[:20])


@pytest.mark.parametrize(
    ("theirs", "kind"),
    [
        ("<h1 id='a'>Head</h1><p>one <a href='../b/'>twoo</a></p>", "words"),
        ("<h2 id='a'>Head</h2><p>one <a href='../b/'>two</a></p>", "headings"),
        ("<h1 id='a'>Head</h1><p id='c'>one <a href='../b/'>two</a></p>", "anchors"),
        ("<h1 id='a'>Head</h1><p>one <a href='../../b/'>two</a></p>", "links"),
    ],
)
def test_every_kind_of_difference_is_seen(theirs: str, kind: str) -> None:
    ours = "<h1 id='a'>Head</h1><p>one <a href='../b/'>two</a></p>"
    page = "<!doctype html><article class='md-content'>{}</article>"
    assert not list(differences("x/y/", page.format(ours).encode(), page.format(ours).encode()))
    found = list(differences("x/y/", page.format(ours).encode(), page.format(theirs).encode()))
    assert [one.split()[1] for one in found] == [f"{kind}:"]
