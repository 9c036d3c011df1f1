"""What a table is called, by its question and what was chosen."""

from __future__ import annotations

from ..catalog.model import COLLECTIONS
from .words import Words

ARGUMENTS = {
    "comparison": "comparisons",
    "component": "components",
    "framework": "frameworks",
    "gpu": "gpus",
    "item": "frameworks",
    "package_list": "package_lists",
    "pitfall": "pitfalls",
    "release": "releases",
    "symptom": "symptoms",
    "system": "systems",
    "target": "targets",
    "tool": "hipify_tools",
}
"""Which collection an argument of a question names a record of."""


def caption(words: Words, name: str, choice: dict[str, str]) -> str:
    """``caption.<question>.<argument>...`` of the arguments given, by name; else ``caption.<question>``.

    So the whole (``caption.known_issues``) and what is left of it by a choice (``caption.known_issues.release``)
    are said in words of their own; a question whose argument must be given has the short label alone.
    """
    key = ".".join((f"caption.{name}", *sorted(choice)))
    return words(key if words.has(key) else f"caption.{name}", **_named(words, choice))


def _named(words: Words, choice: dict[str, str]) -> dict[str, str]:
    """The choice as a caption says it: names of records, labels of words."""
    out = {}
    for argument, given in choice.items():
        collection, _, rest = given.partition("/")
        if argument in ARGUMENTS:
            out[argument] = words.name_of(ARGUMENTS[argument], given)
        elif rest and collection in COLLECTIONS:
            out[argument] = words.name_of(collection, rest)
        else:
            key = f"{argument}.{given}"
            out[argument] = words(key) if words.has(key) else given
    return out
