"""Words for readers: labels of the interface in both languages, so that none stands in code."""

from __future__ import annotations

from pydantic import Field

from .base import Collection, Record, Text

LANGUAGES = ("en", "zh")
"""Of the guide: the first is at the root of the site."""


class Label(Record):
    """A word or sentence of the interface."""

    collection = Collection("labels", "labels.yaml")

    id: Text = Field(description="Where it is used: status.official, column.kernel, caption.lifetimes.")
    en: Text
    zh: Text
    sign: Text | None = Field(None, description="A sign that says the same without colour.")
    meaning_en: Text | None = Field(None, description="What it means, for legends.")
    meaning_zh: Text | None = None


class ProseException(Record):
    """A word typed into prose that looks like a fact the catalogue should know, and why it may stand."""

    collection = Collection("prose_exceptions", "exceptions.yaml")

    id: Text = Field(description="The word as it is typed.")
    reason: Text
