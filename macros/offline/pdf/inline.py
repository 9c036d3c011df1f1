"""Writes what stands inside a line: words, links, code, marks, small pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from . import measure
from .built_pages import LABELS
from .cells import TYPED, command_lines
from .markup import INVISIBLE, Run, classes, quote, words_of

Fault = Callable[[Any, str], None]
"""Called with an element and what is wrong with it."""

DROPPED = frozenset((
    "script", "style", "noscript", "template", "button", "input", "select", "textarea", "form", "nav", "label",
    "iframe", "link", "meta", "col", "colgroup",
))  # fmt: skip
"""What paper cannot do, and what leads around the site."""
DROPPED_CLASSES = frozenset(("headerlink", "breadcrumb", "record", "matrix-edit", "footnote-backref", "md-source-file"))

LINKED_CELLS = 200
"""In larger tables names are text alone: typst sets a table that holds links into the document twice, since it learns
only from the first time where they lead. With links in every table the whole guide takes 300 MiB more. The marks of
notes, which stand below, are text in every table."""

INLINE = {
    "strong": "strong", "b": "strong", "em": "emph", "i": "emph", "sup": "super", "sub": "sub", "del": "strike",
    "s": "strike", "ins": "underline", "u": "underline", "mark": "highlight", "small": "box",
}  # fmt: skip


@dataclass
class Inline:
    """Writes the elements of one page.

    ``level`` is added to the level of its headings, ``listed`` is the level to which the contents name them,
    ``wanted`` are the anchors that some link leads to, ``image`` gives the file of a picture by its address. ``words``
    are the labels of the interface. In tables of more than ``linked_cells`` cells names are text.
    """

    words: Callable[..., str]
    wanted: frozenset[str]
    fault: Fault
    image: Callable[[str | bytes], str | None]
    level: int = 0
    listed: int = 3
    linked_cells: int = LINKED_CELLS
    reached: int = 0
    """The level of the last heading: no level is left out below it."""
    emitted: set[str] = field(default_factory=set)

    # --- anchors -------------------------------------------------------------------------------------------

    def labels(self, element: Any) -> list[str]:
        """The labels of an element that some link leads to, each once."""
        found = [key for name in LABELS if (key := element.get(name)) in self.wanted and key not in self.emitted]
        self.emitted.update(found)
        return found

    def labels_in(self, element: Any) -> list[str]:
        """The labels of an element and of everything in it that is drawn without its elements."""
        return [label for one in element.iter() if isinstance(one.tag, str) for label in self.labels(one)]

    def anchor(self, element: Any) -> str:
        """Invisible marks that links can lead to."""
        return "".join(f"#anchor({quote(label)});" for label in self.labels(element))

    def anchors_in(self, element: Any) -> str:
        return "".join(f"#anchor({quote(label)});" for label in self.labels_in(element))

    # --- inside a line -------------------------------------------------------------------------------------

    def inline(self, element: Any, run: Run | None = None) -> Run:
        """The inside of an element as one run."""
        run = run if run is not None else Run()
        run.text(element.text)
        for child in element:
            if isinstance(child.tag, str):
                self.piece(child, run)
            run.text(child.tail)
        return run

    def piece(self, element: Any, run: Run) -> None:
        """One inline element."""
        tag, css = element.tag, classes(element)
        if self.is_dropped(element):
            if tag == "input" and element.get("type") == "checkbox":
                run.text("☑ " if element.get("checked") is not None else "☐ ")
            return
        if mark := self.anchor(element):
            run.parts.append(mark)
        if tag in ("code", "kbd", "samp", "tt"):
            self.code_word(element, run)
        elif name := INLINE.get(tag):
            inner = self.inline(element, Run(spaced=run.spaced))
            if inner.parts:
                run.parts.append(f"#{name}[{inner}];")
                run.spaced = inner.spaced
        elif tag == "a" and "mark" in css:
            run.add(f"#marks[{self.linked(element, str(self.inline(element)))}];")
        elif tag == "a" and "page-of" in css:
            run.add(f"#page-of({quote(element.get('data-to'))});")
        elif tag == "a":
            inner = self.inline(element, Run(spaced=run.spaced))
            if inner.parts:
                run.parts.append(self.linked(element, str(inner)))
                run.spaced = inner.spaced
        elif tag == "br":
            run.add("#linebreak();")
            run.spaced = True
        elif tag in ("img", "svg", "object"):
            if picture := self.picture(element, inside=True):
                run.add(picture)
        elif "grade" in css:
            run.text(f"({words_of(element)})")
        elif "marks" in css:
            self.marks(element, run)
        else:
            self.inline(element, run)

    def linked(self, element: Any, inner: str) -> str:
        to, href = element.get("data-to"), element.get("href")
        if to:
            return f"#to({quote(to)})[{inner}];"
        if href and re.match(r"(https?|mailto):", href):
            return f"#link({quote(href)})[{inner}];"
        return inner

    def code_word(self, element: Any, run: Run) -> None:
        text = INVISIBLE.sub("", "".join(element.itertext())).replace("\n", " ")
        if not text:
            return
        if element.get("class") == TYPED:
            run.add("#linebreak();".join(f"#raw({quote(line)});" for line in command_lines(element)))
            return
        parts, at = [], 0
        for found in measure.WORD.finditer(text):
            parts += [text[at : found.start()]] if found.start() > at else []
            pieces = measure.pieces(found[0])
            parts += [*(piece + "\0" for piece in pieces[:-1]), pieces[-1]]
            at = found.end()
        parts += [text[at:]] if at < len(text) else []
        for part in parts:
            run.add(f"#raw({quote(part)});" + ("#brk;" if part.endswith("\0") else ""))

    def marks(self, element: Any, run: Run) -> None:
        run.spaced = False
        links = [child for child in element if isinstance(child.tag, str)]
        run.parts.append("#marks[")
        for number, link in enumerate(links):
            run.parts.append(('#" ";' if number else "") + self.linked(link, f"#{quote(words_of(link))};"))
        run.parts.append("];")

    def is_dropped(self, element: Any) -> bool:
        return element.tag in DROPPED or element.get("hidden") is not None or bool(DROPPED_CLASSES & classes(element))

    def picture(self, element: Any, inside: bool = False) -> str:
        alt = _alternative(element)
        if alt == "" and element.tag == "img":
            return ""  # decoration
        if not alt:
            self.fault(element, "the picture has no text alternative")
            return ""
        if element.tag == "svg":
            element.set("xmlns", "http://www.w3.org/2000/svg")
            source: str | bytes = etree.tostring(element, with_tail=False)
        else:
            source = element.get("src") or element.get("data") or ""
        file = self.image(source)
        if file is None:
            self.fault(element, f"the picture {element.get('src') or element.get('data') or ''} is not in the site")
            return ""
        height = "height: 1.1em" if inside else 'fit: "contain"'
        return f"#{'box' if inside else 'picture'}(image({quote(file)}, alt: {quote(alt)}, {height}));"


def _alternative(element: Any) -> str | None:
    """The text that stands for a picture; None when there is none, empty for decoration."""
    if element.tag == "img":
        return element.get("alt")
    for name in ("aria-label", "title"):
        if element.get(name):
            return element.get(name)
    parts = [
        words_of(one) for one in element if isinstance(one.tag, str) and etree.QName(one).localname in ("title", "desc")
    ]
    return ". ".join(filter(None, parts)) or None
