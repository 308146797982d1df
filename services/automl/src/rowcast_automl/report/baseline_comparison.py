"""Comparison of the model with the baselines.

A model that is clearly worse than a baseline is not published.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.contracts.generated import LOWER_IS_BETTER, LintCode, LintFinding, ScoreInterval
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.bootstrap import score_difference
from rowcast_automl.metrics.scores import score
from rowcast_automl.metrics.significance import clearly_better
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.profile.finding import finding
from rowcast_automl.report.evaluated_model import EvaluatedModel
from rowcast_automl.report.scores import ReportScores, baseline_threshold

# Seconds for the resamples of one comparison.
COMPARING_SECONDS = 0.5


def better_baseline(
    evaluated_model: EvaluatedModel, scores: ReportScores, baselines: Sequence[FittedCandidate]
) -> FittedCandidate | None:
    """Return the best baseline, if the model is clearly worse than one of them."""
    metric = evaluated_model.metric
    compared = [(each, baseline_score(evaluated_model, scores, each)) for each in baselines]
    known = [(each, against) for each, against in compared if against and against.value is not None]
    if not any(clearly_better(against, scores.primary) for _, against in known):
        return None
    sign = -1.0 if metric in LOWER_IS_BETTER else 1.0
    return max(known, key=lambda pair: sign * (pair[1].value or 0.0))[0]


def baseline_score(
    evaluated_model: EvaluatedModel, scores: ReportScores, baseline: FittedCandidate
) -> ScoreInterval | None:
    """Return the baseline's score and its difference from the model's score.

    Return None if the baseline's score is unknown.
    """
    kind = baseline.candidate.estimator.kind
    if kind == "baseline":
        return scores.baseline
    return scores.linear if kind == "linear" else tree_score(evaluated_model, baseline)


def tree_score(evaluated_model: EvaluatedModel, baseline: FittedCandidate) -> ScoreInterval | None:
    """Return the score of a baseline that the report does not show."""
    evaluated, metric = evaluated_model.evaluated, evaluated_model.metric
    training_data = evaluated_model.prepared.training_data
    oof = in_units(baseline.oof, training_data)
    predictions = (
        in_units(baseline.extra, training_data)[: len(evaluated.truth)]
        if evaluated.rows is None
        else oof[evaluated.rows]
    )
    if not np.isfinite(predictions).all():
        return None
    threshold = baseline_threshold(metric, evaluated, predictions, oof[evaluated_model.ensemble.rows])
    difference = score_difference(
        metric,
        evaluated.truth,
        (evaluated.predictions, predictions),
        seed=evaluated_model.seed,
        seconds=COMPARING_SECONDS,
        thresholds=(evaluated_model.judged, threshold),
        groups=evaluated.order.groups,
    )
    value = score(metric, evaluated.truth, predictions, threshold)
    if difference is None or not np.isfinite(value):
        return None
    return ScoreInterval(metric=metric, value=value, low=None, high=None, difference=difference)


def in_units(predictions: Array, training_data: TrainingData) -> Array:
    """Return the predictions of a candidate in the target's own units."""
    found: Array = predictions * training_data.scale + training_data.center
    return found


def published_baseline(names: Sequence[str], *, alone: bool) -> LintFinding:
    """Return the finding that a baseline was published.

    Parameters
    ----------
    alone : bool
        Whether no other candidate finished; otherwise the ensemble was clearly worse.
    """
    code: LintCode = "BASELINE_ONLY" if alone else "BASELINE_BETTER"
    return finding(code, None, warning=alone, model=", ".join(names))
