"""Parity check before publishing: the exported and the trained model must give the same predictions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.platform.errors import RowcastError

TOLERANCE = 1e-5
SINGLE_ROWS = 300


def check_parity(
    predict: Callable[[Tensors], Array], tensors: Tensors, expected: Array, unit: Array, singles: Array
) -> tuple[Array, float]:
    """Compare predictions of the exported and the trained model, in one batch and row by row.

    Parameters
    ----------
    expected : array
        The trained model's predictions, aligned with `tensors`.
    unit : float64 array, shape (n_samples,)
        Scale of the differences, see `units_of`.
    singles : int array
        Rows that are also predicted one at a time, at most 300 of them.

    Returns
    -------
    predictions : array
        Predictions of the exported model.
    difference : float
        The largest difference, in units.

    Raises
    ------
    RowcastError
        PARITY_FAILED, naming the row with the largest difference.
    """
    found = predict(tensors)
    difference = row_differences(found, expected) / unit
    for row in singles[:SINGLE_ROWS]:
        alone = predict(tensors.take(slice(int(row), int(row) + 1)))
        single = row_differences(alone, expected[row : row + 1])[0] / unit[row]
        difference[row] = np.maximum(difference[row], single)
    worst = int(np.argmax(np.where(np.isnan(difference), np.inf, difference)))
    if not difference[worst] < TOLERANCE:
        raise RowcastError(
            "PARITY_FAILED",
            f"The model was not published: its served form differs from the trained one by "
            f"{difference[worst]:.2g} (allowed: {TOLERANCE:g}) on checked row {worst}. Train again.",
        )
    return found, float(difference[worst])


def units_of(expected: Array, deviation: float | None) -> Array:
    """Return the scale for each row's difference, shape (n_samples,).

    For regression, it is the larger of the target's standard deviation and the absolute prediction.

    Parameters
    ----------
    deviation : float or None
        The target's standard deviation for a regression, so that the tolerance does not depend on its unit.
        Larger predictions have a larger scale, since trees are summed in float32. None for probabilities,
        whose scale is 1.
    """
    if deviation is None:
        return np.ones(len(expected))
    return np.maximum(np.abs(expected), deviation)


def row_differences(found: Array, expected: Array) -> Array:
    """Return the largest absolute difference in each row."""
    gap: Array = np.abs(found - expected)
    return gap if gap.ndim == 1 else np.max(gap, axis=1)
