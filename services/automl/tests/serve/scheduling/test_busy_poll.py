"""When the model server waits awake; the clock stands still unless it is moved."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from rowcast_automl.serve.scheduling.busy_poll import UNDISTURBED_SECONDS, BusyPoll

MOST, CLOSE, FAR = 0.001, 0.0003, 0.002
KEPT = 0.0008


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def call(clock: Clock) -> Callable[[BusyPoll, float], Awaitable[bool]]:
    """A call so many seconds after the last answer; tells whether the next one is waited for awake."""

    async def called(poll: BusyPoll, after: float) -> bool:
        clock.now += after
        poll.begin()
        await asyncio.sleep(0)
        clock.now += CLOSE
        poll.end()
        await asyncio.sleep(0)
        return poll.is_polling

    return called


async def test_awake_from_the_second_of_close_calls_to_the_first_that_does_not_come(
    clock: Clock, call: Callable[[BusyPoll, float], Awaitable[bool]]
) -> None:
    poll = BusyPoll(MOST, clock)
    assert [await call(poll, after) for after in (FAR, CLOSE, CLOSE)] == [False, True, True]
    for _ in range(2):
        clock.now += 0.4 * MOST
        await asyncio.sleep(0)
        assert poll.is_polling
    clock.now += 0.4 * MOST
    await asyncio.sleep(0)
    assert not poll.is_polling
    assert [await call(poll, after) for after in (FAR, FAR, CLOSE)] == [False, False, True]


async def test_asleep_while_a_call_is_open_or_where_none_is_wanted(
    clock: Clock, call: Callable[[BusyPoll, float], Awaitable[bool]]
) -> None:
    poll = BusyPoll(MOST, clock)
    await call(poll, FAR)
    poll.begin()
    assert not await call(poll, CLOSE)
    poll.end()
    assert poll.is_polling
    poll.begin()
    await asyncio.sleep(0)
    assert not poll.is_polling
    never = BusyPoll(0, clock)
    assert not any([await call(never, CLOSE) for _ in range(3)])


async def test_rests_longer_each_time_that_others_had_the_processor(
    clock: Clock, call: Callable[[BusyPoll, float], Awaitable[bool]]
) -> None:
    poll = BusyPoll(MOST, clock)

    async def is_kept() -> int:
        """Calls until it is awake again after another program was let go first."""
        clock.now += KEPT
        await asyncio.sleep(0)
        assert not poll.is_polling
        calls = 1
        while not await call(poll, CLOSE):
            calls += 1
        return calls

    await call(poll, FAR)
    assert await call(poll, CLOSE)
    rests = [await is_kept() for _ in range(4)]
    assert rests == sorted(set(rests))
    clock.now += UNDISTURBED_SECONDS
    await call(poll, FAR)
    await call(poll, CLOSE)
    assert await is_kept() < rests[1]
