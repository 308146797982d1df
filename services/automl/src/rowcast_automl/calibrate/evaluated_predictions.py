"""The answers by which a model is judged and its intervals and threshold are set."""

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
    """Rows with the truth and the model's answers.

    Parameters
    ----------
    source : str
        `holdout`: no model saw the evaluated rows. `out_of_fold`: they are training rows, each answered by
        the folds that did not see it.
    truth, answers : arrays
        Evaluated rows: class indices and probabilities (rows, classes), or numbers in the target's units.
    tensors : Tensors
        Evaluated rows as the graph reads them.
    oof_truth, oof_answers : arrays
        Out-of-fold rows, calibrated like the served answers; the evaluated ones or others.
    raw : array or None
        `answers` before calibration.
    calibration : str or None
        Name of the calibration.
    rows : int array or None
        Positions of the evaluated rows among the training rows; None for held-out ones.
    order, oof_order : Order
        Groups and times of the evaluated and of the out-of-fold rows.
    linear : array or None
        Answers of a linear model on the evaluated rows.
    thresholds : array or None
        Of evaluated rows that were answered by what others chose: from where on each is of the second class.
    """

    source: Literal["holdout", "out_of_fold"]
    truth: Array
    answers: Array
    tensors: Tensors
    oof_truth: Array
    oof_answers: Array
    raw: Array | None = None
    calibration: str | None = None
    linear: Array | None = None
    rows: Array | None = None
    order: Order = field(default_factory=Order)
    oof_order: Order = field(default_factory=Order)
    thresholds: Array | None = None

    def threshold(self, own: float) -> Threshold:
        """What the evaluated rows are answered by: what others of them chose, or else the model's own."""
        return own if self.thresholds is None else self.thresholds


def scored_on(prepared: PreparedTable, evidence: EvaluatedPredictions, metric: str, data_sha256: str) -> str:
    """Fingerprint of what a score is of: the table, the evaluated rows with their truth, and the metric.

    Returns
    -------
    str
        Scores only compare where it is the same. An F1 is of the second of two classes: their order counts.
    """
    schema = prepared.schema
    labels = schema.labels if metric == "f1" else sorted(schema.labels)
    truth = (
        evidence.truth
        if schema.task == "regression"
        else np.argsort(np.argsort(schema.labels))[evidence.truth]
    )
    labelled = prepared.test if evidence.rows is None else prepared.train[evidence.rows]
    # Of a large table another part may be drawn.
    rows = prepared.target.rows[labelled]
    asked = [data_sha256, schema.target, schema.task, list(labels), metric, evidence.source]
    digest = hashlib.sha256(json.dumps(asked).encode())
    digest.update(np.ascontiguousarray(rows, dtype="<i8").tobytes())
    digest.update(np.ascontiguousarray(truth, dtype="<f8").tobytes())
    return digest.hexdigest()


def evaluated_predictions(
    prepared: PreparedTable,
    blended: CalibratedEnsemble,
    found: Array,
    crossed: CrossFittedPredictions | None = None,
) -> EvaluatedPredictions:
    """EvaluatedPredictions from the held-out rows, or out of fold where none are held out.

    Parameters
    ----------
    found : array
        The served form's answers on the checked rows.
    crossed : CrossFittedPredictions or None
        Out-of-fold rows answered by what others of them chose.
    """
    bench, count = prepared.bench, len(prepared.test)
    truth, oof_order = bench.truth[blended.rows], bench.order.take(blended.rows)
    calibrated = blended.blend.calibration is not None
    method = ("platt" if bench.classes == 2 else "temperature") if calibrated else None
    if count:
        return EvaluatedPredictions(
            source="holdout",
            truth=prepared.test_truth,
            answers=found[:count],
            tensors=prepared.extra.take(slice(0, count)),
            oof_truth=truth,
            oof_answers=blended.oof,
            raw=blended.uncalibrated_extra[:count] if calibrated else None,
            calibration=method,
            linear=None if blended.linear_extra is None else blended.linear_extra[:count],
            order=prepared.order.take(prepared.test),
            oof_order=oof_order,
        )
    evidence = EvaluatedPredictions(
        source="out_of_fold",
        truth=truth,
        answers=blended.oof,
        tensors=bench.rows.take(blended.rows),
        oof_truth=truth,
        oof_answers=blended.oof,
        raw=blended.uncalibrated if calibrated else None,
        calibration=method,
        linear=blended.linear_oof,
        rows=blended.rows,
        order=oof_order,
        oof_order=oof_order,
    )
    if crossed is None:
        return evidence
    linear = blended.linear_oof
    return replace(
        evidence,
        truth=bench.truth[crossed.rows],
        answers=crossed.answers,
        tensors=bench.rows.take(crossed.rows),
        raw=crossed.uncalibrated if calibrated else None,
        linear=None if linear is None else linear[np.isin(blended.rows, crossed.rows)],
        rows=crossed.rows,
        order=bench.order.take(crossed.rows),
        thresholds=crossed.thresholds,
    )


def rows_in_time(evidence: EvaluatedPredictions) -> RowsInTime:
    """All rows that were answered by models that had not seen them, in their order in time."""
    of_folds = evidence.source == "holdout"
    parts = [(evidence.oof_truth, evidence.oof_answers, evidence.oof_order)] if of_folds else []
    parts.append((evidence.truth, evidence.answers, evidence.order))
    truth, answers = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    evaluated = np.arange(len(truth)) >= len(truth) - len(evidence.truth)
    times = np.concatenate([part[2].times for part in parts])
    grouped = all(part[2].groups is not None for part in parts)
    groups = np.concatenate([part[2].groups for part in parts]) if grouped else None
    rows = RowsInTime(truth, answers, Order(groups, times), evaluated)
    return rows.take(np.argsort(times, kind="stable"))
