"""The rules that no single record can keep: one small function a rule, its docstring the rule in a sentence.

Rules yield problems; they never print or exit. ``today`` is an argument: only the command knows the real day.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator

from ...catalog import Catalog, Problem
from . import compute, facts, references, support, text

Rule = Callable[[Catalog, datetime.date], Iterator[Problem]]

RULES: tuple[Rule, ...] = (
    references.references_resolve,
    references.names_are_unique,
    references.field_facts_name_fields,
    facts.carried_over_is_unconfirmed,
    facts.carried_over_from_another_release,
    facts.support_has_a_weighty_source,
    facts.confirmed_has_more_than_hearsay,
    facts.sources_have_an_address,
    facts.facts_are_fresh,
    support.support_files_name_releases,
    support.lists_name_what_they_say,
    support.silence_is_explained,
    support.one_word_per_card,
    support.no_support_before_the_product,
    support.release_order,
    support.architecture_follows_from_target,
    compute.one_answer_per_target_and_format,
    compute.fp8_follows_from_architecture,
    compute.a_target_has_kernels_once,
    facts.conflicts_match_their_records,
    text.records_are_sorted,
    text.lists_are_sorted,
    text.text_is_in_known_scripts,
    text.file_names_are_plain,
)
