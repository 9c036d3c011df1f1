"""The PDF of a site of a few pages, built by hand: what stands there stands in it and can be followed."""
# ruff: noqa: E501

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from macros.offline.pdf import NAME, pdf
from tests.conftest import ROOT, TINY
from tests.offline.paper import check_whole, links, needs_poppler, opened, outline, squeezed, text_of

pytest.importorskip("typst", reason="typst is not installed: python3 macros/bootstrap.py --test")


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
    text = text_of(file)
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
    pages = text_of(file).split("\f")
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
    pages = text_of(file, "-layout").split("\f")
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
        text = squeezed(text_of(file))
        assert all(f"word{number}" in text for number in range(400))
        assert all(f"Word-{n}-{m}" in text for n in range(150) for m in range(12) if (n, m) != (75, 5))
