"""Imputation and scaling of numeric columns, and their piecewise linear encoding."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.features.encoding.piecewise_linear import PiecewiseLinear, fit_piecewise_linear
from rowcast_automl.features.skewness import skewness
from rowcast_automl.features.tensors import Array

# Skewness beyond which a logarithm is taken first.
LONG_TAILED = 3


@dataclass(frozen=True, slots=True)
class Scaling:
    """Imputation and scaling of numbers for dense models, in float64 per slot.

    Parameters
    ----------
    fill, center, scale : arrays, shape (slots,)
        Median, then mean and standard deviation after the logarithm.
    logarithm : bool array, shape (slots,)
        Long-tailed slots, which are transformed to sign(x) * log(1 + |x|).
    flags : int array
        Slots with missing cells in training. Each adds a 0/1 column.
    """

    fill: Array
    center: Array
    scale: Array
    logarithm: Array
    flags: Array


@dataclass(frozen=True, slots=True)
class Filled:
    """Numbers in float64 with missing values replaced by the median.

    Parameters
    ----------
    numbers : float64 array, shape (n_samples, slots)
    missing : bool array, shape (n_samples, slots)
    median : float64 array, shape (slots,)
        0 for a column without a number.
    """

    numbers: Array
    missing: Array
    median: Array

    @classmethod
    def of(cls, numbers: Array) -> Filled:
        """Impute missing numbers with the median of their slot."""
        raw = numbers.astype(np.float64)
        missing = np.isnan(raw)
        present = [column[~gap] for column, gap in zip(raw.T, missing.T, strict=True)]
        median = np.array([np.median(column) if len(column) else 0.0 for column in present])
        return cls(np.where(missing, median, raw), missing, median)

    @property
    def has_gaps(self) -> Array:
        """Slots with missing numbers."""
        return np.asarray(self.missing.any(axis=0))


def tree_fills(filled: Filled) -> tuple[Array, Array]:
    """Return the values for missing numbers in the boost view and in the forest view.

    If training has missing cells, boosting gets NaN and forests a value below the range. Otherwise both get
    the median.

    Returns
    -------
    boost, forest : float32 arrays, shape (slots,)
    """
    numbers, median = filled.numbers, filled.median
    low, high = (numbers.min(axis=0), numbers.max(axis=0)) if numbers.shape[1] else (median, median)
    below = low - 0.05 * (high - low) - 1e-3 * (1 + np.abs(low))
    outside = np.maximum(below, np.finfo(np.float32).min)
    boost, forest = (np.where(filled.has_gaps, each, median) for each in (np.nan, outside))
    return boost.astype(np.float32), forest.astype(np.float32)


def dense_parts(filled: Filled, own: int) -> tuple[Scaling, PiecewiseLinear]:
    """Fit the scaling and the piecewise encoding. The first `own` slots are the table's own numbers."""
    scaling = fit_scaling(filled.numbers, filled.median, np.flatnonzero(filled.has_gaps))
    return scaling, fit_piecewise_linear(filled.numbers, own)


def fit_scaling(filled: Array, median: Array, flags: Array) -> Scaling:
    """Fit center and scale of each slot, after the logarithm for long-tailed slots."""
    logarithm = np.abs(skewness(filled)) > LONG_TAILED
    evened = shaped(filled, logarithm)
    center, spread = evened.mean(axis=0), evened.std(axis=0)
    tiny = spread <= 1e-9 * (1 + np.abs(center))
    return Scaling(median, center, np.where(tiny, 1.0, spread), logarithm, flags)


def shaped(filled: Array, logarithm: Array) -> Array:
    """Transform the long-tailed slots to sign(x) * log(1 + |x|)."""
    return np.where(logarithm, np.sign(filled) * np.log(1 + np.abs(filled)), filled)
