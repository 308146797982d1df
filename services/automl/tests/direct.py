"""Runs in the process of the test what a training forks a process for."""

from __future__ import annotations

import os
import pickle
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import pytest

from rowcast_automl.platform import forked
from rowcast_automl.platform.forked import OUT_OF_MEMORY, Failed, Forked
from rowcast_automl.platform.limits import is_refused_memory
from rowcast_automl.platform.log import trace_of
from rowcast_automl.search import unit_process


def answer_of(work: Callable[[], object]) -> object:
    """What the process would send to its parent, pickled as on its way."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return pickle.loads(pickle.dumps(work()))
    except Exception as error:
        return OUT_OF_MEMORY if is_refused_memory(error) else Failed(type(error).__name__, trace_of(error))


class Ended:
    """The process of work that has ended."""

    exitcode = 0

    def kill(self) -> None:
        """Nothing runs."""

    def join(self) -> None:
        """Nothing runs."""


class Answered:
    """A pipe that is readable, and gives the answer."""

    def __init__(self, answer: object) -> None:
        reader, writer = os.pipe()
        os.close(writer)
        self._reader = Connection(reader, writable=False)
        self._answer = answer

    def fileno(self) -> int:
        return self._reader.fileno()

    def recv(self) -> object:
        return self._answer

    def close(self) -> None:
        self._reader.close()


def run_directly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forks no process, which would take 50 ms of CPU time, more than most fits of tests."""

    def begin(self: Forked[Any], work: Callable[[], Any]) -> None:
        self.receiver = Answered(answer_of(work))
        self._process = Ended()

    monkeypatch.setattr(forked.Forked, "__init__", begin)
    # A limit of memory would hold for all tests that follow.
    monkeypatch.setattr(unit_process, "grow_at_most", lambda _: None)
