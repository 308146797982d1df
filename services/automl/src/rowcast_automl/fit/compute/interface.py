"""The interface of a backend that runs fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import FoldResult
from rowcast_automl.contracts.generated import Reason
from rowcast_automl.prepare.training_data import TrainingData


class RunningFit(Protocol):
    """A configuration that is being fitted on one split."""

    @property
    def split(self) -> int:
        """The split."""

    def result(self) -> FoldResult | Reason:
        """The fit, or why there is none; to be called once `Compute.wait` has named the unit."""

    def end(self) -> None:
        """Gives the unit up, whatever it is doing."""


class Compute(Protocol):
    """Runs units, which are idempotent: one that is lost with its node is run again on another."""

    @property
    def slots(self) -> int:
        """Units that run at once, each on one core; may change as nodes come and go."""

    def start(
        self, candidate: Candidate, training_data: TrainingData, split: int, deadline: float
    ) -> RunningFit:
        """Starts a unit.

        Parameters
        ----------
        deadline : float
            `time.monotonic()` that the fit aims at.
        """

    def wait(self, units: Sequence[RunningFit], seconds: float) -> list[RunningFit]:
        """Those that have ended, as soon as there is one, or none after `seconds`."""

    def give_room(self, unit: RunningFit) -> bool:
        """Whether a unit that ran out of memory will have more if it is started again."""

    def close(self) -> None:
        """Lets go of the cluster; what still runs is given up."""
