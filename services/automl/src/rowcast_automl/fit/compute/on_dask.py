"""Units on a Dask cluster."""

from __future__ import annotations

import concurrent.futures
import threading
import time
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast
from uuid import uuid4

from distributed import Client, Event

from rowcast_automl.contracts.generated import Reason
from rowcast_automl.fit.compute.interface import RunningUnit
from rowcast_automl.fit.compute.node import Task, pack, run_unit
from rowcast_automl.fit.fold_process import Fitted
from rowcast_automl.plan.portfolio import Candidate
from rowcast_automl.platform.code_version import code_version
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.training_data import Workbench

CONNECT_SECONDS = 15
SLOTS_SECONDS = 2.0


def run_until_given_up(task: Task, content: bytes, name: str) -> Fitted | Reason:
    """What a worker does, whose tasks are threads and cannot be killed by Dask.

    Parameters
    ----------
    name : str
        Of the event by which the unit is given up.
    """
    given_up = Event(name)
    try:
        return run_unit(task, content, given_up.is_set)
    finally:
        # The scheduler keeps those that are set.
        given_up.clear()


class DaskUnit:
    """A unit on its way."""

    def __init__(self, split: int, future: Any, given_up: Event | None) -> None:
        self.split = split
        self.future = future
        self._given_up = given_up

    def result(self) -> Fitted | Reason:
        """The fit, or why there is none."""
        try:
            found: Fitted | Reason = self.future.result()
        except Exception as error:
            return reason("UNIT_LOST", error=type(error).__name__)
        return found

    def end(self) -> None:
        """Gives the unit up; where it runs already, its node, which looks every second, kills it."""
        # Whatever a client says whose scheduler has gone: it is of many kinds.
        with suppress(Exception):
            if self._given_up and not self.future.done():
                self._given_up.set()
            self.future.cancel()


class DaskCompute:
    """Sends the table once, then units.

    Parameters
    ----------
    url : str
        `dask://host:port` of the scheduler.
    last : float
        `time.monotonic()` at which units are killed on their nodes.

    Raises
    ------
    OSError
        When the scheduler cannot be reached.
    """

    def __init__(self, url: str, last: float) -> None:
        self._last = last
        address = "tcp" + url.removeprefix("dask")
        self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        self._ended = threading.Event()
        self._bench: Workbench | None = None
        self._data: tuple[str, Any] = ("", None)
        self._slots, self._counted_at = 1, float("-inf")

    @property
    def slots(self) -> int:
        """Threads of all workers."""
        if time.monotonic() - self._counted_at > SLOTS_SECONDS:
            # As many as before, where the scheduler does not say.
            with suppress(Exception):
                self._slots = max(1, sum(self._client.nthreads().values()))
            self._counted_at = time.monotonic()
        return self._slots

    def start(self, candidate: Candidate, bench: Workbench, split: int, deadline: float) -> RunningUnit:
        """Starts a unit, which is lost at once where the scheduler has gone, and nothing else with it."""
        try:
            return self._start(candidate, bench, split, deadline)
        except Exception as error:
            lost = concurrent.futures.Future[Any]()
            lost.set_exception(error)
            return DaskUnit(split, lost, None)

    def _start(self, candidate: Candidate, bench: Workbench, split: int, deadline: float) -> RunningUnit:
        if self._bench is not bench:
            name, content = pack(bench)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                # As a task, and not scattered, so that the scheduler can bring it back when its node is lost.
                held = self._client.submit(bytes, content, key=f"rowcast-{name}")
            self._bench, self._data = bench, (name, held)
        name, held = self._data
        now = time.monotonic()
        task = Task(candidate, split, name, code_version(), deadline - now, self._last - now)
        key = f"rowcast-{candidate.name}-{split}-{uuid4().hex}"
        future = self._client.submit(run_until_given_up, task, held, key, key=key)
        future.add_done_callback(lambda _: self._ended.set())
        return DaskUnit(split, future, Event(key, self._client))

    def wait(self, units: Sequence[RunningUnit], seconds: float) -> list[RunningUnit]:
        """Those that have ended, as soon as there is one, or none after `seconds`."""
        running = cast(Sequence[DaskUnit], units)
        self._ended.clear()
        if not any(unit.future.done() for unit in running):
            self._ended.wait(seconds)
        return [unit for unit in running if unit.future.done()]

    def give_room(self, unit: RunningUnit) -> bool:
        """A node's memory is the cluster's affair."""
        return False

    def close(self) -> None:
        """Disconnects, if there is still somebody to disconnect from."""
        with suppress(Exception):
            self._client.close()
