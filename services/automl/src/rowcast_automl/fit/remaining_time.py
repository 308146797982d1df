"""Forecasts how long a training still takes, from the plan and the fits so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rowcast_automl.candidates.candidate import Candidate

# Weight of the forecast, as a share of the forecast time of the first fits.
PRIOR_SHARE = 0.2


@dataclass(slots=True)
class RemainingFits:
    """The fits of a candidate that have not finished.

    Parameters
    ----------
    units : int
        Number of these fits.
    seconds : float
        Mean duration of its finished fits; 0 without any.
    """

    candidate: Candidate
    units: int
    seconds: float


@dataclass(slots=True)
class RemainingTime:
    """Forecasts the remaining time from the plan and the fits so far.

    Parameters
    ----------
    expected : callable
        Forecast seconds of one fit of a candidate.
    closing : float
        Seconds for ensembling, publishing and the report.
    """

    expected: Callable[[Candidate], float]
    closing: float
    _folds: int = field(default=0, init=False)
    _to_come: int = field(default=0, init=False)
    _mean: float = field(default=0.0, init=False)
    _foretold: float = field(default=0.0, init=False)
    _taken: float = field(default=0.0, init=False)

    def plan(self, candidates: Sequence[Candidate], folds: int, n_later: int) -> None:
        """Set the plan: these candidates, followed by others of the same average cost."""
        costs = [self.expected(each) for each in candidates]
        self._folds, self._to_come = folds, len(candidates) + n_later
        self._mean = sum(costs) / max(1, len(costs))
        self._foretold = self._taken = PRIOR_SHARE * folds * sum(costs)

    def expect_later(self, n_later: int) -> None:
        """Correct the number of candidates that follow."""
        self._to_come = n_later

    def begin(self, candidates: int) -> None:
        """Record that so many of the planned candidates have started."""
        self._to_come = max(0, self._to_come - candidates)

    def ended(self, candidate: Candidate, seconds: float) -> None:
        """Record the duration of a finished fit."""
        self._foretold += self.expected(candidate)
        self._taken += seconds

    def left(self, ahead: Sequence[RemainingFits], slots: int) -> float:
        """Return the seconds until the bundle is published."""
        pace = self._taken / self._foretold if self._foretold else 1.0
        fits = sum(each.units * (each.seconds or pace * self.expected(each.candidate)) for each in ahead)
        later = pace * self._mean * self._folds * self._to_come
        return (fits + later) / max(1, slots) + self.closing
