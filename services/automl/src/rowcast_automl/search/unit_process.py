"""One unit of work, a configuration on one split, in a process of its own that can be killed."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from rowcast_automl.estimators.families import load
from rowcast_automl.estimators.fitting import FoldFit
from rowcast_automl.platform.limits import become_unit
from rowcast_automl.search.portfolio import Candidate
from rowcast_automl.search.workbench import Workbench

OUT_OF_TIME = "The time budget was used up."


@dataclass(frozen=True, slots=True)
class Fitted:
    """What a finished unit gives."""

    fit: FoldFit
    seconds: float


class UnitProcess:
    """A running unit.

    Parameters
    ----------
    deadline : float
        `time.monotonic()` that the fit aims at: boosting, forests and networks end early with what they have.
    """

    def __init__(self, candidate: Candidate, bench: Workbench, split: int, deadline: float) -> None:
        bench.prepare(split, candidate.estimator.view)
        with contextlib.suppress(ImportError, OSError):
            load(candidate.estimator)
        context = multiprocessing.get_context("fork")
        self.receiver, sender = context.Pipe(duplex=False)
        self.split = split
        self.deadline = deadline
        self._process: Any = context.Process(
            target=fit_in_child, args=(sender, candidate, bench, split, deadline, os.getpid())
        )
        self._process.start()
        sender.close()

    def result(self) -> Fitted | str:
        """The fit, or why there is none; call when `receiver` is ready."""
        try:
            found: Fitted | str = self.receiver.recv()
        except EOFError:
            self._process.join()
            found = f"The fit ended unexpectedly (code {self._process.exitcode})."
        self.end()
        return found

    def end(self) -> None:
        """Ends the process, whatever it is doing."""
        self._process.kill()
        self._process.join()
        self.receiver.close()


def fit_in_child(
    sender: Connection, candidate: Candidate, bench: Workbench, split: int, deadline: float, parent: int
) -> None:
    """Fits and sends; an exception is sent as a sentence."""
    become_unit(parent)
    begun = time.monotonic()
    try:
        data = bench.fold(split, candidate.estimator.view, candidate.log, deadline)
        fit = candidate.estimator.fit(data, candidate.params)
        sender.send(Fitted(fit, time.monotonic() - begun))
    except MemoryError:
        sender.send("It needs more memory than there is.")
    except Exception as error:
        sender.send(f"{type(error).__name__}: {str(error)[:200]}")
