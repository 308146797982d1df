"""Units in processes of this machine."""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing.connection import Connection, wait
from typing import cast

from rowcast_automl.search.compute.interface import RunningUnit
from rowcast_automl.search.portfolio import Candidate
from rowcast_automl.search.unit_process import UnitProcess
from rowcast_automl.search.workbench import Workbench


class LocalCompute:
    """Forks a process for each unit, so that the table is shared and a unit can be killed.

    Parameters
    ----------
    slots : int
        Processes at once.
    """

    def __init__(self, slots: int) -> None:
        self.slots = slots

    def start(self, candidate: Candidate, bench: Workbench, split: int, deadline: float) -> RunningUnit:
        """Starts a unit."""
        return UnitProcess(candidate, bench, split, deadline)

    def wait(self, units: Sequence[RunningUnit], seconds: float) -> list[RunningUnit]:
        """Those that have ended, as soon as there is one, or none after `seconds`."""
        by_pipe = {unit.receiver: unit for unit in cast(Sequence[UnitProcess], units)}
        return [by_pipe[cast(Connection, pipe)] for pipe in wait(list(by_pipe), seconds)]

    def close(self) -> None:
        """Nothing to let go of."""
