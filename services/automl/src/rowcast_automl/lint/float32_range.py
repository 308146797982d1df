"""Numbers beyond the range of float32, in which models are served."""

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

FENCE_FACTOR = 5.0
MAX_FINDINGS = 20
MAX_CLIPPED_SHARE = 0.5
COLUMNS_PER_QUERY = 50
Q25, Q75 = 2, 4


def out_of_range_findings(table: LintTable, target: str | None, task: Task | None) -> Iterator[LintFinding]:
    """Yield a finding for each column with numbers beyond the range of float32."""
    for column in table.profile.columns:
        if not exceeds_float32(column) or (column.name == target and task != "regression"):
            continue
        cell = quoted(column.name)
        sides = f"count(*) FILTER ({cell} < -{FLOAT32_MAX}), count(*) FILTER ({cell} > {FLOAT32_MAX})"
        below, above = table.connection.execute(f"SELECT {sides} FROM {table.head}").fetchone() or (0, 0)
        if below or above:
            many = below + above > MAX_CLIPPED_SHARE * (table.profile.rows - column.missing)
            one_side = not many and (below == 0 or above == 0)
            fix: BaseModel | None = clip_or_drop_step(column, many)
            if column.name == target:
                fix = drop_rows_step(column, below > 0) if one_side else None
            yield finding(
                "EXTREME_VALUES",
                column.name,
                warning=True,
                rows=table.rows_where(column.name, outside("cell", -FLOAT32_MAX, FLOAT32_MAX)),
                fix=fix,
                count=below + above,
            )


def exceeds_float32(column: ColumnProfile) -> bool:
    """Whether the column has a number beyond the range of float32, according to the profile."""
    ends = (column.min, column.max)
    return column.type in NUMERIC and any(end is not None and abs(end) > FLOAT32_MAX for end in ends)


def drop_rows_step(column: ColumnProfile, below: bool) -> FilterRowsStep:
    """Return a step that drops rows whose target is below or above the range of float32."""
    side, end = ("below", -FLOAT32_MAX) if below else ("above", FLOAT32_MAX)
    return FilterRowsStep.model_validate(
        {"op": "filter_rows", "column": column.name, "condition": side, "value": str(end)}
    )


def clip_or_drop_step(column: ColumnProfile, many: bool) -> ClipStep | DropColumnStep | None:
    """Return a step that clips a feature, or drops it if most of its numbers are out of range."""
    if ends := clip_bounds(column):
        return ClipStep(op="clip", column=column.name, low=ends[0], high=ends[1])
    return DropColumnStep(op="drop_column", column=column.name) if many else None


def clip_bounds(column: ColumnProfile) -> tuple[float, float] | None:
    """Return the bounds for clipping, far from the interquartile range, or None if that range is zero."""
    if len(column.quantiles) <= Q75:
        return None
    low, high = column.quantiles[Q25], column.quantiles[Q75]
    reach = FENCE_FACTOR * (high - low)
    return (low - reach, high + reach) if 0 < reach < FLOAT32_MAX else None


def outside(cell: str, low: float, high: float) -> str:
    """Return SQL that is true outside the bounds."""
    return f"{cell} < {low!r}::DOUBLE OR {cell} > {high!r}::DOUBLE"
