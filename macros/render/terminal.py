"""One reader's question, answered in the terminal: as text, or as JSON for scripts.

Names are taken as people type them. The answer is a few tables, the same that stand on the pages.
"""

from __future__ import annotations

from dataclasses import dataclass

from .. import query, render
from ..catalog import Catalog
from ..catalog.model.hardware import Gpu, Release, System
from ..catalog.model.software import Framework
from ..query.answer import answered_release, platform_of
from ..query.find import find
from . import answer_table
from .answer_table import Table
from .words import Words


@dataclass(frozen=True)
class Question:
    """What is asked, in ids of the catalogue; empty: not asked."""

    gpu: str
    system: str
    release: str
    framework: str
    platform: str

    @classmethod
    def of(
        cls, catalog: Catalog, gpu: str, system: str = "", wsl: bool = False, release: str = "", framework: str = ""
    ) -> Question:
        """The question in ids. Raises :class:`Unknown`, naming the nearest, for the first name that is not known."""
        card = find(catalog, Gpu, gpu)
        named = find(catalog, System, system) if system else None
        asked = find(catalog, Release, release).id if release else ""
        program = find(catalog, Framework, framework).id if framework else ""
        platform = "wsl2" if wsl else platform_of(named)
        return cls(card.id, named.id if named else "", asked, program, platform)


def tables(catalog: Catalog, asked: Question, lang: str) -> list[Table]:
    """The answer first; then first and last release, who says so, the framework, and how to install it."""
    release = asked.release or answered_release(catalog, asked.platform)
    choice = {"gpu": asked.gpu, "system": asked.system, "release": release, "platform": asked.platform}
    out = [
        answer_table.build(catalog, "gpu_answer", lang, **{key: given for key, given in choice.items() if given}),
        answer_table.build(catalog, "gpu_lifetime", lang, gpu=asked.gpu),
        answer_table.build(catalog, "gpu_publishers", lang, gpu=asked.gpu),
    ]
    if asked.framework:
        rows = query.QUESTIONS["framework_releases"](catalog, framework=asked.framework)
        columns = ("release", "versions", "python", "wheel_index", "images")
        same = [row for row in rows if row.key.split("-")[0] == release] or rows[:3]
        framework = {"framework": asked.framework}
        out.append(answer_table.of_answers(catalog, "framework_releases", lang, same, columns, framework))
        out.append(_install(catalog, asked, lang, release))
    if any(True for _ in query.QUESTIONS["conflicts"](catalog, gpu=asked.gpu)):
        out.append(answer_table.build(catalog, "conflicts", lang, gpu=asked.gpu))
    return out


def _install(catalog: Catalog, asked: Question, lang: str, release: str) -> Table:
    """The commands that install the framework for this card on this system."""
    system = "wsl2" if asked.platform == "wsl2" else asked.system
    choice = {"item": asked.framework, "release": release, "system": system}
    choice["target"] = catalog.get(Gpu, asked.gpu).target or ""
    given = {key: chosen for key, chosen in choice.items() if chosen}
    return answer_table.build(
        catalog, "install_commands", lang, ("title", "method", "commands", "checks", "note"), **given
    )


def spoken(catalog: Catalog, asked: Question, lang: str, form: str) -> str:
    """The answer as ``text`` or ``json``."""
    found = tables(catalog, asked, lang)
    if form == "json":
        return render.json_text({"question": vars(asked), "tables": [render.to_json(one) for one in found]})
    words = Words(catalog, lang)
    return "\n".join(render.to_text(words, one) for one in found if one.rows)
