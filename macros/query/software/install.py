"""Questions about installing: commands by choice, checks, traps, and the Python of each system."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ...catalog import Catalog
from ...catalog.model.hardware import NAMED, Target
from ...catalog.model.software import Framework, InstallCheck, InstallCommand, InstallRule, SystemPython
from ..base import Answer, Value, question, record_answer, said, value
from ..hardware.support import releases_newest_first
from ..hardware.targets import target_status
from ..values import lines, note, one_of, ref
from .scopes import allowed, one_system, platforms_of, reach, reaches, systems_value, target_in

ROCM = "rocm"
"""What installs ROCm itself, among the items that commands install."""


def fits_target(catalog: Catalog, command: InstallCommand, target: str, release: str) -> bool | None:
    """Is the command for this target? None where nobody who would know has said."""
    named = reaches(catalog, command, target)
    if named is not None:
        return named or (None if command.targets_complete == "no" else False)
    framework = catalog.by_id(Framework).get(command.framework or "")
    if command.listed_by == "framework" and framework:
        rows = [row for row in framework.support if row.covers(release)] or framework.support
        words = {target_in(row, target) for row in rows}
        return True if "target-only" in words else False if "not-listed" in words else None
    if command.listed_by == "upstream" and framework:
        return target in framework.upstream_targets if framework.upstream_targets else None
    if command.listed_by == "release":
        record = catalog.get(Target, target)
        words = {
            target_status(catalog, record, release, platform).status for platform in platforms_of(catalog, command)
        }
        return True if words & {*NAMED, "target-only"} else None if "unknown" in words or not release else False
    return True


def composed(command: InstallCommand, target: str) -> list[str]:
    """The command lines with the target that was asked for in place of the one they were written for."""
    if not target or len(command.written_for) != 1 or target == command.written_for[0]:
        return command.commands
    example = re.compile(rf"\b{re.escape(command.written_for[0])}\b")
    return [example.sub(target, line) for line in command.commands]


def item_of(command: InstallCommand) -> str:
    return command.framework or ROCM


def _install_choices(catalog: Catalog) -> Iterator[dict[str, str]]:
    """Every item with every release that some command of it names; an item without one is asked without."""
    for item in dict.fromkeys(item_of(command) for command in catalog.all(InstallCommand)):
        commands = [command for command in catalog.all(InstallCommand) if item_of(command) == item]
        for release in releases_newest_first(catalog):
            if any(command.covers(release.id) for command in commands):
                yield {"item": item, "release": release.id}


@question(
    "title",
    "method",
    "systems",
    "python",
    "gpus",
    "commands",
    "fill",
    "checks",
    "note",
    choices=_install_choices,
)
def install_commands(
    catalog: Catalog, item: str, release: str, system: str = "", target: str = "", method: str = "", python: str = ""
) -> list[Answer]:
    """The command lines that install one thing with one ROCm release, narrowed by what else is chosen.

    With a target, commands written for another one as an example are shown for it, and commands made for it alone
    come first. The platform ``wsl2`` may stand for a system.
    """
    found = []
    wsl2, system = system == "wsl2", "" if system == "wsl2" else system
    for command in catalog.all(InstallCommand):
        if item_of(command) != item or not command.covers(release) or (method and command.method != method):
            continue
        if python and command.python and python not in command.python:
            continue
        if wsl2 and "wsl2" not in platforms_of(catalog, command):
            continue
        if system and not any(one_system(named, system) for named in command.systems):
            continue
        if not allowed(command.limits, {"system": system, "python": python}):
            continue
        fit = fits_target(catalog, command, target, release) if target else True
        if fit is not False:
            found.append((command, fit))
    found.sort(key=lambda pair: (pair[1] is None, pair[0].targets != [target], -len(pair[0].targets)) if target else ())
    return [_command_answer(catalog, command, system, target, fit) for command, fit in found]


def _command_answer(catalog: Catalog, command: InstallCommand, system: str, target: str, fit: bool | None) -> Answer:
    pythons = tuple(v for v in command.python if allowed(command.limits, {"system": system, "python": v}))
    here = (said(catalog, command),)
    method = Value(word=f"method.{command.method}", data=command.installer_version, said=here)
    checks = (catalog.get(InstallCheck, key).command for key in command.checks)
    fill = (f"<{name}>: {', '.join(texts)}" for name, texts in command.fill.items())
    return Answer(
        command.id,
        {
            "title": Value(data=command.title, said=here),
            "method": method,
            "systems": replace(systems_value(catalog, command), note=command.kernel or ""),
            "python": replace(value(catalog, command, "python"), data=pythons or None),
            "gpus": gpus_value(catalog, command) if fit is not None else Value(status="unknown"),
            "commands": lines(catalog, command, composed(command, target), code=True),
            "fill": lines(catalog, command, fill, code=True),
            "checks": lines(catalog, command, checks, code=True),
            "note": note(catalog, command),
        },
        command,
    )


def gpus_value(catalog: Catalog, command: InstallCommand) -> Value:
    """What a command says about GPUs: targets, groups, families, or whose list decides."""
    here = (said(catalog, command),)
    named = reach(catalog, command)
    if named:
        return Value(data=named, said=here)
    return Value(word=f"gpus.{command.listed_by or 'any'}", said=here)


@question("check", "command", "expect")
def install_checks(catalog: Catalog) -> list[Answer]:
    """Commands that show whether an installation works."""
    return [
        record_answer(
            catalog,
            record,
            ("check", "command", "expect"),
            check=Value(data=record.id),
            command=value(catalog, record, "command", code=True),
        )
        for record in catalog.all(InstallCheck)
    ]


@question("rule", "commands", choices=one_of("kind", ("requirement", "trap")))
def install_rules(catalog: Catalog, kind: str) -> list[Answer]:
    """What to do, or the traps to avoid, while installing."""
    return [
        Answer(
            record.id,
            {
                "rule": value(catalog, record, "text"),
                "commands": lines(catalog, record, record.commands, code=True),
            },
            record,
        )
        for record in catalog.all(InstallRule)
        if record.kind == kind
    ]


@question("system", "python")
def system_pythons(catalog: Catalog) -> list[Answer]:
    """The Python that AMD names for each operating system."""
    return [
        record_answer(catalog, record, ("system", "python"), system=ref("systems", record.id))
        for record in catalog.all(SystemPython)
    ]
