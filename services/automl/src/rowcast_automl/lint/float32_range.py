"""Numbers that stand far away from the others."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from rowcast_automl.contracts.generated import (
    ClipStep,
    ColumnProfile,
    DropColumnStep,
    FilterRowsStep,
    LintFinding,
)
from rowcast_automl.features.rows.cells import FLOAT32_MAX
from rowcast_automl.features.schema import Task
from rowcast_automl.lint.lint_table import NUMERIC, LintTable
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.finding import finding

FENCES = 5.0
MOST_FOUND = 20
MANY = 0.5
COLUMNS_AT_ONCE = 50
LOW, HIGH = 2, 4


def too_large(table: LintTable, target: str | None, task: Task | None) -> Iterator[LintFinding]:
    """A finding for each column with numbers that float32, in which models are served, does not hold."""
    for column in table.profile.columns:
        if not holds_too_large(column) or (column.name == target and task != "regression"):
            continue
        cell = quoted(column.name)
        sides = f"count(*) FILTER ({cell} < -{FLOAT32_MAX}), count(*) FILTER ({cell} > {FLOAT32_MAX})"
        below, above = table.connection.execute(f"SELECT {sides} FROM {table.head}").fetchone() or (0, 0)
        if below or above:
            many = below + above > MANY * (table.profile.rows - column.missing)
            one_side = not many and (below == 0 or above == 0)
            fix: BaseModel | None = made_smaller(column, many)
            if column.name == target:
                fix = left_out(column, below > 0) if one_side else None
            yield finding(
                "EXTREME_VALUES",
                column.name,
                warning=True,
                rows=table.rows_where(column.name, outside("cell", -FLOAT32_MAX, FLOAT32_MAX)),
                fix=fix,
                count=below + above,
            )


def holds_too_large(column: ColumnProfile) -> bool:
    """Whether some number lies beyond float32, as the profile has it."""
    ends = (column.min, column.max)
    return column.type in NUMERIC and any(end is not None and abs(end) > FLOAT32_MAX for end in ends)


def left_out(column: ColumnProfile, below: bool) -> FilterRowsStep:
    """The step that takes the rows of a target out that lie below, or else above, what float32 holds."""
    side, end = ("below", -FLOAT32_MAX) if below else ("above", FLOAT32_MAX)
    return FilterRowsStep.model_validate(
        {"op": "filter_rows", "column": column.name, "condition": side, "value": str(end)}
    )


def made_smaller(column: ColumnProfile, many: bool) -> ClipStep | DropColumnStep | None:
    """The step that clips the numbers of a feature, or drops it where those too large are many."""
    if ends := clip_ends(column):
        return ClipStep(op="clip", column=column.name, low=ends[0], high=ends[1])
    return DropColumnStep(op="drop_column", column=column.name) if many else None


def clip_ends(column: ColumnProfile) -> tuple[float, float] | None:
    """To where numbers too large are clipped, far from the middle half; None where that half is one value."""
    if len(column.quantiles) <= HIGH:
        return None
    low, high = column.quantiles[LOW], column.quantiles[HIGH]
    reach = FENCES * (high - low)
    return (low - reach, high + reach) if 0 < reach < FLOAT32_MAX else None


def outside(cell: str, low: float, high: float) -> str:
    """SQL that is true outside the fences."""
    return f"{cell} < {low!r}::DOUBLE OR {cell} > {high!r}::DOUBLE"
