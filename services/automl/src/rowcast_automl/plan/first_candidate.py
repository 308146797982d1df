"""Puts a fast candidate first, so that a first result is available soon."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rowcast_automl.candidates.candidate import Candidate

# Maximum forecast seconds of the first candidate.
MAX_FIRST_SECONDS = 20.0
# The number of leading candidates to choose from; they cover nearly all estimators.
FIRST_CANDIDATES = 7


def fast_candidate_first(
    candidates: Sequence[Candidate], seconds: Callable[[Candidate], float]
) -> list[Candidate]:
    """Move the fastest of the leading candidates to the front, if the first one is slow.

    Parameters
    ----------
    seconds : callable
        Forecast seconds of all folds of a candidate.
    """
    if not candidates or seconds(candidates[0]) <= MAX_FIRST_SECONDS:
        return list(candidates)
    quickest = min(candidates[:FIRST_CANDIDATES], key=seconds)
    return [quickest, *(each for each in candidates if each is not quickest)]
