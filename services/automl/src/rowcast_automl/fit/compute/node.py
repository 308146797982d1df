"""Runs a fit on a cluster node, which caches tables by their content hash."""

from __future__ import annotations

import hashlib
import multiprocessing.connection
import pickle
import threading
import time
from dataclasses import dataclass, replace

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import FoldResult
from rowcast_automl.contracts.generated import Reason
from rowcast_automl.fit.fold_process import OUT_OF_TIME, FoldProcess
from rowcast_automl.platform.code_version import code_version
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.training_data import TrainingData


@dataclass(frozen=True, slots=True)
class Task:
    """A fit in the form that is sent to a node.

    Parameters
    ----------
    data : str
        SHA-256 of the packed table.
    code : str
        Version of the program that sends it.
    seconds, max_seconds : float
        Target duration of the fit, and duration after which it is killed, from its start on the node.
    """

    candidate: Candidate
    split: int
    data: str
    code: str
    seconds: float
    max_seconds: float


def pack(training_data: TrainingData) -> tuple[str, bytes]:
    """Serialise the table and return its hash and content. Data that a node can recompute is left out."""
    content = pickle.dumps(replace(training_data, views={}, tables={}), protocol=5)
    return hashlib.sha256(content).hexdigest(), content


class TableCache:
    """Caches the most recent table of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._name = ""
        self._bench: TrainingData | None = None

    def start(self, task: Task, content: bytes) -> FoldProcess:
        """Unpack the table if it differs from the cached one, and start the fit."""
        with self._lock:
            if self._bench is None or self._name != task.data:
                # Nodes of a cluster can run any code on one another by design; this adds nothing to it.
                self._bench, self._name = pickle.loads(content), task.data  # noqa: S301
            deadline = time.monotonic() + task.seconds
            return FoldProcess(task.candidate, self._bench, task.split, deadline, None)


TABLE_CACHE = TableCache()


def run_unit(task: Task, content: bytes) -> FoldResult | Reason:
    """Run a fit in its own process, which is killed at its time limit.

    The same task gives the same fit.
    """
    here = code_version()
    if task.code != here:
        return reason("NODE_OUTDATED", found=here, needed=task.code)
    unit = TABLE_CACHE.start(task, content)
    try:
        if multiprocessing.connection.wait([unit.receiver], task.max_seconds):
            return unit.result()
    finally:
        unit.end()
    return OUT_OF_TIME
