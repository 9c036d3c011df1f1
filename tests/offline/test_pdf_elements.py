"""One element at a time, and how tables stand: what is written for paper."""

from __future__ import annotations

import html
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from macros.catalog import Catalog
from macros.catalog.model.software import InstallCommand
from macros.offline.pdf import measure
from macros.offline.pdf.built_pages import article
from macros.offline.pdf.layout import ACROSS, SMALLEST, UPRIGHT, Text, lay_out
from macros.offline.pdf.markup import Block, quote
from macros.offline.pdf.write import Writer
from macros.render.shell import COLUMNS, continued
from tests.conftest import ROOT
from tests.offline.paper import needs_poppler, squeezed, text_of

pytest.importorskip("typst", reason="typst is not installed: python3 macros/bootstrap.py --test")


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


def set_alone(tmp_path: Path, blocks: list[Block]) -> Path:
    from macros.offline.pdf.compile import Folder

    folder = Folder(tmp_path / "typst")
    folder.main.append('#import "/style.typ": *')
    folder.main.append('#show: guide.with(title: "T", date: datetime(year: 2026, month: 1, day: 1))')
    folder.main.append("#heading(level: 1)[T]")
    folder.page("", blocks)
    file = tmp_path / "alone.pdf"
    folder.set(file, 0)
    return file


HOSTILE = (
    r"""#let x = 1; *a* _b_ `c` $d$ @e <f> [g] \h // i /* j */ ~ = - + ' " "" \u{41} #[k] ]] }} {{ {$ l $} """
    r"""https://m.n \" #" """
)


@needs_poppler
def test_hostile_text_is_literal(tmp_path: Path) -> None:
    safe = html.escape(HOSTILE)
    inner = (
        f"<p>{safe}</p><ul><li>{safe}</li></ul><pre><code>{safe}</code></pre><p><code>{safe}</code></p>"
        f"<table><thead><tr><th>{safe}</th></tr></thead><tbody><tr><td>{safe}</td></tr></tbody></table>"
        f'<div class="admonition"><p class="admonition-title">{safe}</p></div>'
    )
    text = squeezed(text_of(set_alone(tmp_path, blocks_of(inner))))
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
    text = squeezed(text_of(set_alone(tmp_path, blocks_of(inner))))
    assert squeezed("".join(texts)) in text


def test_long_names_are_read_whole(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("<body><article><p>Set NCCL_<wbr>PROTO=<wbr>LL128, then go on.</p></article></body>", "utf-8")
    assert "".join(article(page).itertext()) == "Set NCCL_PROTO=LL128, then go on."


def test_space_collapses_as_in_browsers() -> None:
    (block,) = blocks_of("<p>a <b> b</b>\n  c<br>\n d</p>")
    assert block.typst == '#par[#"a ";#strong[#"b";];#" c";#linebreak();#"d";]'


def tabs(*pairs: tuple[str, str]) -> str:
    labels = "".join(f"<label>{label}</label>" for label, _ in pairs)
    contents = "".join(f'<div class="tabbed-block">{inside}</div>' for _, inside in pairs)
    return (
        f'<div class="tabbed-set"><input><div class="tabbed-labels">{labels}</div>'
        f'<div class="tabbed-content">{contents}</div></div>'
    )


def test_tabs_and_folds_keep_their_labels() -> None:
    nested = tabs(("Inner one", "<p>third</p>"), ("Inner two", "<p>fourth</p>"))
    made = blocks_of(
        tabs(("One", f"<p>first</p>{nested}"), ("Two", "<p>second</p>"))
        + "<details><summary>More</summary><p>inside</p></details>"
    )
    text = "\n".join(block.typst for block in made)
    wanted = ("One", "first", "Inner one", "third", "Inner two", "fourth", "Two", "second", "More", "inside")
    order = [text.index(word) for word in wanted]
    assert order == sorted(order)


def test_commands_in_cells_go_on_in_a_next_line() -> None:
    long = "python -m pip install --index-url https://example.com/rocm/whl/ " + "package-of-some-length " * 6
    table = "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>x</td><td>{}</td></tr></tbody></table>"
    (drawn,) = blocks_of(table.format(f'<code class="language-sh">{long}</code>'))
    assert drawn.typst.count("\\\\") == drawn.typst.count("#linebreak();") > 2
    (drawn,) = blocks_of(table.format(f"<code>{long}</code>"))
    assert "#linebreak();" not in drawn.typst


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


# --- command lines -------------------------------------------------------------------------------------------------


FENCE = re.compile(r"^( *)```(?:sh|bash|shell|zsh)\b[^\n]*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)


def shell_blocks() -> Iterator[tuple[str, list[str]]]:
    """Every block of a page and every sample that is written for a shell."""
    for file in sorted((ROOT / "docs" / "samples").rglob("*.sh")):
        yield file.name, file.read_text(encoding="utf-8").split("\n")
    for file in sorted((ROOT / "docs").rglob("*.md")):
        for indent, text in FENCE.findall(file.read_text(encoding="utf-8")):
            yield file.relative_to(ROOT).as_posix(), [line.removeprefix(indent) for line in text.split("\n")]


def test_shell_lines_are_continued_before_they_are_too_long() -> None:
    told = [
        f"{place}: {line}"
        for place, lines in shell_blocks()
        for line in lines
        if len(line) > COLUMNS and line not in continued(lines)
    ]
    assert not told, f"continue these with a backslash before column {COLUMNS}"


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("docker run --rm --device /dev/kfd img", ["docker run --rm \\", "    --device /dev/kfd img"]),
        ("echo 'one two three four five six seven'", ["echo \\", "    'one two three four five six seven'"]),
        ('echo "one  two three four five six seven"', ['echo "one  two three \\', 'four five six seven"']),
        ("# one two three four five six seven", ["# one two three four five", "# six seven"]),
        (
            "a $(b c d) eeeeeeeeeeeeeeeeee | tail -n 1",
            ["a $(b c d) \\", "    eeeeeeeeeeeeeeeeee \\", "    | tail -n 1"],
        ),
        ("short", ["short"]),
    ],
)
def test_long_lines_go_on_where_a_shell_lets_them(line: str, wanted: list[str]) -> None:
    assert continued([line], 26) == wanted


def test_here_documents_stand_as_they_are() -> None:
    lines = [
        "tee file << 'EOF'",
        "a line that is much longer than the columns that there are",
        "EOF",
        "echo " + "a " * 20,
    ]
    assert continued(lines, 26)[:3] == lines[:3] and len(continued(lines, 26)) > 4


def test_continued_commands_are_the_same_commands(real: Catalog) -> None:
    """For every command of the catalogue: without the backslashes it is what was written, and a shell accepts it."""
    written = [line for command in real.all(InstallCommand) for line in command.commands]
    for lines in (command.commands for command in real.all(InstallCommand)):
        drawn = "\n".join(continued(lines))
        assert re.sub(r" \\\n *", " ", drawn) == "\n".join(lines)
    script = "\n".join(re.sub(r"<[A-Za-z][^<>]*>", "X", line) for line in continued(written))
    assert len(written) > 100 and subprocess.run(["bash", "-n", "-c", script], check=False).returncode == 0
