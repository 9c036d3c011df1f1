"""How long after a save the preview shows it: the real server over a copy of the tree, files saved as an editor does.

What is measured is what an author waits for: from the save until the page that is open shows it, the watching of files
included. Then every page of both languages is asked for, so that a preview that loses pages is not called fast.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

TREE = ("data", "docs", "macros", "mkdocs.yml", "mkdocs.zh.yml")
UP_TO_DATE, STOPPED = "all pages of both languages are up to date", "the older pages stay"
PATIENCE = 600
"""Seconds after which a preview that does not show a change is called broken."""


def seconds_to_refresh(root: Path, runs: int = 3) -> dict[str, float]:
    """The medians of seconds until a saved piece of prose, one record and macro code show, and what follows them.

    ``macro code, all pages`` is the time until the last page of both languages was built anew. Raises RuntimeError
    when the preview ends, loses a page, or does not show a change.
    """
    with tempfile.TemporaryDirectory(prefix="refresh-") as folder:
        tree = Path(folder, "tree")
        tree.mkdir()
        for name in TREE:
            copy = shutil.copytree if (root / name).is_dir() else shutil.copy
            copy(root / name, tree / name)
        preview = Preview(tree)
        try:
            preview.all_done()
            taken = [_once(preview, number) for number in range(runs)]
            preview.ask_for_every_page()
        finally:
            preview.process.terminate()
            preview.process.wait()
    return {name: statistics.median(one[name] for one in taken) for name in taken[0]}


def _once(preview: Preview, number: int) -> dict[str, float]:
    """Save one file of each kind, one after the other."""
    out, mark = {}, f"saved{number}"
    for name, change, pages in (
        ("prose", _prose, ("install/",)),
        ("one record", _record, ("gpus/{gpu}/", "zh/gpus/{gpu}/")),
        ("macro code", _code, ("", "zh/")),
    ):
        gpu = _gpu(preview.tree)[1]
        shown = [page.format(gpu=gpu) for page in pages]
        for page in shown:
            preview.read(page)  # it is open in a browser
        begun = time.perf_counter()
        change(preview.tree, mark)
        for page in shown:
            preview.until(page, mark)
        out[name] = time.perf_counter() - begun
        preview.all_done()
        out[f"{name}, all pages"] = time.perf_counter() - begun
    return out


def _prose(tree: Path, mark: str) -> None:
    path = tree / "docs" / "en" / "install" / "index.md"
    path.write_text(f"{path.read_text('utf-8')}\n{mark}\n", "utf-8")


def _record(tree: Path, mark: str) -> None:
    path, key = _gpu(tree)
    text = path.read_text("utf-8")
    path.write_text(re.sub(rf"(- id: {key}\n  name: )(.*?)( saved\d+)?\n", rf"\1\2 {mark}\n", text), "utf-8")


def _code(tree: Path, mark: str) -> None:
    path = tree / "macros" / "pages" / "macros.py"
    more = f"\n{mark} = Page.edition\nPage.edition = lambda self: f'{{{mark}(self)}} {mark}'\n"
    path.write_text(path.read_text("utf-8") + more, "utf-8")


def _gpu(tree: Path) -> tuple[Path, str]:
    """The file of a family of GPUs and the id of its first record."""
    path = tree / "data" / "gpus" / "radeon.yaml"
    return path, re.search(r"^- id: (\S+)\n  name: ", path.read_text("utf-8"), re.M)[1]  # type: ignore[index]


class Preview:
    """A preview of a tree, in a process of its own."""

    def __init__(self, tree: Path):
        self.tree = tree
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = tree.parent / "log"
        self.done = 0
        environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONUNBUFFERED": "1"}
        with self.log.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "macros", "serve", "--port", str(self.port)],
                cwd=tree,
                env=environment,
                stdout=out,
                stderr=subprocess.STDOUT,
            )

    def read(self, page: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{page}", timeout=PATIENCE) as answer:
            return answer.read().decode()

    def until(self, page: str, words: str) -> None:
        """Ask for a page until it shows the words."""
        self._wait(lambda: words in self.read(page), f"{page} does not show {words}")

    def all_done(self) -> None:
        """Wait until nothing is left of the last change."""
        self._wait(
            lambda: self.log.read_text("utf-8").count(UP_TO_DATE) > self.done, "the preview does not come to an end"
        )
        time.sleep(2)  # pages that the preview wrote itself were a change as well
        self.done = self.log.read_text("utf-8").count(UP_TO_DATE)

    def ask_for_every_page(self) -> None:
        for lang, within in (("en", ""), ("zh", "zh/")):
            docs = self.tree / "docs" / lang
            for path in docs.rglob("*.md"):
                page = path.relative_to(docs).as_posix().removesuffix(".md")
                self.read(within + (page.removesuffix("index") if page.endswith("index") else f"{page}/"))

    def _wait(self, there: Callable[[], bool], fault: str) -> None:
        end = time.monotonic() + PATIENCE
        while not there():
            said = self.log.read_text("utf-8")
            if self.process.poll() is not None or STOPPED in said or time.monotonic() > end:
                raise RuntimeError(f"{fault}; the preview said:\n{said[-2000:]}")
            time.sleep(0.02)
