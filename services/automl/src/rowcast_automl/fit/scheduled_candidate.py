"""The state of a candidate while its folds are fitted."""

from __future__ import annotations

from dataclasses import dataclass, field

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import FittedCandidate, FoldResult
from rowcast_automl.contracts.generated import Reason
from rowcast_automl.fit.compute.interface import RunningFit


@dataclass(slots=True)
class ScheduledCandidate:
    """A candidate in the queue or being fitted.

    Parameters
    ----------
    pending : list of int
        Splits that are not started yet.
    target_end : float
        `time.monotonic()` at which its fits should end.
    late_end : float
        `time.monotonic()` at which it is stopped, if another model is complete.
    fits : dict of int to FoldResult
        Finished fits by split.
    on_recent_rows : bool
        Whether it is refitted with the most recent rows.
    failure : Reason or None
        Why it was skipped or failed.
    fitted : FittedCandidate or None
        The model, once all folds of a repeat are fitted.
    """

    candidate: Candidate
    pending: list[int]
    target_end: float = 0.0
    late_end: float = float("inf")
    fits: dict[int, FoldResult] = field(default_factory=dict)
    on_recent_rows: bool = False
    running: list[RunningFit] = field(default_factory=list)
    failure: Reason | None = None
    fitted: FittedCandidate | None = None

    @property
    def is_done(self) -> bool:
        """Whether it failed, or no fit is left."""
        return self.failure is not None or not (self.pending or self.running)

    @property
    def n_open_fits(self) -> int:
        """Fits that have not finished."""
        return len(self.pending) + len(self.running)

    @property
    def cut_short(self) -> bool:
        """Whether a fit stopped at its deadline."""
        return any(each.fit.cut_short for each in self.fits.values())

    @property
    def fit_seconds(self) -> float:
        """Mean duration of the finished fits; 0 without any."""
        return sum(each.seconds for each in self.fits.values()) / max(1, len(self.fits))


def stop_fits(scheduled: ScheduledCandidate) -> None:
    """Stop the running fits of a candidate."""
    for unit in scheduled.running:
        unit.end()
    scheduled.running.clear()
