"""Detection of subtotals: rows named as totals or averages that contain those of rows above."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

Amounts = NDArray[np.float64]
# Sums may be rounded for display.
RELATIVE_TOLERANCE = 1e-6
MIN_ROWS_ABOVE = 3
# A name of totals is used for few other rows.
MIN_CONFIRMED_SHARE = 0.8


@dataclass(frozen=True)
class NamedTotal:
    """A row that is named as a total.

    Parameters
    ----------
    place : int
        Index of the row, from 0.
    name : str
        The name. A customer called Total has many rows with that name that are not sums.
    amounts : array of shape (n_columns,)
        Its numbers; NaN for missing ones.
    is_average : bool
        Whether it is named as an average instead of a sum.
    """

    place: int
    name: str
    amounts: Amounts
    is_average: bool = False

    def matches(self, part: Amounts) -> bool:
        """Whether at least half of the amounts are the sums or averages of a part of the table."""
        return are_averages(self.amounts, *part) if self.is_average else are_sums(self.amounts, part[0])


def find_subtotals(rows: Sequence[NamedTotal], parts: Sequence[Amounts], last: int) -> list[int]:
    """Find the rows that contain sums or averages of rows above, not counting other totals.

    Parameters
    ----------
    rows : sequence of NamedTotal
        In table order.
    parts : sequence of array of shape (2, n_columns)
        For each of `rows`, the sums and numbers of cells of the rows between the previous one and this one.
    last : int
        Index of the last row of the table.

    Returns
    -------
    list of int
        Indices of the subtotals.
    """
    found = match_subtotals(rows, parts)
    occurrences = Counter(each.name for each in rows)
    confirmed = Counter(each.name for each in rows if each.place in found)
    unconfirmed = {
        name for name, count in occurrences.items() if confirmed[name] < MIN_CONFIRMED_SHARE * count
    }
    unconfirmed_rows = [each for each in rows if each.name in unconfirmed and each.place != last]
    if unconfirmed_rows:
        found = match_subtotals(rows, parts, {each.place for each in unconfirmed_rows})
    # A "sum" of a single row may be a coincidence.
    return sorted(found) if any(count > 1 for count in found.values()) else []


def match_subtotals(
    rows: Sequence[NamedTotal], parts: Sequence[Amounts], plain_rows: frozenset[int] | set[int] = frozenset()
) -> dict[int, int]:
    """Map each subtotal to its number of summed rows; `plain_rows` are not treated as totals."""
    found = dict[int, int]()
    running = np.zeros_like(parts[0]) if parts else np.zeros(0)
    n_rows, previous = 0, -1
    # A sum starts at the top of the table or below another sum.
    starts = [(running, 0)]
    for row, part in zip(rows, parts, strict=True):
        running = running + part
        n_rows += row.place - previous - 1
        previous = row.place
        beginning = next(
            (count for start, count in reversed(starts) if n_rows > count and row.matches(running - start)),
            None,
        )
        if beginning is None or row.place in plain_rows:
            running = running + [np.nan_to_num(row.amounts), ~np.isnan(row.amounts)]
            n_rows += 1
        else:
            found[row.place] = n_rows - beginning
            starts.append((running, n_rows))
    return found


def are_sums(amounts: Amounts, sums: Amounts) -> bool:
    """Whether at least half of the amounts equal the sums; some columns of a total may be averages."""
    shown = ~np.isnan(amounts) & (amounts != 0)
    if not shown.any():
        return False
    equal = np.abs(sums[shown] - amounts[shown]) <= RELATIVE_TOLERANCE * np.abs(amounts[shown]) + 1e-9
    return bool(2 * equal.sum() >= shown.sum())


def are_averages(amounts: Amounts, sums: Amounts, counts: Amounts) -> bool:
    """Whether at least half of the amounts equal the averages, which may be rounded for display."""
    shown = ~np.isnan(amounts) & (counts > 0)
    if not shown.any():
        return False
    rounding = np.array([half_unit(each) for each in amounts[shown]])
    tolerance = np.maximum(rounding, RELATIVE_TOLERANCE * np.abs(amounts[shown])) * (1 + 1e-9)
    equal = np.abs(sums[shown] / counts[shown] - amounts[shown]) <= tolerance
    return bool(2 * equal.sum() >= shown.sum())


def half_unit(value: float) -> float:
    """Return half of the unit of the last decimal, the largest change by rounding."""
    exponent = Decimal(repr(float(value))).normalize().as_tuple().exponent
    return 0.5 * 10.0 ** min(0, int(exponent))
