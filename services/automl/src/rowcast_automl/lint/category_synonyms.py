"""Values of a category that mean the same as another one, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal

from rowcast_automl.contracts.generated import LintFinding, ReplaceStep
from rowcast_automl.lint.lint_table import LintTable
from rowcast_automl.lint.spelling_variants import CATEGORIES, COLUMNS_AT_ONCE, MOST_FOUND, told, value_counts
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.columns import boolean_words as yes_no
from rowcast_automl.profile.columns.spelling_variants import fold, most_common_spelling
from rowcast_automl.profile.finding import finding

MOST_DIFFERENT, MOST_REPLACED = 200, 200
SHORT_FORMS = {
    **yes_no.SHORT_FORMS,
    **{"male": "m", "female": "f", "männlich": "m", "weiblich": "w"},
}
# Without what reading takes for missing in any column, and what may well be an answer, as none.
UNKNOWN = (
    *("unknown", "not known", "unk", "n/k", "nk", "n.a.", "n.k.", "not available", "no data", "no answer"),
    *("not stated", "not specified", "not recorded", "missing", "undefined", "tbd", "??", "???"),
    *("--", "---", ".", "..", "...", "#", "unbekannt", "keine angabe", "k.a.", "k. a."),
    *("inconnu", "inconnue", "non renseigné", "n.r.", "desconocido", "desconocida", "sin datos"),
)


def meaning_findings(table: LintTable, target: str | None) -> Iterator[LintFinding]:
    """Findings about the categories that people wrote in several ways, at most 20."""
    names = [
        each.name
        for each in table.profile.columns
        if each.type in CATEGORIES and 1 < each.distinct <= MOST_DIFFERENT
    ]
    looked_at = table.sample if len(names) > COLUMNS_AT_ONCE else table.head
    yield from islice(
        (found for name in names for found in of_column(table, looked_at, name, name == target)), MOST_FOUND
    )


def of_column(table: LintTable, looked_at: str, name: str, is_target: bool) -> Iterator[LintFinding]:
    """Findings about one category; nothing that is known is no answer to be learned, but a class may be."""
    seen = value_counts(table, looked_at, name)
    if not short_forms(seen) and (is_target or not placeholders(seen)):
        return
    # The step is about all cells, and what the sample shows may stand behind the head.
    counts = value_counts(table, table.whole, name)
    for long, short in short_forms(counts).items():
        yield replaceable("SHORT_FORMS", table, name, {each: counts[each] for each in short}, long)
    if not is_target and (empty := placeholders(counts)):
        yield replaceable("PLACEHOLDERS", table, name, {each: counts[each] for each in empty}, None)


def short_forms(counts: dict[str, int]) -> dict[str, list[str]]:
    """By the usual spelling of a long form, the values that are short for it alone."""
    spelt = dict[str, list[str]]()
    for value in counts:
        spelt.setdefault(fold(value), []).append(value)
    longs = [long for long in SHORT_FORMS if long in spelt]
    shorts = [SHORT_FORMS[long] for long in longs]
    return {
        most_common_spelling(spelt[long], counts): spelt[short]
        for long, short in zip(longs, shorts, strict=True)
        if shorts.count(short) == 1 and len(spelt.get(short, ())) in range(1, MOST_REPLACED)
    }


def placeholders(counts: dict[str, int]) -> list[str]:
    """The values that say that nothing is known, where two others are left."""
    found = [value for value in counts if fold(value) in UNKNOWN]
    return found if len(found) <= min(len(counts) - 2, MOST_REPLACED) else []


def replaceable(
    code: Literal["SHORT_FORMS", "PLACEHOLDERS"],
    table: LintTable,
    name: str,
    replaced: dict[str, int],
    by: str | None,
) -> LintFinding:
    """A finding about values, with the step that writes them as another one or empties them."""
    listed = ", ".join(map(literal, replaced))
    params: dict[str, Any] = {
        "values": told([[each] for each in replaced], replaced),
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
