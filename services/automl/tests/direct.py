"""Runs in the process of the test what a training forks a process for."""

from __future__ import annotations

import os
import pickle
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import pytest

from rowcast_automl.platform.process.forked_task import ForkedTask, send_result


class Answer:
    """A pipe that is readable, and holds an answer of any size, pickled as on its way."""

    def __init__(self) -> None:
        reader, writer = os.pipe()
        os.close(writer)
        self._reader = Connection(reader, writable=False)
        self._pickled = b""

    def send(self, answer: object) -> None:
        self._pickled = pickle.dumps(answer)

    def recv(self) -> object:
        return pickle.loads(self._pickled)

    def fileno(self) -> int:
        return self._reader.fileno()

    def close(self) -> None:
        self._reader.close()


def run_directly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forks no process, which would take 50 ms of CPU time, more than most fits of tests."""

    # Without the limit of memory, which would hold for all tests that follow.
    def begin(self: ForkedTask[Any], work: Callable[[], Any], _memory: int | None = None) -> None:
        self.receiver = Answer()
        with warnings.catch_warnings(action="ignore"):
            send_result(work, self.receiver.send)

    monkeypatch.setattr(ForkedTask, "__init__", begin)
    monkeypatch.setattr(ForkedTask, "end", lambda self: self.receiver.close())
