"""Whether one score is significantly better than another."""

from __future__ import annotations

from rowcast_automl.contracts.generated import LOWER_IS_BETTER, ScoreInterval


def clearly_better(one: ScoreInterval, other: ScoreInterval) -> bool:
    """Whether the first score is significantly better, by the paired difference on the same rows.

    Older reports have no difference; their intervals must not overlap.
    """
    lower, higher = (one, other) if one.metric in LOWER_IS_BETTER else (other, one)
    difference = other.difference or one.difference
    if difference and lower.value is not None and higher.value is not None:
        return lower.value < higher.value and (difference.low > 0 or difference.high < 0)
    return lower.high is not None and higher.low is not None and lower.high < higher.low
