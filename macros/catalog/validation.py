"""What the types say of a value that does not fit, said to people: found, expected, nearest, next."""

from __future__ import annotations

from typing import Annotated, Any, get_args, get_origin

from pydantic_core import ErrorDetails

from .document import Document, Path_
from .model import Record
from .problem import Problem, near_hint

NEXT = {
    "unquoted": lambda d: (("expected", f'"{d["ctx"]["text"]}"'), ("next", "python -m macros fix adds the quotes")),
    "quoted_number": lambda d: (("expected", f"{d['ctx']['text']} without quotes"), ("next", "python -m macros fix")),
    "bad_version": lambda d: (("expected", 'numbers joined by dots, in quotes: "7.14.0"'),),
    "bad_date": lambda d: (("expected", "a day that exists, as YYYY-MM-DD"),),
    "bad_number": lambda d: (("expected", "digits only: no unit, no blanks, no 1e3, no leading zero"),),
    "long_number": lambda d: (
        ("found", d["ctx"]["text"]),
        ("expected", f"at most {d['ctx']['most']} digits"),
        ("next", "look it up again in the source"),
    ),
    "bad_id": lambda d: (("expected", "lower case letters, digits and hyphens: radeon-rx-7900-xtx"),),
    "hidden": lambda d: (("next", "delete it"),),
    "empty": lambda d: (("next", "write the text or delete the line"),),
}


def readable(kind: type[Record], document: Document, at: Path_, details: ErrorDetails) -> Problem:
    kind_of_error = details["type"]
    loc = tuple(part for part in details["loc"] if part != "[key]")
    path = (*at, *loc)
    owner = _model_at(kind, loc[:-1])
    last = str(loc[-1]) if loc else ""
    if kind_of_error == "missing":
        return document.problem((*at, *loc[:-1]), f"{last} is missing", *_describe(owner, last))
    if kind_of_error == "extra_forbidden":
        fields = _field_names(owner)
        if "-" in last and last.replace("-", "_") in fields:
            hints: tuple[tuple[str, str], ...] = (("expected", last.replace("-", "_")),)
        else:
            hints = near_hint(last, fields) or (("expected", "one of: " + ", ".join(fields)),)
        return document.problem(path, f"unknown key {last}", *hints, key=True)
    if kind_of_error == "literal_error":
        words = _words(details)
        found = str(details["input"])
        hints = (*near_hint(found, words), ("expected", "one of: " + ", ".join(words)))
        return document.problem(
            path, f"{found} is not one of the words used here", *hints, key="[key]" in details["loc"]
        )
    if kind_of_error in NEXT:
        return document.problem(path, details["msg"], *NEXT[kind_of_error](details), key="[key]" in details["loc"])
    if kind_of_error == "list_type":
        return document.problem(
            path, "a list is expected", ("found", _shown(details["input"])), ("expected", "[a, b] or one item a line")
        )
    if kind_of_error in {"dict_type", "model_type", "model_attributes_type"}:
        return document.problem(
            path, "a mapping is expected", ("found", _shown(details["input"])), ("expected", "key: value pairs")
        )
    return document.problem(path, details["msg"])


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "a mapping"
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _words(details: ErrorDetails) -> list[str]:
    expected = str(details.get("ctx", {}).get("expected", ""))
    return [word.strip().strip("'") for word in expected.replace(" or ", ", ").split(", ") if word.strip()]


def _model_at(kind: type[Record], loc: tuple[Any, ...]) -> type[Record] | None:
    """The model that the value at ``loc`` of a ``kind`` is made by, when it is a model."""
    node: Any = kind
    for part in loc:
        if _is_model(node):
            node = _bare(_fields(node).get(str(part)))
        else:
            node = _bare(get_args(node)[-1]) if get_args(node) else None
    return node if _is_model(node) else None


def _is_model(node: Any) -> bool:
    return isinstance(node, type) and not get_origin(node) and issubclass(node, Record)


def _fields(owner: type[Record]) -> dict[str, Any]:
    """The fields of a model as they are written, with their types."""
    return {(info.alias or name): info.annotation for name, info in owner.model_fields.items()}


def _bare(annotation: Any) -> Any:
    """The type without ``| None`` and without notes on it."""
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    arguments = [a for a in get_args(annotation) if a is not type(None)]
    if type(None) in get_args(annotation) and len(arguments) == 1:
        return _bare(arguments[0])
    return annotation


def _field_names(owner: type[Record] | None) -> list[str]:
    return list(_fields(owner)) if owner else []


def _describe(owner: type[Record] | None, name: str) -> tuple[tuple[str, str], ...]:
    if owner is None:
        return ()
    for key, info in owner.model_fields.items():
        if (info.alias or key) == name and info.description:
            return (("expected", info.description),)
    return (("next", f"add the line {name}: ..."),)
