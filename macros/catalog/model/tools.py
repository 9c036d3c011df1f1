"""What AMD's own programs are made of: the HIP SDK for Windows, and the system management commands."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .base import Collection, Fact, Id, Record, ReleaseId, Sorted, SourceId, Text, word


class OnWindows(Record):
    """What the HIP SDK has of a part in some releases."""

    releases: Annotated[list[ReleaseId], Sorted()]
    status: word("official", "unsupported")  # type: ignore[valid-type]
    what: Text | None = Field(None, description="What stands in the table when it is more than yes or no.")
    source: SourceId | None = Field(None, description="Source of these releases, when it is not the record's.")


class HipSdkPart(Fact):
    """A part of ROCm, and what the HIP SDK for Windows has of it. A release that is not named is unknown."""

    collection = Collection("hip_sdk_parts", "hip_sdk.yaml")

    id: Id
    name: Text
    linux: Text | None = Field(None, description="What the same table gives for Linux.")
    windows: list[OnWindows]


SMI_AREAS = ("show", "set", "reset", "output")
"""What options of a management tool do, in the order of its help."""


class SmiCommand(Fact):
    """What options of rocm-smi became in amd-smi, by the help of both."""

    collection = Collection("smi_commands", "smi.yaml")

    id: Id
    area: word(*SMI_AREAS)  # type: ignore[valid-type]
    purpose: Text
    rocm_smi: list[Text] = Field(description="Options of rocm-smi. Empty: the tool without any.")
    amd_smi: list[Text] = Field([], description="What to type instead. Empty: the help of amd-smi has nothing for it.")
