"""data/ as one immutable catalogue of typed records: reading YAML, the models, and problems with file and line.

Others take the names below, records from ``model``, and, where they look at what is written and not at what it means,
``load`` (YAML with its places), ``fields`` (what the models expect of a field), ``names`` (who is called what) and
``walk`` (every record, every fact).
"""

from __future__ import annotations

from .catalog import Catalog, Place, load_catalog, read_catalog, record_key
from .problem import CallError, Problem, ProblemsFound, as_json, as_text, counted, near_hint, nearest

__all__ = [
    "CallError",
    "Catalog",
    "Place",
    "Problem",
    "ProblemsFound",
    "as_json",
    "as_text",
    "counted",
    "fields",
    "front_matter",
    "load",
    "load_catalog",
    "model",
    "names",
    "near_hint",
    "nearest",
    "read_catalog",
    "record_key",
    "walk",
]
