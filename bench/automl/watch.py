"""Runs a program and samples the memory of all its processes and the load of all others."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil
from rowcast_automl.platform.process.memory_limits import resident_bytes

EVERY_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Watched:
    """How the program went; `exit_code` is None where it was killed at its limit."""

    exit_code: int | None
    seconds: float
    peak_megabytes: float
    other_load: float


def run_watched(
    command: list[str],
    log: Path,
    limit: float,
    environment: dict[str, str],
    memory_of: Callable[[psutil.Process], int] = resident_bytes,
) -> Watched:
    """Runs `command` in a session of its own and kills the session after `limit` seconds."""
    began, own_before, all_before = time.monotonic(), own_seconds(), busy_seconds()
    with log.open("wb") as sink:
        process = subprocess.Popen(
            command, stdout=sink, stderr=sink, start_new_session=True, env={**os.environ, **environment}
        )
        peak = 0
        code: int | None = None
        try:
            while (code := process.poll()) is None and time.monotonic() - began < limit:
                peak = max(peak, family_bytes(process.pid, memory_of))
                time.sleep(EVERY_SECONDS)
        finally:
            end_session(process)
    seconds = time.monotonic() - began
    others = (busy_seconds() - all_before) - (own_seconds() - own_before)
    return Watched(code, seconds, peak / 1e6, max(0.0, others / seconds))


def end_session(process: subprocess.Popen[bytes]) -> None:
    """Ends whatever the program has left running."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def family_bytes(pid: int, memory_of: Callable[[psutil.Process], int]) -> int:
    """Memory of a process and its descendants."""
    try:
        top = psutil.Process(pid)
        family = [top, *top.children(recursive=True)]
    except psutil.NoSuchProcess:
        return 0
    total = 0
    for member in family:
        try:
            total += memory_of(member)
        except psutil.NoSuchProcess:
            continue
    return total


def own_seconds() -> float:
    """Processor time of this process and of the children that have ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def busy_seconds() -> float:
    """Processor time that the machine has worked since boot."""
    times = psutil.cpu_times()
    return float(times.user + times.nice + times.system)
