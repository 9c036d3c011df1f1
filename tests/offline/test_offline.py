"""The guide as files to take along: the zip as a reader meets it on a machine without a network, and their list."""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from lxml import etree, html

from macros.catalog import Catalog, ProblemsFound
from macros.catalog.model.text import LANGUAGES
from macros.measure.pictures import PAGES
from macros.offline import editions
from macros.offline.archive import FOLDER, GUIDE, NAME, offline
from macros.offline.downloads import downloads
from macros.offline.local_links import Copy
from macros.render import escape
from macros.render.words import Words
from macros.site import build
from macros.site.layout import FOLDERS
from tests.conftest import ROOT
from tests.site.test_search import CASES, Box, Site

ADDRESS = "https://guide.example/rocm/"
QUERIES = (
    *("7900xtx", "MI300X", "gfx1151:", "7.1", "rocm/vllm", "hipify-perl", "llama.cpp", "steam deck"),
    *("7900xtx支持吗", "从 CUDA 迁移", "mi300x 显存", "显存只有一半", "权限不够 /dev/kfd", "离线安装", "统一内存"),
)
"""A sample of tests/site/search.yaml, in both languages."""

INSIDE = etree.XPath(
    "(//@href | //@src | //@action)[not(starts-with(., '#') or starts-with(., 'https://') or starts-with(., 'http://'))]",
    smart_strings=False,
)
"""What pages link to or load, public addresses and places of the page itself aside."""

TREE = html.HTMLParser(encoding="utf-8", huge_tree=True)


def cases(lang: str) -> list[dict[str, Any]]:
    return [case for case in CASES if case.get("lang", "en") == lang and case["query"] in QUERIES]


def linked(source: Path, target: Path, *names: str) -> Path:
    """A copy of a site, or of some of its files and folders, that shares its bytes on disk."""
    for name in names or ("",):
        if (source / name).is_dir():
            shutil.copytree(source / name, target / name, copy_function=os.link, dirs_exist_ok=True)
        else:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            os.link(source / name, target / name)
    return target


def write(path: Path, content: bytes) -> None:
    """Put something else in the place of a file that other copies share."""
    path.unlink(missing_ok=True)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)


def document(title: str) -> bytes:
    """What ``editions`` reads of a PDF, as the packer leaves it; a real one: see test_a_real_pdf_says_its_edition."""
    described = f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>'
    return f"%PDF-1.7\n{described}<xmp:ModifyDate>2026-11-30T00:00:00Z</xmp:ModifyDate>\n%%EOF\n".encode()


def add_documents(site: Path, catalog: Catalog) -> None:
    for lang in LANGUAGES:
        title = f"ROCm Field Guide, {editions.edition(catalog, lang)}"
        write(site / "pdf" / f"rocm-field-guide-{lang}.pdf", document(title))


# --- the zip of the whole guide, unpacked in a folder with blanks and Chinese signs --------------------------------


