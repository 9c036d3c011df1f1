"""The guide's pictures, drawn from the catalogue: what can be read from records is read, never drawn by hand.

Each function takes the catalogue and the words of a language and returns a Drawing. Its texts are the labels
``picture.<name>.*``.

One file: each picture is a function of its own, and all share the scale they are drawn in.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date, timedelta

from ..catalog import Catalog
from ..catalog.model.components import Component
from ..catalog.model.hardware import Gpu, Release
from ..catalog.model.software import Framework
from ..query import memory
from . import rooms
from .drawing import WIDTH, Drawing, broken
from .words import Words

MARGIN = 8
INNER = WIDTH - 2 * MARGIN


def _drawing(words: Words, name: str, height: float) -> Drawing:
    title, description = words(f"picture.{name}.title"), words(f"picture.{name}.description")
    return Drawing(f"{name}-{words.lang}", height, title, description)


# --- the stack ---

LIBRARIES = ("math", "primitives", "machine-learning", "communication", "media", "storage", "threading")
TOOLS = ("profiling", "debugging", "system-management")


def stack(catalog: Catalog, words: Words) -> Drawing:
    """From programs down to the hardware, each layer with the components that the catalogue has for it."""
    programs = [one.name.split(" (")[0] for one in catalog.all(Framework) if one.kind in ("framework", "serving")]
    layers = [("programs", programs, "amber")]
    layers += [(layer, _components(catalog, layer), "") for layer in LIBRARIES]
    layers += [("compiler", _components(catalog, "compiler"), ""), ("tools", _components(catalog, *TOOLS), "")]
    layers += [("runtime", _components(catalog, "runtime"), "teal")]
    layers += [("kernel-driver", _components(catalog, "kernel-driver"), "teal")]
    layers += [("hardware", [words(f"family.{one}") for one in ("instinct", "radeon-pro", "radeon", "ryzen")], "")]
    comma = words("list.comma")
    rows = [(_layer(words, layer), broken(comma.join(names), (INNER - 16) / 10), hue) for layer, names, hue in layers]
    heights = [22 + 13 * len(lines) for _, lines, _ in rows]
    drawing = _drawing(words, "stack", sum(heights) + 4 * len(rows) + MARGIN)
    y = 4.0
    for (label, lines, hue), height in zip(rows, heights, strict=True):
        drawing.box(MARGIN, y, INNER, height, hue, 0.16 if hue else 0.06)
        drawing.words(MARGIN + 8, y + 15, label, 11.5, bold=True)
        for index, line in enumerate(lines):
            drawing.words(MARGIN + 8, y + 29 + 13 * index, line, 10)
        y += height + 4
    return drawing


def _components(catalog: Catalog, *layers: str) -> list[str]:
    return [one.name for layer in layers for one in catalog.all(Component) if one.layer == layer]


def _layer(words: Words, layer: str) -> str:
    return words(f"layer.{layer}") if words.has(f"layer.{layer}") else words(f"picture.stack.{layer}")


# --- releases over time ---

LANES = ("legacy", "preview", "production")
MONTH = 30.0
STEP = 13.0


def streams(catalog: Catalog, words: Words) -> Drawing:
    """Releases on a time axis that runs down, one lane a stream, from shortly before the first preview."""
    previews = [one.date for one in catalog.all(Release) if one.stream == "preview"]
    start = (min(previews) - timedelta(days=40)).replace(day=1)
    shown = sorted((one for one in catalog.all(Release) if one.date >= start), key=lambda one: one.date)
    top = 44.0

    def at(day: date) -> float:
        return top + (day - start).days / 30.44 * MONTH

    bottom = at(shown[-1].date) + 2 * STEP
    drawing = _drawing(words, "streams", bottom + 26)
    lanes = {stream: 64 + 98 * index for index, stream in enumerate(LANES)}
    for stream, x in lanes.items():
        drawing.paragraph(x, 14, 96, words(f"stream.{stream}"), 10.5, bold=True)
        drawing.line(x, top - 8, x, bottom)
    month = start
    while at(month) < bottom:
        drawing.line(50, at(month), WIDTH - MARGIN, at(month), faint=True)
        drawing.words(4, at(month) + 4, f"{month:%Y-%m}", 10)
        month = (month.replace(day=1) + timedelta(days=32)).replace(day=1)
        if at(month) < bottom:
            month = (month + timedelta(days=32)).replace(day=1)
    feet = dict.fromkeys(LANES, 0.0)
    for release in shown:
        x, y = lanes[release.stream], at(release.date)
        foot = max(y, feet[release.stream] + STEP)
        feet[release.stream] = foot
        drawing.dot(x, y, "teal" if release.stream == "production" else "", release.grade == "unconfirmed")
        drawing.line(x + 4, y, x + 12, foot)
        drawing.words(x + 14, foot + 4, release.id, 10.5)
    drawing.dot(MARGIN + 4, bottom + 14, hollow=True)
    drawing.words(MARGIN + 14, bottom + 18, words("picture.streams.unconfirmed"), 10.5)
    return drawing


# --- shared memory of an APU ---


def shared_memory(catalog: Catalog, words: Words) -> Drawing:
    """Three ways to divide the memory of an APU: as it comes, with a raised limit, with a large fixed share."""
    cases = (("default", 0.03, 0.5), ("raised", 0.03, 0.94), ("carve-out", 0.48, 0.5))
    text = {key: broken(words(f"picture.shared_memory.{key}"), INNER / 11) for key, *_ in cases}
    block = 92.0
    height = sum(block - 6 + 14 * len(lines) for lines in text.values()) - 20
    drawing = _drawing(words, "shared_memory", height + MARGIN)
    y = 4.0
    for key, fixed, limit in cases:
        for index, line in enumerate(text[key]):
            drawing.words(MARGIN, y + 10 + 14 * index, line, 11, bold=True)
        bar = y + 14 * len(text[key]) + 4
        share = INNER * fixed
        drawing.box(MARGIN, bar, share, 30, "amber", 0.45)
        drawing.box(MARGIN + share, bar, INNER - share, 30, "", 0.06)
        drawing.box(MARGIN + share, bar + 4, (INNER - share) * limit, 22, "teal", 0.3, dashed=True)
        if fixed > 0.3:
            drawing.words(MARGIN + 6, bar + 19, words("picture.shared_memory.fixed"), 10.5)
        else:
            drawing.line(MARGIN + share / 2, bar + 30, MARGIN + share / 2, bar + 38)
            drawing.words(MARGIN, bar + 48, words("picture.shared_memory.fixed"), 10.5)
        drawing.words(MARGIN + share + 8, bar + 19, words("picture.shared_memory.limit"), 10.5)
        drawing.words(WIDTH - MARGIN, bar + 48, words("picture.shared_memory.rest"), 10.5, "end")
        y = bar + block - 10
    return drawing


# --- memory and bandwidth ---

SHAPES = {"instinct": ("teal", False), "radeon-pro": ("amber", True), "radeon": ("", False)}
NAMED = {
    "instinct-mi100": ("end", 4),
    "instinct-mi250x": ("end", 4),
    "instinct-mi300x": ("end", -5),
    "instinct-mi350p": ("start", 12),
    "instinct-mi355x": ("end", 4),
    "radeon-rx-7900-xtx": ("start", 13),
}
"""Cards whose names stand in the picture, on which side of their point, and how far below its middle."""


def memory_bandwidth(catalog: Catalog, words: Words) -> Drawing:
    """Memory against bandwidth of every card whose figures are known, both on scales that double; APUs as a line."""
    height, left, bottom = 330.0, 44.0, 276.0
    drawing = _drawing(words, "memory_bandwidth", height)
    widths, heights = (2, 4, 8, 16, 32, 64, 128, 256), (64, 128, 256, 512, 1024, 2048, 4096, 8192)

    def x(gib: float) -> float:
        return left + math.log2(gib / 2) / 7.4 * (WIDTH - left - MARGIN)

    def y(rate: float) -> float:
        return bottom - math.log2(rate / 64) / 7.2 * (bottom - 20)

    for gib in widths:
        drawing.line(x(gib), 14, x(gib), bottom, faint=True)
        drawing.words(x(gib), bottom + 13, str(gib), 10, "middle")
    for rate in heights:
        drawing.line(left, y(rate), WIDTH - MARGIN, y(rate), faint=True)
        drawing.words(left - 4, y(rate) + 4, str(rate), 10, "end")
    drawing.words(WIDTH - MARGIN, bottom + 27, words("picture.memory_bandwidth.x"), 10.5, "end")
    drawing.words(2, 10, words("picture.memory_bandwidth.y"), 10.5)
    cards = memory.memories(catalog)
    for family, (hue, square) in SHAPES.items():
        for gpu, gib, rate in cards:
            if gpu.family == family and gib >= 2 and rate >= 64:
                drawing.dot(x(gib), y(rate), hue, hollow=family == "radeon", square=square)
    for gpu, gib, rate in cards:
        if gpu.id in NAMED:
            side, below = NAMED[gpu.id]
            short = gpu.name.removeprefix("AMD ").removeprefix("Instinct ").removeprefix("Radeon ")
            drawing.words(x(gib) + (8 if side == "start" else -8), y(rate) + below, short, 10, side)
    apu = catalog.find(Gpu, "ryzen-ai-max-plus-395")
    if apu and apu.system_memory_max_gb and apu.memory_bandwidth_gbs:
        most, rate = apu.system_memory_max_gb, float(apu.memory_bandwidth_gbs)
        drawing.line(x(most / 2), y(rate), x(most), y(rate), "amber")
        drawing.dot(x(most), y(rate), "amber")
        drawing.words(x(most) + 8, y(rate) - 8, apu.name.removeprefix("AMD "), 10, "end")
    place = MARGIN + 4.0
    for family, (hue, square) in SHAPES.items():
        drawing.dot(place, height - 10, hue, hollow=family == "radeon", square=square)
        drawing.words(place + 9, height - 6, words(f"family.{family}").removeprefix("AMD "), 10.5)
        place += 92
    return drawing


# --- partitions ---

MODES = (("SPX", 1), ("DPX", 2), ("QPX", 4), ("CPX", 8))


def partitions(catalog: Catalog, words: Words) -> Drawing:
    """One GPU of eight compute dies in each mode, and how many devices a node of eight such GPUs then shows."""
    dies = 8
    row = 74.0
    drawing = _drawing(words, "partitions", row * len(MODES) + MARGIN)
    room = (INNER - 8) / dies
    for index, (mode, devices) in enumerate(MODES):
        y = row * index + 4
        drawing.words(MARGIN, y + 12, mode, 12, bold=True)
        text = words("picture.partitions.row", devices=devices, node=dies * devices)
        drawing.words(WIDTH - MARGIN, y + 12, text, 10.5, "end")
        each = dies // devices
        for device in range(devices):
            drawing.box(MARGIN + 4 + device * each * room, y + 18, each * room - 4, 42, "teal", 0.22)
            for die in range(each):
                drawing.box(MARGIN + 7 + (device * each + die) * room, y + 24, room - 10, 30, "", 0.1)
    return drawing


# --- which release to take ---

STEPS = ("named", "earlier", "target", "other")


def decision(catalog: Catalog, words: Words) -> Drawing:
    """Three questions about a card, each with the answer that ends the search; the last box is what remains."""
    room = INNER - 20
    parts = []
    for step in STEPS[:-1]:
        ask = broken(words(f"picture.decision.{step}"), room / 11.5)
        yes = broken(words(f"picture.decision.{step}.yes"), (room - 60) / 11)
        parts.append((ask, yes))
    last = broken(words("picture.decision.other"), room / 11.5)
    heights = [(14 + 15 * len(ask), 12 + 14.5 * len(yes)) for ask, yes in parts]
    total = sum(a + b + 46 for a, b in heights) + 20 + 15 * len(last)
    drawing = _drawing(words, "decision", total + MARGIN)
    y = 4.0
    for (ask, yes), (ask_height, yes_height) in zip(parts, heights, strict=True):
        drawing.box(MARGIN, y, INNER, ask_height)
        for index, line in enumerate(ask):
            drawing.words(MARGIN + 10, y + 16 + 15 * index, line, 11.5, bold=True)
        y += ask_height
        drawing.line(MARGIN + 64, y, MARGIN + 64, y + 14)
        drawing.words(MARGIN + 70, y + 11, words("picture.decision.yes"), 10.5)
        drawing.box(MARGIN + 48, y + 14, INNER - 48, yes_height, "teal", 0.16)
        for index, line in enumerate(yes):
            drawing.words(MARGIN + 58, y + 30 + 14.5 * index, line, 11)
        drawing.arrow(MARGIN + 22, y, y + yes_height + 42)
        drawing.words(MARGIN + 28, y + yes_height + 34, words("picture.decision.no"), 10.5)
        y += yes_height + 42
    drawing.box(MARGIN, y, INNER, 14 + 15 * len(last), "amber", 0.16)
    for index, line in enumerate(last):
        drawing.words(MARGIN + 10, y + 16 + 15 * index, line, 11.5)
    return drawing


PICTURES: dict[str, Callable[[Catalog, Words], Drawing]] = {
    "decision": decision,
    "memory_bandwidth": memory_bandwidth,
    "partitions": partitions,
    "rooms": rooms.picture,
    "shared_memory": shared_memory,
    "stack": stack,
    "streams": streams,
}
"""Every picture by name: ``picture("stack")`` in a page."""
