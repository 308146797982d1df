"""Cross-fitted evaluation of the ensemble if no rows are held out.

Weights, calibration and threshold look better on the rows that select them than on new rows. So they are
selected on one half of the rows and evaluated on the other. The published model is selected on all rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rowcast_automl.calibrate.calibrated_ensemble import CalibratedEnsemble, recalibrate_like
from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.ensemble.ensemble_weights import blend_of, common_rows, weigh_candidates
from rowcast_automl.features.encoding.target_encoding import inner_parts
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.scores import score
from rowcast_automl.metrics.thresholds import DEFAULT_THRESHOLD, own_threshold
from rowcast_automl.models.blend import blend_predictions
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.leaderboard import Leaderboard

# Minimum number of rows for two halves, and maximum number that choose weights, which more do not improve.
MIN_ROWS, MAX_CHOOSING_ROWS = 60, 5_000


@dataclass(frozen=True, slots=True)
class CrossFittedPredictions:
    """Predictions for each half of the rows, with weights selected on the other half.

    Parameters
    ----------
    rows : int array
        Positions among the training rows.
    predictions, uncalibrated : arrays
        In the target's own units, with and without calibration.
    thresholds : float64 array, shape (n_rows,)
        Threshold of the positive class for each row.
    first_half : bool array, shape (n_rows,)
        Whether a row is in the first half.
    """

    rows: Array
    predictions: Array
    uncalibrated: Array
    thresholds: Array
    first_half: Array


def cross_fit(
    ensemble: CalibratedEnsemble,
    fitted: list[FittedCandidate],
    training_data: TrainingData,
    leaderboard: Leaderboard,
    metric: str,
) -> CrossFittedPredictions | None:
    """Evaluate the ensemble across two halves and record its score; None on few rows."""
    rows = ensemble.rows[common_rows(fitted)[ensemble.rows]]
    if len(rows) < MIN_ROWS:
        return None
    first = first_half(training_data, rows)
    if not 0 < first.sum() < len(rows):
        return None
    shape = (len(rows), *ensemble.oof.shape[1:])
    predictions, uncalibrated, thresholds = (
        np.empty(shape),
        np.empty(shape),
        np.full(len(rows), DEFAULT_THRESHOLD),
    )
    for evaluated_rows in (first, ~first):
        chosen = choose(fitted, training_data, rows[~evaluated_rows], rows[evaluated_rows], metric, ensemble)
        predictions[evaluated_rows], uncalibrated[evaluated_rows], thresholds[evaluated_rows] = chosen
    cross_fitted = CrossFittedPredictions(rows, predictions, uncalibrated, thresholds, first)
    if "Blend" in leaderboard.entries:
        value = score(metric, training_data.truth[rows], predictions, thresholds)
        leaderboard.update_entry("Blend", "ensemble", "done", score=value)
    return cross_fitted


def first_half(training_data: TrainingData, rows: Array) -> Array:
    """Return the mask of the first half: whole groups, the earlier times, or a stratified half.

    An unstratified half can have more rows of a class than the other. Its choices would then not suit the
    other.
    """
    order = training_data.order.take(rows)
    if not (order.free and training_data.classes):
        return np.asarray(inner_parts(len(rows), training_data.seed, order, 2) == 0)
    shuffled = np.random.default_rng(training_data.seed).permutation(len(rows))
    by_class = shuffled[np.argsort(training_data.truth[rows][shuffled], kind="stable")]
    half = np.zeros(len(rows), bool)
    half[by_class[::2]] = True
    return half


def choose(
    fitted: list[FittedCandidate],
    training_data: TrainingData,
    choosing_rows: Array,
    evaluated_rows: Array,
    metric: str,
    published: CalibratedEnsemble,
) -> tuple[Array, Array, float]:
    """Select weights, calibration and threshold on some rows, and predict the others.

    Parameters
    ----------
    published : CalibratedEnsemble
        The ensemble selected on all rows. The halves use its kind of calibration, so that the score refers to
        the same kind of model.

    Returns
    -------
    predictions, uncalibrated : arrays
        Predictions for `evaluated_rows`, with and without calibration.
    threshold : float
    """
    drawn = choosing_rows
    if len(choosing_rows) > MAX_CHOOSING_ROWS:
        drawn = np.random.default_rng(training_data.seed).choice(
            choosing_rows, MAX_CHOOSING_ROWS, replace=False
        )
    among = np.zeros(len(training_data.truth), bool)
    among[drawn] = True
    selected = weigh_candidates(fitted, training_data, among)
    blend = blend_of(selected, training_data, among)
    blend = recalibrate_like(published.blend, blend, selected, training_data, among)
    # The threshold uses all rows of the half, since a sample may have few rows of a rare class.
    predictions = blend_predictions(blend, [each.oof[choosing_rows] for each, _ in selected])
    threshold = own_threshold(
        metric, training_data.truth[choosing_rows], predictions, training_data.truth[published.rows]
    )
    judged = [each.oof[evaluated_rows] for each, _ in selected]
    return (
        blend_predictions(blend, judged),
        blend_predictions(replace(blend, calibration=None), judged),
        threshold,
    )
