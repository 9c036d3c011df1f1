"""The PDF: what stands on the pages of the site stands in it, can be found, copied and followed."""
# ruff: noqa: E501

from __future__ import annotations

import html
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from macros.catalog import Catalog
from macros.model.hardware import Gpu, Release
from macros.pdf import NAME, measure, pdf
from macros.pdf.layout import ACROSS, SMALLEST, UPRIGHT, Text, lay_out
from macros.pdf.write import Block, Writer, quote
from macros.problem import Problem
from tests.conftest import ROOT, TINY

pikepdf = pytest.importorskip("pikepdf")
pytest.importorskip("typst", reason="typst is not installed: python3 macros/bootstrap.py --test")
pytest.importorskip("manimgx_fonts_cjk")
needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed: poppler-utils")


# --- one element at a time ---------------------------------------------------------------------------------------


def blocks_of(inner: str, faults: list[str] | None = None) -> list[Block]:
    article = etree.fromstring(f"<html><body><article>{inner}</article></body></html>", etree.HTMLParser()).find(
        ".//article"
    )
    told = faults if faults is not None else []
    writer = Writer(
        lambda key, **given: f"<{key} {' '.join(map(str, given.values()))}>",
        frozenset(),
        lambda element, message: told.append(message),
        lambda source: "/pictures/x.svg",
    )
    return writer.blocks(article)


def text_of_pdf(file: Path, *options: str) -> str:
    done = subprocess.run(["pdftotext", *options, str(file), "-"], capture_output=True, check=True)
    return done.stdout.decode("utf-8")


def squeezed(text: str) -> str:
    """Text without any white space: lines are broken elsewhere on paper."""
    return re.sub(r"\s+", "", text)


def set_alone(tmp_path: Path, blocks: list[Block]) -> Path:
    from macros.pdf.compile import Folder

    folder = Folder(tmp_path / "typst")
    folder.main.append('#import "/style.typ": *')
    folder.main.append('#show: guide.with(title: "T", date: datetime(year: 2026, month: 1, day: 1))')
    folder.main.append("#heading(level: 1)[T]")
    folder.page("", blocks)
    file = tmp_path / "alone.pdf"
    folder.set(file, 0)
    return file


HOSTILE = r"""#let x = 1; *a* _b_ `c` $d$ @e <f> [g] \h // i /* j */ ~ = - + ' " "" \u{41} #[k] ]] }} {{ {$ l $} https://m.n \" #" """


@needs_poppler
def test_hostile_text_is_literal(tmp_path: Path) -> None:
    safe = html.escape(HOSTILE)
    inner = (
        f"<p>{safe}</p><ul><li>{safe}</li></ul><pre><code>{safe}</code></pre><p><code>{safe}</code></p>"
        f"<table><thead><tr><th>{safe}</th></tr></thead><tbody><tr><td>{safe}</td></tr></tbody></table>"
        f'<div class="admonition"><p class="admonition-title">{safe}</p></div>'
    )
    text = squeezed(text_of_pdf(set_alone(tmp_path, blocks_of(inner))))
    assert text.count(squeezed(HOSTILE)) == 7


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_quoted_text_ends_where_it_ends(text: str) -> None:
    literal = quote(text)
    assert re.fullmatch(r'"(?:[^"\\\n\r\t]|\\["\\nrt])*"', literal)


LATIN_AND_MARKUP = st.text(
    st.one_of(st.characters(min_codepoint=33, max_codepoint=126), st.sampled_from(" #*_$@<>[]\\`\"'~/=-+中文版本")),
    max_size=60,
)


@needs_poppler
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LATIN_AND_MARKUP, min_size=5, max_size=20))
def test_any_text_comes_back(tmp_path: Path, texts: list[str]) -> None:
    texts = [f"a{text}z" for text in texts]  # pdftotext takes a hyphen at the end of a line away
    inner = "".join(f"<p>{html.escape(text)}</p>" for text in texts)
    text = squeezed(text_of_pdf(set_alone(tmp_path, blocks_of(inner))))
    assert squeezed("".join(texts)) in text


def test_space_collapses_as_in_browsers() -> None:
    (block,) = blocks_of("<p>a <b> b</b>\n  c<br>\n d</p>")
    assert block.typst == '#par[#"a ";#strong[#"b";];#" c";#linebreak();#"d";]'


