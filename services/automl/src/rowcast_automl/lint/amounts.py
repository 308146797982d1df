"""Numbers that stand far away from the others."""

from __future__ import annotations

from collections.abc import Iterator

from rowcast_automl.contracts.generated import ClipStep, ColumnProfile, LintFinding
from rowcast_automl.lint.table import NUMERIC, LintTable
from rowcast_automl.platform.engine import quoted
from rowcast_automl.profile.finding import EVIDENCE, finding

# float32, in which models are served, holds no more.
LARGEST = 3.4e38
FENCES = 5.0
MOST_OUTSIDE = 0.01
MOST_FOUND = 20
COLUMNS_AT_ONCE = 50
LOW, HIGH = 2, 4


def outlying(table: LintTable, target: str | None) -> Iterator[LintFinding]:
    """A finding for each column with a few numbers far outside the middle half, or too large."""
    fenced = [
        (column, *fences)
        for column in table.profile.columns
        if column.type in NUMERIC and column.name != target and (fences := fences_of(column))
    ]
    found = 0
    for start in range(0, len(fenced), COLUMNS_AT_ONCE):
        part = fenced[start : start + COLUMNS_AT_ONCE]
        counts = ", ".join(
            f"count(*) FILTER (abs({quoted(column.name)}) > {LARGEST}), "
            f"count(*) FILTER ({outside(quoted(column.name), low, high)})"
            for column, low, high in part
        )
        row = table.connection.execute(f"SELECT {counts} FROM {table.head}").fetchone() or ()
        for index, (column, low, high) in enumerate(part):
            extreme, out = row[2 * index : 2 * index + 2]
            if found == MOST_FOUND or not (extreme or 0 < out <= MOST_OUTSIDE * table.profile.rows):
                continue
            found += 1
            clip = ClipStep(op="clip", column=column.name, low=low, high=high)
            places = rows_outside(table, column.name, low, high)
            if extreme:
                yield finding(
                    "EXTREME_VALUES", column.name, warning=True, rows=places, fix=clip, count=extreme
                )
            else:
                yield finding("OUTLIERS", column.name, rows=places, fix=clip, count=out, low=low, high=high)


def fences_of(column: ColumnProfile) -> tuple[float, float] | None:
    """How far from the middle half a number may lie; None where that half is one value."""
    if len(column.quantiles) <= HIGH:
        return None
    low, high = column.quantiles[LOW], column.quantiles[HIGH]
    reach = FENCES * (high - low)
    return (low - reach, high + reach) if 0 < reach < LARGEST else None


def outside(cell: str, low: float, high: float) -> str:
    """SQL that is true outside the fences."""
    return f"{cell} < {low!r}::DOUBLE OR {cell} > {high!r}::DOUBLE"


def rows_outside(table: LintTable, name: str, low: float, high: float) -> list[int]:
    """The first rows, from 1, with a number outside the fences."""
    rows = table.connection.execute(
        f"SELECT place FROM (SELECT row_number() OVER () AS place, {quoted(name)} AS cell FROM {table.head}) "
        f"WHERE {outside('cell', low, high)} ORDER BY place LIMIT {EVIDENCE}"
    ).fetchall()
    return [place for (place,) in rows]
