"""Makes built pages readable from disk: a link leads to a file of the copy, to the public site, or is no link.

Works on the text of the pages, so that it does not matter who built them. The site's layout stays as it is.
"""

from __future__ import annotations

import json
import posixpath
import re
from dataclasses import dataclass
from urllib.parse import unquote

from lxml import html

from ..render import escape

PAGE = "index.html"
ONLINE = re.compile(r"<!-- online -->(.*?)<!-- /online -->", re.DOTALL)
"""Templates mark so what leads out of the copy as a whole: the language switch, the downloads."""

ATTRIBUTES = r"""(?:[^"'>]|"[^"]*"|'[^']*')*"""
LINKING = re.compile(
    rf"<!--.*?-->|<(script|style)\b.*?</\1\s*>|<(?P<tag>a|area|link|form)\s{ATTRIBUTES}>", re.DOTALL | re.IGNORECASE
)
"""Tags with an address to go to; comments and scripts are passed over, whatever they hold."""

ATTRIBUTE = re.compile(r"""\s+(?P<name>[^\s=>"'/]+)(?:=(?:"(?P<two>[^"]*)"|'(?P<one>[^']*)'|(?P<none>[^\s>]*)))?""")
PATH = re.compile(r"[^?#]*")
ELSEWHERE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
CANONICAL = re.compile(r"""<link rel="canonical" href="[^"]+">""")


@dataclass(frozen=True)
class Copy:
    """What a copy of the site holds. ``files`` are paths below the site; ``address`` is the site's own, or empty."""

    files: frozenset[str]
    address: str = ""

    def page(self, name: str, text: str) -> str:
        """The HTML of page ``name``, with links that work from disk."""
        text = ONLINE.sub(r"\1" if self.address else "", text)
        return LINKING.sub(lambda found: self._tag(name, found[0]) if found["tag"] else found[0], text)

    def _tag(self, page: str, tag: str) -> str:
        found = next((one for one in ATTRIBUTE.finditer(tag) if one["name"].lower() in ("href", "action")), None)
        if not found or found.lastgroup == "name":
            return tag
        begin, end = found.span(found.lastgroup)
        path = PATH.match(tag, begin, end)[0]
        if not path or ELSEWHERE.match(path):
            return tag
        there = self._found(page, path)
        if there is None:
            return "" if tag[:5].lower() == "<link" else tag[: found.start()] + tag[found.end() :]
        return tag[:begin] + there + tag[begin + len(path) :]

    def _found(self, page: str, path: str) -> str | None:
        """Where a link of a page leads from disk, both as HTML; None when it leads to nothing that can be reached."""
        there = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
        target = unquote(there)
        if target in self.files:
            return path
        if posixpath.normpath(f"{target}/{PAGE}") in self.files:
            return f"{path.rstrip('/')}/{PAGE}"
        if not self.address:
            return None
        return escape(self.address) + ("" if there == "." else there + "/" * path.endswith(("/", ".")))

    def index(self, folder: str, text: str) -> str:
        """A search index (JSON) of the pages below ``folder`` that are here, their addresses those of files."""
        found = json.loads(text)
        docs = []
        for doc in found["docs"]:
            path, hash_sign, anchor = doc["location"].partition("#")
            path = posixpath.join(path, PAGE) if not path or path.endswith("/") else path
            if posixpath.join(folder, path) in self.files:
                docs.append({**doc, "location": path + hash_sign + anchor})
        return json.dumps({**found, "docs": docs}, ensure_ascii=False, separators=(",", ":"))


def public_address(home: str) -> str:
    """The address of the site, ending in a slash, by the HTML of its home page; empty when it was built without one."""
    found = CANONICAL.search(home)
    return f"{html.fragment_fromstring(found[0]).get('href').rstrip('/')}/" if found else ""
