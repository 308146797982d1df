"""Child process of a job: reads one payload, reports progress and one result, within resource limits."""

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
from rowcast_automl.platform.process.memory_limits import exceeds_memory, oom_kill_count, set_up_child
from rowcast_automl.platform.storage.temporary_directory import TemporaryDirectory, temporary_root

MAX_LINE_BYTES = 256 << 20
CHECK_SECONDS = 0.25
GRACE_SECONDS = 5.0
INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "PYTHONUNBUFFERED", "SSL_CERT_FILE")

# Measuring disk use walks a directory, which is slower than reading process statistics.
CHECKS_PER_DISK_CHECK = 4

ExitReason = Literal["memory", "space", "time", "crash", "stopped"]
log = structlog.get_logger()


class ChildEnded(Exception):
    """The child ended without a result.

    Attributes
    ----------
    reason : {"memory", "space", "time", "crash", "stopped"}
        Which limit it exceeded, or how it ended.
    is_abort : bool
        Whether it crashed by calling `abort`.
    """

    def __init__(self, reason: ExitReason, exit_code: int | None) -> None:
        super().__init__(f"{reason}, {exit_code_text(exit_code)}")
        self.reason: ExitReason = reason
        self.is_abort = reason == "crash" and exit_code == -signal.SIGABRT


def exit_code_text(exit_code: int | None) -> str:
    """Return the exit code as text; for a signal, the name of the signal."""
    if exit_code is None or exit_code >= 0:
        return f"exit code {exit_code}"
    with contextlib.suppress(ValueError):
        return signal.Signals(-exit_code).name
    return f"signal {-exit_code}"


class Child:
    """A running Python module that reads its payload from stdin.

    Its temporary directory is deleted when it ends.
    """

    def __init__(self, process: Process, temporary_directory: TemporaryDirectory) -> None:
        self._process, self._temporary_directory = process, temporary_directory
        self._reason: ExitReason | None = None
        self._kernel_kills = oom_kill_count()
        self._has_reported = self._keep_best = False

    @classmethod
    async def start(cls, module: str, environment: Mapping[str, str], niceness: int = 0) -> "Child":
        """Start `module` in its own session.

        The child gets `environment` and the variables in `INHERITED`, nothing else.
        """
        inherited = {
            name: value for name, value in os.environ.items() if name in INHERITED or name.startswith("AWS_")
        }
        temporary_directory = await asyncio.to_thread(lambda: TemporaryDirectory(temporary_root()))
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", module),
                stdin=PIPE,
                stdout=PIPE,
                env={**inherited, **environment, "TMPDIR": str(temporary_directory.folder)},
                start_new_session=True,
                preexec_fn=partial(set_up_child, niceness),
                # The open lock marks the directory as in use, so that no other worker deletes it.
                pass_fds=[temporary_directory.descriptor],
                limit=MAX_LINE_BYTES,
            )
        except BaseException:
            temporary_directory.remove()
            raise
        return cls(process, temporary_directory)

    @property
    def is_alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.returncode is None

    async def run(
        self,
        payload: BaseModel,
        on_progress: Callable[[dict[str, Any]], None],
        *,
        memory_bytes: int,
        disk_bytes: int,
        seconds: float,
    ) -> dict[str, Any]:
        """Send `payload` and return the result.

        Parameters
        ----------
        on_progress : callable
            Called with each progress message.
        memory_bytes, disk_bytes : int
            Limits for the process and its descendants.
        seconds : float
            Time limit.

        Raises
        ------
        ChildEnded
            The child ended without a result.
        """
        limits = asyncio.create_task(self._enforce_limits(memory_bytes, disk_bytes, seconds))
        try:
            result = await self._exchange(payload, on_progress)
        finally:
            limits.cancel()
            await self.kill()
        # A stopped child may still report that it was cancelled; the parent knows the reason.
        if result is None or (self._reason and result.get("outcome") != "ready"):
            raise ChildEnded(self._exit_reason(), self._process.returncode)
        return result

    def keep_best(self) -> None:
        """Ask the child to finish with its best result so far.

        The signal is sent after the first message, since a child without a signal handler would end.
        """
        self._keep_best = True
        if self._has_reported:
            self._signal(signal.SIGUSR1)

    async def stop(self) -> None:
        """End the child with SIGTERM, then with SIGKILL after the grace period."""
        self._reason = self._reason or "stopped"
        self._signal(signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), GRACE_SECONDS)
        await self.kill()

    async def kill(self) -> None:
        """Kill the child and its descendants and delete its temporary directory."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        await asyncio.to_thread(self._temporary_directory.remove)

    async def _exchange(
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

    async def _enforce_limits(self, memory_bytes: int, disk_bytes: int, seconds: float) -> None:
        deadline = asyncio.get_running_loop().time() + seconds
        for check in itertools.count(1):
            await asyncio.sleep(CHECK_SECONDS)
            if exceeds_memory(self._process.pid, memory_bytes):
                self._reason = "memory"
                await self.kill()
            elif check % CHECKS_PER_DISK_CHECK == 0 and await self._exceeds_disk(disk_bytes):
                self._reason = "space"
                await self.kill()
            elif asyncio.get_running_loop().time() > deadline:
                self._reason = "time"
                await self.stop()

    def _exit_reason(self) -> ExitReason:
        if self._reason:
            return self._reason
        killed = self._process.returncode == -signal.SIGKILL and oom_kill_count() > self._kernel_kills
        return "memory" if killed else "crash"

    async def _exceeds_disk(self, disk_bytes: int) -> bool:
        return await asyncio.to_thread(lambda: self._temporary_directory.used_bytes) > disk_bytes

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)
