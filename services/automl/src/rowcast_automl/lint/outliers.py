"""Numbers that stand far away from all others, on the scale on which the others lie evenly."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rowcast_automl.contracts.generated import ClipStep, ColumnProfile, LintFinding, ReplaceStep
from rowcast_automl.features.rows.cells import FLOAT32_MAX
from rowcast_automl.lint.float32_range import COLUMNS_AT_ONCE, FENCES, MOST_FOUND, holds_too_large, outside
from rowcast_automl.lint.lint_table import NUMERIC, LintTable
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.finding import finding

# In widths of the middle half.
BENT_FENCES, LEAST_GAP = 3.0, 1.5
MOST_OUTSIDE, MOST_OF_ONE_VALUE, FEW = 0.01, 0.2, 3
LONGER, HEAVY = 1.5, 2.9
PLACEHOLDER = re.compile(r"-?9{3,}|-1")
# Places of 5, 25, 50, 75 and 95 % among the profile's quantiles.
SHARES = slice(1, 6)
Curve = Callable[[float], float]


@dataclass(frozen=True)
class Side:
    """What lies beyond a fence; `curve` leads to the scale on which `width` is that of the middle half."""

    fence: float
    curve: Curve
    width: float


@dataclass(frozen=True)
class Outside:
    """What lies beyond a fence, from there outward, and the last number before it."""

    side: Side
    edge: float
    values: list[float]

    def far(self) -> tuple[float, list[float]]:
        """The last number of the others and those after a gap, of which there may be none."""
        edge = self.edge
        for place, value in enumerate(self.values):
            if abs(self.side.curve(value) - self.side.curve(edge)) >= LEAST_GAP * self.side.width:
                return edge, self.values[place:]
            edge = value
        return edge, []


def far_out(table: LintTable, target: str | None) -> Iterator[LintFinding]:
    """A finding for each column with a few numbers far from all others, at most 20.

    Numbers that only come ever more seldom, as prices and incomes do, are none.
    """
    fenced = [
        (column, *sides)
        for column in table.profile.columns
        if column.type in NUMERIC
        and column.name != target
        and not holds_too_large(column)
        and (sides := sides_of(column))
    ]
    found = 0
    for start in range(0, len(fenced), COLUMNS_AT_ONCE):
        part = fenced[start : start + COLUMNS_AT_ONCE]
        counts = ", ".join(
            f"count(*) FILTER ({outside(quoted(column.name), low.fence, high.fence)})"
            for column, low, high in part
        )
        row = table.connection.execute(f"SELECT {counts} FROM {table.head}").fetchone() or ()
        for (column, low, high), count in zip(part, row, strict=True):
            if found == MOST_FOUND or not 0 < count <= MOST_OF_ONE_VALUE * table.profile.rows:
                continue
            if told := of_column(table, column, low, high):
                found += 1
                yield told


def of_column(table: LintTable, column: ColumnProfile, low: Side, high: Side) -> LintFinding | None:
    """The finding, if what lies beyond the fences stands apart."""
    cell = quoted(column.name)
    most = max(FEW, int(MOST_OUTSIDE * table.profile.rows))
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
    left, small = Outside(low, first, [value for value, _ in below]).far()
    right, large = Outside(high, last, [value for value, _ in above]).far()
    counts = dict([*below, *above])
    count = sum(counts[value] for value in (*small, *large))
    lone = repeated((*small, *large), counts)
    if not count or (count > most and lone is None):
        return None
    step = ClipStep(op="clip", column=column.name, low=left if small else None, high=right if large else None)
    return finding(
        "OUTLIERS",
        column.name,
        rows=table.rows_where(column.name, outside("cell", left, right)),
        fix=step if lone is None else ReplaceStep(op="replace", column=column.name, values=[lone], by=None),
        count=count,
        low=left,
        high=right,
    )


def repeated(values: Sequence[float], counts: dict[float, int]) -> str | None:
    """The only one of the values, where it stands several times and looks as if it stood for none."""
    if len(values) != 1 or counts[values[0]] < 2:
        return None
    text = str(int(values[0])) if float(values[0]).is_integer() else repr(values[0])
    return text if PLACEHOLDER.fullmatch(text) else None


def sides_of(column: ColumnProfile) -> tuple[Side, Side] | None:
    """Where the numbers of a column begin to be far out; None where the middle half is one value."""
    if len(column.quantiles) < SHARES.stop:
        return None
    least, low, middle, high, most = column.quantiles[SHARES]
    width = high - low
    if not 0 < width < math.inf:
        return None
    if most - middle > LONGER * (middle - least) and least >= 0:
        shift = 0.0 if least > 0 else middle or high
        wide = math.log(high + shift) - math.log(low + shift)
        # Beyond what float32 holds lies none of the column's numbers.
        end = min(math.log(high + shift) + BENT_FENCES * wide, math.log(FLOAT32_MAX))
        fence = math.exp(end) - shift
        return (
            Side(low - FENCES * width, float, width),
            Side(fence, lambda value: math.log(value + shift), wide),
        )
    if most - least > HEAVY * width:

        def bent(value: float) -> float:
            return math.asinh(2 * (value - middle) / width)

        wide = bent(high) - bent(low)
        ends = (bent(low) - BENT_FENCES * wide, bent(high) + BENT_FENCES * wide)
        fences = [middle + width / 2 * math.sinh(end) for end in ends]
        return Side(fences[0], bent, wide), Side(fences[1], bent, wide)
    return Side(low - FENCES * width, float, width), Side(high + FENCES * width, float, width)
