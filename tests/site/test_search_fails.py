"""Search that cannot be loaded, as readers meet it: the box says so and what to do, and works once it can be."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from macros.catalog import Catalog
from macros.catalog.model.text import LANGUAGES
from macros.render.words import Words
from macros.site.layout import FOLDERS
from tests.site.test_search import POLICY, Box, Site, served

pytestmark = pytest.mark.browser

FAULTS: dict[str, tuple[str, bytes | None]] = {
    "no index": ("search/search_index", None),
    "half an index": ("search/search_index", b'var __index={"docs":[{"location":"x","ti'),
    "no script": ("assets/search.js", None),
    "half a script": ("assets/search.js", b'(() => {\n  "use strict"\n  const page ='),
}
"""What is wrong: which file, and what stands in its place."""

NO_WORKER = """
  const Native = self.Worker
  self.Worker = function (...given) {
    if (self.allowed) return new Native(...given)
    throw new DOMException("no worker here", "SecurityError")
  }
"""


@pytest.fixture
def folder(built_site: Path, tmp_path: Path) -> Path:
    """A few pages of the site, with the index as a script besides, as copies for reading from disk have it."""
    for inside in FOLDERS.values():
        for name in ("index.html", "gpus/index.html", "gpus/instinct-mi300x/index.html", "assets", "search"):
            source, target = built_site / inside / name, tmp_path / "site" / inside / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
        index = tmp_path / "site" / inside / "search" / "search_index.json"
        index.with_suffix(".js").write_bytes(b"var __index=" + index.read_bytes())
    return tmp_path / "site"


@contextmanager
def read(folder: Path, how: str, policy: str = POLICY) -> Iterator[Site]:
    if how == "disk":
        yield Site(f"{folder.as_uri()}/")
    else:
        with served(folder, policy) as found:
            yield found


@contextmanager
def broken(folder: Path, how: str, name: str, content: bytes | None) -> Iterator[None]:
    """Something else, or nothing, in the place of a file; then the file again."""
    kind, begin = ("js", b"") if how == "disk" else ("json", b"var __index=")
    file = folder / (name if name.endswith(".js") else f"{name}.{kind}")
    whole = file.read_bytes()
    file.unlink()
    if content is not None:
        file.write_bytes(content.removeprefix(begin))
    yield
    file.write_bytes(whole)


def says_so(box: Box, words: Words) -> Any:
    """The message, once it is there: in sight, and in a place that screen readers follow."""
    box.until(lambda: words("search.failed") in box.meta.inner_text())
    said = box.page.get_by_role("status").filter(has_text=words("search.failed"))
    assert said.is_visible() and words("page.home") in said.inner_text()
    return said


@pytest.mark.parametrize("how", ["online", "disk"])
@pytest.mark.parametrize("fault", FAULTS)
def test_it_is_said_and_tried_anew(chromium: Any, folder: Path, real: Catalog, fault: str, how: str) -> None:
    lang = LANGUAGES[list(FAULTS).index(fault) % 2]
    words = Words(real, lang)
    with read(folder, how) as site:
        with broken(folder / FOLDERS[lang], how, *FAULTS[fault]):
            box = Box(chromium, site, lang, "gpus/instinct-mi300x/index.html")
            box.field.click()
            said = says_so(box, words)
            said.evaluate("said => { said.firstChild.same = true }")
            box.field.press_sequentially("mi3")
            box.page.wait_for_timeout(300)
            assert said.evaluate("said => said.firstChild.same"), "it is read out again at every key"
        box.field.press_sequentially("00x")
        box.until(lambda: box.page.locator(".md-search-result__item").count() > 0)
        assert not said.get_by_role("link").count()
        assert "gpus/instinct-mi300x/" in box.type("MI300X")[0][0]
        noise = ("Failed to load resource", "Unexpected ", "Invalid or unexpected")
        assert [one for one in box.wrong if not one.startswith(noise)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ways_on(chromium: Any, folder: Path, real: Catalog, lang: str) -> None:
    """What the message offers is there, and the keys that walk results reach it."""
    with read(folder, "online") as site, broken(folder / FOLDERS[lang], "online", *FAULTS["no script"]):
        box = Box(chromium, site, lang, "gpus/instinct-mi300x/index.html")
        box.field.click()
        says_so(box, Words(real, lang))
        for link in box.meta.get_by_role("link").all():
            place = urlsplit(link.evaluate("link => link.href")).path.removeprefix(urlsplit(site.address).path)
            assert (folder / place / "index.html").is_file()
        box.page.keyboard.press("ArrowDown")
        box.page.keyboard.press("ArrowDown")
        box.page.keyboard.press("Enter")
        box.page.wait_for_url("**/gpus/")


def test_a_worker_that_may_not_start(chromium: Any, folder: Path, real: Catalog) -> None:
    with read(folder, "online") as site:
        box = Box(chromium, site, "en")
        box.page.add_init_script(NO_WORKER)
        box.page.reload()
        box.field.click()
        says_so(box, Words(real, "en"))
        box.page.evaluate("self.allowed = true")
        assert "gpus/instinct-mi300x/" in found(box, "MI300X")
        assert box.wrong == []


def test_a_policy_without_workers(chromium: Any, folder: Path, real: Catalog) -> None:
    with read(folder, "online", f"{POLICY}; worker-src 'none'") as site:
        box = Box(chromium, site, "zh")
        box.field.click()
        says_so(box, Words(real, "zh"))
        assert [one for one in box.wrong if "worker-src" not in one] == []


def found(box: Box, query: str) -> str:
    box.field.fill(query)
    box.until(lambda: box.page.locator(".md-search-result__item").count() > 0)
    return " ".join(hit for hits in box.type(query) for hit in hits)


def test_marks_that_cannot_be_made_are_no_fault(chromium: Any, folder: Path) -> None:
    """The page that a result leads to is whole without them; the box says nothing before it is asked."""
    with ExitStack() as stack:
        site = stack.enter_context(read(folder, "online"))
        stack.enter_context(broken(folder, "online", *FAULTS["no script"]))
        box = Box(chromium, site, "en", "gpus/instinct-mi300x/index.html?h=mi300x")
        box.page.wait_for_load_state("networkidle")
        assert not box.page.get_by_role("status").get_by_role("link").count()
        assert [one for one in box.wrong if not one.startswith("Failed to load resource")] == []
