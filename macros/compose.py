"""What the names used in pages do: tables, values, and the body of each entity page.

A Page knows where it stands and in which language; its public methods listed in MACROS are the macros. They return
Markdown with placeholders. Nothing here knows MkDocs.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from . import home, query, render, steps, table
from .catalog import Catalog
from .diagrams import PICTURES
from .model import COLLECTIONS, Fact, Record
from .model.hardware import Edition, Gpu, Release, Target
from .model.software import InstallCommand
from .problem import CallError, near_hint
from .query import Answer, support
from .render import downloads, elements
from .rules.walk import every_fact
from .sections import SEARCHED, SECTIONS
from .table import Table, Words

PAGES = {"gpus": "gpu", "targets": "target", "releases": "release", "frameworks": "framework", "symptoms": "symptom"}
"""Collections whose records have a page each, and what one of them is called in labels and macros."""

ROWS = {
    "claims": ("reference/claims/{record.chapter}.md", "claims-{record.chapter}"),
    "known_issues": ("reference/known-issues.md", "known-issues"),
    "packages": ("reference/packages.md", "packages"),
    "settings": ("deployment/multi-gpu.md", "settings"),
    "variables": ("reference/variables.md", "variables-{record.area}"),
}
"""Collections whose records have a row each on a page: that page and the id of the table, written with the record."""

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


Choice = tuple[tuple[str, str], ...]


@lru_cache(maxsize=4_000)
def _answers(catalog: Catalog, name: str, choice: Choice) -> list[Answer]:
    return query.QUESTIONS[name](catalog, **dict(choice))


@lru_cache(maxsize=4_000)
def _table(catalog: Catalog, name: str, lang: str, columns: tuple[str, ...], choice: Choice) -> Table:
    given = dict(choice)
    wanted = columns or tuple(key for key in query.QUESTIONS[name].columns if not given.get(key))
    return table.of_answers(catalog, name, lang, _answers(catalog, name, choice), wanted, given)


@dataclass(frozen=True)
class Page:
    """The page being composed.

    ``source`` is its file below the language's folder. ``repo`` is the public address of the project, or empty.
    ``from_file``: the generator takes links in HTML as written beside the source, not beside the built page.
    """

    catalog: Catalog
    lang: str
    source: str
    directory_urls: bool = True
    repo: str = ""
    from_file: bool = False

    @property
    def words(self) -> Words:
        return Words(self.catalog, self.lang)

    # --- addresses -----------------------------------------------------------------------------------------

    def address(self, source: str) -> str:
        """The relative address of another page, by its source file."""
        here = self.source if self.from_file else _url(self.source, self.directory_urls)
        up = "../" * here.count("/")
        return up + _url(source, self.directory_urls) or "./"

    def link(self, collection: str, key: str) -> str | None:
        """The relative address of a record's page; None when it has none."""
        if collection in PAGES and key in self.catalog.records.get(collection, {}):
            return self.address(f"{collection}/{key}.md")
        return None

    def whereabouts(self, collection: str, key: str) -> str | None:
        """The relative address of a record's page, or of its row in the table of the reference that lists it."""
        found = self.catalog.records[collection].get(key)
        if found is None or collection not in ROWS:
            return self.link(collection, key)
        if getattr(found, "exists", "yes") == "no":
            return f"{self.address('reference/variables.md')}#missing-variables--{key}"
        source, table_id = (text.format(record=found) for text in ROWS[collection])
        return f"{self.address(source)}#{table_id}--{key}"

    def edit(self, file: str, line: int) -> str:
        return f"{self.repo}/blob/main/{file}" + (f"#L{line}" if line else "")

    # --- macros: values ------------------------------------------------------------------------------------

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
        kind = self._kind(collection)
        found = self.catalog.find(kind, key)
        if found is None:
            raise CallError(f"{key} is not in {collection}", *near_hint(key, self.catalog.aliases[collection]))
        return elements.link(self.words.name_of(collection, found.id), self.link(collection, found.id))  # type: ignore[attr-defined]

    def count(self, collection: str) -> str:
        """How many records of a kind there are."""
        return str(len(self.catalog.by_id(self._kind(collection))))

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
        found = table.narrowed(self.words, self.asked(question, (column,), choice), (row,))
        shown = found.rows[0].cells[0]
        return elements.code_words(shown.text) if shown.code else elements.link(shown.text, None)

    def picture(self, name: str) -> str:
        """A picture of the guide by name, drawn from the catalogue."""
        if name not in PICTURES:
            raise CallError(f"there is no picture {name}", *near_hint(name, PICTURES))
        return PICTURES[name](self.catalog, self.words).html()

    def _kind(self, collection: str) -> type[Record]:
        if collection not in COLLECTIONS:
            raise CallError(f"there is no collection {collection}", *near_hint(collection, COLLECTIONS))
        return COLLECTIONS[collection]

    def newest(self) -> Release:
        release = support.latest_release(self.catalog)
        if release is None:
            raise CallError("no release is confirmed and has release notes", ("next", "look at data/releases.yaml"))
        return release

    def _edition(self) -> Edition:
        for edition in self.catalog.all(Edition):
            return edition
        raise CallError("data/edition.yaml is missing")

    # --- macros: tables ------------------------------------------------------------------------------------

    def table(self, question: str, columns: Iterable[str] = (), only: Iterable[str] = (), **choice: str) -> str:
        """The answers to a question, as a table.

        ``columns`` narrows and orders its columns, ``only`` its rows, by key. ``release="latest"`` is the newest.
        """
        found = self.asked(question, tuple(columns), choice)
        if only := tuple(only):
            found = replace(table.narrowed(self.words, found, only), id=f"{found.id}-{table._slug(only[0])}")
        have_pages = any(row.cells[0].ref and row.cells[0].ref[0] in PAGES for row in found.rows)
        return self.draw(found, searched=not have_pages)

    def draw(self, found: Table, css: str = "", searched: bool = False, notes: bool = True) -> str:
        """The table, as a placeholder. Search knows those whose rows have no page of their own."""
        html = render.to_html(self.words, found, self.link, self.edit if self.repo else None)
        return elements.matrix(html, css, searched, notes)

    def asked(self, question: str, columns: tuple[str, ...], choice: dict[str, str]) -> Table:
        asked = query.QUESTIONS.get(question)
        if asked is None:
            raise CallError(f"there is no question {question}", *near_hint(question, query.QUESTIONS))
        for name in choice:
            if name not in asked.arguments:
                expected = ", ".join(asked.arguments) or "no further choice"
                raise CallError(f"{question} takes no {name}", ("expected", expected))
        for name, needed in asked.arguments.items():
            if needed and name not in choice:
                raise CallError(f"{question} needs {name}", ("expected", f'table("{question}", {name}="...")'))
        choice = {name: self._chosen(name, key) for name, key in choice.items()}
        found = _table(self.catalog, question, self.lang, columns, tuple(choice.items()))
        known = {*asked.columns, *(column.key for column in found.columns)}
        for column in columns:
            if column not in known:
                raise CallError(f"{question} has no column {column}", ("expected", ", ".join(sorted(known))))
        return found

    def _chosen(self, argument: str, key: str) -> str:
        """The id that a choice means: ids and aliases of records, ``latest`` for the newest release."""
        if argument == "release" and key == "latest":
            return self.newest().id
        collection = table.ARGUMENTS.get(argument)
        if collection is None:
            return key
        found = self.catalog.find(self._kind(collection), key)
        if found is None:
            raise CallError(f"{key} is not in {collection}", *near_hint(key, self.catalog.aliases.get(collection, {})))
        return found.id  # type: ignore[attr-defined]

    # --- macros: entity pages ------------------------------------------------------------------------------

    def gpu_page(self, key: str) -> str:
        """The body of a GPU's page: the answer, then everything behind it."""
        return self._entity("gpus", key)

    def target_page(self, key: str) -> str:
        """The body of a compiler target's page."""
        return self._entity("targets", key)

    def release_page(self, key: str) -> str:
        """The body of a release's page."""
        return self._entity("releases", key)

    def framework_page(self, key: str) -> str:
        """The body of a framework's page."""
        return self._entity("frameworks", key)

    def symptom_page(self, key: str) -> str:
        """The body of a symptom's page: the words people see, its causes told apart, what is near it."""
        self._record("symptoms", key)
        words = self.words
        above = ((words("page.home"), self.address("index.md")),)
        above += ((words("page.symptom.all"), self.address("troubleshooting/index.md")),)
        out = [elements.breadcrumb(words("page.breadcrumb"), above, words.name_of("symptoms", key))]
        out += steps.symptom_parts(words, self.catalog, key, self.whereabouts)
        return "\n\n".join([*out, self._place("symptoms", key)])

    # --- macros: what readers type -------------------------------------------------------------------------

    def causes(self, symptom: str, level: int = 3) -> str:
        """The causes of a symptom as headings of a level, each with how to tell it, its remedy and its check."""
        return steps.causes(self.words, self.catalog, self._record("symptoms", symptom).id, level)  # type: ignore[attr-defined]

    def commands(self, collection: str, key: str) -> str:
        """The command lines of any record that has some, with its note and source: ``commands("install", "...")``."""
        record = self._record(collection, key)
        lines = getattr(record, "commands", None)
        if not lines or not isinstance(record, Fact):
            raise CallError(f"{key} of {collection} has no commands")
        fill = [f"<{name}>: {', '.join(texts)}" for name, texts in getattr(record, "fill", {}).items()]
        note = " ".join(filter(None, (*fill, record.note)))
        title = steps.made_by(self.words, self.catalog, record) if isinstance(record, InstallCommand) else ""
        shell = steps.shell_of(self.catalog, record)
        return f"{title} {steps.typed(self.words, lines, (query.said(self.catalog, record),), note, shell)}"

    def repository(self, key: str, system: str) -> str:
        """The lines that add a repository of native packages to one system, and install its first package."""
        record = self._record("repositories", key)
        folders = {served.system: served.folder for served in record.systems}  # type: ignore[attr-defined]
        if not folders.get(system):
            raise CallError(f"{key} has no folder for {system}", ("expected", ", ".join(folders)))
        here = query.said(self.catalog, record)  # type: ignore[arg-type]
        return steps.repository(self.words, record, folders[system], here)  # type: ignore[arg-type]

    def check(self, key: str) -> str:
        """A command of data/install/checks.yaml, with what it prints when all is well."""
        record = self._record("install_checks", key)
        here = query.said(self.catalog, record)  # type: ignore[arg-type]
        return steps.checked(self.words, record.command, record.expect, here)  # type: ignore[attr-defined]

    def holds(self, *releases: str, facts: Iterable[str] = ()) -> str:
        """For which releases a page holds ("all": all there are), and when the facts of these collections were seen."""
        names = [self._chosen("release", key) for key in releases if key != "all"]
        days = [
            query.said(self.catalog, fact).seen
            for collection in facts
            for record in self.catalog.by_id(self._kind(collection)).values()
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

    def _record(self, collection: str, key: str) -> Record:
        found = self.catalog.find(self._kind(collection), key)
        if found is None:
            raise CallError(
                f"{key} is not in {collection}", *near_hint(key, self.catalog.by_id(self._kind(collection)))
            )
        return found

    def _entity(self, collection: str, key: str) -> str:
        record = self.catalog.by_id(self._kind(collection)).get(key)
        if record is None:
            raise CallError(
                f"{key} is not in {collection}",
                *near_hint(key, self.catalog.by_id(self._kind(collection))),
                ("next", "python -m macros pages writes the pages anew"),
            )
        kind, words = PAGES[collection], self.words
        steps = (
            (words("page.home"), self.address("index.md")),
            (words(f"page.{kind}.all"), self.address(f"{collection}/index.md")),
        )
        out = [elements.breadcrumb(words("page.breadcrumb"), steps, words.name_of(collection, key))]
        if names := self._names(collection, record):
            out.append(elements.paragraph(" · ".join(names), "names"))
        for section in SECTIONS[collection]:
            for found in section.tables(self, key):
                if section.anchor == "answer":
                    out.append(self.draw(found, "answer", searched=True, notes=False))
                    continue
                title = elements.heading(words(f"page.{kind}.{section.anchor}"), section.anchor)
                if title not in out:
                    out.append(title)
                out.append(self.draw(found, "", section.anchor in SEARCHED[collection], notes=collection != "gpus"))
        out.append(self._place(collection, key))
        return "\n\n".join(out)

    def _place(self, collection: str, key: str) -> str:
        """Where the record of a page is written."""
        place = self.catalog.place(self._record(collection, key))
        address = self.edit(place.file, place.line) if self.repo else None
        return elements.place(self.words("page.record"), place.file, place.line, address)

    def _names(self, collection: str, record: Record) -> list[str]:
        """What else people know it by, and type: target, architecture, code name, graphics part, other names."""
        names: list[str | None] = []
        if isinstance(record, Gpu):
            target = self.catalog.find(Target, record.target) if record.target else None
            architecture = record.architecture or (target.architecture if target else None)
            names = [record.target, architecture and self.words.name_of("architectures", architecture)]
            names += [record.codename, record.igpu]
        spoken = _squeezed(self.words.name_of(collection, record.id))  # type: ignore[attr-defined]
        names += [name for name in getattr(record, "aliases", ()) if _squeezed(name) not in spoken]
        return [name for name in names if name]


def _squeezed(name: str) -> str:
    """A name as search compares it: without what people leave out between its words."""
    return "".join(sign for sign in name.lower() if sign not in " _-")


@lru_cache(maxsize=10_000)
def _url(source: str, directory_urls: bool) -> str:
    stem = source.removesuffix(".md")
    if not directory_urls:
        return f"{stem}.html"
    folder, name = posixpath.split(stem)
    if name == "index":
        return f"{folder}/" if folder else ""
    return f"{stem}/"
