"""Scores of the model with intervals, next to those of the baseline and a linear model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from rowcast_automl.calibrate.evaluated_predictions import EvaluatedPredictions
from rowcast_automl.contracts.generated import METRICS_OF_TASK, ScoreDifference, ScoreInterval
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.bootstrap import score_difference, score_intervals
from rowcast_automl.metrics.scores import Threshold
from rowcast_automl.metrics.thresholds import DEFAULT_THRESHOLD, own_threshold
from rowcast_automl.report.evaluated_model import EvaluatedModel, TimeShare
from rowcast_automl.report.linear_baseline import linear_predictions


@dataclass(frozen=True, slots=True)
class ReportScores:
    """Scores on the evaluated rows.

    Parameters
    ----------
    primary, baseline, linear : ScoreInterval
        Scores in the primary metric of the model, of the baseline that ignores the features, and of a plain
        linear model. The latter is None if it could not be fitted.
    others : list of ScoreInterval
        Scores of the model in the other metrics of the task.
    """

    primary: ScoreInterval
    others: list[ScoreInterval]
    baseline: ScoreInterval
    linear: ScoreInterval | None


def report_scores(evaluated_model: EvaluatedModel, time_share: TimeShare) -> ReportScores:
    """Compute the scores. Each has its share of the remaining time."""
    schema, evaluated, metric = evaluated_model.schema, evaluated_model.evaluated, evaluated_model.metric
    truth = evaluated.truth
    intervals = partial(
        score_intervals, truth=truth, seed=evaluated_model.seed, groups=evaluated.order.groups
    )
    others = tuple(name for name in METRICS_OF_TASK[schema.task] if name != metric)
    predictions, ignorant = evaluated.predictions, evaluated_model.prepared.baseline(len(truth))
    own = intervals(
        (metric, *others),
        predictions=predictions,
        seconds=time_share(0.2, 2.0),
        threshold=evaluated_model.judged,
    )
    (baseline,) = intervals((metric,), predictions=ignorant, seconds=time_share(0.05, 0.5))
    above = partial(
        score_difference,
        metric,
        truth,
        seed=evaluated_model.seed,
        seconds=time_share(0.05, 0.5),
        groups=evaluated.order.groups,
    )
    baseline = with_difference(
        baseline, above((predictions, ignorant), thresholds=(evaluated_model.judged, DEFAULT_THRESHOLD))
    )
    linear = None
    lines = evaluated.linear
    if lines is None or not np.isfinite(lines).all():
        lines = linear_predictions(evaluated_model.prepared, evaluated, time_share(0.15, 2.0))
    if lines is not None:
        threshold = baseline_threshold(metric, evaluated, lines, evaluated.linear_oof)
        (linear,) = intervals(
            (metric,), predictions=lines, seconds=time_share(0.05, 0.5), threshold=threshold
        )
        linear = with_difference(
            linear, above((predictions, lines), thresholds=(evaluated_model.judged, threshold))
        )
    return ReportScores(
        primary=with_class_label(own[0], schema),
        others=[with_class_label(each, schema) for each in own[1:] if each.value is not None],
        baseline=with_class_label(baseline, schema),
        linear=None if linear is None else with_class_label(linear, schema),
    )


def baseline_threshold(
    metric: str, evaluated: EvaluatedPredictions, predictions: Array, oof: Array | None
) -> Threshold:
    """Choose the threshold of a baseline on the same rows on which the model's threshold is chosen.

    Parameters
    ----------
    predictions, oof : arrays
        Predictions for the evaluated and for the out-of-fold rows; `oof` may be None.
    """
    truth, first = evaluated.truth, evaluated.first_half
    if evaluated.source == "holdout" and oof is not None:
        return own_threshold(metric, evaluated.oof_truth, oof)
    if first is None:
        return own_threshold(metric, truth, predictions)
    thresholds = np.empty(len(truth))
    for half in (first, ~first):
        thresholds[half] = own_threshold(metric, truth[~half], predictions[~half], evaluated.oof_truth)
    return thresholds


def with_difference(scored: ScoreInterval, difference: ScoreDifference | None) -> ScoreInterval:
    """Return the score with its difference from the model's score."""
    return scored.model_copy(update={"difference": difference} if difference else {})


def with_class_label(scored: ScoreInterval, schema: ServingSchema) -> ScoreInterval:
    """Return the score with the class that an F1 of two classes refers to."""
    named = scored.metric == "f1" and schema.task == "binary"
    return scored.model_copy(update={"label": schema.labels[1]}) if named else scored
