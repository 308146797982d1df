"""Scores with 95 % bootstrap intervals."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.stats import t as student

from rowcast_automl.contracts.generated import ScoreDifference, ScoreInterval
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.scores import Threshold, score, threshold_of_rows

RESAMPLES, MIN_RESAMPLES = 200, 10
MAX_ROWS, MIN_ROWS = 20_000, 1_000
# Of fewer resamples the percentiles lie too far inside.
FEW_RESAMPLES = 100
BOUNDS = {"roc_auc": (0.0, 1.0), "accuracy": (0.0, 1.0), "f1": (0.0, 1.0), "r2": (-np.inf, 1.0)}
NOT_NEGATIVE = (0.0, np.inf)
# Fewer groups give too similar resamples; fewer resamples give an inaccurate spread.
MIN_GROUPS, MIN_SAMPLED_GROUPS = 5, 50


def score_intervals(
    metrics: tuple[str, ...],
    truth: Array,
    predictions: Array,
    seed: int,
    seconds: float,
    threshold: Threshold = 0.5,
    groups: Array | None = None,
) -> list[ScoreInterval]:
    """Compute one interval per metric, from the same resamples of rows or of whole groups.

    Above 20,000 rows a resample has 20,000, or fewer if time is short. The spread is rescaled to all rows
    (Bickel, Götze and van Zwet, 1997). So the time does not grow with the table.

    Parameters
    ----------
    seconds : float
        Time after which no further resample is drawn; there are at least ten.
    threshold : Threshold
        As in `score`.
    groups : int array, shape (n_samples,), or None
        Groups of similar rows. With fewer than five groups there is no interval.
    """
    values = {metric: score(metric, truth, predictions, threshold) for metric in metrics}

    def scores(rows: Array) -> list[float]:
        own = threshold_of_rows(threshold, rows)
        return [score(metric, truth[rows], predictions[rows], own) for metric in metrics]

    drawn, share = resampled(scores, len(truth), seed, seconds, groups)
    return [
        interval(metric, truth, values[metric], [each[place] for each in drawn], share**0.5)
        for place, metric in enumerate(metrics)
    ]


def score_difference(
    metric: str,
    truth: Array,
    predictions: tuple[Array, Array],
    seed: int,
    seconds: float,
    thresholds: tuple[Threshold, Threshold] = (0.5, 0.5),
    groups: Array | None = None,
) -> ScoreDifference | None:
    """Compute the interval of the first score minus the second, on the same resamples.

    A difficult resample lowers both scores. So this paired interval is narrower than two separate ones
    suggest.

    Returns
    -------
    ScoreDifference or None
        None if `score_intervals` has no interval for one of them.
    """

    def difference(rows: Array) -> list[float]:
        pairs = zip(predictions, thresholds, strict=True)
        one, other = (
            score(metric, truth[rows], each[rows], threshold_of_rows(own, rows)) for each, own in pairs
        )
        return [one - other]

    (value,) = difference(np.arange(len(truth)))
    drawn, share = resampled(difference, len(truth), seed, seconds, groups)
    known = [each for (each,) in drawn if np.isfinite(each)]
    if not known or not np.isfinite(value):
        return None
    low, high = ends(value, known, share**0.5)
    return ScoreDifference(low=low, high=high)


def resampled(
    measure: Callable[[Array], list[float]], rows: int, seed: int, seconds: float, groups: Array | None
) -> tuple[list[list[float]], float]:
    """Apply a function to each resample, as described in `score_intervals`.

    Returns
    -------
    drawn : list of lists of float
        Results of each resample.
    share : float
        Fraction of the rows in one resample.
    """
    random = np.random.default_rng(seed)
    size = min(rows, MAX_ROWS)
    begun = time.monotonic()
    measure(np.arange(size))
    wanted = MIN_RESAMPLES * (time.monotonic() - begun)
    if wanted > seconds:
        size = min(size, max(MIN_ROWS, int(size * seconds / wanted)))
    deadline = time.monotonic() + seconds
    urn = None if groups is None else RowSampler.of(groups)
    few = urn is not None and len(urn.sizes) < MIN_GROUPS
    share = urn.share(size) if urn else size / rows
    drawn: list[list[float]] = []
    for count in range(0 if few else RESAMPLES):
        if count >= MIN_RESAMPLES and time.monotonic() > deadline:
            break
        drawn.append(measure(urn.draw(share, random) if urn else random.integers(0, rows, size)))
    return drawn, share


@dataclass(frozen=True, slots=True)
class RowSampler:
    """Samples rows by group.

    Parameters
    ----------
    rows : int array, shape (n_samples,)
        Row positions, sorted by group.
    starts, sizes : int arrays, shape (n_groups,)
        First position in `rows` and number of rows of each group.
    """

    rows: Array
    starts: Array
    sizes: Array

    @classmethod
    def of(cls, groups: Array) -> RowSampler:
        """Create from the group of each row."""
        _, starts, sizes = np.unique(np.sort(groups), return_index=True, return_counts=True)
        return cls(np.argsort(groups, kind="stable"), starts, sizes)

    def share(self, size: int) -> float:
        """Return the fraction of groups that have about `size` rows together."""
        count = len(self.sizes)
        return min(1.0, max(size / len(self.rows), MIN_SAMPLED_GROUPS / count))

    def draw(self, share: float, random: np.random.Generator) -> Array:
        """Draw a fraction of the groups with replacement, and return their rows."""
        drawn = random.integers(0, len(self.sizes), round(share * len(self.sizes)))
        sizes = self.sizes[drawn]
        within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        chosen: Array = self.rows[np.repeat(self.starts[drawn], sizes) + within]
        return chosen


def interval(metric: str, truth: Array, value: float, drawn: list[float], shrink: float) -> ScoreInterval:
    """Build the interval around a score, or the reason why there is none.

    Parameters
    ----------
    shrink : float
        Factor on the resamples' spread.
    """
    finite = [each for each in drawn if np.isfinite(each)]
    score_facts = {"metric": metric, "value": None, "low": None, "high": None}
    if not np.isfinite(value):
        return ScoreInterval.model_validate(score_facts | {"gap": why_undefined(metric, truth)})
    if not finite:
        return ScoreInterval.model_validate(score_facts | {"value": value, "gap": "too_few"})
    minimum, maximum = BOUNDS.get(metric, NOT_NEGATIVE)
    low, high = ends(value, finite, shrink)
    low, high = max(low, minimum), min(high, maximum)
    return ScoreInterval.model_validate(score_facts | {"value": value, "low": low, "high": high})


def ends(value: float, drawn: list[float], shrink: float) -> tuple[float, float]:
    """Return the ends of the 95 % interval: percentiles, or for few resamples their standard deviation.

    The interval always contains the value.
    """
    spread = np.array(drawn)
    if shrink < 1:
        spread = value + (spread - spread.mean()) * shrink
    if 1 < len(spread) < FEW_RESAMPLES:
        half = float(student.ppf(0.975, len(spread) - 1) * spread.std(ddof=1))
        return value - half, value + half
    low, high = np.percentile(spread, [2.5, 97.5])
    return float(min(low, value)), float(max(high, value))


def why_undefined(metric: str, truth: Array) -> str:
    """Return the reason why the rows do not define the metric."""
    if metric in ("roc_auc", "f1"):
        return "one_class"
    return "one_value" if metric == "r2" and truth.min() == truth.max() else "too_large"
