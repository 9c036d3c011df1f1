"""Pictures of the built site: contact sheets of every kind of page, the README's picture, the cards of shared links.

They are taken in a real Chromium through Playwright, which comes with the tests' packages. ``site/`` must be built.
"""

from __future__ import annotations

import http.server
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ..bootstrap import browser
from ..catalog import load_catalog
from ..catalog.model.text import LANGUAGES
from ..render import escape
from ..render.words import Words
from ..site.layout import FOLDERS

PAGES = {
    "home": "",
    "chapter": "hardware/",
    "prose": "contributing/data/",
    "gpus": "gpus/",
    "gpu": "gpus/instinct-mi300x/",
    "target": "targets/gfx1151/",
    "release": "releases/7.2.4/",
    "framework": "frameworks/pytorch/",
    "symptom": "symptoms/container-render-group/",
    "404": "404.html",
}
"""Every kind of page, and one of its kind; a page that one language lacks is left out there."""

WIDTHS = (360, 768, 1280)
SCHEMES = ("light", "dark")
TALL = 2400
"""Pixels of a page that a sheet shows; a matrix of hundreds of rows goes on like this."""

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")

SHOWN_IN_README = "gpus/radeon-rx-7900-xtx/"
PICTURES = Path("docs/theme/assets/pictures")
LARGEST = {"gpu-page.png": 150_000, "card-en.png": 100_000, "card-zh.png": 100_000}
"""Bytes that a picture in the repository may have."""


class NoPictures(Exception):
    """Pictures cannot be taken, for a reason that fits in one line."""


@dataclass(frozen=True)
class Shot:
    """One picture: of which page, in which language, how wide, in which colours, on screen or on paper."""

    kind: str
    lang: str
    width: int
    scheme: str = "light"
    paper: bool = False

    @property
    def file(self) -> str:
        return f"{self.kind}-{self.lang}-{self.width}-{'print' if self.paper else self.scheme}.png"

    @property
    def path(self) -> str:
        folder = FOLDERS[self.lang]
        return f"{folder}/{PAGES[self.kind]}" if folder else PAGES[self.kind]


def pictures(root: Path, readme: bool = False) -> int:
    """Write build/pictures/, or with ``readme`` the pictures that are part of the repository. Returns 0, or 1."""
    try:
        if not (root / "site" / "index.html").is_file():
            raise NoPictures("there is no site/ to take pictures of; build it first: python -m macros site")
        with chromium() as started, served(root / "site") as address:
            written = committed(root, started, address) if readme else sheets(root, started, address)
    except NoPictures as reason:
        print(reason, file=sys.stderr)
        return 1
    print(f"{written[0].parent.relative_to(root)}/: {len(written)} pictures")
    return 0


