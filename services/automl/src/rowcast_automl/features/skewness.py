"""Skewness of a sample, or estimated from a column's profile."""

from __future__ import annotations

import numpy as np

from rowcast_automl.contracts.generated import ColumnProfile
from rowcast_automl.features.tensors import Array

# Places among a profile's quantiles.
MEDIAN, HIGHEST = 3, 6
PEARSON_SKEW = 0.5
FAR = 10.0


def skewness(values: Array) -> Array:
    """Return the third standardised moment along the first axis; 0 for a constant.

    Parameters
    ----------
    values : float array, shape (n_samples,) or (n_samples, n_columns)
    """
    deviation = values.std(axis=0)
    standard = (values - values.mean(axis=0)) / np.where(deviation > 0, deviation, 1.0)
    moment: Array = (standard**3).mean(axis=0)
    return moment


def seems_skewed(column: ColumnProfile) -> bool:
    """Whether a column without negative numbers is likely to be skewed, by Pearson's second coefficient.

    A profile has mean, median and deviation, and no third moment.
    """
    if column.min is None or column.min < 0 or not column.std or column.mean is None:
        return False
    if len(column.quantiles) <= MEDIAN:
        return False
    return 3 * (column.mean - column.quantiles[MEDIAN]) / column.std > PEARSON_SKEW


def has_far_values(column: ColumnProfile) -> bool:
    """Whether all numbers are positive and the maximum is many times the median."""
    quantiles = column.quantiles
    return len(quantiles) > HIGHEST and quantiles[0] > 0 and quantiles[HIGHEST] > FAR * quantiles[MEDIAN]
