"""What goes wrong and what was said wrong: troubleshooting, judged claims, and the words of the field."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from .base import (
    Collection,
    Fact,
    Flag,
    GpuId,
    Grade,
    Id,
    Record,
    Ref,
    Sorted,
    SourceId,
    SystemId,
    TargetId,
    Text,
    word,
)
from .deployment import VariableId
from .migration import PackageId

ClaimId = Annotated[Id, Ref("claims")]
SymptomId = Annotated[Id, Ref("symptoms")]
TermId = Annotated[Id, Ref("terms")]
PitfallId = Annotated[Id, Ref("pitfalls")]
KnownIssueId = Annotated[Id, Ref("known_issues")]
KubernetesId = Annotated[Id, Ref("kubernetes")]
SettingId = Annotated[Id, Ref("settings")]
TuningRuleId = Annotated[Id, Ref("tuning_rules")]
InstallRuleId = Annotated[Id, Ref("install_rules")]

CHAPTERS = (
    "install",
    "architecture",
    "hardware",
    "frameworks",
    "migration",
    "performance",
    "deployment",
    "troubleshooting",
    "reference",
)
"""Chapters of the guide, in reading order."""

VERDICTS = ("wrong", "misleading", "unconfirmed", "confirmed")
"""What became of a claim, worst first."""

CLAIM_KINDS = ("claim", "code", "command", "manifest", "heading", "table", "output")


class Claim(Fact):
    """A statement of the article this guide began with, judged. Source and grade belong to what is right."""

    collection = Collection("claims", "claims.yaml")

    id: Id
    section: Text = Field(description="Section of the article: 2.4; lead and title for what stands before the first.")
    chapter: word(*CHAPTERS) = Field(description="Chapter of this guide that it concerns.")  # type: ignore[valid-type]
    kind: word(*CLAIM_KINDS)  # type: ignore[valid-type]
    claim: Text = Field(description="What the article says, in our own words.")
    verdict: word(*VERDICTS) = Field(  # type: ignore[valid-type]
        description="confirmed: a source says the same. wrong: a source, compiler or program says otherwise. "
        "misleading: part of it is right. unconfirmed: nothing read says so or denies it."
    )
    fact: Text = Field(description="What is right, or what was found.")
    wrong_code: Text | None = Field(None, description="The line of the article that is meant.")
    right_code: list[Text] = Field([], description="What to write in its place; several are alternatives, best first.")
    remove: Flag = Field("no", description='"yes": the line is left out and nothing takes its place.')
    tested: Text | None = Field(None, description="What was tried, without an AMD GPU, and what came out.")
    gpus: Annotated[list[GpuId], Sorted()] = Field([], description="GPUs that it speaks of by name.")


AREAS = (
    "install",
    "driver",
    "permissions",
    "containers",
    "wsl",
    "windows",
    "runtime",
    "memory",
    "pytorch",
    "jax",
    "vllm",
    "sglang",
    "llama-cpp",
    "ollama",
    "attention",
    "multi-gpu",
    "numerics",
    "compile",
    "kubernetes",
    "partitioning",
    "tools",
)
"""Where people meet a symptom, in the order in which they meet it."""


class Cause(Record):
    """One cause of a symptom: how to see that it is this one, what to do, and how to see that it is gone."""

    cause: Text
    tell: Text | None = Field(None, description="What the commands show when it is this cause.")
    look: list[Text] = Field([], description="Commands that tell it from the other causes.")
    remedy: Text
    commands: list[Text] = Field([], description="What to type. Text in <angle brackets> is to be filled in.")
    verify: list[Text] = Field([], description="Commands that show whether it is gone.")
    expect: Text | None = Field(None, description="What they print when it is.")
    workaround: Flag = Field("no", description='"yes": it hides the symptom and leaves the cause.')
    cost: Text | None = Field(None, description="What a workaround takes away.")
    undo: Text | None = Field(None, description="How to take a workaround back.")
    source: SourceId | None = Field(None, description="Source of this cause, when it is not the symptom's.")
    also: Annotated[list[SourceId], Sorted()] = Field([], description="Further sources that say the same.")
    grade: Grade | None = Field(None, description="Grade of this cause, when it is not the symptom's.")


def _causes(causes: list[Cause]) -> list[Cause]:
    """Workarounds come last, and each says what it costs and how it is undone."""
    kinds = [cause.workaround for cause in causes]
    if kinds != sorted(kinds):
        raise PydanticCustomError("workaround_order", "a remedy stands after a workaround: workarounds come last")
    for cause in causes:
        if (cause.workaround == "yes") != bool(cause.cost and cause.undo):
            raise PydanticCustomError(
                "workaround_cost",
                "{text}: a workaround has cost and undo, a remedy neither",
                {"text": cause.cause[:40]},
            )
    return causes


class Symptom(Fact):
    """Something that goes wrong, by the words people paste into a search box, and its causes told apart."""

    collection = Collection("symptoms", "problems.yaml")

    id: Id
    title: Text
    messages: list[Text] = Field(
        [], description="Literal words as they stand in a terminal or log; <...> varies. Empty: it shows without words."
    )
    areas: list[word(*AREAS)] = Field(description="Where it shows, the first one foremost.")  # type: ignore[valid-type]
    causes: Annotated[list[Cause], AfterValidator(_causes)] = Field(description="Likeliest first, workarounds last.")
    releases: list[Text] = Field([], description="Releases or series it was met in; empty: not tied to any.")
    until: Text | None = Field(None, description="Release, version or date from which it should be gone.")
    targets: Annotated[list[TargetId], Sorted()] = Field([], description="Empty: not tied to certain targets.")
    gpus: Annotated[list[GpuId], Sorted()] = Field([], description="GPUs of the reports.")
    systems: Annotated[list[SystemId], Sorted()] = Field([], description="Systems of the reports.")
    issues: Annotated[list[KnownIssueId], Sorted()] = Field([], description="Known issues behind it.")
    pitfalls: Annotated[list[PitfallId], Sorted()] = []
    variables: Annotated[list[VariableId], Sorted()] = []
    packages: Annotated[list[PackageId], Sorted()] = []
    settings: Annotated[list[SettingId], Sorted()] = []
    tuning: Annotated[list[TuningRuleId], Sorted()] = []
    install_rules: Annotated[list[InstallRuleId], Sorted()] = []
    kubernetes: Annotated[list[KubernetesId], Sorted()] = []
    claims: Annotated[list[ClaimId], Sorted()] = Field([], description="Judged claims that lead into it.")
    related: Annotated[list[SymptomId], Sorted()] = Field([], description="Symptoms easily taken for it.")


class Term(Record):
    """A word of the field in both languages, explained in our own words."""

    collection = Collection("terms", "glossary.yaml")

    id: Id
    aliases: Annotated[list[Id], Sorted()] = Field([], description="Other names people type.")
    en: Text
    zh: Text
    abbreviation_of: Text | None = Field(None, description="What the letters stand for.")
    definition_en: Text
    definition_zh: Text
    not_to_confuse: list[TermId] = Field([], description="Terms often taken for it.")
