"""The site as readers meet it in a browser: it fits, it can be read, heard, printed and used without mouse and scripts.

It is served below a folder, under a policy that forbids every other host. Search has its own file, test_search.py.
"""

from __future__ import annotations

import http.server
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from lxml import html as lxml_html

from macros.catalog import Catalog
from macros.catalog.model.hardware import Gpu
from macros.measure.pictures import PAGES, SCHEMES, WIDTHS, NoPictures, pictures
from macros.measure.pictures import chromium as chromium_of_pictures
from tests.conftest import ROOT

pytestmark = pytest.mark.browser

PREFIX = "/rocm-guide/"
POLICY = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
AXE = ROOT / "tests" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
EVERY = [(kind, lang) for kind in PAGES for lang in ("en", "zh") if (kind, lang) != ("prose", "zh")]
A4 = 794
"""Width of a sheet of paper at 96 dots an inch."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Its address below a folder; 404.html answers for what is not there, as hosts do."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            return super().translate_path(path.removeprefix(PREFIX[:-1]) if path.startswith(PREFIX) else "/nothing")

        def send_error(self, code: int, *rest: Any, **more: Any) -> None:
            body = (site / "404.html").read_bytes()
            self.send_response(code)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def copyfile(self, source: Any, out: Any) -> None:
            """Pages that are asked for with ?slowly come in pieces, as over a bad line."""
            while self.path.endswith("?slowly") and (piece := source.read(1_000)):
                out.write(piece)
                time.sleep(0.03)
            super().copyfile(source, out)

        def end_headers(self) -> None:
            self.send_header("Content-Security-Policy", POLICY)
            super().end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def address(built_site: Path) -> Iterator[str]:
    with served(built_site) as found:
        yield found


class Reader:
    """A page, and what went wrong in it: errors of its scripts, and what it asked of other hosts or in vain."""

    def __init__(self, browser: Any, address: str, **context: Any):
        self.address, self.wrong = address, []
        self.page = browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **context}
        ).new_page()
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        self.page.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:")):
            self.wrong.append(f"asked for {request.url}")

    def open(self, kind: str, lang: str = "en", anchor: str = "") -> Any:
        self.wrong.clear()
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}{'zh/' if lang == 'zh' else ''}{PAGES[kind]}{anchor}")
        return self.page


@pytest.fixture(scope="module")
def reader(chromium: Any, address: str) -> Reader:
    return Reader(chromium, address)


@pytest.fixture(autouse=True)
def as_on_screen(request: pytest.FixtureRequest) -> None:
    """Every test begins with the same page: light colours, on screen, 1280 wide."""
    if "reader" in request.fixturenames:
        page = request.getfixturevalue("reader").page
        page.emulate_media(media="screen", color_scheme="light")
        page.set_viewport_size({"width": 1280, "height": 900})


# --- it fits, and asks nobody else ---


@pytest.mark.parametrize(("kind", "lang"), EVERY)
def test_fits_and_asks_nobody_else(reader: Reader, kind: str, lang: str) -> None:
    """No page scrolls sideways at any width; no error, no request to another host; one heading of the first level."""
    if kind == "404":
        pytest.skip("without a public address its files are at the root; see test_wrong_address")
    page = reader.open(kind, lang)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("h1").count() == 1
    assert reader.wrong == []


BROKEN_WORDS = """() => [...document.querySelectorAll(".matrix-table :is(th, td)")].slice(0, 400).flatMap(cell => {
  const found = [], walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), range = document.createRange()
  for (let node; node = walk.nextNode();)
    for (const word of node.data.matchAll(/[A-Za-z0-9]{2,24}/g)) {
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)))
      if (lines.size > 1) found.push(word[0])
    }
  return found
})"""
"""Words in cells that stand on two lines."""


@pytest.mark.parametrize("kind", [kind for kind in PAGES if kind not in ("prose", "404")])
def test_no_word_is_broken(reader: Reader, kind: str) -> None:
    """At 360 pixels no word in a matrix is parted, and no caption is wider than what is seen of its table."""
    reader.page.set_viewport_size({"width": 360, "height": 900})
    page = reader.open(kind)
    assert page.evaluate(BROKEN_WORDS) == []
    cut = "all => all.filter(one => one.getBoundingClientRect().right > innerWidth).map(one => one.textContent)"
    assert page.locator(".matrix-table caption").evaluate_all(cut) == []


@pytest.mark.parametrize("kind", ["gpus", "chapter"])
def test_head_and_first_column_stay(reader: Reader, kind: str) -> None:
    """Wherever one scrolls in a matrix, the head and the name of the row are seen, in front of the rest."""
    reader.page.set_viewport_size({"width": 360, "height": 800})
    page = reader.open(kind)
    region = page.locator(".matrix-scroll").first
    region.scroll_into_view_if_needed()
    region.evaluate("region => region.scrollTo(region.scrollWidth, 900)")
    head, name = page.evaluate(
        """() => {
          const region = document.querySelector(".matrix-scroll"), box = region.getBoundingClientRect()
          const seen = (x, y) => document.elementFromPoint(box.left + x, box.top + y).closest("th")
          return [seen(20, 12)?.scope ?? "", seen(20, box.height - 40)?.scope ?? ""]
        }"""
    )
    assert (head, name) == ("col", "row")
    assert region.evaluate("region => region.scrollTop") > 500, "the matrix scrolls in a box of limited height"


@pytest.mark.parametrize(
    ("kind", "anchor"),
    [("gpu", "#frameworks"), ("gpus", "#lifetimes--radeon-rx-6800-xt"), ("release", "#systems"), ("prose", "#targets")],
)
def test_targets_stand_below_the_header(reader: Reader, kind: str, anchor: str) -> None:
    page = reader.open(kind, anchor=anchor)
    page.wait_for_timeout(300)
    top, header = page.evaluate(
        """anchor => [document.getElementById(anchor).getBoundingClientRect().top,
          document.querySelector(".md-header").getBoundingClientRect().bottom]""",
        anchor[1:],
    )
    assert header <= top < 900


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_while_loading(reader: Reader, width: int) -> None:
    """Over a bad line, where a page is drawn while it arrives: there a late rule moves things."""
    reader.page.set_viewport_size({"width": width, "height": 900})
    for kind in ("home", "gpu"):
        page = reader.open(kind, anchor="?slowly")
        shift = page.evaluate(
            """() => new Promise(done => {
              let sum = 0
              new PerformanceObserver(list => list.getEntries().forEach(one => { sum += one.value }))
                .observe({ type: "layout-shift", buffered: true })
              setTimeout(() => done(sum), 500)
            })"""
        )
        assert shift < 0.02, kind


# --- it can be read by everybody ---


@pytest.mark.parametrize(("kind", "lang"), EVERY)
def test_axe_finds_nothing_serious(reader: Reader, kind: str, lang: str) -> None:
    """In both colour schemes; of matrices the first rows, since the others are made alike."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm puts it there, python3 macros/bootstrap.py --test")
    if kind == "404":
        pytest.skip("see test_wrong_address")
    found = []
    for width, scheme in zip((360, 1280), SCHEMES if lang == "en" else SCHEMES[::-1], strict=True):
        reader.page.goto("about:blank")
        reader.page.emulate_media(color_scheme=scheme)
        reader.page.set_viewport_size({"width": width, "height": 900})
        found += [f"{scheme} {width}: {line}" for line in serious(reader.open(kind, lang))]
    assert found == []


