"""What is wrong with data/ and with the pages that people write, as problems with file and line; it mends nothing.

``check`` says all that is wrong with a data folder and the prose beside it, ``checked_catalog`` loads one without
faults; ``written_pages`` is for who reads pages. Rules about records stand in ``rules``.
"""

from __future__ import annotations

from .check import check, checked_catalog, data_problems, edition_day
from .rules.references import references_resolve

__all__ = ["check", "checked_catalog", "data_problems", "edition_day", "references_resolve", "written_pages"]
