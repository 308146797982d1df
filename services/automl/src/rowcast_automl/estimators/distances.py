"""Distances between rows, the same for every estimator that compares rows."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.tensors import Array


def squared_distances(rows: Array, vectors: Array) -> Array:
    """Squared Euclidean distances, shape (n_samples, n_vectors)."""
    sizes = (rows**2).sum(axis=1)[:, None] + (vectors**2).sum(axis=1)[None, :]
    result: Array = np.maximum(sizes - 2 * rows @ vectors.T, 0.0)
    return result