@pytest.mark.parametrize("family", ["serif", "monospace", "fantasy"])
@pytest.mark.parametrize("kind", ["home", "gpu"])
def test_links_in_lists_are_wide_enough_for_a_finger_in_any_font(reader: Reader, kind: str, family: str) -> None:
    page = reader.open(kind, "en")
    page.set_viewport_size({"width": 360, "height": 900})
    page.add_style_tag(content=f"body, body * {{ font-family: {family} !important }}")
    small = page.evaluate(
        """() => [...document.querySelectorAll("article :is(nav, .groups, .chapters, .strip, tbody) a, article button")]
          .filter(one => one.offsetHeight)
          .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
          .filter(([, box]) => box.height < 24 || box.width < 24)
          .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)"""
    )
    assert small == []


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_colours_follow_the_system_until_one_chooses(reader: Reader, lang: str) -> None:
    """Also for a reader who was here before; a choice stays until the button has gone round to the system again."""

    def seen(system: str) -> str:
        reader.page.emulate_media(color_scheme=system)
        return reader.open("gpu", lang).locator("body").get_attribute("data-md-color-scheme")

    def choose() -> None:
        reader.page.locator("[data-md-component=palette] label:visible").click()

    assert [seen(system) for system in ("light", "dark", "light")] == ["default", "slate", "default"]
    choose()
    assert [seen(system) for system in ("dark", "light")] == ["default", "default"]
    choose()
    assert [seen(system) for system in ("light", "dark")] == ["slate", "slate"]
    choose()
    assert [seen(system) for system in ("light", "dark")] == ["default", "slate"]


