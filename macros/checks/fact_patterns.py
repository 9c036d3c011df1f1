"""How facts look where people type them, and which spellings of a fact are the same.

Every pattern takes time that grows with the text's length only: what may repeat is taken whole (``++``, ``*+``), and no
look ahead runs over what another match begins in.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

GAP = r"(?:&nbsp;|[ \t]{1,2}|[ \t]?\n[ \t]{0,8}(?!\d+[.)][ \n]))"
"""Between two words; what begins a list on the next line is no number of the word before it."""

MARK = r"[*_`]{0,3}"
"""Bold, italics, code: around a part of a fact."""

MEASURED = (
    r"(?:[ \n-]?(?:(?:[kKMGTP]i?B|k?W|[TP]FLOP[Ss]?|[kMG]Hz|[mµn]?s|min|h|[mcµn]?m|km|k?g|x|V|Gbps|fps|tok/s|tokens"
    r"|bits?|points|pp|times|fold|seconds|minutes|hours|days|epochs|steps|percent|thousand|million|billion|trillion)\b"
    r"|[%×°倍秒毫分小天点度亿万次个米元美位](?![支版要]))|:\d)"
)
"""Behind a number that is no version; in a ratio, the other side."""

NUMBER = rf"\d++(?:\.\d++)++(?!{MEASURED})[a-z]*+\d*+(?:\.(?:x|(?:dev|post)\d+))?(?!\w)"
DECIMAL = r"\d++\.\d++(?!\.?\w)"
DATE_OR_HOST = r"(?:19|20)\d\d\.|\d+(?:\.\d+){3}"
BARE_VERSION = (
    rf"(?=[vV\d])(?<![\w./:+$€£¥-])[vV]?(?!{DATE_OR_HOST}|0\.\d++(?!\.?\w)){NUMBER}(?:[+~-]\w++(?:\.\w++)*+)?"
    r"(?!/(?!\d)|\.\w)"
)
BEFORE_VERSION = rf"(?:\[[^\[\]\n]*+\])?{MARK}(?:{GAP}?(?:version|release|版本))?(?: ?[=<>~!]=? ?|{GAP}|[/_-])?{MARK}v?"
AND = (
    rf"{MARK}(?:,?{GAP}(?:and|or|to|through){GAP}"
    rf"|{GAP}?(?:[,，、]{GAP}?[和或及至到]|，?以及|[,–—/、~和或及至到]){GAP}?|-){MARK}v?"
)
"""Between versions of one owner: in a list or a range."""

OF_ELSE = (
    r"(?:[A-Z][\w+#]*+|(?:apt|bash|clang|cmake|conda|curl|docker|gcc|git|helm|jq|llvm|ninja|npm|numpy|pip|podman"
    r"|rust|systemd|transformers|uv)\b)"
)
"""The name of something else. Words that are no names, and those of our own things, are told apart by ``NO_NAME``."""

NO_NAME = (
    r"(?!(?i:amd|adrenalin|core|driver|hip|instinct|platform|radeon|rocm|runtime|ryzen|sdk|smi|software|stack|therock)\b"
    r"|(?:A|Added|After|All|And|Are|As|At|Available|Before|Below|Between|Both|Build|But|By|Changed|Check|Choose"
    r"|Current|Default|Deprecated|Driver|Either|Even|Every|Fixed|For|From|Get|If|In|Install|Introduced|Into|Is"
    r"|It|Latest|Like|Line|Lines|Needs|New|No|Not|Of|Old|On|Only|Or|Over|Package|Packages|Pin|Preview|Release"
    r"|Releases|Removed|Requires|Run|See|Since|So|Stable|Stay|Support|Supported|Supports|Take|Than|That|The|Then"
    r"|This|To|Try|Under|Unlike|Until|Update|Upgrade|Use|Version|Versions|Was|Wheel|Wheels|When|While|With"
    r"|Without)\b)"
)
QUANTITY = (
    r"(?:\b(?i:(?<!version )(?<!release )of|by|rate|ratio|about|around|roughly|nearly|almost|averages?|factor"
    rf"|score|loss|perplexity|temperature){GAP}|(?:[约近]|[率度比值分数]为?){GAP}?){MARK}{DECIMAL}"
)
"""A decimal number behind a word that says it is measured or set."""

EDITION = r"(?: SP\d+| U\d+| \d\dH\d)?"

TARGET = rf"(?<![A-Za-z0-9])(?i:gfx)(?:{GAP}(?=\d{{3}}))?\d[\da-zA-Z]*+(?:-(?:\d-)*+generic)?"
JOINT = rf"[*`]{{0,3}}(?:{GAP}|-)?[*`]{{0,3}}"
PRODUCT = (
    rf"(?<![\w.-])(?=[MmRrGHPVW])(?:(?:MI{JOINT}|mi)\d{{2,4}}\w*|[RG]TX{JOINT}\d{{3,4}}\w*"
    rf"|[Rr](?i:X{JOINT}\d{{3,4}}\w*(?:[ -](?:XTX?|GRE)\b)?)|Radeon{JOINT}\d{{3,4}}\w*|HX[ -](?:PRO )?\d{{3}}"
    rf"|Max\+?(?: PRO)?{JOINT}\d{{3}}|(?:PRO )?[RWV]\d{{4}}\w*|PRO V\d{{3}})(?!\w)"
)
NAME = r"(?<![\w./@-])(?:amd|hip|miopen|migraphx|rccl|roc)[a-z0-9_]*+(?:-[a-z0-9]++)*+(?![\w/.-]*[\w/])"
INSTALLED = r"(?<=install )[a-z][a-z0-9_]*+(?:-[a-z0-9_]++)*+(?<=-rocm)(?![\w/.-]*[\w/])"
"""A package that is installed and ends as those of ROCm do."""

HOST = r"[a-z0-9-]++(?:\.[a-z0-9-]++)++(?::\d++)?/"
ADDRESS_END = r"(?:[\w/]|[.:?#%=&+~-]++(?=[\w/]))++"
OPTION = r"(?<![\w-])--[a-z][\w-]*"
DEFINITION = r"(?<![\w-])-D(?: (?=\w+=))?(?!CMAKE_(?!HIP_)|BUILD_(?:TESTING|SHARED_LIBS)\b)[A-Z_]\w{2,}"
"""A CMake or compiler definition. CMake's own names say nothing about ROCm, but for those of HIP."""

