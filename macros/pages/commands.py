"""What readers type, and the way through a symptom: commands with what they show, and who says so.

Everything is Markdown with placeholders, as the macros return it. Text of the data appears literally.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator

from ..catalog import Catalog
from ..catalog.model.knowledge import Symptom
from ..catalog.model.packages import Repository
from ..catalog.model.software import InstallCommand
from ..query import Said, Value, install, knowledge, scopes, values
from ..query import said as said_of
from ..render import elements
from ..render.answer_table import cell
from ..render.words import Words

Link = Callable[[str, str], str | None]
"""The address of a record's page, by collection and id; None when it has none."""

PLACE = ("releases", "until", "targets", "gpus", "systems")
"""Facts of a symptom that say where it was met, by their label ``field.<name>``."""


def label(words: Words, key: str) -> str:
    """A label with its colon, as it stands before what it says."""
    return words("list.colon", label=words(key))


def typed(words: Words, lines: Iterable[str], here: Iterable[Said] = (), note: str = "", shell: str = "sh") -> str:
    """Commands as one block to copy, what to know about them, and who says so.

    Lines for another shell than ``sh`` are not continued: it does not know a backslash at the end.
    """
    parts = [elements.commands(lines) if shell == "sh" else elements.code(lines, shell)]
    if note:
        parts.append(elements.paragraph(note, "command-note"))
    parts += [elements.source(words, one) for one in here]
    return " ".join(parts)  # one line, so that it can stand in a tab or a list


def shell_of(catalog: Catalog, record: object) -> str:
    """The shell that the commands of a record are written for, as the name of a language."""
    only_windows = isinstance(record, InstallCommand) and scopes.platforms_of(catalog, record) == ("windows",)
    return "powershell" if only_windows else "sh"


def made_by(words: Words, catalog: Catalog, command: InstallCommand) -> str:
    """What a command installs, in which way, on which systems and for which GPUs."""
    about = (
        Value(word=f"method.{command.method}"),
        scopes.systems_value(catalog, command),
        install.gpus_value(catalog, command),
    )
    title = words("list.colon", label=command.title)
    return elements.labelled(title, words("list.semicolon").join(cell(words, one).text for one in about))


def repository(words: Words, repository: Repository, folder: str, here: Said) -> str:
    """The lines that add a repository of native packages to a system and install its first package."""
    manager = repository.managers[0]
    entry = [line.replace("{folder}", folder) for line in repository.entry]
    lines = [*ADD[manager](repository, entry), f"sudo {manager} install {repository.install}"]
    return typed(words, lines, (here,), repository.note or "")


def _add_to_apt(repository: Repository, entry: list[str]) -> Iterator[str]:
    yield f"sudo mkdir -p {posixpath.dirname(repository.keyring or '')}"
    yield f"wget -qO - {repository.key} | gpg --dearmor | sudo tee {repository.keyring} > /dev/null"
    name = repository.file or f"{posixpath.basename(repository.keyring or '').removesuffix('.gpg')}.list"
    yield from _written(f"/etc/apt/sources.list.d/{name}", entry)
    yield "sudo apt update"


def _add_to_dnf(repository: Repository, entry: list[str]) -> Iterator[str]:
    name = repository.file or f"{entry[0].strip('[]')}.repo"
    yield from _written(f"/etc/yum.repos.d/{name}", [*entry, f"gpgkey={repository.key}"])


ADD = {"apt": _add_to_apt, "dnf": _add_to_dnf}
"""How a repository is made known to each package manager."""


def _written(path: str, entry: list[str]) -> Iterator[str]:
    """The shell lines that write some lines into a file of the system."""
    yield f"sudo tee {path} > /dev/null << 'EOF'"
    yield from entry
    yield "EOF"


def checked(words: Words, command: str, expect: str, here: Said) -> str:
    """A command that shows whether something works, and what it prints when it does."""
    return " ".join(
        (
            elements.commands([command]),
            elements.labelled(label(words, "column.expect"), expect),
            elements.source(words, here),
        )
    )


