"""What readers type: command blocks, repositories, checks and the pages of symptoms."""

from __future__ import annotations

import re

import pytest

from macros.catalog import CallError, Catalog
from macros.catalog.model.knowledge import Symptom
from macros.pages.macros import Page
from macros.render.placeholder import swapped as drawn


@pytest.fixture
def page(real: Catalog) -> Page:
    return Page(real, "en", "install/index.md")


def test_every_symptom_has_a_page_with_its_words_and_causes(real: Catalog) -> None:
    for symptom in real.all(Symptom):
        for lang in ("en", "zh"):
            text = Page(real, lang, f"symptoms/{symptom.id}.md").symptom_page(symptom.id)
            assert text.count("<pre") == 0, "markup stays in placeholders, behind Markdown"
            assert all(f"{{ #{symptom.id}-{number} }}" in text for number in range(1, len(symptom.causes) + 1))
            assert drawn(text).count("<pre") >= len(symptom.messages)


def test_workarounds_say_their_price_and_how_to_undo_them(page: Page) -> None:
    text = drawn(page.causes("multi-gpu-hang"))
    assert text.index("Workaround 5") > text.index("Cause 4")
    assert "Price:" in text and "To undo:" in text


@pytest.mark.parametrize(
    ("repository", "system", "lines"),
    [
        ("10.0-apt", "debian-13", ["packages/debian13/", "Signed-By: /etc/apt/keyrings/amdrocm.gpg"]),
        ("7.2-apt", "ubuntu-22.04", ["/etc/apt/sources.list.d/rocm.list", " jammy main"]),
        ("10.0-dnf", "rhel-9", ["/etc/yum.repos.d/amdrocm-stable.repo", "gpgkey=https://"]),
    ],
)
def test_a_repository_is_added_in_lines_to_copy(page: Page, repository: str, system: str, lines: list[str]) -> None:
    text = drawn(page.repository(repository, system))
    assert all(line in text for line in lines)
    assert "{folder}" not in text


def test_blocks_stand_on_one_line(page: Page) -> None:
    """So that they can be called inside a tab or a list."""
    assert "\n" not in page.repository("10.0-apt", "debian-13")
    assert "\n" not in page.commands("install", "rocm-10.0.0-apt")
    assert "\n" not in page.check("pytorch")
    assert "\n" not in page.holds("latest", facts=["install"])


def test_wrong_calls_say_what_is_possible(page: Page) -> None:
    with pytest.raises(CallError, match="has no folder for windows-11"):
        page.repository("10.0-apt", "windows-11")
    with pytest.raises(CallError, match="has no commands"):
        page.commands("kubernetes", "docker-device-kfd")
    with pytest.raises(CallError, match="not in symptoms"):
        page.causes("torch-sees-no-gpus")


def test_related_rows_lead_to_the_reference(real: Catalog) -> None:
    text = drawn(Page(real, "en", "symptoms/ollama-on-cpu.md").symptom_page("ollama-on-cpu"))
    assert re.search(r'href="../../reference/variables/#variables-[a-z-]+--', text)
