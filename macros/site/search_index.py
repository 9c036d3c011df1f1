"""The search index of a built language: what Material's plugin would write, read from trees that are parsed anyway.

Its own reading was half of a build. An entry is a section: ``location`` below the language's folder, with the anchor,
``title``, and ``text`` as HTML of the few elements in KEPT. What has ``data-search-exclude`` is left out whole.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from ..render import escape

KEPT = {"p", "code", "pre", "li", "ol", "ul", "sub", "sup"}
SKIPPED = {"object", "script", "style", "template"}
HEADINGS = {f"h{level}" for level in range(1, 7)}
LIGHT = ("reference/claims", "reference/sources", "contributing/")
"""Pages that repeat what others answer, or speak of the guide itself: they come after those."""

LIGHT_BOOST = 0.3
RECORDS = ("gpus/", "targets/")
"""Pages of one record each. Their sections are called alike: they come after the page that says it of all."""

RECORD_BOOST = 0.7
BLANKS = re.compile(r"\s*\n\s*")


@dataclass
class Section:
    """What stands below a heading, down to the next."""

    anchor: str = ""
    title: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)


def entries(article: Any, url: str, title: str) -> list[dict[str, Any]]:
    """The entries of one page. ``title`` is that of sections without a heading of their own."""
    sections = [Section()]
    _read(article, sections, sections[0], sections[0].text, False)
    out = []
    for index, section in enumerate(sections):
        words, text = ("".join(parts).strip() for parts in (section.title, section.text))
        if index or words or text:
            location = f"{url}#{section.anchor}" if section.anchor else url
            entry = {"location": location, "title": words or escape(title), "text": text}
            boost = _boost(url, section.anchor)
            out.append({**entry, "boost": boost} if boost != 1 else entry)
    return out


def _boost(url: str, anchor: str) -> float:
    if url.startswith(LIGHT):
        return LIGHT_BOOST
    return RECORD_BOOST if anchor and url.startswith(RECORDS) and url not in RECORDS else 1


def index_text(lang: str, docs: list[dict[str, str]]) -> str:
    """The file that the page's script reads."""
    config = {"lang": [lang], "separator": r"[\s\-]+", "pipeline": [], "fields": {}}
    return json.dumps({"config": config, "docs": docs}, ensure_ascii=False, separators=(",", ":"))


def _read(element: Any, sections: list[Section], section: Section, out: list[str], literal: bool) -> None:
    """Adds what an element holds to ``out``, the text of ``section``; a heading inside begins another section."""
    _say(out, element.text, literal)
    for child in element:
        tag = child.tag
        if not isinstance(tag, str) or tag in SKIPPED or _excluded(child):
            pass
        elif tag in HEADINGS and "id" in child.attrib:
            if tag == "h1" and len(sections) == 1 and not "".join(section.text).strip():
                section.text.clear()
            else:
                section = Section(child.get("id"))
                sections.append(section)
                out = section.text
            _read(child, sections, section, section.title, literal)
        elif tag in KEPT:
            begun = len(out)
            out.append(f"<{tag}>")
            _read(child, sections, section, out, literal or tag == "pre")
            if any(not part.isspace() for part in out[begun + 1 :]):
                out.append(f"</{tag}>")
            else:
                del out[begun:]
        else:
            _read(child, sections, section, out, literal)
        _say(out, child.tail, literal)


def _excluded(element: Any) -> bool:
    return (
        "data-search-exclude" in element.attrib
        or (element.tag == "a" and element.get("class") == "headerlink")
        or element.get("class") == "linenodiv"
    )


def _say(out: list[str], text: str | None, literal: bool) -> None:
    if not text:
        return
    if not literal:
        text = BLANKS.sub(" ", text)
        if text.isspace() and (not out or out[-1][-1].isspace()):
            return
    out.append(escape(text))
