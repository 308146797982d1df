"""Predictions of a plain linear model on the evaluated rows, for comparison with the published model."""

from __future__ import annotations

import time

import numpy as np

from rowcast_automl.calibrate.evaluated_predictions import EvaluatedPredictions
from rowcast_automl.features.tensors import Array
from rowcast_automl.fit.baselines import MAX_CELLS, fit_folds, linear_model_of
from rowcast_automl.plan.default_configurations import BASELINE_SAMPLE, baseline_models
from rowcast_automl.prepare.table_preparation import PreparedTable

# All rows are encoded, though the model is fitted on few.
MIN_SECONDS, MIN_SECONDS_OF_FEW = 0.2, 0.02


def linear_predictions(
    prepared: PreparedTable, evaluated: EvaluatedPredictions, seconds: float
) -> Array | None:
    """Predict the evaluated rows with the linear baseline, if it was not fitted before.

    Out-of-fold rows are predicted by a model that is fitted on the other folds, held-out rows by all models
    together.

    Returns
    -------
    array or None
        None if the table is too wide, the time is too short, or a class is missing in a fold.
    """
    end = time.monotonic() + seconds
    training_data = prepared.training_data
    rows = len(training_data.truth)
    minimum = MIN_SECONDS if rows > BASELINE_SAMPLE["max_rows"] else MIN_SECONDS_OF_FEW
    if seconds < minimum or rows * training_data.encoder.linear_width > MAX_CELLS:
        return None
    try:
        fits = fit_folds(baseline_models(training_data)[1], training_data, end=end)
    # A fold may have a single class.
    except (TimeoutError, ValueError):
        return None
    line = linear_model_of(fits, training_data)
    found: Array = line.extra[: len(evaluated.truth)] if evaluated.rows is None else line.oof[evaluated.rows]
    return found if np.isfinite(found).all() else None
