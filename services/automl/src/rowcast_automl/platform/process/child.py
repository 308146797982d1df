"""A job's child process: one payload in, progress and one result out, within memory and time."""

import asyncio
import contextlib
import itertools
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

from rowcast_automl.platform.contract_json import json_value
from rowcast_automl.platform.process.memory_limits import become_child, holds_more_than, kernel_kills
from rowcast_automl.platform.storage.temporary_directory import Scratch, scratch_root

LONGEST_LINE = 256 << 20
WATCH_SECONDS = 0.25
GRACE_SECONDS = 5.0
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "PYTHONUNBUFFERED", "SSL_CERT_FILE")

# Looking through a folder takes longer than at a process.
LOOKS_A_MEASURE = 4

Ending = Literal["memory", "space", "time", "crash", "stopped"]
log = structlog.get_logger()


class ChildEnded(Exception):
    """The child ended without a result; `ending` says why, `aborted` whether it gave up by itself."""

    def __init__(self, ending: Ending, exit_code: int | None) -> None:
        super().__init__(f"{ending}, {exit_name(exit_code)}")
        self.ending: Ending = ending
        self.aborted = ending == "crash" and exit_code == -signal.SIGABRT


def exit_name(exit_code: int | None) -> str:
    """An exit code in words, a signal by its name."""
    if exit_code is None or exit_code >= 0:
        return f"exit code {exit_code}"
    with contextlib.suppress(ValueError):
        return signal.Signals(-exit_code).name
    return f"signal {-exit_code}"


class Child:
    """A started Python module that waits for its payload on stdin; its temporary files go with it."""

    def __init__(self, process: Process, scratch: Scratch) -> None:
        self._process, self._scratch = process, scratch
        self._ending: Ending | None = None
        self._kernel_kills = kernel_kills()
        self._has_reported = self._keep_best = False

    @classmethod
    async def start(cls, module: str, environment: Mapping[str, str], niceness: int = 0) -> "Child":
        """Starts `module` in a session of its own; of our environment it sees little beyond `environment`."""
        kept = {
            name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith("AWS_")
        }
        scratch = await asyncio.to_thread(lambda: Scratch(scratch_root()))
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", module),
                stdin=PIPE,
                stdout=PIPE,
                env={**kept, **environment, "TMPDIR": str(scratch.folder)},
                start_new_session=True,
                preexec_fn=partial(become_child, niceness),
                # Whoever has the lock open is alive, and nobody sweeps its folder.
                pass_fds=[scratch.descriptor],
                limit=LONGEST_LINE,
            )
        except BaseException:
            scratch.remove()
            raise
        return cls(process, scratch)

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
        scratch_bytes: int,
        seconds: float,
    ) -> dict[str, Any]:
        """Sends `payload` and returns the result; raises ChildEnded where there is none."""
        watch = asyncio.create_task(self._watch(memory_bytes, scratch_bytes, seconds))
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
        """Ends the child and all that it started, at once, and deletes its temporary files."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        await asyncio.to_thread(self._scratch.remove)

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

    async def _watch(self, memory_bytes: int, scratch_bytes: int, seconds: float) -> None:
        deadline = asyncio.get_running_loop().time() + seconds
        for look in itertools.count(1):
            await asyncio.sleep(WATCH_SECONDS)
            if holds_more_than(self._process.pid, memory_bytes):
                self._ending = "memory"
                await self.kill()
            elif look % LOOKS_A_MEASURE == 0 and await self._fills(scratch_bytes):
                self._ending = "space"
                await self.kill()
            elif asyncio.get_running_loop().time() > deadline:
                self._ending = "time"
                await self.stop()

    def _why(self) -> Ending:
        if self._ending:
            return self._ending
        killed = self._process.returncode == -signal.SIGKILL and kernel_kills() > self._kernel_kills
        return "memory" if killed else "crash"

    async def _fills(self, scratch_bytes: int) -> bool:
        return await asyncio.to_thread(lambda: self._scratch.used_bytes) > scratch_bytes

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)