AMOUNT = (
    r"(?<![\w.])(?<!\d,)\d++(?:,\d{3}){0,4}+(?:\.\d++)?"
    rf"{JOINT}(?:(?i:[mgt]i?b(?:/s)?|[mg]hz|[tp]flop(?:s|/s)?|tops|watts?|cus?|compute units?)|W|瓦"
    r"|(?:个 ?)?(?:CU|计算单元))(?!\w)"
    rf"(?!{GAP}?(?:of{GAP})?(?:free |empty |的|可用|空闲|剩余){{0,3}}+"
    r"(?:disk|space|storage|swap|(?:huge )?pages?\b|[磁硬]盘|空间|交换|大?页))"
)
"""An amount a GPU can have. What is said of disks and of pages of memory no product has: it passes."""


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
    """A version behind the name of its owner, and more of them in a list or range. Behind ``dotted`` names, or names in
    other capitals, a lone number is none: kernel 2, sliding windows 64.
    """
    every = {*names, *dotted}
    first = re.escape("".join(sorted({case for name in every for case in (name[0].lower(), name[0].upper())})))
    number = rf"\d++(?:\.x)?{EDITION}(?!-?\w|[.,]\d)"
    return (
        rf"(?<![\w.-])(?=[{first}])(?P<one>(?:{any_case(every)}){BEFORE_VERSION}{NUMBER}"
        rf"|(?:{any_of(names)}){MARK}(?:{GAP}|-){MARK}v?{number})(?P<more>(?:{AND}{NUMBER})*+)"
    )


def version(named: str, majors: Iterable[str]) -> str:
    """A version behind its owner's name, as ``named`` finds it, or alone. One behind the name of something else, and a
    number that counts or measures, are found as ``else``: from 4.2 to 1.1 too, where it is none of our ``majors``.
    """
    other = rf"(?<![\w.-]){NO_NAME}{OF_ELSE}{BEFORE_VERSION}{NUMBER}(?:{AND}{NUMBER})*+"
    measured = rf"(?<![\w.-])\d++(?:\.\d++)?{GAP}?(?:[–~到至-]|to|and|or){GAP}?\d++(?:\.\d++)?(?={MEASURED})"
    decimal = rf"(?!(?:{any_of(majors)})\.){DECIMAL}"
    fell = rf"\b[Ff]rom{GAP}{decimal}{GAP}to{GAP}{decimal}"
    fell_in_chinese = rf"从{GAP}?{decimal}{GAP}?[\u4e00-\u9fff]{{0,4}}[到至]{GAP}?{decimal}"
    return rf"{named}|(?P<else>{other}|{QUANTITY}|{measured}|{fell}|{fell_in_chinese})|{BARE_VERSION}"


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


