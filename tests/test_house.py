"""The house: which room may import which, and what of it. Data flows one way, and one module alone knows each outside
thing."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.conftest import ROOT

MACROS = ROOT / "macros"

MAY_IMPORT = {
    "files": "",
    "catalog": "files",
    "query": "catalog",
    "render": "catalog query",
    "checks": "catalog",
    "edit": "files catalog",
    "pages": "catalog query render",
    "site": "catalog checks render pages",
    "preview": "files catalog checks render pages site",
    "offline": "files catalog render site",
    "measure": "catalog render site bootstrap",
    "__init__": "pages",
    "__main__": "catalog query render checks edit pages site preview offline measure",
    "bootstrap": "",
}
"""Every room and what it may import: floors from the ground up, and none from a room that imports it."""

MOST_ROOMS, MOST_FLOORS, MOST_LINES = 16, 9, 250


IN_STRING = re.compile(r"macros(\.(?!py\b)\w+)+")
"""A module of ours named in a text: ``import_module`` takes it."""


def module_name(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")


TREES = {module_name(path): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(MACROS.rglob("*.py"))}
PACKAGES = {module_name(path) for path in MACROS.rglob("__init__.py")}


def room_of(module: str) -> str:
    return module.split(".")[1] if "." in module else "__init__"


def imports(name: str, tree: ast.Module) -> list[tuple[int, str, tuple[str, ...]]]:
    """Line, module and names of every import of a module; relative ones made absolute."""
    package = name if name in PACKAGES else name.rpartition(".")[0]
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and IN_STRING.fullmatch(node.value):
            found.append((node.lineno, node.value, ()))
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            found.append((node.lineno, stem, tuple(alias.name for alias in node.names)))
    return found


def imported(name: str, tree: ast.Module) -> set[str]:
    """The modules a module imports; of ours those that it takes something from."""
    out = set()
    for _, stem, names in imports(name, tree):
        out |= ({f"{stem}.{one}" for one in names} & set(TREES)) or {stem}
    return out


INSIDE = {name: {one for one in imported(name, tree) if one in TREES and one != name} for name, tree in TREES.items()}


def public(package: str) -> list[str]:
    """What ``__all__`` of a package names."""
    for node in TREES[package].body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return list(ast.literal_eval(node.value))
    return []


@pytest.mark.parametrize("name", TREES)
def test_rooms_import_downward_what_others_name(name: str) -> None:
    """From another room only what MAY_IMPORT allows, and of it only what its ``__init__`` names, at every step."""
    own, wrong = room_of(name), []
    for line, stem, names in imports(name, TREES[name]):
        if not stem.startswith("macros") or (stem == "macros" and not names):
            continue
        for one in names or ("",):
            path = [part for part in (*stem.split("."), one) if part]
            room = path[1]
            if room == own:
                continue
            place = f"macros/{name.removeprefix('macros.').replace('.', '/')}.py:{line} imports {'.'.join(path)}"
            if room not in MAY_IMPORT[own].split():
                wrong.append(f"{place}; {own} may import {MAY_IMPORT[own] or 'nothing'}: move it down, or pass it in")
            for depth in range(2, len(path)):
                package, step = ".".join(path[:depth]), path[depth]
                if package in PACKAGES and step not in public(package):
                    wrong.append(f"{place}; {package} does not name {step}: take what it names, or name it there")
                if step.startswith("_"):
                    wrong.append(f"{place}; {step} is private: make it public, or ask its room")
    assert not wrong, "\n".join(wrong)


def test_the_table_is_true() -> None:
    """It names every room, and no import that nobody makes; rooms stand on floors, without a circle."""
    rooms = {room_of(name) for name in TREES}
    assert rooms == set(MAY_IMPORT), "a room or a loose file is not in MAY_IMPORT: put the file in a room, or enter it"
    used = {own: {room_of(one) for name in INSIDE if room_of(name) == own for one in INSIDE[name]} for own in rooms}
    for own in rooms:
        unused = set(MAY_IMPORT[own].split()) - used[own]
        assert not unused, f"{own} may import {sorted(unused)} and does not: take it out of the table"
    floors: dict[str, int] = {}
    for room in MAY_IMPORT:
        below = [one for one in MAY_IMPORT[room].split() if one != "bootstrap"]
        assert all(one in floors for one in below), f"{room} stands before what it imports"
        floors[room] = 1 + max((floors[one] for one in below), default=0)
    assert max(floors.values()) <= MOST_FLOORS
    assert len(rooms) <= MOST_ROOMS


def test_every_room_says_what_it_is_for() -> None:
    """In the first sentence of its ``__init__``; and it names what exists."""
    for package in PACKAGES:
        assert (ast.get_docstring(TREES[package]) or "").strip(), package
        held = {name.rpartition(".")[2] for name in TREES if name.rpartition(".")[0] == package}
        defined = {alias for _, _, names in imports(package, TREES[package]) for alias in names}
        defined |= {node.name for node in TREES[package].body if isinstance(node, ast.FunctionDef)}
        defined |= {name.id for name in ast.walk(TREES[package]) if isinstance(name, ast.Name)}
        assert set(public(package)) <= held | defined, package
    loose = {path.name for path in MACROS.glob("*.py")}
    assert loose == {"__init__.py", "__main__.py", "bootstrap.py"}, "a module stands in a room"


def test_no_circles() -> None:
    """No module can be reached from itself, a package's own parts aside."""
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        way_out = "; move what both need into a third module"
        assert name not in trail, " -> ".join((*trail[trail.index(name) :], name)) + way_out
        if name in done:
            return
        for other in sorted(INSIDE[name]):
            if not name.startswith(f"{other}."):  # a part of a package may ask its neighbours through it
                visit(other, (*trail, name))
        done.add(name)

    for name in INSIDE:
        visit(name, ())


