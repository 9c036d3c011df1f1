"""JSON Schemas of the data files, made from the models: completion and hints in editors, and a second opinion.

They are committed in schema/ and compared with the models by ``check`` and CI.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from ..catalog import Problem, model
from ..catalog.fields import fields
from ..catalog.model import Record
from ..files.writing import write_whole

DRAFT = "http://json-schema.org/draft-07/schema#"
"""The newest draft that editors know fully."""

ORIGIN = "Made from macros/model by `python -m macros schema`; do not edit."
STALE = "is not what the models say"
NEXT = ("next", "python -m macros schema")


class _Editor(GenerateJsonSchema):
    """Schemas as people write records: what may be left out is left out, never null."""

    def nullable_schema(self, schema: Any) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: Any) -> JsonSchemaValue:
        made = super().default_schema(schema)
        if made.get("default") in (None, [], {}):
            made.pop("default", None)
        return made

    def dict_schema(self, schema: Any) -> JsonSchemaValue:
        made = super().dict_schema(schema)
        if "patternProperties" in made:
            made["additionalProperties"] = False
        return made

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schemas() -> dict[str, str]:
    """The text of every file in schema/, by name: one a collection."""
    return {f"{kind.collection.name}.json": _text(_schema(kind)) for kind in model.RECORDS}  # type: ignore[union-attr]


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _schema(kind: type[Record]) -> dict[str, Any]:
    """The schema of a file that holds records of this kind."""
    collection = kind.collection
    assert collection
    held: Any = kind if collection.single else list[kind]  # type: ignore[valid-type]
    made = TypeAdapter(held).json_schema(schema_generator=_Editor, by_alias=True)
    record = made if collection.single else made["$defs"][made["items"]["$ref"].rsplit("/", 1)[-1]]
    written = fields(kind)
    record["properties"] = {name: record["properties"][name] for name in written}
    record["required"] = [name for name in written if written[name].required]
    return {"$schema": DRAFT, "$comment": ORIGIN, **made, "title": f"data/{collection.files}"}


def write_schemas(folder: Path) -> list[str]:
    """Write what differs into ``folder`` and delete what no kind of record has any more: the names of those files."""
    wanted = schemas()
    changed = [name for name, text in wanted.items() if write_whole(folder / name, text)]
    for path in sorted(folder.glob("*.json")):
        if path.name not in wanted:
            path.unlink()
            changed.append(path.name)
    return changed


def stale(folder: Path) -> list[Problem]:
    """Where the files in ``folder`` differ from the models."""
    wanted = schemas()
    found = {path.name: path.read_text("utf-8") for path in folder.glob("*.json")}
    differing = sorted(name for name in {*wanted, *found} if wanted.get(name) != found.get(name))
    return [Problem(f"{folder.name}/{name}", 0, 0, "", STALE, (NEXT,)) for name in differing]


# --- Visual Studio Code ---


def editor_mapping() -> dict[str, str]:
    """Which schema belongs to which data files, as the YAML extension of Visual Studio Code wants it."""
    return {f"schema/{kind.collection.name}.json": f"data/{kind.collection.files}" for kind in model.RECORDS}  # type: ignore[union-attr]


def with_mapping(settings: str) -> str:
    """The text of .vscode/settings.json with the mapping in it; everything else, comments too, stays as it is.

    Raises ValueError when it holds no object, or ``yaml.schemas`` is not one.
    """
    mapping = json.dumps(editor_mapping(), indent=2).replace("\n", "\n  ")
    key = re.search(r'"yaml\.schemas"\s*:\s*', settings)
    if key:
        if settings[key.end() : key.end() + 1] != "{":
            raise ValueError("yaml.schemas is no object")
        _, end = json.JSONDecoder().raw_decode(settings, key.end())
        return settings[: key.end()] + mapping + settings[end:]
    opened = settings.find("{")
    if opened < 0:
        raise ValueError("the settings are no object")
    more = "," if settings[opened + 1 :].strip() not in ("}", "") else ""
    return f'{settings[: opened + 1]}\n  "yaml.schemas": {mapping}{more}{settings[opened + 1 :]}'


def write_settings(path: Path) -> bool:
    """Put the mapping into .vscode/settings.json; did that change it?"""
    return write_whole(path, with_mapping(path.read_text("utf-8") if path.exists() else "{\n}\n"))


def settings_stale(path: Path) -> list[Problem]:
    """A problem when the mapping in .vscode/settings.json is not that of the models."""
    text = path.read_text("utf-8") if path.exists() else ""
    if text and with_mapping(text) == text:
        return []
    return [Problem(f"{path.parent.name}/{path.name}", 0, 0, "yaml.schemas", STALE, (NEXT,))]
