"""Lets MkDocs build some pages of a language, and hears what it tells."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from mkdocs.commands.build import build
from mkdocs.config import load_config

from ..site.diagnostics import told
from ..site.layout import CONFIGURATIONS
from .report import fault_of

DIRTY = "A 'dirty' build"
"""How MkDocs' warning begins that a preview builds some pages only."""


class CompiledTemplates(BytecodeCache):
    """The theme's templates, compiled once for all batches."""

    def __init__(self) -> None:
        self.codes: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := self.codes.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.codes[bucket.key] = bucket.bytecode_to_string()

    def use(self, env: Any, **_: Any) -> None:
        """MkDocs makes a new environment for each build."""
        env.bytecode_cache = self


def build_old_pages(root: Path, lang: str, folder: Path, compiled: CompiledTemplates) -> tuple[bool, list[str]]:
    """Build those pages of the checkout ``root`` whose file in ``folder`` is older than their source.

    Did it fail, and what was told; what MkDocs raises is told too.
    """
    failed = False
    with told(root, lang) as faults:
        try:
            config = load_config(str(root / CONFIGURATIONS[lang]), site_dir=str(folder), strict=False)
            config.site_url = ""
            config.plugins["macros"].config["on_error_fail"] = False  # the page shows what is wrong, others go on
            config.plugins.events["env"].append(compiled.use)
            config.plugins.on_startup(command="serve", dirty=True)
            build(config, dirty=True)
        except (Exception, SystemExit) as error:
            failed = True
            if all(fault.startswith(DIRTY) for fault in faults):
                faults.append(fault_of(error, root))
    return failed, [fault for fault in faults if not fault.startswith(DIRTY)]