def test_a_long_module_says_why() -> None:
    """In its docstring, with the words "One file:"; most have one job and fit on a few screens."""
    for path in MACROS.rglob("*.py"):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        reason = re.search(r"One file: \w+", ast.get_docstring(TREES[module_name(path)]) or "") is not None
        assert lines <= MOST_LINES or reason, f"{path.relative_to(ROOT)} has {lines} lines: split it, or say why"
        assert lines > MOST_LINES or not reason, f"{path.relative_to(ROOT)} is short now: drop its reason"


def importers(library: str) -> set[str]:
    return {
        name
        for name, tree in TREES.items()
        if any(other == library or other.startswith(library + ".") for other in imported(name, tree))
    }


def test_one_module_reads_yaml() -> None:
    """And one tells where in the text its values stand; it makes none."""
    assert importers("yaml") == {"macros.catalog.load", "macros.edit.spans"}


def test_one_module_escapes() -> None:
    """One for the guide, and the preview's own notice: it is shown while the other may not even be importable."""
    assert importers("html") <= {"macros.render.markup", "macros.preview.server"}


def test_few_modules_know_mkdocs() -> None:
    assert {room_of(name) for name in importers("mkdocs")} <= {"site", "preview", "measure"}


def test_the_core_knows_no_generator() -> None:
    """Catalogue, questions, tables and drawing run without MkDocs, Markdown and Jinja, but for one extension."""
    for library in ("mkdocs", "markdown", "jinja2"):
        for name in importers(library) - {"macros.render.markdown", "macros.checks.written_pages"}:
            assert room_of(name) not in ("files", "catalog", "query", "render", "checks"), f"{name} imports {library}"


def test_nothing_reads_the_workplace() -> None:
    """The project speaks of itself alone: no path outside the checkout."""
    for path in [*MACROS.rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *(ROOT / "data").rglob("*.yaml")]:
        text = path.read_text(encoding="utf-8")
        assert "../" + "shared" not in text, path


def test_importing_macros_is_cheap() -> None:
    """The package is imported by MkDocs, editors and tests: it loads nothing at import."""
    tree = ast.Module([node for node in TREES["macros"].body if not isinstance(node, ast.FunctionDef)], [])
    outside = {name.split(".")[0] for name in imported("macros", tree)} - {"macros", "__future__"}
    assert outside <= {"typing", "collections", "functools", "os", "pathlib", "sys"}, outside
    assert Path(MACROS / "__init__.py").stat().st_size < 12_000
