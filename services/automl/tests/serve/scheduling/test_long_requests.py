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
    AT_ONCE,
    MOST_WAITING,
    MOST_WAITING_OF_ONE,
    LongCalls,
)
from rowcast_automl.serve.scheduling.pending_rows import CallerGone
from tests.bundles.mixed import Trained
from tests.serve.blocked_runs import hold_runs
from tests.serve.http.test_predictions import ROW, path


async def test_no_model_refuses_the_large_bodies_of_another(
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
    places = AT_ONCE + MOST_WAITING_OF_ONE
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
    assert done.index("other") < 1 + 2 * AT_ONCE + 1


class Held:
    """Long calls whose work is held until it is let go."""

    def __init__(self) -> None:
        self.calls = LongCalls()
        self.gate = threading.Event()
        self.done: list[str] = []
        self.gone: set[str] = set()

    def begin(self, name: str) -> asyncio.Task[None]:
        def work() -> None:
            assert self.gate.wait(30)
            self.done.append(name)

        model = name.partition(" ")[0]
        return asyncio.create_task(self.calls.run(model, work, lambda: name in self.gone))


@pytest_asyncio.fixture
async def held() -> AsyncIterator[Held]:
    found = Held()
    yield found
    found.gate.set()
    found.calls.close()


async def outcomes(tasks: list[asyncio.Task[None]]) -> list[Any]:
    found = await asyncio.gather(*tasks, return_exceptions=True)
    return [each.code if isinstance(each, RowcastError) else each for each in found]


async def test_the_model_that_waits_most_makes_way(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_calls, "AT_ONCE", 1)
    running = held.begin("a")
    first = [held.begin(f"{model} {index}") for model in "abcd" for index in range(MOST_WAITING // 4)]
    more = [held.begin("e 0"), held.begin("e 1"), held.begin("a more")]
    await asyncio.sleep(0.05)
    refused = [task for task in [*first, *more] if task.done()]
    assert await outcomes(refused) == ["MODEL_SERVER_BUSY"] * 3
    assert more[2] in refused and not more[0].done() and not more[1].done()
    held.gate.set()
    await outcomes([running, *first, *more])
    assert [name.partition(" ")[0] for name in held.done[:6]] == ["a", "a", "b", "c", "d", "e"]
    assert len(held.done) == 1 + MOST_WAITING


async def test_those_who_have_left_keep_no_place(held: Held) -> None:
    running = [held.begin("a run") for _ in range(AT_ONCE)]
    waiting = [held.begin(f"a {index}") for index in range(MOST_WAITING_OF_ONE)]
    await asyncio.sleep(0)
    held.gone |= {f"a {index}" for index in range(MOST_WAITING_OF_ONE // 2)}
    last = held.begin("a last")
    await asyncio.sleep(0)
    assert not last.done()
    held.gate.set()
    found = await outcomes([*running, *waiting, last])
    assert sum(isinstance(each, CallerGone) for each in found) == MOST_WAITING_OF_ONE // 2
    assert found.count(None) == AT_ONCE + MOST_WAITING_OF_ONE // 2 + 1


async def test_a_thread_that_cannot_be_started_keeps_no_place(held: Held) -> None:
    held.calls.close()
    calls = [held.begin(f"a {index}") for index in range(2 * AT_ONCE)]
    found = await asyncio.wait_for(outcomes(calls), 10)
    assert {type(each) for each in found} == {RuntimeError}


async def test_who_leaves_as_they_are_refused_frees_no_place(held: Held) -> None:
    running = [held.begin("a run") for _ in range(AT_ONCE)]
    await asyncio.sleep(0)
    leaving = held.begin("a leaving")
    await asyncio.sleep(0)
    held.gone.add("a leaving")
    held.calls._forget_gone()
    leaving.cancel()
    await outcomes([leaving])
    waiting = held.begin("a last")
    await asyncio.sleep(0.05)
    assert not waiting.done() and len(held.calls._queues["a"]) == 1
    held.gate.set()
    await outcomes([*running, waiting])
