"""How many equal rows the distributions of the columns give by chance.

In a table of few columns with few values, equal rows are no copies: with two columns of ten values each, 100
rows are enough for many pairs. The estimate answers the birthday problem for rows of this table.

1. The probability that another row has the same value in one column. For a number it is the share of rows in
   the same quantile bin, divided by the number of steps in the bin; a step is the smallest difference between
   two values. For a text it is the share of rows with the same value. Values that occur in copies of a single
   row only count as unique, so that copies do not explain themselves.
2. Columns are joined by a Chow-Liu tree: each probability is conditional on one other column, on its bin or,
   for two numbers, on a line through the rows of the bin. A column that another one determines, such as a
   city's latitude, adds nothing.
3. With the product `p` of a row and `n` other rows, the row has an equal one with probability 1 - (1 - p)^n.

References
----------
C. K. Chow, C. N. Liu, "Approximating discrete probability distributions with dependence trees", 1968.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

MAX_ROWS, MAX_COLUMNS = 20_000, 30
MIN_BINS, MAX_BINS = 4, 20
# A text with fewer rows counts by the number of different rows that have it.
MIN_ROWS_PER_TEXT = 5
# Rows that the unconditional distribution adds to each bin.
PRIOR_ROWS = 5.0
# The estimate can be low by this factor, since dependence within a bin is not modelled.
TOLERANCE, MAX_DEVIATIONS = 2.0, 3.0
MIN_ROWS_PER_LINE = 8
IMPOSSIBLE = 1e-12


@dataclass(frozen=True, slots=True)
class EqualValues:
    """One column: where another row may have the same value, and how likely that is.

    Attributes
    ----------
    values, bins : int array, shape (n_rows,)
        Code of the value and of its bin.
    within : float array, shape (n_rows,)
        Probability of the same value among rows of the same bin.
    numbers : float array or None
        The values, if they are numbers.
    step : float
        The smallest difference between two numbers.
    """

    values: Codes
    bins: Codes
    within: Floats
    numbers: Floats | None = None
    step: float = 0.0

    @property
    def probability(self) -> Floats:
        """Probability that another row has the same value."""
        return self.within * np.bincount(self.bins)[self.bins] / len(self.bins)


def chance_of_equal_row(columns: Sequence[NDArray[np.generic]]) -> Floats:
    """Return for each row the probability that another row is equal by chance.

    Parameters
    ----------
    columns : sequence of array, shape (n_rows,)
        Float arrays are numbers, with NaN for missing values; integer arrays are codes of texts.
    """
    varying = [each for each in columns if len(each) and not is_constant(each)]
    if not varying:
        return np.ones(len(columns[0]) if columns else 0)
    codes = [np.unique(each, return_inverse=True)[1].astype(np.int64) for each in varying]
    _, first = np.unique(np.column_stack(codes), axis=0, return_index=True)
    found = [
        equal_numbers(column.astype(np.float64), code, first)
        if column.dtype.kind == "f"
        else equal_texts(code, first)
        for column, code in zip(varying, codes, strict=True)
    ]
    # Columns of fine resolution come first: they determine others, not the reverse.
    ordered = sorted(found, key=lambda each: mean_logarithm(each.probability))[:MAX_COLUMNS]
    kept = [ordered[0]]
    chance = ordered[0].probability
    for column in ordered[1:]:
        if any(determines(other.values[first], column.values[first]) for other in kept):
            continue
        chance = chance * max((value_given(column, other, first) for other in kept), key=mean_logarithm)
        kept.append(column)
    return chance


def is_more_than_chance(observed: int, expected: float) -> bool:
    """Whether `observed` equal rows are clearly more than expected by chance."""
    return observed > TOLERANCE * expected + MAX_DEVIATIONS * math.sqrt(expected)


def expected_matches(chance: Floats, rows: int, others: int) -> float:
    """Return how many of `rows` are expected to equal one of `others` other rows by chance."""
    return float(rows * np.mean(-np.expm1(others * np.log1p(-np.minimum(chance, 1 - IMPOSSIBLE)))))


def expected_repeats(chance: Floats, rows: int) -> float:
    """Return how many of `rows` are expected to equal an earlier one by chance."""
    pairs = np.maximum(rows * chance, IMPOSSIBLE)
    return float(rows * np.mean(1 + np.expm1(-pairs) / pairs))


def equal_numbers(column: Floats, codes: Codes, first: Codes) -> EqualValues:
    """Return the probabilities for a column of numbers; `first` are the places of the different rows."""
    present = column[~np.isnan(column)]
    n_bins = int(np.clip(np.sqrt(len(column)) / 2, MIN_BINS, MAX_BINS))
    edges = np.unique(np.quantile(present, np.linspace(0, 1, n_bins + 1)[1:], method="lower"))
    bins = np.where(np.isnan(column), len(edges), np.searchsorted(edges, column)).astype(np.int64)
    step = float(np.diff(np.unique(present)).min(initial=np.inf))
    within = np.ones(len(column))
    by_rows = share_of_different_rows(codes, bins, first)
    for place in range(len(edges)):
        inside = bins == place
        values = column[inside]
        if not len(values) or values.min() == values.max():
            continue
        within[inside] = np.maximum(1 / (1 + (values.max() - values.min()) / step), by_rows[inside])
    return EqualValues(codes, bins, within, column, step)


def equal_texts(codes: Codes, first: Codes) -> EqualValues:
    """Return the probabilities for a column of texts; rare texts share a bin."""
    counts = np.bincount(codes)
    common = np.argsort(-counts, kind="stable")[:MAX_BINS]
    own_bin = np.full(len(counts), MAX_BINS)
    own_bin[common] = np.where(counts[common] >= MIN_ROWS_PER_TEXT, np.arange(len(common)), MAX_BINS)
    bins = own_bin[codes].astype(np.int64)
    frequent = counts[codes] >= MIN_ROWS_PER_TEXT
    within = np.where(
        frequent, counts[codes] / np.bincount(bins)[bins], share_of_different_rows(codes, bins, first)
    )
    return EqualValues(codes, bins, within)


def share_of_different_rows(codes: Codes, bins: Codes, first: Codes) -> Floats:
    """Return the share of the other different rows in the same bin that have the same value."""
    of_value = np.bincount(codes[first], minlength=int(codes.max()) + 1)[codes] - 1
    of_bin = np.bincount(bins[first], minlength=int(bins.max()) + 1)[bins] - 1
    return of_value / np.maximum(of_bin, 1)


def determines(values: Codes, others: Codes) -> bool:
    """Whether rows with equal `values` have equal `others`."""
    pairs = values * (int(others.max()) + 1) + others
    return len(np.unique(pairs)) == len(np.unique(values))


def value_given(column: EqualValues, other: EqualValues, first: Codes) -> Floats:
    """Return the probability of the value of each row, given the value of another column."""
    chance = bin_given(column.bins, other.bins) * column.within
    if column.numbers is None or other.numbers is None:
        return chance
    for place in range(int(other.bins.max()) + 1):
        rows = first[other.bins[first] == place]
        x, y = other.numbers[rows], column.numbers[rows]
        if len(rows) < MIN_ROWS_PER_LINE or np.isnan(x).any() or np.isnan(y).any() or np.ptp(x) == 0:
            continue
        centred = x - x.mean()
        slope = centred @ y / (centred @ centred)
        spread = np.sqrt(np.sum((y - y.mean() - slope * centred) ** 2) / (len(rows) - 2))
        inside = other.bins == place
        # Two draws from a normal distribution differ by at most half a step with about this probability.
        chance[inside] = np.maximum(chance[inside], column.step / (column.step + 2 * np.sqrt(np.pi) * spread))
    return chance


def bin_given(bins: Codes, other: Codes) -> Floats:
    """Return the probability of the bin of each row, given its bin in another column."""
    width = int(other.max()) + 1
    pairs = bins * width + other
    prior = np.bincount(bins)[bins] / len(bins)
    given: Floats = (np.bincount(pairs)[pairs] + PRIOR_ROWS * prior) / (
        np.bincount(other)[other] + PRIOR_ROWS
    )
    return given


def mean_logarithm(probabilities: Floats) -> float:
    """Return the mean log-likelihood of rows; the only row with its value has probability 0."""
    return float(np.log(probabilities + IMPOSSIBLE).mean())


def is_constant(column: NDArray[np.generic]) -> bool:
    """Whether all values are equal, or missing."""
    return len(np.unique(column)) == 1
