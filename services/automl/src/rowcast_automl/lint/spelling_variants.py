"""Spelling variants: text cells that differ from others only in blanks or case."""

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

TEXT_TYPES = ("category", "ordinal", "text")
CATEGORIES = ("category", "ordinal")
MAX_FINDINGS = 20
MAX_SHOWN = 4
COLUMNS_PER_QUERY = 50


def spelling_findings(table: LintTable) -> Iterator[LintFinding]:
    """Yield findings about spelling variants, and about padding in other columns."""
    found = list(spelling_variant_findings(table))
    yield from found
    yield from padded_cells(table, {each.column for each in found})


def spelling_variant_findings(table: LintTable) -> Iterator[LintFinding]:
    """Yield a finding for each category with values that differ only in case or inner blanks."""
    names = [
        each.name
        for each in table.profile.columns
        if each.type in CATEGORIES and 1 < each.distinct <= MAX_VALUES
    ]
    # Counting in the file is slow for wide tables.
    relation = table.sample if len(names) > COLUMNS_PER_QUERY else table.head
    differing = (name for name in names if multiple_spellings(value_counts(table, relation, name)))
    for name in islice(differing, MAX_FINDINGS):
        # The step affects all cells, including those after the head.
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
            values=describe_groups(
                [group for group in group_spellings(counts) if not changed.keys().isdisjoint(group)], counts
            ),
            count=sum(counts[value] for value in changed),
        )


def value_counts(table: LintTable, relation: str, name: str) -> dict[str, int]:
    """Return the number of cells per value, most frequent first."""
    cell = quoted(name)
    rows = table.connection.execute(
        f"SELECT {cell}, count(*) FROM {relation} WHERE {cell} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1"
    ).fetchall()
    return dict(rows)


def multiple_spellings(values: Iterable[str]) -> list[list[str]]:
    """Return groups of values with several spellings, ignoring blanks at the ends."""
    return [group for group in group_spellings(values) if len({value.strip() for value in group}) > 1]


def describe_groups(groups: list[list[str]], counts: dict[str, int]) -> str:
    """Describe the largest groups, with the number of cells per spelling."""
    largest = sorted(groups, key=lambda group: -sum(counts[value] for value in group))
    parts = [
        ", ".join(
            [
                *(f'"{value[:MAX_SHOWN_LENGTH]}" ({counts[value]:,})' for value in group[:MAX_SHOWN]),
                *ellipsis(group),
            ]
        )
        for group in largest[:MAX_SHOWN]
    ]
    return "; ".join([*parts, *ellipsis(groups)])


def ellipsis(listed: Sequence[object]) -> list[str]:
    """Return the language-independent text for items that are not shown."""
    return [f"… (+{len(listed) - MAX_SHOWN:,})"] if len(listed) > MAX_SHOWN else []


def padded_cells(table: LintTable, excluded: Set[str | None]) -> Iterator[LintFinding]:
    """Yield a finding for each other text column with blanks at the ends of cells."""
    names = [
        column.name
        for column in table.profile.columns
        if column.type in TEXT_TYPES and column.name not in excluded
    ]
    for start in range(0, len(names), COLUMNS_PER_QUERY):
        part = names[start : start + COLUMNS_PER_QUERY]
        counts = ", ".join(f"count(*) FILTER ({is_padded_sql(quoted(name))})" for name in part)
        row = table.connection.execute(f"SELECT {counts} FROM {table.head}").fetchone() or ()
        for name, count in zip(part, row, strict=True):
            if count:
                places = table.rows_where(name, is_padded_sql("cell"))
                trim = TrimStep(op="trim", column=name)
                yield finding("PADDED_CELLS", name, rows=places, fix=trim, count=count)


def is_padded_sql(cell: str) -> str:
    """Return SQL that is true for a cell with blanks at its start or end."""
    return f"CAST({cell} AS VARCHAR) <> trim(CAST({cell} AS VARCHAR))"
