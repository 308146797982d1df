"""Curves and tables for a classifier on held-out rows."""

from __future__ import annotations

import numpy as np

from rowcast_automl.contracts.generated import ClassificationReport, PerClass, Point
from rowcast_automl.explain.metrics import confusion, per_class
from rowcast_automl.features.tensors import Array

CURVE_POINTS = 100
CALIBRATION_BINS = 10


def classification_report(
    truth: Array, probabilities: Array, labels: tuple[str, ...]
) -> ClassificationReport:
    """Confusion, scores by class and, for two classes, ROC, precision-recall and calibration."""
    chosen = probabilities.argmax(axis=1)
    precision, recall, f1, support = per_class(truth, chosen, len(labels))
    curves: tuple[list[Point], list[Point], list[Point]] = ([], [], [])
    if len(labels) == 2 and 0 < truth.sum() < len(truth):
        curves = (*threshold_curves(truth, probabilities[:, 1]), calibration(truth, probabilities[:, 1]))
    return ClassificationReport(
        labels=list(labels),
        confusion=confusion(truth, chosen, len(labels)).tolist(),
        per_class=[
            PerClass(label=label, precision=float(p), recall=float(r), f1=float(f), support=int(n))
            for label, p, r, f, n in zip(labels, precision, recall, f1, support, strict=True)
        ],
        roc=curves[0],
        precision_recall=curves[1],
        calibration=curves[2],
    )


def threshold_curves(truth: Array, scores: Array) -> tuple[list[Point], list[Point]]:
    """ROC (false against true positive rate) and precision by recall, at most 100 points each."""
    order = np.argsort(-scores, kind="stable")
    hits = np.cumsum(truth[order])
    misses = np.cumsum(1 - truth[order])
    ends = np.flatnonzero(np.append(np.diff(scores[order]) != 0, True))
    ends = ends[np.unique(np.linspace(0, len(ends) - 1, min(CURVE_POINTS, len(ends))).astype(int))]
    recall, wrong = hits[ends] / hits[-1], misses[ends] / misses[-1]
    precision = hits[ends] / (hits[ends] + misses[ends])
    roc = [Point(x=0, y=0), *points(wrong, recall)]
    return roc, points(recall, precision)


def calibration(truth: Array, scores: Array) -> list[Point]:
    """Mean predicted probability against the observed share, in ten bins of equal width."""
    bins = np.minimum((scores * CALIBRATION_BINS).astype(int), CALIBRATION_BINS - 1)
    filled = [bins == index for index in range(CALIBRATION_BINS) if (bins == index).any()]
    return [Point(x=float(scores[chosen].mean()), y=float(truth[chosen].mean())) for chosen in filled]


def points(xs: Array, ys: Array) -> list[Point]:
    """Pairs as contract points."""
    return [Point(x=float(x), y=float(y)) for x, y in zip(xs, ys, strict=True)]
