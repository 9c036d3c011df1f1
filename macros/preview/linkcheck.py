"""Reads the pages of a preview back as a browser does, those that changed: links and anchors that macros wrote too."""

from __future__ import annotations

import posixpath
import time
from dataclasses import dataclass, field
from pathlib import Path

from ..catalog import as_text
from ..checks import written_pages
from ..site import diagnostics, layout, links

SPELL = 0.25
"""Seconds after which the preview may hear what changed meanwhile."""


@dataclass
class Reading:
    """What the built pages of a language hold. ``unread`` are sources of pages built since they were last read.

    ``same``: since links were followed, no link and no anchor has changed.
    """

    root: Path
    lang: str
    folder: Path
    unread: set[str] = field(default_factory=set)
    pages: dict[str, links.BuiltPage] = field(default_factory=dict)
    same: bool = False
    faults: list[str] = field(default_factory=list)

    def read_some(self) -> None:
        """Read what was built, for a moment."""
        until = time.monotonic() + SPELL
        while self.unread and time.monotonic() < until:
            source = self.unread.pop()
            page = self._page(source)
            before = self.pages.get(page)
            _, self.pages[page] = links.read_page(self.folder / layout.page_of(source), page)
            self.same = self.same and self.pages[page] == before

    def forget(self, source: str) -> None:
        """A page is gone."""
        self.unread.discard(source)
        self.pages.pop(self._page(source), None)
        self.same = False

    def follow_links(self, told: list[str]) -> None:
        """Find links that lead nowhere and pages that are missing here; what was ``told`` is not told again."""
        if self.same and not self.faults:
            return  # new words, but the same links and anchors, and all of them were fine
        self.same = True
        site = self.folder.parent if layout.FOLDERS[self.lang] else self.folder
        found, gone = links.follow(self.pages, set(layout.files_of(site, "")), "/")
        found += [links.no_file(*one) for one in gone]
        missing = [one for one in written_pages.alone(self.root) if one.file.startswith(f"docs/{self.lang}/")]
        self.faults = [
            *diagnostics.told_links(self.root, self.lang, found, told),
            *(as_text([one]) for one in missing),
        ]

    def _page(self, source: str) -> str:
        """The built page of a source, below the site."""
        return posixpath.join(layout.FOLDERS[self.lang], layout.page_of(source))
