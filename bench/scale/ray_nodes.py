"""Ray nodes of one core each on this machine, every one a family of processes that can be killed."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import ray

STORE_BYTES = "200000000"
START_SECONDS = 90.0


class RayNodes:
    """A head node at first; `url` is where clients connect."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="ray-")
        self._port, client_port = free_ports(2)
        self._families: list[subprocess.Popen[bytes]] = []
        self.url = f"ray://127.0.0.1:{client_port}"
        self._start(
            *("--head", f"--port={self._port}", f"--ray-client-server-port={client_port}"),
            *("--include-dashboard=false", f"--temp-dir={self._folder}"),
        )

    def add(self) -> None:
        """One more node."""
        self._start(f"--address=127.0.0.1:{self._port}")

    def kill_last(self) -> None:
        """Kills the node that was added last with all that runs on it."""
        kill_family(self._families.pop())

    def wait_for(self, cores: int) -> None:
        """Returns when the cluster has that many cores; call when connected."""
        deadline = time.monotonic() + START_SECONDS
        while ray.cluster_resources().get("CPU", 0) < cores:
            if time.monotonic() > deadline:
                raise TimeoutError(f"the cluster has not come to {cores} cores")
            time.sleep(0.2)

    def close(self) -> None:
        """Ends all nodes."""
        while self._families:
            self.kill_last()

    def _start(self, *options: str) -> None:
        log = Path(self._folder, f"node-{len(self._families)}.log")
        program = str(Path(sys.executable).with_name("ray"))
        common = ("--num-cpus=1", f"--object-store-memory={STORE_BYTES}", "--disable-usage-stats", "--block")
        with log.open("wb") as sink:
            self._families.append(
                subprocess.Popen([program, "start", *options, *common], stdout=sink, stderr=sink)
            )


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on."""
    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [each.getsockname()[1] for each in opened]


def kill_family(process: subprocess.Popen[bytes]) -> None:
    """Kills a process and its descendants."""
    family = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
    for member in family:
        with contextlib.suppress(psutil.NoSuchProcess):
            member.kill()
    process.wait()
