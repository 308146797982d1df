"""Tasks in forked processes, which share the memory of their parent and can be killed at any time."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

import structlog

from rowcast_automl.contracts.generated import Reason
from rowcast_automl.platform.log import redacted_trace
from rowcast_automl.platform.process.memory_limits import (
    is_out_of_memory,
    limit_memory_growth,
    set_up_fork,
)
from rowcast_automl.platform.reasons import reason

OUT_OF_MEMORY = reason("OUT_OF_MEMORY")
POLL_SECONDS = 0.1

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class TaskException:
    """An exception raised in the forked process, as sent to its parent.

    Parameters
    ----------
    kind : str
        Name of its class.
    text : str
        Stack trace without messages, for the log.
    """

    kind: str
    text: str


class ForkedTask(Generic[Result]):
    """A function call in a fork of this process.

    Parameters
    ----------
    work : callable
        Its return value is pickled and must not be a `Reason`.
    memory : int or None
        Bytes that the process may take besides what it shares.

    Attributes
    ----------
    receiver : Connection
        Readable once there is a result or the process has ended.
    """

    def __init__(self, work: Callable[[], Result], memory: int | None = None) -> None:
        context = multiprocessing.get_context("fork")
        self.receiver, sender = context.Pipe(duplex=False)
        arguments = (sender, work, os.getpid(), memory)
        self._process: Any = context.Process(target=run_and_send, args=arguments)
        self._process.start()
        sender.close()

    def result(self) -> Result | Reason:
        """Return the result, or the reason why there is none. Call this when `receiver` is ready."""
        try:
            outcome: Result | Reason | TaskException = self.receiver.recv()
        # A process killed while it sends leaves an incomplete message.
        except (EOFError, OSError):
            self._process.join()
            outcome = reason("PROCESS_ENDED", exit=self._process.exitcode)
        self.end()
        if isinstance(outcome, TaskException):
            structlog.get_logger().warning("forked_work_failed", exception=outcome.text)
            return reason("FAILED_WITH", error=outcome.kind)
        return outcome

    def end(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.join()
        self.receiver.close()


def run_forked(
    tasks: Sequence[Callable[[], Result]],
    max_parallel: int,
    may_continue: Callable[[float], bool],
    on_result: Callable[[int, Result | Reason], None] = lambda *_: None,
    memory: int | None = None,
) -> list[Result | Reason]:
    """Run several tasks in forked processes and return their results in order.

    Parameters
    ----------
    max_parallel : int
        Number of processes that run at the same time.
    may_continue : callable
        Called several times per second with the elapsed seconds. False cancels the remaining tasks.
    on_result : callable
        Called with the place of a task and its result as soon as it ends.
    memory : int or None
        Bytes that each process may take besides what it shares.
    """
    started = time.monotonic()
    outcome: list[Result | Reason] = [reason("GIVEN_UP")] * len(tasks)
    waiting, running = list(enumerate(tasks)), dict[int, ForkedTask[Result]]()
    try:
        while (waiting or running) and may_continue(time.monotonic() - started):
            while waiting and len(running) < max_parallel:
                place, work = waiting.pop(0)
                running[place] = ForkedTask(work, memory)
            ready = wait([each.receiver for each in running.values()], POLL_SECONDS)
            for place in [place for place, each in running.items() if each.receiver in ready]:
                outcome[place] = running.pop(place).result()
                on_result(place, outcome[place])
    finally:
        for each in running.values():
            each.end()
    return outcome


def run_and_send(sender: Connection, work: Callable[[], object], parent: int, memory: int | None) -> None:
    """Run `work` in the forked process and send its result."""
    set_up_fork(parent)
    if memory is not None:
        limit_memory_growth(memory)
    send_result(work, sender.send)


def send_result(work: Callable[[], object], send: Callable[[object], None]) -> None:
    """Run `work` and send its result, or a description of the exception that it raised."""
    try:
        send(work())
    except Exception as error:
        failed = TaskException(type(error).__name__, redacted_trace(error))
        send(OUT_OF_MEMORY if is_out_of_memory(error) else failed)
