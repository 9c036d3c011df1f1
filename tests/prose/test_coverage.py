"""docs/en/contributing/coverage.md says where each topic and each query of the search is answered, and stays true.

The page is written from coverage.yaml, search.yaml and the headings of the built site:
``python -m pytest tests/prose --regenerate``.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import yaml
from lxml import html

from tests.conftest import ROOT

PAGE = ROOT / "docs" / "en" / "contributing" / "coverage.md"
TOPICS = yaml.safe_load((Path(__file__).parent / "coverage.yaml").read_text("utf-8"))
SEARCHED = yaml.safe_load((ROOT / "tests" / "site" / "search.yaml").read_text("utf-8"))
QUERIES = [case for case in SEARCHED if "pages" in case]
BEGIN = "<!-- Below: written by python -m pytest tests/prose --regenerate -->"
LANGUAGE = {"en": "English", "zh": "Chinese"}
SECTIONS = {
    *("1", "2.1", "2.2", "2.3", "2.4", "3.1", "3.2", "3.3", "4.1", "4.2", "4.3", "5", "6.1", "6.2", "6.3"),
    *("7", "7.3", "8", "8.1", "8.2", "9.1", "9.2", "10"),
}
"""The sections of the article."""


@cache
def headings(site: Path, page: str) -> dict[str, str]:
    """The headings of an English page by anchor, and under the empty anchor its title."""
    file = site / page / "index.html"
    if not file.is_file():
        return {}
    found: dict[str, str] = {}
    for heading in html.document_fromstring(file.read_bytes()).xpath("//article//*[self::h1|self::h2|self::h3]"):
        text = " ".join(heading.text_content().replace("¶", "").split())
        found.setdefault("", text)
        if heading.get("id"):
            found[heading.get("id")] = text
    return found


def link(site: Path, address: str) -> str:
    """A link to a page or a heading, with the words that stand there."""
    page, _, anchor = address.partition("#")
    found = headings(site, page)
    assert anchor in found, f"{address}: no such {'heading' if found else 'page'} in the built site"
    folder = page.rstrip("/")
    source = next(
        name for name in (f"{folder}.md", f"{folder}/index.md".lstrip("/")) if (PAGE.parents[1] / name).is_file()
    )
    words = found[""] if not anchor or found[anchor] == found[""] else f"{found['']}: {found[anchor]}"
    return f"[{literal(words)}](../{source}{'#' + anchor if anchor else ''})"


def literal(text: str) -> str:
    """Text that Markdown shows as it is written, on one line."""
    shown = text.replace("\n", "↵").replace("\t", "→")
    return re.sub(r"[^\w ,.:/()-]|\b_|_\b", lambda sign: f"&#{ord(sign[0])};", shown)


def written(site: Path) -> str:
    """The tables of the page."""
    lines = [BEGIN, "", "<div markdown data-search-exclude>", "", "## Topics { #topics }", ""]
    lines += ["| article | topic | where |", "|---|---|---|"]
    for topic in TOPICS:
        where = "<br>".join(link(site, address) for address in topic["pages"])
        lines.append(f"| {topic.get('section', '')} | {literal(topic['topic'])} | {where} |")
    lines += ["", "## Queries { #queries }", "", "| query | language | one of these is found |", "|---|---|---|"]
    for case in QUERIES:
        where = "<br>".join(link(site, address) for address in case["pages"])
        query = f"<code>{literal(case['query'])}</code>"
        lines.append(f"| {query} | {LANGUAGE[case.get('lang', 'en')]} | {where} |")
    return "\n".join([*lines, "", "</div>", ""])


def test_page_says_what_is_so(built_site: Path, regenerate: bool) -> None:
    before, mark, tables = PAGE.read_text("utf-8").partition(BEGIN)
    expected = written(built_site)
    if regenerate:
        PAGE.write_text(before + expected, "utf-8")
        return
    assert mark, f"{PAGE.name} has lost its line {BEGIN!r}"
    assert (mark + tables).splitlines() == expected.splitlines(), "write it anew with --regenerate, and read the diff"


def test_every_section_of_the_article_has_its_place() -> None:
    assert {topic["section"] for topic in TOPICS if "section" in topic} == SECTIONS


@pytest.mark.parametrize("address", ["no/such/page/", "architecture/#no-such-heading"])
def test_an_address_that_does_not_exist_is_told(built_site: Path, address: str) -> None:
    with pytest.raises(AssertionError, match=address):
        link(built_site, address)