def serious(page: Any) -> list[str]:
    page.evaluate("document.querySelectorAll('tbody tr:nth-child(n+16)').forEach(row => row.remove())")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("rules => axe.run({ runOnly: rules, resultTypes: ['violations'] })", RULES)
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}: {one['nodes'][0].get('failureSummary', '')}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_keyboard_alone(reader: Reader, lang: str) -> None:
    """From the home page to a GPU, and along a wide matrix, with keys only."""
    reader.page.set_viewport_size({"width": 600, "height": 800})
    page = reader.open("home", lang)
    tab_to(page, "#find-gpu")
    page.keyboard.type("MI300X")
    page.keyboard.press("Enter")
    page.wait_for_url("**/gpus/?q=MI300X")
    page.locator(".md-search-result__link").first.wait_for()
    assert "instinct-mi300x" in page.locator(".md-search-result__link").first.get_attribute("href")
    page = reader.open("gpu", lang)
    tab_to(page, "#gpu-releases-instinct-mi300x-table .matrix-scroll", 200)
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none", "focus can be seen"
    page.keyboard.press("ArrowDown")
    page.wait_for_timeout(300)
    assert page.evaluate("document.activeElement.scrollTop") > 0
    assert reader.wrong == []


def tab_to(page: Any, selector: str, most: int = 40) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_what_screen_readers_hear(reader: Reader) -> None:
    """Every matrix is a region and a table with the same name, its caption; signs are not read, words are."""
    page = reader.open("gpu")
    for region in page.locator(".matrix-scroll").all()[:4]:
        name = region.locator("caption").inner_text()
        assert page.get_by_role("region", name=name, exact=True).count() == 1
        assert page.get_by_role("table", name=name, exact=True).count() == 1
    assert page.locator(".sign:not([aria-hidden=true])").count() == 0


def test_without_motion(reader: Reader) -> None:
    page = reader.open("gpu")
    moving = (
        "[...document.querySelectorAll('*')].filter(one => parseFloat(getComputedStyle(one).transitionDuration) > 0)"
    )
    assert page.evaluate(f"{moving}.length") == 0


# --- it works without scripts, and on paper ---


def test_without_scripts(chromium: Any, address: str, real: Catalog) -> None:
    """The whole matrix is there, and the form on the home page leads to it."""
    reader = Reader(chromium, address, java_script_enabled=False)
    page = reader.open("home")
    page.locator("#find-gpu").fill("7900 xtx")
    page.locator(".find button").click()
    page.wait_for_load_state()
    assert "/gpus/?q=" in page.url
    rows = page.locator("[id^=lifetimes][id$=-table] tbody tr")  # a table for each family
    assert rows.count() == len(real.all(Gpu))
    assert rows.last.is_visible()
    page.context.close()


