"""Counts over equal parts of a range, also where the range is too narrow to be parted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def histogram(
    values: NDArray[np.float64], bins: int, ends: tuple[float, float] | None = None
) -> list[tuple[float, float, int]]:
    """(from, to, count) of each bin; one bin for values that are all but equal.

    Parameters
    ----------
    ends : tuple of float or None
        The range, where the values are only a sample of what lies in it.
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
