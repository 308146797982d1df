"""Supervisor of model-server processes on one listening socket, scaled with the load."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from pathlib import Path

import structlog

from rowcast_automl.serve.processes.peers import port_file, request_process
from rowcast_automl.serve.processes.scaling import Autoscaler

TICK_SECONDS = 1.0
GRACE_SECONDS = 15.0
MAX_BACKOFF_SECONDS = 30.0
STABLE_SECONDS = 60.0
# Each check waits two seconds.
MAX_MISSED_CHECKS = 3
START_TIMEOUT_SECONDS = 60.0


class ServerProcess:
    """One server process. It ends when its standard input is closed, that is with the supervisor."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.started = time.monotonic()
        self.is_listening = False
        self.stopped_at: float | None = None
        self._missed_checks = 0
        self._seconds, self._checked_at, self._mean = 0.0, self.started, 0.0

    @property
    def ended(self) -> bool:
        """Whether it has ended."""
        return self.process.returncode is not None

    @property
    def is_frozen(self) -> bool:
        """Whether it does not respond, or takes too long to start or to stop."""
        now = time.monotonic()
        if self.stopped_at is not None:
            return now - self.stopped_at > GRACE_SECONDS
        return (
            self._missed_checks >= MAX_MISSED_CHECKS
            if self.is_listening
            else now - self.started > START_TIMEOUT_SECONDS
        )

    async def load(self, peer_folder: Path) -> float:
        """Mean number of requests in flight since the last check; the previous value if it is silent."""
        now = time.monotonic()
        text = await asyncio.to_thread(request_process, peer_folder, self.process.pid, "/load")
        if text is None:
            self._missed_checks += self.is_listening
            return self._mean
        self._missed_checks = 0
        seconds = float(json.loads(text)["openCallSeconds"])
        self._mean = (seconds - self._seconds) / max(now - self._checked_at, 1e-3)
        self._seconds, self._checked_at = seconds, now
        return self._mean

    def send(self, kind: signal.Signals) -> None:
        """Send a signal, if it is still running."""
        if not self.ended:
            self.process.send_signal(kind)


class Supervisor:
    """Start, scale, replace and stop server processes.

    Parameters
    ----------
    command : sequence of str
        Command that starts a process, to which `--listener` and `--siblings` are added.
    """

    def __init__(self, command: Sequence[str], listener: socket.socket, scale: Autoscaler) -> None:
        self._command = command
        self._listener = listener
        self._scale = scale
        self._count = 1
        self._processes: list[ServerProcess] = []
        self._stopping: list[ServerProcess] = []
        self._failures = 0
        self._retry_at = 0.0

    async def run(self) -> None:
        """Run until SIGTERM or SIGINT."""
        stopping = asyncio.Event()
        loop = asyncio.get_running_loop()
        for kind in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(kind, stopping.set)
        with tempfile.TemporaryDirectory(prefix="rowcast-") as name:
            self._peer_folder = Path(name)
            try:
                await self._start()
                while not stopping.is_set():
                    await self._tick()
                    await wait_for(stopping, TICK_SECONDS)
            finally:
                await stop_processes([*self._processes, *self._stopping])

    async def _start(self) -> None:
        arguments = ["--listener", str(self._listener.fileno()), "--siblings", str(self._peer_folder)]
        process = await asyncio.create_subprocess_exec(
            *self._command, *arguments, stdin=PIPE, pass_fds=[self._listener.fileno()]
        )
        self._processes.append(ServerProcess(process))

    async def _tick(self) -> None:
        self._remove_ended()
        self._rebalance()
        loads = await asyncio.gather(*(each.load(self._peer_folder) for each in self._processes))
        self._kill_frozen()
        if len(self._processes) == self._count:
            self._count = self._scale.desired_count(loads)
        if len(self._processes) < self._count and time.monotonic() >= self._retry_at:
            try:
                await self._start()
            except OSError as error:
                # Keep the running processes if another one cannot start.
                self._failures += 1
                self._back_off()
                structlog.get_logger().error("a model server process could not start", error=str(error))
                return
        elif len(self._processes) > self._count:
            stopped = self._processes.pop()
            stopped.send(signal.SIGTERM)
            stopped.stopped_at = time.monotonic()
            self._stopping.append(stopped)
        else:
            return
        structlog.get_logger().info("model server processes", count=len(self._processes))

    def _kill_frozen(self) -> None:
        """Kill processes that do not respond; the next check replaces them."""
        for process in [*self._processes, *self._stopping]:
            if process.is_frozen:
                structlog.get_logger().error("a model server process is frozen", pid=process.process.pid)
                process.send(signal.SIGKILL)

    def _remove_ended(self) -> None:
        self._stopping = [each for each in self._stopping if not each.ended]
        for process in [each for each in self._processes if each.ended]:
            self._processes.remove(process)
            port_file(self._peer_folder, process.process.pid).unlink(missing_ok=True)
            stable = time.monotonic() - process.started > STABLE_SECONDS
            self._failures = 1 if stable else self._failures + 1
            self._back_off()
            structlog.get_logger().error("a model server process ended", code=process.process.returncode)

    def _back_off(self) -> None:
        self._retry_at = time.monotonic() + min(0.5 * 2 ** (self._failures - 1), MAX_BACKOFF_SECONDS)

    def _rebalance(self) -> None:
        """When a new process listens, drain the connections of the others so that it gets its share."""
        for process in self._processes:
            if not process.is_listening and port_file(self._peer_folder, process.process.pid).exists():
                process.is_listening = True
                for other in self._processes:
                    if other is not process and other.is_listening:
                        other.send(signal.SIGUSR1)


async def wait_for(event: asyncio.Event, seconds: float) -> None:
    """Wait for the event or the timeout."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return


async def stop_processes(processes: Sequence[ServerProcess]) -> None:
    """Stop processes with SIGTERM, then with SIGKILL after the grace period."""
    for each in processes:
        each.send(signal.SIGTERM)
    waiting = asyncio.gather(*(each.process.wait() for each in processes))
    try:
        await asyncio.wait_for(asyncio.shield(waiting), GRACE_SECONDS)
    except TimeoutError:
        for each in processes:
            each.send(signal.SIGKILL)
        await waiting
