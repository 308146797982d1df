"""The model server as a process: what comes over it from outside, and who gets an answer."""

from __future__ import annotations

import asyncio
import os
import pickle
import resource
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from rowcast_automl.bundle.archive import read_bundle, write_bundle
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.serve.pool.model_pool import ModelPool
from tests.bundles.mixed import Trained
from tests.engine.training import KEY
from tests.serve.conftest import PUBLIC, running
from tests.serve.http.test_predictions import ROW, path

SERVER = ("-m", "rowcast_automl.entrypoints.serve")


@dataclass
class Served:
    process: asyncio.subprocess.Process
    client: httpx.AsyncClient

    def send(self, kind: signal.Signals) -> None:
        self.process.send_signal(kind)


@asynccontextmanager
async def served(store: Path, program: Sequence[str] = SERVER, **environment: str) -> AsyncIterator[Served]:
    """A running server, as Python is reported to run it."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    settings = {"STORAGE_URL": store.as_uri(), "BUNDLE_PUBLIC_KEY": PUBLIC, "MODEL_SERVER_PORT": str(port)}
    command = [sys.executable, *program]
    process = await asyncio.create_subprocess_exec(*command, env={**os.environ, **settings, **environment})
    address = f"http://127.0.0.1:{port}"
    limits = httpx.Limits(max_connections=64)
    async with httpx.AsyncClient(base_url=address, timeout=30, limits=limits) as client:
        try:
            for _ in range(400):
                try:
                    await client.get("/health/ready")
                    break
                except httpx.HTTPError:
                    await asyncio.sleep(0.05)
            yield Served(process, client)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()


async def test_sigterm_under_load_finishes_open_requests(store: Path, binary_model: Trained) -> None:
    async with served(store) as server:
        await server.client.post(path(binary_model), json=ROW)
        rejected: list[str] = []
        statuses: list[int] = []

        async def caller() -> None:
            while True:
                try:
                    rows = {"instances": [ROW] * 50}
                    statuses.append((await server.client.post(path(binary_model), json=rows)).status_code)
                except httpx.HTTPError as error:
                    rejected.append(type(error).__name__)
                    return

        callers = [asyncio.create_task(caller()) for _ in range(16)]
        await asyncio.sleep(0.5)
        server.send(signal.SIGTERM)
        assert await asyncio.wait_for(server.process.wait(), 15) in (0, -signal.SIGTERM)
        await asyncio.gather(*callers)
    assert set(statuses) == {200} and len(statuses) > 16
    # A closed idle connection or a closed door; never an answer that broke off.
    assert set(rejected) <= {"ConnectError", "ReadError", "RemoteProtocolError", "WriteError"}


async def test_a_frozen_server_responds_to_everyone_after_it_resumes(
    store: Path, binary_model: Trained
) -> None:
    async with served(store) as server:
        await server.client.post(path(binary_model), json=ROW)
        server.send(signal.SIGSTOP)
        requested = [asyncio.create_task(server.client.post(path(binary_model), json=ROW)) for _ in range(20)]
        await asyncio.sleep(0.5)
        assert not any(each.done() for each in requested)
        server.send(signal.SIGCONT)
        assert {answer.status_code for answer in await asyncio.gather(*requested)} == {200}


async def test_a_killed_server_serves_again_when_started_again(store: Path, binary_model: Trained) -> None:
    for _ in range(2):
        async with served(store) as server:
            assert (await server.client.post(path(binary_model), json=ROW)).status_code == 200
            server.send(signal.SIGKILL)
            assert await server.process.wait() == -signal.SIGKILL


def similar(predictions: object, others: object) -> bool:
    """The same but for the last bits: a batch is added up in another order than a lone row."""
    assert isinstance(predictions, list) and isinstance(others, list)
    (one,), (other,) = predictions, others
    return bool(
        one | {"probabilities": None} == other | {"probabilities": None}
        and one["probabilities"] == pytest.approx(other["probabilities"], rel=1e-9)
    )


def address_space(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[0]) * resource.getpagesize()


async def sent(client: httpx.AsyncClient, address: str, body: object) -> tuple[int, dict[str, Any]]:
    """Status and answer; 503, as the api says in its place, where there was no memory for the connection."""
    try:
        answer = await client.post(address, json=body)
    except httpx.TransportError:
        return 503, {}
    return answer.status_code, answer.json()


async def test_short_memory_rejects_the_large_and_still_serves_the_small(
    store: Path, binary_model: Trained
) -> None:
    async with served(store, MALLOC_ARENA_MAX="1") as server:
        assert (await server.client.post(path(binary_model), json=ROW)).status_code == 200
        allowed = address_space(server.process.pid) + (8 << 20)
        resource.prlimit(server.process.pid, resource.RLIMIT_AS, (allowed, allowed))
        large = {"instances": [ROW | {f"x{index}": index for index in range(40)}] * 9_000}
        answers = [await sent(server.client, path(binary_model), large) for _ in range(3)]
        assert {status for status, _ in answers} <= {500, 503}
        codes = {answer["error"]["code"] for _, answer in answers if answer}
        assert codes <= {"INTERNAL", "MODEL_SERVER_BUSY"}
        for _ in range(20):
            assert (await server.client.post(path(binary_model), json=ROW)).status_code == 200


async def test_short_memory_under_load_gives_no_wrong_response_and_recovers(
    store: Path, binary_model: Trained
) -> None:
    ages = range(20, 60)
    async with served(store, MALLOC_ARENA_MAX="1") as server:

        async def ask(age: int) -> tuple[int, object]:
            status, answer = await sent(server.client, path(binary_model), ROW | {"age": age})
            return status, answer.get("predictions")

        expected = {age: await ask(age) for age in ages}
        assert {status for status, _ in expected.values()} == {200}
        allowed = address_space(server.process.pid) + (8 << 20)
        resource.prlimit(server.process.pid, resource.RLIMIT_AS, (allowed, allowed))
        large = {"instances": [ROW | {f"x{index}": index for index in range(40)}] * 9_000}
        ended = asyncio.Event()
        answers: list[tuple[int, int, object]] = []

        async def caller(first: int) -> None:
            age = first
            while not ended.is_set():
                answers.append((age, *await ask(age)))
                age = ages[(age + 1) % len(ages)]

        callers = [asyncio.create_task(caller(each)) for each in ages[:8]]
        greedy = [await sent(server.client, path(binary_model), large) for _ in range(4)]
        ended.set()
        await asyncio.gather(*callers)
        assert {status for status, _ in greedy} <= {500, 503}
        assert len(answers) > 20 and {status for _, status, _ in answers} <= {200, 500, 503}
        for age, status, predictions in answers:
            assert status != 200 or similar(predictions, expected[age][1])
        for age in ages:
            status, predictions = await ask(age)
            assert status == 200 and similar(predictions, expected[age][1])


class Planted:
    """What a pickle would do if anyone opened it."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (os.system, (f"touch {self.trace}",))


