"""Search as readers meet it: typed into the box of the built site in a browser, online and from disk."""

from __future__ import annotations

import gzip
import http.server
import json
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml

pytestmark = pytest.mark.browser

CASES = yaml.safe_load((Path(__file__).parent / "search.yaml").read_text("utf-8"))
PREFIX = "/rocm-guide/"
"""The site is served below a folder: nothing may point to the root of the host."""
POLICY = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
"""Inline scripts are Material's own; eval stays forbidden."""


class Site:
    """The built site at an address, and what was asked of it."""

    def __init__(self, address: str):
        self.address = address
        self.asked: list[str] = []


@contextmanager
def served(folder: Path, policy: str = POLICY) -> Iterator[Site]:
    """A built site behind a server of the usual kind: below a folder, kept by browsers for a while."""
    found = Site("")

    class Handler(http.server.SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            found.asked.append(path)
            return super().translate_path(path.removeprefix(PREFIX[:-1]) if path.startswith(PREFIX) else "/nothing")

        def end_headers(self) -> None:
            self.send_header("Content-Security-Policy", policy)
            self.send_header("Cache-Control", "max-age=600")
            super().end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    found.address = f"http://127.0.0.1:{server.server_port}{PREFIX}"
    yield found
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def online(built_site: Path) -> Iterator[Site]:
    with served(built_site) as found:
        yield found


@pytest.fixture(scope="module")
def from_disk(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site with the index as a script, as the offline edition has it; until there is one, it is made here."""
    folder = tmp_path_factory.mktemp("disk") / "site"
    shutil.copytree(built_site, folder, copy_function=_link)
    for index in (folder / "search", folder / "zh" / "search"):
        text = (index / "search_index.json").read_text("utf-8")
        (index / "search_index.js").write_text(f"var __index = {text}", "utf-8")
        (index / "search_index.json").unlink()
    return Site(f"{folder.as_uri()}/")


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


TYPE_ALL = """async ({queries, idle}) => {
  const field = document.querySelector("input[name=query]"), meta = document.querySelector(".md-search-result__meta")
  const hits = () => [...document.querySelectorAll(".md-search-result__item")]
  const enter = async (text, so) => {
    field.value = text
    for (const kind of ["input", "keyup"]) field.dispatchEvent(new Event(kind, {bubbles: true}))
    for (const end = Date.now() + 20000; !so(); await new Promise(done => setTimeout(done, 3)))
      if (Date.now() > end) throw new Error("no answer to " + text)
  }
  const found = []
  for (const query of queries) {
    await enter("", () => meta.textContent.trim() === idle && !hits().length)
    await enter(query, () => meta.textContent.trim() !== idle)
    found.push(hits().map(hit => [...hit.querySelectorAll("a")].map(link => link.href)))
  }
  return found
}"""
"""Types one query after the other inside the page: nothing is asked of the browser from outside in between."""


class Box:
    """A page whose search box can be typed into. What goes wrong in the page is kept."""

    def __init__(self, chromium, site: Site, lang: str, path: str = "index.html"):
        self.wrong: list[str] = []
        self.root = site.address + ("zh/" if lang == "zh" else "")
        self.page = chromium.new_page(viewport={"width": 1280, "height": 900})
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        self.page.on("dialog", lambda dialog: (self.wrong.append("a dialog"), dialog.dismiss()))
        self.page.goto(self.root + path)
        self.field = self.page.locator("input[name=query]")
        self.meta = self.page.locator(".md-search-result__meta")
        config = json.loads(self.page.locator("#__config").text_content())
        self.idle = config["translations"]["search.result.placeholder"]

    def type(self, query: str) -> list[list[str]]:
        """The addresses of each hit, below the root: those of its sections, best first, and of its page."""
        self._enter("")
        hits = self.page.locator(".md-search-result__item")
        self.until(lambda: self.meta.inner_text() == self.idle and not hits.count())
        self._enter(query)
        if not query.strip():
            return []
        self.until(lambda: self.meta.inner_text() != self.idle)
        found = hits.evaluate_all("hits => hits.map(hit => [...hit.querySelectorAll('a')].map(link => link.href))")
        return [[self._below(link) for link in links] for links in found]

    def type_all(self, queries: list[str]) -> dict[str, list[list[str]]]:
        """The same for many queries, in little time."""
        self.field.focus()
        found = self.page.evaluate(TYPE_ALL, {"queries": queries, "idle": self.idle})
        return {
            query: [[self._below(link) for link in hit] for hit in hits]
            for query, hits in zip(queries, found, strict=True)
        }

    def _enter(self, text: str) -> None:
        self.field.fill(text)
        self.field.press("End")  # Material listens to keys

    def until(self, so: Callable[[], bool]) -> None:
        """Waits, without Playwright's own waiting for expressions: the policy of the site forbids what it does."""
        end = time.monotonic() + 20
        while not so():
            assert time.monotonic() < end, self.wrong or "the page does not get there"
            self.page.wait_for_timeout(15)

    def _below(self, link: str) -> str:
        parts = urlsplit(link)
        address = parts._replace(query="", fragment="").geturl()
        assert address.startswith(self.root), link
        return address.removeprefix(self.root) + (f"#{parts.fragment}" if parts.fragment else "")


@pytest.fixture(scope="module")
def boxes(chromium, online: Site, from_disk: Site) -> dict[tuple[str, str], Box]:
    sites = {"online": online, "disk": from_disk}
    return {(how, lang): Box(chromium, sites[how], lang) for how in sites for lang in ("en", "zh")}


@pytest.fixture(scope="module")
def answers(boxes: dict[tuple[str, str], Box]) -> dict[tuple[str, str], dict[str, list[list[str]]]]:
    """What each query of each language finds, online and from disk."""
    queries = {lang: [case["query"] for case in CASES if case.get("lang", "en") == lang] for lang in ("en", "zh")}
    found = {(how, lang): box.type_all(queries[lang]) for (how, lang), box in boxes.items()}
    assert {which: box.wrong for which, box in boxes.items() if box.wrong} == {}
    return found


@pytest.mark.parametrize("how", ["online", "disk"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["query"])[1:41])
def test_query(answers: dict[tuple[str, str], dict[str, list[list[str]]]], case: dict, how: str) -> None:
    found = answers[how, case.get("lang", "en")][case["query"]]
    top = {address for hit in found[:3] for address in (*hit, *(link.split("#")[0] for link in hit))}
    if "pages" in case:
        assert top & set(case["pages"]), found[:3]
    assert not top & set(case.get("never", ())), found[:3]


def test_index_is_loaded_at_first_use(chromium, online: Site) -> None:
    online.asked.clear()
    box = Box(chromium, online, "en", "gpus/radeon-rx-7900-xtx/")
    box.page.wait_for_load_state("networkidle")
    assert not [path for path in online.asked if "search_index" in path]
    box.field.focus()
    box.until(lambda: box.meta.inner_text() == box.idle)
    assert box.type("mi300x")[0][0] == "gpus/instinct-mi300x/"
    assert len([path for path in online.asked if "search_index" in path]) == 1
    assert box.wrong == []


def test_material_asks_our_worker(built_site: Path) -> None:
    for page in ("index.html", "gpus/index.html", "zh/targets/gfx1151/index.html"):
        text = (built_site / page).read_text("utf-8")
        config = json.loads(text.split('<script id="__config" type="application/json">')[1].split("</script>")[0])
        script = built_site / page / ".." / config["search"]
        assert config["search"].endswith("assets/search.js"), "the name of Material's worker in theme/main.html is old"
        assert Path(os.path.normpath(script)).is_file()


@pytest.mark.parametrize("how", ["online", "disk"])
def test_nothing_typed_becomes_markup(boxes: dict[tuple[str, str], Box], how: str) -> None:
    box = boxes[how, "en"]
    typed = ("<img src=x onerror=alert(1)> gfx1100", '"><svg onload=alert(1)> mi300x', "<script>alert(1)</script>")
    for query in typed:
        box.type(query)
        inside = "document.querySelectorAll('.md-search-result__item :is(img, script, svg[onload])').length"
        assert box.page.evaluate(inside) == 0
    assert box.wrong == []


def test_what_was_searched_is_marked_where_the_result_leads(chromium, online: Site) -> None:
    box = Box(chromium, online, "en")
    box.type("8060S")
    assert box.page.locator(".md-search-result__item mark").first.inner_text() == "8060S"
    box.page.locator(".md-search-result__item a").first.click()
    box.page.wait_for_url("**/gpus/**")
    assert box.page.locator("article mark").first.inner_text() == "8060S"
    assert box.wrong == []


def test_shared_address_searches(chromium, online: Site) -> None:
    box = Box(chromium, online, "en", "index.html?q=mi300x")
    box.page.wait_for_selector(".md-search-result__item")
    assert box.page.locator(".md-search-result__item a").first.get_attribute("href").split("?")[0].endswith("mi300x/")
    assert box.wrong == []


def test_index_is_small(built_site: Path) -> None:
    for index in built_site.glob("**/search_index.json"):
        assert len(gzip.compress(index.read_bytes())) < 500_000, index
