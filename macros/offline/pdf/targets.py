"""Makes links and what they lead to agree within the document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from .built_pages import LABELS

Fault = Callable[[str, Any, str], None]
"""Called with the key of a page, an element and what is wrong."""


class Printed(Protocol):
    """A page as it goes in."""

    key: str
    article: Any
    entry: bool


class Guide(Protocol):
    @property
    def sheets(self) -> Iterator[Printed]: ...


def resolve(guide: Guide, moved: dict[str, str], fault: Fault) -> None:
    """Makes every link lead to something that is there; a dead one in a whole page is a fault.

    ``moved`` says where labels of what was not printed are.
    """
    there: dict[str, str] = {}
    for sheet in guide.sheets:
        for element in sheet.article.xpath(".//*[@data-page or @data-label]"):
            for name in LABELS:
                label = element.get(name)
                if label and label in there:  # as browsers do it: the first one counts
                    del element.attrib[name]
                elif label:
                    there[label] = sheet.key
    whole = {sheet.key for sheet in guide.sheets if not sheet.entry}
    for sheet in guide.sheets:
        for link in sheet.article.iter("a"):
            to = link.get("data-to")
            if to in moved:
                to = moved[to]
                link.set("data-to", to)
            if not to or to in there:
                continue
            page, _, fragment = to.partition("#")
            if f"{page}#" in there:
                link.set("data-to", f"{page}#")
            else:
                del link.attrib["data-to"]
            if page in whole and fragment and not sheet.entry:
                fault(sheet.key, link, f"the link leads to {to}, which is not there")


def wanted(guide: Guide) -> frozenset[str]:
    """The labels that some link leads to."""
    return frozenset(
        link.get("data-to") for sheet in guide.sheets for link in sheet.article.iter("a") if link.get("data-to")
    )
