"""A small site of our own: the real configuration, theme and macros over the tiny world and a few pages.

Built by the real command in its own process, so that everything a contributor meets is tried.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT, TINY

KINDS = ("gpus", "targets", "releases", "frameworks")
CHAPTERS = ("install/index.md", "install/verify.md", "troubleshooting/index.md")
"""Where pages of records lead to."""

NAV = "nav:\n  - {home}: index.md\n  - {more}: more/index.md\n" + "".join(
    f"  - {name}: {name}\n" for name in (*(f"{kind}/index.md" for kind in KINDS), *CHAPTERS)
)

INDEX = """---
title: {title}
description: A page of the tests.
---

# {title} {{ #{anchor} }}

{text}
"""

FORMS = """In a sentence {$ record("gpus", "mi900") $}, and in code `{{ .Values.tag }}`.

=== "In a tab"

    {$ table("lifetimes") $}

=== "Nested"

    ??? note "Details in a tab"

        1. Step

            {$ table("release_gpus", release="1.10.0") $}

??? note "In details"

    {$ table("targets") $}

- In a list

    {$ table("releases") $}

> {$ table("gpu_specifications", gpu="mi900") $}

```yaml
image: "rocm/vllm:{{ .Values.tag }}"
if: ${{ github.event_name == 'push' }}
{{- range .Items }}{%- if x %}{# no comment #}
```

## gfx override {#gfx-override}

Text below {{ braces }} and {# so #}.
"""


def make(root: Path) -> Path:
    """Write the small site's tree into a folder that is not there yet."""
    root.mkdir(parents=True)
    for name in ("macros", "docs/theme"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(TINY, root / "data")
    shutil.copy(ROOT / "data" / "labels.yaml", root / "data")
    for name, words in (("mkdocs.yml", ("Home", "More")), ("mkdocs.zh.yml", ("首页", "更多"))):
        text = (ROOT / name).read_text("utf-8")
        nav = NAV.format(home=words[0], more=words[1])
        (root / name).write_text(re.sub(r"^nav:\n(?:[ #].*\n|\n)*", nav, text, flags=re.M), "utf-8")
    for lang, title in (("en", "Home"), ("zh", "统一内存")):
        page(root, lang, "index.md", title, "home", FORMS)
        page(root, lang, "more/index.md", title, "more", "[up](../index.md#gfx-override)\n\n{$ edition() $}")
        page(root, lang, "downloads.md", "Downloads", "downloads", "Files.")
        for name in CHAPTERS:
            page(root, lang, name, "Chapter", "chapter", "Text.")
        for kind in KINDS:
            question = {"gpus": "lifetimes", "frameworks": "frameworks"}.get(kind, kind)
            page(root, lang, f"{kind}/index.md", kind, f"all-{kind}", f'{{$ table("{question}") $}}')
    return root


def page(root: Path, lang: str, name: str, title: str, anchor: str, text: str) -> Path:
    path = root / "docs" / lang / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(INDEX.format(title=title, anchor=anchor, text=text), "utf-8")
    return path


def run(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command of the tree's own macros, as people call it."""
    given = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    command = [sys.executable, "-m", "macros", *arguments]
    return subprocess.run(command, cwd=root, env=given, capture_output=True, encoding="utf-8", check=False)


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
