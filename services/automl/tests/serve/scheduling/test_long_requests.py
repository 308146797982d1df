"""Calls that take long share a few threads, and no model keeps the others out."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.scheduling import long_requests as long_calls
from rowcast_automl.serve.scheduling.long_requests import (
    MAX_THREADS,
    MAX_WAITING,
    MAX_WAITING_PER_MODEL,
    LongRequestQueue,
)
from rowcast_automl.serve.scheduling.pending_rows import ClientDisconnected
from tests.bundles.mixed import Trained
from tests.serve.blocked_runs import hold_runs
from tests.serve.http.test_predictions import ROW, path


async def test_a_busy_model_does_not_reject_requests_to_another(
    client: httpx.AsyncClient,
    binary_model: Trained,
    regression_model: Trained,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for each in (binary_model, regression_model):
        assert (await client.post(path(each), json=ROW)).status_code == 200
    gate = hold_runs(binary_model, monkeypatch)
    done: list[str] = []

    async def ask(name: str, model: Trained, body: dict[str, Any]) -> int:
        status = (await client.post(path(model), json=body)).status_code
        done.append(name)
        return status

    explained = {"instances": [ROW], "options": {"explain": True}}
    places = MAX_THREADS + MAX_WAITING_PER_MODEL
    greedy = [asyncio.create_task(ask("greedy", binary_model, explained)) for _ in range(places)]
    await asyncio.sleep(0.3)
    assert await ask("one more", binary_model, explained) == 503
    large = {"instances": [ROW] * 1_000}
    other = asyncio.create_task(ask("other", regression_model, large))
    await asyncio.sleep(0.3)
    assert not other.done()
    gate.set()
    assert await other == 200
    assert set(await asyncio.gather(*greedy)) == {200}
    assert done.index("other") < 1 + 2 * MAX_THREADS + 1


class Held:
    """Long calls whose work is held until it is let go."""

    def __init__(self) -> None:
        self.calls = LongRequestQueue()
        self.gate = threading.Event()
        self.done: list[str] = []
        self.is_cancelled: set[str] = set()

    def begin(self, name: str) -> asyncio.Task[None]:
        def work() -> None:
            assert self.gate.wait(30)
            self.done.append(name)

        model = name.partition(" ")[0]
        return asyncio.create_task(self.calls.run(model, work, lambda: name in self.is_cancelled))


@pytest_asyncio.fixture
async def held() -> AsyncIterator[Held]:
    found = Held()
    yield found
    found.gate.set()
    found.calls.close()


async def outcomes(tasks: list[asyncio.Task[None]]) -> list[Any]:
    found = await asyncio.gather(*tasks, return_exceptions=True)
    return [each.code if isinstance(each, RowcastError) else each for each in found]


async def test_the_model_with_the_longest_queue_is_rejected_first(
    held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_calls, "MAX_THREADS", 1)
    running = held.begin("a")
    first = [held.begin(f"{model} {index}") for model in "abcd" for index in range(MAX_WAITING // 4)]
    more = [held.begin("e 0"), held.begin("e 1"), held.begin("a more")]
    await asyncio.sleep(0.05)
    rejected = [task for task in [*first, *more] if task.done()]
    assert await outcomes(rejected) == ["MODEL_SERVER_BUSY"] * 3
    assert more[2] in rejected and not more[0].done() and not more[1].done()
    held.gate.set()
    await outcomes([running, *first, *more])
    assert [name.partition(" ")[0] for name in held.done[:6]] == ["a", "a", "b", "c", "d", "e"]
    assert len(held.done) == 1 + MAX_WAITING


async def test_disconnected_clients_leave_the_queue(held: Held) -> None:
    running = [held.begin("a run") for _ in range(MAX_THREADS)]
    waiting = [held.begin(f"a {index}") for index in range(MAX_WAITING_PER_MODEL)]
    await asyncio.sleep(0)
    held.is_cancelled |= {f"a {index}" for index in range(MAX_WAITING_PER_MODEL // 2)}
    last = held.begin("a last")
    await asyncio.sleep(0)
    assert not last.done()
    held.gate.set()
    found = await outcomes([*running, *waiting, last])
    assert sum(isinstance(each, ClientDisconnected) for each in found) == MAX_WAITING_PER_MODEL // 2
    assert found.count(None) == MAX_THREADS + MAX_WAITING_PER_MODEL // 2 + 1


async def test_a_thread_that_cannot_be_started_keeps_no_place(held: Held) -> None:
    held.calls.close()
    calls = [held.begin(f"a {index}") for index in range(2 * MAX_THREADS)]
    found = await asyncio.wait_for(outcomes(calls), 10)
    assert {type(each) for each in found} == {RuntimeError}


async def test_clients_that_disconnect_as_they_are_rejected_frees_no_place(held: Held) -> None:
    running = [held.begin("a run") for _ in range(MAX_THREADS)]
    await asyncio.sleep(0)
    leaving = held.begin("a leaving")
    await asyncio.sleep(0)
    held.is_cancelled.add("a leaving")
    held.calls._drop_disconnected()
    leaving.cancel()
    await outcomes([leaving])
    waiting = held.begin("a last")
    await asyncio.sleep(0.05)
    assert not waiting.done() and len(held.calls._queues["a"]) == 1
    held.gate.set()
    await outcomes([*running, waiting])
