"""The parity gate before publishing: the served form must predict what the trained form predicts."""

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
    """Compares in one batch, and row by row for some rows.

    Parameters
    ----------
    expected : array
        The trained form's answers, aligned with `tensors`.
    unit : float64 array, shape (n_samples,)
        What a difference is measured in, see `units_of`.
    singles : int array
        Rows that are also asked for one at a time; at most 300 of them are.

    Returns
    -------
    (answers, difference)
        The served form's answers, and the largest difference in units.

    Raises
    ------
    RowcastError
        PARITY_FAILED, naming the row that differs most.
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
    """What each row's difference is measured in, shape (n_samples,).

    Parameters
    ----------
    deviation : float or None
        None for probabilities, whose unit is 1. For a regression the target's standard deviation, so that the
        tolerance means the same for prices in millions as for shares; an answer larger than that is its own
        unit, since trees are summed in float32.
    """
    if deviation is None:
        return np.ones(len(expected))
    return np.maximum(np.abs(expected), deviation)


def row_differences(found: Array, expected: Array) -> Array:
    """Largest absolute difference in each row."""
    gap: Array = np.abs(found - expected)
    return gap if gap.ndim == 1 else np.max(gap, axis=1)