@contextmanager
def chromium() -> Iterator[Any]:
    """A headless Chromium; NoPictures where Playwright or the browser is missing."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise NoPictures("Playwright is missing: python3 macros/bootstrap.py --test installs it") from None
    path = browser()
    if not path:
        raise NoPictures("no Chromium: install one, or name it in the variable CHROMIUM")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=[*FLAGS])
        yield started
        started.close()


class _Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of the built site while it is served."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


# --- contact sheets ---


def sheets(root: Path, started: Any, address: str) -> list[Path]:
    """Every shot, and index.html that shows them side by side."""
    folder = root / "build" / "pictures"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shots = [shot for shot in all_shots() if shown(root / "site", shot.path)]
    page = started.new_page(reduced_motion="reduce")
    for shot in shots:
        take(page, address, shot, folder / shot.file)
    page.close()
    (folder / "index.html").write_text(overview(shots), encoding="utf-8")
    return [folder / shot.file for shot in shots]


def all_shots() -> Iterator[Shot]:
    for kind in PAGES:
        for lang in LANGUAGES:
            for width in WIDTHS:
                yield from (Shot(kind, lang, width, scheme) for scheme in SCHEMES)
            yield Shot(kind, lang, 794, paper=True)  # A4 at 96 dots an inch


def shown(site: Path, path: str) -> bool:
    return (site / path / "index.html").is_file() or (site / path).is_file()


def take(page: Any, address: str, shot: Shot, file: Path) -> None:
    page.emulate_media(media="print" if shot.paper else "screen", color_scheme=shot.scheme)
    page.set_viewport_size({"width": shot.width, "height": 900})
    page.goto(address + shot.path)
    tall = min(TALL, page.evaluate("document.documentElement.scrollHeight"))
    page.set_viewport_size({"width": shot.width, "height": tall})
    page.screenshot(path=str(file))


def overview(shots: list[Shot]) -> str:
    """A page with all pictures, a row for each kind of page and language."""
    rows: dict[tuple[str, str], list[str]] = {}
    for shot in shots:
        name = escape(shot.file)
        figure = f'<a href="{name}"><img src="{name}" alt="{name}" loading="lazy" width="{shot.width // 3}"></a>'
        rows.setdefault((shot.kind, shot.lang), []).append(figure)
    drawn = "".join(f"<h2>{kind} {lang}</h2><div>{''.join(found)}</div>" for (kind, lang), found in rows.items())
    style = (
        "body{font-family:sans-serif}div{display:flex;gap:1em;align-items:start;overflow:auto}img{outline:1px solid}"
    )
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title><style>{style}</style>{drawn}'


# --- pictures of the repository ---


def committed(root: Path, started: Any, address: str) -> list[Path]:
    """The README's picture and the card of each language. NoPictures when one is larger than it may be."""
    folder = root / PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / "gpu-page.png"]
    page = started.new_page(viewport={"width": 1280, "height": 900}, color_scheme="light")
    page.goto(address + SHOWN_IN_README)
    page.screenshot(path=str(written[0]))
    page.set_viewport_size({"width": 1200, "height": 630})
    for lang in LANGUAGES:
        page.goto(f"{address}{FOLDERS[lang]}")
        name, what = (page.locator(f"meta[{key}]").get_attribute("content") for key in NAMED)
        page.set_content(card(root, lang, name, what))
        written.append(folder / f"card-{lang}.png")
        page.screenshot(path=str(written[-1]))
    page.close()
    for file in written:
        if file.stat().st_size > LARGEST[file.name]:
            raise NoPictures(f"{file.relative_to(root)} has more than {LARGEST[file.name]:,} bytes")
    return written


NAMED = ('property="og:site_name"', 'name="description"')
"""Where the home page says what it is called and what it is."""


def card(root: Path, lang: str, *said: str) -> str:
    """The picture that shared links show: the mark, the name, what it is, the question."""
    mark = (root / "docs" / "theme" / "assets" / "mark.svg").read_text(encoding="utf-8")
    question = Words(load_catalog(root / "data"), lang)("home.find")
    name, what, question = (escape(text) for text in (*said, question))
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><style>{CARD}</style>'
        f"<header>{mark}<h1>{name}</h1></header><p>{what}</p><footer>{question}</footer>"
    )


CARD = """
body { box-sizing: border-box; margin: 0; width: 1200px; height: 630px; padding: 70px 80px; display: flex;
  flex-direction: column; justify-content: space-between; color: #fff; background: #0b4f5c;
  font-family: system-ui, "Noto Sans", "Noto Sans CJK SC", "Noto Sans SC", sans-serif; }
header { display: flex; align-items: center; gap: 36px }
svg { width: 132px; height: 132px }
h1 { font-size: 84px; margin: 0; letter-spacing: -0.01em }
p { font-size: 42px; line-height: 1.4; margin: 0; max-width: 1000px; color: #e3eef0 }
footer { font-size: 36px; font-weight: 650; color: #f0b35a; border-top: 4px solid #f0b35a; padding-top: 24px }
"""
