"""Where the values and keys of YAML stand in its text, for those who edit it in place."""

from __future__ import annotations

from typing import Any, NamedTuple

import yaml

from ..catalog.document import Path_


class Span(NamedTuple):
    """A value in the text: offsets of its first character and of the one after its last.

    ``style`` is the character it is written with: a quote, ``|`` or ``>``, ``[`` or ``{`` (in brackets), ``-`` or
    ``:`` (by indentation), nothing for a scalar without quotes. The end of what is written by indentation is not
    known exactly: it may lie behind blank lines and comments.
    """

    start: int
    end: int
    style: str


class Spans(NamedTuple):
    """The spans of all values, and of the keys of all mappings (by the path of their value)."""

    values: dict[Path_, Span]
    keys: dict[Path_, Span]


def spans(text: str) -> Spans:
    """Where every value and key of a text stands; nothing stands in what is not YAML.

    Slower than reading; of keys that stand twice the last one counts.
    """
    try:
        return _spans(text)
    except yaml.YAMLError:
        return Spans({}, {})


def _spans(text: str) -> Spans:
    out = Spans({}, {})
    # The stack holds (path, next index of a list, or None in a mapping) and the key that awaits its value.
    stack: list[list[Any]] = []

    def place(span: Span, key: str) -> Path_:
        if not stack:
            out.values[()] = span
            return ()
        top = stack[-1]
        if top[1] is not None:
            path = (*top[0], top[1])
            top[1] += 1
        elif top[2] is None:
            path = (*top[0], key)
            top[2] = key
            out.keys[path] = span
            return path
        else:
            path = (*top[0], top[2])
            top[2] = None
        out.values[path] = span
        return path

    for event in yaml.parse(text, Loader=yaml.CBaseLoader):
        kind = type(event)
        if kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            path, _, _ = stack.pop()
            if path in out.values:  # A key that is no text (refused when read) has none.
                out.values[path] = out.values[path]._replace(end=event.end_mark.index)
        elif kind is yaml.MappingStartEvent:
            path = place(Span(event.start_mark.index, 0, "{" if event.flow_style else ":"), "")
            stack.append([path, None, None])
        elif kind is yaml.SequenceStartEvent:
            path = place(Span(event.start_mark.index, 0, "[" if event.flow_style else "-"), "")
            stack.append([path, 0, None])
        elif kind is yaml.ScalarEvent or kind is yaml.AliasEvent:
            value, style = getattr(event, "value", ""), getattr(event, "style", None)
            place(Span(event.start_mark.index, event.end_mark.index, style or ""), value)
    return out
