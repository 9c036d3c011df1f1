"""The live preview: both languages on one port, alive whatever is broken, right again after it is mended."""

from __future__ import annotations

import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from macros.catalog.reading import stamp_of
from macros.files.writing import stamp
from macros.measure import refresh
from macros.preview.report import fault_of
from tests import small

PATIENCE = 90
"""Seconds a change may take on a slow, busy machine."""


class Preview(refresh.Preview):
    """A running preview of the small site, asked as a reader asks whatever is broken."""

    def read(self, page: str) -> str:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{page}", timeout=60) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.read().decode()
        except OSError:
            return ""

    def until(self, page: str, words: str, there: bool = True) -> str:
        """The page, once words are on it, or once they are not."""
        end = time.monotonic() + PATIENCE
        while (words in (text := self.read(page))) != there or not text:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, (page, words, there, self.log.read_text()[-3000:])
            time.sleep(0.1)
        return text

    def says(self, *words: str) -> None:
        """Wait until the terminal shows all these words."""
        end = time.monotonic() + PATIENCE
        while not all(one in self.log.read_text() for one in words):
            assert time.monotonic() < end, (words, self.log.read_text()[-3000:])
            time.sleep(0.1)

    def change(self, name: str, old: str, new: str) -> None:
        path = self.tree / name
        text = path.read_text("utf-8")
        assert old in text, name
        path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    started = Preview(small.make(tmp_path_factory.mktemp("preview") / "tree"))
    try:
        started.until("", "Home")
        yield started
    finally:
        started.process.kill()
        started.process.wait()


def test_both_languages_on_one_port(preview: Preview) -> None:
    assert 'lang="en"' in preview.read("")
    assert 'lang="zh"' in preview.read("zh/")
    assert "AMD Radeon RX 99" in preview.read("zh/gpus/radeon-rx-99/")
    assert "404" in preview.read("no/such/page/")


def test_prose_and_a_record_appear(preview: Preview) -> None:
    preview.change("docs/zh/more/index.md", "[up]", "新的一句话 [up]")
    preview.until("zh/more/", "新的一句话")
    preview.change("data/gpus/radeon.yaml", "memory_gib: 16", "memory_gib: 4711")
    for page in ("gpus/radeon-rx-99/", "zh/gpus/radeon-rx-99/"):
        preview.until(page, "4711")


def test_a_new_record_has_its_page_and_an_old_one_loses_it(preview: Preview) -> None:
    file = preview.tree / "data/gpus/radeon.yaml"
    before = file.read_text("utf-8")
    record = "- id: radeon-rx-101\n  name: AMD Radeon RX 101\n  target: gfx1100\n  source: notes\n  grade: confirmed\n"
    file.write_text(f"{before.rstrip()}\n\n{record}", "utf-8")
    for lang in ("", "zh/"):
        preview.until(f"{lang}gpus/radeon-rx-101/", "RX 101")
        preview.until(f"{lang}gpus/", "radeon-rx-101/")
    file.write_text(before, "utf-8")
    preview.until("gpus/radeon-rx-101/", "404")


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("data/gpus/radeon.yaml", "name: AMD Radeon RX 99", 'name: "AMD Radeon RX 99', "data/gpus/radeon.yaml:"),
        ("data/gpus/radeon.yaml", "target: gfx1100", "target: gfx9999", "gfx9999"),
        ("docs/en/more/index.md", "{$ edition() $}", "{$ editoin() $}", "there is no macro editoin"),
        ("docs/en/more/index.md", "title: Home", "title: 'Home", "docs/en/more/index.md:"),
        ("docs/en/more/index.md", "{$ edition() $}", '{$ table("lifetimez") $}', "there is no question lifetimez"),
        ("docs/en/more/index.md", "{$ edition() $}", "{$ 1 / 0 $}", "ZeroDivisionError"),
        ("macros/pages/macros.py", "def edition(self)", "def edition(self", "macros/pages/macros.py:"),
        ("macros/pages/macros.py", "return self._edition().version", "return self._nothing()", "_nothing"),
        ("macros/pages/macros.py", "MACROS = (", "MACROS = nobody, (", "macros/pages/macros.py:"),
        (
            "macros/pages/macros.py",
            "return self._edition().version",
            "return '<a href=\"../no-such/\">x</a>'",
            "there is no no-such/",
        ),
        ("docs/en/more/index.md", "{$ edition() $}", '{$ edition() $}\n\n--8<-- "samples/no.sh"', "samples/no.sh"),
        ("mkdocs.yml", "use_directory_urls: true", "use_directory_urls: [", "mkdocs.yml"),
        ("docs/theme/main.html", '{% extends "base.html" %}', "{% extends %}", "main.html"),
    ],
    ids=[
        *("yaml", "rule", "name", "front-matter", "question", "division", "syntax", "attribute", "import", "link"),
        *("sample", "config", "template"),
    ],
)
def test_whatever_breaks_is_shown_and_forgotten_when_mended(
    preview: Preview, name: str, old: str, new: str, told: str
) -> None:
    shown = "preview-faults"
    preview.until("more/", shown, there=False)
    preview.change(name, old, new)
    text = preview.until("more/", shown)
    assert told in preview.until("more/", told), text
    preview.change(name, new, old)
    preview.until("more/", shown, there=False)
    assert "2026.1.1" in preview.until("more/", "2026.1.1")