@pytest.mark.parametrize("kind", ["home", "gpu", "release", "prose"])
def test_paper_has_every_word(reader: Reader, kind: str) -> None:
    """What is folded on screen is open, nothing is cut at the side, and sources show their addresses."""
    reader.page.emulate_media(media="print")
    reader.page.set_viewport_size({"width": A4, "height": 1123})
    page = reader.open(kind)
    hidden = page.evaluate(
        """() => {
          const apart = ".breadcrumb, .headerlink, .find, .md-clipboard, .md-code__nav, script, style"
          const walk = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT)
          const found = [], range = document.createRange()
          for (let node; node = walk.nextNode();) {
            if (!node.data.trim() || node.parentElement.closest(apart)) continue
            range.selectNodeContents(node)
            const box = range.getBoundingClientRect()
            const seen = node.parentElement.checkVisibility({ contentVisibilityAuto: true })
            if (!seen || box.width === 0 || box.right > innerWidth + 1) found.push(node.data.trim())
          }
          return found
        }"""
    )
    assert hidden == []
    assert page.evaluate("getComputedStyle(document.querySelector('thead')).display") == "table-header-group"
    if kind == "gpu":
        shown = "one => getComputedStyle(one, '::after').content"
        assert "http" in page.locator(".matrix-sources a[href^=http], .matrix-source a[href^=http]").first.evaluate(
            shown
        )


# --- two languages ---


@pytest.mark.parametrize(("kind", "lang"), [pair for pair in EVERY if pair[0] not in ("404", "prose")])
def test_language_switch(reader: Reader, kind: str, lang: str) -> None:
    """It leads to the same page of the other language, at the same place."""
    page = reader.open(kind, lang, "#somewhere")
    other = "zh" if lang == "en" else "en"
    page.evaluate("lang => document.querySelector(`.md-select__link[hreflang=${lang}]`).click()", other)
    page.wait_for_url(f"{reader.address}{'zh/' if other == 'zh' else ''}{PAGES[kind]}#somewhere")
    assert page.locator("html").get_attribute("lang") == other
    assert reader.wrong == []


