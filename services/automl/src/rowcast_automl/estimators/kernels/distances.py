"""Squared distances and Gaussian kernels, shared by all estimators that compare rows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rowcast_automl.features.tensors import Array

# Of 8 bytes each, as many as are held at a time.
MAX_DISTANCES = 4_000_000


def squared_distances(rows: Array, vectors: Array) -> Array:
    """Return the squared Euclidean distances, shape (n_samples, n_vectors)."""
    result: Array = (-2 * rows) @ vectors.T
    result += (rows**2).sum(axis=1)[:, None]
    result += (vectors**2).sum(axis=1)[None, :]
    return np.maximum(result, 0.0, out=result)


def gaussian(rows: Array, vectors: Array, gamma: float = 1.0) -> Array:
    """Return `exp(-gamma * |x - v|^2)`, shape (n_samples, n_vectors)."""
    away = squared_distances(rows, vectors)
    away *= -gamma
    return np.exp(away, out=away)


def in_blocks(answer: Callable[[Array], Array], rows: Array, n_vectors: int) -> Array:
    """Apply a function to blocks of rows, to limit memory. Returns the concatenated result, shape (n_samples,
    …).
    """
    step = max(1, MAX_DISTANCES // max(1, n_vectors))
    blocks = [answer(rows[start : start + step]) for start in range(0, max(1, len(rows)), step)]
    return np.concatenate(blocks) if len(blocks) > 1 else blocks[0]
