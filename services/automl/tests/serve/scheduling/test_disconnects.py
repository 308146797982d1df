"""Nothing is computed for a caller who has left."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import httpx
import pytest

from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.pool.model_pool import ModelPool
from tests.bundles.mixed import Trained
from tests.serve.http.test_predictions import ROW, path
from tests.serve.processes.test_scaling import until

FEW, MANY = 7, 3_000


class Gate:
    """Holds runs of graphs or loads of bundles until it is opened, and knows the rows of each run."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.opened = threading.Event()
        self.sizes: list[int] = []
        self._patch = patch

    def hold_runs(self) -> None:
        run = LoadedModel.run

        def held(model: LoadedModel, tensors: Tensors) -> Array:
            self.sizes.append(len(tensors))
            assert self.opened.wait(30)
            return run(model, tensors)

        self._patch.setattr(LoadedModel, "run", held)
        self._patch.setattr(LoadedModel, "estimated_seconds", lambda *_: 1.0)

    def holds(self, runs: int) -> Callable[[], Awaitable[bool]]:
        """Asks whether so many runs have begun."""

        async def requested() -> bool:
            return len(self.sizes) == runs

        return requested

    def hold_loads(self) -> None:
        read, run = ModelPool._read, LoadedModel.run

        def held(pool: ModelPool, bundle_hash: str) -> LoadedModel:
            assert self.opened.wait(30)
            return read(pool, bundle_hash)

        def noted(model: LoadedModel, tensors: Tensors) -> Array:
            self.sizes.append(len(tensors))
            return run(model, tensors)

        self._patch.setattr(ModelPool, "_read", held)
        self._patch.setattr(LoadedModel, "run", noted)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    found = Gate(monkeypatch)
    yield found
    found.opened.set()


def question(model: Trained, verb: str, rows: int) -> tuple[str, bytes]:
    """Address and body."""
    if verb == "predict":
        return path(model), json.dumps({"instances": [ROW] * rows}).encode()
    ages = {"name": "age", "datatype": "FP64", "shape": [rows], "data": [44] * rows}
    return f"/v2/models/{model.result.bundle_hash}/infer", json.dumps({"inputs": [ages]}).encode()


async def abandoned(client: httpx.AsyncClient) -> float:
    text = (await client.get("/metrics")).text
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith("rowcast_abandoned"))


async def leave(
    client: httpx.AsyncClient, url: str, body: bytes, started: Callable[[], Awaitable[bool]] | None = None
) -> None:
    """Asks and leaves once the server has the question, or has begun to answer where that can be reported."""
    before = await abandoned(client)
    _, writer = await asyncio.open_connection("127.0.0.1", client.base_url.port)
    writer.write(f"POST {url} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
    await writer.drain()
    await (until(started, 20) if started else asyncio.sleep(0.3))
    writer.close()

    async def is_noticed() -> bool:
        return await abandoned(client) > before

    await until(is_noticed, 20)


@pytest.mark.parametrize("verb", ["predict", "infer"])
async def test_clients_that_disconnect_while_the_model_loads(
    client: httpx.AsyncClient, binary_model: Trained, gate: Gate, verb: str
) -> None:
    gate.hold_loads()
    await leave(client, *question(binary_model, verb, FEW))
    gate.opened.set()
    assert (await client.post(path(binary_model), json=ROW)).status_code == 200
    assert gate.sizes[-1] == 1 and FEW not in gate.sizes


@pytest.mark.parametrize("rows", [FEW, MANY])
@pytest.mark.parametrize("verb", ["predict", "infer"])
async def test_clients_that_disconnect_while_others_are_served(
    client: httpx.AsyncClient, binary_model: Trained, gate: Gate, verb: str, rows: int
) -> None:
    assert (await client.post(path(binary_model), json=ROW)).status_code == 200
    gate.hold_runs()
    # Both threads for long calls and the one queue for short ones are taken.
    before: list[tuple[str, Any]] = [(path(binary_model), {"instances": [ROW] * 2_000})] * 2
    before.append((path(binary_model), ROW))
    requested = [asyncio.create_task(client.post(url, json=body)) for url, body in before]
    await asyncio.sleep(0.5)
    await leave(client, *question(binary_model, verb, rows))
    gate.opened.set()
    assert {answer.status_code for answer in await asyncio.gather(*requested)} == {200}
    assert (await client.post(path(binary_model), json=ROW)).status_code == 200
    assert sorted(gate.sizes) == [1, 1, 1_000, 1_000, 1_000, 1_000]


async def test_a_long_request_stops_when_its_client_leaves(
    client: httpx.AsyncClient, binary_model: Trained, gate: Gate
) -> None:
    assert (await client.post(path(binary_model), json=ROW)).status_code == 200
    gate.hold_runs()
    for runs, verb in enumerate(("predict", "infer"), 1):
        await leave(client, *question(binary_model, verb, MANY), started=gate.holds(runs))
    gate.opened.set()
    answers = [client.post(path(binary_model), json={"instances": [ROW] * MANY}) for _ in range(4)]
    assert {answer.status_code for answer in await asyncio.gather(*answers)} == {200}
    assert gate.sizes == [1_000] * (2 + 4 * 3)
