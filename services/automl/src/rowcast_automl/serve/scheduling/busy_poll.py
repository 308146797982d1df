"""Waiting for the next call awake, where calls follow each other closely."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable

# Between two looks at the clock: others were let have the processor, and sleepers come before them.
KEPT_SECONDS = 0.0005
# Each rest is twice as long as the one before, until so much time has gone without one.
UNDISTURBED_SECONDS = 0.1
LEAST_REST_SECONDS, MOST_REST_SECONDS = 0.01, 2.0
give_way: Callable[[], object] = getattr(os, "sched_yield", lambda: None)


class BusyPoll:
    """Keeps an event loop awake between an answer and the next call; docs/adr/0033 has what that saves.

    It begins once a call came within the time given after an answer, ends with the first that did not, and
    rests where other programs want the processor.

    Parameters
    ----------
    seconds : float
        How long to stay awake after an answer; 0 for never.
    clock : callable
        Tells seconds.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.perf_counter) -> None:
        self._seconds = seconds
        self._clock = clock
        self._open = 0
        self._is_close = self.is_polling = False
        self._free_since = self._looked = self._rests_until = 0.0
        self._rest = LEAST_REST_SECONDS

    def begin(self) -> None:
        """A call has come."""
        self._open += 1
        if self._open == 1:
            self._is_close = self._clock() - self._free_since < self._seconds

    def end(self) -> None:
        """A call has been answered, or its caller has left."""
        self._open -= 1
        if self._open:
            return
        self._free_since = self._looked = now = self._clock()
        if self._is_close and not self.is_polling and now > self._rests_until:
            self.is_polling = True
            asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        now = self._clock()
        if now - self._looked > KEPT_SECONDS:
            self._rest_from(now)
        self._looked = now
        self.is_polling = (
            not self._open and now > self._rests_until and now - self._free_since < self._seconds
        )
        if self.is_polling:
            give_way()
            asyncio.get_running_loop().call_soon(self._look)

    def _rest_from(self, now: float) -> None:
        is_rare = now - self._rests_until > UNDISTURBED_SECONDS
        self._rest = LEAST_REST_SECONDS if is_rare else min(2 * self._rest, MOST_REST_SECONDS)
        self._rests_until = now + self._rest
