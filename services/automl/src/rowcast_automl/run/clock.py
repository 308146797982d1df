"""The time budget of a training, and requests to stop early."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field

import psutil

# The budget of a reproducible training, which counts configurations: long enough never to end one.
UNLIMITED_SECONDS = 7 * 86_400.0
SAME_PRESS_SECONDS = 0.5


@dataclass(slots=True)
class StopSignal:
    """A request to stop, set from a signal handler and read between steps."""

    keep_best: bool = False
    discard: bool = False
    stop_requested_at: float = field(default=float("inf"))

    def finish(self) -> None:
        """Request to stop and publish the best model so far."""
        self.keep_best = True
        self.stop_requested_at = min(self.stop_requested_at, time.monotonic())

    def interrupt(self) -> None:
        """Request to publish the best model so far; a second call discards the training.

        A terminal sends Ctrl-C to this process and to its parent, which forwards it. So one press may arrive
        twice.
        """
        if not self.keep_best:
            self.finish()
        elif time.monotonic() - self.stop_requested_at > SAME_PRESS_SECONDS:
            self.abandon()

    def abandon(self) -> None:
        """Request to stop without a model."""
        self.discard = True

    @property
    def requested(self) -> bool:
        """Whether a stop was requested."""
        return self.keep_best or self.discard


def process_start() -> float:
    """Start of this process on the clock of `time.monotonic()`."""
    age = time.time() - float(psutil.Process().create_time())
    return time.monotonic() - age


class Clock:
    """Seconds from the start of the process to the published bundle.

    Parameters
    ----------
    budget : float
        Seconds allowed in all.
    started : float
        `time.monotonic()` at the start.
    """

    STOP_SECONDS = 8.0
    MAX_LOAD = 5.0
    MAX_RESERVE = 0.4
    # For importance and partial dependence: a fraction of the budget, and at most so many seconds.
    INSIGHT_SHARE, MAX_INSIGHT_SECONDS = 0.1, 3.0

    def __init__(self, budget: float, started: float, stop: StopSignal) -> None:
        self.budget = budget
        self.started = started
        self.stop = stop
        self.load_factor = 1.0

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    @property
    def end(self) -> float:
        """`time.monotonic()` by which the bundle must be published."""
        return min(self.started + self.budget, self.stop.stop_requested_at + self.STOP_SECONDS)

    @property
    def left(self) -> float:
        """Seconds until the end, never negative."""
        return max(0.0, self.end - time.monotonic())

    def measure_load(self) -> None:
        """Measure the load of other programs: elapsed time divided by processor time of this process.

        The processor time of finished child processes is included.
        """
        spent = os.times()
        cpu = max(sum(spent[:4]), 0.1)
        self.load_factor = min(max(self.elapsed / cpu, 1.0), self.MAX_LOAD)

    def reserve(self, publishing: float) -> float:
        """Return the seconds to reserve for ensembling, exporting, checking and the report."""
        insights = min(self.INSIGHT_SHARE * self.budget, self.MAX_INSIGHT_SECONDS)
        wanted = min(1.0 + 0.06 * self.budget, 10.0) + insights + publishing * self.load_factor
        return min(wanted, max(1.0, self.MAX_RESERVE * self.budget))
