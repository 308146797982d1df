"""A real Dask cluster on this machine: a scheduler and workers, each a process that can be killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

START_SECONDS = 60.0


class DaskCluster:
    """Started processes; a worker takes one unit at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._processes: list[subprocess.Popen[bytes]] = []
        self._run("dask_scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(self._file))
        try:
            self.url = "dask" + self._address().removeprefix("tcp")
        except Exception:
            self.close()
            raise

    def add_worker(self) -> subprocess.Popen[bytes]:
        """One more node, which is the latest from here on."""
        local = ("--local-directory", str(self._folder), "--no-dashboard", "--no-nanny")
        self.node = self._run("dask_worker", "--scheduler-file", str(self._file), "--nthreads", "1", *local)
        return self.node

    def _address(self) -> str:
        """Which the scheduler writes to a file, not in one go."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                address: str = json.loads(self._file.read_text())["address"]
            except (FileNotFoundError, json.JSONDecodeError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
            else:
                return address

    def lose_scheduler(self) -> None:
        """Kills the scheduler."""
        self._processes[0].kill()
        self._processes[0].wait()

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        log = (self._folder / f"{program}-{len(self._processes)}.log").open("wb")
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
        with log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{program}", *arguments],
                stdout=log,
                stderr=log,
                env=environment,
            )
        self._processes.append(process)
        return process

    def close(self) -> None:
        """Ends what is left."""
        for process in reversed(self._processes):
            process.send_signal(signal.SIGKILL)
            process.wait()


@pytest.fixture
def dask_cluster(tmp_path: Path) -> Iterator[DaskCluster]:
    """One without a node, for a test that ends its scheduler."""
    cluster = DaskCluster(tmp_path)
    yield cluster
    cluster.close()


@pytest.fixture(scope="module")
def shared_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """One with a node, for all tests that leave it so."""
    cluster = DaskCluster(tmp_path_factory.mktemp("dask"))
    cluster.add_worker()
    yield cluster
    cluster.close()
