"""One word that stands for finished HTML until Markdown has run.

It is made from what it stands for: the same HTML has the same placeholder, in every process, whichever generator
calls the macros and however often it sets them up.
"""

from __future__ import annotations

import hashlib
import re

BLOCK, INLINE = "rfgblock", "rfginline"

WORD = re.compile(rf"(?:{BLOCK}|{INLINE})[0-9a-f]{{32}}")

_finished: dict[str, str] = {}


def placeholder(html: str, inline: bool = False) -> str:
    """One word that becomes ``html`` after Markdown has run; ``inline`` for HTML that may stand in a sentence."""
    kind = INLINE if inline else BLOCK
    word = kind + hashlib.blake2b(html.encode(), digest_size=16).hexdigest()
    _finished[word] = html
    return word


def finished(word: str) -> str:
    """What a placeholder stands for; the word itself when nobody made it."""
    return _finished.get(word, word)


def swapped(text: str) -> str:
    """A text with the finished HTML in the place of every placeholder."""
    return WORD.sub(lambda match: finished(match[0]), text)


def forget() -> None:
    """Drops what is stored; only between two builds."""
    _finished.clear()
