"""A bounded pool of model-server processes on one listening socket, as many as the load asks for."""

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

from rowcast_automl.serve.processes.peers import ask_process, port_file
from rowcast_automl.serve.processes.scaling import Scale

TICK_SECONDS = 1.0
GRACE_SECONDS = 15.0
LONGEST_PAUSE = 30.0
STABLE_SECONDS = 60.0
# Each look waits two seconds.
SILENT_LOOKS = 3
LONGEST_START = 60.0


class Worker:
    """One process; its standard input stays open as long as the overseer lives."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.started = time.monotonic()
        self.greeted = False
        self.sent_away: float | None = None
        self._silent_looks = 0
        self._seconds, self._looked, self._mean = 0.0, self.started, 0.0

    @property
    def ended(self) -> bool:
        """Whether it has gone."""
        return self.process.returncode is not None

    @property
    def is_frozen(self) -> bool:
        """Whether it gives no sign of life, or takes too long to start or to leave."""
        now = time.monotonic()
        if self.sent_away is not None:
            return now - self.sent_away > GRACE_SECONDS
        return self._silent_looks >= SILENT_LOOKS if self.greeted else now - self.started > LONGEST_START

    async def load(self, siblings: Path) -> float:
        """Calls under way since the last look, in the mean; as before where it does not say."""
        now = time.monotonic()
        text = await asyncio.to_thread(ask_process, siblings, self.process.pid, "/load")
        if text is None:
            self._silent_looks += self.greeted
            return self._mean
        self._silent_looks = 0
        seconds = float(json.loads(text)["openCallSeconds"])
        self._mean = (seconds - self._seconds) / max(now - self._looked, 1e-3)
        self._seconds, self._looked = seconds, now
        return self._mean

    def send(self, kind: signal.Signals) -> None:
        """Signals it, if it is still there."""
        if not self.ended:
            self.process.send_signal(kind)


class Overseer:
    """Starts, counts, replaces and ends the processes.

    Parameters
    ----------
    command : sequence of str
        Starts one; it is given `--listener` and `--siblings`.
    """

    def __init__(self, command: Sequence[str], listener: socket.socket, scale: Scale) -> None:
        self._command = command
        self._listener = listener
        self._scale = scale
        self._count = 1
        self._workers: list[Worker] = []
        self._leaving: list[Worker] = []
        self._failures = 0
        self._pause_until = 0.0

    async def run(self) -> None:
        """Runs until SIGTERM or SIGINT."""
        stopping = asyncio.Event()
        loop = asyncio.get_running_loop()
        for kind in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(kind, stopping.set)
        with tempfile.TemporaryDirectory(prefix="rowcast-") as name:
            self._siblings = Path(name)
            try:
                await self._start()
                while not stopping.is_set():
                    await self._tick()
                    await wait_for(stopping, TICK_SECONDS)
            finally:
                await end([*self._workers, *self._leaving])

    async def _start(self) -> None:
        place = ["--listener", str(self._listener.fileno()), "--siblings", str(self._siblings)]
        process = await asyncio.create_subprocess_exec(
            *self._command, *place, stdin=PIPE, pass_fds=[self._listener.fileno()]
        )
        self._workers.append(Worker(process))

    async def _tick(self) -> None:
        self._bury()
        self._greet()
        loads = await asyncio.gather(*(each.load(self._siblings) for each in self._workers))
        self._kill_frozen()
        if len(self._workers) == self._count:
            self._count = self._scale.wanted(loads)
        if len(self._workers) < self._count and time.monotonic() >= self._pause_until:
            try:
                await self._start()
            except OSError as error:
                # Those that run are worth more than one more.
                self._failures += 1
                self._wait_longer()
                structlog.get_logger().error("a model server process could not start", error=str(error))
                return
        elif len(self._workers) > self._count:
            leaving = self._workers.pop()
            leaving.send(signal.SIGTERM)
            leaving.sent_away = time.monotonic()
            self._leaving.append(leaving)
        else:
            return
        structlog.get_logger().info("model server processes", count=len(self._workers))

    def _kill_frozen(self) -> None:
        """What answers no more would keep its callers waiting; the next look buries and replaces it."""
        for worker in [*self._workers, *self._leaving]:
            if worker.is_frozen:
                structlog.get_logger().error("a model server process is frozen", pid=worker.process.pid)
                worker.send(signal.SIGKILL)

    def _bury(self) -> None:
        self._leaving = [each for each in self._leaving if not each.ended]
        for worker in [each for each in self._workers if each.ended]:
            self._workers.remove(worker)
            port_file(self._siblings, worker.process.pid).unlink(missing_ok=True)
            stable = time.monotonic() - worker.started > STABLE_SECONDS
            self._failures = 1 if stable else self._failures + 1
            self._wait_longer()
            structlog.get_logger().error("a model server process ended", code=worker.process.returncode)

    def _wait_longer(self) -> None:
        self._pause_until = time.monotonic() + min(0.5 * 2 ** (self._failures - 1), LONGEST_PAUSE)

    def _greet(self) -> None:
        """Once a new process listens, the others let go of their connections so that it gets its share."""
        for worker in self._workers:
            if not worker.greeted and port_file(self._siblings, worker.process.pid).exists():
                worker.greeted = True
                for other in self._workers:
                    if other is not worker and other.greeted:
                        other.send(signal.SIGUSR1)


async def wait_for(event: asyncio.Event, seconds: float) -> None:
    """Waits for the event or the time."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return


async def end(workers: Sequence[Worker]) -> None:
    """Ends processes: asked first, killed when they stay."""
    for each in workers:
        each.send(signal.SIGTERM)
    waiting = asyncio.gather(*(each.process.wait() for each in workers))
    try:
        await asyncio.wait_for(asyncio.shield(waiting), GRACE_SECONDS)
    except TimeoutError:
        for each in workers:
            each.send(signal.SIGKILL)
        await waiting
