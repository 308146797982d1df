"""Histograms with bins of equal width or with round edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def histogram(
    values: Numbers, bins: int, ends: tuple[float, float] | None = None
) -> list[tuple[float, float, int]]:
    """Count values in bins of equal width.

    Parameters
    ----------
    ends : tuple of float, optional
        The range, if `values` are a sample.

    Returns
    -------
    list of tuple
        (from, to, count) of each bin. A range too narrow to be divided gives one bin.
    """
    low, high = ends or (float(values.min()), float(values.max()))
    return count_in_bins(np.sort(values), bin_edges(np.array([low]), np.array([high]), bins)[0])


def bin_edges(lows: Numbers, highs: Numbers, bins: int) -> Numbers:
    """Return the edges of bins of equal width, one row for each range."""
    if np.any((highs - lows) / bins == 0):
        # For a whole array, NumPy uses another formula if one step is zero.
        return np.stack([np.linspace(low, high, bins + 1) for low, high in zip(lows, highs, strict=True)])
    return np.linspace(lows, highs, bins + 1, axis=1)


def count_in_bins(ordered: Numbers, edges: Numbers) -> list[tuple[float, float, int]]:
    """Return (from, to, count) of each bin of ordered numbers, or one bin if the edges are equal."""
    if not (np.diff(edges) > 0).all():
        return [(float(edges[0]), float(edges[-1]), len(ordered))]
    below = [
        *ordered.searchsorted(edges[:-1], "left").tolist(),
        int(ordered.searchsorted(edges[-1], "right")),
    ]
    starts = edges.tolist()
    return [
        (start, end, after - before)
        for start, end, before, after in zip(starts, starts[1:], below, below[1:], strict=False)
    ]


TAIL = 0.005


def round_histogram(values: NDArray[np.float64], bins: int) -> list[tuple[float, float, int]]:
    """Count values in bins with round edges, such as multiples of 500.

    The first and the last bin also contain the outermost 0.5 % of the values, so that a few large ones do not
    hide the shape of the others.

    Parameters
    ----------
    bins : int
        Approximate number of bins.
    """
    low, high = (float(each) for each in np.quantile(values, (TAIL, 1 - TAIL)))
    step = round_step((high - low) / bins)
    if step is None:
        return [(float(values.min()), float(values.max()), len(values))]
    inner = np.arange(np.floor(low / step), np.ceil(high / step) + 1) * step
    inner[0] = min(inner[0], np.floor(values.min() / step) * step)
    inner[-1] = max(inner[-1], np.ceil(values.max() / step) * step)
    edges = np.round(inner, max(0, -int(np.floor(np.log10(step)))))
    # Rounding may leave the outermost values outside by one unit in the last place.
    counts, _ = np.histogram(np.clip(values, edges[0], edges[-1]), bins=edges)
    return [
        (float(start), float(end), int(count))
        for start, end, count in zip(edges, edges[1:], counts, strict=False)
    ]


def round_step(width: float) -> float | None:
    """Return the smallest of 1, 2 or 5 times a power of ten that is at least `width`; None if undefined."""
    if not np.isfinite(width) or width <= 0:
        return None
    power = 10.0 ** np.floor(np.log10(width))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= width * (1 - 1e-9))
    return float(step) if np.isfinite(step) and step > 0 else None
