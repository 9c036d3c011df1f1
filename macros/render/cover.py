"""Draws the page that one sees first in an unpacked zip: what this is, of which edition, and the ways in."""

from __future__ import annotations

from collections.abc import Iterable

from .markup import escape

STYLE = """
:root { color-scheme: light dark; --ink: #1b2a30; --faint: #4d5b5e; --page: #ffffff; --line: #d5dcdd; --way: #0b4f5c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e9ea; --faint: #b4c0c3; --page: #1e2729; --line: #3a484d; --way: #17707f; }
}
body { margin: 0; background: var(--page); color: var(--ink); line-height: 1.65; font-family: system-ui, -apple-system,
  "Segoe UI", Roboto, Arial, "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 12vh 1.2rem 3rem; }
h1 { line-height: 1.3; margin: 0 0 0.4rem; text-wrap: balance; }
a { color: inherit; }
.ways a { display: inline-block; margin: 0 0.6rem 0.6rem 0; padding: 0.5rem 1.1rem; border: 1px solid var(--way);
  border-radius: 0.25rem; text-decoration: none; }
.ways a:first-child { background: var(--way); color: #ffffff; }
.edition { font-weight: 600; }
.small { color: var(--faint); border-top: 1px solid var(--line); padding-top: 0.8rem; font-size: 0.85rem; }
:focus-visible { outline: 3px solid #c47a1c; outline-offset: 2px; }
"""


def cover(
    lang: str, title: str, edition: str, ways: Iterable[tuple[str, str]], said: Iterable[str], small: Iterable[str]
) -> str:
    """``ways`` are (words, address) pairs, the guide itself first; ``said`` are paragraphs, ``small`` lines."""
    links = "".join(f'<a href="{escape(address)}">{escape(words)}</a>' for words, address in ways)
    paragraphs = "".join(f"<p>{escape(words)}</p>\n" for words in said)
    return f"""<!doctype html>
<html lang="{escape(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
<p class="edition">{escape(edition)}</p>
<p class="ways">{links}</p>
{paragraphs}<p class="small">{"<br>".join(map(escape, small))}</p>
</main>
</body>
</html>
"""