def test_tabs_and_folds_keep_their_labels() -> None:
    made = blocks_of(
        '<div class="tabbed-set"><input><div class="tabbed-labels"><label>One</label><label>Two</label></div>'
        '<div class="tabbed-content"><div class="tabbed-block"><p>first</p></div><div class="tabbed-block"><p>second</p></div></div></div>'
        "<details><summary>More</summary><p>inside</p></details>"
    )
    text = "\n".join(block.typst for block in made)
    order = [text.index(word) for word in ("One", "first", "Two", "second", "More", "inside")]
    assert order == sorted(order)


def test_long_shell_lines_are_told_and_other_lines_are_not() -> None:
    faults: list[str] = []
    long = "docker run " + "--device /dev/kfd " * 5
    blocks_of(f'<div class="language-bash highlight"><pre><code>{long}</code></pre></div>', faults)
    assert len(faults) == 1 and faults[0].startswith("shell line of 100 columns")
    faults.clear()
    one_word = "https://example.com/" + "a" * 90
    blocks_of(f'<div class="language-bash highlight"><pre><code>{one_word}</code></pre></div>', faults)
    blocks_of(f'<div class="language-text highlight"><pre><code>{long}</code></pre></div>', faults)
    assert faults == []


def test_pictures_need_a_text() -> None:
    faults: list[str] = []
    blocks_of('<p>a</p><svg viewBox="0 0 1 1"><path d="M0 0"/></svg>', faults)
    assert faults == ["the picture has no text alternative"]
    (block,) = blocks_of('<svg viewBox="0 0 1 1"><title>A map</title></svg>')
    assert 'alt: "A map"' in block.typst


def test_code_wraps_without_losing_anything() -> None:
    line = "x" * 30 + " " + "中文" * 40 + " y" * 100
    parts = measure.wrapped(line, 90)
    assert "".join(parts) == line and len(parts) > 2
    assert all(sum(1 if ord(c) < 0x2E80 else 1 / measure.MONO for c in part) <= 91 for part in parts)


# --- how tables stand --------------------------------------------------------------------------------------------


def grid(columns: int, rows: int = 10, text: str = "Built and tested") -> list[list[Text]]:
    return [[Text((text,))] * columns for _ in range(rows + 1)]


def test_narrow_tables_stand_upright() -> None:
    layout = lay_out(grid(4))
    assert not layout.across and len(layout.parts) == 1


@pytest.mark.parametrize("columns", [9, 14, 22, 40, 120])
def test_wide_tables_lose_no_column(columns: int) -> None:
    layout = lay_out(grid(columns, text="Unsupported-word"))
    assert layout.size >= SMALLEST
    room = ACROSS if layout.across else UPRIGHT
    shown = [column for part in layout.parts for column in part.columns[part is not layout.parts[0] :]]
    assert shown == list(range(columns))
    for part in layout.parts:
        assert part.columns[0] == 0 and sum(part.widths) <= room + 0.1


def test_a_tall_row_may_break_and_others_may_not() -> None:
    rows = grid(3)
    rows[5] = [Text(("a",)), Text(("word " * 3000,)), Text(("b",))]
    (part,) = lay_out(rows).parts
    assert part.tall == {4}


# --- a small site, built by hand -----------------------------------------------------------------------------------


PAGE = """<!DOCTYPE html><html><head><title>t</title></head><body>{nav}<article class="md-content__inner md-typeset">
{inner}</article></body></html>"""

NAV = """<nav class="md-nav md-nav--primary"><ul class="md-nav__list">
<li class="md-nav__item"><a href="." class="md-nav__link"><span class="md-ellipsis">Home</span></a></li>
<li class="md-nav__item md-nav__item--nested"><div class="md-nav__container"><a href="hardware/"><span class="md-ellipsis">Hardware</span></a></div>
<nav class="md-nav" data-md-level="1"><ul class="md-nav__list"><li class="md-nav__item"><a href="gpus/"><span class="md-ellipsis">GPUs</span></a></li></ul></nav></li>
<li class="md-nav__item"><a href="install/"><span class="md-ellipsis">Install</span></a></li>
</ul></nav>"""


