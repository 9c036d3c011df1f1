"""Writes the blocks of a page: paragraphs, lists, boxes, tabs, code; tables and lines as their own modules do."""

from __future__ import annotations

import re
from typing import Any

from ...render.shell import COLUMNS, continued
from . import measure
from .layout import UPRIGHT
from .markup import BLOCKS, INVISIBLE, Block, Run, classes, letters, quote, words_of
from .tables import Tables

SHELLS = frozenset(("bash", "sh", "shell", "zsh"))
PROMPTED = frozenset(("console", "shell-session"))
LOUD = frozenset(("warning", "danger", "failure", "bug", "error", "attention"))
CODE_SIZE = 8.0
CODE_INSET = 6.0


class Writer(Tables):
    """Writes a page as blocks."""

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
            style = "#small" if css & {"matrix-source", "matrix-elsewhere", "matrix-empty"} else "#par"
            style = "#notes-head" if "matrix-head" in css else style
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
        level = min(int(element.tag[1]) + self.level, self.reached + 1)
        self.reached = level
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
        return Block(f"#{name}({start}{number}{', '.join(items)}){mark}" if items else "", "list")

    def notes(self, element: Any) -> Block:
        """Numbered notes or lettered sources of a table."""
        out = []
        for number, item in enumerate(child for child in element if child.tag == "li"):
            sign = item.get("data-mark") or (str(number + 1) if "matrix-notes" in classes(element) else letters(number))
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
        loud = "true" if classes(element) & LOUD else "false"
        body = "".join(block.typst for block in rest)
        return Block(f"#notice({loud})[{mark}{title}][{body}]", f"box {words_of(element)[:40]!r}")

    def wrapped_piece(self, element: Any) -> str:
        run = Run()
        self.piece(element, run)
        return str(run)

    def tabs(self, element: Any, room: float, turnable: bool) -> list[Block]:
        """Every tab, one below the other, each under its label."""

        def own(tag: str, css: str) -> list[Any]:
            inside = (one for one in element.iter(tag) if one.getparent().getparent() is element)
            return [one for one in inside if css in classes(one if tag == "div" else one.getparent())]

        labels, contents = own("label", "tabbed-labels"), own("div", "tabbed-block")
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
        for line in _too_long(lines, language):
            self.fault(element, f"shell line of {len(line)} columns: {line.strip()}")
        fits = (room - 2 * CODE_INSET) / (CODE_SIZE * measure.MONO) - 1
        parts = [measure.wrapped(line, fits) for line in lines]
        drawn = ", ".join(f"({', '.join(quote(part) for part in line)},)" for line in parts)
        return Block(f"{marks}#code(({drawn},))", f"code {lines[0].strip()[:40]!r}")


def _too_long(lines: list[str], language: str) -> list[str]:
    """The lines of a shell that could be continued on a next one."""
    if language in PROMPTED:
        lines = [line for line in lines if line.lstrip().startswith(("$ ", "# ", "> "))]
    elif language not in SHELLS:
        return []
    short = set(continued(lines))
    return [line for line in lines if len(line) > COLUMNS and line not in short]


def _language(element: Any) -> str:
    for one in (element, *element.iterancestors("div"), *element.iter("code")):
        for css in (one.get("class") or "").split():
            if css.startswith("language-"):
                return css.removeprefix("language-").lower()
    return ""
