"""The predictions that score the model and calibrate its intervals and threshold."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from rowcast_automl.calibrate.calibrated_ensemble import CalibratedEnsemble
from rowcast_automl.calibrate.cross_fitted_evaluation import CrossFittedPredictions
from rowcast_automl.calibrate.time_ordered_coverage import RowsInTime
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.metrics.scores import Threshold
from rowcast_automl.prepare.table_preparation import PreparedTable


@dataclass(frozen=True, slots=True)
class EvaluatedPredictions:
    """Rows with their true values and the model's predictions.

    Parameters
    ----------
    source : str
        `holdout`: no model trained on the evaluated rows. `out_of_fold`: they are training rows, predicted by
        the folds that did not train on them.
    truth, predictions : arrays
        Evaluated rows: class indices and probabilities (rows, classes), or numbers in the target's units.
    tensors : Tensors
        Evaluated rows as the graph reads them.
    oof_truth, oof_predictions : arrays
        Out-of-fold rows, calibrated like the exported model. They may differ from the evaluated rows.
    raw : array or None
        `predictions` before calibration.
    calibration : str or None
        Name of the calibration.
    rows : int array or None
        Positions of the evaluated rows among the training rows; None for held-out rows.
    order, oof_order : Order
        Groups and times of the evaluated and of the out-of-fold rows.
    linear, linear_oof : array or None
        Predictions of a linear model for the evaluated rows, and for the out-of-fold rows.
    thresholds : array or None
        For cross-fitted rows: the probability from which each row is assigned to the second class.
    first_half : bool array or None
        For cross-fitted rows: the half of each.
    """

    source: Literal["holdout", "out_of_fold"]
    truth: Array
    predictions: Array
    tensors: Tensors
    oof_truth: Array
    oof_predictions: Array
    raw: Array | None = None
    calibration: str | None = None
    linear: Array | None = None
    rows: Array | None = None
    order: Order = field(default_factory=Order)
    oof_order: Order = field(default_factory=Order)
    thresholds: Array | None = None
    linear_oof: Array | None = None
    first_half: Array | None = None

    def threshold(self, own: float) -> Threshold:
        """Return the cross-fitted thresholds of the evaluated rows, or else the model's own threshold."""
        return own if self.thresholds is None else self.thresholds


def scored_on(prepared: PreparedTable, evaluated: EvaluatedPredictions, metric: str, data_sha256: str) -> str:
    """Hash what a score refers to: table, evaluated rows, true values and metric.

    Returns
    -------
    str
        Scores are comparable only if this is equal. The order of two classes counts, because F1 depends on
        it.
    """
    schema = prepared.schema
    labels = schema.labels if metric == "f1" else sorted(schema.labels)
    truth = (
        evaluated.truth
        if schema.task == "regression"
        else np.argsort(np.argsort(schema.labels))[evaluated.truth]
    )
    labelled = prepared.test if evaluated.rows is None else prepared.train[evaluated.rows]
    # Another training may sample other rows of a large table.
    rows = prepared.target.rows[labelled]
    asked = [data_sha256, schema.target, schema.task, list(labels), metric, evaluated.source]
    digest = hashlib.sha256(json.dumps(asked).encode())
    digest.update(np.ascontiguousarray(rows, dtype="<i8").tobytes())
    digest.update(np.ascontiguousarray(truth, dtype="<f8").tobytes())
    return digest.hexdigest()


def evaluated_predictions(
    prepared: PreparedTable,
    ensemble: CalibratedEnsemble,
    found: Array,
    cross_fitted: CrossFittedPredictions | None = None,
) -> EvaluatedPredictions:
    """Return predictions for the held-out rows, or out-of-fold predictions if none are held out.

    Parameters
    ----------
    found : array
        Predictions of the exported model for the parity rows.
    cross_fitted : CrossFittedPredictions or None
        Cross-fitted predictions for out-of-fold rows.
    """
    training_data, count = prepared.training_data, len(prepared.test)
    truth, oof_order = training_data.truth[ensemble.rows], training_data.order.take(ensemble.rows)
    calibrated = ensemble.blend.calibration is not None
    method = ("platt" if training_data.classes == 2 else "temperature") if calibrated else None
    if count:
        return EvaluatedPredictions(
            source="holdout",
            truth=prepared.test_truth,
            predictions=found[:count],
            tensors=prepared.extra.take(slice(0, count)),
            oof_truth=truth,
            oof_predictions=ensemble.oof,
            raw=ensemble.uncalibrated_checked[:count] if calibrated else None,
            calibration=method,
            linear=None if ensemble.linear_extra is None else ensemble.linear_extra[:count],
            linear_oof=ensemble.linear_oof,
            order=prepared.order.take(prepared.test),
            oof_order=oof_order,
        )
    evaluated = EvaluatedPredictions(
        source="out_of_fold",
        truth=truth,
        predictions=ensemble.oof,
        tensors=training_data.rows.take(ensemble.rows),
        oof_truth=truth,
        oof_predictions=ensemble.oof,
        raw=ensemble.uncalibrated if calibrated else None,
        calibration=method,
        linear=ensemble.linear_oof,
        linear_oof=ensemble.linear_oof,
        rows=ensemble.rows,
        order=oof_order,
        oof_order=oof_order,
    )
    if cross_fitted is None:
        return evaluated
    linear = ensemble.linear_oof
    return replace(
        evaluated,
        truth=training_data.truth[cross_fitted.rows],
        predictions=cross_fitted.predictions,
        tensors=training_data.rows.take(cross_fitted.rows),
        raw=cross_fitted.uncalibrated if calibrated else None,
        linear=None if linear is None else linear[np.isin(ensemble.rows, cross_fitted.rows)],
        rows=cross_fitted.rows,
        order=training_data.order.take(cross_fitted.rows),
        thresholds=cross_fitted.thresholds,
        first_half=cross_fitted.first_half,
    )


def rows_in_time(evaluated: EvaluatedPredictions) -> RowsInTime:
    """Collect all rows with predictions by models that did not train on them, ordered by time."""
    of_folds = evaluated.source == "holdout"
    parts = [(evaluated.oof_truth, evaluated.oof_predictions, evaluated.oof_order)] if of_folds else []
    parts.append((evaluated.truth, evaluated.predictions, evaluated.order))
    truth, predictions = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    is_evaluated = np.arange(len(truth)) >= len(truth) - len(evaluated.truth)
    times = np.concatenate([part[2].times for part in parts])
    grouped = all(part[2].groups is not None for part in parts)
    groups = np.concatenate([part[2].groups for part in parts]) if grouped else None
    rows = RowsInTime(truth, predictions, Order(groups, times), is_evaluated)
    return rows.take(np.argsort(times, kind="stable"))
