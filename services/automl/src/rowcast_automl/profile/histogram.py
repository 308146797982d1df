"""Histograms with bins of equal width or with round edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def histogram(
    values: NDArray[np.float64], bins: int, ends: tuple[float, float] | None = None
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
    edges = np.linspace(low, high, bins + 1)
    if not (np.diff(edges) > 0).all():
        return [(low, high, len(values))]
    counts, edges = np.histogram(values, bins=edges)
    return [
        (float(start), float(end), int(count))
        for start, end, count in zip(edges, edges[1:], counts, strict=False)
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
