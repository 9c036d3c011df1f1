"""The drawn pictures: from the real data, in both languages, words inside the frame, readable without colours."""

from __future__ import annotations

import xml.etree.ElementTree as tree

import pytest

from macros.catalog import Catalog
from macros.catalog.model.hardware import Release
from macros.catalog.model.text import LANGUAGES
from macros.render.diagrams import PICTURES
from macros.render.drawing import HUES, WIDTH, broken, width_of
from macros.render.placeholder import finished
from macros.render.words import Words

SVG = "{http://www.w3.org/2000/svg}"


def drawn(catalog: Catalog, name: str, lang: str) -> tuple[tree.Element, str]:
    html = finished(PICTURES[name](catalog, Words(catalog, lang)).html())
    start, end = html.index("<svg"), html.index("</svg>") + len("</svg>")
    return tree.fromstring(html[start:end]), html


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", sorted(PICTURES))
def test_has_title_and_description_and_no_style(real: Catalog, name: str, lang: str) -> None:
    svg, html = drawn(real, name, lang)
    title, description = svg.findtext(f"{SVG}title"), svg.findtext(f"{SVG}desc")
    assert title and description and len(description) > len(title)
    assert f"<figcaption>{title}</figcaption>" in html
    assert "style=" not in html and "class=" not in html.replace('class="picture"', "")
    colours = {value for one in svg.iter() for key, value in one.attrib.items() if key in ("fill", "stroke")}
    assert colours <= {*HUES.values(), "none"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", sorted(PICTURES))
def test_words_stay_inside(real: Catalog, name: str, lang: str) -> None:
    svg, _ = drawn(real, name, lang)
    bottom = float(svg.attrib["viewBox"].split()[3])
    for text in svg.iter(f"{SVG}text"):
        # The estimate is wide on purpose; a tenth of it is air.
        width = width_of(text.text or "") * float(text.attrib["font-size"]) * 0.9
        x, y = float(text.attrib["x"]), float(text.attrib["y"])
        left = {"start": x, "middle": x - width / 2, "end": x - width}[text.attrib["text-anchor"]]
        assert left >= -1 and left + width <= WIDTH + 1, text.text
        assert 0 < y <= bottom, text.text


def test_release_line_shows_every_release_since_the_first_preview(real: Catalog) -> None:
    svg, _ = drawn(real, "streams", "en")
    shown = {text.text for text in svg.iter(f"{SVG}text")}
    first = min(one.date for one in real.all(Release) if one.stream == "preview")
    assert {one.id for one in real.all(Release) if one.date >= first} <= shown


def test_lines_break_at_blanks_and_between_chinese_signs() -> None:
    assert broken("one two three", 6) == ["one two", "three"]
    assert broken("统一内存，很大", 4.2) == ["统一内", "存，很大"]
    assert broken("unbreakable", 2) == ["unbreakable"]
