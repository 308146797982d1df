"""Shifts and scales numbers in float64 before they become float32."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rowcast_automl.features.columns.float32_precision import MIN_SPREAD, inner_range
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array

# A center is subtracted from values that are far from 0 for their range.
MIN_DISTANCE = 4.0
# The center of integers is a multiple, so that round numbers stay round.
MULTIPLE, MAX_EXACT = 10.0, 2.0**53
FLOAT32_LARGEST = float(np.finfo(np.float32).max)


@dataclass(frozen=True, slots=True)
class Centering:
    """The transformation of numbers that are read as float64: `(x - center) * factor`.

    Parameters
    ----------
    slots : tuple of int
        The number slots that need float64.
    center : float64 array, shape (slots,)
        Subtracted from each number slot; 0 where float32 is precise enough.
    factor : float64 array, shape (slots,)
        Power of two, above 1 for small values only.
    """

    slots: tuple[int, ...]
    center: Array
    factor: Array

    def apply(self, numbers: Array) -> Array:
        """Return float32 numbers, shape (n_samples, slots)."""
        shifted = (numbers - self.center) * self.factor
        bounded: Array = np.clip(shifted, -FLOAT32_LARGEST, FLOAT32_LARGEST).astype(np.float32)
        return bounded

    @property
    def is_scaled(self) -> bool:
        """Whether some slot has a factor."""
        return bool((self.factor != 1).any())


def fit_centering(numbers: Array, fields: tuple[InputField, ...]) -> Centering | None:
    """Fit center and factor of the float64 fields on the training rows; None without such a field."""
    chosen = [each for each in fields if each.float64]
    if not chosen:
        return None
    center, factor = np.zeros(numbers.shape[1]), np.ones(numbers.shape[1])
    for field in chosen:
        column = numbers[:, field.slot]
        present = np.unique(column[~np.isnan(column)])
        center[field.slot] = center_of(present, field.integer)
        factor[field.slot] = factor_of(present)
    return Centering(tuple(each.slot for each in chosen), center, factor)


def center_of(distinct: Array, integer: bool) -> float:
    """Return the center of a column, 0 for values whose range is as wide as they are large."""
    middle = float(np.quantile(distinct, 0.5, method="lower"))
    if abs(middle) < MIN_DISTANCE * inner_range(distinct):
        return 0.0
    if integer and abs(middle) < MAX_EXACT:
        return math.floor(middle / MULTIPLE) * MULTIPLE
    return middle


def factor_of(distinct: Array) -> float:
    """Return the power of two that gives a narrow range a width of about 1."""
    spread = inner_range(distinct)
    return 2.0 ** -math.floor(math.log2(spread)) if 0 < spread < MIN_SPREAD else 1.0
