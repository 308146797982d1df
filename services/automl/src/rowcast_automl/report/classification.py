"""The classification section of the report: curves and tables on the evaluated rows."""

from __future__ import annotations

import numpy as np

from rowcast_automl.contracts.generated import (
    AnswerSample,
    ClassCurves,
    ClassificationReport,
    PerClass,
    Point,
    Reason,
    ThresholdTable,
)
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.curves import class_curves
from rowcast_automl.metrics.reliability import calibration_error
from rowcast_automl.metrics.scores import Threshold, confusion, decide, per_class
from rowcast_automl.metrics.thresholds import threshold_rows
from rowcast_automl.platform.reasons import reason_fields

MAX_CURVES, CURVE_ROWS = 20, 50_000
# The console has costs filled in for so many classes; a sample of so many rows is 40 kB at most.
SAMPLED_CLASSES, SAMPLED_ROWS = 6, 1_000


def classification_report(
    truth: Array,
    probabilities: Array,
    labels: tuple[str, ...],
    threshold: tuple[float, Reason | None],
    raw: Array | None = None,
    method: str | None = None,
    judged: Threshold | None = None,
) -> ClassificationReport:
    """Return the confusion matrix, class scores, curves and calibration.

    The report of two classes also has a threshold table, that of more classes a sample of predictions.

    Parameters
    ----------
    truth : int array, shape (n_samples,)
    probabilities : array, shape (n_samples, n_classes)
        Predictions of the exported model.
    threshold : (float, Reason or None)
        Threshold of the second of two classes, and why. Without a reason there is no threshold table.
    raw, method : array and str, or None
        Probabilities before calibration and its name.
    judged : Threshold or None
        Threshold that the rows are evaluated with, if it differs.
    """
    chosen = decide(probabilities, threshold[0] if judged is None else judged)
    precision, recall, f1, support = per_class(truth, chosen, len(labels))
    predicted = np.bincount(chosen, minlength=len(labels))
    curves = curves_of(truth, probabilities, labels)
    binary = curves[0] if len(labels) == 2 and 0 < truth.sum() < len(truth) else None
    return ClassificationReport(
        labels=list(labels),
        confusion=confusion(truth, chosen, len(labels)).tolist(),
        per_class=[
            PerClass(
                label=label,
                precision=float(precision[index]),
                recall=float(recall[index]),
                f1=float(f1[index]),
                support=int(support[index]),
                predicted=int(predicted[index]),
            )
            for index, label in enumerate(labels)
        ],
        roc=binary.roc if binary else [],
        precision_recall=binary.precision_recall if binary else [],
        calibration=[Point(x=each.predicted, y=each.observed) for each in binary.calibration]
        if binary
        else [],
        curves=curves,
        calibration_error=calibration_error(truth, probabilities, raw, method),
        thresholds=ThresholdTable(
            positive=labels[1],
            threshold=threshold[0],
            rows=threshold_rows(truth == 1, probabilities[:, 1]),
            **reason_fields([threshold[1]]),
        )
        if threshold[1]
        else None,
        sample=answer_sample(truth, probabilities),
    )


def curves_of(truth: Array, probabilities: Array, labels: tuple[str, ...]) -> list[ClassCurves]:
    """Compute curves of the second of two classes, or of the 20 most frequent classes.

    At most 50,000 rows are used.
    """
    if len(truth) > CURVE_ROWS:
        rows = np.random.default_rng(0).choice(len(truth), CURVE_ROWS, replace=False)
        truth, probabilities = truth[rows], probabilities[rows]
    if len(labels) == 2:
        return [class_curves(labels[1], truth == 1, probabilities[:, 1])]
    support = np.bincount(truth, minlength=len(labels))
    shown = np.sort(np.argsort(-support, kind="stable")[:MAX_CURVES])
    return [class_curves(labels[index], truth == index, probabilities[:, index]) for index in shown]


def answer_sample(truth: Array, probabilities: Array) -> AnswerSample | None:
    """Return a sample of predictions of three or more classes, to try out misclassification costs.

    A table as for thresholds is not possible, since the costs are not known in advance.
    """
    if not 2 < probabilities.shape[1] <= SAMPLED_CLASSES:
        return None
    rows = np.arange(len(truth))
    if len(rows) > SAMPLED_ROWS:
        rows = np.sort(np.random.default_rng(0).choice(rows, SAMPLED_ROWS, replace=False))
    # Digits that count and not decimals, since a rare class can be an expensive one.
    shown = [[float(f"{each:.3g}") for each in row] for row in probabilities[rows].tolist()]
    return AnswerSample(truth=truth[rows].tolist(), probabilities=shown)
