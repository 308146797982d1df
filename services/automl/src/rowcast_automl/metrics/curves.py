"""ROC, precision-recall and lift curves of one class against the rest."""

from __future__ import annotations

import numpy as np

from rowcast_automl.contracts.generated import ClassCurves, LiftPoint, Point
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.reliability import calibration_bins
from rowcast_automl.metrics.scores import binary_auc

CURVE_POINTS = 100
LIFT_STEPS = 20


def class_curves(label: str, positive: Array, scores: Array) -> ClassCurves:
    """Compute all curves of a class.

    Parameters
    ----------
    positive : bool array, shape (n_samples,)
    scores : array, shape (n_samples,)
        Probability of the class.
    """
    both = 0 < positive.sum() < len(positive)
    area = binary_auc(positive, scores)
    roc, precision_recall = threshold_curves(positive, scores) if both else ([], [])
    return ClassCurves(
        label=label,
        support=int(positive.sum()),
        roc_auc=area if both else None,
        average_precision=average_precision(positive, scores) if both else None,
        roc=roc,
        precision_recall=precision_recall,
        calibration=calibration_bins(positive, scores),
        lift=lift(positive, scores) if both else [],
    )


def threshold_curves(positive: Array, scores: Array) -> tuple[list[Point], list[Point]]:
    """Return the ROC curve and the precision-recall curve, at most 100 points each."""
    hits, misses = counts_by_threshold(positive, scores)
    kept = np.unique(np.linspace(0, len(hits) - 1, min(CURVE_POINTS, len(hits))).astype(int))
    hits, misses = hits[kept], misses[kept]
    recall, wrong = hits / hits[-1], misses / misses[-1]
    return [Point(x=0, y=0), *points(wrong, recall)], points(recall, hits / (hits + misses))


def average_precision(positive: Array, scores: Array) -> float:
    """Return the precision averaged over the recall that each threshold adds."""
    hits, misses = counts_by_threshold(positive, scores)
    steps = np.diff(hits, prepend=0) / hits[-1]
    return float(np.sum(steps * hits / (hits + misses)))


def counts_by_threshold(positive: Array, scores: Array) -> tuple[Array, Array]:
    """Count true and false positives at each distinct score, from the highest down."""
    order = np.argsort(-scores, kind="stable")
    ends = np.flatnonzero(np.append(np.diff(scores[order]) != 0, True))
    return np.cumsum(positive[order])[ends], np.cumsum(~positive[order])[ends]


def lift(positive: Array, scores: Array) -> list[LiftPoint]:
    """Return the fraction of the class found among the top-scored 5 %, 10 %, … of the rows.

    Rows of equal score count with their mean, so that the order of the table does not matter.
    """
    hits, misses = counts_by_threshold(positive, scores)
    taken = np.concatenate([[0], hits + misses]) / len(positive)
    found = np.concatenate([[0], hits]) / hits[-1]
    shares = np.arange(1, LIFT_STEPS + 1) / LIFT_STEPS
    gains = np.interp(shares, taken, found)
    return [
        LiftPoint(share=float(share), gain=float(gain), lift=float(gain / share))
        for share, gain in zip(shares, gains, strict=True)
    ]


def points(xs: Array, ys: Array) -> list[Point]:
    """Convert coordinates to contract points."""
    return [Point(x=float(x), y=float(y)) for x, y in zip(xs, ys, strict=True)]
