"""Model-server processes come and go with the load, and nobody notices but by the speed."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from rowcast_automl.contracts.generated import HeldBundle, ModelMemory
from rowcast_automl.serve.http.app import merge_memories
from rowcast_automl.serve.processes.peers import PeerProcesses, merge_metrics
from rowcast_automl.serve.processes.scaling import BUSY_TICKS, Autoscaler
from rowcast_automl.serve.processes.supervisor import Supervisor
from tests.bundles.mixed import Trained
from tests.serve.http.test_predictions import ROW, path
from tests.serve.processes.test_server_process import Served, served

# Looks four times a second, and not once.
TICK = 0.25
WATCHFUL = (
    "-c",
    "from rowcast_automl.serve.processes import supervisor\n"
    f"supervisor.TICK_SECONDS = {TICK}\n"
    "from rowcast_automl.entrypoints import serve\n"
    "raise SystemExit(serve.main())",
)


def test_scales_up_quickly_and_down_slowly_within_bounds() -> None:
    scale = Autoscaler(max_processes=3, quiet_ticks=5)
    assert [scale.desired_count([9.0]) for _ in range(BUSY_TICKS)] == [1] * (BUSY_TICKS - 1) + [2]
    assert [scale.desired_count([5.0, 1.0]) for _ in range(10)] == [2] * 10
    assert [scale.desired_count([11.0, 9.0, 9.0]) for _ in range(10)] == [3] * 10
    assert [scale.desired_count([0.1, 0.1]) for _ in range(5)] == [2] * 4 + [1]
    quiet = Autoscaler(max_processes=3, quiet_ticks=3)
    assert [quiet.desired_count(loads) for loads in ([0.0, 0.0], [0.0, 0.0], [2.0, 0.0], [0.0, 0.0])] == [
        2
    ] * 4
    assert [quiet.desired_count([0.0]) for _ in range(9)] == [1] * 9


def test_metrics_of_processes_are_summed() -> None:
    one = '# HELP a b\n# TYPE a counter\na{x="1 2"} 1.0\nb 2.5\n'
    assert (
        merge_metrics([one, 'a{x="1 2"} 4.0\nc 1.0\n'])
        == '# HELP a b\n# TYPE a counter\na{x="1 2"} 5.0\nb 2.5\nc 1.0\n'
    )


def test_times_and_infos_of_processes_are_not_summed() -> None:
    kept = 'process_start_time_seconds 5.0\na_created{b="c"} 7.0\npython_info{version="3"} 1.0\n'
    later = kept.replace("5.0", "6.0").replace("7.0", "9.0")
    assert merge_metrics([kept, later]) == merge_metrics([later, kept]) == kept


async def test_a_process_that_cannot_be_started_ends_no_other(tmp_path: Path) -> None:
    with socket.socket() as listener:
        supervisor = Supervisor(
            [str(tmp_path / "absent")], listener, Autoscaler(max_processes=2, quiet_ticks=5)
        )
        supervisor._peer_folder = tmp_path
        await supervisor._tick()
        assert supervisor._retry_at > time.monotonic()


def test_a_bundle_is_as_idle_as_in_the_process_that_was_asked_last() -> None:
    def memory(*too_large: str, **idle: float) -> ModelMemory:
        held = [
            HeldBundle(hash=name, load_ms=1, memory_bytes=1, idle_seconds=seconds)
            for name, seconds in idle.items()
        ]
        return ModelMemory(bundles=held, too_large=[*too_large], unloads_after_seconds=60)

    found = merge_memories([memory("d", a=3, b=1), memory("d", "c", a=0.5)])
    assert {each.hash: each.idle_seconds for each in found.bundles} == {"a": 0.5, "b": 1}
    assert (found.too_large, found.unloads_after_seconds) == (["c", "d"], 60)


def test_a_process_that_ends_as_others_look_for_it_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "1").symlink_to(tmp_path / "gone")
    (tmp_path / "2").write_text("1")
    assert asyncio.run(PeerProcesses(tmp_path).request_all("GET", "/load")) == []


@pytest.mark.parametrize("kind", ["tensors", "stream"])
async def test_requests_in_any_form_may_start_a_process(
    client: httpx.AsyncClient, binary_model: Trained, kind: str
) -> None:
    name = binary_model.result.bundle_hash
    inputs = [{"name": field, "shape": [1], **tensor(value)} for field, value in ROW.items()]
    requested: dict[str, Any] = {
        "tensors": {"url": f"/v2/models/{name}/infer", "json": {"inputs": inputs}},
        "stream": {"url": f"/bundles/{name}/stream", "content": json.dumps(ROW) + "\n"},
    }[kind]
    types = {"content-type": "application/json" if kind == "tensors" else "application/x-ndjson"}

    async def added_by(headers: dict[str, str]) -> float:
        before = (await client.get("/load")).json()["openCallSeconds"]
        answer = await client.post(**requested, headers=types | headers)
        assert answer.status_code == 200 and b'"error"' not in answer.content
        return float((await client.get("/load")).json()["openCallSeconds"] - before)

    assert await added_by({}) == 0
    assert await added_by({"x-rowcast-scaling": "on"}) > 0


def tensor(value: float | str) -> dict[str, Any]:
    return {"datatype": "BYTES" if isinstance(value, str) else "FP64", "data": [value]}


async def processes(server: Served) -> int:
    found = re.search(
        r"^rowcast_model_server_processes (\S+)", (await server.client.get("/metrics")).text, re.M
    )
    return int(float(found[1])) if found else 0


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not await condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.2)


async def test_a_pool_grows_under_load_survives_a_kill_and_shrinks(
    store: Path, binary_model: Trained
) -> None:
    async with served(store, WATCHFUL, MODEL_SERVER_PROCESSES="2", MODEL_SERVER_QUIET_SECONDS="8") as server:
        load = await server.client.post(path(binary_model, "load"))
        assert load.status_code == 200 and await processes(server) == 1
        large, statuses, ends = {"instances": [ROW] * 3_000}, [], asyncio.Event()

        async def caller(headers: dict[str, str]) -> None:
            while not ends.is_set():
                answer = await server.client.post(path(binary_model), json=large, headers=headers)
                statuses.append(answer.status_code)

        async def has_two() -> bool:
            return await processes(server) == 2

        supervisor = psutil.Process(server.process.pid)

        async def has_one() -> bool:
            return await processes(server) == 1 and len(supervisor.children()) == 1

        callers = [asyncio.create_task(caller({})) for _ in range(6)]
        await asyncio.sleep((BUSY_TICKS + 3) * TICK)
        # One more would be there, though it could not answer yet.
        assert len(supervisor.children()) == 1
        ends.set()
        await asyncio.gather(*callers)

        ends.clear()
        callers = [asyncio.create_task(caller({"x-rowcast-scaling": "on"})) for _ in range(6)]
        await until(has_two)
        held = (await server.client.get("/bundles")).json()["bundles"]
        assert [each["hash"] for each in held] == [binary_model.result.bundle_hash]
        ends.set()
        await asyncio.gather(*callers)
        assert set(statuses) == {200}
        await until(has_one)
        assert (await server.client.post(path(binary_model), json=ROW)).status_code == 200

        (worker,) = supervisor.children()
        worker.kill()

        async def answers() -> bool:
            try:
                return (await server.client.post(path(binary_model), json=ROW)).status_code == 200
            except httpx.HTTPError:
                return False

        await until(answers, 10)
        workers = supervisor.children()
        server.send(signal.SIGTERM)
        assert await asyncio.wait_for(server.process.wait(), 20) == 0
        assert not any(each.is_running() for each in workers)


async def test_a_frozen_process_is_replaced(store: Path, binary_model: Trained) -> None:
    async with served(store, WATCHFUL, MODEL_SERVER_PROCESSES="2") as server:
        large, ends = {"instances": [ROW] * 3_000}, asyncio.Event()
        assert (await server.client.post(path(binary_model), json=ROW)).status_code == 200

        async def caller() -> None:
            while not ends.is_set():
                headers = {"x-rowcast-scaling": "on"}
                await server.client.post(path(binary_model), json=large, headers=headers)

        async def has_two() -> bool:
            return await processes(server) == 2

        callers = [asyncio.create_task(caller()) for _ in range(6)]
        await until(has_two)
        ends.set()
        await asyncio.gather(*callers)
        supervisor = psutil.Process(server.process.pid)
        frozen, healthy = supervisor.children()
        frozen.suspend()

        async def is_replaced() -> bool:
            left = supervisor.children()
            return len(left) == 2 and frozen not in left and healthy in left

        await until(is_replaced)
        async with httpx.AsyncClient(base_url=server.client.base_url, timeout=10) as anew:
            for _ in range(5):
                assert (await anew.post(path(binary_model), json=ROW)).status_code == 200


async def test_processes_do_not_outlive_their_supervisor(store: Path) -> None:
    async with served(store, MODEL_SERVER_PROCESSES="2") as server:
        workers = psutil.Process(server.process.pid).children()
        server.send(signal.SIGKILL)
        await server.process.wait()
        _, alive = await asyncio.to_thread(psutil.wait_procs, workers, 15)
        assert workers and not alive
