"""The grid of values of a field for partial dependence and counterfactuals."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from rowcast_automl.explain.field_values import missing_in, values_of
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors

MAX_STEPS = 20
MAX_CATEGORIES = 15


@dataclass(frozen=True, slots=True)
class ValueGrid:
    """Values of a field with the share of training rows at or nearest to each.

    Parameters
    ----------
    values : array
        str objects for categories, else float64; missing is the last one where training saw it.
    """

    values: Array
    shares: Array


def steps_of(tensors: Tensors, field: InputField) -> ValueGrid:
    """Return quantiles of a number or date, or the most frequent categories, plus missing if it occurs.

    Categories are in order of frequency, or in their own order if they have one.

    Parameters
    ----------
    tensors : Tensors
        Training rows, or a sample of them.
    """
    values = values_of(tensors, field)
    missing = missing_in(values, field)
    present = values[~missing]
    if field.kind == "category":
        counts = Counter(present.tolist()).most_common(MAX_CATEGORIES)
        counts.sort(key=lambda pair: field.levels.index(pair[0]) if field.levels else 0)
        steps = np.array([value for value, _ in counts], dtype=object)
        shares = np.array([count for _, count in counts], dtype=np.float64) / len(values)
    else:
        steps = spread(present)
        shares = nearest_shares(present, steps, len(values))
    if missing.any():
        gap = np.array([""], dtype=object) if field.kind == "category" else np.array([np.nan])
        steps, shares = np.concatenate([steps, gap]), np.append(shares, missing.mean())
    return ValueGrid(steps, shares)


def spread(present: Array) -> Array:
    """Return all distinct values if there are few, otherwise quantiles from the smallest to the largest."""
    distinct = np.unique(present)
    if len(distinct) <= MAX_STEPS:
        return distinct
    return np.unique(np.quantile(present, np.linspace(0, 1, MAX_STEPS), method="nearest"))


def nearest_shares(present: Array, steps: Array, rows: int) -> Array:
    """Return the share of rows nearest to each step."""
    if not len(steps):
        return np.zeros(0)
    middles = (steps[1:] + steps[:-1]) / 2
    return np.bincount(np.searchsorted(middles, present), minlength=len(steps)) / rows
