"""Pages as people write them, through the real build: macros anywhere, any text literal, and every mistake told."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import html

from macros.checks.written_pages import page_problems
from macros.pages.macros import MACROS
from tests import small

TEXTS = [
    "a | b || c",
    "<script>alert(1)</script>",
    "{{ 7*7 }}",
    "{$ 7*7 $}",
    "{@ if x @}",
    "</td></tr></table>",
    "`code` *bold* _it_ [link](x) ![img](y)",
    "\"quotes\" & 'apostrophes' &amp;",
    "x" * 300,
    "统一内存，驱动 31.40；仅限 Linux",
]


def hostile(index: int, text: str) -> str:
    quoted = json.dumps(text, ensure_ascii=False)
    return (
        f"- id: ryzen-{index:02}\n  name: {quoted}\n  target: gfx1100\n  form_factor: {quoted}\n"
        f"  source: notes\n  grade: confirmed\n  note: {quoted}\n"
    )


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site's tree with hostile texts in its data, and a card added as the README says."""
    root = small.make(tmp_path_factory.mktemp("small") / "tree")
    records = "\n".join(hostile(index, text) for index, text in enumerate(TEXTS))
    (root / "data/gpus/ryzen.yaml").write_text(records, "utf-8")
    added = small.run(root, "new", "gpu", "radeon-rx-9090", "--file", "radeon")
    assert added.returncode == 0, added.stderr
    file = root / "data/gpus/radeon.yaml"
    lines = file.read_text("utf-8").split("\n")
    begun = next(number for number, line in enumerate(lines) if line.startswith("- id: radeon-rx-9090"))
    rest = [number for number in range(begun + 1, len(lines)) if lines[number].startswith("- id: ")]
    after = lines[rest[0] :] if rest else []
    own = ["  name: AMD Radeon RX 9090", "  target: gfx1100", "  source: notes", "  grade: unconfirmed", ""]
    file.write_text("\n".join([*lines[: begun + 1], *own, *after]), "utf-8")
    fixed = small.run(root, "fix", "--data", "data")
    assert fixed.returncode == 0, fixed.stderr
    return root


@pytest.fixture(scope="module")
def site(tree: Path) -> Path:
    built = small.run(tree, "site")
    assert built.returncode == 0, built.stderr
    return tree / "site"


def parsed(site: Path, page: str) -> html.HtmlElement:
    return html.document_fromstring((site / page / "index.html").read_bytes(), html.HTMLParser(encoding="utf-8"))


def flat(text: str) -> str:
    return "".join(text.split())


def test_tables_stand_wherever_a_macro_is_called(site: Path) -> None:
    article = parsed(site, ".").xpath("//article")[0]
    assert len(article.xpath(".//table[@class='matrix-table']")) == 5
    assert not article.xpath(".//pre//table | .//p//table | .//code//table")
    for inside in ("div[contains(@class, 'tabbed-block')]", "details", "li", "blockquote", "ol/li"):
        assert article.xpath(f".//{inside}//table"), inside
    assert article.xpath(".//p/a[contains(@href, 'gpus/instinct-mi900/')]"), "a name in a sentence is a link"


def test_braces_of_other_languages_are_literal(site: Path) -> None:
    article = parsed(site, ".").xpath("//article")[0]
    code = article.xpath("string(.//pre)")
    for line in small.FORMS.split("```")[1].splitlines()[1:]:
        assert line in code
    assert "{{ .Values.tag }}" in article.xpath(".//p/code/text()")
    assert article.xpath("string(.//h2[@id='gfx-override'])").startswith("gfx override")
    assert "Text below {{ braces }} and {# so #}." in article.text_content()


@pytest.mark.parametrize("lang", ["", "zh/"])
@pytest.mark.parametrize("index", range(len(TEXTS)))
def test_any_text_is_literal_everywhere(site: Path, index: int, lang: str) -> None:
    text, page = TEXTS[index], f"{lang}gpus/ryzen-{index:02}"
    tree = parsed(site, page)
    article = tree.xpath("//article")[0]
    assert flat(text) in flat(tree.xpath("string(//head/title)"))
    assert flat(text) in flat(article.xpath("string(.//h1)"))
    assert flat(text) in flat(tree.xpath("string(//meta[@name='description']/@content)"))
    cells = [flat(cell.text_content()) for cell in article.xpath(".//table//td | .//table//th")]
    assert any(flat(text) in cell for cell in cells)
    assert not article.xpath(".//script | .//img | .//em | .//h1//strong")
    matrix = parsed(site, f"{lang}gpus").xpath("//article//tbody//th//text()")
    assert flat(text) in flat("".join(matrix))
    index_ = json.loads((site / lang / "search/search_index.json").read_text("utf-8"))
    titles = [entry["title"] for entry in index_["docs"] if entry["location"] == f"gpus/ryzen-{index:02}/"]
    assert flat(text) in flat(html.fromstring(f"<p>{titles[0]}</p>").text_content())


