"""The interface of a backend that runs fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import FoldResult
from rowcast_automl.contracts.generated import Reason
from rowcast_automl.prepare.training_data import TrainingData


class RunningFit(Protocol):
    """The running fit of a configuration on one split."""

    @property
    def split(self) -> int:
        """The split."""

    def result(self) -> FoldResult | Reason:
        """Return the fit, or the reason why there is none. Call it after `Compute.wait` returned this fit."""

    def end(self) -> None:
        """Cancel the fit."""


class Compute(Protocol):
    """Runs fits. Fits are idempotent: a fit that is lost with its node runs again on another one."""

    @property
    def slots(self) -> int:
        """Number of fits that run at once, each on one core. It changes as nodes join and leave."""

    def start(
        self, candidate: Candidate, training_data: TrainingData, split: int, deadline: float
    ) -> RunningFit:
        """Start a fit.

        Parameters
        ----------
        deadline : float
            `time.monotonic()` that the fit aims at.
        """

    def wait(self, units: Sequence[RunningFit], seconds: float) -> list[RunningFit]:
        """Return the finished fits as soon as there are any, or an empty list after `seconds`."""

    def give_room(self, unit: RunningFit) -> bool:
        """Whether a fit that ran out of memory gets more memory if it is restarted."""

    def close(self) -> None:
        """Release the resources. Running fits are cancelled."""
