"""Calibration of probabilities, fitted on out-of-fold predictions and applied inside the graph."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.encoding.target_encoding import inner_parts
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.scores import log_loss
from rowcast_automl.models.calibration import EPSILON, Calibration

MIN_ROWS = 200
MIN_GAIN = 1e-4
# Prior: means of several models are underconfident. Its tails let data overrule it.
DEFAULT_SLOPE, SLOPE_DEVIATION, OFFSET_DEVIATION, FREEDOM = 1.08, 0.1, 0.3, 3


def fit_calibration(truth: Array, probabilities: Array, seed: int, order: Order) -> Calibration | None:
    """Fit a slope, and for binary targets an offset, to out-of-fold probabilities.

    For rows with groups or times, the calibration of each half must improve the log-loss of the other half.

    Parameters
    ----------
    truth : int array, shape (n_samples,)
    probabilities : array, shape (n_samples, n_classes)
        Out-of-fold predictions of the ensemble.
    order : Order
        Groups and times of the rows.

    Returns
    -------
    Calibration or None
        None if there are too few rows, a single class, or no improvement.
    """
    if len(truth) < MIN_ROWS or one_class(truth):
        return None
    if not order.free and gain_for_others(truth, probabilities, seed, order) <= MIN_GAIN:
        return None
    return solve(truth, probabilities)


def gain_for_others(truth: Array, probabilities: Array, seed: int, order: Order) -> float:
    """Return the summed improvement in log-loss of each half, calibrated on the other half."""
    half = inner_parts(len(truth), seed, order, 2) == 0
    gain = 0.0
    for learn, check in ((half, ~half), (~half, half)):
        fitted = solve(truth[learn], probabilities[learn])
        gain += log_loss(truth[check], probabilities[check]) - log_loss(
            truth[check], fitted.apply(probabilities[check])
        )
    return gain


def one_class(truth: Array) -> bool:
    """Whether all rows have the same class. The slope would then grow without limit."""
    return bool((truth == truth[0]).all())


def solve(truth: Array, probabilities: Array) -> Calibration:
    """Find the maximum a posteriori calibration, with a Student's t prior around the default."""
    # Loaded here: a second that only a training needs, and this module is everywhere.
    from scipy.optimize import minimize

    classes = probabilities.shape[1]

    def unpack(values: Array) -> Calibration:
        offset = (0.0, OFFSET_DEVIATION * float(values[1])) if classes == 2 else (0.0,) * classes
        return Calibration(DEFAULT_SLOPE * float(np.exp(SLOPE_DEVIATION * values[0])), offset)

    # Classes first: reducing over the long axis is many times quicker.
    logs = np.ascontiguousarray(np.log(np.maximum(probabilities, EPSILON)).T)
    rows = np.arange(len(truth))

    def loss(values: Array) -> float:
        candidate = unpack(values)
        logits = candidate.slope * logs + np.array(candidate.offset)[:, None]
        highest = logits.max(axis=0)
        total = highest + np.log(np.exp(logits - highest).sum(axis=0))
        unlikely = (FREEDOM + 1) / 2 * float(np.log1p(values**2 / FREEDOM).sum())
        return float(np.mean(total - logits[truth, rows])) + unlikely / len(truth)

    free = 2 if classes == 2 else 1
    steps = {"initial_simplex": np.eye(free + 1, free, -1), "maxiter": 200, "xatol": 1e-3, "fatol": 1e-8}
    found = minimize(loss, np.zeros(free), method="Nelder-Mead", options=steps)
    return unpack(np.asarray(found.x))
