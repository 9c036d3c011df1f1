"""A record that was begun with `new` and filled in passes check, whatever its kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from macros.catalog import ProblemsFound, as_text, load, model, read_catalog
from macros.catalog.fields import field_shape
from macros.catalog.model import natural_key
from macros.edit.fix import fix_folder
from macros.edit.new import Draft, kind_called, new_record

OPEN = re.compile(r"^( *(?:- )?)(\w+):  # (.*)$")


def value_for(hint: str) -> str:
    """What a person writes who reads the hint and nothing else."""
    form = hint.split(". ")[0]
    if form.startswith(("list:", "sorted list:")):
        return f"[{value_for(form.split(': ', 1)[1])}]"
    if form.startswith("mapping:"):
        key, _, inner = form.removeprefix("mapping: ").partition(" to ")
        return f"{{{value_for(key)}: {value_for(inner)}}}"
    if form.startswith("one of: "):
        return form.removeprefix("one of: ").split(", ")[0]
    numbers = {"whole number": "3", "number": "1.5"}
    texts = {'"yes" or "no"': "yes", "version": "7.14.0", "id in releases": "7.14.0", "date": "2026-01-02"}
    texts["year, month or day"] = "2026"
    if form in texts:
        return f'"{texts[form]}"'
    return numbers.get(form) or ("some-id" if form.startswith("id") else "30.30.x")


def fill_in(draft: Draft) -> None:
    """Fill in what stands open in the file of a draft; a field that others stand below is filled by them."""
    lines = draft.path.read_text(encoding="utf-8").split("\n")
    for index, line in enumerate(lines):
        match = OPEN.match(line)
        if not match or line.lstrip().startswith("#"):
            continue
        below = lines[index + 1]
        if len(below) - len(below.lstrip(" -")) > len(match[1]) and not below.lstrip().startswith("#"):
            continue
        lines[index] = f"{match[1]}{match[2]}: {value_for(match[3])}"
    draft.path.write_text("\n".join(lines), encoding="utf-8")


def begin(kind: type[model.Record], root: Path) -> Draft:
    """A record of any kind, in the first of its files where it has several."""
    collection = kind.collection
    assert collection
    version = "id" in kind.model_fields and field_shape(kind, "id").title == "version"
    file = field_shape(kind, collection.stem).words[0] if collection.stem and not collection.single else ""
    return new_record(collection.name, "7.14.0" if version else "some-id", root, file)


@pytest.mark.parametrize("kind", model.RECORDS, ids=lambda kind: kind.collection.name)
def test_filled_in_it_passes(kind: type[model.Record], tmp_path: Path) -> None:
    root = tmp_path / "data"
    root.mkdir()
    draft = begin(kind, root)
    fill_in(draft)
    catalog, problems = read_catalog(root)
    assert as_text(problems) == ""
    assert len(catalog.all(kind)) == 1
    assert fix_folder(root) == []


def test_open_fields_are_named_by_check(world: Path) -> None:
    new_record("gpu", "AMD Radeon RX 100 XT", world)
    said = [(problem.field, problem.message) for problem in read_catalog(world)[1]]
    assert [field for field, _ in said] == ["source", "grade"]


def test_it_stands_at_its_sorted_place(world: Path) -> None:
    fix_folder(world)
    path = world / "gpus" / "radeon.yaml"
    before = path.read_text(encoding="utf-8")
    for name in ("radeon-rx-100-xt", "radeon-rx-1", "radeon-rx-99-xt"):
        draft = new_record("gpu", name, world)
        lines = path.read_text(encoding="utf-8").split("\n")
        assert lines[draft.line - 1] == f"- id: {name}"
        assert draft.text.splitlines()[0] == f"- id: {name}"
    ids = [record["id"] for record in load.read(path, world).root]
    assert ids == sorted(ids, key=natural_key) and len(ids) == 5
    kept = iter(path.read_text(encoding="utf-8").splitlines())
    assert all(line in kept for line in before.splitlines()), "what stood there stands there still, in its order"
    assert fix_folder(world) == []


def test_names_become_ids(world: Path) -> None:
    text = new_record("gpu", "AMD Radeon RX 7 (XT): new", world).text
    assert text.startswith('- id: radeon-rx-7-xt-new\n  name: "AMD Radeon RX 7 (XT): new"\n')


def test_versions_stand_in_quotes(world: Path) -> None:
    assert new_record("release", "7.10", world).text.startswith('- id: "7.10"\n')


@pytest.mark.parametrize("name", ["gpu", "gpus", "GPU", "known-issue", "known_issues", "Known Issue"])
def test_kinds_by_singular_and_plural(name: str) -> None:
    assert kind_called(name).collection.name in ("gpus", "known_issues")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("kind", "name", "file", "says"),
    [
        ("gpo", "x", "", "no kind of record called gpo"),
        ("gpu", "radeon-rx-99", "", "the id radeon-rx-99 is taken: data/gpus/radeon.yaml:"),
        ("gpu", "Radeon RX 99", "", "the id radeon-rx-99 is taken"),
        ("gpu", "rx-99", "", "the id rx-99 is taken, an alias of radeon-rx-99"),
        ("gpu", "voodoo-2", "", "does not say which file"),
        ("gpu", "voodoo-2", "voodoo", "voodoo is no file of gpus"),
        ("gpu", "../../x", "../../radeon", "taken"),
        ("gpu", "!!!", "", "is not an id"),
        ("release", "new", "", "new is not a version"),
        ("edition", "x", "", "taken"),
        ("support", "1.9.0", "", "taken"),
    ],
)
def test_refusals(world: Path, kind: str, name: str, file: str, says: str) -> None:
    if name == "../../x":
        new_record(kind, name, world, file)  # The first time it is an id like any other: x, inside the folder.
        name = "x"
    before = {path: path.read_bytes() for path in world.parent.rglob("*") if path.is_file()}
    with pytest.raises(ProblemsFound) as caught:
        new_record(kind, name, world, file)
    assert says in str(caught.value)
    assert before == {path: path.read_bytes() for path in world.parent.rglob("*") if path.is_file()}


def test_a_file_with_faults_is_not_touched(world: Path) -> None:
    path = world / "gpus" / "radeon.yaml"
    path.write_text("- id: a\n  id: b\n", encoding="utf-8")
    with pytest.raises(ProblemsFound, match="stands twice"):
        new_record("gpu", "radeon-rx-5", world)
    assert path.read_text(encoding="utf-8") == "- id: a\n  id: b\n"
