"""The built site as a reader meets it, page by page, in both languages."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from lxml import etree, html

from macros.catalog import Catalog
from macros.catalog.model.hardware import Edition
from macros.catalog.model.text import LANGUAGES
from macros.checks.written_pages import ENGLISH_ONLY
from macros.pages.addresses import PAGES
from macros.render.words import Words
from macros.site.layout import FOLDERS, page_of
from tests.conftest import ROOT

ASSETS = etree.XPath("//script/@src | //img/@src | //link[@rel='stylesheet' or @rel='icon']/@href | //iframe/@src")
PROSE = etree.XPath("//article//text()[not(ancestor::code or ancestor::script or ancestor::table)]")
BROKEN = re.compile(
    r"\{\$|\$\}|\{@|\{\{|rfg(?:block|inline)[0-9a-f]|Traceback|\bUndefined\b|lorem ipsum|TODO|FIXME|\bTBD\b"
)


@dataclass(frozen=True)
class Seen:
    """What the tests ask of a page; its tree is too large to keep for all of them."""

    title: str
    description: str
    heading: str
    headings: tuple[tuple[str, str | None], ...]
    ids: tuple[str, ...]
    assets: frozenset[str]
    alternates: dict[str, str]
    switch: dict[str, str]
    edits: tuple[str, ...]
    nav: tuple[tuple[int, str], ...]
    footer: str
    wrong: tuple[str, ...]
    statuses: frozenset[str]
    text: str


def seen(file: Path) -> Seen:
    tree = html.document_fromstring(file.read_bytes(), html.HTMLParser(encoding="utf-8", huge_tree=True))
    headings = tree.xpath("//article//*[(self::h1 or self::h2 or self::h3 or self::h4) and (@id or parent::article)]")
    links = tree.xpath("//nav[contains(@class, 'md-nav--primary')]//a[contains(@class, 'md-nav__link')]")
    prose = PROSE(tree)
    return Seen(
        title=tree.findtext(".//title") or "",
        description=tree.xpath("string(//meta[@name='description']/@content)"),
        heading=" ".join(tree.xpath("string(//article//h1)").replace("¶", "").split()),
        headings=tuple((element.tag, element.get("id")) for element in headings),
        ids=tuple(tree.xpath("//@id")),
        assets=frozenset(ASSETS(tree)),
        alternates={link.get("hreflang"): link.get("href") for link in tree.xpath("//head/link[@hreflang]")},
        switch={
            link.get("hreflang"): link.get("href") for link in tree.xpath("//a[contains(@class,'md-select__link')]")
        },
        edits=tuple(tree.xpath("//a[contains(@rel, 'edit')]/@href")),
        nav=tuple((len(list(link.iterancestors("li"))), link.get("href")) for link in links),
        footer=" ".join(tree.xpath("string(//footer)").split()),
        wrong=tuple(found[0] for text in prose if (found := BROKEN.search(text))),
        statuses=frozenset(tree.xpath("//article//td/@class")),
        text=" ".join(tree.xpath("//article")[0].text_content().split()) if file.stat().st_size < 300_000 else "",
    )


@pytest.fixture(scope="session")
def pages(built_site: Path) -> dict[str, Seen]:
    """Every built page by its path below the site."""
    return {
        file.relative_to(built_site).as_posix(): seen(file)
        for file in sorted(built_site.rglob("index.html"))
        if file.relative_to(built_site).parts[0] not in ("offline", "api")
    }


@cache
def sources(lang: str) -> tuple[str, ...]:
    docs = ROOT / "docs" / lang
    return tuple(sorted(path.relative_to(docs).as_posix() for path in docs.rglob("*.md")))


def twin(page: str) -> str:
    """The same page in the other language."""
    return page.removeprefix("zh/") if page.startswith("zh/") else f"zh/{page}"


def in_both(pages: dict[str, Seen]) -> Iterator[str]:
    return (page for page in pages if not page.startswith(("zh/", *(f"{name}/" for name in ENGLISH_ONLY))))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_source_has_its_page(built_site: Path, lang: str) -> None:
    built = {path.relative_to(built_site).as_posix() for path in built_site.rglob("index.html")}
    assert [source for source in sources(lang) if posixpath.join(FOLDERS[lang], page_of(source)) not in built] == []


def test_nothing_comes_from_another_host_or_names_this_machine(built_site: Path, pages: dict[str, Seen]) -> None:
    foreign = {asset for page in pages.values() for asset in page.assets if urlsplit(asset).netloc}
    assert foreign == set()
    places = [str(ROOT).encode(), b'="file:']
    for file in built_site.rglob("*"):
        if "javascripts" not in file.parts and file.suffix in (".html", ".json", ".js", ".css", ".xml", ".txt", ".svg"):
            text = file.read_bytes()
            assert not [place for place in places if place in text], file


def test_every_asset_is_there(built_site: Path, pages: dict[str, Seen]) -> None:
    wanted = {
        posixpath.normpath(posixpath.join(posixpath.dirname(name), asset))
        for name, page in pages.items()
        for asset in page.assets
    }
    assert [asset for asset in sorted(wanted) if not (built_site / unquote(asset)).is_file()] == []


def test_ids_are_unique_and_readable(pages: dict[str, Seen]) -> None:
    for name, page in pages.items():
        twice = {one for one in page.ids if page.ids.count(one) > 1} if len(set(page.ids)) < len(page.ids) else set()
        assert not twice, name
        own = [ident for _, ident in page.headings]
        assert all(own), f"{name}: a heading has no id"
        assert not [ident for ident in own if re.fullmatch(r"_\d*", ident or "")], name


def test_headings_are_the_same_in_both_languages(pages: dict[str, Seen]) -> None:
    differ = [name for name in in_both(pages) if pages[name].headings != pages[twin(name)].headings]
    assert differ == []


def test_every_page_has_one_first_heading_title_and_description(pages: dict[str, Seen]) -> None:
    for name, page in pages.items():
        assert [tag for tag, _ in page.headings].count("h1") == 1, name
        assert page.title.strip() and page.heading, name
        assert 10 <= len(page.description) <= 400, (name, page.description)
    for lang in LANGUAGES:
        own = [page for name, page in pages.items() if name.startswith("zh/") == (lang == "zh")]
        titles = [page.title for page in own]
        assert {title for title in titles if titles.count(title) > 1} == set(), "titles tell pages apart"


def test_language_switch_leads_to_the_same_page(pages: dict[str, Seen]) -> None:
    for name, page in pages.items():
        both = not name.startswith(tuple(f"{folder}/" for folder in ENGLISH_ONLY))
        for links in (page.alternates, page.switch):
            assert set(links) == set(LANGUAGES), name
            for lang, link in links.items():
                target = posixpath.normpath(posixpath.join(posixpath.dirname(name), link, "index.html"))
                here = name.startswith("zh/") == (lang == "zh")
                home = posixpath.join(FOLDERS[lang], "index.html")
                assert target == ((name if here else twin(name)) if both else home), (name, link)


def test_navigation_has_one_shape(pages: dict[str, Seen]) -> None:
    """The same entries at the same depth; those that are in English only left out."""
    shapes = {}
    for lang, home in (("en", "index.html"), ("zh", "zh/index.html")):
        entries = [entry for entry in pages[home].nav if not entry[1].startswith(ENGLISH_ONLY)]
        shapes[lang] = entries
    assert shapes["en"] == shapes["zh"]
    assert len(shapes["en"]) > 5


def test_no_error_text_on_any_page(pages: dict[str, Seen]) -> None:
    assert {name: page.wrong for name, page in pages.items() if page.wrong} == {}


def test_footer_says_edition_and_independence(pages: dict[str, Seen], real: Catalog) -> None:
    edition = real.all(Edition)[0]
    for name, page in pages.items():
        words = Words(real, "zh" if name.startswith("zh/") else "en")
        for label in ("footer.edition", "footer.independent"):
            said = words(label, version=edition.version, date=edition.date.isoformat())
            assert "".join(said.split()) in "".join(page.footer.split()), name


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("collection", PAGES)
def test_every_record_has_its_page(pages: dict[str, Seen], real: Catalog, collection: str, lang: str) -> None:
    """With its name as heading, and tables whose every cell says something."""
    words = Words(real, lang)
    for key in real.records[collection]:
        page = pages[posixpath.join(FOLDERS[lang], collection, key, "index.html")]
        name = words(f"page.{PAGES[collection]}.title", name=words.name_of(collection, key))
        assert page.heading == " ".join(name.split()), key
        assert name in page.title, key
        if collection == "gpus":
            assert [css for css in page.statuses if css.startswith("is-")], f"{key}: no status is said"


def test_addresses_are_plain_letters(pages: dict[str, Seen]) -> None:
    assert [name for name in pages if not re.fullmatch(r"[a-z0-9./-]+", name)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_not_found_and_sitemap(built_site: Path, pages: dict[str, Seen], lang: str) -> None:
    folder = built_site / FOLDERS[lang]
    lost = html.document_fromstring((folder / "404.html").read_bytes())
    assert lost.xpath("//input[@name='query']"), "search is there"
    assert lost.findtext(".//title"), "a title"
    if lang == "en":  # without a public address the other one's place is not known; servers hand out this one
        homes = {posixpath.normpath(link) for link in lost.xpath("//main//a/@href")}
        assert homes >= {"/", "/zh"}, "the way to both languages"
    places = re.findall(r"<loc>(.*?)</loc>", (folder / "sitemap.xml").read_text("utf-8"))
    own = [name for name in pages if name.startswith("zh/") == (lang == "zh")]
    assert not places or len(places) == len(own), "every page or, without a public address, none"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_search_index_knows_every_page_and_hides_what_it_should(
    built_site: Path, pages: dict[str, Seen], lang: str
) -> None:
    folder = built_site / FOLDERS[lang]
    docs = json.loads((folder / "search/search_index.json").read_text("utf-8"))["docs"]
    for entry in docs:
        page, _, anchor = entry["location"].partition("#")
        found = pages[posixpath.join(FOLDERS[lang], page, "index.html")]
        assert not anchor or anchor in found.ids, entry["location"]
        assert entry["title"], entry["location"]
        assert "¶" not in entry["title"] + entry["text"]
    known = {posixpath.join(FOLDERS[lang], entry["location"].partition("#")[0], "index.html") for entry in docs}
    assert known == {name for name in pages if name.startswith("zh/") == (lang == "zh")}
    assert len({entry["location"] for entry in docs}) == len(docs)


def test_no_page_is_larger_than_its_limit(built_site: Path) -> None:
    """First view of a page, compressed: itself and what it loads, without the search index."""
    import gzip

    def packed(file: Path) -> int:
        return len(gzip.compress(file.read_bytes(), 6))

    common = {}
    heavy = {}
    for file in built_site.rglob("index.html"):
        if file.stat().st_size < 150_000 and file.parent != built_site:
            continue
        tree = html.document_fromstring(file.read_bytes(), html.HTMLParser(huge_tree=True))
        assets = {(file.parent / asset).resolve() for asset in ASSETS(tree)}
        for asset in assets - set(common):
            common[asset] = packed(asset)
        heavy[file.relative_to(built_site).as_posix()] = packed(file) + sum(common[asset] for asset in assets)
    over = {name: f"{size / 1000:.0f} KB" for name, size in heavy.items() if size > 100_000}
    assert over == {}
