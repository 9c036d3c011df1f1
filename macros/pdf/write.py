"""Writes HTML elements as Typst. The only module that writes Typst markup and escapes for it.

Every text goes in as a string literal of code, never as markup, so that nothing in it can mean anything. What the
names used here do (``#par``, ``#cap``, ``#code`` ...) stands in ``style.typ``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from . import measure
from .assemble import LABELS
from .layout import UPRIGHT, Layout, Part, Text, lay_out

Fault = Callable[[Any, str], None]
"""Called with an element and what is wrong with it."""

INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e0fff\ud800-\udfff]"
)
"""Signs that no font draws: control and format characters."""

SPACE = re.compile("[ \t\n\r\f]+")

DROPPED = frozenset(
    (
        "script",
        "style",
        "noscript",
        "template",
        "button",
        "input",
        "select",
        "textarea",
        "form",
        "nav",
        "label",
        "iframe",
    )
)
"""What paper cannot do, and what leads around the site."""
DROPPED_CLASSES = frozenset(("headerlink", "breadcrumb", "record", "matrix-edit", "footnote-backref", "md-source-file"))

BLOCKS = frozenset(
    (
        "p",
        "ul",
        "ol",
        "dl",
        "pre",
        "table",
        "div",
        "blockquote",
        "hr",
        "figure",
        "details",
        "section",
        "article",
        "aside",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "footer",
        "main",
        "center",
        "figcaption",
    )
)

SHELLS = frozenset(("bash", "sh", "shell", "zsh", "console", "shell-session", "powershell", "pwsh", "ps1"))
PROMPTED = frozenset(("console", "shell-session"))
SHELL_COLUMNS = 78
CODE_SIZE = 8.0
CODE_INSET = 6.0

LINKED_CELLS = 1500
"""In larger tables names are text alone: typst sets a table that holds links into the document twice, since it learns
only from the first time where they lead. The marks of notes, which stand below, are text in every table."""


def quote(text: str) -> str:
    """Any text as a string literal of Typst."""
    text = INVISIBLE.sub("", text)
    return (
        '"'
        + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
        + '"'
    )


def words_of(element: Any) -> str:
    """The text of an element on one line."""
    return SPACE.sub(" ", INVISIBLE.sub("", "".join(element.itertext()))).strip()


def classes(element: Any) -> frozenset[str]:
    return frozenset((element.get("class") or "").split())


@dataclass(frozen=True)
class Block:
    """One line of Typst. ``name`` says to people what it is; ``across`` wants a turned page."""

    typst: str
    name: str = ""
    across: bool = False
    kind: str = ""


@dataclass
class Run:
    """Text and inline elements of one paragraph; white space collapses as browsers do it."""

    parts: list[str] = field(default_factory=list)
    spaced: bool = True

    def text(self, text: str | None, break_words: bool = True) -> None:
        text = SPACE.sub(" ", INVISIBLE.sub("", text or ""))
        if self.spaced:
            text = text.lstrip(" ")
        if not text:
            return
        self.spaced = text.endswith(" ")
        if break_words and measure.WORD.search(text):
            at = 0
            for found in measure.WORD.finditer(text):
                if found.start() > at:
                    self._literal(text[at : found.start()])
                joined = [f"#{quote(piece)};" for piece in measure.pieces(found[0])]
                self.parts.append("#brk;".join(joined))
                at = found.end()
            if at < len(text):
                self._literal(text[at:])
        else:
            self._literal(text)

    def _literal(self, text: str) -> None:
        self.parts.append(f"#{quote(text)};")

    def add(self, typst: str) -> None:
        self.parts.append(typst)
        self.spaced = False

    def __str__(self) -> str:
        return "".join(self.parts).replace('";#"', "")  # literals side by side are one; in a literal it would be \\"


@dataclass
class Writer:
    """Writes the elements of one page.

    ``level`` is added to the level of its headings, ``wanted`` are the anchors that some link leads to, ``image``
    gives the file of a picture by its address. ``words`` are the labels of the interface. In tables of more than
    ``linked_cells`` cells names are text.
    """

    words: Callable[..., str]
    wanted: frozenset[str]
    fault: Fault
    image: Callable[[str | bytes], str | None]
    level: int = 0
    listed: int = 3
    linked_cells: int = LINKED_CELLS
    emitted: set[str] = field(default_factory=set)
    _level: int = 0

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
        elif tag in ("strong", "b", "em", "i", "sup", "sub", "del", "s", "ins", "u", "mark", "small"):
            name = INLINE.get(tag, tag)
            inner = self.inline(element, Run(spaced=run.spaced))
            if inner.parts:
                run.parts.append(f"#{name}[{inner}];")
                run.spaced = inner.spaced
        elif tag == "a" and "mark" in css:
            run.add(f"#marks[{self.linked(element, str(self.inline(element)))}];")
        elif tag == "a":
            inner = self.inline(element, Run(spaced=run.spaced))
            if inner.parts:
                run.parts.append(self.linked(element, str(inner)))
                run.spaced = inner.spaced
        elif tag == "br":
            run.add("#linebreak();")
            run.spaced = True
        elif tag == "wbr":
            run.parts.append("#brk;")
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
        return (
            element.tag in DROPPED
            or element.get("hidden") is not None
            or bool(DROPPED_CLASSES & classes(element))
            or element.tag in ("link", "meta", "col", "colgroup")
        )

    # --- blocks --------------------------------------------------------------------------------------------

    def blocks(self, element: Any, room: float = UPRIGHT, turnable: bool = True) -> list[Block]:
        """The inside of an element as blocks; text that stands free becomes paragraphs."""
        out: list[Block] = []
        run = Run()

        def close() -> None:
            nonlocal run
            if "".join(run.parts).strip():
                out.append(Block(f"#par[{run}]", "text"))
            run = Run()

        run.text(element.text)
        for child in element:
            if isinstance(child.tag, str):
                if self.is_dropped(child) and child.tag != "input":
                    pass
                elif child.tag in BLOCKS or (
                    child.tag in ("svg", "img", "object") and not run.parts and not (child.tail or "").strip()
                ):
                    close()
                    out += self.block(child, room, turnable)
                elif child.tag in ("a", "span") and any(
                    sub.tag in BLOCKS for sub in child.iter() if isinstance(sub.tag, str)
                ):
                    close()
                    out += self.blocks(child, room, turnable)
                else:
                    self.piece(child, run)
            run.text(child.tail)
        close()
        return out

    def joined(self, element: Any, room: float) -> str:
        """The inside of an element as blocks in a box."""
        return "".join(block.typst for block in self.blocks(element, room, turnable=False))

    def block(self, element: Any, room: float, turnable: bool) -> list[Block]:
        tag, css = element.tag, classes(element)
        if re.fullmatch(r"h[1-6]", tag):
            return [self.heading(element)]
        if "matrix" in css and tag == "div":
            return self.matrix(element, room, turnable)
        if tag == "table" and "highlighttable" in css:
            return [self.code(element.find(".//pre"), room, _language(element))]
        if tag == "table":
            return self.table(element, room, turnable)
        if tag == "pre":
            return [self.code(element, room, _language(element))]
        if tag == "div" and "highlight" in css:
            return self.highlight(element, room)
        mark = self.anchor(element)
        if tag == "p":
            run = self.inline(element)
            style = "#small" if css & {"matrix-source", "matrix-head", "matrix-empty"} else "#par"
            return [Block(f"{style}[{mark}{run}]", "paragraph")] if run.parts else []
        if tag in ("ul", "ol"):
            return [self.list(element, room, mark)]
        if tag == "dl":
            return [self.definitions(element, room, mark)]
        if tag == "hr":
            return [] if "footnotes-sep" in css else [Block("#rule", "line")]
        if tag == "blockquote":
            return [Block(f"#quoted[{mark}{self.joined(element, room - 14)}]", "quotation")]
        if tag == "details" or "admonition" in css:
            return [self.notice(element, room, mark)]
        if "tabbed-set" in css:
            return self.tabs(element, room, turnable)
        if tag == "figure":
            return [Block(f"#block(breakable: false)[{mark}{self.joined(element, room)}]", "figure")]
        if tag == "figcaption":
            return [Block(f"#small[{mark}{self.inline(element)}]", "caption")]
        if tag in ("img", "svg", "object"):
            picture = self.picture(element)
            return [Block(f"#figure-block[{mark}{picture}]", "picture")] if picture else []
        inside = self.blocks(element, room, turnable)
        return [Block(mark, "anchor"), *inside] if mark else inside

    def heading(self, element: Any) -> Block:
        level = min(int(element.tag[1]) + self.level, self._level + 1)
        self._level = level
        labels = self.labels_in(element)
        run = self.inline(element)
        own = f"#label({quote(labels[0])});" if labels else ""  # inside the heading the contents would repeat it
        own += "".join(f"#anchor({quote(label)});" for label in labels[1:])
        listed = "true" if level <= self.listed else "false"
        bookmarked = "true" if level <= 3 else "false"
        return Block(
            f"#heading(level: {level}, outlined: {listed}, bookmarked: {bookmarked})[{run}]{own}",
            f"heading {words_of(element)!r}",
            kind="heading",
        )

    def list(self, element: Any, room: float, mark: str) -> Block:
        if "matrix-notes" in classes(element) or "matrix-sources" in classes(element):
            return self.notes(element)
        items = []
        for child in element:
            if isinstance(child.tag, str) and child.tag == "li":
                inside = self.blocks(child, room - 16, turnable=False)
                loose = len(inside) == 1 and inside[0].typst.startswith("#par[")
                body = (
                    inside[0].typst.removeprefix("#par[").removesuffix("]")
                    if loose
                    else "".join(b.typst for b in inside)
                )
                items.append(f"[{self.anchor(child)}{body}]")
        name = "enum" if element.tag == "ol" else "list"
        start = f"start: {int(element.get('start'))}, " if (element.get("start") or "").isdigit() else ""
        number = (
            f"numbering: {quote(element.get('type') + '.')}, " if element.get("type") in ("a", "A", "i", "I") else ""
        )
        return (
            Block(f"#{name}({start}{number}{', '.join(items)})" + (mark and f"{mark}"), "list")
            if items
            else Block("", "list")
        )

    def notes(self, element: Any) -> Block:
        """Numbered notes or lettered sources of a table."""
        out = []
        for number, item in enumerate(child for child in element if child.tag == "li"):
            sign = item.get("data-mark") or (
                str(number + 1) if "matrix-notes" in classes(element) else _letters(number)
            )
            out.append(f"#remark({quote(sign)})[{self.anchor(item)}{self.inline(item)}]")
        return Block(f"#remarks[{''.join(out)}]", "notes")

    def definitions(self, element: Any, room: float, mark: str) -> Block:
        css = classes(element)
        pairs: list[tuple[list[Any], list[Any]]] = []
        for child in element.iter("dt", "dd"):
            if child.tag == "dt":
                if not pairs or pairs[-1][1]:
                    pairs.append(([], []))
                pairs[-1][0].append(child)
            elif pairs:
                pairs[-1][1].append(child)
        if css & {"matrix-legend", "pairs"}:
            label = self.words("list.colon", label="").strip()
            colon = "#h(.5em);" if "pairs" in css else f"#{quote(label + ' ' if label.isascii() else label)};"
            items = []
            for terms, texts in pairs:
                head, body = ("".join(str(self.inline(one)) for one in some) for some in (terms, texts))
                items.append(f"#pair[{head}][{colon}{body}]")
            style = "#small" if "matrix-legend" in css else "#pairs"
            return Block(f"{style}[{mark}{'#apart;'.join(items)}]", "list of words")
        items = []
        for terms, texts in pairs:
            head = "#linebreak();".join(f"{self.anchor(t)}{self.inline(t)}" for t in terms)
            items.append(f"#term[{head}][{''.join(self.anchor(d) + self.joined(d, room - 16) for d in texts)}]")
        return Block("".join(items) + mark, "definitions")

    def notice(self, element: Any, room: float, mark: str) -> Block:
        """An admonition or a folded block, open, with its title."""
        title, rest = "", []
        for child in element:
            if child.tag == "summary" or "admonition-title" in classes(child):
                title = self.anchor(child) + str(self.inline(child))
            elif isinstance(child.tag, str):
                rest += (
                    self.block(child, room - 16, False)
                    if child.tag in BLOCKS
                    else [Block(f"#par[{self.wrapped_piece(child)}]")]
                )
        kind = next(
            (css for css in classes(element) if css in ("warning", "danger", "failure", "bug", "error", "attention")),
            "",
        )
        body = "".join(block.typst for block in rest)
        return Block(
            f"#notice({'true' if kind else 'false'})[{mark}{title}][{body}]", f"box {words_of(element)[:40]!r}"
        )

    def wrapped_piece(self, element: Any) -> str:
        run = Run()
        self.piece(element, run)
        return str(run)

    def tabs(self, element: Any, room: float, turnable: bool) -> list[Block]:
        """Every tab, one below the other, each under its label."""
        labels = [one for one in element.iter("label") if "tabbed-labels" in classes(one.getparent())]
        contents = [
            one
            for one in element.iter("div")
            if "tabbed-block" in classes(one) and one.getparent().getparent() is element
        ]
        out = []
        for label, content in zip(labels, contents, strict=False):
            out.append(
                Block(f"#tab[{self.anchors_in(label)}{self.inline(label)}]", f"tab {words_of(label)!r}", kind="heading")
            )
            out += self.blocks(content, room, turnable)
        out.append(Block("#tabs-end", "tabs"))
        return out

    # --- code ----------------------------------------------------------------------------------------------

    def highlight(self, element: Any, room: float) -> list[Block]:
        out = []
        title = next((one for one in element.iter("span") if "filename" in classes(one)), None)
        if title is not None:
            out.append(Block(f"#file-name[{self.inline(title)}]", "file name", kind="heading"))
        for pre in element.iter("pre"):
            if "linenodiv" not in classes(pre.getparent()):
                out.append(self.code(pre, room, _language(element)))
        return out

    def code(self, element: Any, room: float, language: str) -> Block:
        marks = self.anchors_in(element)
        text = INVISIBLE.sub("", "".join(element.itertext())).replace("\t", "    ").rstrip("\n")
        lines = [line.rstrip() for line in text.split("\n")]
        if language in SHELLS:
            for line in lines:
                told = language not in PROMPTED or line.lstrip().startswith(("$ ", "# ", "> "))
                if told and measure.columns(line) > SHELL_COLUMNS and _divisible(line):
                    self.fault(element, f"shell line of {measure.columns(line)} columns: {line.strip()}")
        fits = (room - 2 * CODE_INSET) / (CODE_SIZE * measure.MONO) - 1
        parts = [measure.wrapped(line, fits) for line in lines]
        drawn = ", ".join(f"({', '.join(quote(part) for part in line)},)" for line in parts)
        return Block(f"{marks}#code(({drawn},))", f"code {lines[0].strip()[:40]!r}")

    # --- pictures ------------------------------------------------------------------------------------------

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

    # --- tables --------------------------------------------------------------------------------------------

    def matrix(self, element: Any, room: float, turnable: bool) -> list[Block]:
        """A table of the catalogue, with its legend, notes and sources."""
        out: list[Block] = []
        for child in element:
            if not isinstance(child.tag, str) or self.is_dropped(child):
                continue
            table = (
                child if child.tag == "table" else child.find("table") if "matrix-scroll" in classes(child) else None
            )
            if table is not None:
                out += self.table(table, room, turnable, self.anchor(element))
            else:
                across = bool(out) and out[-1].across
                if child.tag == "details":  # a folded legend: on paper a legend
                    child = child.find("dl") if child.find("dl") is not None else child
                out += [Block(b.typst, b.name, across, b.kind) for b in self.block(child, room, False)]
        return out

    def table(self, table: Any, room: float, turnable: bool, mark: str = "") -> list[Block]:
        """A table in one or several parts, each under the caption."""
        caption = table.find("caption")
        title = words_of(caption) if caption is not None else ""
        head = [list(_cells(row)) for row in table.iterfind("thead/tr")]
        body = [row for row in table.iter("tr") if row.getparent().tag != "thead"]
        rows = [list(_cells(row)) for row in body]
        if not head and rows and all(cell.tag == "th" for cell in rows[0]):
            head, rows, body = [rows[0]], rows[1:], body[1:]
        grid = [[_text(cell, heavy=True) for cell in row] for row in head[:1]] + [
            [_text(cell) for cell in row] for row in rows
        ]
        if not grid or not max(map(len, grid)):
            return []
        if sum(map(len, rows)) > self.linked_cells:
            _unlink(rows)
        regular = not any(cell.get("colspan") or cell.get("rowspan") for row in [*head, *rows] for cell in row)
        layout = lay_out(grid, room, turnable)
        if not regular:
            part = layout.parts[0]
            layout = Layout(layout.size, layout.across, (Part(tuple(range(len(part.widths))), part.widths, part.tall),))
        name = f"table {table.get('id') or title!r}"
        marks = [mark + self.anchors_in(caption) if caption is not None else mark] + [""] * (len(layout.parts) - 1)
        out = []
        _unlink(head)  # PDF/UA: what is repeated on each page must not hold links
        drawn_head = [[self.cell(cell) for cell in row] for row in head]
        drawn = [
            [self.cell(cell, self.anchor(row) if index == 0 else "") for index, cell in enumerate(cells)]
            for row, cells in zip(body, rows, strict=True)
        ]
        for number, part in enumerate(layout.parts, 1):
            if title or marks[number - 1]:
                of = (
                    f"#part[#{quote(self.words('pdf.part', number=number, count=len(layout.parts)))};]"
                    if len(layout.parts) > 1
                    else ""
                )
                out.append(
                    Block(
                        f"#cap[{marks[number - 1]}{'#' + quote(title) + ';' if title else ''}{of}]",
                        name,
                        layout.across,
                        "heading",
                    )
                )
            if number == 2:  # the first column again: once is enough for links and anchors
                drawn = [
                    [(quote(words_of(cells[0])), ""), *row[1:]] if cells else row
                    for cells, row in zip(rows, drawn, strict=True)
                ]
            out.append(Block(_table(part, layout.size, drawn_head, drawn, regular), name, layout.across))
        return out

    def cell(self, cell: Any, mark: str = "") -> tuple[str, str]:
        """A cell: its content as an argument, and its options (spans)."""
        spans = "".join(
            f"{name}: {int(value)}, "
            for name in ("colspan", "rowspan")
            if (value := cell.get(name) or "1").isdigit() and value != "1"
        )
        own = mark + self.anchor(cell)
        if not own and not spans and (plain := _plain(cell)) is not None:
            return quote(plain), ""
        if any(child.tag in BLOCKS for child in cell if isinstance(child.tag, str)):
            return f"[{own}{self.joined(cell, 200)}]", spans
        inner = str(self.inline(_with_text_marks(cell)))
        if not own and not spans and re.fullmatch(r'#"(?:[^"\\]|\\.)*";', inner):
            return inner[1:-1], ""
        return f"[{own}{inner}]", spans


INLINE = {
    "strong": "strong", "b": "strong", "em": "emph", "i": "emph", "sup": "super", "sub": "sub", "del": "strike",
    "s": "strike", "ins": "underline", "u": "underline", "mark": "highlight", "small": "box",
}  # fmt: skip


def _unlink(rows: Iterable[list[Any]]) -> None:
    """Make links in cells text."""
    for link in [link for row in rows for cell in row for link in cell.iter("a")]:
        link.attrib.pop("data-to", None)
        link.attrib.pop("href", None)


def _table(
    part: Part, size: float, head: list[list[tuple[str, str]]], rows: list[list[tuple[str, str]]], regular: bool
) -> str:
    def picked(row: list[tuple[str, str]]) -> list[tuple[str, str]]:
        return [row[index] if index < len(row) else ("[]", "") for index in part.columns] if regular else row

    out = [f"#grid-table({size:g}pt, ({', '.join(f'{w:.1f}pt' for w in part.widths)},), "]
    if head:
        out.append(f"table.header({', '.join(_argument(*cell) for row in head for cell in picked(row))}), ")
    for number, row in enumerate(rows):
        if number in part.tall:
            out += [f"table.cell(breakable: true, {spans}{content}), " for content, spans in picked(row)]
        else:
            out += [f"{_argument(*cell)}, " for cell in picked(row)]
    return "".join(out) + ")"


def _argument(content: str, spans: str) -> str:
    return f"table.cell({spans}{content})" if spans else content


def _cells(row: Any) -> Iterable[Any]:
    return (cell for cell in row if cell.tag in ("td", "th"))


def _plain(cell: Any) -> str | None:
    """A cell that is text alone (sign, words, grade, marks) as that text; None when there is more to it."""
    out = [cell.text or ""]
    for child in cell:
        css = child.get("class") or ""
        if css == "sign":
            out.append(child.text or "")
        elif css == "grade":
            out.append(f"({child.text})")
        elif css == "marks":
            out.append(_bracketed(child))
        elif child.tag == "wbr" or "matrix-edit" in css:
            pass
        elif css == "mark":
            out.append(f"[{child.text}]")
        elif child.tag in ("a", "span") and not child.get("data-to") and not child.get("href") and not css:
            out.append(child.text or "")
        else:
            return None
        if len(child) and css != "marks":
            return None
        out.append(child.tail or "")
    text = SPACE.sub(" ", "".join(out)).strip()
    return None if measure.WORD.search(text) else text


def _bracketed(marks: Any) -> str:
    return f"[{' '.join(words_of(one) for one in marks)}]"


def _with_text_marks(cell: Any) -> Any:
    """The cell with its marks as text."""
    for marks in list(cell.iter("span")):
        if "marks" in classes(marks):
            text = _bracketed(marks)
            for child in list(marks):
                marks.remove(child)
            marks.text = text
            marks.set("class", "")
    return cell


def _text(cell: Any, heavy: bool = False) -> Text:
    """What a cell will need."""
    if (plain := _plain(cell)) is not None:
        return Text((plain,) if plain else (), False, heavy)
    lines = [""]
    _gather(cell, lines)
    code = sum(len(words_of(one)) for one in cell.iter("code"))
    tidy = (SPACE.sub(" ", line).strip() for line in lines)
    return Text(tuple(line for line in tidy if line), code * 2 > len(words_of(cell)), heavy)


def _gather(element: Any, lines: list[str]) -> None:
    """The text of a cell line by line: a line ends at a break, and where a block begins or ends."""
    lines[-1] += element.text or ""
    for child in element:
        css = child.get("class") or ""
        if isinstance(child.tag, str) and "matrix-edit" not in css:
            if child.tag == "br" or child.tag in BLOCKS:
                lines.append("")
            if css in ("grade", "marks"):
                lines[-1] += "()"
            _gather(child, lines)
            if child.tag in BLOCKS:
                lines.append("")
        lines[-1] += child.tail or ""


def _language(element: Any) -> str:
    for one in (element, *element.iterancestors("div"), *element.iter("code")):
        for css in (one.get("class") or "").split():
            if css.startswith("language-"):
                return css.removeprefix("language-").lower()
    return ""


def _divisible(line: str) -> bool:
    """Whether a shell line can be continued on a next one: it has a blank between words."""
    return len(line.strip().removesuffix("\\").split()) > 1


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


def _letters(index: int) -> str:
    letters, index = "", index + 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(97 + rest) + letters
    return letters