async def test_a_pickle_is_no_bundle(client: httpx.AsyncClient, store: Path, tmp_path: Path) -> None:
    trace = tmp_path / "opened"
    (store / "bundles" / f"{'b' * 64}.rowcast").write_bytes(pickle.dumps(Planted(trace)))
    for verb in ("load", "predict", "stream"):
        answer = await client.post(f"/bundles/{'b' * 64}/{verb}", json={})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "BUNDLE_INVALID")
    assert not trace.exists()


@pytest.mark.parametrize("share", [0.0, 0.01, 0.2, 0.5, 0.8, 0.99])
async def test_one_changed_byte_anywhere_is_rejected(
    client: httpx.AsyncClient, store: Path, binary_model: Trained, share: float
) -> None:
    bundle = store / "bundles" / f"{binary_model.result.bundle_hash}.rowcast"
    raw = bytearray(bundle.read_bytes())
    raw[int(len(raw) * share)] ^= 0x40
    bundle.write_bytes(bytes(raw))
    answer = await client.post(path(binary_model), json=ROW)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "BUNDLE_INVALID")


async def test_many_models_share_little_memory_and_the_hot_ones_stay(
    tmp_path: Path, binary_model: Trained
) -> None:
    _, files = read_bundle(binary_model.bundle, KEY.public_key())
    (tmp_path / "bundles").mkdir()
    names = []
    for number in range(24):
        own = files | {"report.json": b'{"number": %d}' % number}
        names.append(write_bundle(tmp_path / "next", own, KEY))
        (tmp_path / "next").rename(tmp_path / "bundles" / f"{names[-1]}.rowcast")
    pool = ModelPool(Storage(tmp_path.as_uri()), KEY.public_key(), 1 << 30)
    size = (await pool.get(names[0])).model.memory_bytes
    pool = ModelPool(Storage(tmp_path.as_uri()), KEY.public_key(), 5 * size + size // 2)
    hot, cold = names[:2], names[2:]
    async with running(pool) as address, httpx.AsyncClient(base_url=address, timeout=30) as client:
        first = [await pool.get(name) for name in hot]
        wanted = (await client.post(f"/bundles/{hot[0]}/predict", json=ROW)).json()["predictions"]

        async def ask(name: str) -> None:
            answer = await client.post(f"/bundles/{name}/predict", json=ROW)
            assert answer.status_code == 200 and answer.json()["predictions"] == wanted
            assert len(pool.loaded) <= 5

        for name in cold:
            await asyncio.gather(ask(name), *(ask(each) for each in hot * 3))
        assert [pool.get_loaded(name) for name in hot] == first
        listed = (await client.get("/bundles")).json()["bundles"]
        assert len(listed) == 5 and all(each["loadMs"] > 0 for each in listed)


async def test_an_idle_model_leaves_and_comes_back(pool: ModelPool, binary_model: Trained) -> None:
    async with running(pool, 0.4) as address, httpx.AsyncClient(base_url=address, timeout=30) as client:
        assert (await client.post(path(binary_model), json=ROW)).status_code == 200
        for _ in range(100):
            if not (await client.get("/bundles")).json()["bundles"]:
                break
            await asyncio.sleep(0.1)
        assert not pool.loaded
        assert 'rowcast_model_unloads_total{reason="idle"}' in (await client.get("/metrics")).text
        assert (await client.post(path(binary_model), json=ROW)).status_code == 200
