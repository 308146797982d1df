"""Metrics of a binary classifier at each threshold, and the choice of the best one."""

from __future__ import annotations

import numpy as np

from rowcast_automl.contracts.generated import Reason, ThresholdRow
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.reasons import reason

STEPS = 100
DEFAULT_THRESHOLD = 0.5
MIN_ROWS, MIN_OF_CLASS = 50, 10
MIN_GAIN = 0.005


def threshold_rows(positive: Array, scores: Array) -> list[ThresholdRow]:
    """Return counts and scores at the thresholds 0, 0.01, … 1.

    Parameters
    ----------
    positive : bool array, shape (rows,)
    scores : array, shape (rows,)
        Probability of the positive class, which is answered when it is at least the threshold.
    """
    thresholds = np.arange(STEPS + 1) / STEPS
    hits = len(scores) - np.searchsorted(np.sort(scores), thresholds)
    true_hits = positive.sum() - np.searchsorted(np.sort(scores[positive]), thresholds)
    return [
        row_at(float(threshold), int(right), int(found - right), int(positive.sum()), len(positive))
        for threshold, found, right in zip(thresholds, hits, true_hits, strict=True)
    ]


def row_at(threshold: float, right: int, wrong: int, positives: int, rows: int) -> ThresholdRow:
    """Build one row of the table from true and false positives."""
    missed, passed = positives - right, rows - positives - wrong
    return ThresholdRow(
        threshold=threshold,
        true_positives=right,
        false_positives=wrong,
        true_negatives=passed,
        false_negatives=missed,
        precision=right / (right + wrong) if right + wrong else None,
        recall=right / positives if positives else 0.0,
        f1=f1(right, wrong, missed),
        accuracy=(right + passed) / rows,
        cost=(wrong + missed) / rows,
    )


def f1(right: float, wrong: float, missed: float) -> float:
    """Return the harmonic mean of precision and recall; 0 if undefined."""
    return 2 * right / (2 * right + wrong + missed) if right + wrong + missed else 0.0


def choose_threshold(
    metric: str, positive: Array, scores: Array, among: Array | None = None
) -> tuple[float, Reason]:
    """Choose the threshold with the best out-of-fold score, and return it with the reason.

    It is 0.5 unless the metric is F1 or accuracy, both classes have enough rows, and the gain is at least
    0.005.

    Parameters
    ----------
    positive, scores : arrays, shape (n_samples,)
        Out-of-fold rows, so that the threshold is not chosen on rows that evaluate the model.
    among : bool array or None
        `positive` of all rows, if these are a part of them. The check for enough rows then uses all rows.
    """
    if metric not in ("f1", "accuracy"):
        return DEFAULT_THRESHOLD, reason("THRESHOLD_UNNEEDED", metric=metric)
    counted = positive if among is None else among
    if len(counted) < MIN_ROWS or not 0 < positive.sum() < len(positive):
        return DEFAULT_THRESHOLD, reason("THRESHOLD_FEW_ROWS")
    rare = int(min(counted.sum(), len(counted) - counted.sum()))
    if rare < MIN_OF_CLASS:
        return DEFAULT_THRESHOLD, reason("THRESHOLD_RARE", count=rare)
    best, gained = best_threshold(metric, positive, scores)
    if gained < MIN_GAIN:
        return DEFAULT_THRESHOLD, reason("THRESHOLD_EVEN", metric=metric)
    return best, reason("THRESHOLD_BEST", metric=metric, gain=round(gained, 3))


def own_threshold(metric: str, truth: Array, predictions: Array, among: Array | None = None) -> float:
    """Return the model's best threshold on these rows, for comparing models by F1 or accuracy.

    Parameters
    ----------
    truth : int array, shape (n_samples,)
    predictions : array
        Probabilities of shape (n_samples, n_classes), or numbers of shape (n_samples,).
    among : int array or None
        `truth` of all rows, as in `choose_threshold`.
    """
    if predictions.ndim != 2 or predictions.shape[1] != 2:
        return DEFAULT_THRESHOLD
    counted = None if among is None else among == 1
    return choose_threshold(metric, truth == 1, predictions[:, 1], counted)[0]


def best_threshold(metric: str, positive: Array, scores: Array) -> tuple[float, float]:
    """Return the best threshold, halfway between two scores, and its gain over 0.5."""
    order = np.argsort(-scores, kind="stable")
    ends = np.flatnonzero(np.append(np.diff(scores[order]) != 0, True))
    right, wrong = np.cumsum(positive[order])[ends], np.cumsum(~positive[order])[ends]
    values = metric_values(metric, right, wrong, int(positive.sum()), len(positive))
    chosen = int(np.argmax(values))
    here = scores[order][ends[chosen]]
    below = scores[order][ends[chosen] + 1] if chosen + 1 < len(ends) else 0.0
    at_even = scores >= DEFAULT_THRESHOLD
    even = metric_values(
        metric,
        np.array([(at_even & positive).sum()]),
        np.array([(at_even & ~positive).sum()]),
        int(positive.sum()),
        len(positive),
    )
    return float((here + below) / 2), float(values[chosen] - even[0])


def metric_values(metric: str, right: Array, wrong: Array, positives: int, rows: int) -> Array:
    """Compute F1 or accuracy from true and false positives."""
    values: Array = (
        2 * right / np.maximum(right + wrong + positives, 1)
        if metric == "f1"
        else (right + rows - positives - wrong) / rows
    )
    return values
