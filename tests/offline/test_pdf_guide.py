"""The PDF of the whole guide, each language set once: everything that stands on the site stands in it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from macros import query
from macros.catalog import Catalog
from macros.catalog.model.hardware import Gpu
from macros.offline.pdf import NAME, pdf
from macros.offline.pdf.assemble import Guide, assemble
from macros.offline.pdf.built_pages import article
from macros.offline.pdf.guide import OTHER
from macros.offline.pdf.inline import DROPPED, DROPPED_CLASSES
from macros.offline.pdf.markup import INVISIBLE, classes, words_of
from macros.query.hardware import support
from macros.render.answer_table import cell
from macros.render.shell import COLUMNS
from macros.render.words import Words
from macros.site.layout import FOLDERS
from tests.conftest import ROOT
from tests.offline.paper import check_whole, links, opened, outline, squeezed, text_of

pytest.importorskip("typst", reason="typst is not installed: python3 macros/bootstrap.py --test")

LARGEST = 25_000_000
"""Bytes of a PDF."""


@dataclass
class Set:
    """The guide of one language: as it was put in order, and as it was set."""

    lang: str
    words: Words
    site: Path
    file: Path
    guide: Guide
    faults: list[Any] = field(default_factory=list)

    @cached_property
    def pages(self) -> list[str]:
        if not shutil.which("pdftotext"):
            pytest.skip("pdftotext is not installed: poppler-utils")
        return text_of(self.file, "-raw").split("\f")

    @cached_property
    def flat(self) -> str:
        return squeezed("".join(self.pages))

    @cached_property
    def outline(self) -> list[tuple[int, str, int]]:
        with opened(self.file) as document:
            return outline(document)

    def elements(self, *tags: str) -> Iterator[tuple[str, Any]]:
        for sheet in self.guide.sheets:
            for element in sheet.article.iter(*tags):
                yield sheet.key, element


@pytest.fixture(scope="session")
def both(built_site: Path, real: Catalog, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Set]:
    out = tmp_path_factory.mktemp("pdf")
    assert pdf(ROOT, FOLDERS, out, built_site) == 0
    made = {}
    for lang, folder in FOLDERS.items():
        faults: list[Any] = []
        words = Words(real, lang)
        guide = assemble(built_site / folder, words, lambda *found, told=faults: told.append(found), skip=OTHER)
        made[lang] = Set(lang, words, built_site / folder, out / NAME.format(lang=lang), guide, faults)
    return made


@pytest.fixture(scope="session", params=FOLDERS)
def made(both: dict[str, Set], request: pytest.FixtureRequest) -> Set:
    return both[request.param]


def test_guide_is_sound_and_small(made: Set) -> None:
    check_whole(made.file, made.lang)
    assert made.file.stat().st_size < LARGEST


def test_every_page_of_the_navigation_is_a_bookmark_in_its_order(made: Set) -> None:
    titles = [squeezed(title) for _, title, _ in made.outline]
    at = 0
    for sheet in made.guide.sheets:
        heading = next(sheet.article.iter("h1"), None)
        if not sheet.whole or heading is None:
            continue
        wanted = squeezed("".join(heading.itertext()).replace("¶", ""))
        assert wanted in titles[at:], f"{sheet.key}: no bookmark behind the one before"
        at = titles.index(wanted, at) + 1


def test_every_heading_is_there(made: Set) -> None:
    for key, heading in made.elements("h1", "h2", "h3", "h4"):
        assert squeezed("".join(heading.itertext()).replace("¶", "")) in made.flat, key


def test_bookmarks_lead_to_their_headings(made: Set) -> None:
    for _, title, page in made.outline:
        assert squeezed(title) in squeezed(made.pages[page]), f"{title} is not on page {page + 1}"


def test_pages_name_their_own_chapter(made: Set) -> None:
    begins = [page for level, _, page in made.outline if level == 1]
    for chapter, (first, end) in zip(made.guide.chapters, pairwise(begins), strict=True):
        for number in range(first, end):
            head = made.pages[number].partition("\n")[0]
            assert head.startswith(chapter.title), f"page {number + 1} does not name {chapter.title}: {head}"


def test_links_stay_inside(made: Set) -> None:
    with opened(made.file) as document:
        found = list(links(document))
    inside = [to for _, to in found if isinstance(to, int)]
    own = {(page, to) for page, to in found if isinstance(to, str) and made.guide.address and made.guide.address in to}
    assert len(inside) > 1_000 and all(page == 0 for page, _ in own)


def test_no_word_is_lost(made: Set) -> None:
    flat = made.flat.replace("-", "")  # pdftotext takes hyphens at the ends of lines away
    lost = set()
    for sheet in made.guide.sheets:
        for element in sheet.article.iter(etree.Element):
            if not any(dropped(one) for one in (element, *element.iterancestors())):
                words = squeezed_words(element.text) + [
                    word for child in element for word in squeezed_words(child.tail)
                ]
                lost |= {(sheet.key, word) for word in words if word not in flat}
    pages = without_hyphens(made)
    assert not {(key, word) for key, word in lost if not turns_the_page(word, pages)}


def without_hyphens(made: Set) -> list[str]:
    return [squeezed(page).replace("-", "") for page in made.pages]


def turns_the_page(word: str, pages: list[str]) -> bool:
    """Whether a word, or what has no blank in Chinese, begins on one page and ends on the next."""
    parts = [(word[:at], word[at:]) for at in range(4, len(word)) if at >= 20 or len(word) - at > 3]
    return any(begin in one and end in other for one, other in pairwise(pages) for begin, end in parts)


def dropped(element: Any) -> bool:
    """Whether an element is no text on paper: what leads around, the title of a legend, what stands for a picture."""
    legend = element.tag == "summary" and element.getparent().get("class") == "matrix-key"
    alternative = element.tag in ("desc", "title")
    return alternative or legend or element.tag in DROPPED - {"label"} or bool(classes(element) & DROPPED_CLASSES)


def squeezed_words(text: str | None) -> list[str]:
    return INVISIBLE.sub("", text or "").replace("-", "").split()


def test_every_row_of_every_matrix_is_named(made: Set) -> None:
    """Also of the pages that go in as short entries, and of tables that stand on several pages."""
    names: dict[str, str] = {}
    for page in sorted(made.site.rglob("index.html")):
        place = page.parent.relative_to(made.site).as_posix()
        if place.split("/")[0] in OTHER:
            continue
        for head in article(page).iterfind(".//tbody/tr/th"):
            for one in [one for one in head.iter("a", "span") if classes(one) & {"matrix-edit", "mark", "grade"}]:
                one.text = ""
            names.setdefault(squeezed(words_of(head)), place)
    missing = {name: place for name, place in names.items() if name not in made.flat}
    assert not missing


def names_in(element: Any) -> list[str]:
    """The names of a row that stands for several GPUs."""
    return [words_of(one) for one in (element[0] if element.tag == "th" else element)]


def test_every_gpu_in_every_release(made: Set, real: Catalog) -> None:
    """Each GPU x release pair stands in the matrix of releases as the question answers it."""
    sheet = next(sheet for sheet in made.guide.sheets if sheet.key == "releases/+0")
    matrix = next(one for one in sheet.article.iter("div") if one.get("class") == "matrix")
    head = [words_of(one) for one in matrix.iterfind(".//thead/tr/th")]
    groups = {words_of(one[0]).rstrip(":："): names_in(one[1]) for one in matrix.iterfind("p[@class='matrix-source']")}
    said: dict[tuple[str, str], str] = {}
    for row in matrix.iterfind(".//tbody/tr"):
        group = words_of(row[0])
        for name in groups[group] if group in groups else names_in(row[0]):
            said |= {(name, release): words_of(one) for release, one in zip(head[1:], row[1:], strict=True)}
    checked = 0
    for release in support.releases_newest_first(real):
        for answer in query.QUESTIONS["release_gpus"](real, release=release.id) if release.id in head else ():
            name = real.get(Gpu, answer.key).name
            wanted = cell(made.words, answer.values["linux"])
            assert f"{wanted.sign} {wanted.text}".strip() in said[name, release.id], (name, release.id)
            checked += 1
    assert checked > 5_000
    assert all(squeezed(gpu.name) in made.flat for gpu in real.all(Gpu))


def test_code_is_whole_and_shell_lines_never_wrap(made: Set) -> None:
    # A block that goes on over a page has the head and foot of the page in it: it is looked for by lines.
    lines = {squeezed(line) for page in made.pages for line in page.split("\n")}
    pages = without_hyphens(made)
    for key, pre in made.elements("pre"):
        shell = {"language-sh", "language-bash", "language-shell"} & classes(pre.getparent())
        for line in "".join(pre.itertext()).split("\n"):
            # Of a line that wraps, a word may stand on two pages.
            for word in line.split() if len(line) > COLUMNS else [squeezed(line)]:
                whole = word[:40] in made.flat and word[-40:] in made.flat
                assert whole or turns_the_page(word.replace("-", ""), pages), (key, word)
            if shell and line.strip() and len(line) <= COLUMNS:
                assert squeezed(line) in lines, f"{key}: wrapped: {line}"


def test_tabs_and_folds_stand_beside_their_content(made: Set) -> None:
    checked = 0
    for key, tabs in made.elements("div"):
        if "tabbed-set" not in classes(tabs):
            continue
        labels, contents = tabs.find("./div[@class='tabbed-labels']"), tabs.find("./div[@class='tabbed-content']")
        for label, content in zip(labels, contents, strict=True):
            first = next((one for one in content.iter("p", "pre", "caption", "li") if words_of(one)), None)
            if first is None:
                continue
            inside = squeezed(words_of(first).split("[")[0])[:12]
            assert re.search(re.escape(squeezed(words_of(label))) + ".{0,400}?" + re.escape(inside), made.flat), (
                f"{key}: {words_of(label)} is not followed by {inside}"
            )
            checked += 1
    for key, fold in made.elements("summary"):
        if fold.getparent().get("class") != "matrix-key":
            assert squeezed(words_of(fold)) in made.flat, key
            checked += 1
    assert checked > 20


def test_nothing_that_draws_pictures_is_shown_as_text(made: Set) -> None:
    assert not re.search(r"graph TD|sequenceDiagram|classDef|<svg|\{\$|\{@", "".join(made.pages))
    for key, drawing in made.elements("svg"):
        for words in ("".join(one.itertext()) for one in drawing.iter("{*}text", "text")):
            assert squeezed(words) in made.flat, (key, words)


def test_every_collection_is_attached(made: Set, real: Catalog) -> None:
    with opened(made.file) as document:
        names = set(document.attachments)
    assert names == {f"{name}.json" for name, held in real.records.items() if held}