@pytest.fixture(scope="module")
def unpacked(built_site: Path, real: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where both zips were unpacked."""
    site = linked(built_site, tmp_path_factory.mktemp("offline") / "site")
    shutil.rmtree(site / "pdf", ignore_errors=True)
    add_documents(site, real)
    assert offline(ROOT, site) == 0
    folder = tmp_path_factory.mktemp("reader") / "a b 指南"
    for lang in LANGUAGES:
        with zipfile.ZipFile(site / "offline" / NAME.format(lang=lang)) as packed:
            packed.extractall(folder)
    return folder


class Disk:
    """A browser without a network that looks at files; what goes wrong, and what was asked for elsewhere, is kept."""

    def __init__(self, chromium: Any, folder: Path):
        self.chromium, self.folder, self.asked = chromium, folder, []

    def new_page(self, **choice: Any) -> Any:
        page = self.chromium.new_context(offline=True, reduced_motion="reduce", **choice).new_page()
        page.on("request", self._asked)
        return page

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((f"{self.folder.as_uri()}/", "data:")):
            self.asked.append(request.url)

    def box(self, lang: str) -> Box:
        guide = self.folder / FOLDER.format(lang=lang) / GUIDE
        return Box(self, Site(f"{guide.as_uri()}/"), lang)


@pytest.fixture(scope="module")
def disk(chromium: Any, unpacked: Path) -> Disk:
    return Disk(chromium, unpacked)


@pytest.fixture(scope="module", params=LANGUAGES)
def box(disk: Disk, request: pytest.FixtureRequest) -> Box:
    """The home page of a language, its search box ready to be typed into."""
    return disk.box(request.param)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_link_leads_to_a_file(unpacked: Path, lang: str) -> None:
    """What a page links to or loads is a file of the zip, never a folder; nothing leads out of it."""
    top = unpacked / FOLDER.format(lang=lang)
    files = {path.relative_to(top).as_posix() for path in top.rglob("*") if path.is_file()}
    wrong = []
    for name in sorted(name for name in files if name.endswith(".html")):
        for link in set(INSIDE(etree.fromstring((top / name).read_bytes(), etree.HTMLParser(huge_tree=True)))):
            parts = urlsplit(link)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path)))
            if parts.scheme or parts.netloc or target not in files:
                wrong.append((name, link))
    assert wrong == []
    for kind in ("json", "js"):
        index = Path(GUIDE, FOLDERS[lang], "search", f"search_index.{kind}")
        docs = json.loads((top / index).read_text("utf-8").removeprefix("var __index="))["docs"]
        assert len(docs) > 100
        places = {posixpath.normpath(index.parent.parent / one["location"].split("#")[0]) for one in docs}
        assert places <= files


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_lost(built_site: Path, unpacked: Path, lang: str) -> None:
    """Every page of the language is there with every word, the page of downloads and that for wrong addresses aside."""
    top, inside = unpacked / FOLDER.format(lang=lang) / GUIDE, FOLDERS[lang]
    pages = {path.relative_to(built_site / inside).as_posix() for path in (built_site / inside).rglob("*.html")}
    pages = {name for name in pages if inside or not name.startswith("zh/")} - {"404.html", "downloads/index.html"}
    assert {path.relative_to(top / inside).as_posix() for path in (top / inside).rglob("*.html")} == pages
    for name in (*(f"{page}index.html" for kind, page in PAGES.items() if kind != "404"), "migration/index.html"):
        if name in pages:
            words = [
                html.document_fromstring(file.read_bytes(), TREE).xpath("string(//article)")
                for file in (built_site / inside / name, top / inside / name)
            ]
            assert words[0] == words[1], name


@pytest.mark.browser
def test_search_finds_and_opens(disk: Disk, box: Box) -> None:
    """Typed queries find the page that answers, and the link of the hit opens it, with the words marked."""
    lang = "zh" if box.root.endswith("/zh/") else "en"
    for case in cases(lang):
        box.page.goto(f"{box.root}index.html")
        found = [[link.replace("index.html", "") for link in hit] for hit in box.type(case["query"])]
        top = [address for hit in found[:3] for address in (*hit, *(link.split("#")[0] for link in hit))]
        wanted = next((address for address in top if address in case["pages"]), None)
        assert wanted, (case["query"], found[:3])
        number = next(at for at, hit in enumerate(found) if wanted.split("#")[0] in (one.split("#")[0] for one in hit))
        box.page.locator(".md-search-result__item").nth(number).locator("a").first.click()
        box.until(lambda wanted=wanted: wanted.split("#")[0] + "index.html" in box.page.url)
        box.page.locator("article h1").wait_for()
    assert len(cases(lang)) >= 6
    assert box.wrong == [] and disk.asked == []


@pytest.mark.browser
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_page_opens(disk: Disk, lang: str) -> None:
    """No error, no request to a host, at any kind of page, from the first page on."""
    box = disk.box(lang)
    box.page.goto((disk.folder / FOLDER.format(lang=lang) / "index.html").as_uri())
    box.page.get_by_role("link").first.click()
    assert box.page.url == f"{box.root}index.html"
    for page in PAGES.values():
        if (Path(unquote(urlsplit(box.root).path)) / page / "index.html").is_file():
            box.page.goto(f"{box.root}{page}index.html")
            box.page.wait_for_load_state("networkidle")
    assert box.wrong == [] and disk.asked == []


@pytest.mark.browser
def test_widgets(disk: Disk, box: Box) -> None:
    """Tabs, copying, dark colours that stay, the menu, and the question of the home page."""
    page = box.page
    page.goto(f"{box.root}install/linux-packages/index.html")
    tabs = page.locator(".tabbed-set").first
    tabs.locator(".tabbed-labels > label").nth(1).click()
    assert tabs.locator(".tabbed-block").nth(1).is_visible() and not tabs.locator(".tabbed-block").nth(0).is_visible()
    button = page.locator("[data-clipboard-target]:visible").first
    code = page.locator(button.get_attribute("data-clipboard-target"))
    code.hover()
    button.click()
    page.locator(".md-search__input").focus()
    page.keyboard.press("Control+V")
    assert page.locator(".md-search__input").input_value().startswith(code.inner_text().split("\n")[0])
    page.goto(f"{box.root}index.html")
    for _ in range(3):
        if page.locator("body").get_attribute("data-md-color-scheme") != "slate":
            page.locator("[data-md-component=palette] label:visible").click()
    page.locator(".md-tabs__link").nth(1).click()
    page.wait_for_url("**/install/index.html")
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
    page.goto(f"{box.root}index.html")
    page.locator("#find-gpu").fill("MI300X")
    page.keyboard.press("Enter")
    page.wait_for_url("**/gpus/index.html?q=MI300X")
    hit = page.locator(".md-search-result__link").first
    hit.wait_for()
    assert "instinct-mi300x/index.html" in hit.get_attribute("href")
    assert box.wrong == [] and disk.asked == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_first_page_says_what_this_is(unpacked: Path, real: Catalog, lang: str) -> None:
    words, top = Words(real, lang), unpacked / FOLDER.format(lang=lang)
    tree = html.document_fromstring((top / "index.html").read_bytes(), TREE)
    text = tree.text_content()
    for said in (editions.edition(real, lang), words("footer.independent"), words("offline.title")):
        assert said in text
    assert tree.get("lang") == lang and words("offline.no_pdf") not in text
    assert [(top / link).is_file() for link in tree.xpath("//a/@href")[:2]] == [True, True]
    assert (top / f"rocm-field-guide-{lang}.pdf").read_bytes().startswith(b"%PDF")


# --- a few pages: what the commands do ------------------------------------------------------------------------------


@pytest.fixture
def small(built_site: Path, tmp_path: Path) -> Path:
    """A site of a few pages in both languages, without a public address, before anything was added to it."""
    names = [
        posixpath.join(folder, name)
        for folder in FOLDERS.values()
        for name in ("index.html", "404.html", "assets", "search", "install/wheels", "gpus/instinct-mi300x")
    ]
    linked(built_site, tmp_path / "site", *names)
    for folder in FOLDERS.values():
        page = posixpath.join(folder, "downloads", "index.html")
        text = (built_site / page).read_text("utf-8")
        (tmp_path / "site" / page).parent.mkdir()
        (tmp_path / "site" / page).write_text(
            re.sub(r"(?s)(<!-- downloads -->).*(<!-- /)", r"\1<p></p>\2", text), "utf-8"
        )
    home = tmp_path / "site" / "index.html"
    write(home, re.sub('<link rel="canonical"[^>]*>', "", home.read_text("utf-8")).encode())
    return tmp_path / "site"


def test_same_bytes(small: Path, real: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the same pages the same zip, whenever and from whatever files; sorted, plain, of the time that is given."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1796083200")
    add_documents(small, real)
    assert offline(ROOT, small) == 0
    first = {path.name: path.read_bytes() for path in (small / "offline").iterdir()}
    for path in small.rglob("*.html"):
        content = path.read_bytes()
        write(path, content)
        path.chmod(0o600)
    assert offline(ROOT, small) == 0
    assert {path.name: path.read_bytes() for path in (small / "offline").iterdir()} == first
    assert sorted(first) == [NAME.format(lang=lang) for lang in LANGUAGES]
    with zipfile.ZipFile(small / "offline" / NAME.format(lang="en")) as packed:
        assert packed.testzip() is None
        names = packed.namelist()
        assert names == sorted(names) and {name.split("/")[0] for name in names} == {FOLDER.format(lang="en")}
        assert {(one.date_time, one.external_attr) for one in packed.infolist()} == {
            ((2026, 12, 1, 0, 0, 0), 0o100644 << 16)
        }


def test_what_a_link_leads_to_is_not_packed(small: Path) -> None:
    """Files of the machine do not get into the zip by a link that lies in the site."""
    (small / "assets" / "elsewhere.txt").symlink_to(ROOT / "README.md")
    assert offline(ROOT, small) == 0
    with zipfile.ZipFile(small / "offline" / NAME.format(lang="en")) as packed:
        assert not [name for name in packed.namelist() if name.endswith("elsewhere.txt")]


def pages_of(small: Path, lang: str) -> dict[str, str]:
    with zipfile.ZipFile(small / "offline" / NAME.format(lang=lang)) as packed:
        return {name.split("/", 1)[1]: packed.read(name).decode() for name in packed.namelist() if ".html" in name}


def test_what_is_not_inside_is_no_link(small: Path, real: Catalog) -> None:
    """Without a public address: no switch of languages, no downloads, nothing to other pages; and no PDF is said so."""
    assert offline(ROOT, small) == 0
    for lang in LANGUAGES:
        pages, words = pages_of(small, lang), Words(real, lang)
        assert words("offline.no_pdf") in pages["index.html"] and ".pdf" not in pages["index.html"]
        home = html.document_fromstring(pages[posixpath.join(GUIDE, FOLDERS[lang], "index.html")])
        assert not home.xpath("//*[contains(@class, 'md-select')] | //a[contains(@href, 'downloads')]")
        assert home.xpath("//link[contains(@rel, 'alternate')]/@hreflang") == [lang]
        assert home.xpath("//a[not(@href)]"), "of most pages only the words are left"


def test_what_is_not_inside_is_at_the_public_address(small: Path) -> None:
    home = small / "index.html"
    text = home.read_text("utf-8").replace("<head>", f'<head><link rel="canonical" href="{ADDRESS}">', 1)
    write(home, text.encode())
    assert offline(ROOT, small) == 0
    pages = pages_of(small, "zh")
    assert f'href="{ADDRESS}zh/"' in pages["index.html"]
    page = html.document_fromstring(pages[f"{GUIDE}/zh/gpus/instinct-mi300x/index.html"])
    switch = page.xpath("//a[contains(@class, 'md-select__link')]/@href")
    assert switch == [f"{ADDRESS}gpus/instinct-mi300x/", "../.././gpus/instinct-mi300x/index.html"]
    assert f"{ADDRESS}zh/downloads/" in page.xpath("//header//a/@href")
    assert f"{ADDRESS}zh/targets/gfx942/" in page.xpath("//article//a/@href")


def test_an_address_with_signs_of_html(small: Path) -> None:
    """Whatever the public address holds, links lead there: it is escaped once."""
    address = 'https://guide.example/?a=1&b="2"/'
    home = small / "index.html"
    text = home.read_text("utf-8").replace("<head>", f'<head><link rel="canonical" href="{escape(address)}">', 1)
    write(home, text.encode())
    assert offline(ROOT, small) == 0
    pages = pages_of(small, "zh")
    assert html.document_fromstring(pages["index.html"]).xpath("//a/@href")[-1] == f"{address}zh/"
    page = html.document_fromstring(pages[f"{GUIDE}/zh/gpus/instinct-mi300x/index.html"])
    assert f"{address}zh/targets/gfx942/" in page.xpath("//article//a/@href")


def test_data_goes_along_in_every_language(small: Path) -> None:
    """Folders that belong to no language are in each zip, where the pages of the language expect them."""
    (small / "api" / "v1").mkdir(parents=True)
    (small / "api" / "v1" / "gpus.json").write_text("{}", "utf-8")
    assert offline(ROOT, small) == 0
    for lang in LANGUAGES:
        with zipfile.ZipFile(small / "offline" / NAME.format(lang=lang)) as packed:
            assert f"{FOLDER.format(lang=lang)}/{GUIDE}/api/v1/gpus.json" in packed.namelist()


HOSTILE = """<!doctype html><link rel="next" href="../gone/"><link rel=icon href=../x.png>
<!-- <a href="b/"> --><script>var a = '<a href="b/">' + "</a>"</script><style>a[href="b/"] { }</style>
<p title='href="b/"'>&lt;a href="b/"&gt; href="b/"</p><A title="> href='no/'" HREF='b/?q=1#c'>b</A>
<a href=b>b</a><a class="x" href="../gone/#y" rel="z">gone</a><a href="#b/">b</a><a href="https://b/">b</a>
<form action="."></form><a name="b/">b</a><a href="b/index.html#d">b</a>"""


def test_only_addresses_are_rewritten() -> None:
    """Comments, scripts, styles, text and other attributes stay as they are, however much they look like links."""
    copy = Copy(frozenset({"a/index.html", "a/b/index.html", "x.png"}))
    wanted = (
        HOSTILE.replace('<link rel="next" href="../gone/">', "")
        .replace("HREF='b/?q", "HREF='b/index.html?q")
        .replace("href=b>", "href=b/index.html>")
        .replace('class="x" href="../gone/#y" rel', 'class="x" rel')
        .replace('action="."', 'action="./index.html"')
    )
    assert copy.page("a/index.html", HOSTILE) == wanted


# --- what is refused --------------------------------------------------------------------------------------------------


def test_no_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert offline(ROOT, tmp_path) == 1
    said = capsys.readouterr().err
    assert "site/index.html  no site was built there\n    next: python -m macros site" in said
    assert downloads(ROOT, tmp_path) == 1
    assert "next: python -m macros site" in capsys.readouterr().err


def test_another_edition(small: Path, real: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither a PDF nor pages of another edition are packed or offered: place, found, expected, next are said."""
    add_documents(small, real)
    write(small / "pdf" / "rocm-field-guide-zh.pdf", document("ROCm 实用指南，版次 2025.1.1，2025-01-01"))
    for command in (offline, downloads):
        assert command(ROOT, small) == 1
        said = capsys.readouterr().err
        assert "site/pdf/rocm-field-guide-zh.pdf  is of another edition" in said
        assert "found: ROCm 实用指南，版次 2025.1.1，2025-01-01" in said
        assert f"expected: {editions.edition(real, 'zh')}" in said and "next: python -m macros pdf" in said
    assert not (small / "offline").exists()
    shutil.rmtree(small / "pdf")
    edition = escape(editions.edition(real, "en"))
    write(small / "index.html", (small / "index.html").read_text("utf-8").replace(edition, "Edition 1").encode())
    assert offline(ROOT, small) == 1
    said = capsys.readouterr().err
    assert "site/index.html  is of another edition\n    found: Edition 1\n" in said
    assert "next: python -m macros site" in said


def bare(site: Path, catalog: Catalog) -> Path:
    """The least that the command takes for a built site."""
    for lang in LANGUAGES:
        foot = f'<div class="md-copyright"><strong>©</strong> · {escape(editions.edition(catalog, lang))} · </div>'
        for name, text in (("index.html", foot), ("search/search_index.json", '{"docs": []}')):
            (site / FOLDERS[lang] / name).parent.mkdir(parents=True, exist_ok=True)
            (site / FOLDERS[lang] / name).write_text(text, "utf-8")
    return site


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("zh/install/index.html", "安装".encode("gbk"), "not UTF-8: offset 0"),
        ("zh/search/search_index.json", b'{"docs": [{', "there is no search index"),
        ("zh/search/search_index.json", None, "there is no search index"),
        ("zh/index.html", "首页".encode("gbk"), "is of another edition"),
        ("pdf/rocm-field-guide-zh.pdf", b"<xmp:ModifyDate>2026-99-99", "is of another edition"),
        ("offline/rocm-field-guide-zh.zip/x", b"", "something else stands there\n    found: a folder\n"),
        ("offline", b"", "something else stands there\n    found: a file\n    expected: a folder\n"),
        ("pdf/rocm-field-guide-zh.pdf/x", b"", "something else stands there\n    found: a folder\n"),
        ("pdf", b"", "something else stands there\n    found: a file\n"),
    ],
)
def test_a_broken_site(
    name: str, content: bytes | None, said: str, tmp_path: Path, real: Catalog, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said which file is broken and what to do; no zip is written."""
    site = bare(tmp_path / "site", real)
    (site / name).parent.mkdir(parents=True, exist_ok=True)
    (site / name).unlink(missing_ok=True)
    if content is not None:
        (site / name).write_bytes(content)
    try:
        assert offline(ROOT, site) == 1
        told = capsys.readouterr().err
    except ProblemsFound as found:
        told = str(found)
    assert said in told and "    next: " in told and f"site/{name.removesuffix('/x')}" in told
    assert "problems" not in told
    assert not [path for path in site.rglob("*.zip") if path.is_file()]


@pytest.mark.parametrize("place", ["pdf/rocm-field-guide-en.pdf", "offline/rocm-field-guide-en.zip"])
def test_what_is_no_file_is_not_offered(small: Path, place: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A link that leads nowhere is not passed over as if nothing had been made yet; nor is a folder."""
    (small / place).parent.mkdir()
    (small / place).symlink_to("gone")
    assert downloads(ROOT, small) == 1
    said = capsys.readouterr().err
    assert f"site/{place}  something else stands there\n    found: neither a file nor a folder\n" in said
    (small / place).unlink()
    (small / place).mkdir()
    assert downloads(ROOT, small) == 1
    said = capsys.readouterr().err
    assert f"site/{place}  something else stands there\n    found: a folder\n    expected: a file\n" in said
    assert "    next: delete it, then python -m macros " in said
    assert said.endswith("\n1 problem, the page of downloads was left as it is\n")


def test_a_name_that_is_no_text(tmp_path: Path, real: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    site = bare(tmp_path / "site", real)
    try:
        Path(os.fsdecode(os.fsencode(site) + b"/caf\xe9.txt")).touch()
    except OSError:
        pytest.skip("names of files are text on this machine")
    assert offline(ROOT, site) == 1
    said = capsys.readouterr().err
    assert r"site/caf\udce9.txt  the name of the file cannot be packed" in said
    assert r"found: 'caf\xe9.txt'" in said and "expected: a name in UTF-8" in said and "next: rename" in said
    assert not list(site.rglob("*.zip"))


STOPPED = """import sys, time
from macros.offline import archive
from macros.__main__ import main
archive._pack = lambda *_: (print("packing", flush=True), time.sleep(60))
sys.exit(main(["offline"]))"""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_nothing_stays_of_what_was_stopped(tmp_path: Path, real: Catalog, how: signal.Signals) -> None:
    root = tmp_path / "tree"
    for name in ("macros", "data"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    bare(root / "site", real)
    given = {**os.environ, "PYTHONPATH": str(root), "SOURCE_DATE_EPOCH": "1796083200"}
    command = [sys.executable, "-c", STOPPED]
    with subprocess.Popen(command, cwd=root, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as packing:
        assert packing.stdout and packing.stdout.readline() == b"packing\n"
        assert list((root / "build").glob("offline-*"))
        packing.send_signal(how)
        _, said = packing.communicate(timeout=30)
    assert packing.returncode == 130 and said == b""
    assert not list((root / "build").iterdir())


@pytest.mark.parametrize("given", ["soon", "-5", "1e9", "٣"])
def test_a_time_that_is_none(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", given)
    with pytest.raises(ProblemsFound, match="SOURCE_DATE_EPOCH  is no time"):
        build.source_date_epoch(ROOT)


def test_a_real_pdf_says_its_edition(tmp_path: Path, real: Catalog) -> None:
    pytest.importorskip("typst", reason="typst is not installed: python3 macros/bootstrap.py --test")
    from macros.offline.pdf.compile import Folder, pack
    from macros.offline.pdf.write import quote

    folder, file = Folder(tmp_path / "typst"), tmp_path / "one.pdf"
    title = f"ROCm Field Guide, {editions.edition(real, 'zh')}"
    day = "datetime(year: 2026, month: 11, day: 30)"
    folder.main += ['#import "/style.typ": *', f"#show: guide.with(title: {quote(title)}, date: {day})", "= A"]
    folder.set(file, 1_796_083_200)
    pack(file)
    stated = editions.of_pdf(file)
    assert stated.edition == title and stated.day is not None and stated.day.isoformat() == "2026-11-30"
    assert editions.wrong("one.pdf", stated, editions.edition(real, "zh"), "pdf") == []


# --- the page of downloads --------------------------------------------------------------------------------------------


def listed(small: Path, lang: str) -> dict[str, tuple[str, str, str]]:
    """The entries of the page by what they are called: address, what is said of the file, checksum."""
    page = html.document_fromstring((small / FOLDERS[lang] / "downloads" / "index.html").read_bytes(), TREE)
    return {
        entry.xpath("string(dt)"): tuple(entry.xpath(f"string({path})") for path in ("dt//@href", "dd", "dd//code"))
        for entry in page.xpath("//dl[@class = 'downloads']/div")
    }


def test_downloads_say_what_is_there(small: Path, real: Catalog) -> None:
    """Every file with its bytes, day and SHA-256; what is missing is said; the sums can be checked in place."""
    add_documents(small, real)
    assert offline(ROOT, small) == 0 and downloads(ROOT, small) == 0
    for lang in LANGUAGES:
        words, page = Words(real, lang), small / FOLDERS[lang] / "downloads"
        found = listed(small, lang)
        assert next(iter(found)) == words(f"downloads.pdf.{lang}"), "the page's own language comes first"
        for other in LANGUAGES:
            for kind, folder, day in (("pdf", "pdf", "2026-11-30"), ("zip", "offline", None)):
                file = small / folder / f"rocm-field-guide-{other}.{kind}"
                address, facts, checksum = found[words(f"downloads.{kind}.{other}")]
                assert (page / address).resolve() == file.resolve()
                assert file.name in facts and f"{file.stat().st_size:,}" in facts and (not day or day in facts)
                assert checksum == hashlib.sha256(file.read_bytes()).hexdigest()
        links = html.document_fromstring((page / "index.html").read_bytes(), TREE).xpath("//section//@href")
        assert all((page / link).is_file() for link in links) and len(links) == 6
    for folder in ("pdf", "offline"):
        lines = (small / folder / "SHA256SUMS").read_text("utf-8").splitlines()
        for line in lines:
            checksum, name = line.split("  ")
            assert hashlib.sha256((small / folder / name).read_bytes()).hexdigest() == checksum
        assert len(lines) == len(LANGUAGES)
        if shutil.which("sha256sum"):
            subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=small / folder, check=True)


def test_a_page_that_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "downloads" / "index.html", "<!-- downloads -->下载<!-- /downloads -->".encode("gbk"))
    assert downloads(ROOT, tmp_path) == 1
    assert "site/downloads/index.html  there is no page with a place" in capsys.readouterr().err


def test_downloads_follow_what_is_there(small: Path, real: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    """The step can be run again: what is gone is missing, a zip with another PDF is refused, nothing is nothing."""
    add_documents(small, real)
    assert offline(ROOT, small) == 0
    write(small / "pdf" / "rocm-field-guide-en.pdf", document(editions.edition(real, "en")) + b"more")
    assert downloads(ROOT, small) == 1
    said = capsys.readouterr().err
    assert (
        "site/offline/rocm-field-guide-en.zip  holds another PDF" in said and "next: python -m macros offline" in said
    )
    shutil.rmtree(small / "offline")
    assert downloads(ROOT, small) == 0
    words = Words(real, "zh")
    assert listed(small, "zh")[words("downloads.zip.zh")] == ("", words("downloads.missing"), "")
    shutil.rmtree(small / "pdf")
    assert downloads(ROOT, small) == 0
    page = (small / "zh" / "downloads" / "index.html").read_text("utf-8")
    assert escape(words("downloads.none")) in page and "dl class" not in page


def test_before_the_last_step_nothing_is_offered(built_site: Path, real: Catalog) -> None:
    """A site as it was built: the page says that nothing is there, unless the last step has filled it."""
    for lang in LANGUAGES:
        page = (built_site / FOLDERS[lang] / "downloads" / "index.html").read_text("utf-8")
        assert (escape(Words(real, lang)("downloads.none")) in page) != ('<dl class="downloads">' in page)


# --- the way to it ----------------------------------------------------------------------------------------------------


def test_every_page_leads_to_the_downloads(built_site: Path, real: Catalog) -> None:
    for lang in LANGUAGES:
        named = Words(real, lang)("downloads.header")
        for page in ("index.html", "404.html", "install/wheels/index.html", "gpus/instinct-mi300x/index.html"):
            tree = html.document_fromstring((built_site / FOLDERS[lang] / page).read_bytes(), TREE)
            (link,) = tree.xpath("//header//a[contains(@href, 'downloads/')]")
            assert link.get("aria-label") == named
            if page != "404.html":
                assert (built_site / FOLDERS[lang] / page).parent.joinpath(link.get("href"), "index.html").is_file()


@pytest.mark.browser
@pytest.mark.parametrize("lang", LANGUAGES)
def test_link_in_the_header(chromium: Any, built_site: Path, real: Catalog, lang: str) -> None:
    """Without scripts, on a narrow screen: it is in sight, has a name, Tab reaches it, and the title is whole."""
    page = chromium.new_context(java_script_enabled=False, viewport={"width": 360, "height": 800}).new_page()
    page.goto((built_site / FOLDERS[lang] / "index.html").as_uri())
    link = page.get_by_role("link", name=Words(real, lang)("downloads.header"))
    place = link.bounding_box()
    assert place and place["x"] >= 0 and place["x"] + place["width"] <= 360 and place["width"] >= 24
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.locator(":focus").get_attribute("href") == link.get_attribute("href"):
            break
    else:
        raise AssertionError("Tab does not reach the link")
    title = page.locator(".md-header__topic .md-ellipsis").first
    assert title.evaluate("words => words.scrollWidth <= words.clientWidth"), "the name of the guide is cut"
    page.keyboard.press("Enter")
    page.wait_for_url("**/downloads/")


def test_a_new_site_says_what_goes_with_the_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PDF and zip of older pages never stand beside newer pages."""

    def built(_: Path, made: dict[str, Path]) -> list[str]:
        for folder in made.values():
            folder.mkdir()
            (folder / "index.html").touch()
        return []

    for name in ("data_problems", "page_problems", "write_pages"):
        monkeypatch.setattr(build, name, lambda *_: [])
    monkeypatch.setattr(build, "build_all", built)
    assert build.site(tmp_path) == 0 and "gone" not in capsys.readouterr().err
    write(tmp_path / "site" / "pdf" / "rocm-field-guide-en.pdf", b"%PDF")
    assert build.site(tmp_path) == 0
    assert not (tmp_path / "site" / "pdf").exists()
    assert capsys.readouterr().err == "site/pdf: made of the older pages, gone with them; next: make release\n"
