"""How wide text will be, in units of the type size: enough to choose columns and orientation before setting."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LATIN = (
    220, 275, 374, 521, 521, 880, 621, 231, 299, 299, 427, 521, 231, 324, 231, 396,
    521, 521, 521, 521, 521, 521, 521, 521, 521, 521, 231, 231, 521, 521, 521, 435,
    885, 574, 632, 619, 661, 562, 518, 661, 698, 257, 503, 607, 508, 770, 696, 714,
    598, 714, 589, 569, 573, 694, 532, 842, 519, 482, 592, 299, 396, 299, 521, 550,
    586, 536, 593, 492, 595, 527, 279, 530, 575, 245, 245, 499, 254, 889, 580, 586,
    595, 595, 339, 441, 334, 577, 466, 742, 434, 468, 438, 299, 243, 299, 521,
)  # fmt: skip
"""Advance widths of the printable ASCII signs in Noto Sans CJK, Thin, in thousandths."""

HEAVIER = 1.09
"""Regular and Medium are this much wider than Thin."""

ASCII = [0.0] * 32 + [width * HEAVIER / 1000 for width in LATIN] + [0.0]

MONO = 0.602
"""Every sign of DejaVu Sans Mono."""

MONO_SCALE = 1.0
"""Code in small tables is as large as the text around it; see ``style.typ``."""

MIDDLE_DOT = 0xB7

SIGN = re.compile(r"^([^\w\s]) ")
"""A sign before a word: the two stay together where there is room."""

LONG = 22
"""A word of more signs than this may be broken at its joints."""

JOINT = re.compile(r"(?<=[/\\._\-:=,?&@+;|])(?=[^/\\._\-:=,?&@+;|])")
WORD = re.compile(rf"[\x21-\u2e7f]{{{LONG + 1},}}")


@lru_cache(maxsize=200_000)
def width(text: str, mono: bool = False) -> float:
    """The width of a line of text, in ems."""
    if mono:
        return sum(MONO if ord(sign) < 0x2E80 else 1.0 for sign in text) * MONO_SCALE
    if text.isascii():
        return sum(map(ASCII.__getitem__, map(ord, text)))
    return sum(map(_sign, text))


def _sign(sign: str) -> float:
    code = ord(sign)
    if code < 128:
        return ASCII[code]
    if unicodedata.combining(sign):
        return 0.0
    return 0.6 if code < 0x2000 and code != MIDDLE_DOT else 1.0  # full width in Chinese fonts


def columns(text: str) -> int:
    """How many columns a line takes on a terminal."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def pieces(word: str) -> list[str]:
    """The parts between which a long word may be broken: at its joints, else anywhere."""
    out: list[str] = []
    for part in JOINT.split(word):
        while len(part) > LONG:
            out.append(part[:LONG])
            part = part[LONG:]
        if out and len(out[-1]) + len(part) <= LONG // 2:
            out[-1] += part
        else:
            out.append(part)
    return out


@lru_cache(maxsize=200_000)
def longest(text: str, mono: bool = False) -> float:
    """The width of the widest part that is not broken, in ems."""
    most = 0.0
    text = SIGN.sub(r"\1_", text)
    for word in re.split(r"[ \n\u200b]|(?<=[\u2e80-\uffff])|(?=[\u2e80-\uffff])", text):
        if not word:
            continue
        parts = pieces(word) if WORD.match(word) else re.split(r"(?<=[\w])(?<=-)", word)
        most = max(most, *(width(part, mono) for part in parts)) if parts else most
    return most


def wrapped(line: str, room: float) -> list[str]:
    """A line of code in parts that fit, broken at blanks where they are near. ``room`` is in widths of a sign."""
    out, part, used = [], "", 0.0
    for sign in line:
        wide = _code(sign)
        if part and used + wide > room:
            at = part.rstrip(" ").rfind(" ") + 1
            kept = part[at:] if at > len(part) * 2 // 3 else ""
            out.append(part[: len(part) - len(kept)])
            part, used = kept, sum(map(_code, kept))
        part, used = part + sign, used + wide
    return [*out, part]


def _code(sign: str) -> float:
    return 1.0 if ord(sign) < 0x2E80 else 1.0 / MONO
