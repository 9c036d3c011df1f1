"""One language of the preview, built in a process of its own: first what somebody waits for, then the rest.

A page is old when its text, a sample it shows or the program changed, and perhaps old when data changed: then its calls
are answered again, and only when they come to something else it is built. MkDocs builds those pages whose file is older
than their source, so a file of the year 1970 asks for a build, and one that is touched is let be.

One file: a state machine whose every step looks at the same sets of pages.
"""

from __future__ import annotations

import datetime
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..catalog import Catalog, ProblemsFound, as_text, load_catalog
from ..checks import references_resolve, written_pages
from ..files.writing import stamp
from ..pages import macro_calls
from ..pages.addresses import PAGES
from ..pages.macros import MACROS
from ..pages.stubs import write_pages
from ..render import placeholder
from ..site.layout import FOLDERS, page_of
from .linkcheck import Reading
from .mkdocs_batch import CompiledTemplates, build_old_pages
from .report import Report, Stopped, fault_of

FEW, MANY, SPELL = 10, 80, 2.0
"""Pages in the first batch and at most, and the seconds of computing that one should take: then messages are heard."""

HOPELESS = 10
"""Where more pages than this cannot be read, the fault is not in the pages."""

EMPTY = b"<!doctype html><title>-</title><body></body>"
"""A page that was never built, until it is."""

STUBS = tuple(f"{folder}/" for folder in PAGES)


