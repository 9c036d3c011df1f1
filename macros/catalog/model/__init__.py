"""The records people write in data/, as types. JSON Schema, field reference and editor help are made from them."""

from __future__ import annotations

import importlib
import pkgutil

from .base import Collection, Fact, FieldFact, Record, Ref, natural_key, version_key

MODULES = [importlib.import_module(f"{__name__}.{one.name}") for one in pkgutil.iter_modules(__path__)]

RECORDS: tuple[type[Record], ...] = tuple(
    sorted(
        {
            value
            for module in MODULES
            for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, Record) and value.collection
        },
        key=lambda record: record.collection.name,
    )
)
"""Every kind of record that has a file of its own."""

COLLECTIONS: dict[str, type[Record]] = {record.collection.name: record for record in RECORDS}

__all__ = [
    "COLLECTIONS",
    "RECORDS",
    "Collection",
    "Fact",
    "FieldFact",
    "Record",
    "Ref",
    "base",
    "components",
    "compute",
    "deployment",
    "hardware",
    "knowledge",
    "measurement",
    "migration",
    "natural_key",
    "packages",
    "platform",
    "software",
    "text",
    "tools",
    "version_key",
]
