"""How many model-server processes the load asks for."""

from __future__ import annotations

from dataclasses import dataclass

BUSY_CALLS, BUSY_TICKS = 4.0, 3
QUIET_CALLS = 1.5


@dataclass(slots=True)
class Scale:
    """Grows soon and shrinks late, so that a pause in the load costs no start.

    Parameters
    ----------
    most : int
        Never more processes than this.
    quiet_ticks : int
        How long one process fewer must have been enough.
    """

    most: int
    quiet_ticks: int
    busy: int = 0
    quiet: int = 0

    def wanted(self, loads: list[float]) -> int:
        """The number of processes wanted.

        Parameters
        ----------
        loads : list of float
            Mean number of calls that each process had under way since the last look, of APIs for which the
            pool may grow. Processor time would not do: on a busy machine a process that falls behind uses
            little of it.
        """
        count, total = len(loads), sum(loads)
        self.busy = self.busy + 1 if total > BUSY_CALLS * count else 0
        self.quiet = self.quiet + 1 if count > 1 and total < QUIET_CALLS * (count - 1) else 0
        if self.busy >= BUSY_TICKS and count < self.most:
            self.busy = 0
            return count + 1
        if self.quiet >= self.quiet_ticks:
            self.quiet = 0
            return count - 1
        return count
