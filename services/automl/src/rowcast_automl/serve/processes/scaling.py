"""Autoscaling: the number of model-server processes for the current load."""

from __future__ import annotations

from dataclasses import dataclass

BUSY_REQUESTS, BUSY_TICKS = 4.0, 3
QUIET_REQUESTS = 1.5


@dataclass(slots=True)
class Autoscaler:
    """Scales up quickly and down slowly, so that short pauses do not restart processes.

    Parameters
    ----------
    max_processes : int
        Upper limit.
    quiet_ticks : int
        Number of ticks for which one process fewer must have been sufficient.
    """

    max_processes: int
    quiet_ticks: int
    busy_ticks: int = 0
    quiet_so_far: int = 0

    def desired_count(self, loads: list[float]) -> int:
        """Return the number of processes for this load.

        Parameters
        ----------
        loads : list of float
            For each process, the mean number of requests in flight since the last tick, of APIs that allow
            scaling. Processor time is no measure: on a busy machine, a slow process uses little of it.
        """
        count, total = len(loads), sum(loads)
        self.busy_ticks = self.busy_ticks + 1 if total > BUSY_REQUESTS * count else 0
        self.quiet_so_far = self.quiet_so_far + 1 if count > 1 and total < QUIET_REQUESTS * (count - 1) else 0
        if self.busy_ticks >= BUSY_TICKS and count < self.max_processes:
            self.busy_ticks = 0
            return count + 1
        if self.quiet_so_far >= self.quiet_ticks:
            self.quiet_so_far = 0
            return count - 1
        return count
