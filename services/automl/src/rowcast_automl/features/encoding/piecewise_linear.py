"""Piecewise linear encoding of numbers (Gorishniy et al., 2022): one slope for each quantile range.

Linear models and networks can then fit curves in regions with many rows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.features.tensors import Array

MAX_COLUMNS = 250
MAX_RANGES, MIN_RANGES = 12, 3
MIN_SPREAD = 0.05


@dataclass(frozen=True, slots=True)
class PiecewiseLinear:
    """Piecewise features: `(clip((x[source] - low) / span, 0, 1) - center) / spread`.

    Parameters
    ----------
    source : int array, shape (n_pieces,)
        Number slot of each column.
    low, span, center, spread : float64 arrays, shape (n_pieces,)
    """

    source: Array
    low: Array
    span: Array
    center: Array
    spread: Array

    def transform(self, filled: Array) -> Array:
        """Compute the features, float64, shape (n_samples, n_pieces), from imputed numbers."""
        raw = np.clip((filled[:, self.source] - self.low) / self.span, 0.0, 1.0)
        result: Array = (raw - self.center) / self.spread
        return result


def fit_piecewise_linear(filled: Array, own: int) -> PiecewiseLinear:
    """Fit the quantile ranges. Slots with few values, and wide tables, get none.

    Parameters
    ----------
    filled : float64 array, shape (n_samples, slots)
    own : int
        Number of slots of the table itself, which determines the number of ranges.
    """
    slots = filled.shape[1]
    ranges = min(MAX_RANGES, MAX_COLUMNS // max(own, 1))
    source, low, span = [], [], []
    for slot in range(slots if ranges >= MIN_RANGES else 0):
        edges = np.unique(np.quantile(filled[:, slot], np.linspace(0, 1, ranges + 1)))
        edges = edges[np.concatenate([[True], np.diff(edges) > 1e-9 * (1 + np.abs(edges[1:]))])]
        if len(edges) <= MIN_RANGES:
            continue
        source += [slot] * (len(edges) - 1)
        low += edges[:-1].tolist()
        span += np.diff(edges).tolist()
    unscaled = PiecewiseLinear(
        np.array(source, dtype=np.int64),
        np.array(low),
        np.array(span),
        np.zeros(len(source)),
        np.ones(len(source)),
    )
    raw = unscaled.transform(filled)
    if not raw.size:
        return unscaled
    spread = np.maximum(raw.std(axis=0), MIN_SPREAD)
    return PiecewiseLinear(unscaled.source, unscaled.low, unscaled.span, raw.mean(axis=0), spread)
