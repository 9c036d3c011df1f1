"""The questions: rules on the tiny world, and every answer of the real data against its golden."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from macros import query
from macros.catalog import Catalog
from macros.catalog.model.hardware import Gpu, Release
from macros.query.find import find
from macros.query.hardware.advice import advice
from macros.query.hardware.lifetimes import lifetime
from macros.query.hardware.support import headline, latest_release, standings

MI900, RX99, RX100 = "instinct-mi900", "radeon-rx-99", "radeon-rx-100"


def word(catalog: Catalog, gpu: str, release: str, platform: str = "linux") -> str:
    standing = headline(catalog, catalog.get(Gpu, gpu), release, platform)
    return standing.status if standing else "unknown"


def test_a_list_that_names_the_card_decides(tiny: Catalog) -> None:
    assert word(tiny, MI900, "1.10.0") == "official"
    assert word(tiny, RX99, "1.10.0") == "preview"


def test_a_list_of_targets_says_nothing_about_a_card(tiny: Catalog) -> None:
    assert word(tiny, MI900, "1.9.0") == "target-only"
    assert word(tiny, RX100, "1.9.0") == "target-only"


def test_absence_from_a_complete_list_is_not_listed_and_from_an_incomplete_one_unknown(tiny: Catalog) -> None:
    assert word(tiny, RX100, "1.10.0") == "not-listed"
    assert word(tiny, RX100, "1.10.0", "windows") == "unknown"
    assert word(tiny, RX100, "1.10.0", "wsl2") == "unknown"


def test_answers_say_who_when_and_how_sure(tiny: Catalog) -> None:
    standing = headline(tiny, tiny.get(Gpu, RX99), "1.10.0", "windows")
    assert standing and standing.said.source.id == "notes"
    assert standing.said.grade == "unconfirmed" and standing.said.carried_from == "1.9.0"
    assert standing.said.seen.isoformat() == "2026-01-20", "the day the source was read"


def test_lifetimes(tiny: Catalog) -> None:
    life = lifetime(tiny, tiny.get(Gpu, MI900), "linux")
    assert life.first and life.last and (life.first.listed_in, life.last.listed_in) == ("1.10.0", "1.10.0")
    assert life.target_only == ("1.9.0",) and life.status == "current"
    assert lifetime(tiny, tiny.get(Gpu, RX100), "linux").status == "never"
    assert lifetime(tiny, tiny.get(Gpu, RX100), "windows").status == "unknown"


def test_latest_is_by_version_and_never_a_preview(real: Catalog) -> None:
    latest = latest_release(real)
    assert latest and latest.stream != "preview" and latest.grade == "confirmed" and latest.release_notes
    newer = [r for r in real.all(Release) if real.all(Release).index(r) > real.all(Release).index(latest)]
    assert all(r.grade == "unconfirmed" or r.stream == "preview" for r in newer)


def test_versions_sort_as_versions(real: Catalog) -> None:
    ids = list(real.by_id(Release))
    wanted = ["6.4.3", "7.2.4", "7.9.0", "7.14.0", "7.14.1", "10.0.0", "10.1.0"]
    assert [i for i in ids if i in wanted] == wanted


@pytest.mark.parametrize(
    ("typed", "gpu"),
    [
        ("7900 xtx", "radeon-rx-7900-xtx"),
        ("RX 7900 XTX", "radeon-rx-7900-xtx"),
        ("7900xtx", "radeon-rx-7900-xtx"),
        ("AMD Radeon RX 7900 XTX", "radeon-rx-7900-xtx"),
        ("MI300X", "instinct-mi300x"),
        ("mi300x", "instinct-mi300x"),
        ("Instinct MI300X", "instinct-mi300x"),
        ("Ryzen AI Max+ 395", "ryzen-ai-max-plus-395"),
        ("max+ 395", "ryzen-ai-max-plus-395"),
        ("w7900-ds", "radeon-pro-w7900-dual-slot"),
        ("Radeon VII", "radeon-vii"),
        ("V620", "radeon-pro-v620"),
    ],
)
def test_names_as_people_type_them(real: Catalog, typed: str, gpu: str) -> None:
    assert find(real, Gpu, typed).id == gpu


@pytest.mark.parametrize("typed", ["", "geforce", "rx", "radeon", "mi300", "9999 xt", "'; drop table", "../../etc"])
def test_unknown_names_are_never_answered_by_a_guess(real: Catalog, typed: str) -> None:
    with pytest.raises(query.Unknown):
        find(real, Gpu, typed)


def test_every_sheet_of_a_card_that_only_its_target_supports(real: Catalog) -> None:
    """The case the rule was made for: the RX 6800 XT in 7.2.4, where AMD names other cards of gfx1030."""
    card = real.get(Gpu, "radeon-rx-6800-xt")
    assert [s.status for s in standings(real, card, "7.2.4", "linux")] == ["target-only"]


def test_advice(real: Catalog) -> None:
    assert advice(real, real.get(Gpu, "instinct-mi300x"), "linux").kind == "take"
    assert advice(real, real.get(Gpu, "radeon-rx-6700-xt"), "linux").kind == "build"
    assert advice(real, real.get(Gpu, "instinct-mi8"), "linux").kind == "none"


# --- every answer, so that none vanishes ---


def flat(data: object) -> str:
    """The data of a value in one line."""
    if isinstance(data, tuple):
        return " | ".join(map(flat, data))
    return "" if data is None else " ".join(str(data).split())


MIRRORED = {"gpu_releases": "release_gpus", "gpu_systems": "release_gpu_systems"}
"""Questions whose every answer is an answer of another one, seen from the other side."""


def answers_as_csv(catalog: Catalog, name: str) -> str:
    """Every answer to one question: choice, rows, and what each column says, with grade and sources.

    Rows of one choice that say the same stand in one line, so that the golden of ten thousand answers can be read.
    """
    asked = query.QUESTIONS[name]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["choice", "rows", "says"])
    for choice in asked.choices(catalog):
        told: dict[str, list[str]] = {}
        for answer in asked(catalog, **choice):
            says = "; ".join(
                f"{column}: {in_words(value)}"
                for column, value in answer.values.items()
                if not (value.ref and value.ref[1] == answer.key)
                and not (column == "target" and "gpu" in answer.values)
            )
            told.setdefault(says, []).append(answer.key)
        for says, keys in told.items():
            writer.writerow([" ".join(choice.values()), " ".join(keys), says])
    return out.getvalue()


def in_words(value: query.Value) -> str:
    """Status or word, data, grade and sources of one value, in one line."""
    if not value.applies:
        return "-"
    if value.unknown:
        return "unknown"
    data = "/".join(value.ref) if value.ref and value.data is None else flat(value.data)
    sources = ",".join(said.source.id for said in value.said)
    grades = ",".join(dict.fromkeys(said.grade for said in value.said))
    proof = f"({grades} {sources})" if sources else ""
    return " ".join(part for part in (value.status or value.word, data, proof) if part)


@pytest.mark.parametrize(("one", "other"), MIRRORED.items())
def test_mirrored_questions_say_the_same(real: Catalog, one: str, other: str) -> None:
    """What a card's page says of a release is what the release's page says of the card."""
    table = {
        (choice["release"], answer.key, column): value
        for choice in query.QUESTIONS[other].choices(real)
        for answer in query.QUESTIONS[other](real, **choice)
        for column, value in answer.values.items()
    }
    compared = 0
    for choice in query.QUESTIONS[one].choices(real):
        for answer in query.QUESTIONS[one](real, **choice):
            release = choice.get("release", answer.key)
            if one == "gpu_releases":
                pairs = [(column, answer.values[column]) for column in ("linux", "windows", "wsl2")]
            else:
                platform, _, system = answer.key.partition("-")
                pairs = [(f"{'wsl2' if platform == 'wsl2' else 'systems'}/{system}", answer.values["status"])]
            for column, value in pairs:
                found = table.get((release, choice["gpu"], column))
                if found is not None:
                    compared += 1
                    assert in_words(found) == in_words(value), (release, choice["gpu"], column)
    assert compared > 1000


@pytest.mark.parametrize("name", sorted(set(query.QUESTIONS) - set(MIRRORED)))
def test_every_answer(real: Catalog, name: str, regenerate: bool) -> None:
    """No answer of the real data changes or vanishes unseen: the golden is part of the change that changes it."""
    golden = Path(__file__).parent / "golden" / f"{name}.csv"
    found = answers_as_csv(real, name)
    if regenerate:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(found, encoding="utf-8")
    assert golden.exists(), "pytest tests/query --regenerate writes it"
    expected = golden.read_text(encoding="utf-8")
    if found != expected:
        import difflib

        lines = list(difflib.unified_diff(expected.splitlines(), found.splitlines(), "golden", "now", n=0, lineterm=""))
        pytest.fail("\n".join(lines[:40]) + f"\n({len(lines)} lines; pytest tests/query --regenerate)")


@pytest.mark.parametrize("name", sorted(query.QUESTIONS))
def test_every_question_has_unique_keys_and_its_columns(real: Catalog, name: str) -> None:
    asked = query.QUESTIONS[name]
    for index, choice in enumerate(asked.choices(real)):
        answers = asked(real, **choice)
        keys = [answer.key for answer in answers]
        assert len(keys) == len(set(keys)), (choice, keys)
        for answer in answers:
            assert set(asked.columns) <= set(answer.values), (choice, answer.key)
        if index > 50:
            break
