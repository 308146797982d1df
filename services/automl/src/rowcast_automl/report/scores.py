"""The model's scores with their intervals, beside those of models that learned little or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from rowcast_automl.contracts.generated import METRICS_OF_TASK, ScoreDifference, ScoreInterval
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.metrics.bootstrap import score_difference, score_intervals
from rowcast_automl.metrics.thresholds import DEFAULT_THRESHOLD, own_threshold
from rowcast_automl.report.evaluated_model import EvaluatedModel, Spare
from rowcast_automl.report.linear_baseline import linear_predictions


@dataclass(frozen=True, slots=True)
class ReportScores:
    """Scores on the evaluated rows.

    Parameters
    ----------
    primary, baseline, linear : ScoreInterval
        In the primary metric: of the model, of answers that ignore the features, and of a plain linear model
        where one could be fitted.
    others : list of ScoreInterval
        Of the model in the task's other metrics.
    """

    primary: ScoreInterval
    others: list[ScoreInterval]
    baseline: ScoreInterval
    linear: ScoreInterval | None


def report_scores(judging: EvaluatedModel, spare: Spare) -> ReportScores:
    """Scores, each within its share of the time left."""
    schema, evidence, metric = judging.schema, judging.evidence, judging.metric
    truth = evidence.truth
    intervals = partial(score_intervals, truth=truth, seed=judging.seed, groups=evidence.order.groups)
    others = tuple(name for name in METRICS_OF_TASK[schema.task] if name != metric)
    answers, ignorant = evidence.answers, judging.prepared.baseline(len(truth))
    own = intervals((metric, *others), answers=answers, seconds=spare(0.2, 2.0), threshold=judging.judged)
    (baseline,) = intervals((metric,), answers=ignorant, seconds=spare(0.05, 0.5))
    above = partial(
        score_difference,
        metric,
        truth,
        seed=judging.seed,
        seconds=spare(0.05, 0.5),
        groups=evidence.order.groups,
    )
    baseline = with_difference(
        baseline, above((answers, ignorant), thresholds=(judging.judged, DEFAULT_THRESHOLD))
    )
    linear = None
    lines = evidence.linear
    if lines is None or not np.isfinite(lines).all():
        lines = linear_predictions(judging.prepared, evidence, spare(0.15, 2.0))
    if lines is not None:
        # Chosen on the rows that score it, which is never to the baseline's harm.
        threshold = own_threshold(metric, truth, lines)
        (linear,) = intervals((metric,), answers=lines, seconds=spare(0.05, 0.5), threshold=threshold)
        linear = with_difference(linear, above((answers, lines), thresholds=(judging.judged, threshold)))
    return ReportScores(
        primary=with_class_label(own[0], schema),
        others=[with_class_label(each, schema) for each in own[1:] if each.value is not None],
        baseline=with_class_label(baseline, schema),
        linear=None if linear is None else with_class_label(linear, schema),
    )


def with_difference(scored: ScoreInterval, difference: ScoreDifference | None) -> ScoreInterval:
    """The same, with how far the model's score lies above it."""
    return scored.model_copy(update={"difference": difference} if difference else {})


def with_class_label(scored: ScoreInterval, schema: ServingSchema) -> ScoreInterval:
    """The same; an F1 of two classes says of which one it is."""
    named = scored.metric == "f1" and schema.task == "binary"
    return scored.model_copy(update={"label": schema.labels[1]}) if named else scored
