"""Long requests: a few threads that serve the models in turn (round-robin)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.processes.metrics import QUEUE_FULL
from rowcast_automl.serve.scheduling.pending_rows import ClientDisconnected

MAX_THREADS = 2
# Each waiting request may hold 10 MB.
MAX_WAITING = 32
MAX_WAITING_PER_MODEL = 16
Result = TypeVar("Result")
IsGone = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class WaitingRequest:
    """A request that waits for its turn."""

    turn: asyncio.Future[None]
    is_gone: IsGone


class LongRequestQueue:
    """Round-robin queue for long requests. Only for use in the thread of the event loop.

    A busy model cannot block others: if the queue is full, the last request of the model with the most
    waiting requests is rejected.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MAX_THREADS, "long")
        self._running = 0
        # By model, in the order of their turns.
        self._queues: dict[str, deque[WaitingRequest]] = {}

    async def run(self, model: str, work: Callable[[], Result], is_gone: IsGone) -> Result:
        """Run `work` in a thread when it is the model's turn.

        Raises
        ------
        RowcastError
            MODEL_SERVER_BUSY if the queue is full, or any error of `work`.
        ClientDisconnected
            The client disconnected before the turn came.
        """
        if self._running >= MAX_THREADS:
            await self._wait_for_turn(model, is_gone)
        else:
            self._running += 1
        try:
            job = asyncio.get_running_loop().run_in_executor(self._threads, work)
        except RuntimeError:
            # No thread could be started.
            self._release_thread()
            raise
        job.add_done_callback(self._on_done)
        # Cancelling the wait must not cancel the thread.
        return await asyncio.shield(job)

    def close(self) -> None:
        """Shut down the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _wait_for_turn(self, model: str, is_gone: IsGone) -> None:
        self._drop_disconnected()
        self._make_room(len(self._queues.get(model, ())))
        turn = asyncio.get_running_loop().create_future()
        self._queues.setdefault(model, deque()).append(WaitingRequest(turn, is_gone))
        try:
            await turn
        except asyncio.CancelledError:
            # The request may have been rejected just before.
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._release_thread()
            raise

    def _on_done(self, job: asyncio.Future[Result]) -> None:
        if not job.cancelled():
            job.exception()
        self._release_thread()

    def _release_thread(self) -> None:
        self._running -= 1
        self._start_next()

    def _drop_disconnected(self) -> None:
        for model, queue in list(self._queues.items()):
            for each in [each for each in queue if each.turn.done() or each.is_gone()]:
                queue.remove(each)
                if not each.turn.done():
                    each.turn.set_exception(ClientDisconnected)
            if not queue:
                del self._queues[model]

    def _make_room(self, own: int) -> None:
        if own < MAX_WAITING_PER_MODEL and sum(map(len, self._queues.values())) < MAX_WAITING:
            return
        QUEUE_FULL.inc()
        longest = max(self._queues.values(), key=len)
        if own >= MAX_WAITING_PER_MODEL or len(longest) <= own + 1:
            raise RowcastError("MODEL_SERVER_BUSY")
        longest.pop().turn.set_exception(RowcastError("MODEL_SERVER_BUSY"))

    def _start_next(self) -> None:
        self._drop_disconnected()
        for model, queue in self._queues.items():
            self._running += 1
            queue.popleft().turn.set_result(None)
            del self._queues[model]
            if queue:
                self._queues[model] = queue
            return