@pytest.mark.parametrize("lang", ["", "zh/"])
def test_a_card_added_as_the_readme_says_is_there(site: Path, lang: str) -> None:
    assert parsed(site, f"{lang}gpus/radeon-rx-9090").xpath("string(//h1)").startswith("AMD Radeon RX 9090")
    for page in ("gpus", "targets/gfx1100", "releases/1.10.0"):
        assert parsed(site, lang + page).xpath("//table//a[contains(@href, 'gpus/radeon-rx-9090/')]"), page


def _but_outputs(tree: Path) -> Callable[[str, list[str]], set[str]]:
    """Leaves out what was built at the root of a tree: macros/site is a room."""

    def left_out(folder: str, names: list[str]) -> set[str]:
        built = {"site", "build"} if Path(folder) == tree else set()
        return ({"__pycache__"} | built) & set(names)

    return left_out


def test_the_same_bytes_from_anywhere(tree: Path, site: Path, tmp_path: Path) -> None:
    """Another path with a blank and Chinese, language, time zone, hash seed, line ends, byte order marks."""
    other = tmp_path / "统一 内存" / "tree"
    shutil.copytree(tree, other, ignore=_but_outputs(tree))
    for path in [*(other / "docs").rglob("*.md"), *other.glob("mkdocs*.yml")]:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    for path in (other / "docs").rglob("*.md"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    ends = [path for path in (other / "data").rglob("*.yaml")]
    for path in ends:
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    built = small.run(other, "site", LC_ALL="C", TZ="Asia/Shanghai", PYTHONHASHSEED="7", PYTHONUTF8="0")
    assert built.returncode == 0, built.stderr
    first, second = small.bytes_of(site), small.bytes_of(other / "site")
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


# --- mistakes: each fails the build, with its place, and the last good site stays ---


@pytest.fixture
def broken(tree: Path, tmp_path: Path) -> Path:
    """A copy of the tree, to be broken, with a site that was good."""
    root = tmp_path / "tree"
    shutil.copytree(tree, root, ignore=_but_outputs(tree))
    (root / "site").mkdir()
    (root / "site/index.html").write_text("the last good one", "utf-8")
    return root


def told(root: Path, *options: str) -> str:
    """What a build that must fail says."""
    built = small.run(root, "site", *options)
    assert built.returncode == 1, built.stdout + built.stderr
    assert "Traceback" not in built.stderr
    assert small.bytes_of(root / "site") == {"index.html": b"the last good one"}
    assert not list((root / "build").glob("site-*")) if (root / "build").exists() else True
    return built.stderr


def test_what_is_wrong_in_pages_is_told_before_anything_is_built(broken: Path) -> None:
    docs = broken / "docs/en"
    (docs / "index.md").write_text("---\ntitle: 'unterminated\n---\n\n# Page { #home }\n", "utf-8")
    (docs / "more/index.md").write_text(
        "# A { #a }\n\n{$ tabel('x') $}\n\n{$ edition() | nofilter $}\n\n## B\n", "utf-8"
    )
    (docs / "gpus/index.md").write_text("# A { #a }\n\n{$ table( $}\n", "utf-8")
    (docs / "targets/index.md").write_bytes("# 统一 { #a }\n".encode("gbk"))
    (docs / "releases/index.md").write_bytes("# 版本支持 { #a }\n".encode("gbk"))
    (docs / "alone.md").write_text("---\ntitle: x\n", "utf-8")
    sample = broken / "docs/samples/greet.sh"
    sample.parent.mkdir()
    sample.write_text("# --8<-- [start:greet]\necho\n# --8<-- [end:greet]\n", "utf-8")
    lines = ("greet.sh", "greet.sh:greet", "great.sh", "greet.sh:meet", "none/x.sh")
    shown = "\n".join(f'--8<-- "samples/{line}"' for line in lines)
    (docs / "frameworks/index.md").write_text(f"# A {{ #a }}\n\n{shown}\n", "utf-8")
    (broken / "data/gpus/instinct.yaml").write_text("- id: instinct-mi900\n  target: gfx900\n", "utf-8")
    said = told(broken)
    for place in (
        "data/gpus/instinct.yaml:1",
        "docs/en/index.md:3:1  a quote that is never closed",
        "docs/en/more/index.md:3:1  there is no macro tabel",
        "docs/en/more/index.md:5:1  there is no filter nofilter",
        "docs/en/more/index.md:7:1  the heading has no anchor",
        "docs/en/gpus/index.md:3:1  a macro cannot be read",
        "docs/en/targets/index.md:1:3  U+0373 U+04BB is of no script used here",
        "docs/en/releases/index.md:1:3  is not UTF-8",
        "docs/en/alone.md:1:1  the front matter has no end",
        "docs/en/frameworks/index.md:5:1  there is no docs/samples/great.sh\n    nearest: samples/greet.sh",
        "docs/en/frameworks/index.md:6:1  docs/samples/greet.sh has no section meet\n    nearest: greet",
        "docs/en/frameworks/index.md:7:1  there is no docs/samples/none/x.sh",
        "docs/zh/alone.md  the page is missing in this language",
    ):
        assert place in said, (place, said)
    assert said.count("docs/en/frameworks/index.md") == 3
    assert said.count("docs/en/releases/index.md") == 1, "what two checks see is told once"


def test_addresses_in_the_environment_are_addresses(broken: Path) -> None:
    given = {"SITE_URL": "http://[x", "SITE_URL_ZH": "example.org/guide", "REPO_URL": 'javascript:alert(1)"><b>'}
    built = small.run(broken, "site", **given)
    assert built.returncode == 1
    for name, address in given.items():
        assert f"{name}  is no address\n    found: {address}\n" in built.stderr


def test_a_language_that_stops_brings_no_faults_to_the_other(broken: Path) -> None:
    (broken / "mkdocs.zh.yml").write_text("nav: [\n", "utf-8")
    said = told(broken)
    assert "mkdocs.zh.yml" in said and "there is no" not in said


def test_a_build_that_is_ended_leaves_nothing(broken: Path) -> None:
    command = [sys.executable, "-m", "macros", "site"]
    process = subprocess.Popen(command, cwd=broken, env={**os.environ, "PYTHONPATH": str(broken)})
    until = time.monotonic() + 60
    while not list(broken.glob("build/site-*/*")) and time.monotonic() < until:
        time.sleep(0.02)
    process.terminate()
    assert process.wait(20) == 130
    assert not list(broken.glob("build/*")) and (broken / "site/index.html").read_text("utf-8") == "the last good one"


@pytest.mark.parametrize("wrong", [("serve", "--port", "65536"), ("serve", "--port", "-1"), ("bench", "--runs", "0")])
def test_numbers_have_bounds(wrong: tuple[str, ...]) -> None:
    done = small.run(small.ROOT, *wrong)
    assert done.returncode == 2 and "is not a whole number from" in done.stderr


WRONG = """
{$ table("lifetimez") $}

{$ record("gpus", "mi901") $}

[file](nowhere.md) and [anchor](../index.md#nope) and <a href="../gpus/#gone">raw</a>

![picture](no.png)

word {$ table("releases") $}

<a id="more"></a> <img src="https://example.org/x.png" alt="">

{$ edition() $}
"""


def test_what_is_wrong_in_the_built_site_is_told_together(broken: Path) -> None:
    """Also links and anchors that a macro wrote, and with --quiet as without."""
    small.page(broken, "en", "more/index.md", "More", "more", WRONG)
    small.page(broken, "en", "gpus/index.md", "GPU", "gpu", "First.\n\n{$ 1 / 0 $}")
    with (broken / "macros/pages/macros.py").open("a", encoding="utf-8") as file:
        file.write('\nPage.edition = lambda self: elements.link("2026", "../nowhere/#gone")\n')
    said = told(broken, "--quiet")
    for number, words in (
        (9, "there is no question lifetimez"),
        (11, "mi901 is not in gpus"),
        (13, "nowhere.md"),
        (13, "#nope"),
        (13, "gpus/index.html has no anchor #gone"),
        (15, "no.png"),
        (17, "stands inside a line of text"),
        (19, "the id more is there 2 times"),
        (19, "from another host"),
        (21, "there is no nowhere/index.html"),
    ):
        found = [one for one in said.split("\ndocs/") if f"en/more/index.md:{number}:" in one and words in one]
        assert len(found) == 1, (number, words, said)
    assert "docs/en/gpus/index.md:10:1  ZeroDivisionError" in said
    assert "call: {$ edition() $}" in said
    assert "docs/zh/more/index.md" in said, "both languages are told"


def test_a_page_that_vanishes_is_told(broken: Path) -> None:
    """Whatever makes a generator leave a page out: here its own configuration."""
    for name in ("mkdocs.yml", "mkdocs.zh.yml"):
        text = (broken / name).read_text("utf-8")
        (broken / name).write_text(text.replace("\nnav:", "\nexclude_docs: gpus/ryzen-0*.md\n\nnav:"), "utf-8")
    said = told(broken)
    assert "docs/en/gpus/ryzen-00.md: no page was built of it" in said
    assert "docs/zh/gpus/ryzen-09.md: no page was built of it" in said


def test_a_missing_asset_of_the_theme_is_told(broken: Path) -> None:
    (broken / "docs/theme/assets/guide.js").unlink()
    with (broken / "docs/theme/assets/styles.css").open("a", encoding="utf-8") as file:
        file.write(".x { background: url(no.svg) }\n")
    said = told(broken)
    assert "assets/guide.js" in said
    assert "assets/no.svg" in said


def test_a_template_that_cannot_be_read_is_told(broken: Path) -> None:
    (broken / "docs/theme/main.html").write_text("{% extends %}\n", "utf-8")
    assert "docs/theme/main.html:1: TemplateSyntaxError" in told(broken)


def test_pages_of_the_project_are_right() -> None:
    assert page_problems(small.ROOT, MACROS) == []
