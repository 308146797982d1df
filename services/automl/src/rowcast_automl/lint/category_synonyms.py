"""Synonyms among categories: short forms such as y for yes, and placeholders for missing values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal

from rowcast_automl.contracts.generated import LintFinding, ReplaceStep
from rowcast_automl.lint.lint_table import LintTable
from rowcast_automl.lint.spelling_variants import (
    CATEGORIES,
    COLUMNS_PER_QUERY,
    MAX_FINDINGS,
    describe_groups,
    value_counts,
)
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.columns import boolean_words as yes_no
from rowcast_automl.profile.columns.spelling_variants import fold, most_common_spelling
from rowcast_automl.profile.finding import finding

MAX_VALUES, MAX_REPLACED = 200, 200
SHORT_FORMS = {
    **yes_no.SHORT_FORMS,
    **{"male": "m", "female": "f", "männlich": "m", "weiblich": "w"},
}
# Excludes missing markers, which ingestion handles, and valid values such as none.
PLACEHOLDER_WORDS = (
    *("unknown", "not known", "unk", "n/k", "nk", "n.a.", "n.k.", "not available", "no data", "no answer"),
    *("not stated", "not specified", "not recorded", "missing", "undefined", "tbd", "??", "???"),
    *("--", "---", ".", "..", "...", "#", "unbekannt", "keine angabe", "k.a.", "k. a."),
    *("inconnu", "inconnue", "non renseigné", "n.r.", "desconocido", "desconocida", "sin datos"),
)


def synonym_findings(table: LintTable, target: str | None) -> Iterator[LintFinding]:
    """Yield findings about synonyms, at most 20."""
    names = [
        each.name
        for each in table.profile.columns
        if each.type in CATEGORIES and 1 < each.distinct <= MAX_VALUES
    ]
    relation = table.sample if len(names) > COLUMNS_PER_QUERY else table.head
    yield from islice(
        (found for name in names for found in synonyms_of_column(table, relation, name, name == target)),
        MAX_FINDINGS,
    )


def synonyms_of_column(table: LintTable, relation: str, name: str, is_target: bool) -> Iterator[LintFinding]:
    """Yield findings about one column. In the target, placeholders may be a class of their own."""
    seen = value_counts(table, relation, name)
    if not short_forms(seen) and (is_target or not placeholders(seen)):
        return
    # The step affects all cells, including those after the head.
    counts = value_counts(table, table.whole, name)
    for long, short in short_forms(counts).items():
        yield replacement_finding("SHORT_FORMS", table, name, {each: counts[each] for each in short}, long)
    if not is_target and (empty := placeholders(counts)):
        yield replacement_finding("PLACEHOLDERS", table, name, {each: counts[each] for each in empty}, None)


def short_forms(counts: dict[str, int]) -> dict[str, list[str]]:
    """Map long forms, in their most common spelling, to their short forms."""
    spelt = dict[str, list[str]]()
    for value in counts:
        spelt.setdefault(fold(value), []).append(value)
    longs = [long for long in SHORT_FORMS if long in spelt]
    shorts = [SHORT_FORMS[long] for long in longs]
    return {
        most_common_spelling(spelt[long], counts): spelt[short]
        for long, short in zip(longs, shorts, strict=True)
        if shorts.count(short) == 1 and len(spelt.get(short, ())) in range(1, MAX_REPLACED)
    }


def placeholders(counts: dict[str, int]) -> list[str]:
    """Return the placeholder values, if at least two other values remain."""
    found = [value for value in counts if fold(value) in PLACEHOLDER_WORDS]
    return found if len(found) <= min(len(counts) - 2, MAX_REPLACED) else []


def replacement_finding(
    code: Literal["SHORT_FORMS", "PLACEHOLDERS"],
    table: LintTable,
    name: str,
    replaced: dict[str, int],
    by: str | None,
) -> LintFinding:
    """Return a finding about values, with a step that replaces them with another value or null."""
    listed = ", ".join(map(literal, replaced))
    params: dict[str, Any] = {
        "values": describe_groups([[each] for each in replaced], replaced),
        "count": sum(replaced.values()),
    }
    return finding(
        code,
        name,
        warning=by is not None,
        rows=table.rows_where(name, f"cell IN ({listed})", table.whole),
        fix=ReplaceStep(op="replace", column=name, values=list(replaced), by=by),
        **(params if by is None else {**params, "value": by}),
    )
