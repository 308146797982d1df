"""Which of the rows that are called totals hold sums of rows above."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Amounts = NDArray[np.float64]
# Of sums that were rounded for showing.
CLOSE = 1e-6
FEWEST_ABOVE = 3
# What sums are called, other rows hardly ever are.
MOSTLY = 0.8


@dataclass(frozen=True)
class Called:
    """A row that is called a total.

    Parameters
    ----------
    place : int
        Of the row, from 0.
    called : str
        What rows of its kind are called: a customer of that name stands in many that are no sums.
    amounts : array
        Its numbers, NaN where it has none.
    """

    place: int
    called: str
    amounts: Amounts


def sums_among(rows: Sequence[Called], parts: Sequence[Amounts], last: int) -> list[int]:
    """The places of those of `rows` that hold the sums of rows above, those of totals not counted again.

    Parameters
    ----------
    rows : sequence of Called
        In the order of the table.
    parts : sequence of array
        The sums of the numbers of the rows that stand before each of them and after the one before it.
    last : int
        The place of the last row of the table.
    """
    found = sums_in(rows, parts)
    called = Counter(each.called for each in rows)
    equal = Counter(each.called for each in rows if each.place in found)
    doubted = {name for name in called if equal[name] < MOSTLY * called[name]}
    doubted_rows = [each for each in rows if each.called in doubted and each.place != last]
    if doubted_rows:
        found = sums_in(rows, parts, {each.place for each in doubted_rows})
    # One row is easily as large as the one above.
    return sorted(found) if any(count > 1 for count in found.values()) else []


def sums_in(
    rows: Sequence[Called], parts: Sequence[Amounts], others: frozenset[int] | set[int] = frozenset()
) -> dict[int, int]:
    """By the place of each sum how many rows it is of; `others` are rows like any other."""
    found = dict[int, int]()
    above = np.zeros_like(parts[0]) if parts else np.zeros(0)
    counted, before = 0, -1
    # Sums begin at the top or below another one.
    starts = [(above, 0)]
    for row, part in zip(rows, parts, strict=True):
        above = above + part
        counted += row.place - before - 1
        before = row.place
        beginning = next(
            (
                count
                for start, count in reversed(starts)
                if counted > count and are_sums(row.amounts, above - start)
            ),
            None,
        )
        if beginning is None or row.place in others:
            above = above + np.nan_to_num(row.amounts)
            counted += 1
        else:
            found[row.place] = counted - beginning
            starts.append((above, counted))
    return found


def are_sums(amounts: Amounts, sums: Amounts) -> bool:
    """Whether at least half of the amounts are: what is shown of a total may be an average."""
    told = ~np.isnan(amounts) & (amounts != 0)
    if not told.any():
        return False
    equal = np.abs(sums[told] - amounts[told]) <= CLOSE * np.abs(amounts[told]) + 1e-9
    return bool(2 * equal.sum() >= told.sum())
