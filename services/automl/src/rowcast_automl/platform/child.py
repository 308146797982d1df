"""A job's child process: one payload in, progress and one result out, within memory and time."""

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal

import orjson
import structlog
from pydantic import BaseModel

from rowcast_automl.platform.json import json_value
from rowcast_automl.platform.limits import become_child, holds_more_than, kernel_kills

LONGEST_LINE = 256 << 20
WATCH_SECONDS = 0.25
GRACE_SECONDS = 5.0
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "PYTHONUNBUFFERED", "SSL_CERT_FILE")

Ending = Literal["memory", "time", "crash", "stopped"]
log = structlog.get_logger()


class ChildEnded(Exception):
    """The child ended without a result; `ending` says why."""

    def __init__(self, ending: Ending, exit_code: int | None) -> None:
        super().__init__(f"{ending}, exit code {exit_code}")
        self.ending: Ending = ending


class Child:
    """A started Python module that waits for its payload on stdin."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._ending: Ending | None = None
        self._kernel_kills = kernel_kills()
        self._has_reported = self._keep_best = False

    @classmethod
    async def start(cls, module: str, environment: Mapping[str, str], niceness: int = 0) -> "Child":
        """Starts `module` in a session of its own; of our environment it sees little beyond `environment`."""
        kept = {
            name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith("AWS_")
        }
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", module),
            stdin=PIPE,
            stdout=PIPE,
            env={**kept, **environment},
            start_new_session=True,
            preexec_fn=partial(become_child, niceness),
            limit=LONGEST_LINE,
        )
        return cls(process)

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.returncode is None

    async def run(
        self,
        payload: BaseModel,
        on_progress: Callable[[dict[str, Any]], None],
        *,
        memory_bytes: int,
        seconds: float,
    ) -> dict[str, Any]:
        """Sends `payload` and returns the result; raises ChildEnded where there is none."""
        watch = asyncio.create_task(self._watch(memory_bytes, seconds))
        try:
            result = await self._talk(payload, on_progress)
        finally:
            watch.cancel()
            await self.kill()
        # Told to end, a child may still answer that it was cancelled; why is for us to say.
        if result is None or (self._ending and result.get("outcome") != "ready"):
            raise ChildEnded(self._why(), self._process.returncode)
        return result

    def keep_best(self) -> None:
        """Asks the child to finish with what it has, as soon as it has reported for the first time.

        Before that it may have no handler yet, and the signal would end it.
        """
        self._keep_best = True
        if self._has_reported:
            self._signal(signal.SIGUSR1)

    async def stop(self) -> None:
        """Ends the child: politely, then for good."""
        self._ending = self._ending or "stopped"
        self._signal(signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), GRACE_SECONDS)
        await self.kill()

    async def kill(self) -> None:
        """Ends the child and all that it started, at once."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()

    async def _talk(
        self, payload: BaseModel, on_progress: Callable[[dict[str, Any]], None]
    ) -> dict[str, Any] | None:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise RuntimeError("the child was started without pipes")
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            stdin.write(orjson.dumps(json_value(payload), option=orjson.OPT_APPEND_NEWLINE))
            await stdin.drain()
        async for line in stdout:
            try:
                message = orjson.loads(line)
            except orjson.JSONDecodeError:
                continue
            if self._keep_best and not self._has_reported:
                self._signal(signal.SIGUSR1)
            self._has_reported = True
            if "progress" in message:
                on_progress(message["progress"])
            elif "result" in message:
                result: dict[str, Any] = message["result"]
                return result
        return None

    async def _watch(self, memory_bytes: int, seconds: float) -> None:
        deadline = asyncio.get_running_loop().time() + seconds
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if holds_more_than(self._process.pid, memory_bytes):
                self._ending = "memory"
                await self.kill()
            elif asyncio.get_running_loop().time() > deadline:
                self._ending = "time"
                await self.stop()

    def _why(self) -> Ending:
        if self._ending:
            return self._ending
        killed = self._process.returncode == -signal.SIGKILL and kernel_kills() > self._kernel_kills
        return "memory" if killed else "crash"

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)
