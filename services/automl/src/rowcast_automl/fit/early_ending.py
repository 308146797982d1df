"""Ends a stage of the fits when further models no longer improve the ensemble beyond random variation."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.contracts.generated import Reason
from rowcast_automl.ensemble.ensemble_weights import common_rows
from rowcast_automl.ensemble.greedy_selection import ensemble_loss, true_share
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.clock import Clock

# An improvement counts if it is more than this fraction of the standard error of the out-of-fold loss.
MIN_IMPROVEMENT = 0.05
# A stage ends after so many fits without improvement, and this fraction of the time budget.
PATIENCE_FITS, PATIENCE_SHARE = 8, 0.1


class EarlyEnding:
    """Compares the out-of-fold loss of the ensemble with its last clear improvement.

    The first check, after a full pass over the portfolio, sets the reference, so nothing ends before it.

    Parameters
    ----------
    enabled : bool
        Whether the settings allow to end early.
    counted : bool
        Whether fits alone count, so that the training is reproducible.
    now : callable
        Returns the seconds of a monotonic clock.
    """

    def __init__(
        self,
        training_data: TrainingData,
        clock: Clock,
        *,
        enabled: bool = True,
        counted: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._data, self._clock, self._enabled, self._counted = training_data, clock, enabled, counted
        self._now = now
        self._losses: Array | None = None
        self._improved_at = now()
        self._n_idle = self.n_without_improvement = 0

    def begin_stage(self) -> None:
        """Start to count again, since another kind of fits may improve what the last kind did not."""
        self._n_idle, self._improved_at = 0, self._now()
        self.n_without_improvement = 0

    def should_end(self, selected: Sequence[tuple[FittedCandidate, float]], n_fits: int) -> bool:
        """Whether the current stage should end.

        Parameters
        ----------
        selected : sequence of (FittedCandidate, float)
            The models of the current ensemble and their weights.
        n_fits : int
            Candidates that were fitted since the last check.
        """
        if not self._enabled:
            return False
        losses = ensemble_losses(selected, self._data)
        if self._losses is None or is_improvement(self._losses, losses):
            self._losses = losses
            self.begin_stage()
            return False
        self._n_idle += n_fits
        waited = self._counted or (self._now() - self._improved_at >= PATIENCE_SHARE * self._clock.budget)
        if self._n_idle < PATIENCE_FITS or not waited:
            return False
        self.n_without_improvement = self._n_idle
        return True

    def reason(self, seconds_left: float, n_repeated: int) -> Reason | None:
        """Return why the training ends before its time budget, or None if it does not.

        Parameters
        ----------
        seconds_left : float
            Seconds left for fits.
        n_repeated : int
            Candidates that the plan repeats; without any, the settings chose a single model.
        """
        if self.n_without_improvement:
            return reason("NO_IMPROVEMENT", count=self.n_without_improvement)
        is_early = not self._counted and seconds_left > PATIENCE_SHARE * self._clock.budget
        return reason("ALL_FITTED") if is_early and n_repeated else None


def ensemble_losses(selected: Sequence[tuple[FittedCandidate, float]], training_data: TrainingData) -> Array:
    """Return the out-of-fold loss of the ensemble for each row; NaN for rows without a prediction."""
    models = [each for each, _ in selected]
    known = common_rows(models)
    truth, task = training_data.target[known], training_data.task
    shares = [true_share(task, truth, each.oof[known]) for each in models]
    judge = ensemble_loss(task, truth, [each.oof[known] for each in models], absolute=training_data.absolute)
    losses = np.full(len(known), np.nan)
    weights = [weight for _, weight in selected]
    blended: Array = np.tensordot(weights, np.stack(shares), axes=1)
    losses[known] = judge.losses(blended)
    return losses


def is_improvement(before: Array, after: Array) -> bool:
    """Whether the mean loss fell by more than a fraction of its standard error, on the rows known to both."""
    known = np.isfinite(before) & np.isfinite(after)
    if known.sum() < 2:
        return True
    error = before[known].std() / np.sqrt(known.sum())
    return bool((before[known] - after[known]).mean() > MIN_IMPROVEMENT * error)
