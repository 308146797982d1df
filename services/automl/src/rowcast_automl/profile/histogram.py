"""Histogram with bins of equal width."""

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
