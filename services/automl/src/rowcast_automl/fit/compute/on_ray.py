"""Fits on a Ray cluster.

A client that has lost its cluster raises many types of errors, even plain `Exception`. They fail single fits,
not the training.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

import ray

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import FoldResult
from rowcast_automl.contracts.generated import Reason
from rowcast_automl.fit.compute.interface import RunningFit
from rowcast_automl.fit.compute.node import Task, pack, run_unit
from rowcast_automl.platform.code_version import code_version
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.training_data import TrainingData

# How often a unit is run again when its node has died.
RETRIES = 3
SLOTS_SECONDS = 2.0


class RayUnit:
    """A fit that runs on Ray.

    Parameters
    ----------
    reference : ray.ObjectRef or None
        None if the cluster was lost before the fit could start.
    """

    def __init__(self, split: int, reference: Any, error: Exception | None = None) -> None:
        self.split = split
        self.reference = reference
        self.error = error

    def result(self) -> FoldResult | Reason:
        """Return the fit, or the reason why there is none."""
        if self.error is None:
            try:
                found: FoldResult | Reason = ray.get(self.reference)
            except Exception as error:
                self.error = error
            else:
                return found
        return reason("UNIT_LOST", error=type(self.error).__name__)

    def end(self) -> None:
        """Cancel the fit."""
        if self.error is None:
            with suppress(Exception):
                ray.cancel(self.reference, force=True)


class RayCompute:
    """Sends the table to the cluster once, then the fits.

    Parameters
    ----------
    url : str
        `ray://host:port` of the head node's client server.
    last : float
        `time.monotonic()` at which units are killed on their nodes.

    Raises
    ------
    ConnectionError
        When the cluster cannot be reached.
    """

    def __init__(self, url: str, last: float) -> None:
        self._last = last
        ray.init(url, log_to_driver=False, logging_level="error")
        self._run = ray.remote(num_cpus=1, max_retries=RETRIES)(run_unit)
        self._bench: TrainingData | None = None
        self._data: tuple[str, Any] = ("", None)
        self._slots, self._counted_at = 1, float("-inf")

    @property
    def slots(self) -> int:
        """Cores of the cluster."""
        if time.monotonic() - self._counted_at > SLOTS_SECONDS:
            # The last known number, while the cluster cannot be reached.
            with suppress(Exception):
                self._slots = max(1, int(ray.cluster_resources().get("CPU", 1)))
            self._counted_at = time.monotonic()
        return self._slots

    def start(
        self, candidate: Candidate, training_data: TrainingData, split: int, deadline: float
    ) -> RunningFit:
        """Start a fit. If the cluster cannot be reached, the fit counts as lost."""
        try:
            return self._start(candidate, training_data, split, deadline)
        except Exception as error:
            return RayUnit(split, None, error)

    def _start(
        self, candidate: Candidate, training_data: TrainingData, split: int, deadline: float
    ) -> RayUnit:
        if self._bench is not training_data:
            name, content = pack(training_data)
            self._bench, self._data = training_data, (name, ray.put(content))
        name, content_reference = self._data
        now = time.monotonic()
        task = Task(candidate, split, name, code_version(), deadline - now, self._last - now)
        return RayUnit(split, self._run.remote(task, content_reference))

    def wait(self, units: Sequence[RunningFit], seconds: float) -> list[RunningFit]:
        """Return the finished fits as soon as there are any, or an empty list after `seconds`."""
        running = cast(Sequence[RayUnit], units)
        lost = [unit for unit in running if unit.error]
        if lost or not running:
            return list[RunningFit](lost)
        try:
            by_reference = {unit.reference: unit for unit in running}
            ended, others = ray.wait(list(by_reference), num_returns=1, timeout=seconds)
            if ended and others:
                ended += ray.wait(others, num_returns=len(others), timeout=0)[0]
        except Exception as error:
            for unit in running:
                unit.error = error
            return list(units)
        return [by_reference[reference] for reference in ended]

    def give_room(self, unit: RunningFit) -> bool:
        """Return False: the cluster manages its nodes' memory."""
        return False

    def close(self) -> None:
        """Disconnect if there is still a connection."""
        with suppress(Exception):
            ray.shutdown()
