"""Spelling and terms: English words by codespell, words of the field by terms.yaml."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from macros.catalog import Catalog
from macros.catalog.model.knowledge import Term
from macros.checks.page_texts import UNREAD
from tests.conftest import ROOT

TERMS = yaml.safe_load((Path(__file__).parent / "terms.yaml").read_text(encoding="utf-8"))
SPELT = ("README.md", "CITATION.cff", "data", "docs", "macros", "mkdocs.yml")
CODE = re.compile(r"^ *(`{3,}|~{3,}).*?^ *\1|`[^`\n]+`|https?://\S+|<[a-z][^>\n]*>", re.S | re.M)
IN_DATA = re.compile(r"^ *(?:- )?((?:\w+_)?(?:en|zh)|title): +(.+)$", re.M)
"""In data/ the words for readers that are ours; facts repeat what their sources print."""


def spelling_of(*places: str | Path) -> str:
    line = [sys.executable, "-m", "codespell_lib", *map(str, places)]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True).stdout


def wrong_words(text: str, lang: str) -> Iterator[tuple[int, str, str]]:
    """Line, wrong form and right word of every wrong form in the prose of a page in ``lang``."""
    text = re.sub(r"\A---\n", "\n", text)
    for pattern in (CODE, UNREAD):
        text = pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for pattern, right in FORMS[lang].items():
        for found in re.finditer(pattern, text):
            yield text.count("\n", 0, found.start()) + 1, found[0], right


def as_pattern(wrong: str) -> str:
    """A wrong form as a word of its own; Chinese has no blanks between words."""
    return rf"(?<![A-Za-z0-9_/.@+-]){re.escape(wrong)}(?![A-Za-z0-9_/@+-]|\.\w)" if wrong.isascii() else wrong


def forms(*lists: str) -> dict[str, str]:
    return {as_pattern(wrong): term["right"] for name in lists for term in TERMS[name] for wrong in term["wrong"]}


FORMS = {"en": forms("names"), "zh": forms("names", "zh")}


def written() -> Iterator[tuple[Path, str]]:
    """The pages that readers see, with their language."""
    yield from ((ROOT / "README.md", "en"), (ROOT / "README.zh.md", "zh"))
    for lang in FORMS:
        for path in sorted((ROOT / "docs" / lang).rglob("*.md")):
            if "contributing" not in path.parts:
                yield path, lang


def test_english_is_spelt_right() -> None:
    assert spelling_of(*SPELT) == ""


def test_a_misspelt_word_is_found(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("The recieved wheels.\n", encoding="utf-8")
    assert "page.md:1: recieved ==> received" in spelling_of(tmp_path)


def test_pages_use_one_word_a_thing() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {wrong}, write {right}"
        for path, lang in written()
        for line, wrong, right in wrong_words(path.read_text(encoding="utf-8"), lang)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ["labels.yaml", "glossary.yaml", "problems.yaml"])
def test_words_for_readers_use_one_word_a_thing(name: str) -> None:
    text = (ROOT / "data" / name).read_text(encoding="utf-8")
    found = []
    for match in IN_DATA.finditer(text):
        at, lang = text.count("\n", 0, match.start()) + 1, "zh" if match[1].endswith("zh") else "en"
        found += [f"data/{name}:{at}: {wrong}, write {right}" for _, wrong, right in wrong_words(match[2], lang)]
    assert not found, "\n".join(found)


def test_chinese_words_are_those_of_the_glossary(real: Catalog) -> None:
    for term in TERMS["zh"]:
        if "glossary" in term:
            assert term["right"] in real.get(Term, term["glossary"]).zh, term


@pytest.mark.parametrize("term", [*TERMS["names"], *TERMS["zh"]], ids=lambda term: term["right"])
def test_every_wrong_form_would_be_found(term: dict) -> None:
    for wrong in term["wrong"]:
        text = f"---\ntitle: One\n---\n\n用 {wrong} 的 `{wrong}` 。"
        assert (5, wrong, term["right"]) in list(wrong_words(text, "zh"))
    assert not list(wrong_words(f"word {term['right']} word.", "zh"))
