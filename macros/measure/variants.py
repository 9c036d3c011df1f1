"""The guide's English pages in other forms, each built in a process of its own: bench tells what tables cost.

``python -m macros.measure.variants FORM ROOT WORK`` builds one form and prints its pages and seconds as JSON. The form
``whole`` is built first: the others are made from what its macros wrote.
"""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import sys
import time
from pathlib import Path
from typing import Any

from ..render.placeholder import WORD, swapped

FORMS = ("whole", "pasted", "bare", "tenfold")
"""As it is; with the finished tables pasted into the Markdown; without them; with every page of a record ten times."""

FRONT = re.compile(r"---\n.*?\n---\n", re.S)


def build_form(form: str, root: Path, work: Path) -> dict[str, float]:
    """Build one form into WORK/FORM/site; how many pages it had and how many seconds that took, start-up left out."""
    docs = root / "docs" / "en" if form == "whole" else work / form / "docs"
    given: dict[str, Any] = {"docs_dir": str(docs), "site_dir": str(work / form / "site"), "strict": False}
    if form == "tenfold":
        tenfold(root / "docs" / "en", docs)
    if form in ("pasted", "bare"):
        given["plugins"] = ["search"]
        given["extra"] = json.loads((work / "extra.json").read_text(encoding="utf-8"))
    gc.disable()  # as the build does
    begun = time.perf_counter()
    pages = _build(root, given, work if form == "whole" else None)
    return {"pages": pages, "seconds": time.perf_counter() - begun}


def tenfold(docs: Path, to: Path) -> None:
    """The tree with ten copies of each page outside the menu: pages of records, which are what a guide gains."""
    shutil.copytree(docs, to)
    for kind in ("gpus", "targets", "releases", "frameworks", "symptoms"):
        for page in list((to / kind).glob("*.md")):
            if page.name != "index.md":
                for number in range(2, 11):
                    shutil.copy(page, page.with_name(f"{page.stem}--{number}.md"))


def _build(root: Path, given: dict[str, Any], keep: Path | None) -> int:
    """Let MkDocs build; with ``keep`` what the macros wrote is kept there. Returns the number of pages."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    os.environ["GUIDE_SEARCH"] = "false"
    os.chdir(root)
    config = load_config(str(root / "mkdocs.yml"), **given)
    written: dict[str, str] = {}

    def hear(text: str, page: Any, **_: Any) -> None:
        written[page.file.src_uri] = text

    config.plugins.events["page_markdown"].append(hear)
    build(config)
    if keep:
        _keep(root / "docs" / "en", keep, written)
        (keep / "extra.json").write_text(json.dumps(dict(config.extra), default=str), encoding="utf-8")
    return len(written)


def _keep(docs: Path, work: Path, written: dict[str, str]) -> None:
    """Two trees of Markdown: what the macros wrote with the finished tables in it, and without them."""
    for source, text in written.items():
        front = FRONT.match((docs / source).read_text(encoding="utf-8"))
        for form, filled in (("pasted", swapped(text)), ("bare", WORD.sub("", text))):
            page = work / form / "docs" / source
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text((front[0] if front else "") + filled, encoding="utf-8")


if __name__ == "__main__":
    form, root, work = sys.argv[1:]
    print(json.dumps(build_form(form, Path(root).resolve(), Path(work).resolve())))
