"""Draws pictures: boxes, lines and words as one SVG that follows the colours of the page and prints in black.

Everything is drawn in the colour of the text around it, thinned where an area is meant; two more hues read on light
and on dark ground. Lengths are units of the picture, about a pixel on a telephone.
"""

from __future__ import annotations

import unicodedata

from .markup import escape
from .placeholder import placeholder

WIDTH = 360
HUES = {"": "currentColor", "teal": "#1f8a9c", "amber": "#c07a1c"}
SCALE = 1.4
"""How much larger than its units a picture may become where there is room."""


class Drawing:
    """A picture of a given height, being drawn. ``words`` break where they are told to or find no room."""

    def __init__(self, key: str, height: float, title: str, description: str):
        self.key, self.height, self.title, self.description = key, height, title, description
        self.parts: list[str] = []

    def box(
        self, x: float, y: float, width: float, height: float, hue: str = "", depth: float = 0.08, dashed: bool = False
    ) -> None:
        """A rectangle with a thin edge, filled to a ``depth`` between 0 and 1."""
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" fill="{HUES[hue]}" '
            f'fill-opacity="{depth:g}" stroke="{HUES[hue]}" stroke-opacity="0.7"{dash}/>'
        )

    def line(self, x: float, y: float, to_x: float, to_y: float, hue: str = "", faint: bool = False) -> None:
        """A thin line; a ``faint`` one is for scales behind everything."""
        depth = 0.18 if faint else 0.6
        self.parts.append(
            f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}" fill="none" stroke="{HUES[hue]}" stroke-opacity="{depth:g}"/>'
        )

    def arrow(self, x: float, y: float, to_y: float) -> None:
        """An arrow that points down."""
        self.line(x, y, x, to_y - 4)
        self.parts.append(f'<path d="M{x - 4:g} {to_y - 6:g}h8l-4 6z" fill="currentColor"/>')

    def dot(self, x: float, y: float, hue: str = "", hollow: bool = False, square: bool = False) -> None:
        fill = 'fill="none"' if hollow else f'fill="{HUES[hue]}"'
        around = f'rect x="{x - 3.5:g}" y="{y - 3.5:g}" width="7" height="7"'
        shape = around if square else f'circle cx="{x:g}" cy="{y:g}" r="4"'
        self.parts.append(f'<{shape} {fill} stroke="{HUES[hue]}" stroke-width="1.4"/>')

    def words(self, x: float, y: float, text: str, size: float = 12, anchor: str = "start", bold: bool = False) -> None:
        """One line of text whose foot stands at ``y``; ``anchor``: start, middle or end."""
        weight = ' font-weight="650"' if bold else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'
        )

    def paragraph(
        self, x: float, y: float, width: float, text: str, size: float = 11, anchor: str = "start", bold: bool = False
    ) -> float:
        """Text broken into lines of ``width``; the foot of a line that would follow is returned."""
        for line in broken(text, width / size):
            self.words(x, y, line, size, anchor, bold)
            y += size * 1.3
        return y

    def html(self) -> str:
        """The finished picture with its title as caption, as a placeholder. Search does not read it."""
        name = f"picture-{self.key}"
        return placeholder(
            f'<figure class="picture" data-search-exclude>'
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height:g}" '
            f'width="{WIDTH * SCALE:g}" height="{self.height * SCALE:g}" role="img" '
            f'aria-labelledby="{name}-title {name}-desc" fill="currentColor" font-family="inherit">'
            f'<title id="{name}-title">{escape(self.title)}</title>'
            f'<desc id="{name}-desc">{escape(self.description)}</desc>'
            f"{''.join(self.parts)}</svg>"
            f"<figcaption>{escape(self.title)}</figcaption></figure>"
        )


def broken(text: str, room: float) -> list[str]:
    """Text as lines no wider than ``room`` (in heights of its letters), broken at blanks and between Chinese signs."""
    lines, line = [], ""
    for piece in _pieces(text):
        if line and width_of(line + piece.rstrip()) > room:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()]


def width_of(text: str) -> float:
    """About how wide a text is, in heights of its letters; rather too wide than too narrow."""
    return sum(
        1.02 if unicodedata.east_asian_width(c) in "WF" else 0.34 if c in " .,:;il|'" else 0.74 if c.isupper() else 0.62
        for c in text
    )


def _pieces(text: str) -> list[str]:
    """Where a line may end: behind a blank, and behind a Chinese sign that no stop follows."""
    pieces, piece = [], ""
    for index, sign in enumerate(text):
        piece += sign
        following = text[index + 1 : index + 2]
        wide = unicodedata.east_asian_width(sign) in "WF" and following not in "，。；：、）”" and sign not in "（“"
        if sign == " " or wide:
            pieces.append(piece)
            piece = ""
    return [*pieces, piece]
