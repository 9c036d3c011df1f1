"""How single values are written: text in quotes where the models ask for it, numbers without, ids for aliases."""

from __future__ import annotations

from ..catalog import Problem
from ..catalog.document import Document, Path_, Plain, field_name
from ..catalog.fields import Shape, walk, walk_keys
from ..catalog.load import looks_like_other
from ..catalog.model.base import DECIMAL, INTEGER
from ..catalog.names import Names, canonical
from .edits import Edit
from .spans import Span, spans


def _in_quotes(raw: str) -> str:
    """A scalar that was written without quotes, as it stands in the text, in double quotes."""
    return '"' + raw.replace("\\", "\\\\").replace('"', '\\"') + '"'


def quote_keys(text: str) -> list[Edit]:
    """Quotes for keys that an editor would read as numbers; done first, as reading such a file is refused."""
    return [
        Edit(span.start, span.end, _in_quotes(text[span.start : span.end]), f"{field_name(path)}: key in quotes")
        for path, span in spans(text).keys.items()
        if not span.style and looks_like_other(text[span.start : span.end])
    ]


NOTHING = {"~", "null", "Null", "NULL"}


def mend_scalars(document: Document, shape: Shape, names: Names) -> tuple[list[Edit], list[Problem]]:
    """Quotes where the models ask for text, none around numbers, ids in the place of aliases."""
    values, keys, left = [], [], []
    for path, expected, value in walk(shape, document.root):
        if not isinstance(value, str):
            continue
        if type(value) is Plain and value in NOTHING and expected.form in TEXTS:
            hint = ("next", "delete the line, or put the word in quotes if it is meant")
            left.append(document.problem(path, f"{value} means nothing here", hint))
        elif mended := _mended(expected, value, type(value) is Plain, names):
            values.append((path, *mended))
    for path, expected, key in walk_keys(shape, document.root):
        mended = _mended(expected, key, True, names)
        # Where an id stands beside its alias, one key must not become the other.
        if mended and (mended[0] or "").strip('"') not in document.at(path[:-1]):
            keys.append((path, *mended))
    if not values and not keys:
        return [], left
    where = spans(document.text)
    edits = [_edit(document.text, where.values[path], path, put, why) for path, put, why in values]
    edits += [_edit(document.text, where.keys[path], path, put, why) for path, put, why in keys]
    return [edit for edit in edits if edit], left


TEXTS = {"text", "word", "date"}


def _mended(expected: Shape, value: str, plain: bool, names: Names) -> tuple[str | None, str] | None:
    """What to write for a scalar (None: what stands there, in quotes) and why; None where it may be as it is."""
    if expected.form == "number":
        right = not plain and (INTEGER if expected.whole else DECIMAL).match(value)
        return (value, f"quotes removed from {value}") if right else None
    if expected.form not in TEXTS:
        return None
    meant = (canonical(names, expected.ref, value) if expected.ref else None) or value
    quotes = expected.quoted or looks_like_other(meant)
    if meant != value:
        return f'"{meant}"' if quotes or not plain else meant, f"{meant} is the id of {value}"
    return (None, f"{value} put in quotes") if plain and quotes and value else None


def _edit(text: str, span: Span, path: Path_, put: str | None, why: str) -> Edit | None:
    """The change of a scalar in the text; None for a block text, and where quotes stand already."""
    if span.style in ("|", ">") or (put is None and span.style):
        return None
    new = _in_quotes(text[span.start : span.end]) if put is None else put
    return Edit(span.start, span.end, new, f"{field_name(path)}: {why}")
