"""Questions about attention: which implementation has kernels for which compiler target."""

from __future__ import annotations

from dataclasses import replace

from ...catalog import Catalog
from ...catalog.model.compute import AttentionBackend
from ...catalog.model.hardware import Target
from ...catalog.model.software import Framework
from ..base import UNKNOWN, Answer, Value, each, question, said, value
from ..values import distinct, note, ref, text, whole_or


def _by_framework(catalog: Catalog, framework: str = "") -> list[AttentionBackend]:
    found = [one for one in catalog.all(AttentionBackend) if framework in ("", one.framework)]
    return sorted(found, key=lambda one: catalog.get(Framework, one.framework).name.lower())


def has_kernels(catalog: Catalog, backend: AttentionBackend, target: str) -> Value:
    """Has a backend kernels for a target? Only a complete list says no."""
    here = (said(catalog, backend),)
    if target in backend.targets:
        return Value(status="served", said=here)
    if target in backend.experimental:
        return Value(status="experimental", said=here)
    return Value(status="not-listed", said=here) if backend.complete == "yes" else Value(status="unknown")


@question(
    "framework",
    "backend",
    "version",
    "choose",
    "targets",
    "experimental",
    "dtypes",
    "head_sizes",
    "note",
    choices=whole_or(distinct(AttentionBackend, "framework")),
)
def attention_backends(catalog: Catalog, framework: str = "") -> list[Answer]:
    """The implementations of attention, how each is chosen and what it takes; if asked, those of one framework."""
    answers = []
    for one in _by_framework(catalog, framework):
        here = said(catalog, one)
        answers.append(
            Answer(
                one.id,
                {
                    "framework": ref("frameworks", one.framework, here),
                    "backend": Value(data=one.name, said=(here,)),
                    "version": value(catalog, one, "version"),
                    "choose": text(tuple(one.choose), here, code=True),
                    "targets": Value(data=tuple(one.targets), said=(here,)) if one.targets else UNKNOWN,
                    "experimental": text(tuple(one.experimental), here, note=one.switch or ""),
                    "dtypes": value(catalog, one, "dtypes", code=True),
                    "head_sizes": value(catalog, one, "head_sizes"),
                    "note": note(catalog, one),
                },
                one,
            )
        )
    return answers


@question("target")
def attention_targets(catalog: Catalog) -> list[Answer]:
    """Compiler target x implementation of attention, for the targets that any of them names."""
    backends = _by_framework(catalog)
    named = {target for one in backends for target in (*one.targets, *one.experimental)}
    return [
        Answer(
            target.id,
            {
                "target": Value(data=target.id, ref=("targets", target.id), code=True),
                **{f"attention_backends/{one.id}": has_kernels(catalog, one, target.id) for one in backends},
            },
            target,
        )
        for target in catalog.all(Target)
        if target.id in named
    ]


@question("backend", "kernels", "choose", "head_sizes", "note", choices=each(Target, "target"))
def target_attention(catalog: Catalog, target: str) -> list[Answer]:
    """The implementations of attention and whether each has kernels for one compiler target."""
    return [
        Answer(
            one.id,
            {
                "backend": Value(data=one.name),
                "kernels": replace(kernels, note=one.switch or "") if kernels.status == "experimental" else kernels,
                "choose": text(tuple(one.choose), said(catalog, one), code=True),
                "head_sizes": value(catalog, one, "head_sizes"),
                "note": note(catalog, one),
            },
            one,
        )
        for one in _by_framework(catalog)
        for kernels in (has_kernels(catalog, one, target),)
    ]
