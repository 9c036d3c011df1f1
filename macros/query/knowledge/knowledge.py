"""Questions about what goes wrong, about judged claims, and about the words of the field."""

from __future__ import annotations

from ...catalog import Catalog
from ...catalog.model import natural_key
from ...catalog.model.hardware import Gpu, Source
from ...catalog.model.knowledge import AREAS, CHAPTERS, VERDICTS, Cause, Claim, Symptom, Term
from ..base import NOT_APPLICABLE, Answer, Said, Value, each, question, record_answer, said, value
from ..values import Choices, gpu_names, gpus_value, named_ref, note, one_of, system_name, text, whole_or, word, word_of

# --- claims -----------------------------------------------------------------------------------------------------------

CLAIM = ("claim", "section", "kind", "verdict", "fact", "wrong_code", "right_code", "tested", "gpus", "note")


def _right_code(catalog: Catalog, claim: Claim) -> Value:
    """What to write instead; a line that only goes is said in words."""
    if claim.remove == "yes":
        return word(catalog, claim, "claim.remove")
    return text(tuple(claim.right_code), said(catalog, claim), code=True)


@question(*CLAIM, choices=whole_or(one_of("chapter", CHAPTERS), one_of("verdict", VERDICTS)))
def claims(catalog: Catalog, chapter: str = "", verdict: str = "") -> list[Answer]:
    """Every judged claim of the article this guide began with; of one chapter, or with one verdict, if asked.

    Chapters in reading order, and in each the claims as their sections follow.
    """
    order = sorted(
        catalog.all(Claim),
        key=lambda one: (CHAPTERS.index(one.chapter), natural_key(one.section), natural_key(one.id)),
    )
    return [
        record_answer(
            catalog,
            claim,
            CLAIM,
            section=text(claim.section),
            kind=Value(word=f"kind.{claim.kind}"),
            verdict=word_of(catalog, claim, "verdict", "verdict"),
            claim=text(claim.claim),
            wrong_code=text(claim.wrong_code, code=True),
            right_code=_right_code(catalog, claim),
            tested=text(claim.tested),
            gpus=gpus_value(catalog, claim, claim.gpus) if claim.gpus else NOT_APPLICABLE,
            note=note(catalog, claim),
        )
        for claim in order
        if chapter in ("", claim.chapter) and verdict in ("", claim.verdict)
    ]


@question("chapter", "claims", *VERDICTS)
def claim_counts(catalog: Catalog) -> list[Answer]:
    """How many claims of each chapter got which verdict."""
    judged = catalog.all(Claim)

    def count(chapter: str, verdict: str = "") -> Value:
        return Value(data=sum(one.chapter == chapter and verdict in ("", one.verdict) for one in judged))

    return [
        Answer(
            chapter,
            {
                "chapter": Value(word=f"chapter.{chapter}"),
                "claims": count(chapter),
                **{verdict: count(chapter, verdict) for verdict in VERDICTS},
            },
        )
        for chapter in CHAPTERS
        if any(one.chapter == chapter for one in judged)
    ]


# --- symptoms ---------------------------------------------------------------------------------------------------------

SYMPTOM = ("symptom", "area", "messages", "causes", "releases", "until", "targets")


def _met_on() -> Choices:
    """``choices``: the GPUs that symptoms name."""

    def choices(catalog: Catalog) -> list[dict[str, str]]:
        named = {key for symptom in catalog.all(Symptom) for key in symptom.gpus}
        return [{"gpu": key} for key in catalog.by_id(Gpu) if key in named]

    return choices


@question(*SYMPTOM, choices=whole_or(one_of("area", AREAS), _met_on()))
def symptoms(catalog: Catalog, area: str = "", gpu: str = "") -> list[Answer]:
    """What goes wrong, by the words people see, in the order in which they meet it; of one area or GPU if asked."""
    order = sorted(catalog.all(Symptom), key=lambda one: (AREAS.index(one.areas[0]), natural_key(one.id)))
    return [
        record_answer(
            catalog,
            symptom,
            SYMPTOM,
            symptom=named_ref("symptoms", symptom.id, symptom.title, said(catalog, symptom)),
            area=Value(word=f"area.{symptom.areas[0]}"),
            messages=text("\n".join(symptom.messages), said(catalog, symptom), code=True),
            causes=text(tuple(cause.cause for cause in symptom.causes), said(catalog, symptom)),
            releases=text(tuple(symptom.releases), said(catalog, symptom)),
            until=text(symptom.until, said(catalog, symptom)),
            targets=text(tuple(symptom.targets), said(catalog, symptom)),
        )
        for symptom in order
        if (not area or area in symptom.areas) and (not gpu or gpu in symptom.gpus)
    ]


