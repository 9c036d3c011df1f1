"""The names that pages may call: values, tables, the bodies of entity pages, and what readers type.

They are the methods of Page that MACROS lists. They return Markdown with placeholders. Nothing here knows MkDocs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .. import query
from ..catalog import CallError, near_hint
from ..catalog.model import Fact
from ..catalog.model.hardware import Edition, Release
from ..catalog.model.software import InstallCommand
from ..catalog.walk import every_fact
from ..render import answer_table, downloads, elements
from ..render.diagrams import PICTURES
from . import commands, entity_pages, home
from .addresses import PAGES
from .context import AskingPage

MACROS = (
    "table",
    "latest",
    "latest_date",
    "edition",
    "edition_date",
    "record",
    "count",
    "cell",
    "picture",
    "gpu_search",
    "newest_gpus",
    "downloads",
    "gpu_page",
    "target_page",
    "release_page",
    "framework_page",
    "symptom_page",
    "causes",
    "commands",
    "repository",
    "check",
    "holds",
)
"""Every name that pages may call."""


class Page(AskingPage):
    """The page being composed."""

    # --- values ---

    def latest(self) -> str:
        """The number of the newest release, as a link to its page."""
        release = self.newest()
        return elements.link(release.id, self.link("releases", release.id))

    def latest_date(self) -> str:
        """The day of the newest release."""
        return self.newest().date.isoformat()

    def edition(self) -> str:
        """The edition of the guide."""
        return self._edition().version

    def edition_date(self) -> str:
        """The day of the edition."""
        return self._edition().date.isoformat()

    def record(self, collection: str, key: str) -> str:
        """The name of a record, as a link where it has a page: ``record("gpus", "instinct-mi300x")``."""
        kind = self.kind(collection)
        found = self.catalog.find(kind, key)
        if found is None:
            raise CallError(f"{key} is not in {collection}", *near_hint(key, self.catalog.aliases[collection]))
        return elements.link(self.words.name_of(collection, found.id), self.link(collection, found.id))  # type: ignore[attr-defined]

    def count(self, collection: str) -> str:
        """How many records of a kind there are."""
        return str(len(self.catalog.by_id(self.kind(collection))))

    def gpu_search(self) -> str:
        """A form that asks for a GPU, and the link to all of them."""
        return home.gpu_search(self.words, self.catalog, self.address("gpus/index.md"))

    def newest_gpus(self) -> str:
        """The newest products of each family, and the way to the others."""
        return home.newest_gpus(self.words, self.catalog, self.link, self.address("gpus/index.md"))

    def downloads(self) -> str:
        """The list of files to fetch; ``python -m macros downloads`` fills it, once they are there."""
        return downloads.place(self.words)

    def cell(self, question: str, row: str, column: str, **choice: str) -> str:
        """One cell of a table inside a sentence: ``cell("prefixes", "core-7.14", "path")``."""
        found = answer_table.narrowed(self.words, self.asked(question, (column,), choice), (row,))
        shown = found.rows[0].cells[0]
        return elements.code_words(shown.text) if shown.code else elements.link(shown.text, None)

    def picture(self, name: str) -> str:
        """A picture of the guide by name, drawn from the catalogue."""
        if name not in PICTURES:
            raise CallError(f"there is no picture {name}", *near_hint(name, PICTURES))
        return PICTURES[name](self.catalog, self.words).html()

    def _edition(self) -> Edition:
        for edition in self.catalog.all(Edition):
            return edition
        raise CallError("data/edition.yaml is missing")

    # --- tables ---

    def table(self, question: str, columns: Iterable[str] = (), only: Iterable[str] = (), **choice: str) -> str:
        """The answers to a question, as a table.

        ``columns`` narrows and orders its columns, ``only`` its rows, by key. ``release="latest"`` is the newest.
        """
        found = self.asked(question, tuple(columns), choice)
        if only := tuple(only):
            found = replace(
                answer_table.narrowed(self.words, found, only), id=f"{found.id}-{answer_table.slug(only[0])}"
            )
        have_pages = any(row.cells[0].ref and row.cells[0].ref[0] in PAGES for row in found.rows)
        return self.draw(found, searched=not have_pages)

    # --- entity pages ---

    def gpu_page(self, key: str) -> str:
        """The body of a GPU's page: the answer, then everything behind it."""
        return entity_pages.body(self, "gpus", key)

    def target_page(self, key: str) -> str:
        """The body of a compiler target's page."""
        return entity_pages.body(self, "targets", key)

    def release_page(self, key: str) -> str:
        """The body of a release's page."""
        return entity_pages.body(self, "releases", key)

    def framework_page(self, key: str) -> str:
        """The body of a framework's page."""
        return entity_pages.body(self, "frameworks", key)

    def symptom_page(self, key: str) -> str:
        """The body of a symptom's page: the words people see, its causes told apart, what is near it."""
        return entity_pages.symptom(self, key)

    # --- what readers type ---

    def causes(self, symptom: str, level: int = 3) -> str:
        """The causes of a symptom as headings of a level, each with how to tell it, its remedy and its check."""
        return commands.causes(self.words, self.catalog, self.found("symptoms", symptom).id, level)  # type: ignore[attr-defined]

    def commands(self, collection: str, key: str) -> str:
        """The command lines of any record that has some, with its note and source: ``commands("install", "...")``."""
        record = self.found(collection, key)
        lines = getattr(record, "commands", None)
        if not lines or not isinstance(record, Fact):
            raise CallError(f"{key} of {collection} has no commands")
        fill = [f"<{name}>: {', '.join(texts)}" for name, texts in getattr(record, "fill", {}).items()]
        note = " ".join(filter(None, (*fill, record.note)))
        title = commands.made_by(self.words, self.catalog, record) if isinstance(record, InstallCommand) else ""
        shell = commands.shell_of(self.catalog, record)
        return f"{title} {commands.typed(self.words, lines, (query.said(self.catalog, record),), note, shell)}"

    def repository(self, key: str, system: str) -> str:
        """The lines that add a repository of native packages to one system, and install its first package."""
        record = self.found("repositories", key)
        folders = {served.system: served.folder for served in record.systems}  # type: ignore[attr-defined]
        if not folders.get(system):
            raise CallError(f"{key} has no folder for {system}", ("expected", ", ".join(folders)))
        here = query.said(self.catalog, record)  # type: ignore[arg-type]
        return commands.repository(self.words, record, folders[system], here)  # type: ignore[arg-type]

    def check(self, key: str) -> str:
        """A command of data/install/checks.yaml, with what it prints when all is well."""
        record = self.found("install_checks", key)
        here = query.said(self.catalog, record)  # type: ignore[arg-type]
        return commands.checked(self.words, record.command, record.expect, here)  # type: ignore[attr-defined]

    def holds(self, *releases: str, facts: Iterable[str] = ()) -> str:
        """For which releases a page holds ("all": all there are), and when the facts of these collections were seen."""
        names = [self.chosen("release", key) for key in releases if key != "all"]
        days = [
            query.said(self.catalog, fact).seen
            for collection in facts
            for record in self.catalog.by_id(self.kind(collection)).values()
            for fact, _ in every_fact(record)
        ]
        said = [self.words("page.holds", releases=self.words("list.comma").join(names))] if names else []
        if "all" in releases:
            first, *_, last = self.catalog.by_id(Release)
            said.append(self.words("page.holds.all", first=first, last=last))
        if days:
            first, last = min(days).isoformat(), max(days).isoformat()
            key = "page.seen.day" if first == last else "page.seen"
            said.append(self.words(key, first=first, last=last))
        return " ".join(elements.paragraph(one, "holds") for one in said)
