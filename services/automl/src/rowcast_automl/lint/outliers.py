"""Detection of outliers, after a log or asinh transformation of skewed or heavy-tailed columns."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rowcast_automl.contracts.generated import ClipStep, ColumnProfile, LintFinding, ReplaceStep
from rowcast_automl.features.rows.cells import FLOAT32_MAX
from rowcast_automl.lint.float32_range import (
    COLUMNS_PER_QUERY,
    FENCE_FACTOR,
    MAX_FINDINGS,
    exceeds_float32,
    outside,
)
from rowcast_automl.lint.lint_table import NUMERIC, LintTable
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.finding import finding

# In interquartile ranges.
MAX_TRANSFORMED_DISTANCE, MIN_GAP = 3.0, 1.5
MAX_OUTSIDE_SHARE, MAX_REPEATED_SHARE, MIN_OUTLIERS = 0.01, 0.2, 3
SKEWED_RATIO, HEAVY_TAIL_RATIO = 1.5, 2.9
PLACEHOLDER = re.compile(r"-?9{3,}|-1")
# Indices of the quantiles 5, 25, 50, 75 and 95 % in the profile.
QUANTILES = slice(1, 6)
Transform = Callable[[float], float]


@dataclass(frozen=True)
class Fence:
    """A fence for outliers; `width` is the interquartile range after `transform`."""

    fence: float
    transform: Transform
    width: float


@dataclass(frozen=True)
class ValuesBeyondFence:
    """Values beyond a fence, in outward order, and the last value within it."""

    side: Fence
    edge: float
    values: list[float]

    def split_at_gap(self) -> tuple[float, list[float]]:
        """Return the last regular value, and the values after a gap, which may be empty."""
        edge = self.edge
        for place, value in enumerate(self.values):
            if abs(self.side.transform(value) - self.side.transform(edge)) >= MIN_GAP * self.side.width:
                return edge, self.values[place:]
            edge = value
        return edge, []


def find_outliers(table: LintTable, target: str | None) -> Iterator[LintFinding]:
    """Yield a finding for each column with a few outliers, at most 20.

    Values in a long tail without a gap, such as high prices and incomes, are not outliers.
    """
    fenced_columns = [
        (column, *sides)
        for column in table.profile.columns
        if column.type in NUMERIC
        and column.name != target
        and not exceeds_float32(column)
        and (sides := fences_of(column))
    ]
    found = 0
    for start in range(0, len(fenced_columns), COLUMNS_PER_QUERY):
        part = fenced_columns[start : start + COLUMNS_PER_QUERY]
        counts = ", ".join(
            f"count(*) FILTER ({outside(quoted(column.name), low.fence, high.fence)})"
            for column, low, high in part
        )
        row = table.connection.execute(f"SELECT {counts} FROM {table.head}").fetchone() or ()
        for (column, low, high), count in zip(part, row, strict=True):
            if found == MAX_FINDINGS or not 0 < count <= MAX_REPEATED_SHARE * table.profile.rows:
                continue
            if outlier_finding := outliers_of_column(table, column, low, high):
                found += 1
                yield outlier_finding


def outliers_of_column(
    table: LintTable, column: ColumnProfile, low: Fence, high: Fence
) -> LintFinding | None:
    """Return a finding, if the values beyond the fences are separated by a gap."""
    cell = quoted(column.name)
    most = max(MIN_OUTLIERS, int(MAX_OUTSIDE_SHARE * table.profile.rows))
    within = f"min({cell}) FILTER ({cell} >= {low.fence!r}), max({cell}) FILTER ({cell} <= {high.fence!r})"
    first, last = table.connection.execute(f"SELECT {within} FROM {table.whole}").fetchone() or (None, None)
    if first is None or last is None:
        return None
    below, above = (
        table.connection.execute(
            f"SELECT {cell}, count(*) FROM {table.whole} WHERE {cell} {sign} {side.fence!r}::DOUBLE "
            f"GROUP BY 1 ORDER BY 1 {order} LIMIT {most + 1}"
        ).fetchall()
        for side, sign, order in ((low, "<", "DESC"), (high, ">", "ASC"))
    )
    left, small = ValuesBeyondFence(low, first, [value for value, _ in below]).split_at_gap()
    right, large = ValuesBeyondFence(high, last, [value for value, _ in above]).split_at_gap()
    counts = dict([*below, *above])
    count = sum(counts[value] for value in (*small, *large))
    placeholder = repeated_placeholder((*small, *large), counts)
    if not count or (count > most and placeholder is None):
        return None
    step = ClipStep(op="clip", column=column.name, low=left if small else None, high=right if large else None)
    return finding(
        "OUTLIERS",
        column.name,
        rows=table.rows_where(column.name, outside("cell", left, right)),
        fix=step
        if placeholder is None
        else ReplaceStep(op="replace", column=column.name, values=[placeholder], by=None),
        count=count,
        low=left,
        high=right,
    )


def repeated_placeholder(values: Sequence[float], counts: dict[float, int]) -> str | None:
    """Return the single repeated outlier, if it looks like a placeholder such as -999."""
    if len(values) != 1 or counts[values[0]] < 2:
        return None
    text = str(int(values[0])) if float(values[0]).is_integer() else repr(values[0])
    return text if PLACEHOLDER.fullmatch(text) else None


def fences_of(column: ColumnProfile) -> tuple[Fence, Fence] | None:
    """Return the fences of a column, or None if the interquartile range is zero."""
    if len(column.quantiles) < QUANTILES.stop:
        return None
    least, low, middle, high, most = column.quantiles[QUANTILES]
    width = high - low
    if not 0 < width < math.inf:
        return None
    if most - middle > SKEWED_RATIO * (middle - least) and least >= 0:
        shift = 0.0 if least > 0 else middle or high
        transformed_width = math.log(high + shift) - math.log(low + shift)
        # The column has no values beyond float32.
        end = min(
            math.log(high + shift) + MAX_TRANSFORMED_DISTANCE * transformed_width, math.log(FLOAT32_MAX)
        )
        fence = math.exp(end) - shift
        return (
            Fence(low - FENCE_FACTOR * width, float, width),
            Fence(fence, lambda value: math.log(value + shift), transformed_width),
        )
    if most - least > HEAVY_TAIL_RATIO * width:

        def transformed(value: float) -> float:
            return math.asinh(2 * (value - middle) / width)

        transformed_width = transformed(high) - transformed(low)
        ends = (
            transformed(low) - MAX_TRANSFORMED_DISTANCE * transformed_width,
            transformed(high) + MAX_TRANSFORMED_DISTANCE * transformed_width,
        )
        fences = [middle + width / 2 * math.sinh(end) for end in ends]
        return Fence(fences[0], transformed, transformed_width), Fence(
            fences[1], transformed, transformed_width
        )
    return Fence(low - FENCE_FACTOR * width, float, width), Fence(high + FENCE_FACTOR * width, float, width)
