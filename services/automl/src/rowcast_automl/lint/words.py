"""Cells of text that differ from others only by blanks or case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from rowcast_automl.contracts.generated import LintFinding, TrimStep, UnifyStep
from rowcast_automl.lint.table import LintTable
from rowcast_automl.platform.sql import literal, quoted
from rowcast_automl.profile.finding import SHOWN, finding
from rowcast_automl.profile.spellings import MOST_SPELLINGS, MOST_VALUES, spellings, unified

WORDS = ("category", "ordinal", "text")
CATEGORIES = ("category", "ordinal")
MOST_COLUMNS = 1_000
MOST_SHOWN = 4
COLUMNS_AT_ONCE = 50


def word_findings(table: LintTable) -> Iterator[LintFinding]:
    """Values spelt in several ways; where it is only blanks at the ends, these alone."""
    found = list(several_spellings(table))
    yield from found
    yield from padded_cells(table, {each.column for each in found})


def several_spellings(table: LintTable) -> Iterator[LintFinding]:
    """A finding for each category of which some values differ only by case, or by blanks between words."""
    columns = [
        each for each in table.profile.columns if each.type in CATEGORIES and 1 < each.distinct <= MOST_VALUES
    ]
    for column in columns[:MOST_COLUMNS]:
        cell = quoted(column.name)
        counts = dict(
            table.connection.execute(
                f"SELECT {cell}, count(*) FROM {table.head} WHERE {cell} IS NOT NULL GROUP BY 1 "
                f"ORDER BY 2 DESC, 1 LIMIT {MOST_VALUES}"
            ).fetchall()
        )
        several = [group for group in spellings(counts) if len({value.strip() for value in group}) > 1]
        if not several:
            continue
        changed = unified(counts)
        listed = ", ".join(map(literal, changed))
        unify = UnifyStep(op="unify", column=column.name)
        yield finding(
            "SPELLINGS",
            column.name,
            warning=True,
            rows=table.rows_where(column.name, f"cell IN ({listed})"),
            fix=unify if len(changed) <= MOST_SPELLINGS else None,
            values=told(several, counts),
            count=sum(counts[value] for value in changed),
        )


def told(groups: list[list[str]], counts: dict[str, int]) -> str:
    """The first groups, each spelling with its cells."""
    parts = [
        ", ".join([*(f'"{value[:SHOWN]}" ({counts[value]:,})' for value in group[:MOST_SHOWN]), *more(group)])
        for group in groups[:MOST_SHOWN]
    ]
    return "; ".join([*parts, *more(groups)])


def more(listed: Sequence[object]) -> list[str]:
    """What stands for those that are not shown."""
    return ["…"][: len(listed) > MOST_SHOWN]


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
