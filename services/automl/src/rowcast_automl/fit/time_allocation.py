"""Division of the time budget: how long each candidate may take, and whether it is worth starting."""

from __future__ import annotations

from collections.abc import Sequence

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.fit.scheduled_candidate import ScheduledCandidate

# Share of the time left for one candidate: usually, and at most where its folds do not fill all slots.
DEFAULT_SHARE, MAX_SHARE = 0.3, 0.5
# A divisible fit, such as boosting, is useful with this share of its expected time.
MIN_DIVISIBLE_SHARE = 0.4
# The same for a fit that is not divisible, while its expected time is only a forecast.
MIN_EXPECTED_SHARE = 0.5


def expected_seconds(
    candidate: Candidate, n_waves: int, similar: Sequence[ScheduledCandidate], forecast: float
) -> tuple[float, float]:
    """Return the expected duration of a candidate, and the minimum below which it is not worth starting.

    Parameters
    ----------
    n_waves : int
        How many of its fits run one after the other.
    similar : sequence of ScheduledCandidate
        Candidates of similar cost with finished fits.
    forecast : float
        Forecast seconds of one fit, for a candidate without similar ones.
    """
    if not similar:
        if candidate.estimator.divisible:
            return 0.0, 0.0
        return n_waves * forecast, MIN_EXPECTED_SHARE * (n_waves * forecast)
    mean = n_waves * sum(each.fit_seconds for each in similar) / len(similar)
    # If similar candidates were cut short, the same time would be too short again.
    divisible = candidate.estimator.divisible and not any(each.cut_short for each in similar)
    return mean, mean * (MIN_DIVISIBLE_SHARE if divisible else 1.0)


def has_similar_cost(candidate: Candidate, other: Candidate) -> bool:
    """Whether two candidates take about the same time: they have the same estimator, or one is tuned from the
    other.

    Networks also need the same number of epochs.
    """
    if candidate.tuned_from:
        return other.name == candidate.tuned_from
    kinds = [
        (each.estimator.kind, bool(each.params.get("normalised")), each.params.get("epochs"))
        for each in (candidate, other)
    ]
    return kinds[0] == kinds[1]


def largest_share(slots: int, folds: int) -> float:
    """Return the fraction of the remaining time for a candidate. Unused slots increase it."""
    return min(MAX_SHARE, DEFAULT_SHARE * slots / min(slots, folds))
