"""Distributions of number columns: quantiles and histogram."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from rowcast_automl.contracts.generated import HistogramBin
from rowcast_automl.profile.histogram import bin_edges, count_in_bins

BINS = 20
QUANTILE_LEVELS = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
MIN_UNIT_STEP_SHARE = 0.5
# NumPy interpolates from the nearer end.
MIDDLE = 0.5
HISTOGRAM = TypeAdapter(list[HistogramBin])

Numbers = NDArray[np.float64]
# The smallest and the largest number of all rows, where known.
Range = tuple[float | None, float | None]


@dataclass(frozen=True)
class Distribution:
    """Distribution of a column.

    Attributes
    ----------
    is_counter : bool
        Whether the numbers increase, mostly by one, from row to row.
    """

    quantiles: list[float]
    histogram: list[HistogramBin]
    is_counter: bool


def distributions(
    columns: Sequence[Numbers], ranges: Sequence[Range], scale: float
) -> list[Distribution | None]:
    """Return the distribution of each column of finite numbers in row order, or None for an empty one.

    Parameters
    ----------
    scale : float
        Factor of the counts, if the numbers are a sample.
    """
    # Columns of equal length share the array operations, whose fixed cost dominates in wide tables.
    by_length = defaultdict[int, list[int]](list)
    for index, values in enumerate(columns):
        by_length[len(values)].append(index)
    found: list[Distribution | None] = [None] * len(columns)
    for length, indices in by_length.items():
        if length:
            stacked = np.stack([columns[index] for index in indices])
            same_length = distributions_of_rows(stacked, [ranges[index] for index in indices], scale)
            for index, each in zip(indices, same_length, strict=True):
                found[index] = each
    return found


def distributions_of_rows(values: Numbers, ranges: Sequence[Range], scale: float) -> list[Distribution]:
    """Return the distribution of each row of a matrix."""
    ordered = np.sort(values, axis=1)
    quantiles = quantiles_of(ordered)
    lows = np.array([finite(low, own) for (low, _), own in zip(ranges, quantiles[:, 0], strict=True)])
    highs = np.array([finite(high, own) for (_, high), own in zip(ranges, quantiles[:, -1], strict=True)])
    quantiles[:, 0], quantiles[:, -1] = lows, highs
    counters = are_counters(values)
    with np.errstate(over="ignore", invalid="ignore"):
        spreads, widths = values.std(axis=1), highs - lows
        varies = (spreads > 0) & np.isfinite(spreads) & np.isfinite(widths)
        edges = bin_edges(np.where(varies, lows, 0.0), np.where(varies, highs, 1.0), BINS)
    return [
        Distribution(
            quantiles[index].tolist(),
            histogram_of(ordered[index], edges[index], scale) if varies[index] else [],
            bool(counters[index]),
        )
        for index in range(len(values))
    ]


def quantiles_of(ordered: Numbers) -> Numbers:
    """Return `np.quantile` at QUANTILE_LEVELS of each row of finite, ordered numbers.

    It skips the checks of numpy, which take most of the time for short columns.
    """
    last = ordered.shape[1] - 1
    found = np.empty((len(ordered), len(QUANTILE_LEVELS)))
    for place, level in enumerate(QUANTILE_LEVELS):
        position = level * last
        below = int(position)
        low, high, share = ordered[:, below], ordered[:, min(below + 1, last)], position - below
        found[:, place] = low + (high - low) * share if share < MIDDLE else high - (high - low) * (1 - share)
    return found


def are_counters(values: Numbers) -> NDArray[np.bool_]:
    """Whether the numbers of each row increase, mostly by one.

    A counter may have gaps; a table sorted by a quantity has steps of many sizes.
    """
    if values.shape[1] == 1:
        return np.zeros(len(values), dtype=np.bool_)
    steps = np.diff(values, axis=1)
    found: NDArray[np.bool_] = np.all(steps > 0, axis=1) & (np.mean(steps == 1, axis=1) > MIN_UNIT_STEP_SHARE)
    return found


def histogram_of(ordered: Numbers, edges: Numbers, scale: float) -> list[HistogramBin]:
    """Return the histogram with counts of all rows."""
    return HISTOGRAM.validate_python(
        [
            {"from": left, "to": right, "count": round(count * scale)}
            for left, right, count in count_in_bins(ordered, edges)
        ]
    )


def finite(value: float | None, otherwise: float) -> float:
    """Return `value` if it is finite, otherwise `otherwise`."""
    return value if value is not None and np.isfinite(value) else otherwise
