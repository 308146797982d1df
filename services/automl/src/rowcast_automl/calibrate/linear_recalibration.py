"""Linear recalibration of regression predictions, which vary too little as means of several models."""

from __future__ import annotations

import numpy as np

from rowcast_automl.ensemble.greedy_selection import DEFAULT_ERRORS
from rowcast_automl.features.tensors import Array

# Prior mean and standard deviation of the factor.
DEFAULT_FACTOR, DEVIATION = 1.02, 0.03
STEPS = 5


def fit_linear_recalibration(truth: Array, predictions: Array) -> float:
    """Estimate the factor that scales the distance of each prediction from the mean prediction.

    Ridge regression of the truth on the predictions, regularised towards a default. Large errors get less
    weight (Huber, 1964). For a non-negative target, the factor keeps these predictions non-negative.

    Parameters
    ----------
    truth, predictions : float arrays, shape (n_samples,)
        True values and out-of-fold predictions of the ensemble.

    Returns
    -------
    float
        1 if all predictions are equal.
    """
    center = predictions.mean()
    apart, wanted = predictions - center, truth - center
    if np.ptp(predictions) == 0:
        return 1.0
    usual = np.quantile(np.abs(wanted - apart), DEFAULT_ERRORS)
    factor = 1.0
    for _ in range(STEPS):
        errors = np.abs(wanted - factor * apart)
        weights = np.minimum(1.0, np.divide(usual, errors, out=np.ones_like(errors), where=errors > 0))
        noise = float(np.mean(weights * errors**2))
        if not noise:
            return factor
        precision = float((weights * apart**2).sum()) / noise
        best = float((weights * apart * wanted).sum()) / noise
        factor = (best + DEFAULT_FACTOR / DEVIATION**2) / (precision + 1 / DEVIATION**2)
    lowest = float(predictions.min())
    if truth.min() >= 0 and lowest < center:
        factor = min(factor, max(1.0, center / (center - lowest)))
    return float(factor)