# --- with a public address ---


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few pages of both languages, built with the address of the site and of the project."""
    folder = tmp_path_factory.mktemp("public")
    for name in ("data", "macros"):
        (folder / name).symlink_to(ROOT / name)
    kept = ("index.md", "gpus/index.md", "gpus/instinct-mi300x.md")
    for lang in ("en", "zh"):
        for page in kept:
            (folder / "docs" / lang / page).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "docs" / lang / page, folder / "docs" / lang / page)
    (folder / "docs" / "theme").symlink_to(ROOT / "docs" / "theme")
    code = "import sys; from mkdocs.config import load_config as c; from mkdocs.commands.build import build; "
    code += "build(c(sys.argv[1], site_dir=sys.argv[2], strict=False))"
    site = "https://guide.example" + PREFIX
    given = {"SITE_URL": site, "SITE_URL_ZH": f"{site}zh/", "REPO_URL": "https://code.example/guide"}
    for name in ("mkdocs.yml", "mkdocs.zh.yml"):
        shutil.copy(ROOT / name, folder / name)
    for name, place in (("mkdocs.yml", "site"), ("mkdocs.zh.yml", "site/zh")):
        command = [sys.executable, "-c", code, str(folder / name), str(folder / place)]
        environment = {**os.environ, **given, "NO_MKDOCS_2_WARNING": "1"}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-2000:]
    return folder / "site"


@pytest.mark.parametrize("path", ["x/y/z", "zh/x/y/z"])
def test_wrong_address(chromium: Any, public: Path, path: str) -> None:
    """It looks like the others, however deep; both languages are offered, that of the address first."""
    with served(public) as address:
        reader = Reader(chromium, address)
        page = reader.page
        page.goto(f"{address}{path}")
        reader.wrong = [line for line in reader.wrong if "404" not in line]
        assert page.evaluate("getComputedStyle(document.querySelector('.md-header')).position") == "sticky"
        assert page.locator(".lost").first.get_attribute("lang") == path[:2].replace("x/", "en")
        links = page.locator(".lost a").evaluate_all("all => all.map(link => link.pathname)")
        assert {link.removeprefix(PREFIX) for link in links} == {"", "gpus/", "zh/", "zh/gpus/"}
        assert not AXE.is_file() or serious(page) == []
        assert reader.wrong == []
        page.context.close()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_head_of_a_public_page(public: Path, lang: str) -> None:
    """Canonical address, Open Graph with a picture that exists, description, alternates."""
    below = "zh/" if lang == "zh" else ""
    page = lxml_html.parse(str(public / below / PAGES["gpu"] / "index.html"))
    site = "https://guide.example" + PREFIX
    assert page.xpath("//link[@rel='canonical']/@href") == [f"{site}{below}{PAGES['gpu']}"]
    said = {one.get("property"): one.get("content") for one in page.xpath("//meta[@property]")}
    assert said["og:url"] == f"{site}{below}{PAGES['gpu']}"
    assert "MI300X" in said["og:title"] and "MI300X" in said["og:description"]
    picture = public / said["og:image"].removeprefix(site)
    assert picture.name == f"card-{lang}.png" and 0 < picture.stat().st_size < 100_000
    assert page.xpath("//meta[@name='description']/@content")[0] == said["og:description"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_ways_to_report_an_error(public: Path, real: Catalog, lang: str) -> None:
    """The footer, every table, every row of a table of records: they lead to the line of the record."""
    below = public / ("zh" if lang == "zh" else "")
    page = lxml_html.parse(str(below / PAGES["gpu"] / "index.html"))
    place = real.place(real.get(Gpu, "instinct-mi300x"))
    record = f"https://code.example/guide/blob/main/{place.file}#L{place.line}"
    assert record in page.xpath("//p[@class='record']//a/@href")
    footer = page.xpath("//div[@class='md-copyright']//a/@href")
    assert any(link.startswith("https://code.example/guide/issues/new") for link in footer)
    every = lxml_html.parse(str(below / "gpus" / "index.html"))
    row = every.xpath("//tr[@id='lifetimes--instinct-mi300x']//a[contains(@class, 'matrix-edit')]")
    assert [one.get("href") for one in row] == [record] and "MI300X" in row[0].get("aria-label")
    assert f"docs/{lang}/gpus/index.md" in "".join(every.xpath("//div[@class='md-copyright']//a/@href"))


def test_without_an_address_nothing_links_nowhere(built_site: Path) -> None:
    page = lxml_html.parse(str(built_site / PAGES["gpu"] / "index.html"))
    assert page.xpath("//link[@rel='canonical'] | //meta[@property='og:image'] | //*[@class='md-copyright']//a") == []
    assert "AMD" in page.xpath("string(//*[@class='md-copyright'])")


# --- pictures ---


def test_pictures_say_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a built site, and without Playwright: one line, no traceback."""
    assert pictures(tmp_path) == 1
    assert "python -m macros site" in capsys.readouterr().err
    hidden = {name: None for name in ("playwright", "playwright.sync_api")}
    with pytest.MonkeyPatch.context() as patch:
        for name, nothing in hidden.items():
            patch.setitem(sys.modules, name, nothing)
        with pytest.raises(NoPictures, match=r"Playwright is missing"), chromium_of_pictures():
            pass


def test_npm_lock_names_no_registry() -> None:
    lock = json.loads((ROOT / "tests" / "package-lock.json").read_text("utf-8"))
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
