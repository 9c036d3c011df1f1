"""Ten engineers' tasks: from the home page at most three clicks, or one search, to the section that answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.site.test_browser import served
from tests.site.test_search import Box, Site

pytestmark = pytest.mark.browser

TASKS = yaml.safe_load((Path(__file__).parent / "tasks.yaml").read_text("utf-8"))
CLICKS = 3
HITS = 3
SECTION = """anchor => {
  const article = document.querySelector("article"), heading = anchor && document.getElementById(anchor)
  if (!heading) return anchor ? "" : article.innerText
  const parts = [], level = heading.tagName
  for (let part = heading; part && (part === heading || !(/^H[1-6]$/.test(part.tagName) && part.tagName <= level));
       part = part.nextElementSibling) parts.push(part.textContent)
  return parts.join("\\n")
}"""
"""The text of a section, up to the next heading of its level; without an anchor, that of the page."""

each_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task["id"])
each_language = pytest.mark.parametrize("lang", ["en", "zh"])


@pytest.fixture(scope="module")
def site(built_site: Path) -> Iterator[Site]:
    with served(built_site) as address:
        yield Site(address)


@pytest.fixture(scope="module")
def boxes(chromium, site: Site) -> dict[str, Box]:
    return {lang: Box(chromium, site, lang) for lang in ("en", "zh")}


@each_language
@each_task
def test_clicks_lead_to_the_answer(boxes: dict[str, Box], task: dict[str, Any], lang: str) -> None:
    box = boxes[lang]
    assert len(task["clicks"]) <= CLICKS
    box.page.goto(box.root)
    for address in task["clicks"]:
        _click(box, address)
    _answers(box, task, lang)


@pytest.fixture(scope="module")
def found(boxes: dict[str, Box]) -> dict[str, dict[str, list[list[str]]]]:
    """What each search of the tasks finds, typed on the home page."""
    answers = {}
    for lang, box in boxes.items():
        box.page.goto(box.root)
        answers[lang] = box.type_all([task["search"][lang] for task in TASKS])
    return answers


@each_language
@each_task
def test_one_search_leads_to_the_answer(
    found: dict[str, dict[str, list[list[str]]]], task: dict[str, Any], lang: str
) -> None:
    """The page is among the first hits; that it answers, the clicks have shown."""
    pages = [hit[0].split("#")[0] for hit in found[lang][task["search"][lang]][:HITS]]
    assert task["clicks"][-1].split("#")[0] in pages


def _click(box: Box, address: str) -> None:
    """Clicks the first link to an address that can be seen."""
    links = box.page.locator("a[href]")
    place = links.evaluate_all(
        """(links, to) => links.findIndex(link => link.href === to &&
             link.checkVisibility({visibilityProperty: true}))""",
        box.root + address,
    )
    assert place >= 0, f"{box.page.url} shows no link to {address}"
    links.nth(place).click()
    box.until(lambda: box.page.url == box.root + address)
    box.page.wait_for_load_state("domcontentloaded")


def _answers(box: Box, task: dict[str, Any], lang: str) -> None:
    """The section holds the words of the answer, in their order."""
    text = box.page.evaluate(SECTION, task["clicks"][-1].partition("#")[2])
    assert text, f"{box.page.url} has lost the heading of {task['clicks'][-1]}"
    says = task["says"] if isinstance(task["says"], list) else task["says"][lang]
    at = 0
    for words in map(str, says):
        found = text.find(words, at)
        assert found >= 0, f"{words!r} is not in the section, or not in its place"
        at = found
    assert box.wrong == []
