"""Operating systems that AMD's lists leave out: who carries ROCm there, what to type, and what fails."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from .base import Collection, Fact, Id, Record, Text, word

OTHER_SYSTEM_KINDS = ("packages", "commands", "works", "fails", "amd-says")
"""What is said of such a system, in the order in which readers ask."""


def _lower(value: str) -> str:
    if value != value.lower():
        raise PydanticCustomError("not_lower", "{text} has capital letters", {"text": value})
    return value


class OtherSystemFact(Fact):
    """One thing that a source says of ROCm on a system that AMD's lists leave out."""

    kind: word(*OTHER_SYSTEM_KINDS) = Field(  # type: ignore[valid-type]
        description="packages: who carries ROCm there. commands: what to type. works, fails: what was seen to. "
        "amd-says: what AMD's lists or its staff say of the system."
    )
    text: Text = Field(description="One short sentence.")
    release: Text | None = Field(None, description="Version of ROCm or HIP that it is about, as the source writes it.")
    channel: Text | None = Field(
        None, description="Release or repository of the system: Fedora 44, extra, experimental. Left out: none named."
    )
    packages: list[Text] = Field([], description="Names of packages, as the system writes them.")
    commands: list[Text] = Field(
        [], description="Lines to type or to write into a file. Text in <angle brackets> is to be filled in."
    )


class OtherSystem(Record):
    """An operating system that AMD's newest lists leave out, and what others say of ROCm there."""

    collection = Collection("other_systems", "other_systems.yaml")

    id: Id
    name: Text
    typed: list[Annotated[Text, AfterValidator(_lower)]] = Field(
        description="What people type for it, also names of systems made from it. Lower case, blanks allowed."
    )
    like: Text | None = Field(
        None,
        description="Id, in systems or here, of the system that it is made from or whose packages it takes. "
        "Left out: not recorded.",
    )
    says: list[OtherSystemFact] = Field([], description="Empty: the sources that could be read say nothing.")