def messages(catalog: Catalog, key: str) -> str:
    """The literal words that a symptom shows itself by, one block each; nothing for one without words."""
    return "\n\n".join(elements.code([message]) for message in catalog.get(Symptom, key).messages)


def place_of(words: Words, catalog: Catalog, key: str) -> str:
    """Where a symptom was met: releases, targets, products, systems. Nothing when it is tied to none."""
    symptom = catalog.get(Symptom, key)
    shown = {
        "releases": symptom.releases,
        "until": [symptom.until] if symptom.until else [],
        "targets": symptom.targets,
        "gpus": values.gpu_names(catalog, symptom.gpus),
        "systems": [values.system_name(catalog, name) for name in symptom.systems],
    }
    return "\n\n".join(
        elements.labelled(label(words, f"field.{name}"), words("list.comma").join(shown[name]))
        for name in PLACE
        if shown[name]
    )


def causes(words: Words, catalog: Catalog, key: str, level: int = 3) -> str:
    """The causes of a symptom, each with how to tell it, what to do and how to see that it is gone."""
    symptom = catalog.get(Symptom, key)
    return "\n\n".join(
        part
        for number, cause in enumerate(symptom.causes, 1)
        for part in _cause(words, catalog, symptom, number, level)
    )


def _cause(words: Words, catalog: Catalog, symptom: Symptom, number: int, level: int) -> Iterator[str]:
    cause = symptom.causes[number - 1]
    kind = "workaround" if cause.workaround == "yes" else "number"
    title = words(f"cause.heading.{kind}", number=number, cause=cause.cause.rstrip("."))
    yield elements.heading(title, f"{symptom.id}-{number}", level)
    if cause.look:
        yield elements.labelled(label(words, "cause.look"))
        yield elements.commands(cause.look)
    if cause.tell:
        yield elements.labelled(label(words, "column.tell"), cause.tell)
    yield elements.labelled(label(words, "column.remedy"), cause.remedy)
    if cause.commands:
        yield elements.commands(cause.commands)
    if cause.cost:
        yield elements.labelled(label(words, "column.cost"), cause.cost)
    if cause.undo:
        yield elements.labelled(label(words, "column.undo"), cause.undo)
    if cause.verify:
        yield elements.labelled(label(words, "column.verify"))
        yield elements.commands(cause.verify)
    if cause.expect:
        yield elements.labelled(label(words, "column.expect"), cause.expect)
    yield elements.source(words, knowledge.cause_said(catalog, symptom, cause))


def related(words: Words, catalog: Catalog, key: str, link: Link) -> str:
    """What belongs to a symptom: others easily taken for it, as links, then records of other kinds by name."""
    symptom = catalog.get(Symptom, key)
    parts = []
    for field, collection in knowledge.RELATED.items():
        named = [
            (knowledge.called(catalog, collection, other), link(collection, other)) for other in getattr(symptom, field)
        ]
        if named:
            parts.append(elements.labelled_list(label(words, f"field.{field}"), named))
    return "\n\n".join(parts)


def symptom_parts(words: Words, catalog: Catalog, key: str, link: Link) -> Iterator[str]:
    """The body of a symptom's page: what one sees, the causes told apart, and what is near it."""
    symptom = catalog.get(Symptom, key)
    if symptom.messages:
        yield elements.heading(words("page.symptom.messages"), "messages")
        yield messages(catalog, key)
    if place := place_of(words, catalog, key):
        yield place
    yield elements.heading(words("page.symptom.causes"), "causes")
    if len(symptom.causes) > 1:
        yield elements.paragraph(words("page.symptom.order"))
    yield causes(words, catalog, key)
    if symptom.note:
        yield elements.labelled(label(words, "field.note"), symptom.note)
        yield elements.source(words, said_of(catalog, symptom))
    if near := related(words, catalog, key, link):
        yield elements.heading(words("page.symptom.related"), "related")
        yield near
