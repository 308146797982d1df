"""Finds the number columns that float32 cannot represent well enough to learn from."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.tensors import Array

# Rows that are checked, and columns of which every pair is.
MAX_ROWS, MAX_PAIR_ROWS, MAX_PAIRED = 20_000, 2_000, 24
# Share of the distinct values that may become equal to another one.
MAX_MERGED = 0.01
# A forest does not split between values closer than 1e-7, and trains on parts of the range.
MIN_SPREAD = 1e-4
# Error of a difference of two columns, relative to the range of the differences.
MAX_DIFFERENCE_ERROR = 2.0**-13
# Range of the differences, relative to those of the columns.
MAX_DIFFERENCE_RANGE = 0.25
# A range of differences that has fewer steps than this in float64 is rounding noise.
MIN_STEPS = 1_000
INNER_RANGE = (0.05, 0.95)


def need_float64(columns: list[Array]) -> list[bool]:
    """Return for each column whether the graph must read it as float64.

    Parameters
    ----------
    columns : list of float64 arrays, shape (n_samples,)
        Number columns of the training rows, NaN where missing.
    """
    needed = [merges_values(each) for each in columns]
    inexact = [place for place, each in enumerate(columns) if not is_exact(each)][:MAX_PAIRED]
    if len(inexact) > 1:
        for place in loses_differences(np.column_stack([columns[each] for each in inexact])):
            needed[inexact[place]] = True
    return needed


def is_exact(values: Array) -> bool:
    """Whether float32 represents every value exactly."""
    present = values[~np.isnan(values)]
    return bool((present.astype(np.float32) == present).all())


def merges_values(values: Array) -> bool:
    """Whether float32 would make many distinct values equal, or they are too close for a forest."""
    distinct = np.unique(sampled(values[~np.isnan(values)], MAX_ROWS))
    if len(distinct) < 2:
        return False
    if 0 < inner_range(distinct) < MIN_SPREAD:
        return True
    return len(np.unique(distinct.astype(np.float32))) < (1 - MAX_MERGED) * len(distinct)


def loses_differences(columns: Array) -> list[int]:
    """Return the columns whose difference from another one is lost in float32.

    Two meter readings are examples: each has a wide range, and the consumption between them is small.
    """
    rows = sampled(columns[~np.isnan(columns).any(axis=1)], MAX_PAIR_ROWS)
    if len(rows) < 2:
        return []
    singles = rows.astype(np.float32).astype(np.float64)
    own = inner_ranges(rows)
    lost: set[int] = set()
    for left in range(rows.shape[1] - 1):
        exact = rows[:, left + 1 :] - rows[:, [left]]
        error = np.median(np.abs(singles[:, left + 1 :] - singles[:, [left]] - exact), axis=0)
        between = inner_ranges(exact)
        noise = MIN_STEPS * np.spacing(np.abs(rows[:, left + 1 :]).max(axis=0))
        found = (error > MAX_DIFFERENCE_ERROR * between) & (between > noise)
        found &= between < MAX_DIFFERENCE_RANGE * np.minimum(own[left], own[left + 1 :])
        if found.any():
            lost.update([left, *(left + 1 + np.flatnonzero(found)).tolist()])
    return sorted(lost)


def inner_range(values: Array) -> float:
    """Return the width of the range that holds nine tenths of the values."""
    return float(inner_ranges(values))


def inner_ranges(columns: Array) -> Array:
    """Return the inner range of each column."""
    low, high = np.quantile(columns, INNER_RANGE, axis=0)
    result: Array = high - low
    return result


def sampled(rows: Array, maximum: int) -> Array:
    """Return evenly spaced rows, about `maximum` of them."""
    return rows[:: max(1, len(rows) // maximum)]
