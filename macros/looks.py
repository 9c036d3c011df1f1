"""How facts look where people type them, and which spellings of a fact are the same.

Every pattern takes time that grows with the text's length only: what may repeat is taken whole (``++``, ``*+``), and no
look ahead runs over what another match begins in.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

MEASURED = (
    r"[ -]?(?:(?:[kKMGTP]i?B|k?W|[TP]FLOP[Ss]?|[kMG]Hz|ms|µs|s|x|V|nm|Gbps|tokens|points|times|seconds|minutes|hours"
    r"|days|percent)\b|[%×°倍秒毫分小天点度])"
)
"""Behind a number that is no version."""

NUMBER = rf"\d++(?:\.\d++)++(?!{MEASURED})[a-z]*+\d*+(?:\.(?:x|(?:dev|post)\d+))?(?!\w)"
DATE_OR_HOST = r"(?:19|20)\d\d\.|\d+(?:\.\d+){3}"
BARE_VERSION = rf"(?=[vV\d])(?<![\w./:+-])[vV]?(?!{DATE_OR_HOST}){NUMBER}(?:[+~-]\w++(?:\.\w++)*+)?(?!/(?!\d)|\.\w)"
BEFORE_VERSION = r"(?:\[[^\[\]\n]*+\])?(?: ?(?:version|release|版本))?(?: ?[=<>~!]=? ?|[ \n/_-])?v?"
EDITION = r"(?: SP\d+| U\d+| \d\dH\d)?"

TARGET = r"(?<![A-Za-z0-9])(?i:gfx)\d[\da-zA-Z]*+(?:-(?:\d-)*+generic)?"
PRODUCT = (
    r"(?<![\w.-])(?=[MmRrGHPVW])(?:(?:MI[ -]?|mi)\d{2,4}\w*|[RG]TX[ -]?\d{3,4}\w*"
    r"|[Rr](?i:X[ -]?\d{3,4}\w*(?:[ -](?:XTX?|GRE)\b)?)|Radeon[ -]?\d{3,4}\w*|HX[ -](?:PRO )?\d{3}"
    r"|Max\+?(?: PRO)?[ -]?\d{3}|(?:PRO )?[RWV]\d{4}\w*|PRO V\d{3})(?!\w)"
)
NAME = r"(?<![\w./@-])(?:amd|hip|miopen|migraphx|rccl|roc)[a-z0-9_]*+(?:-[a-z0-9]++)*+(?![\w/.-]*[\w/])"
HOST = r"[a-z0-9-]++(?:\.[a-z0-9-]++)++(?::\d++)?/"
ADDRESS_END = r"(?:[\w/]|[.:?#%=&+~-]++(?=[\w/]))++"
OPTION = r"(?<![\w-])--[a-z][\w-]*"
DEFINITION = r"(?<![\w-])-D(?: (?=\w+=))?(?!CMAKE_(?!HIP_))[A-Z_]\w{2,}"
"""A CMake or compiler definition. CMake's own names say nothing about ROCm, but for those of HIP."""

AMOUNT = (
    r"(?<![\w.])\d++(?:,\d{3})*+(?:\.\d++)?[ -]?(?:(?i:[mgt]i?b(?:/s)?|[mg]hz|[tp]flop(?:s|/s)?|cus?|compute units?)|W"
    r"|(?:个 ?)?(?:CU|计算单元))(?!\w)"
)


