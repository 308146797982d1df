"""Scores on held-out rows with a 95 % bootstrap interval."""

from __future__ import annotations

import time

import numpy as np

from rowcast_automl.contracts.generated import ScoreInterval
from rowcast_automl.explain.metrics import score
from rowcast_automl.features.tensors import Array

RESAMPLES = 200


def score_intervals(
    metrics: tuple[str, ...], truth: Array, answers: Array, seed: int, seconds: float
) -> list[ScoreInterval]:
    """One interval a metric, from the same resamples of the rows.

    Parameters
    ----------
    seconds : float
        Time after which no further resample is drawn; at least 20 are.
    """
    random = np.random.default_rng(seed)
    deadline = time.monotonic() + seconds
    drawn: dict[str, list[float]] = {metric: [] for metric in metrics}
    for count in range(RESAMPLES):
        if count >= 20 and time.monotonic() > deadline:
            break
        rows = random.integers(0, len(truth), len(truth))
        for metric in metrics:
            drawn[metric].append(score(metric, truth[rows], answers[rows]))
    return [interval(metric, score(metric, truth, answers), drawn[metric]) for metric in metrics]


def interval(metric: str, value: float, drawn: list[float]) -> ScoreInterval:
    """The interval around a value; without any defined resample it is the value itself."""
    finite = np.array([each for each in drawn if np.isfinite(each)])
    safe = value if np.isfinite(value) else 0.0
    low, high = np.percentile(finite, [2.5, 97.5]) if len(finite) else (safe, safe)
    return ScoreInterval.model_validate(
        {"metric": metric, "value": safe, "low": float(min(low, safe)), "high": float(max(high, safe))}
    )
