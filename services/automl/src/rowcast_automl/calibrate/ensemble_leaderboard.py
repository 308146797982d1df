"""Enters the ensemble and the weights of its models in the leaderboard."""

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
    board: Leaderboard,
    blended: CalibratedEnsemble,
    tried: list[FittedCandidate],
    bench: TrainingData,
    metric: str,
) -> None:
    """Notes on the leaderboard what each model weighs, and the blend itself where it is of several."""
    weights = dict(zip([each.name for each in blended.blend.models], blended.blend.weights, strict=True))
    limit = served_limit(bench)
    for each in tried:
        entry = board.entries[each.model.name]
        weight = round(weights.get(each.model.name, 0.0), 4)
        why = entry.why or []
        if not weight and not min_cost(each, bench.folds, limit).within(limit):
            why = [*why, TOO_EXPENSIVE]
        board.put(each.model.name, entry.estimator, entry.status, weight=weight, why=why)
    if len(weights) > 1:
        seconds = sum(each.seconds for each in tried if each.model.name in weights)
        record_ensemble(board, blended, bench, metric, seconds)


def record_ensemble(
    board: Leaderboard, blended: CalibratedEnsemble, bench: TrainingData, metric: str, seconds: float
) -> None:
    """Adds the blend itself to the leaderboard, scored out of fold."""
    rows, oof = blended.rows, blended.oof
    answers = np.full((len(bench.truth), *oof.shape[1:]), np.nan)
    answers[rows] = oof
    known = has_prediction(answers)
    threshold = own_threshold(metric, bench.truth[rows], oof)
    scores = []
    for split in bench.splits[: bench.folds]:
        checked = split.valid[known[split.valid]]
        if len(checked):
            scores.append(score(metric, bench.truth[checked], answers[checked], threshold))
    board.put(
        "Blend",
        "ensemble",
        "done",
        score=score(metric, bench.truth[rows], oof, threshold),
        spread=float(np.nanstd(scores)) if np.isfinite(scores).any() else 0.0,
        fit_seconds=round(seconds, 3),
    )
