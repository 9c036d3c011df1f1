"""What every part of a page needs: records and tables of the catalogue, and the addresses that lead to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .. import query, render
from ..catalog import CallError, Catalog, near_hint
from ..catalog.model import COLLECTIONS, Record
from ..catalog.model.hardware import Release
from ..query import Answer, support
from ..render import answer_table, captions, elements
from ..render.answer_table import Table
from ..render.words import Words
from .addresses import PAGES, ROWS, built

Choice = tuple[tuple[str, str], ...]


@lru_cache(maxsize=4_000)
def _answers(catalog: Catalog, name: str, choice: Choice) -> list[Answer]:
    return query.QUESTIONS[name](catalog, **dict(choice))


@lru_cache(maxsize=4_000)
def _table(catalog: Catalog, name: str, lang: str, columns: tuple[str, ...], choice: Choice) -> Table:
    given = dict(choice)
    wanted = columns or tuple(key for key in query.QUESTIONS[name].columns if not given.get(key))
    return answer_table.of_answers(catalog, name, lang, _answers(catalog, name, choice), wanted, given)


@dataclass(frozen=True)
class AskingPage:
    """A page that asks the catalogue: it knows where it stands and in which language.

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

    # --- addresses ---

    def address(self, source: str) -> str:
        """The relative address of another page, by its source file."""
        here = self.source if self.from_file else built(self.source, self.directory_urls)
        up = "../" * here.count("/")
        return up + built(source, self.directory_urls) or "./"

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
        """The public address of a line of a data file."""
        return f"{self.repo}/blob/main/{file}" + (f"#L{line}" if line else "")

    # --- records ---

    def kind(self, collection: str) -> type[Record]:
        """The type of a collection's records; CallError when there is no such collection."""
        if collection not in COLLECTIONS:
            raise CallError(f"there is no collection {collection}", *near_hint(collection, COLLECTIONS))
        return COLLECTIONS[collection]

    def found(self, collection: str, key: str) -> Record:
        """A record by id or alias; CallError when there is none."""
        found = self.catalog.find(self.kind(collection), key)
        if found is None:
            raise CallError(f"{key} is not in {collection}", *near_hint(key, self.catalog.by_id(self.kind(collection))))
        return found

    def newest(self) -> Release:
        """The newest release that is confirmed and has release notes; CallError when there is none."""
        release = support.latest_release(self.catalog)
        if release is None:
            raise CallError("no release is confirmed and has release notes", ("next", "look at data/releases.yaml"))
        return release

    # --- tables ---

    def asked(self, question: str, columns: tuple[str, ...], choice: dict[str, str]) -> Table:
        """The table of the answers to a question; without columns, all whose value is not chosen already.

        Raises CallError, with what was expected, when the question does not exist or cannot be asked so.
        """
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
        choice = {name: self.chosen(name, key) for name, key in choice.items()}
        found = _table(self.catalog, question, self.lang, columns, tuple(choice.items()))
        known = {*asked.columns, *(column.key for column in found.columns)}
        for column in columns:
            if column not in known:
                raise CallError(f"{question} has no column {column}", ("expected", ", ".join(sorted(known))))
        return found

    def chosen(self, argument: str, key: str) -> str:
        """The id that a choice means: ids and aliases of records, ``latest`` for the newest release."""
        if argument == "release" and key == "latest":
            return self.newest().id
        collection = captions.ARGUMENTS.get(argument)
        if collection is None:
            return key
        found = self.catalog.find(self.kind(collection), key)
        if found is None:
            raise CallError(f"{key} is not in {collection}", *near_hint(key, self.catalog.aliases.get(collection, {})))
        return found.id  # type: ignore[attr-defined]

    def draw(self, found: Table, css: str = "", searched: bool = False, notes: bool = True) -> str:
        """The table, as a placeholder. Search knows those whose rows have no page of their own."""
        html = render.to_html(self.words, found, self.link, self.edit if self.repo else None)
        return elements.matrix(html, css, searched, notes)
