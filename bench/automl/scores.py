"""Scores of answers on test rows, and how far a difference between two peers could be chance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import log_loss, roc_auc_score, root_mean_squared_error

Array = NDArray[np.float64]
HIGHER_IS_BETTER = {"auc": True, "logloss": False, "rmse": False}
RESAMPLES = 500
MIN_PROBABILITY = 1e-15


def score(metric: str, truth: Array, answers: Array) -> float:
    """The metric.

    Parameters
    ----------
    truth : array, shape (rows,)
        Class positions, or numbers.
    answers : array, shape (rows, classes) or (rows,)
        Probabilities, or numbers.
    """
    if metric == "auc":
        return float(roc_auc_score(truth == 1, answers[:, 1]))
    if metric == "logloss":
        shares = np.clip(answers, MIN_PROBABILITY, 1)
        shares /= shares.sum(axis=1, keepdims=True)
        return float(log_loss(truth, shares, labels=np.arange(answers.shape[1])))
    return float(root_mean_squared_error(truth, answers))


def lead_interval(
    metric: str, truth: Array, ours: Array, theirs: Array, seed: int = 0, resamples: int = RESAMPLES
) -> tuple[float, float]:
    """The 95 % interval of how much better `ours` is on the same rows, by a bootstrap over the rows.

    Positive is better, whatever the metric.
    """
    sign = 1.0 if HIGHER_IS_BETTER[metric] else -1.0
    random = np.random.default_rng(seed)
    leads: list[float] = []
    while len(leads) < resamples:
        rows = random.integers(0, len(truth), len(truth))
        if metric == "auc" and len(np.unique(truth[rows])) < 2:
            continue
        leads.append(
            sign * (score(metric, truth[rows], ours[rows]) - score(metric, truth[rows], theirs[rows]))
        )
    low, high = np.percentile(leads, [2.5, 97.5])
    return float(low), float(high)
