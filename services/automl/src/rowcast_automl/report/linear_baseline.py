"""Predictions of a plain linear model on the evaluated rows, to compare the published model with."""

from __future__ import annotations

import time

import numpy as np

from rowcast_automl.calibrate.evaluated_predictions import EvaluatedPredictions
from rowcast_automl.features.tensors import Array
from rowcast_automl.fit.linear_baseline import MAX_ROWS, fit_linear_folds
from rowcast_automl.prepare.table_preparation import PreparedTable

# All rows are encoded, though the model is fitted on few.
MIN_SECONDS, MIN_SECONDS_OF_FEW = 0.2, 0.02


def linear_predictions(
    prepared: PreparedTable, evaluated: EvaluatedPredictions, seconds: float
) -> Array | None:
    """Predict the evaluated rows with a linear model fitted on at most 2,000 rows.

    Out-of-fold rows are predicted by a fit on the other folds, held-out rows by all fits together.

    Out of fold, each row is answered by a fit on the other folds; a held-out one by all of those together.

    Returns
    -------
    array or None
        None where the table is too wide, the time too short, or a fold without some class.
    """
    end = time.monotonic() + seconds
    minimum = MIN_SECONDS if len(prepared.training_data.truth) > MAX_ROWS else MIN_SECONDS_OF_FEW
    if seconds < minimum:
        return None
    line = fit_linear_folds(prepared.training_data, end)
    if line is None:
        return None
    found: Array = line.extra[: len(evaluated.truth)] if evaluated.rows is None else line.oof[evaluated.rows]
    return found if np.isfinite(found).all() else None
