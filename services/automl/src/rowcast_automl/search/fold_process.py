"""One candidate's folds, fitted in a process of its own that can be killed at its deadline."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from rowcast_automl.estimators.fitting import FoldFit
from rowcast_automl.search.portfolio import Candidate
from rowcast_automl.search.workbench import Workbench

TICK = 0.1
PARENT_DEATH_SIGNAL = 1


@dataclass(slots=True)
class FoldResults:
    """What came back.

    Parameters
    ----------
    fits : dict
        Fold number to fit and seconds; only folds that were finished.
    failure : str or None
        Why folds are missing.
    """

    fits: dict[int, tuple[FoldFit, float]] = field(default_factory=dict)
    failure: str | None = None


def fit_folds(
    candidate: Candidate,
    bench: Workbench,
    soft_end: float,
    hard_end: float,
    last_end: float,
    stopped: Callable[[], bool],
    tick: Callable[[FoldResults], None],
) -> FoldResults:
    """Fits all folds of a candidate.

    Parameters
    ----------
    soft_end : float
        `time.monotonic()` that the fits aim at: boosting and forests end early with what they have.
    hard_end : float
        When the process is killed, whatever it is doing, if a fold is finished.
    last_end : float
        When it is killed in any case.
    stopped : callable
        Asked ten times a second; True kills the process.
    tick : callable
        Told ten times a second, and at each finished fold, what there is so far.
    """
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=fit_in_child, args=(sender, candidate, bench, soft_end, os.getpid()))
    process.start()
    sender.close()
    results = FoldResults()
    wanted = len(bench.fold_numbers)
    try:
        while len(results.fits) < wanted and results.failure is None:
            if receiver.poll(TICK):
                receive(receiver, results)
            elif not process.is_alive() and not receiver.poll(0):
                results.failure = f"The fit ended unexpectedly (code {process.exitcode})."
            elif stopped():
                results.failure = "Training was stopped."
            elif time.monotonic() > (hard_end if results.fits else last_end):
                results.failure = "The time budget was used up."
            tick(results)
    finally:
        process.kill()
        process.join()
        receiver.close()
    return results


def receive(receiver: Connection, results: FoldResults) -> None:
    """Takes one message from the child."""
    try:
        fold, fitted = receiver.recv()
    except EOFError:
        results.failure = "The fit ended unexpectedly."
        return
    if fold is None:
        results.failure = fitted
    else:
        results.fits[fold] = fitted


def fit_in_child(
    sender: Connection, candidate: Candidate, bench: Workbench, soft_end: float, parent: int
) -> None:
    """Fits fold after fold and sends each; an exception is sent as a sentence."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent(parent)
    # Libraries warn of overflow and slow convergence on every odd table; what counts is in the scores.
    warnings.simplefilter("ignore")
    try:
        numbers = bench.fold_numbers
        for position, number in enumerate(numbers):
            begun = time.monotonic()
            deadline = begun + max(0.0, soft_end - begun) / (len(numbers) - position)
            data = bench.fold(number, candidate.estimator.view, deadline)
            fitted = candidate.estimator.fit(data, candidate.params)
            sender.send((number, (fitted, time.monotonic() - begun)))
    except MemoryError:
        sender.send((None, "It needs more memory than there is."))
    except Exception as error:
        sender.send((None, f"{type(error).__name__}: {str(error)[:200]}"))


def die_with_parent(parent: int) -> None:
    """Asks Linux to kill this process when its parent ends; elsewhere nothing is done."""
    try:
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
    except (AttributeError, OSError):
        return
    if os.getppid() != parent:
        os._exit(1)
