"""Questions about where ROCm is fetched from and where it ends up: repositories, indexes, archives, folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...catalog import Catalog
from ...catalog.model.packages import Download, DownloadHost, Prefix, Repository, Tool, WheelIndex
from ...catalog.model.platform import RepositorySystem
from ..base import NOT_APPLICABLE, UNKNOWN, Answer, Value, question, record_answer, said, value
from ..values import covered, holds_for, newest_lines_first, noted, ref, system_name, whole_or


def filled(catalog: Catalog, served: RepositorySystem) -> Callable[[str], str]:
    """Puts a system's folder and version into an address. A folder that was not recorded stays ``{folder}``."""
    version = catalog.records["systems"][served.system].version or ""  # type: ignore[attr-defined]
    return lambda text: text.replace("{folder}", served.folder or "{folder}").replace("{version}", version)


@question(
    "release",
    "system",
    "manager",
    "address",
    "key",
    "keyring",
    "file",
    "install",
    choices=whole_or(covered(Repository)),
)
def repositories(catalog: Catalog, release: str = "") -> list[Answer]:
    """Package repositories, newest line first, system by system and ready to copy; of one release if asked."""
    return [
        answer
        for repository in newest_lines_first(catalog.all(Repository), release)
        for answer in _repository_answers(catalog, repository)
    ]


def _repository_answers(catalog: Catalog, repository: Repository) -> Iterator[Answer]:
    """A row for each system served; one for all where none is named."""
    here = (said(catalog, repository),)

    def typed(text: str | None) -> Value:
        return Value(data=text, code=True, said=here) if text else UNKNOWN

    for served in repository.systems or [None]:
        fill = filled(catalog, served) if served else str
        known = served is not None and served.folder is not None
        lines = tuple(fill(line) for line in repository.entry or filter(None, [repository.address]))
        yield Answer(
            f"{repository.id}-{served.system}" if served else repository.id,
            {
                "release": holds_for(catalog, repository),
                "system": ref("systems", served.system) if served else UNKNOWN,
                "manager": Value(data=tuple(repository.managers), code=True, said=here),
                "address": noted(Value(data=lines, code=True, said=here) if lines and known else UNKNOWN, repository),
                "key": typed(repository.key),
                "keyring": typed(repository.keyring),
                "file": typed(repository.file),
                "install": typed(repository.install),
            },
            repository,
        )


@question("release", "address", "example", "python", choices=whole_or(covered(WheelIndex)))
def wheel_indexes(catalog: Catalog, release: str = "") -> list[Answer]:
    """The wheel indexes for pip, newest line first; of one release if asked."""
    answers = []
    for index in newest_lines_first(catalog.all(WheelIndex), release):
        pythons = tuple(f"{system_name(catalog, key)}: {version}" for key, version in index.python.items())
        answers.append(
            record_answer(
                catalog,
                index,
                ("release", "address", "example", "python"),
                release=holds_for(catalog, index) if index.series else Value(word="channel.nightly"),
                address=noted(value(catalog, index, "address", code=True), index),
                example=value(catalog, index, "example", code=True),
                python=Value(data=pythons, said=(said(catalog, index, "python"),)) if pythons else UNKNOWN,
            )
        )
    return answers


@question("address", "publisher", "release", "offers", "variants")
def download_hosts(catalog: Catalog) -> list[Answer]:
    """The hosts that serve ROCm packages and wheels."""
    return [
        record_answer(
            catalog,
            host,
            ("address", "publisher", "release", "offers", "variants"),
            address=Value(data=tuple(host.addresses), code=True, said=(said(catalog, host),)),
            publisher=Value(word=f"host.{host.publisher}"),
            release=Value(word="channel.nightly") if host.channel == "nightly" else holds_for(catalog, host),
            variants=value(catalog, host, "variants", code=True) if host.variants else NOT_APPLICABLE,
        )
        for host in newest_lines_first(catalog.all(DownloadHost))
    ]


@question("release", "kind", "platforms", "file", "address", "families", choices=whole_or(covered(Download)))
def downloads(catalog: Catalog, release: str = "") -> list[Answer]:
    """Archives and installers to fetch by hand, newest line first; of one release if asked."""
    return [
        record_answer(
            catalog,
            download,
            ("release", "kind", "platforms", "file", "address", "families"),
            release=holds_for(catalog, download) if download.series else Value(word="channel.nightly"),
            kind=Value(word=f"download.{download.kind}", note=download.note or ""),
            platforms=value(catalog, download, "platforms"),
            file=value(catalog, download, "file", code=True),
            address=value(catalog, download, "address", code=True),
            families=value(catalog, download, "families", code=True)
            if "{family}" in (download.file or "")
            else NOT_APPLICABLE,
        )
        for download in newest_lines_first(catalog.all(Download), release)
    ]


@question("release", "what", "path", "versioned_path", choices=whole_or(covered(Prefix)))
def prefixes(catalog: Catalog, release: str = "") -> list[Answer]:
    """The folders that ROCm is installed into, newest line first; of one release if asked."""
    return [
        record_answer(
            catalog,
            prefix,
            ("release", "what", "path", "versioned_path"),
            release=holds_for(catalog, prefix),
            what=Value(word=f"prefix.{prefix.what}"),
            path=noted(value(catalog, prefix, "path", code=True), prefix),
            versioned_path=value(catalog, prefix, "versioned_path", code=True)
            if prefix.versioned_path
            else NOT_APPLICABLE,
        )
        for prefix in newest_lines_first(catalog.all(Prefix), release)
    ]


@question("name", "subcommands", "text")
def tools(catalog: Catalog) -> list[Answer]:
    """The commands that come with the Python packages."""
    return [
        record_answer(
            catalog,
            tool,
            ("name", "subcommands", "text"),
            name=Value(data=tool.id, code=True, said=(said(catalog, tool),)),
            subcommands=value(catalog, tool, "subcommands", code=True),
        )
        for tool in catalog.all(Tool)
    ]
