"""A picture of the program itself: its rooms and who imports whom, read from the imports as they are."""

from __future__ import annotations

import ast
from itertools import pairwise
from pathlib import Path

from ..catalog import Catalog
from .drawing import WIDTH, Drawing
from .words import Words

MACROS = Path(__file__).resolve().parent.parent
ENTRANCES = {"__main__.py": "command line", "__init__.py": "define_env", "bootstrap.py": "bootstrap"}
"""The files that stand in no room, and what they are called in the picture."""

BOX, HEIGHT, GAP, STEP, TOP, LANE = 82.0, 26.0, 6.0, 56.0, 8.0, 5.0


def imports() -> dict[str, set[str]]:
    """Every room of macros/ and the rooms it imports from."""
    out: dict[str, set[str]] = {}
    for path in sorted(MACROS.rglob("*.py")):
        parts = path.relative_to(MACROS.parent).parts
        own = ENTRANCES.get(parts[1], parts[1])
        found = out.setdefault(own, set())
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.level:
                base = [*parts[: len(parts) - node.level], *(node.module or "").split(".")]
                stems = [base[1]] if base[1:] and base[1] else [alias.name for alias in node.names]
                found |= {ENTRANCES.get(f"{stem}.py", stem) for stem in stems} - {own}
    return out


def floors(rooms: dict[str, set[str]]) -> dict[str, int]:
    """The floor of each room: one above the highest it imports, from 0 at the ground."""
    out: dict[str, int] = {}

    def floor(room: str) -> int:
        if room not in out:
            out[room] = 1 + max((floor(one) for one in rooms[room]), default=-1)
        return out[room]

    for room in rooms:
        floor(room)
    return out


def direct(rooms: dict[str, set[str]]) -> set[tuple[str, str]]:
    """The imports that no longer way says already."""

    def reached(room: str) -> set[str]:
        return {other for one in rooms[room] for other in (one, *reached(one))}

    return {
        (room, one)
        for room, below in rooms.items()
        for one in below
        if not any(one in reached(other) for other in below - {one})
    }


def _around(drawing: Drawing, start: tuple[float, float], end: tuple[float, float], lane: int) -> None:
    """A line past the rooms of the floors between, on the side that is nearer; each in a lane of its own."""
    x = LANE * lane if end[0] < WIDTH / 2 else WIDTH - LANE * lane
    down, up = start[1] + LANE + 3 * lane, end[1] - LANE - 3 * lane
    corners = [start, (start[0], down), (x, down), (x, up), (end[0], up), end]
    for (from_x, from_y), (to_x, to_y) in pairwise(corners):
        drawing.line(from_x, from_y, to_x, to_y)


def picture(catalog: Catalog, words: Words) -> Drawing:
    """The rooms on their floors, entrances on top, an arrow to each room below that no other arrow leads to."""
    rooms = imports()
    on_floor: dict[int, list[str]] = {}
    for room, number in floors(rooms).items():
        on_floor.setdefault(number, []).append(room)
    highest = max(on_floor)
    drawing = Drawing(
        f"rooms-{words.lang}",
        TOP + (highest + 1) * STEP,
        words("picture.rooms.title"),
        words("picture.rooms.description"),
    )
    at: dict[str, tuple[float, float]] = {}
    for number, names in on_floor.items():
        width = len(names) * BOX + (len(names) - 1) * GAP
        for index, room in enumerate(sorted(names)):
            at[room] = ((WIDTH - width) / 2 + index * (BOX + GAP), TOP + (highest - number) * STEP)
    far = 0
    for room, below in sorted(direct(rooms)):
        (x, y), (to_x, to_y) = at[room], at[below]
        start, end = (x + BOX / 2, y + HEIGHT), (to_x + BOX / 2, to_y)
        if to_y - y > STEP:
            far += 1
            _around(drawing, start, end, far)
        else:
            drawing.line(*start, *end)
    for room, (x, y) in at.items():
        drawing.box(x, y, BOX, HEIGHT, "amber" if room in ENTRANCES.values() else "teal", 0.16)
        drawing.words(x + BOX / 2, y + 17, room, 11, "middle", bold=True)
    return drawing
