"""The ROCm Field Guide: data/ and docs/ become a site. ``define_env`` registers the names that pages use.

Importing the package is cheap and needs no generator: everything heavy is imported where it is used.
"""

from __future__ import annotations

from typing import Any


def define_env(env: Any) -> None:
    """Called by mkdocs-macros once a build, and by Zensical once a page: the catalogue is loaded once a process."""
    from .pages import macro_calls

    macro_calls.register(env)
