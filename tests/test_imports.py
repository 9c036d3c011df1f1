"""The house: which module may import which. Data flows one way, and one module alone knows each outside thing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.conftest import ROOT

MACROS = ROOT / "macros"


def modules() -> dict[str, ast.Module]:
    return {
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__"): ast.parse(
            path.read_text(encoding="utf-8")
        )
        for path in sorted(MACROS.rglob("*.py"))
    }


ALL = {
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    for path in MACROS.rglob("*.py")
}


def imported(name: str, tree: ast.Module, top_only: bool = False) -> set[str]:
    """Names of modules a module imports; relative ones made absolute."""
    package = name if (MACROS.parent / name.replace(".", "/") / "__init__.py").exists() else name.rpartition(".")[0]
    found = set()
    for node in tree.body if top_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            parts = {f"{stem}.{alias.name}" for alias in node.names}
            found |= parts & set(ALL) or {stem}
    return found


TREES = modules()
INSIDE = {
    name: {other for other in imported(name, tree) if other in TREES and other != name} for name, tree in TREES.items()
}


def test_no_circles() -> None:
    """No module can be reached from itself, a package's own parts aside."""
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join((*trail[trail.index(name) :], name))
        if name in done:
            return
        for other in sorted(INSIDE[name]):
            visit(other, (*trail, name))
        done.add(name)

    for name in INSIDE:
        visit(name, ())


ORDER = (
    "files",
    "problem",
    "placeholder",
    "syntax",
    "load",
    "model",
    "readable",
    "catalog",
    "query",
    "table",
    "render",
)


@pytest.mark.parametrize("name", [name for name in TREES if name.split(".")[1:2] and name.split(".")[1] in ORDER])
def test_data_flows_one_way(name: str) -> None:
    """A module of the core imports only from rooms before it."""
    own = ORDER.index(name.split(".")[1])
    for other in INSIDE[name]:
        parts = other.split(".")
        if len(parts) > 1:
            assert parts[1] in ORDER[: own + 1], f"{name} imports {other}"


def importers(library: str) -> set[str]:
    return {
        name
        for name, tree in TREES.items()
        if any(other == library or other.startswith(library + ".") for other in imported(name, tree))
    }


def test_one_module_reads_yaml() -> None:
    """And one tells where in the text its values stand; it makes none."""
    assert importers("yaml") == {"macros.load", "macros.spans"}


def test_one_module_escapes() -> None:
    """One for the guide, and the preview's own notice: it is shown while the other may not even be importable."""
    assert importers("html") <= {"macros.render.markup", "macros.serve"}


def test_few_modules_know_mkdocs() -> None:
    assert importers("mkdocs") <= {"macros.batch", "macros.build", "macros.serve", "macros.variants"}


def test_the_core_knows_no_generator() -> None:
    """Catalogue, questions, tables and drawing run without MkDocs, Markdown and Jinja."""
    for library in ("mkdocs", "markdown", "jinja2"):
        for name in importers(library):
            assert name.split(".")[1] not in (*ORDER, "check", "rules"), f"{name} imports {library}"


def test_nothing_reads_the_workplace() -> None:
    """The project speaks of itself alone: no path outside the checkout."""
    for path in [*MACROS.rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *(ROOT / "data").rglob("*.yaml")]:
        text = path.read_text(encoding="utf-8")
        assert "../" + "shared" not in text, path


def test_importing_macros_is_cheap() -> None:
    """The package is imported by MkDocs, editors and tests: it loads nothing at import."""
    outside = {name.split(".")[0] for name in imported("macros", TREES["macros"], top_only=True)} - {
        "macros",
        "__future__",
    }
    assert outside <= {"typing", "collections", "functools", "os", "pathlib", "sys"}, outside
    assert Path(MACROS / "__init__.py").stat().st_size < 12_000
