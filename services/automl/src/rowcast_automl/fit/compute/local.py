"""Runs fits in processes of this machine."""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing.connection import Connection, wait
from typing import cast
from weakref import WeakSet

import psutil

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.fit.compute.interface import RunningFit
from rowcast_automl.fit.fold_process import FoldProcess
from rowcast_automl.platform.process.memory_limits import resident_bytes
from rowcast_automl.prepare.training_data import TrainingData

# What is not for units, and what any unit gets, since no fit does with less.
RESERVED_SHARE, MIN_BYTES = 0.9, 32 << 20


def memory_per_process(memory_bytes: int | None, processes: int) -> int | None:
    """Return the part of each process in the memory that is left, or None without a limit."""
    if memory_bytes is None:
        return None
    left = RESERVED_SHARE * memory_bytes - resident_bytes(psutil.Process())
    return max(MIN_BYTES, int(left / processes))


class LocalCompute:
    """Forks a process for each fit, so that fits share the table and can be killed.

    Parameters
    ----------
    slots : int
        Maximum number of processes.
    memory_bytes : int or None
        Memory limit of this process and all fits together.
    """

    def __init__(self, slots: int, memory_bytes: int | None = None) -> None:
        self.slots = slots
        self._memory_bytes = memory_bytes
        self._crowded = WeakSet[RunningFit]()

    def start(
        self, candidate: Candidate, training_data: TrainingData, split: int, deadline: float
    ) -> RunningFit:
        """Start a fit with its part of the remaining memory."""
        memory = memory_per_process(self._memory_bytes, self.slots)
        unit = FoldProcess(candidate, training_data, split, deadline, memory)
        if memory is not None and self.slots > 1:
            self._crowded.add(unit)
        return unit

    def give_room(self, unit: RunningFit) -> bool:
        """Return True if the fit shared the memory with others. Then limit the slots to one fit at a time."""
        if unit not in self._crowded:
            return False
        self.slots = 1
        return True

    def wait(self, units: Sequence[RunningFit], seconds: float) -> list[RunningFit]:
        """Return the finished fits as soon as there are any, or an empty list after `seconds`."""
        by_pipe = {unit.receiver: unit for unit in cast(Sequence[FoldProcess], units)}
        return [by_pipe[cast(Connection, pipe)] for pipe in wait(list(by_pipe), seconds)]

    def close(self) -> None:
        """Do nothing, because there are no resources to release."""
