"""Everyone gets the answers to their own rows, and nobody waits without end."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import Any

import httpx
import numpy as np
import pytest

from rowcast_automl.features.rows.row_reader import Note, PackedRows
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.scheduling import batcher as batching
from rowcast_automl.serve.scheduling.batcher import Batcher
from rowcast_automl.serve.scheduling.pending_rows import PendingRequest
from rowcast_automl.serve.scheduling.worker_threads import WorkerThreads
from tests.bundles.mixed import Trained
from tests.engine.training import KEY
from tests.serve.blocked_runs import hold_runs
from tests.serve.http.test_predictions import ROW, numbers, path
from tests.serve.processes.test_scaling import until

CALLERS = 32


async def test_each_request_gets_the_predictions_of_its_rows(
    client: httpx.AsyncClient, regression_model: Trained
) -> None:
    model = LoadedModel(regression_model.bundle, KEY.public_key())
    rows = [{name: cell for name, cell in row.items() if name != "target"} for row in regression_model.rows]
    wanted = numbers(model.predict(rows).predictions)[:, 0]
    chance = random.Random(5)

    async def caller() -> int:
        answered = 0
        for _ in range(8):
            start, size = chance.randrange(len(rows) - 40), chance.choice([1, 1, 1, 2, 7, 40])
            mine: list[dict[str, Any]] = rows[start : start + size]
            kind = chance.random()
            if kind < 0.1:
                body: Any = {"instances": [*mine, {"age": "no number"}]}
                answer = await client.post(path(regression_model), json=body)
                assert answer.status_code == 422
                assert {each["row"] for each in answer.json()["fields"]} == {size}
            elif kind < 0.2:
                requested = client.post(path(regression_model), json={"instances": mine})
                try:
                    await asyncio.wait_for(requested, 0.001)
                except (TimeoutError, httpx.HTTPError):
                    continue
            else:
                answer = await client.post(path(regression_model), json={"instances": mine})
                found = numbers(answer.json()["predictions"])[:, 0]
                np.testing.assert_allclose(found, wanted[start : start + size], rtol=1e-5)
                answered += 1
        return answered

    async def batches_and_calls() -> tuple[float, float]:
        lines = dict(line.rsplit(" ", 1) for line in (await client.get("/metrics")).text.splitlines())
        calls = lines.get('rowcast_predict_seconds_count{form="rows"}', 0)
        return float(lines["rowcast_batch_rows_count"]), float(calls)

    before = await batches_and_calls()
    assert sum(await asyncio.gather(*(caller() for _ in range(CALLERS)))) > CALLERS * 3
    after = await batches_and_calls()
    assert after[0] - before[0] < after[1] - before[1]


class SlowModel(LoadedModel):
    """A real model whose runs are held until they are let go."""

    def __init__(self, bundle: Any) -> None:
        self.gate = asyncio.Event()
        super().__init__(bundle, KEY.public_key())
        self.sizes: list[int] = []
        self.loop = asyncio.get_running_loop()

    def estimated_seconds(self, rows: int) -> float:
        return float(rows)

    def run(self, tensors: Tensors) -> Array:
        if hasattr(self, "sizes"):
            self.sizes.append(len(tensors))
            asyncio.run_coroutine_threadsafe(self.gate.wait(), self.loop).result(10)
        return super().run(tensors)


def question(row: dict[str, Any], reported: asyncio.Queue[Any]) -> PendingRequest:
    def answer(answers: Array, warnings: list[Note]) -> None:
        reported.put_nowait(len(answers))

    def fail(error: RowcastError) -> None:
        reported.put_nowait(error.code)

    return PendingRequest([row], answer, fail)


async def test_requests_during_a_run_form_the_next_batch(binary_model: Trained) -> None:
    model = SlowModel(binary_model.bundle)
    row = {name: cell for name, cell in binary_model.rows[0].items() if name != "target"}
    with WorkerThreads() as workers:
        batcher, reported = Batcher(model, workers), asyncio.Queue[Any]()
        batcher.add(question(row, reported))
        await asyncio.sleep(0.05)
        left = question(row, reported)
        for each in (question(row, reported), left, question(row, reported)):
            batcher.add(each)
        left.is_cancelled = True
        await asyncio.sleep(0.05)
        assert model.sizes == [1] and reported.empty()
        model.gate.set()
        assert [await reported.get() for _ in range(3)] == [1, 1, 1]
    assert model.sizes == [1, 2] and reported.empty()


async def test_requests_beyond_the_queue_limit_are_rejected_at_once(
    binary_model: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batching, "MAX_QUEUED_REQUESTS", 3)
    model = SlowModel(binary_model.bundle)
    row = {name: cell for name, cell in binary_model.rows[0].items() if name != "target"}
    with WorkerThreads() as workers:
        batcher, reported = Batcher(model, workers), asyncio.Queue[Any]()
        batcher.add(question(row, reported))
        await asyncio.sleep(0.05)
        for _ in range(5):
            batcher.add(question(row, reported))
        assert [reported.get_nowait() for _ in range(3)] == ["MODEL_SERVER_BUSY"] * 3
        assert reported.empty()
        must_wait = question(row, reported)
        must_wait.never_rejected = True
        batcher.add(must_wait)
        model.gate.set()
        assert [await reported.get() for _ in range(4)] == [1] * 4


async def test_a_slow_model_leaves_connections_to_the_others(
    client: httpx.AsyncClient,
    binary_model: Trained,
    regression_model: Trained,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for each in (binary_model, regression_model):
        assert (await client.post(path(each), json=ROW)).status_code == 200
    gate, foretold = hold_runs(binary_model, monkeypatch), LoadedModel.estimated_seconds

    def slow(model: LoadedModel, rows: int) -> float:
        return 2.0 if model.hash == binary_model.result.bundle_hash else foretold(model, rows)

    monkeypatch.setattr(LoadedModel, "estimated_seconds", slow)
    requested = [asyncio.create_task(client.post(path(binary_model), json=ROW)) for _ in range(64)]

    async def are_refused() -> bool:
        return sum(task.done() for task in requested) == 64 - batching.MAX_QUEUED_REQUESTS

    await until(are_refused, 20)
    rejected = [task.result() for task in requested if task.done()]
    assert {(each.status_code, each.headers["retry-after"]) for each in rejected} == {(503, "1")}
    others = await asyncio.gather(*(client.post(path(regression_model), json=ROW) for _ in range(64)))
    assert {each.status_code for each in others} == {200}
    gate.set()
    answered = [each.status_code for each in await asyncio.gather(*requested)]
    assert answered.count(200) == batching.MAX_QUEUED_REQUESTS


async def test_a_response_that_cannot_be_given_does_not_affect_other_requests(binary_model: Trained) -> None:
    model = LoadedModel(binary_model.bundle, KEY.public_key())
    row = {name: cell for name, cell in binary_model.rows[0].items() if name != "target"}
    with WorkerThreads() as workers:
        batcher, reported = Batcher(model, workers), asyncio.Queue[Any]()
        broken = question(row, reported)
        broken.on_result = lambda *_: 1 / 0
        for each in (question(row, reported), broken, question(row, reported)):
            batcher.add(each)
        assert [await reported.get() for _ in range(3)] == [1, "INTERNAL", 1]


async def test_a_graph_that_fails_fails_its_own_batch_alone(binary_model: Trained) -> None:
    class Failing(LoadedModel):
        fails = False
        seconds = 0.0

        def estimated_seconds(self, rows: int) -> float:
            return self.seconds

        def run(self, tensors: Tensors) -> Array:
            if self.fails:
                raise MemoryError
            return super().run(tensors)

    model = Failing(binary_model.bundle, KEY.public_key())
    row = {name: cell for name, cell in binary_model.rows[0].items() if name != "target"}
    with WorkerThreads() as workers:
        for seconds in (0.0, 1.0):
            model.seconds = seconds
            batcher, reported = Batcher(model, workers), asyncio.Queue[Any]()
            for fails, answer in ((True, "MODEL_SERVER_BUSY"), (False, 1)):
                model.fails = fails
                batcher.add(question(row, reported))
                assert await reported.get() == answer


def many(rows: int) -> dict[str, dict[str, Any]]:
    """Calls with so many rows, by path: plain ones, narrow ones with odd cells, and tensors of both kinds."""
    ages = {"name": "age", "datatype": "FP64", "shape": [rows], "data": [44] * rows}
    cities = {"name": "city", "datatype": "BYTES", "shape": [rows], "data": ["Atlantis"] * rows}
    return {
        "predict": {"instances": [ROW] * rows},
        "predict?narrow": {"instances": [{}] * rows},
        "infer": {"inputs": [ages, cities]},
        "infer?narrow": {"inputs": [ages | {"data": [1] * rows}]},
    }


@pytest.mark.parametrize("name", ["predict", "predict?narrow", "infer", "infer?narrow"])
async def test_the_loop_leaves_many_rows_to_threads(
    client: httpx.AsyncClient, binary_model: Trained, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    read: list[tuple[int, bool]] = []
    pack = LoadedModel.pack

    def reported(model: LoadedModel, rows: Any, *others: Any) -> PackedRows:
        read.append((len(rows), threading.current_thread() is threading.main_thread()))
        return pack(model, rows, *others)

    monkeypatch.setattr(LoadedModel, "pack", reported)
    verb = name.partition("?")[0]
    url = f"/{'bundles' if verb == 'predict' else 'v2/models'}/{binary_model.result.bundle_hash}/{verb}"
    for rows, in_loop in ((2, True), (9_000, False)):
        answer = await client.post(url, json=many(rows)[name])
        assert answer.status_code == (422 if name == "predict?narrow" else 200)
        assert read[-1] == (rows, in_loop)


async def test_rows_that_find_no_memory_fail_their_clients_and_no_later_ones(
    binary_model: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = LoadedModel(binary_model.bundle, KEY.public_key())
    row = {name: cell for name, cell in binary_model.rows[0].items() if name != "target"}
    with WorkerThreads() as workers:
        batcher, reported = Batcher(model, workers), asyncio.Queue[Any]()
        with monkeypatch.context() as short:
            short.setattr(model.reader, "read_plain", lambda _: (_ for _ in ()).throw(MemoryError))
            for _ in range(2):
                batcher.add(question(row, reported))
            assert [await asyncio.wait_for(reported.get(), 5) for _ in range(2)] == ["MODEL_SERVER_BUSY"] * 2
        batcher.add(question(row, reported))
        assert await asyncio.wait_for(reported.get(), 5) == 1
