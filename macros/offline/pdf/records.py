"""Every collection of the catalogue as JSON, for the files that a PDF carries with it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ...catalog import Catalog


def records(catalog: Catalog) -> Iterator[tuple[str, bytes, int]]:
    """File name, JSON text and number of records of each collection that has any, by name."""
    for name, held in sorted(catalog.records.items()):
        if not held:
            continue
        rows = [record.model_dump(mode="json", by_alias=True, exclude_defaults=True) for record in held.values()]
        text = json.dumps(rows, ensure_ascii=False, indent=1, sort_keys=False)
        yield f"{name}.json", f"{text}\n".encode(), len(rows)
