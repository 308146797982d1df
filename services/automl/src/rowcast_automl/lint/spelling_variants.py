"""Cells of text that differ from others only by blanks or case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice

from rowcast_automl.contracts.generated import LintFinding, TrimStep, UnifyStep
from rowcast_automl.lint.lint_table import LintTable
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.columns.spelling_variants import (
    MAX_SPELLINGS,
    MAX_VALUES,
    group_spellings,
    unify_spellings,
)
from rowcast_automl.profile.finding import MAX_SHOWN_LENGTH, finding

WORDS = ("category", "ordinal", "text")
CATEGORIES = ("category", "ordinal")
MOST_FOUND = 20
MOST_SHOWN = 4
COLUMNS_AT_ONCE = 50


def word_findings(table: LintTable) -> Iterator[LintFinding]:
    """Values spelt in several ways; where it is only blanks at the ends, these alone."""
    found = list(several_spellings(table))
    yield from found
    yield from padded_cells(table, {each.column for each in found})


def several_spellings(table: LintTable) -> Iterator[LintFinding]:
    """A finding for each category of which some values differ only by case, or by blanks between words."""
    names = [
        each.name
        for each in table.profile.columns
        if each.type in CATEGORIES and 1 < each.distinct <= MAX_VALUES
    ]
    # To count in the file takes the longer the wider it is.
    looked_at = table.sample if len(names) > COLUMNS_AT_ONCE else table.head
    differing = (name for name in names if spelt_otherwise(value_counts(table, looked_at, name)))
    for name in islice(differing, MOST_FOUND):
        # The step is about all cells, and what the sample shows may stand behind the head.
        counts = value_counts(table, table.whole, name)
        changed = unify_spellings(counts)
        listed = ", ".join(map(literal, changed))
        unify = UnifyStep(op="unify", column=name)
        yield finding(
            "SPELLINGS",
            name,
            warning=True,
            rows=table.rows_where(name, f"cell IN ({listed})", table.whole),
            fix=unify if len(counts) <= MAX_VALUES and len(changed) <= MAX_SPELLINGS else None,
            values=told(
                [group for group in group_spellings(counts) if not changed.keys().isdisjoint(group)], counts
            ),
            count=sum(counts[value] for value in changed),
        )


def value_counts(table: LintTable, relation: str, name: str) -> dict[str, int]:
    """How many cells of a category have each value, the most frequent first."""
    cell = quoted(name)
    rows = table.connection.execute(
        f"SELECT {cell}, count(*) FROM {relation} WHERE {cell} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1"
    ).fetchall()
    return dict(rows)


def spelt_otherwise(values: Iterable[str]) -> list[list[str]]:
    """The values that are spelt in several ways, blanks at the ends aside."""
    return [group for group in group_spellings(values) if len({value.strip() for value in group}) > 1]


def told(groups: list[list[str]], counts: dict[str, int]) -> str:
    """Those of `groups` with most cells, each spelling with its cells."""
    largest = sorted(groups, key=lambda group: -sum(counts[value] for value in group))
    parts = [
        ", ".join(
            [
                *(f'"{value[:MAX_SHOWN_LENGTH]}" ({counts[value]:,})' for value in group[:MOST_SHOWN]),
                *more(group),
            ]
        )
        for group in largest[:MOST_SHOWN]
    ]
    return "; ".join([*parts, *more(groups)])


def more(listed: Sequence[object]) -> list[str]:
    """What stands for those that are not shown, in any language."""
    return [f"… (+{len(listed) - MOST_SHOWN:,})"] if len(listed) > MOST_SHOWN else []


def padded_cells(table: LintTable, but: Set[str | None]) -> Iterator[LintFinding]:
    """A finding for each other column of words with blanks at either end of some cells."""
    names = [
        column.name for column in table.profile.columns if column.type in WORDS and column.name not in but
    ]
    for start in range(0, len(names), COLUMNS_AT_ONCE):
        part = names[start : start + COLUMNS_AT_ONCE]
        counts = ", ".join(f"count(*) FILTER ({padded(quoted(name))})" for name in part)
        row = table.connection.execute(f"SELECT {counts} FROM {table.head}").fetchone() or ()
        for name, count in zip(part, row, strict=True):
            if count:
                places = table.rows_where(name, padded("cell"))
                trim = TrimStep(op="trim", column=name)
                yield finding("PADDED_CELLS", name, rows=places, fix=trim, count=count)


def padded(cell: str) -> str:
    """SQL that is true for a cell with blanks at either end."""
    return f"CAST({cell} AS VARCHAR) <> trim(CAST({cell} AS VARCHAR))"