@dataclass
class Language:
    """What was built from which files, what is old, and what is wrong."""

    root: Path
    lang: str
    folder: Path
    number: int = 0
    looked: bool = True
    idle: bool = True
    asked: list[str] = field(default_factory=list)
    seen: dict[str, dict[Path, tuple[int, ...]]] = field(default_factory=dict)
    catalog: Catalog | None = None
    texts: set[str] = field(default_factory=set)
    old: set[str] = field(default_factory=set)
    perhaps: set[str] = field(default_factory=set)
    first: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    most: int = FEW
    copied: bool = True
    stopping: list[str] = field(default_factory=list)
    by_page: dict[str, list[str]] = field(default_factory=dict)
    compiled: CompiledTemplates = field(default_factory=CompiledTemplates)
    reading: Reading = field(init=False)

    def __post_init__(self) -> None:
        self.reading = Reading(self.root, self.lang, self.folder)

    def hear(self, message: tuple[Any, ...]) -> None:
        """Take in what the preview wants."""
        if message[0] == "look":
            _, self.number, self.asked = message
            self.looked = False
        elif message[0] == "page":
            self.asked.insert(0, message[1])
        self.idle = False

    def step(self) -> Report:
        """Do the next piece of work, a second or two. Never raises."""
        begun, built = time.monotonic(), []
        try:
            self.stopping = []
            if not self.looked:
                self._look()
            if self.old or self.perhaps or not self.copied:
                built = self._batch()
            elif self.reading.unread:
                self.reading.read_some()
            else:
                self.reading.follow_links([one for found in self.by_page.values() for one in found])
                self.idle = True
        except Stopped as stopped:
            self.stopping, self.idle = list(stopped.args), True
        except Exception as error:
            self.stopping, self.idle = [fault_of(error, self.root)], True
            self.seen.clear()  # all is looked at again at the next change
        except SystemExit as error:
            self.stopping, self.idle = [str(error)], True
        waiting = () if self.stopping else self.old | self.perhaps
        faults = [*self.stopping, *(one for found in self.by_page.values() for one in found)]
        faults += self.reading.faults
        return Report(
            self.lang,
            self.number,
            tuple(built),
            time.monotonic() - begun,
            frozenset(map(page_of, waiting)),
            tuple(dict.fromkeys(faults)),
            bool(self.stopping),
            self.idle,
        )

    # --- what is old ---------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Find out what changed since the last look, and which pages are old by that."""
        docs, samples = self.root / "docs" / self.lang, self.root / "docs/samples"
        data = self._changed("data", (self.root / "data").rglob("*.y*ml"))
        if data:
            self._load()
        theme = [*(self.root / "docs/theme").rglob("*.html"), *self.root.glob("mkdocs*.yml")]
        everything = self._changed("theme", theme)
        files = [path for path in docs.rglob("*") if not path.is_dir()]
        texts = {path.relative_to(docs).as_posix(): path for path in files if path.suffix == ".md"}
        changed = {path.relative_to(docs).as_posix() for path in self._changed("pages", texts.values())}
        shown = self._changed("samples", samples.rglob("*"))
        others = [path for path in files if path.suffix != ".md"] + list((self.root / "docs/theme/assets").rglob("*"))
        self.copied = not self._changed("others", others) and self.copied
        if (data or set(texts) != self.texts) and self.by_page.get(""):
            self.copied = False  # what was told of no page may be mended
        self._remove(set(texts))
        words = {path.relative_to(self.root / "docs").as_posix() for path in shown}
        showing = {name for name, path in texts.items() if words and _mentions(path, words)}
        self.old |= (set(texts) if everything else changed & set(texts)) | showing | (self.broken & set(texts))
        self.broken.clear()
        for name in texts:
            page = self.folder / page_of(name)
            if not page.exists():
                page.parent.mkdir(parents=True, exist_ok=True)
                page.write_bytes(EMPTY)
            page.touch()
        self.looked = True

    def _changed(self, sort: str, paths: Iterable[Path]) -> set[Path]:
        """The files of a sort that changed, came or went since they were last looked at."""
        now = {path: stamp(path) for path in paths}
        before, self.seen[sort] = self.seen.get(sort, {}), now
        return {path for path in now.keys() | before.keys() if now.get(path) != before.get(path)}

    def _load(self) -> None:
        """Load the data anew; every page that called a macro is perhaps old, those of changed records come first."""
        try:
            loaded = load_catalog(self.root / "data")
            if wrong := list(references_resolve(loaded, datetime.date.today())):
                raise ProblemsFound(wrong)  # each page that shows the record would tell it in its own way
        except ProblemsFound as found:
            del self.seen["data"]  # looked at again, also when it is mended to what it was
            raise Stopped(*(as_text([one]) for one in found.problems)) from None
        placeholder.forget()
        before = self.catalog.records if self.catalog else {}
        places = {**{name: name for name in PAGES}, "support": "releases"}
        self.first = {
            f"{folder}/{key}.md"
            for name, folder in (places.items() if before else ())
            for key, record in loaded.records.get(name, {}).items()
            if (old := before.get(name, {}).get(key)) is not record and repr(old) != repr(record)
        }
        write_pages(self.root, (self.lang,))
        self.perhaps |= set(macro_calls.asking_pages(self.lang))
        self.catalog = loaded

    def _set_aside_unreadable(self, names: list[str]) -> None:
        """Pages that MkDocs would stop at are told, taken out of ``names``, and left as they were built."""
        for name in list(names):
            path = self.root / "docs" / self.lang / name
            if wrong := [as_text([one]) for one in written_pages.problems_of(path, self.root, MACROS)]:
                self.by_page[name] = wrong
                self._set_aside(name)
                names.remove(name)

    def _set_aside(self, name: str) -> None:
        self.broken.add(name)
        self.old.discard(name)
        self.perhaps.discard(name)

    def _remove(self, texts: set[str]) -> None:
        """Forget pages whose source is gone, and delete what was built of them."""
        if texts == self.texts:
            return
        asked, wanted = macro_calls.ASKED.get(self.lang), {page_of(name) for name in texts}
        others = tuple(f"{within}/" for lang, within in FOLDERS.items() if lang != self.lang and within)
        for path in self.folder.rglob("index.html"):
            page = path.relative_to(self.folder).as_posix()
            if page not in wanted and not (others and page.startswith(others)):
                path.unlink()
        for name in self.texts - texts:
            for names in (self.old, self.perhaps, self.broken):
                names.discard(name)
            self.by_page.pop(name, None)
            self.reading.forget(name)
            if asked:
                asked.calls.pop(name, None)
        self.texts = texts

    # --- building ------------------------------------------------------------------------------------------

    def _batch(self) -> list[str]:
        """Build the next pages that are old: those asked for alone, then those of changed records and prose."""
        ranks = {name: index for index, name in enumerate(self.asked)}

        def rank(name: str) -> tuple[int, int]:
            if (page := page_of(name)) in ranks:
                return 0, ranks[page]
            by_hand = not name.startswith(STUBS) or name.endswith("index.md")
            return (1 if name in self.first else 2 if by_hand else 3), 0

        names, until, awaited = [], time.process_time() + SPELL / 2, False
        for name in sorted(self.old | self.perhaps, key=lambda name: (*rank(name), name)):
            if len(names) >= self.most or time.process_time() > until:
                break
            if awaited and (rank(name)[0] or name not in self.old):
                break  # somebody waits: others are built with it only when they are asked for and known to be old
            if name in self.old or macro_calls.outdated(self.lang, name, self.catalog):
                names.append(name)
                self.old.add(name)
                awaited = not rank(name)[0]
            self.perhaps.discard(name)
        self._set_aside_unreadable(names)
        begun = time.process_time()
        built = self._build(names) if names or not self.copied else []
        if len(built) == self.most and time.process_time() - begun < SPELL:
            self.most = min(MANY, 2 * self.most)
        return built

    def _build(self, names: list[str]) -> list[str]:
        """Let MkDocs build these pages; what it wrote. A page that it cannot read is set aside, the rest comes next."""
        for name in names:
            os.utime(self.folder / page_of(name), (0, 0))
        known = macro_calls.ASKED.get(self.lang)
        failed, faults = build_old_pages(self.root, self.lang, self.folder, self.compiled)
        if known and known is not macro_calls.ASKED[self.lang]:
            macro_calls.ASKED[self.lang].calls = {**known.calls, **macro_calls.ASKED[self.lang].calls}
        by_page = {name: [one for one in faults if f"docs/{self.lang}/{name}" in one] for name in names}
        self.by_page |= {**by_page, "": [one for one in faults if not any(one in told for told in by_page.values())]}
        if failed:
            culprits = [name for name, told in by_page.items() if any("Error reading page" in one for one in told)]
            if not culprits or len(self.broken) > HOPELESS:
                self.by_page = {name: told for name, told in self.by_page.items() if name and name not in by_page}
                raise Stopped(*faults)
            for name in culprits:
                self._set_aside(name)
            for name in names:
                (self.folder / page_of(name)).touch()
            return []
        self.copied = True
        self.old -= set(names)
        self.reading.unread |= set(names)
        return [page_of(name) for name in names] or ["assets"]


def _mentions(path: Path, words: set[str]) -> bool:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return any(word in text for word in words)
