"""Units on a Ray cluster."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, cast

import ray

from rowcast_automl.contracts.generated import Reason
from rowcast_automl.fit.compute.interface import RunningUnit
from rowcast_automl.fit.compute.node import Task, pack, run_unit
from rowcast_automl.fit.fold_process import Fitted
from rowcast_automl.plan.portfolio import Candidate
from rowcast_automl.platform.code_version import code_version
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.training_data import Workbench

# How often a unit is run again when its node has died.
RETRIES = 3
SLOTS_SECONDS = 2.0


class RayUnit:
    """A unit on its way."""

    def __init__(self, split: int, reference: Any) -> None:
        self.split = split
        self.reference = reference

    def result(self) -> Fitted | Reason:
        """The fit, or why there is none."""
        try:
            found: Fitted | Reason = ray.get(self.reference)
        except ray.exceptions.RayError as error:
            return reason("UNIT_LOST", error=type(error).__name__)
        return found

    def end(self) -> None:
        """Kills the unit."""
        ray.cancel(self.reference, force=True)


class RayCompute:
    """Sends the table once, then units.

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
        self._bench: Workbench | None = None
        self._data: tuple[str, Any] = ("", None)
        self._slots, self._counted_at = 1, float("-inf")

    @property
    def slots(self) -> int:
        """Cores of the cluster."""
        if time.monotonic() - self._counted_at > SLOTS_SECONDS:
            self._slots = max(1, int(ray.cluster_resources().get("CPU", 1)))
            self._counted_at = time.monotonic()
        return self._slots

    def start(self, candidate: Candidate, bench: Workbench, split: int, deadline: float) -> RunningUnit:
        """Starts a unit."""
        if self._bench is not bench:
            name, content = pack(bench)
            self._bench, self._data = bench, (name, ray.put(content))
        name, content_reference = self._data
        now = time.monotonic()
        task = Task(candidate, split, name, code_version(), deadline - now, self._last - now)
        return RayUnit(split, self._run.remote(task, content_reference))

    def wait(self, units: Sequence[RunningUnit], seconds: float) -> list[RunningUnit]:
        """Those that have ended, as soon as there is one, or none after `seconds`."""
        by_reference = {unit.reference: unit for unit in cast(Sequence[RayUnit], units)}
        if not by_reference:
            return []
        ended, others = ray.wait(list(by_reference), num_returns=1, timeout=seconds)
        if ended and others:
            ended += ray.wait(others, num_returns=len(others), timeout=0)[0]
        return [by_reference[reference] for reference in ended]

    def give_room(self, unit: RunningUnit) -> bool:
        """A node's memory is the cluster's affair."""
        return False

    def close(self) -> None:
        """Disconnects."""
        ray.shutdown()
