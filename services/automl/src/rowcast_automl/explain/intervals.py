"""Scores on held-out rows with a 95 % bootstrap interval."""

from __future__ import annotations

import time

import numpy as np

from rowcast_automl.contracts.generated import ScoreInterval
from rowcast_automl.explain.metrics import score
from rowcast_automl.features.tensors import Array

RESAMPLES, FEWEST_RESAMPLES = 200, 10
MOST_ROWS, LEAST_ROWS = 20_000, 1_000


def score_intervals(
    metrics: tuple[str, ...], truth: Array, answers: Array, seed: int, seconds: float, threshold: float = 0.5
) -> list[ScoreInterval]:
    """One interval a metric, from the same resamples of the rows.

    Above 20,000 rows a resample has 20,000, fewer when time is short, and the spread is scaled to all rows
    (Bickel, Götze and van Zwet, 1997), so that the time doesn't grow with the table.

    Parameters
    ----------
    seconds : float
        Time after which no further resample is drawn; at least ten are.
    threshold : float
        As `score` takes it.
    """
    random = np.random.default_rng(seed)
    values = {metric: score(metric, truth, answers, threshold) for metric in metrics}
    size = min(len(truth), MOST_ROWS)
    begun = time.monotonic()
    for metric in metrics:
        score(metric, truth[:size], answers[:size], threshold)
    wanted = FEWEST_RESAMPLES * (time.monotonic() - begun)
    if wanted > seconds:
        size = min(size, max(LEAST_ROWS, int(size * seconds / wanted)))
    deadline = time.monotonic() + seconds
    drawn: dict[str, list[float]] = {metric: [] for metric in metrics}
    for count in range(RESAMPLES):
        if count >= FEWEST_RESAMPLES and time.monotonic() > deadline:
            break
        rows = random.integers(0, len(truth), size)
        for metric in metrics:
            drawn[metric].append(score(metric, truth[rows], answers[rows], threshold))
    shrink = (size / len(truth)) ** 0.5
    return [interval(metric, values[metric], drawn[metric], shrink) for metric in metrics]


def interval(metric: str, value: float, drawn: list[float], shrink: float = 1.0) -> ScoreInterval:
    """The interval around a value; without any defined resample it is the value itself.

    Parameters
    ----------
    shrink : float
        Factor on the resamples' spread.
    """
    finite = np.array([each for each in drawn if np.isfinite(each)])
    safe = value if np.isfinite(value) else 0.0
    if len(finite) and shrink < 1:
        finite = safe + (finite - finite.mean()) * shrink
    low, high = np.percentile(finite, [2.5, 97.5]) if len(finite) else (safe, safe)
    return ScoreInterval.model_validate(
        {"metric": metric, "value": safe, "low": float(min(low, safe)), "high": float(max(high, safe))}
    )