CAUSE = ("cause", "look", "tell", "remedy", "commands", "verify", "expect", "cost", "undo")


def cause_said(catalog: Catalog, symptom: Symptom, cause: Cause) -> Said:
    """Who says so of one cause: its own source and grade where it has them, else those of the symptom."""
    if not cause.source:
        whole = said(catalog, symptom)
        return Said(whole.source, whole.seen, cause.grade or whole.grade, whole.also)
    source = catalog.get(Source, cause.source)
    also = tuple(catalog.get(Source, key) for key in cause.also)
    return Said(source, source.seen, cause.grade or symptom.grade, also)


@question(*CAUSE, choices=each(Symptom, "symptom"))
def symptom_causes(catalog: Catalog, symptom: str) -> list[Answer]:
    """The causes of one symptom told apart, likeliest first, workarounds last with their price."""
    asked = catalog.get(Symptom, symptom)
    rows = []
    for number, cause in enumerate(asked.causes, 1):
        here = cause_said(catalog, asked, cause)
        rows.append(
            Answer(
                f"{asked.id}-{number}",
                {
                    "cause": Value(
                        data=cause.cause, word="cause.workaround" if cause.workaround == "yes" else "", said=(here,)
                    ),
                    "look": text("\n".join(cause.look), here, code=True),
                    "tell": text(cause.tell, here),
                    "remedy": text(cause.remedy, here),
                    "commands": text("\n".join(cause.commands), here, code=True),
                    "verify": text("\n".join(cause.verify), here, code=True),
                    "expect": text(cause.expect, here),
                    "cost": text(cause.cost, here),
                    "undo": text(cause.undo, here),
                },
                asked,
            )
        )
    return rows


RELATED = {
    "issues": "known_issues",
    "pitfalls": "pitfalls",
    "variables": "variables",
    "packages": "packages",
    "settings": "settings",
    "tuning": "tuning_rules",
    "install_rules": "install_rules",
    "kubernetes": "kubernetes",
    "claims": "claims",
    "related": "symptoms",
}
"""Fields of a symptom that name other records, and where those are."""

NAMES = ("title", "name", "topic", "issue", "claim", "text")
"""Where a record says what it is about, the shortest first."""


def called(catalog: Catalog, collection: str, key: str) -> str:
    """What a record of any kind is about, in the words of the record; its id when it has none."""
    record = catalog.records[collection][key]
    return next((str(getattr(record, name)) for name in NAMES if getattr(record, name, None)), key)


@question("field", "value", choices=each(Symptom, "symptom"))
def symptom_facts(catalog: Catalog, symptom: str) -> list[Answer]:
    """One symptom: the words it shows itself by, where it was met, and what belongs to it."""
    asked = catalog.get(Symptom, symptom)
    here = said(catalog, asked)
    values = {
        "title": value(catalog, asked, "title"),
        "messages": text(tuple(asked.messages), here, code=True),
        "area": Value(word=f"area.{asked.areas[0]}"),
        "releases": text(tuple(asked.releases), here),
        "until": text(asked.until, here),
        "targets": text(tuple(asked.targets), here),
        "gpus": text(gpu_names(catalog, asked.gpus), here),
        "systems": text(tuple(system_name(catalog, key) for key in asked.systems), here),
    }
    for field, collection in RELATED.items():
        values[field] = text(tuple(called(catalog, collection, key) for key in getattr(asked, field)))
    values["note"] = note(catalog, asked)
    return [Answer(k, {"field": Value(word=f"field.{k}"), "value": v}, asked) for k, v in values.items() if v.applies]


# --- words of the field -----------------------------------------------------------------------------------------------

GLOSSARY = ("term", "term_zh", "abbreviation_of", "definition_en", "definition_zh", "not_to_confuse")


@question(*GLOSSARY)
def glossary(catalog: Catalog) -> list[Answer]:
    """The words of the field in both languages, by the alphabet of the English ones."""
    return [
        Answer(
            term.id,
            {
                "term": text(term.en),
                "term_zh": text(term.zh),
                "abbreviation_of": text(term.abbreviation_of),
                "definition_en": text(term.definition_en),
                "definition_zh": text(term.definition_zh),
                "not_to_confuse": text(tuple(catalog.get(Term, key).en for key in term.not_to_confuse)),
            },
            term,
        )
        for term in sorted(catalog.all(Term), key=lambda one: one.en.lower().lstrip("-"))
    ]
