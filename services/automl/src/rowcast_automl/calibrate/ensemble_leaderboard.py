"""Records the ensemble and the weights of its models in the leaderboard."""

from __future__ import annotations

import numpy as np

from rowcast_automl.calibrate.calibrated_ensemble import CalibratedEnsemble
from rowcast_automl.candidates.fitted_candidate import FittedCandidate, has_prediction
from rowcast_automl.ensemble.ensemble_weights import served_limit
from rowcast_automl.ensemble.served_members import min_cost
from rowcast_automl.metrics.scores import score
from rowcast_automl.metrics.thresholds import own_threshold
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.leaderboard import Leaderboard

TOO_EXPENSIVE = reason("TOO_DEAR")


def record_weights(
    leaderboard: Leaderboard,
    ensemble: CalibratedEnsemble,
    fitted: list[FittedCandidate],
    training_data: TrainingData,
    metric: str,
) -> None:
    """Record each model's weight in the leaderboard, and the ensemble itself if it has several models."""
    weights = dict(zip([each.name for each in ensemble.blend.models], ensemble.blend.weights, strict=True))
    limit = served_limit(training_data)
    for each in fitted:
        entry = leaderboard.entries[each.model.name]
        weight = round(weights.get(each.model.name, 0.0), 4)
        why = entry.why or []
        if not weight and not min_cost(each, training_data.folds, limit).within(limit):
            why = [*why, TOO_EXPENSIVE]
        leaderboard.update_entry(each.model.name, entry.estimator, entry.status, weight=weight, why=why)
    if len(weights) > 1:
        seconds = sum(each.seconds for each in fitted if each.model.name in weights)
        record_ensemble(leaderboard, ensemble, training_data, metric, seconds)


def record_ensemble(
    leaderboard: Leaderboard,
    ensemble: CalibratedEnsemble,
    training_data: TrainingData,
    metric: str,
    seconds: float,
) -> None:
    """Add the ensemble to the leaderboard with its out-of-fold score."""
    rows, oof = ensemble.rows, ensemble.oof
    predictions = np.full((len(training_data.truth), *oof.shape[1:]), np.nan)
    predictions[rows] = oof
    known = has_prediction(predictions)
    threshold = own_threshold(metric, training_data.truth[rows], oof)
    scores = []
    for split in training_data.splits[: training_data.folds]:
        checked = split.valid[known[split.valid]]
        if len(checked):
            scores.append(score(metric, training_data.truth[checked], predictions[checked], threshold))
    leaderboard.update_entry(
        "Blend",
        "ensemble",
        "done",
        score=score(metric, training_data.truth[rows], oof, threshold),
        spread=float(np.nanstd(scores)) if np.isfinite(scores).any() else 0.0,
        fit_seconds=round(seconds, 3),
    )