def any_of(words: Iterable[str]) -> str:
    """A pattern for one of these words, the longest that fits."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def any_case(words: Iterable[str]) -> str:
    """A pattern for one of these words in any capitals. Words are grouped by their first letter: ten times as fast."""
    groups: dict[str, list[str]] = defaultdict(list)
    for word in {word.lower() for word in words}:
        groups[word[0]].append(word[1:])
    return "|".join(f"[{first}{first.upper()}](?i:{any_of(rest)})" for first, rest in sorted(groups.items()))


def named_version(names: Iterable[str], dotted: Iterable[str]) -> str:
    """A version behind the name of its owner. Behind ``dotted`` names, or names in other capitals, a lone number is
    none: kernel 2, sliding windows 64.
    """
    every = {*names, *dotted}
    first = re.escape("".join(sorted({case for name in every for case in (name[0].lower(), name[0].upper())})))
    number = rf"\d++(?:\.x)?{EDITION}(?!-?\w|[.,]\d)"
    return (
        rf"(?<![\w.-])(?=[{first}])(?:(?:{any_case(every)}){BEFORE_VERSION}{NUMBER}|(?:{any_of(names)})[ -]v?{number})"
    )


def image(owners: Iterable[str]) -> str:
    """A container image: with a tag, or, where its owner is one of these, without."""
    tagged, untagged = r"[a-z][\w.-]*+/[a-z][\w.-]*:[\w.-]*\w", rf"(?:{any_of(owners)})/[a-z][\w.-]*\w(?![\w/]|:\w)"
    return rf"(?<![\w./:@-])(?=[\w.-]++[:/])(?:{HOST})?(?:{tagged}|{untagged})"


def address(hosts: Iterable[str]) -> str:
    """An address; of these hosts and hosts below them also without https."""
    elsewhere = r"127\.0\.0\.1|localhost|[\w.]*example\b"
    below = rf"(?<![\w./@:-])(?=[\w-]++\.)(?=(?:[\w-]+\.)*(?:{any_of(hosts)})/)"
    return rf"(?:https?://(?!{elsewhere})|{below}){ADDRESS_END}"


def variable(families: Iterable[str]) -> str:
    """An environment variable whose first word is one of these."""
    return rf"(?<!\w)(?=[A-Z])(?:{any_of(families)})(?:_[A-Z0-9]+)++(?!\w)"


VERSION_PARTS = re.compile(r"(\D*?)[ \n=<>~!/_-]*(?:version|release|版本)?[ \n=<>~!/_-]*v?(\d.*)", re.S)
AMOUNT_PARTS = re.compile(r"([\d,.]+)(.*)", re.S)
EXTRAS = re.compile(r"\[.*\]")
JOINTS = str.maketrans("", "", " -")
UNITS = {"cus": "cu", "computeunit": "cu", "computeunits": "cu", "个cu": "cu", "个计算单元": "cu", "计算单元": "cu"}
UNITS |= {"tflop": "tflops", "tflop/s": "tflops", "pflop": "pflops", "pflop/s": "pflops"}
THOUSANDS = {"tb/s": "gb/s", "ghz": "mhz", "pflops": "tflops"}


def as_version(word: str) -> str:
    """ROCm-7.2.x, rocm v7.2 and ROCm 7.2 are one; so are v7.2 and 7.2, torch[device-all]==2.13.0 and torch 2.13.0."""
    parts = VERSION_PARTS.fullmatch(EXTRAS.sub("", word.lower()))
    return " ".join(parts.groups()).strip().removesuffix(".x") if parts else word


def as_product(word: str) -> str:
    """RX7900XTX, RX-7900 XTX and rx 7900 xtx are one; so are PRO W7900 and W7900."""
    return word.lower().translate(JOINTS).removeprefix("pro")


def as_address(word: str) -> str:
    return word.removeprefix("http://").removeprefix("https://").rstrip("/")


def as_image(word: str) -> str:
    """Docker Hub is where an image comes from that names no registry."""
    return word.rpartition("docker.io/")[2].removeprefix("library/")


def as_definition(word: str) -> str:
    return word.removeprefix("-D").strip()


def as_amount(word: str) -> str:
    """5.3 TB/s, 5300.0 GB/s and 5,300GB/s are one."""
    parts = AMOUNT_PARTS.fullmatch(word)
    assert parts, word
    number, unit = float(parts[1].replace(",", "")), parts[2].lower().translate(JOINTS)
    unit = UNITS.get(unit, unit)
    if unit in THOUSANDS:
        number, unit = number * 1000, THOUSANDS[unit]
    return f"{round(number, 3)} {unit}"
