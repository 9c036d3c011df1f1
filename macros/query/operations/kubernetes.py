"""Questions about Kubernetes and containers."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalog import Catalog
from ...catalog.model.deployment import KubernetesItem, Range, Variable
from ..base import NOT_APPLICABLE, Answer, Value, question, said
from ..values import distinct, gpu_names, lines, note, system_name, text, whole_or

READER = "Kubernetes device plug-in"
"""How variables name the device plug-in: its environment variables are among them."""


def range_text(needed: Range) -> str:
    """``Kubernetes 1.29 – 1.36``; what has no number says it in its note."""
    if needed.exactly:
        span = needed.exactly
    elif needed.least and needed.most:
        span = f"{needed.least} – {needed.most}"
    elif needed.least or needed.most:
        span = f"≥ {needed.least}" if needed.least else f"≤ {needed.most}"
    else:
        span = ", ".join(f"+ {version}" for version in needed.added)
    text = " ".join(filter(None, (needed.what, span)))
    return f"{text} ({needed.note})" if needed.note and span else f"{text}: {needed.note}" if needed.note else text


def _item_answer(catalog: Catalog, item: KubernetesItem) -> Answer:
    here = said(catalog, item)
    values = [item.value] if item.value else [*item.values, *(f"{a}: {b}" for a, b in item.settings.items())]
    needs = [
        *(range_text(needed) for needed in item.needs),
        *(system_name(catalog, key) for key in item.systems),
        *gpu_names(catalog, item.gpus),
    ]
    typed = item.kind in ("image", "flag", "label", "resource", "package", "field", "attribute")
    return Answer(
        item.id,
        {
            "part": Value(word=f"part.{item.component}"),
            "kind": Value(word=f"kind.{item.kind}"),
            "name": text(item.name, here, code=typed),
            "value": lines(catalog, item, values, code=typed),
            "default": text(item.default, said(catalog, item), code=True),
            "argument": text(item.argument, said(catalog, item), code=True),
            "meaning": text(item.meaning, said(catalog, item)),
            "needs": lines(catalog, item, needs),
            "released": text(item.released, said(catalog, item)),
            "commands": lines(catalog, item, item.commands, code=True),
            "options": lines(catalog, item, item.options, code=True),
            "note": note(catalog, item),
        },
        item,
    )


ITEM = ("value", "default", "argument", "meaning", "needs", "released", "commands", "options", "note")


def _parts(catalog: Catalog) -> Iterator[dict[str, str]]:
    return ({"part": item["component"]} for item in distinct(KubernetesItem, "component")(catalog))


@question("part", "kind", "name", *ITEM, choices=whole_or(_parts, distinct(KubernetesItem, "kind")))
def kubernetes(catalog: Catalog, part: str = "", kind: str = "") -> list[Answer]:
    """Images, flags, labels, requirements, rules... of the Kubernetes and container stack.

    If asked, of one part of it, or of one kind. The environment variables of the device plug-in are among its flags.
    """
    answers = [
        _item_answer(catalog, item)
        for item in catalog.all(KubernetesItem)
        if part in ("", item.component) and kind in ("", item.kind)
    ]
    if part in ("", "device-plugin") and kind in ("", "flag"):
        answers += [_flag(catalog, variable) for variable in catalog.all(Variable) if READER in variable.readers]
    return answers


def _flag(catalog: Catalog, variable: Variable) -> Answer:
    """An environment variable of the device plug-in as one of its flags."""
    here = said(catalog, variable)
    values = {
        "part": Value(word="part.device-plugin"),
        "kind": Value(word="kind.flag"),
        "name": text(variable.name, here, code=True),
        "default": text(variable.default, here, code=True),
        "meaning": text(variable.meaning, here),
        "note": note(catalog, variable),
    }
    return Answer(variable.id, {**dict.fromkeys(ITEM, NOT_APPLICABLE), **values}, variable)