def matrix(key: str, columns: list[str], rows: dict[str, list[str]], note: str = "") -> str:
    head = "".join(f'<th scope="col">{one}</th>' for one in columns)
    body = "".join(
        f'<tr id="{key}--{row}"><th scope="row">{cells[0]}</th>'
        + "".join(f"<td>{one}</td>" for one in cells[1:])
        + "</tr>"
        for row, cells in rows.items()
    )
    notes = (
        f'<p class="matrix-head">Notes</p><ol class="matrix-notes"><li id="{key}-1">{note}</li></ol>' if note else ""
    )
    return (
        f'<div class="matrix" id="{key}-table"><div class="matrix-scroll"><table class="matrix-table"><caption id="{key}-caption">'
        f"Caption of {key}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{notes}</div>"
    )


MARK = ' <span class="marks"><a class="mark" href="#wide-1">1</a></span>'
LONG_LINE = "docker run " + " ".join(f"--env NAME_{number}=value" for number in range(12))
SMALL = {
    "": '<h1 id="guide">Small guide</h1><p>See <a href="install/#setup">how</a>, <a href="gpus/card-b/#releases">card B</a>, '
    '<a href="assets/data.csv">data</a>, <a href="https://example.org/x">outside</a>.</p><h2 id="setup">Setup</h2><p>At home.</p>',
    "hardware/": '<h1 id="hardware">Hardware</h1><h2 id="matrix">Matrix</h2>'
    + matrix(
        "wide",
        ["GPU", *(f"Release-{number}.0.0" for number in range(30))],
        {f"g{n}": [f"Card {n}", *(f"Word-{n}-{m}" + (MARK if m == 3 else "") for m in range(30))] for n in range(60)},
        "A note of a cell.",
    ),
    "gpus/": '<h1 id="gpus">GPUs</h1><p><a href="card-b/">B</a> <a href="card-a/">A</a></p>',
    "gpus/card-a/": '<h1 id="gpu-card-a">Card A</h1><h2 id="lifetime">Lifetime</h2>'
    + matrix("gpu-lifetime-card-a", ["Platform", "Status"], {"linux": ["Linux", "Current A"]}),
    "gpus/card-b/": '<h1 id="gpu-card-b">Card B</h1><h2 id="lifetime">Lifetime</h2>'
    + matrix("gpu-lifetime-card-b", ["Platform", "Status"], {"linux": ["Linux", "Current B"]})
    + '<h2 id="releases">Releases</h2>'
    + matrix("gpu-releases-card-b", ["Release"], {"x": ["said elsewhere"]}),
    "install/": '<h1 id="install">Install</h1><h2 id="setup">Setup</h2><p>In the chapter.</p>'
    f'<div class="language-text highlight"><pre><code>{LONG_LINE}\n# 中文注释\n    indented</code></pre></div>'
    '<div class="tabbed-set tabbed-alternate"><input type="radio"><div class="tabbed-labels"><label>Tab Ubuntu</label><label>Tab RHEL</label></div>'
    '<div class="tabbed-content"><div class="tabbed-block"><p>apt text</p></div><div class="tabbed-block"><p>dnf text</p></div></div></div>'
    '<details class="note"><summary>Folded 中文</summary><p>folded text</p></details>'
    '<p><img src="../assets/map.svg" alt="A map of parts"></p><p>After the tabs.</p>',
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with data and a site of a few pages; its PDF is made."""
    root = tmp_path_factory.mktemp("small 中文")
    shutil.copytree(TINY, root / "data")
    shutil.copy(ROOT / "data" / "labels.yaml", root / "data" / "labels.yaml")
    write_site(root / "site", SMALL)
    assert pdf(root, ["en"]) == 0
    return root


def write_site(site: Path, pages: dict[str, str]) -> None:
    for key, inner in pages.items():
        file = site / key / "index.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(PAGE.format(nav=NAV, inner=inner), encoding="utf-8")
    (site / "assets").mkdir(exist_ok=True)
    (site / "assets" / "map.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><text x="4" y="20" font-size="9">Label 标签</text></svg>',
        encoding="utf-8",
    )


def opened(file: Path) -> Any:
    return pikepdf.open(file)


def outline(document: Any) -> list[tuple[int, str, int]]:
    """(level, title, page from 0) of every bookmark."""
    numbers = {page.objgen: number for number, page in enumerate(document.pages)}
    out: list[tuple[int, str, int]] = []

    def visit(item: Any, level: int) -> None:
        while item is not None:
            dest = item.get("/Dest") or item["/A"]["/D"]
            out.append((level, str(item["/Title"]), numbers[dest[0].objgen]))
            if "/First" in item:
                visit(item["/First"], level + 1)
            item = item.get("/Next")

    visit(document.Root["/Outlines"].get("/First"), 1)
    return out


def links(document: Any) -> Iterator[tuple[int, str | int]]:
    """(page, address or page) of every link."""
    numbers = {page.objgen: number for number, page in enumerate(document.pages)}
    tree = document.Root.get("/Names", {}).get("/Dests")
    named = pikepdf.NameTree(tree) if tree is not None else {}
    for number, page in enumerate(document.pages):
        for annotation in page.get("/Annots", []):
            action = annotation.get("/A")
            if action is not None and "/URI" in action:
                yield number, str(action["/URI"])
            else:
                dest = annotation.get("/Dest") or action["/D"]
                if isinstance(dest, pikepdf.String):
                    dest = named[str(dest)]
                elif isinstance(dest, pikepdf.Name):
                    dest = document.Root["/Dests"][dest]
                dest = dest["/D"] if isinstance(dest, pikepdf.Dictionary) else dest
                yield number, numbers[dest[0].objgen]


def check_whole(file: Path, lang: str) -> None:
    """What holds for every PDF of ours."""
    content = file.read_bytes()
    assert b"file:" not in content.lower().replace(b"/file:", b"") and str(ROOT).encode() not in content
    with opened(file) as document:
        assert str(document.Root["/Lang"]) == lang or str(document.Root["/Lang"]).startswith(lang)
        assert document.Root["/MarkInfo"]["/Marked"]
        assert "/StructTreeRoot" in document.Root and "/PageLabels" in document.Root
        assert b"pdfuaid:part" in bytes(document.Root["/Metadata"].read_bytes())
        assert not [
            to for _, to in links(document) if isinstance(to, str) and not to.startswith(("https:", "http:", "mailto:"))
        ]
        for font in (
            one
            for one in document.objects
            if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/FontDescriptor"
        ):
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(font.keys()), font.get("/FontName")
        levels = [level for level, _, _ in outline(document)]
        assert levels and max(levels) <= 3
    if shutil.which("pdftotext"):
        boxes = text_of_pdf(file, "-bbox")
        width = height = 0.0
        for line in boxes.split("\n"):
            if page := re.match(r'\s*<page width="([\d.]+)" height="([\d.]+)"', line):
                width, height = float(page[1]), float(page[2])
            elif word := re.match(
                r'\s*<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" yMax="(-?[\d.]+)">(.*)</word>', line
            ):
                left, top, right, bottom = map(float, word.groups()[:4])
                assert left > 10 and right < width - 10 and top > 5 and bottom < height - 5, word[5]


def test_small_guide_is_sound(small: Path) -> None:
    check_whole(small / "site" / "pdf" / "rocm-field-guide-en.pdf", "en")


def test_bookmarks_follow_the_navigation(small: Path) -> None:
    with opened(small / "site" / "pdf" / "rocm-field-guide-en.pdf") as document:
        titles = [title for _, title, _ in outline(document)]
    wanted = ["Small guide", "Setup", "Hardware", "Matrix", "GPUs", "Card B", "Card A", "Install", "Setup"]
    assert [title for title in titles if title in wanted] == wanted


@needs_poppler
def test_small_guide_holds_everything(small: Path) -> None:
    file = small / "site" / "pdf" / "rocm-field-guide-en.pdf"
    text = text_of_pdf(file)
    flat = squeezed(text)
    for number in range(60):
        for column in range(30):
            assert f"Word-{number}-{column}" in flat
    for words in (
        LONG_LINE,
        "# 中文注释",
        "Tab Ubuntu",
        "apt text",
        "Tab RHEL",
        "dnf text",
        "Folded 中文",
        "folded text",
    ):
        assert squeezed(words) in flat
    assert "Label 标签" in text and "After the tabs." in text
    assert "A note of a cell." in text and "said elsewhere" not in text
    assert flat.index("TabUbuntu") < flat.index("apttext") < flat.index("TabRHEL") < flat.index("dnftext")
    pages = text.split("\f")
    wide = [page for page in pages if "Word-" in page]
    assert len(wide) > 3 and all("GPU" in page for page in wide), "the head is on every page"
    assert "(1 of " in text
    for page in wide:  # no row is spread over two pages
        rows = set(re.findall(r"^Card (\d+)$", page, re.M))
        assert {row for row, _ in re.findall(r"Word-(\d+)-(\d+)", page)} <= rows


@needs_poppler
def test_links_lead_to_their_headings(small: Path) -> None:
    file = small / "site" / "pdf" / "rocm-field-guide-en.pdf"
    pages = text_of_pdf(file).split("\f")
    with opened(file) as document:
        found = list(links(document))
    home = next(number for number, page in enumerate(pages) if "At home." in page)
    inside = [to for page, to in found if page == home and isinstance(to, int)]
    assert any("In the chapter." in pages[to] for to in inside), "the Setup of the other page, not the first"
    assert any("Current B" in pages[to] for to in inside), "an anchor that an entry has not leads to the entry"
    assert [to for page, to in found if page == home and isinstance(to, str)] == ["https://example.org/x"]


@needs_poppler
def test_contents_name_the_real_pages(small: Path) -> None:
    file = small / "site" / "pdf" / "rocm-field-guide-en.pdf"
    pages = text_of_pdf(file, "-layout").split("\f")
    lines = re.findall(r"^\s*(\S.*?) ?\.[ .]+\u2060?(\d+)$", "\n".join(pages[1:2]), re.M)
    assert len(lines) >= 7
    for title, number in lines:
        page = next(page for page in pages[2:] if re.search(rf"^\s*{number}\s*$", page, re.M))
        assert title in page


def test_records_are_attached(small: Path) -> None:
    with opened(small / "site" / "pdf" / "rocm-field-guide-en.pdf") as document:
        names = set(document.attachments)
    assert {"gpus.json", "releases.json", "sources.json"} <= names


def test_same_bytes(small: Path, tmp_path: Path) -> None:
    assert pdf(small, ["en"], tmp_path) == 0
    name = NAME.format(lang="en")
    assert (tmp_path / name).read_bytes() == (small / "site" / "pdf" / name).read_bytes()


def test_faults_name_page_and_element(tmp_path: Path, small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = SMALL | {
        "install/": '<h1 id="install">Install</h1><h2 id="setup">Setup</h2><p id="smile">No sign \U0001f600 for this</p>'
    }
    shutil.copytree(small / "data", tmp_path / "data")
    write_site(tmp_path / "site", pages)
    assert pdf(tmp_path, ["en"]) == 1
    told = capsys.readouterr().err
    assert "site/install/index.html" in told and "could not be displayed" in told and "Traceback" not in told
    assert not (tmp_path / "site" / "pdf").exists()


def test_dead_links_are_told(tmp_path: Path, small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = SMALL | {"hardware/": '<h1 id="h">H</h1><p><a href="../install/#nope">x</a></p>'}
    shutil.copytree(small / "data", tmp_path / "data")
    write_site(tmp_path / "site", pages)
    assert pdf(tmp_path, ["en"]) == 1
    assert "install/#nope" in capsys.readouterr().err


def test_without_a_site_one_line_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(TINY, tmp_path / "data")
    shutil.copy(ROOT / "data" / "labels.yaml", tmp_path / "data" / "labels.yaml")
    assert pdf(tmp_path, ["en"]) == 1
    assert "no site was built there" in capsys.readouterr().err


def test_without_the_engine_one_line_says_so() -> None:
    program = (
        "import sys; sys.modules['typst'] = None; import importlib.util as u; found = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'typst' else found(name, *more)\n"
        "from macros.__main__ import main; sys.exit(main(['pdf']))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "bootstrap.py --pdf" in done.stderr


@pytest.mark.slow
def test_twice_the_cards_and_a_very_long_cell(small: Path, tmp_path: Path) -> None:
    """150 products, one cell of 400 words: nothing is lost, no row leaves the page."""
    long = " ".join(f"word{number}" for number in range(400))
    rows = {f"g{n}": [f"Card {n}", *(f"Word-{n}-{m}" for m in range(12))] for n in range(150)}
    rows["g75"][6] = long
    pages = SMALL | {"hardware/": '<h1 id="h">H</h1>' + matrix("m", ["GPU", *(f"R{m}" for m in range(12))], rows)}
    shutil.copytree(small / "data", tmp_path / "data")
    write_site(tmp_path / "site", pages)
    assert pdf(tmp_path, ["en"]) == 0
    file = tmp_path / "site" / "pdf" / NAME.format(lang="en")
    check_whole(file, "en")
    if shutil.which("pdftotext"):
        text = squeezed(text_of_pdf(file))
        assert all(f"word{number}" in text for number in range(400))
        assert all(f"Word-{n}-{m}" in text for n in range(150) for m in range(12) if (n, m) != (75, 5))


# --- the guide itself ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def assembled(built_site: Path, real: Catalog) -> Any:
    from macros.pdf.assemble import assemble
    from macros.pdf.guide import OTHER
    from macros.table import Words

    faults: list[Problem] = []
    return assemble(built_site, Words(real, "en"), lambda *found: faults.append(found), skip=OTHER)


@pytest.fixture(scope="module")
def guide(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The PDF of the English guide."""
    out = tmp_path_factory.mktemp("pdf")
    assert pdf(ROOT, ["en"], out, built_site) == 0
    return out / NAME.format(lang="en")


@pytest.fixture(scope="module")
def guide_text(guide: Path) -> list[str]:
    if not shutil.which("pdftotext"):
        pytest.skip("pdftotext is not installed: poppler-utils")
    return text_of_pdf(guide, "-raw").split("\f")


def test_guide_is_sound(guide: Path) -> None:
    check_whole(guide, "en")


def test_guide_is_small_enough(guide: Path) -> None:
    assert guide.stat().st_size < 40_000_000


def test_every_gpu_in_every_release(assembled: Any, real: Catalog, guide_text: list[str]) -> None:
    """Each GPU x release pair stands in the matrix, as the question answers it; the matrix stands in the PDF."""
    from macros import query
    from macros.query import support
    from macros.table import Words, cell

    words = Words(real, "en")
    sheet = next(sheet for sheet in assembled.sheets if sheet.key == "releases/+0")
    releases = [one for one in support.releases_newest_first(real) if support.supports_for(real, one.id)]
    said: dict[tuple[str, str], str] = {}
    table = next(sheet.article.iter("table"))
    head = ["".join(one.itertext()).strip() for one in table.iterfind("thead/tr/th")]
    for row in table.iterfind("tbody/tr"):
        cells = [re.sub(r"\s+", " ", "".join(one.itertext())).strip() for one in row]
        names = [re.sub(r"\s+", " ", "".join(one.itertext())).strip() for one in row[0] if one.tag == "span"]
        own = cells[0].removesuffix("".join(f"{name if name.startswith(',') else ''}" for name in names)).strip()
        for name in (own, *(name.removeprefix(",").strip() for name in names if name.startswith(","))):
            said.update({(name, release): text for release, text in zip(head[1:], cells[1:], strict=True)})
    checked = 0
    for release in releases:
        if release.id not in head:
            continue
        for answer in query.QUESTIONS["release_gpus"](real, release=release.id):
            gpu = real.get(Gpu, answer.key)
            wanted = cell(words, answer.values["linux"])
            assert f"{wanted.sign} {wanted.text}".strip() in said[gpu.name, release.id], (gpu.id, release.id)
            checked += 1
    assert checked > 5_000 and isinstance(release, Release)
    flat = squeezed("".join(guide_text))
    assert all(squeezed(gpu.name) in flat for gpu in real.all(Gpu))


def test_every_heading_is_a_bookmark(assembled: Any, guide: Path) -> None:
    with opened(guide) as document:
        titles = {squeezed(title) for _, title, _ in outline(document)}
    for sheet in assembled.sheets:
        for heading in sheet.article.iter("h1"):
            for link in [one for one in heading.iter("a") if one.get("class") == "headerlink"]:
                link.text = ""
            assert squeezed("".join(heading.itertext())) in titles, sheet.key


def test_every_code_block_tab_and_row_is_there(assembled: Any, guide_text: list[str]) -> None:
    flat = squeezed("".join(guide_text))
    # A code block that goes on over a page has the head and foot of the page in it: it is looked for by lines.
    for sheet in assembled.sheets:
        for pre in sheet.article.iter("pre"):
            for line in "".join(pre.itertext()).split("\n"):
                assert squeezed(line) in flat, (sheet.key, line)
        for label in sheet.article.iter("label", "summary"):
            if label.tag == "summary" and label.getparent().get("class") == "matrix-key":
                continue
            if label.tag == "summary" or "tabbed-labels" in (label.getparent().get("class") or ""):
                assert squeezed("".join(label.itertext())) in flat, (sheet.key, "".join(label.itertext()))


@pytest.mark.slow
def test_chinese_guide(built_site: Path, tmp_path: Path) -> None:
    assert pdf(ROOT, ["zh"], tmp_path, built_site) == 0
    check_whole(tmp_path / NAME.format(lang="zh"), "zh")
