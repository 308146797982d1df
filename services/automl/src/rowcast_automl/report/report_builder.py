"""Report stage: evaluates the exported model for the report and for the bundle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from rowcast_automl.calibrate.conformal import Conformal, fit_intervals, fit_sets
from rowcast_automl.calibrate.coverage import cross_coverage, held_out_coverage
from rowcast_automl.calibrate.evaluated_predictions import EvaluatedPredictions, rows_in_time
from rowcast_automl.calibrate.time_ordered_coverage import time_ordered_coverage
from rowcast_automl.contracts.generated import (
    ConformalSummary,
    ModelMetrics,
    Report,
)
from rowcast_automl.explain.prediction_facts import PredictionFacts, background_rows, ranges_of
from rowcast_automl.export.served_model import record_costs
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.metrics.scores import decide, log_loss, per_class, score
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.table_preparation import PreparedTable, row_of
from rowcast_automl.report.evaluated_model import EvaluatedModel, TimeShare
from rowcast_automl.report.insights import by_importance, find_insights, training_sample
from rowcast_automl.report.report_sections import Measurements, PublicationChecks, report_of
from rowcast_automl.report.scores import ReportScores
from rowcast_automl.run.leaderboard import omitted_part
from rowcast_automl.run.training_run import TrainingRun

SAMPLE_ROWS, RANGED_FIELDS = 2_000, 500
CALIBRATING_ROWS, CALIBRATION_ROWS = 500, 50_000


@dataclass(frozen=True, slots=True)
class BuiltReport:
    """The report, and the bundle's data for intervals, explanations and decisions."""

    report: Report
    facts: PredictionFacts


def report_time_share(training: TrainingRun, writing_seconds: float) -> TimeShare:
    """Return the function that divides the remaining time."""

    def time_share(share: float, maximum: float, minimum: float = 0.0) -> float:
        left = max(0.0, training.clock.left - writing_seconds)
        # A training that ended early has time for all counts, so that its report is reproducible.
        return max(minimum, min(max(maximum, 0.1 * left), share * left))

    return time_share


def build_report(
    training: TrainingRun, evaluated_model: EvaluatedModel, scores: ReportScores, findings: PublicationChecks
) -> BuiltReport:
    """Build the report.

    Slow parts get a fraction of the remaining time, or are omitted if no time remains.
    """
    time_share = report_time_share(training, findings.writing_seconds)
    prepared, ensemble, leaderboard = evaluated_model.prepared, evaluated_model.ensemble, training.leaderboard
    omitted = list(leaderboard.omitted)
    if scores.linear is None:
        omitted.append(omitted_part("linear_baseline", reason("LINEAR_UNFITTED")))
    conformal, coverage = conformal_coverage(evaluated_model.evaluated, evaluated_model.seed)
    if conformal is None:
        omitted.append(omitted_part("conformal", reason("FEW_OUT_OF_FOLD")))
    positions, sample = training_sample(prepared, SAMPLE_ROWS, evaluated_model.seed)
    insights = find_insights(evaluated_model, sample, findings.exporting_seconds, time_share)
    estimates = record_costs(leaderboard, ensemble.blend, ensemble.fitted, prepared, time_share(0.5, 3.0))
    if estimates:
        estimated = reason("COSTS_ESTIMATED", count=estimates, total=len(ensemble.fitted))
        omitted.append(omitted_part("model_sizes", estimated))
    facts = PredictionFacts(
        conformal=conformal,
        threshold=evaluated_model.threshold,
        background=background_of(prepared, positions, sample, evaluated_model.predict),
        ranges=ranges_of(sample, by_importance(evaluated_model.schema, insights.importance)[:RANGED_FIELDS]),
    )
    leaderboard.phase("checking", "Writing the report")
    omitted += insights.omitted
    measured = Measurements(scores=scores, coverage=coverage, insights=insights, omitted=omitted)
    return BuiltReport(report_of(training, evaluated_model, measured, findings), facts)


def conformal_coverage(
    evaluated: EvaluatedPredictions, seed: int
) -> tuple[Conformal | None, ConformalSummary | None]:
    """Fit conformal quantiles and measure their coverage on other rows.

    With at least 500 held-out rows, the quantiles come from these rows, which measure the exported model
    itself. With fewer, they come from out-of-fold predictions, and held-out rows measure the coverage. Single
    folds are slightly less accurate than the ensemble. With a time column, both kinds of rows form one
    series, and the most recent rows are used.
    """
    # Of all rows: those that calibrate may be of one season.
    minimum = min(evaluated.truth.min(), evaluated.oof_truth.min())
    interval = partial(fit_intervals, seed=seed, floor=0.0 if minimum >= 0 else None)
    fit = fit_sets if evaluated.predictions.ndim == 2 else interval
    if evaluated.order.times is not None and (found := time_ordered_coverage(rows_in_time(evaluated), fit)):
        return found
    few = evaluated.source == "holdout" and len(evaluated.truth) < CALIBRATING_ROWS
    truth, predictions = (
        (evaluated.oof_truth, evaluated.oof_predictions) if few else (evaluated.truth, evaluated.predictions)
    )
    groups = None if few else evaluated.order.groups
    if len(truth) > CALIBRATION_ROWS:
        rows = np.random.default_rng(seed).choice(len(truth), CALIBRATION_ROWS, replace=False)
        truth, predictions = truth[rows], predictions[rows]
        groups = None if groups is None else groups[rows]
    conformal = fit(truth, predictions)
    if conformal is None:
        return None, None
    if few:
        return conformal, held_out_coverage(conformal, evaluated.truth, evaluated.predictions)
    return conformal, cross_coverage(conformal, fit, truth, predictions, seed, groups)


def background_of(
    prepared: PreparedTable, positions: Array, sample: Tensors, predict: Callable[[Tensors], Array]
) -> tuple[dict[str, object], ...]:
    """Select training rows spread over the range of predictions, as a client would send them."""
    chosen = positions[background_rows(predict(sample), len(prepared.schema.fields))]
    return tuple(row_of(prepared, int(position)) for position in chosen)


def model_metrics(evaluated_model: EvaluatedModel) -> tuple[float | None, ModelMetrics]:
    """Return accuracy and macro averages over the occurring classes; null for regression."""
    if evaluated_model.schema.task == "regression":
        return None, ModelMetrics(precision=None, recall=None, f1_score=None, loss=None)
    truth, predictions, threshold = (
        evaluated_model.evaluated.truth,
        evaluated_model.evaluated.predictions,
        evaluated_model.judged,
    )
    chosen = decide(predictions, threshold)
    precision, recall, f1, support = per_class(truth, chosen, len(evaluated_model.schema.labels))
    seen = support > 0
    metrics = ModelMetrics(
        precision=float(precision[seen].mean()),
        recall=float(recall[seen].mean()),
        f1_score=float(f1[seen].mean()),
        loss=log_loss(truth, predictions),
    )
    return score("accuracy", truth, predictions, threshold), metrics