def in_gbk(path: Path) -> None:
    path.write_bytes(f"{path.read_text('utf-8')}\n'标题'\n".encode("gbk", "replace"))


def as_a_dead_link(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


def as_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("broken", [in_gbk, as_a_dead_link, as_a_folder, Path.unlink])
@pytest.mark.parametrize("name", ["docs/zh/more/index.md", "data/gpus/radeon.yaml", "macros/pages/macros.py"])
def test_files_that_cannot_be_read(preview: Preview, name: str, broken: Callable[[Path], None]) -> None:
    preview.until("more/", "preview-faults", there=False)
    file = preview.tree / name
    before = file.read_text("utf-8")
    broken(file)
    preview.until("more/", "preview-faults")
    assert 'lang="zh"' in preview.read("zh/"), "the other pages stay"
    file.rmdir() if file.is_dir() else file.unlink(missing_ok=True)
    file.write_text(before, "utf-8")
    preview.until("more/", "preview-faults", there=False)
    preview.until("zh/more/", "2026.1.1")
    preview.until("zh/gpus/radeon-rx-99/", "RX 99")


@pytest.mark.parametrize("mark", [stamp, stamp_of])
def test_who_may_read_a_file_counts(tmp_path: Path, mark: Callable[[Path], tuple]) -> None:
    """A file that may be read again is looked at again, though nothing was written."""
    file = tmp_path / "file"
    file.touch()
    before = mark(file)
    file.chmod(0)
    assert mark(file) != before


def test_a_file_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    error = PermissionError(13, "Permission denied", str(tmp_path / "docs/theme/main.html"))
    assert fault_of(error, tmp_path) == "docs/theme/main.html  Permission denied"


def test_one_broken_page_stops_no_other(preview: Preview) -> None:
    preview.change("docs/en/more/index.md", "title: Home", "title: 'Home")
    preview.until("", "a quote that is never closed")
    preview.change("docs/en/index.md", "In a sentence", "In one more sentence")
    assert "a quote that is never closed" in preview.until("", "In one more sentence")
    preview.change("docs/en/more/index.md", "title: 'Home", "title: Home")
    preview.until("", "preview-faults", there=False)


def test_a_page_shows_a_changed_sample(preview: Preview) -> None:
    sample = preview.tree / "docs/samples/greet.sh"
    sample.parent.mkdir(exist_ok=True)
    sample.write_text("echo once\n", "utf-8")
    preview.change("docs/zh/more/index.md", "[up]", '```sh\n--8<-- "samples/greet.sh"\n```\n\n[up]')
    preview.until("zh/more/", "once")
    sample.write_text("echo twice\n", "utf-8")
    preview.until("zh/more/", "twice")


def test_the_page_that_is_open_is_built_alone(preview: Preview) -> None:
    """Whether other pages say something else by a change is found out when it is there."""
    preview.read("")
    preview.read("gpus/instinct-mi900/")
    preview.change("data/gpus/instinct.yaml", "name: AMD Instinct MI900", "name: AMD Instinct Nine Hundred")
    preview.until("gpus/instinct-mi900/", "Nine Hundred")
    preview.until("", "Nine Hundred")
    *_, after = preview.log.read_text().split("changed: data/gpus/instinct.yaml")
    first = next(line for line in after.splitlines() if line.startswith("en: "))
    assert first.startswith("en: 1 page built"), after


def test_the_terminal_says_what_is_done(preview: Preview) -> None:
    preview.change("data/gpus/radeon.yaml", "target: gfx1100", "target: [gfx1100")
    preview.says("changed: data/gpus/radeon.yaml", "data/gpus/radeon.yaml:", "the older pages stay")
    preview.change("data/gpus/radeon.yaml", "target: [gfx1100", "target: gfx1100")
    preview.says("mended: data/gpus/radeon.yaml", "nothing is wrong now", "up to date after")
    assert ": 0 pages" not in preview.log.read_text()


def test_ends_cleanly(preview: Preview) -> None:
    preview.process.send_signal(signal.SIGTERM)
    assert preview.process.wait(20) == 0, preview.log.read_text()
    assert "Traceback" not in preview.log.read_text()
    assert preview.read("") == ""
