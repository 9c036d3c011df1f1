"""What compiler targets compute in: number formats, matrix units, attention kernels."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .base import Collection, Fact, Flag, FrameworkId, Id, Integer, Ref, Sorted, TargetId, Text, word

FormatId = Annotated[Id, Ref("number_formats")]


class NumberFormat(Fact):
    """A format that numbers are computed in, and what it is called in HIP and PyTorch."""

    collection = Collection("number_formats", "formats.yaml")

    id: Id
    name: Text
    bits: Integer = Field(description="Bits of one number, without a shared scale.")
    integer: Flag = Field("no", description='"yes": whole numbers.')
    vector: Flag | None = Field(
        None,
        description="Do vector units compute in it, natively or emulated by the hardware? Left out: no source says.",
    )
    hip: list[Text] = Field([], description="Types in HIP C++.")
    dtypes: list[Text] = Field([], description="Types in PyTorch.")


class MatrixUnits(Fact):
    """Compiler targets whose matrix units compute in the same formats. A format that no list names is unknown."""

    collection = Collection("matrix_units", "matrix_units.yaml")

    id: Id
    targets: Annotated[list[TargetId], Sorted()]
    instructions: word("mfma", "wmma", "none") = Field(  # type: ignore[valid-type]
        description="Family of matrix instructions. none: the target has no matrix units."
    )
    native: Annotated[list[FormatId], Sorted()] = Field([], description="The units have instructions for them.")
    emulated: Annotated[list[FormatId], Sorted()] = Field(
        [], description="A library computes them with instructions for another format."
    )
    absent: Annotated[list[FormatId], Sorted()] = Field([], description="Neither.")


class AttentionBackend(Fact):
    """An implementation of attention, and the compiler targets it has kernels for."""

    collection = Collection("attention_backends", "attention.yaml")

    id: Id
    name: Text
    framework: FrameworkId = Field(description="The program or library that brings it.")
    version: Text | None = Field(None, description="Version that was read.")
    choose: list[Text] = Field([], description="Option, variable or call that chooses it.")
    targets: Annotated[list[TargetId], Sorted()] = []
    experimental: Annotated[list[TargetId], Sorted()] = Field([], description="Used only after a switch is set.")
    switch: Text | None = Field(None, description="The switch for the experimental ones.")
    complete: Flag = Field(description='"yes": other targets have no kernels. "no": absence means nothing.')
    dtypes: list[Text] = Field([], description="Types in PyTorch that it takes.")
    head_sizes: Text | None = None
