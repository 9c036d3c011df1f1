"""data/ as one immutable catalogue of typed records: reading YAML, the models, and problems with file and line.

Others take the names below, records from ``model``, and, where they look at what is written and not at what it means,
``load`` (YAML), ``document`` (values with their places), ``fields`` (what the models expect of a field), ``names``
(who is called what), ``walk`` (every record, every fact) and ``front_matter`` (the YAML at the head of a page).
"""

from __future__ import annotations

from .catalog import Catalog, Place, record_key
from .problem import CallError, Problem, ProblemsFound, as_json, as_text, counted, near_hint, nearest
from .reading import load_catalog, read_catalog

__all__ = [
    "CallError",
    "Catalog",
    "Place",
    "Problem",
    "ProblemsFound",
    "as_json",
    "as_text",
    "counted",
    "document",
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
