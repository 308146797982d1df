"""Work in a forked process: it shares what its parent holds, and can be killed whatever it is doing."""

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
from rowcast_automl.platform.log import trace_of
from rowcast_automl.platform.process.memory_limits import become_unit, is_refused_memory
from rowcast_automl.platform.reasons import reason

OUT_OF_MEMORY = reason("OUT_OF_MEMORY")
LOOK_SECONDS = 0.1

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Failed:
    """An exception of the process, as it gets to its parent.

    Parameters
    ----------
    kind : str
        Its class.
    text : str
        Where it came from; for the log alone.
    """

    kind: str
    text: str


class Forked(Generic[Answer]):
    """A call that runs in a fork of this process.

    Parameters
    ----------
    work : callable
        Its answer is pickled, and is no Reason.

    Attributes
    ----------
    receiver : Connection
        Readable once there is an answer or the process has ended.
    """

    def __init__(self, work: Callable[[], Answer]) -> None:
        context = multiprocessing.get_context("fork")
        self.receiver, sender = context.Pipe(duplex=False)
        self._process: Any = context.Process(target=send_answer, args=(sender, work, os.getpid()))
        self._process.start()
        sender.close()

    def result(self) -> Answer | Reason:
        """The answer, or why there is none; call when `receiver` is ready."""
        try:
            found: Answer | Reason | Failed = self.receiver.recv()
        # Killed while it sends, it leaves half of an answer.
        except (EOFError, OSError):
            self._process.join()
            found = reason("PROCESS_ENDED", exit=self._process.exitcode)
        self.end()
        if isinstance(found, Failed):
            structlog.get_logger().warning("forked_work_failed", exception=found.text)
            return reason("FAILED_WITH", error=found.kind)
        return found

    def end(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.join()
        self.receiver.close()


def answers_within(
    works: Sequence[Callable[[], Answer]], at_once: int, may_go_on: Callable[[float], bool]
) -> list[Answer | Reason]:
    """Answers of several calls in their order; of those that were given up or failed, why there are none.

    Parameters
    ----------
    at_once : int
        How many run side by side.
    may_go_on : callable
        Asked often with the seconds it has taken; False gives up what has not ended.
    """
    begun = time.monotonic()
    found: list[Answer | Reason] = [reason("GIVEN_UP")] * len(works)
    waiting, running = list(enumerate(works)), dict[int, Forked[Answer]]()
    try:
        while (waiting or running) and may_go_on(time.monotonic() - begun):
            while waiting and len(running) < at_once:
                place, work = waiting.pop(0)
                running[place] = Forked(work)
            ready = wait([each.receiver for each in running.values()], LOOK_SECONDS)
            for place in [place for place, each in running.items() if each.receiver in ready]:
                found[place] = running.pop(place).result()
    finally:
        for each in running.values():
            each.end()
    return found


def send_answer(sender: Connection, work: Callable[[], object], parent: int) -> None:
    """Works in the process of a fork and sends."""
    become_unit(parent)
    send_answer_of(work, sender.send)


def send_answer_of(work: Callable[[], object], send: Callable[[object], None]) -> None:
    """Works and sends; of an exception what the parent says of it."""
    try:
        send(work())
    except Exception as error:
        failed = Failed(type(error).__name__, trace_of(error))
        send(OUT_OF_MEMORY if is_refused_memory(error) else failed)
