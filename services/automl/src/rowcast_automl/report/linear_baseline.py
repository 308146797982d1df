"""Predictions of a plain linear model on the evaluated rows, to compare the published model with."""

from __future__ import annotations

import time

import numpy as np

from rowcast_automl.calibrate.evaluated_predictions import Evidence
from rowcast_automl.features.tensors import Array
from rowcast_automl.fit.linear_baseline import MOST_ROWS, linear_fits
from rowcast_automl.prepare.table_preparation import Prepared

# All rows are encoded, though the model is fitted on few.
LEAST_SECONDS, LEAST_SECONDS_OF_FEW = 0.2, 0.02


def linear_answers(prepared: Prepared, evidence: Evidence, seconds: float) -> Array | None:
    """A linear model's answers on the evaluated rows, learned from 2,000 rows at most.

    Out of fold, each row is answered by a fit on the other folds; a held-out one by all of those together.

    Returns
    -------
    array or None
        None where the table is too wide, the time too short, or a fold without some class.
    """
    end = time.monotonic() + seconds
    least = LEAST_SECONDS if len(prepared.bench.truth) > MOST_ROWS else LEAST_SECONDS_OF_FEW
    if seconds < least:
        return None
    line = linear_fits(prepared.bench, end)
    if line is None:
        return None
    found: Array = line.extra[: len(evidence.truth)] if evidence.rows is None else line.oof[evidence.rows]
    return found if np.isfinite(found).all() else None
