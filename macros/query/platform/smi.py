"""Questions about the system management tools: what the options of rocm-smi became in amd-smi."""

from __future__ import annotations

from ...catalog import Catalog
from ...catalog.model.tools import SMI_AREAS, SmiCommand
from ..base import Answer, Value, question, said, value
from ..values import lines, noted, one_of, whole_or, word


@question("purpose", "area", "rocm_smi", "amd_smi", choices=whole_or(one_of("area", SMI_AREAS)))
def smi_commands(catalog: Catalog, area: str = "") -> list[Answer]:
    """What to type in place of an option of rocm-smi; if asked, only of one area."""
    found = [one for one in catalog.all(SmiCommand) if area in ("", one.area)]
    return [
        Answer(
            one.id,
            {
                "purpose": value(catalog, one, "purpose"),
                "area": word(catalog, one, f"area.{one.area}"),
                "rocm_smi": Value(data=tuple(one.rocm_smi) or "rocm-smi", said=(said(catalog, one),), code=True),
                "amd_smi": noted(
                    lines(catalog, one, one.amd_smi, code=True)
                    if one.amd_smi
                    else Value(status="not-listed", said=(said(catalog, one),)),
                    one,
                ),
            },
            one,
        )
        for one in sorted(found, key=lambda one: SMI_AREAS.index(one.area))
    ]
