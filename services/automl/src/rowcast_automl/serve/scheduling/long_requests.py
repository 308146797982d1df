"""Calls that take long: done in a few threads, in which the models take turns."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.processes.metrics import BUSY
from rowcast_automl.serve.scheduling.pending_rows import CallerGone

AT_ONCE = 2
# Each may hold 10 MB.
MOST_WAITING = 32
MOST_WAITING_OF_ONE = 16
Done = TypeVar("Done")
IsGone = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call that waits for its turn."""

    turn: asyncio.Future[None]
    is_gone: IsGone


class LongCalls:
    """Does what takes long; used from the event loop's thread alone.

    A model with much to do cannot keep the others out: where all places are taken, the last call of the model
    that waits with most of them makes way.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "long")
        self._running = 0
        # By model, the one whose turn is next first.
        self._queues: dict[str, deque[Waiting]] = {}

    async def run(self, model: str, work: Callable[[], Done], is_gone: IsGone) -> Done:
        """Does the work when it is the model's turn.

        Raises
        ------
        RowcastError
            MODEL_SERVER_BUSY where too many wait, and whatever the work raises.
        CallerGone
            Where the caller left before the turn came.
        """
        if self._running >= AT_ONCE:
            await self._turn(model, is_gone)
        else:
            self._running += 1
        try:
            job = asyncio.get_running_loop().run_in_executor(self._threads, work)
        except RuntimeError:
            # No thread could be started.
            self._free()
            raise
        job.add_done_callback(self._ended)
        # Who stops waiting does not stop the thread.
        return await asyncio.shield(job)

    def close(self) -> None:
        """Ends the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _turn(self, model: str, is_gone: IsGone) -> None:
        self._forget_gone()
        self._make_room(len(self._queues.get(model, ())))
        turn = asyncio.get_running_loop().create_future()
        self._queues.setdefault(model, deque()).append(Waiting(turn, is_gone))
        try:
            await turn
        except asyncio.CancelledError:
            # It may have been refused just before.
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._free()
            raise

    def _ended(self, job: asyncio.Future[Done]) -> None:
        if not job.cancelled():
            job.exception()
        self._free()

    def _free(self) -> None:
        self._running -= 1
        self._call_next()

    def _forget_gone(self) -> None:
        for model, queue in list(self._queues.items()):
            for each in [each for each in queue if each.turn.done() or each.is_gone()]:
                queue.remove(each)
                if not each.turn.done():
                    each.turn.set_exception(CallerGone)
            if not queue:
                del self._queues[model]

    def _make_room(self, own: int) -> None:
        if own < MOST_WAITING_OF_ONE and sum(map(len, self._queues.values())) < MOST_WAITING:
            return
        BUSY.inc()
        longest = max(self._queues.values(), key=len)
        if own >= MOST_WAITING_OF_ONE or len(longest) <= own + 1:
            raise RowcastError("MODEL_SERVER_BUSY")
        longest.pop().turn.set_exception(RowcastError("MODEL_SERVER_BUSY"))

    def _call_next(self) -> None:
        self._forget_gone()
        for model, queue in self._queues.items():
            self._running += 1
            queue.popleft().turn.set_result(None)
            del self._queues[model]
            if queue:
                self._queues[model] = queue
            return
