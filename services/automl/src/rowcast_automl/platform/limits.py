"""What the operating system does for us: end a child with its parent, and count its memory."""

import contextlib
import ctypes
import os
import signal
from pathlib import Path

import psutil

PR_SET_PDEATHSIG = 1
FIRST_TO_GO = "900"


def become_child(niceness: int) -> None:
    """Runs in the new process before its program: dies with the parent, gives way to others by `niceness`."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    with contextlib.suppress(OSError):
        os.nice(niceness)
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO)


def resident_bytes(pid: int) -> int:
    """Memory held by the process and its descendants, in bytes; 0 once it has gone."""
    total = 0
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        for member in (process, *process.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                total += member.memory_info().rss
    return total


def kernel_kills() -> int:
    """How many processes the kernel has killed for want of memory since boot; 0 where it does not say."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/vmstat").read_text().splitlines():
            if line.startswith("oom_kill "):
                return int(line.split()[1])
    return 0
