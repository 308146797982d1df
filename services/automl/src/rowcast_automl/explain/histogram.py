"""Counts over equal parts of a range, also where the range is too narrow to be parted."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.tensors import Array


def histogram(values: Array, bins: int) -> list[tuple[float, float, int]]:
    """(from, to, count) of each bin; one bin for values that are all but equal."""
    low, high = float(values.min()), float(values.max())
    edges = np.linspace(low, high, bins + 1)
    if not (np.diff(edges) > 0).all():
        return [(low, high, len(values))]
    counts, edges = np.histogram(values, bins=edges)
    return [
        (float(start), float(end), int(count))
        for start, end, count in zip(edges, edges[1:], counts, strict=False)
    ]