VERSION_PARTS = re.compile(r"(\D*?)[\s=<>~!/_-]*(?:version|release|版本)?[\s=<>~!/_-]*v?(\d.*)", re.S)
MARKS = re.compile(r"&nbsp;|[*`]")
LISTED = re.compile(r"\d+(?:\.\d+)+\w*(?:\.\w+)?", re.A)
AMOUNT_PARTS = re.compile(r"([\d,.]+)(.*)", re.S)
DESCRIBES = re.compile(
    r"-(?:accelerated|aware|based|capable|compatible|enabled|free|like|native|only|ready|related|side|specific)$"
)
EXTRAS = re.compile(r"\[.*\]")
JOINTS = str.maketrans("", "", " -\t\n")
UNITS = {"cus": "cu", "computeunit": "cu", "computeunits": "cu", "个cu": "cu", "个计算单元": "cu", "计算单元": "cu"}
UNITS |= {"watt": "w", "watts": "w", "瓦": "w", "tops": "tflops"}
UNITS |= {"tflop": "tflops", "tflop/s": "tflops", "pflop": "pflops", "pflop/s": "pflops"}
BLANKS = str.maketrans("", "", " \t\n")
THOUSANDS = {"tb/s": "gb/s", "ghz": "mhz", "pflops": "tflops"}


def as_version(word: str) -> str:
    """ROCm-7.2.x, rocm v7.2 and ROCm 7.2 are one; so are v7.2 and 7.2, torch[device-all]==2.13.0 and torch 2.13.0."""
    parts = VERSION_PARTS.fullmatch(EXTRAS.sub("", MARKS.sub("", word.lower())))
    return " ".join(parts.groups()).strip().removesuffix(".x") if parts else word


def unmarked(typed: str) -> str:
    """What was typed on one line, without the marks of bold, italics and code."""
    return re.sub(r"[ \t\n]+", " ", typed.replace("&nbsp;", " ").replace("*", "").replace("`", ""))


def whole(match: re.Match[str]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """A match that is one fact: where it begins and ends, and what it stands for."""
    yield *match.span(), (match[0],)


def versions_in(match: re.Match[str]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Where each version of a match of ``version`` or ``named_version`` begins and ends, and what it can stand for: the
    first has its owner before it; the others in a list or range are its owner's too, or releases of ROCm.
    """
    groups = match.groupdict()
    if not groups["one"]:
        if not groups.get("else"):
            yield from whole(match)
        return
    yield *match.span("one"), (match["one"],)
    owner = as_version(match["one"]).rpartition(" ")[0]
    for listed in LISTED.finditer(match.string, *match.span("more")):
        yield *listed.span(), (f"{owner} {listed[0]}", listed[0])


def as_target(word: str) -> str:
    """GFX942 and gfx 942 are gfx942."""
    return MARKS.sub("", word.lower()).translate(BLANKS)


def as_name(word: str) -> str:
    """rocm-enabled is said of rocm."""
    return DESCRIBES.sub("", word)


def as_product(word: str) -> str:
    """RX7900XTX, RX-7900 XTX and rx 7900 xtx are one; so are PRO W7900 and W7900."""
    return MARKS.sub("", word.lower()).translate(JOINTS).removeprefix("pro")


def as_address(word: str) -> str:
    return word.removeprefix("http://").removeprefix("https://").rstrip("/")


def as_image(word: str) -> str:
    """Docker Hub is where an image comes from that names no registry."""
    return word.rpartition("docker.io/")[2].removeprefix("library/")


def as_definition(word: str) -> str:
    return word.removeprefix("-D").strip()


def as_amount(word: str) -> str:
    """5.3 TB/s, 5300.0 GB/s and 5,300GB/s are one."""
    parts = AMOUNT_PARTS.fullmatch(MARKS.sub("", word))
    assert parts, word
    number, unit = float(parts[1].replace(",", "")), parts[2].lower().translate(JOINTS)
    unit = UNITS.get(unit, unit)
    if unit in THOUSANDS:
        number, unit = number * 1000, THOUSANDS[unit]
    return f"{round(number, 3)} {unit}"
