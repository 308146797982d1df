"""Importance, partial dependence and slices, within a fraction of the remaining time."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from rowcast_automl.contracts.generated import (
    FeatureImportance,
    OmittedPart,
    PartialDependence,
    Reason,
    SliceTable,
)
from rowcast_automl.explain.dependence import partial_dependence
from rowcast_automl.explain.importance import permutation_importance, row_count
from rowcast_automl.explain.screening import likely_first
from rowcast_automl.explain.slices import worst_slices
from rowcast_automl.export.served_model import fold_predictor, validating_folds
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.metrics.scores import score
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.table_preparation import PreparedTable
from rowcast_automl.report.evaluated_model import EvaluatedModel, TimeShare
from rowcast_automl.run.leaderboard import omitted_part

EXPORTING_SHARE = 0.5
# Seconds that these parts may always take, so that a busy machine does not leave them out.
IMPORTANCE_SECONDS, DEPENDENCE_SECONDS, SLICE_SECONDS = 2.0, 1.0, 0.5
MIN_ROWS = 50


@dataclass(frozen=True, slots=True)
class Insights:
    """Parts of the report, and notes about missing ones."""

    importance: list[FeatureImportance]
    dependence: list[PartialDependence]
    slices: SliceTable | None
    omitted: list[OmittedPart]


def find_insights(
    evaluated_model: EvaluatedModel, sample: Tensors, exporting: float, time_share: TimeShare
) -> Insights:
    """Compute importance, partial dependence and slices.

    Parameters
    ----------
    sample : Tensors
        Training rows that show which values are frequent.
    exporting : float
        Seconds that the export took.
    """
    schema, evaluated = evaluated_model.schema, evaluated_model.evaluated
    omitted = []
    seconds = time_share(0.35, 5.0, IMPORTANCE_SECONDS)
    importance, notes = measured_importance(evaluated_model, exporting, seconds)
    measured = {each.column for each in importance}
    unmeasured = [each.name for each in schema.fields if each.name not in measured]
    if unmeasured:
        notes.append(reason("FIELDS_REACHED", count=len(importance), total=len(schema.fields)))
    if notes:
        omitted.append(omitted_part("importance", *notes, columns=unmeasured))
    ranked = by_importance(schema, importance)
    dependence, in_time = partial_dependence(
        evaluated_model.predict,
        evaluated.tensors,
        sample,
        ranked,
        schema.labels,
        evaluated_model.seed,
        time_share(0.5, 4.0, DEPENDENCE_SECONDS),
    )
    if not in_time:
        omitted.append(omitted_part("partial_dependence", reason("NO_TIME")))
    slices = worst_slices(
        evaluated_model.metric,
        evaluated.truth,
        evaluated.predictions,
        evaluated.tensors,
        ranked,
        time_share(0.5, 1.0, SLICE_SECONDS),
        evaluated_model.judged,
    )
    if slices is None:
        omitted.append(omitted_part("slices", reason("FEW_ROWS_OR_NO_TIME")))
    return Insights(importance, dependence, slices, omitted)


def measured_importance(
    evaluated_model: EvaluatedModel, exporting: float, seconds: float
) -> tuple[list[FeatureImportance], list[Reason]]:
    """Measure importance on rows that the members did not train on, if time allows.

    Returns
    -------
    importance : list of FeatureImportance
    notes : list of Reason
        Whether members were evaluated on their training rows, and whether the loss replaced an undefined
        metric.
    """
    prepared, evaluated, metric = evaluated_model.prepared, evaluated_model.evaluated, evaluated_model.metric
    seed, threshold = evaluated_model.seed, evaluated_model.threshold
    fields = prepared.schema.fields
    usable, seen = np.arange(len(evaluated.truth)), False
    if evaluated.rows is not None:
        each_fold = exporting / prepared.training_data.folds
        affordable = min(prepared.training_data.folds, int(EXPORTING_SHARE * seconds / max(each_fold, 1e-9)))
        usable = np.flatnonzero(np.isin(validating_folds(prepared)[evaluated.rows], np.arange(affordable)))
        seen = len(usable) < min(MIN_ROWS, len(evaluated.truth))
        usable = np.arange(len(evaluated.truth)) if seen else usable
    began = time.monotonic()
    rows = row_count(evaluated_model.predict, evaluated.tensors, len(fields), seconds)
    if len(usable) > rows:
        usable = np.sort(np.random.default_rng(seed).choice(usable, rows, replace=False))
    ask = evaluated_model.predict
    if evaluated.rows is not None and not seen:
        by_fold = fold_predictor(evaluated_model.ensemble.validating_blend, prepared, evaluated.rows[usable])
        ask, seen = by_fold or evaluated_model.predict, by_fold is None
    seconds -= time.monotonic() - began
    tensors, truth = evaluated.tensors.take(usable), evaluated.truth[usable]
    predictions = evaluated.predictions[usable]
    notes = [reason("ROWS_SEEN")] if seen else []
    if not np.isfinite(score(metric, truth, predictions, threshold)):
        metric, undefined = "log_loss" if predictions.ndim == 2 else "mae", metric
        notes.append(reason("OTHER_METRIC", metric=metric, undefinedMetric=undefined))
    ordered = likely_first(tensors, predictions, fields)
    return permutation_importance(ask, tensors, truth, ordered, metric, seed, seconds, threshold), notes


def by_importance(schema: ServingSchema, importance: list[FeatureImportance]) -> list[InputField]:
    """Sort the fields by importance, highest first. Fields without a measurement come last."""
    rank = {each.column: place for place, each in enumerate(importance)}
    return sorted(schema.fields, key=lambda field: rank.get(field.name, len(rank)))


def training_sample(prepared: PreparedTable, count: int, seed: int) -> tuple[Array, Tensors]:
    """Return the positions of some training rows among the labelled rows, and the packed rows."""
    chosen = np.arange(len(prepared.train))
    if len(chosen) > count:
        chosen = np.sort(np.random.default_rng(seed).choice(len(chosen), count, replace=False))
    return prepared.train[chosen], prepared.training_data.rows.take(chosen)
