"""Averages over rows of equal score."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.tensors import Array


def evened(values: Array, scores: Array) -> Array:
    """Replace each value by the mean of all rows with the same score. Returns float64, shape (n_samples,).

    Bins by score can split rows of equal score. With their mean, the order of the table does not matter.
    """
    _, place, count = np.unique(scores, return_inverse=True, return_counts=True)
    means: Array = np.bincount(place, weights=values.astype(np.float64)) / count
    return means[place]
