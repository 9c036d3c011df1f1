"""Makes the PDF of one language: title page, contents, chapters, attached records."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...catalog import Catalog, Problem, load_catalog
from ...catalog.model.hardware import Edition
from ...render.words import Words
from ...site.layout import FOLDERS, page_of
from ...site.settings import source_date_epoch
from . import compile as press
from .assemble import Guide, assemble
from .inline import LINKED_CELLS
from .markup import Block, quote, words_of
from .records import records
from .targets import wanted
from .write import Writer

OTHER = ("zh", "api", "schema", "assets", "search", "pdf", "offline", "downloads")
"""Folders of the site that hold no pages of the language, and the page that lists the downloads."""


def write(
    root: Path, built: Path, lang: str, place: Path, progress: Callable[[str], None]
) -> tuple[press.Folder, list[Problem]]:
    """Write the Typst files of a language into an empty folder. Returns them and what was wrong."""
    catalog = load_catalog(root / "data")
    words = Words(catalog, lang)
    site = built / FOLDERS[lang]
    problems: list[Problem] = []

    def fault(key: str, element: Any, message: str) -> None:
        problems.append(_placed(root, lang, key, element, message))

    folder = press.Folder(place)
    try:
        guide = assemble(site, words, fault, skip=OTHER)
    except FileNotFoundError:
        hint = (("next", "python -m macros site"),)
        return folder, [Problem(f"site/{FOLDERS[lang]}", 0, 0, "", "no site was built there", hint)]
    progress(f"{sum(1 for _ in guide.sheets)} pages read")
    cells = _write(guide, lang, catalog, words, folder, site, fault, int(source_date_epoch(root)))
    progress(f"{cells} table cells written")
    return folder, problems


def set_in_type(root: Path, lang: str, folder: press.Folder, file: Path) -> list[Problem]:
    """Make the PDF of what was written. Returns what was wrong; then there is no file."""
    try:
        folder.set(file, int(source_date_epoch(root)))
    except press.NotSet as error:
        return [_of_press(root, lang, *one) for one in error.faults]
    return []


def _write(
    guide: Guide,
    lang: str,
    catalog: Catalog,
    words: Words,
    folder: press.Folder,
    site: Path,
    fault: Callable[..., None],
    epoch: int,
) -> int:
    """Write every file of the document; the number of table cells is returned."""
    edition = next(iter(catalog.all(Edition)), None)
    edition_text = words("footer.edition", version=edition.version, date=edition.date.isoformat()) if edition else ""
    mark = site / "assets" / "mark.svg"
    if not mark.is_file():
        mark = site.parent / "assets" / "mark.svg"
    address = f"address: {quote(guide.address)}, " if guide.address else ""
    picture = (
        f"mark: {quote(folder.picture(mark.read_bytes(), '.svg'))}, mark-alt: {quote(guide.title)}, "
        if mark.is_file()
        else ""
    )
    main = folder.main
    main += [
        f'#import "/{press.STYLE.name}": *',
        f"#show: guide.with(title: {quote(f'{guide.title}, {edition_text}')}, "
        f"keywords: ({', '.join(map(quote, KEYWORDS))}), "
        f"description: {quote(words('pdf.description'))}, date: {press.day(epoch)}, lang: {quote(lang)})",
        '#set page(numbering: "i", header: none, footer: none)',
        f"#title-page({picture}{address}title: {quote(guide.title)}, "
        f"lines: ({quote(words('pdf.complete'))}, {quote(edition_text)},), "
        f"small-lines: ({quote(words('footer.independent'))}, {quote(words('footer.licences'))},))",
        "#pagebreak()",
        "#set page(footer: numbered)",
        f"#contents({quote(words('pdf.contents'))})",
    ]
    first = True
    targets = wanted(guide)
    cells = 0
    for chapter in guide.chapters:
        head = f"running({quote(chapter.title)}, {quote(f'{guide.title}, {edition_text}')})"
        main.append(f'#set page(numbering: "1", header: {head}, footer: numbered)')
        if first:
            main.append("#counter(page).update(1)")
            first = False
        if chapter.head:
            main.append(f"#heading(level: 1, {quote(chapter.title)})")
        level = 1 if chapter.head else 0
        for sheet in chapter.sheets:
            writer = Writer(
                words,
                targets,
                lambda element, message, key=sheet.key: fault(key, element, message),
                lambda source, key=sheet.key: _picture(folder, site, key, source),
                sheet.level - 1,
                sheet.listed,
                LINKED_CELLS if sheet.whole else 0,
            )
            writer.reached = level
            blocks = writer.blocks(sheet.article)
            level = writer.reached
            cells += sum(1 for one in sheet.article.iter("td", "th"))
            folder.page(sheet.key, [_boxed(blocks)] if sheet.entry else blocks)
    _attached(folder, catalog, words, guide, edition_text)
    return cells


def _boxed(blocks: list[Block]) -> Block:
    """An entry stays on one page."""
    name = next((block.name for block in blocks if block.kind == "heading"), "")
    return Block(f"#entry[{''.join(block.typst for block in blocks)}]", name)


KEYWORDS = ("ROCm", "AMD GPU", "HIP")


def _attached(folder: press.Folder, catalog: Catalog, words: Words, guide: Guide, edition_text: str) -> None:
    """The records as attached files, and the chapter that lists them."""
    title = words("pdf.attached")
    folder.main.append(
        f"#set page(header: running({quote(title)}, {quote(f'{guide.title}, {edition_text}')}), footer: numbered)"
    )
    blocks = [
        Block(f"#heading(level: 1, {quote(title)})", "heading", kind="heading"),
        Block(f"#par({quote(words('pdf.attached.text'))})"),
    ]
    rows = []
    for name, text, count in records(catalog):
        folder.attach(name, text, words("pdf.attached.file", name=name.removesuffix(".json"), count=count))
        rows.append(f"raw({quote(name)}), {quote(str(count))}, ")
    head = f"table.header({quote(words('pdf.attached.name'))}, {quote(words('pdf.attached.count'))}), "
    blocks.append(Block(f"#grid-table(8pt, (200pt, 80pt), {head}{''.join(rows)})", "table"))
    folder.page("", blocks)


def _picture(folder: press.Folder, site: Path, key: str, source: str | bytes) -> str | None:
    """A picture of a page by its address, or given as SVG; None when the site does not hold it."""
    if isinstance(source, bytes):
        return folder.picture(_plain_svg(source), ".svg")
    if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//", source):
        return None
    path = site / posixpath.normpath(posixpath.join(key, source.partition("?")[0].partition("#")[0]))
    if not path.is_file():
        return None
    content = path.read_bytes()
    return folder.picture(_plain_svg(content) if path.suffix == ".svg" else content, path.suffix)


def _plain_svg(content: bytes) -> bytes:
    """The drawing in the colours of paper: what follows the text around it is as dark as that."""
    return content.replace(b"currentColor", b"#1b2a30").replace(b"currentcolor", b"#1b2a30")


# --- faults ----------------------------------------------------------------------------------------------------


def _source(root: Path, lang: str, key: str) -> str:
    """The file in docs/ that a page was built of."""
    key = key.partition("+")[0]
    for name in (f"{key}index.md", f"{key.rstrip('/')}.md"):
        if (root / "docs" / lang / name).is_file() and page_of(name) == f"{key}index.html":
            return f"docs/{lang}/{name}"
    return f"site/{FOLDERS[lang] + '/' if FOLDERS[lang] else ''}{key}index.html"


def _placed(root: Path, lang: str, key: str, element: Any, message: str) -> Problem:
    """A fault in an element of a page, with the line of its source where that can be found."""
    file = _source(root, lang, key)
    line = 0
    if file.startswith("docs/"):
        wanted_text = [part for part in re.split(r":\s", message, maxsplit=1)[1:]] + (
            [words_of(element)] if element is not None else []
        )
        lines = (root / file).read_text(encoding="utf-8-sig", errors="replace").split("\n")
        for text in filter(None, wanted_text):
            line = next((number for number, one in enumerate(lines, 1) if text in one), 0)
            if line:
                break
    name = ""
    if element is not None:
        own = next((one.get("id") for one in (element, *element.iterancestors()) if one.get("id")), "")
        name = f"<{element.tag}>" + (f" in #{own}" if own else "")
    hint = (("expected", "at most 78 columns, continued with a backslash"),) if message.startswith("shell line") else ()
    return Problem(file, line, 1 if line else 0, name, message, hint)


def _of_press(root: Path, lang: str, key: str, element: str, message: str, hint: str) -> Problem:
    file = _source(root, lang, key) if key or element else f"site/pdf ({lang})"
    return Problem(file, 0, 0, element, message, (("next", hint),) if hint else ())
