"""Runs typst on the written files, with fonts, standards and dates; faults are told by page and element."""

from __future__ import annotations

import datetime
import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from .markup import Block, quote

ENGINE, FONTS, PACKER = "typst", "manimgx_fonts_cjk", "pikepdf"
STYLE = Path(__file__).with_name("style.typ")
STANDARD = "ua-1"


class NotSet(Exception):
    """The document could not be set: (page key, element, message, hint) of each fault."""

    def __init__(self, faults: list[tuple[str, str, str, str]]):
        self.faults = faults
        super().__init__("; ".join(message for _, _, message, _ in faults))


def missing() -> list[str]:
    """The packages that are needed here and not installed."""
    return [name for name in (ENGINE, FONTS, PACKER) if importlib.util.find_spec(name) is None]


def fonts() -> Path:
    """The folder of the CJK font."""
    found = importlib.util.find_spec(FONTS)
    assert found and found.submodule_search_locations
    return Path(next(iter(found.submodule_search_locations)))


@dataclass
class Folder:
    """The Typst files of one document. Each block stands on a line of its own, so that faults can be placed."""

    root: Path
    main: list[str] = field(default_factory=list)
    places: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    pictures: dict[bytes, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.root.mkdir(parents=True, exist_ok=True)
        for name in ("pages", "pictures", "data"):
            (self.root / name).mkdir(parents=True, exist_ok=True)
        (self.root / STYLE.name).write_bytes(STYLE.read_bytes())

    def page(self, key: str, blocks: list[Block]) -> None:
        """Write a page; ``main`` includes it."""
        lines, names = [f'#import "/{STYLE.name}": *'], [""]
        for block, group in _turned(blocks):
            lines += group
            names += [block] * len(group)
        name = f"pages/{len(self.places):04}.typ"
        (self.root / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.places[name] = (key, names)
        self.main.append(f"#include {quote(name)}")

    def picture(self, content: bytes, suffix: str) -> str:
        """The path of a picture, kept once."""
        if content not in self.pictures:
            name = f"pictures/{len(self.pictures):04}{suffix}"
            (self.root / name).write_bytes(content)
            self.pictures[content] = f"/{name}"
        return self.pictures[content]

    def attach(self, name: str, content: bytes, description: str, mime: str = "application/json") -> None:
        (self.root / "data" / name).write_bytes(content)
        options = f'relationship: "data", mime-type: {quote(mime)}, description: {quote(description)}'
        content_of = f"read({quote(f'/data/{name}')}, encoding: none)"
        self.main.append(f"#pdf.attach({quote(name)}, {content_of}, {options})")

    def set(self, out: Path, epoch: int) -> None:
        """Write the PDF. Raises NotSet."""
        import typst

        (self.root / "main.typ").write_text("\n".join(self.main) + "\n", encoding="utf-8")
        compiler = typst.Compiler(
            str(self.root / "main.typ"), root=str(self.root), font_paths=[str(fonts())], ignore_system_fonts=True
        )
        try:
            compiler.compile(output=str(out), format="pdf", timestamp=epoch, pdf_standards=[STANDARD])
        except typst.TypstError as error:
            raise NotSet(self._faults(str(getattr(error, "diagnostic", "") or error))) from None

    def _faults(self, told: str) -> list[tuple[str, str, str, str]]:
        """Each error of the compiler as (page, element, message, hint); the same one once."""
        out: dict[tuple[str, str, str, str], None] = {}
        for error in re.split(r"(?m)^(?=error: )", told):
            message = re.match(r"error: (.*)", error)
            if not message:
                continue
            place = re.search(r"┌─ .*?(pages/\d+\.typ):(\d+)", error)
            hint = re.search(r"= hint: (.*)", error)
            key, element = "", ""
            if place and (names := self.places.get(place[1])):
                key, element = names[0], names[1][min(int(place[2]), len(names[1])) - 1]
            out[key, element, message[1], hint[1] if hint else ""] = None
        return list(out) or [("", "", told.strip().partition("\n")[0], "")]


def pack(file: Path) -> None:
    """Write the PDF anew with its thousands of small objects in compressed streams: a quarter of the size."""
    import pikepdf

    with pikepdf.open(file, allow_overwriting_input=True) as document:
        document.save(file, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)


def _turned(blocks: list[Block]) -> list[tuple[str, list[str]]]:
    """Lines by name of their block; runs of blocks that want a turned page between the lines that turn it.

    Headings directly before such a block, and the few words under them, go with it; so does what is small after it.
    """
    across = [block.across for block in blocks]
    for index in range(len(blocks) - 1, 0, -1):
        if across[index] and not across[index - 1] and _goes_along(blocks, index - 1):
            across[index - 1] = True
    for begin, end in _between(across):
        if sum(len(block.typst) for block in blocks[begin:end]) < LITTLE:
            across[begin:end] = [True] * (end - begin)
    out: list[tuple[str, list[str]]] = []
    turned = False
    for block, wide in zip(blocks, across, strict=True):
        if wide != turned:
            out.append(("", ["#turned["] if wide else ["]"]))
            turned = wide
        if block.typst:
            out.append((block.name, [block.typst]))
    if turned:
        out.append(("", ["]"]))
    return out


LITTLE = 1500
"""So many signs of Typst between two turned pages do not make an upright page of their own."""


def _between(across: list[bool]) -> Iterator[tuple[int, int]]:
    """Where the upright blocks between turned ones begin and end."""
    turned = [index for index, wide in enumerate(across) if wide]
    for one, other in pairwise(turned):
        if other > one + 1:
            yield one + 1, other


def _goes_along(blocks: list[Block], index: int) -> bool:
    """Whether a block before a wide table belongs to it: a heading, or short text with a heading before it."""
    block = blocks[index]
    if block.kind == "heading" or block.name == "anchor":
        return True
    short = block.name in ("paragraph", "text", "list of words") and len(block.typst) < LITTLE
    before = next((one for one in reversed(blocks[max(0, index - 2) : index]) if one.kind == "heading"), None)
    return short and before is not None


def day(epoch: int) -> str:
    """The day of a time, as Typst writes it."""
    date = datetime.datetime.fromtimestamp(epoch, datetime.UTC)
    return f"datetime(year: {date.year}, month: {date.month}, day: {date.day})"
