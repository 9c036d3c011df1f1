"""Drawing: any text appears literally in every output, and a table says everything without scripts and colour."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as lxml_html

from macros import query, render
from macros.catalog import Catalog, load_catalog
from macros.catalog.model.hardware import Gpu
from macros.catalog.model.text import LANGUAGES
from macros.query import Answer, Value
from macros.query.hardware import cards
from macros.render import answer_table
from macros.render.words import Words
from tests.conftest import ROOT, TINY

HOSTILE = [
    "|",
    "<script>alert(1)</script>",
    "{{ 7*7 }}",
    "{$ 7*7 $}",
    "{@ if x @}",
    "</td></tr></table>",
    "a | b || c",
    "`code` *bold* _it_ [link](x) ![img](y)",
    "\"quotes\" & 'apostrophes' &amp;",
    "x" * 300,
    "统一内存，驱动 31.40；仅限 Linux",
    "=cmd|' /C calc'!A0",
    "line one\nline two",
    "@@block-0@@",
]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """The tiny world with a GPU for each hostile text, in name and note."""
    data = Path(shutil.copytree(TINY, tmp_path_factory.mktemp("hostile") / "data"))
    shutil.copy(ROOT / "data" / "labels.yaml", data)
    records = "\n".join(
        f"- id: ryzen-{index:02}\n  name: {json.dumps(text, ensure_ascii=False)}\n  target: gfx1100\n"
        f"  form_factor: {json.dumps(text, ensure_ascii=False)}\n  source: notes\n  grade: confirmed\n"
        f"  note: {json.dumps(text, ensure_ascii=False)}\n"
        for index, text in enumerate(HOSTILE)
    )
    (data / "gpus" / "ryzen.yaml").write_text(records, encoding="utf-8")
    return load_catalog(data)


def drawn(catalog: Catalog, name: str, lang: str = "en", **choice: str) -> tuple[Words, answer_table.Table]:
    return Words(catalog, lang), answer_table.build(catalog, name, lang, **choice)


def no_link(collection: str, key: str) -> str | None:
    return f"../{collection}/{key}/"


def flat(text: str) -> str:
    """Text without any white space: a line break may be an element."""
    return "".join(text.split())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("index", range(len(HOSTILE)))
def test_any_text_is_literal_in_html(hostile: Catalog, index: int, lang: str) -> None:
    text = HOSTILE[index]
    for name, choice in (("lifetimes", {}), ("gpu_specifications", {"gpu": f"ryzen-{index:02}"})):
        words, built = drawn(hostile, name, lang, **choice)
        tree = lxml_html.fragment_fromstring(render.to_html(words, built, no_link))
        assert flat(text) in flat(tree.text_content())
        assert not tree.xpath("//script|//img|//strong|//em")
        assert len(tree.xpath("//table")) == 1 and len(tree.xpath("//tbody/tr")) == len(built.rows)


@given(st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=40).filter(str.strip))
@settings(max_examples=150, deadline=None)
def test_any_value_survives_csv_json_and_html(text: str) -> None:
    real = load_catalog(ROOT / "data")
    answers = [Answer("row", {"gpu": Value(data=text, note=text)})]
    built = answer_table.of_answers(real, "lifetimes", "en", answers, ("gpu",), {})
    words = Words(real, "en")
    rows = list(csv.reader(io.StringIO(render.to_csv(built))))
    assert rows[1][1] == text and rows[1][2] == text
    assert json.loads(render.json_text(render.to_json(built)))["rows"][0]["cells"]["gpu"]["text"] == text
    tree = lxml_html.fragment_fromstring(render.to_html(words, built, no_link))
    assert flat(tree.xpath("string(//tbody/tr/th)")).startswith(flat(text))


def test_markdown_keeps_one_row_a_line_and_no_live_mark(hostile: Catalog) -> None:
    words, built = drawn(hostile, "lifetimes")
    lines = [line for line in render.to_markdown(words, built).splitlines() if line.startswith("|")]
    assert len(lines) == 2 + len(built.rows)
    for line in lines:
        assert len(re.findall(r"(?<!\\)\|", line)) == len(built.columns) + 1
        assert not re.search(r"(?<!\\)[<`*]", line)


def test_status_is_readable_without_colour(tiny_with_labels: Catalog) -> None:
    words, built = drawn(tiny_with_labels, "release_gpus", release="1.10.0")
    tree = lxml_html.fragment_fromstring(render.to_html(words, built, no_link))
    for cell in tree.xpath("//td[starts-with(@class, 'is-')]"):
        sign = cell.xpath("string(.//span[@class='sign'])")
        assert sign and len(flat(cell.text_content())) > len(sign), "a sign and a word"
    assert tree.xpath("//dl[@class='matrix-legend']//dd"), "the legend says what the words mean"


def test_table_has_caption_scopes_and_reachable_notes(tiny_with_labels: Catalog) -> None:
    words, built = drawn(tiny_with_labels, "release_gpus", release="1.10.0")
    tree = lxml_html.fragment_fromstring(render.to_html(words, built, no_link))
    assert flat(tree.xpath("string(//caption)"))
    assert {th.get("scope") for th in tree.xpath("//thead//th")} == {"col"}
    assert len(tree.xpath("//tbody//th[@scope='row']")) == len(built.rows)
    region = tree.xpath("//div[@role='region']")[0]
    assert region.get("tabindex") == "0" and tree.xpath(f"//*[@id='{region.get('aria-labelledby')}']")
    ids = set(tree.xpath("//@id"))
    assert len(ids) == len(tree.xpath("//@id")), "every id once"
    for mark in tree.xpath("//a[@class='mark']/@href"):
        assert mark[1:] in ids
    assert "Single card only." in tree.text_content()


@pytest.fixture(scope="module")
def tiny_with_labels(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    data = Path(shutil.copytree(TINY, tmp_path_factory.mktemp("labelled") / "data"))
    shutil.copy(ROOT / "data" / "labels.yaml", data)
    return load_catalog(data)


def test_unconfirmed_is_a_word_in_every_form(tiny_with_labels: Catalog) -> None:
    words, built = drawn(tiny_with_labels, "gpu_specifications", gpu="instinct-mi900")
    unconfirmed = words("grade.unconfirmed")
    assert unconfirmed in render.to_html(words, built, no_link)
    assert unconfirmed in render.to_text(words, built)
    assert unconfirmed in render.to_markdown(words, built)
    assert "unconfirmed" in render.to_csv(built)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", sorted(query.QUESTIONS))
def test_every_question_has_its_words(real: Catalog, name: str, lang: str) -> None:
    """Every caption, column and word of every answer has a label in both languages."""
    for index, choice in enumerate(query.QUESTIONS[name].choices(real)):
        built = answer_table.build(real, name, lang, **choice)
        assert built.caption and "{" not in built.caption
        if index > 20:
            break


def test_first_column_names_the_row(real: Catalog) -> None:
    built = answer_table.build(real, "lifetimes", "en")
    assert [row.cells[0].text for row in built.rows] == [gpu.name for gpu in cards.by_family(real)]
    assert len(built.rows) == len(real.all(Gpu))
