"""Memory limits, memory statistics and parent-death signals of processes, by means of the system."""

import contextlib
import ctypes
import os
import resource
import signal
import warnings
from collections.abc import Callable
from pathlib import Path

import psutil

PR_SET_PDEATHSIG = 1
OOM_SCORE = "900"
# glibc's stack size for a thread if the stack limit is unlimited.
DEFAULT_STACK_BYTES = 8 << 20
OUT_OF_MEMORY_MESSAGES = (
    "bad_alloc",
    "bad allocation",
    "Failed to allocate memory",
    "is smaller than requested bytes",
    "can't start new thread",
)


def set_up_child(niceness: int) -> None:
    """Prepare a new child process before it runs its program.

    It ends with its parent, runs with `niceness`, and is the first to be killed if memory runs out.
    """
    die_with_parent()
    with contextlib.suppress(OSError):
        os.nice(niceness)
        Path("/proc/self/oom_score_adj").write_text(OOM_SCORE)


def set_up_fork(parent: int) -> None:
    """Prepare a forked process: its parent handles signals, and it ends with its parent."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    if os.getppid() != parent:
        os._exit(1)
    # Libraries warn about overflow and slow convergence on many tables; the scores reflect both.
    warnings.simplefilter("ignore")


def release_free_memory() -> None:
    """Return freed memory from glibc's heap to the system."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def is_out_of_memory(error: BaseException) -> bool:
    """Whether the error means that no memory was left; C++ libraries report this in the message only."""
    words = str(error)
    return isinstance(error, MemoryError) or any(each in words for each in OUT_OF_MEMORY_MESSAGES)


def limit_memory(limit: int, threads: int = 0) -> None:
    """Limit the memory of this process to `limit` bytes.

    Memory that is reserved but unused does not count, nor do the stacks of `threads` future threads. With
    many cores these are gigabytes of address space, of which little is ever resident.
    """
    with contextlib.suppress(OSError, ValueError):
        limit_bytes = limit + reserved_unused_bytes() + threads * stack_bytes()
        resource.setrlimit(resource.RLIMIT_DATA, (limit_bytes, limit_bytes))


def reserved_unused_bytes() -> int:
    """Private memory of this process that is reserved and not resident, in bytes."""
    reserved = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
    return max(0, reserved - private_resident_bytes())


def private_resident_bytes() -> int:
    """Private resident memory of this process in bytes; 0 if the system does not report it."""
    with contextlib.suppress(OSError):
        resident, shared = Path("/proc/self/statm").read_text().split()[1:3]
        return (int(resident) - int(shared)) * resource.getpagesize()
    return 0


def stack_bytes() -> int:
    """Bytes reserved for the stack of a thread."""
    limit_bytes = resource.getrlimit(resource.RLIMIT_STACK)[0]
    return DEFAULT_STACK_BYTES if limit_bytes == resource.RLIM_INFINITY else limit_bytes


def limit_memory_growth(additional: int) -> None:
    """Limit the memory of this process to its current size plus `additional` bytes."""
    with contextlib.suppress(OSError, ValueError):
        used = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_DATA, (used + additional, used + additional))


def die_with_parent() -> None:
    """Ask Linux to kill this process when its parent ends; a no-op on other systems."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def exceeds_memory(pid: int, limit: int) -> bool:
    """Whether the process and its descendants use more than `limit` bytes; False if it has ended."""
    family = list[psutil.Process]()
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
    # Pages shared after a fork are resident in both processes; the exact size needs a walk over all pages.
    return total_bytes(family, resident_bytes) > limit and total_bytes(family, proportional_bytes) > limit


def total_bytes(family: list[psutil.Process], measure: Callable[[psutil.Process], int]) -> int:
    """Return the sum of `measure` over the processes that still exist."""
    found = 0
    for member in family:
        with contextlib.suppress(psutil.NoSuchProcess):
            found += measure(member)
    return found


def resident_bytes(process: psutil.Process) -> int:
    """Memory mapped by the process, shared or not."""
    return int(process.memory_info().rss)


def proportional_bytes(process: psutil.Process) -> int:
    """Proportional set size in bytes; the resident size if the system does not report it."""
    with contextlib.suppress(psutil.AccessDenied, AttributeError):
        return int(process.memory_full_info().pss)
    return resident_bytes(process)


def oom_kill_count() -> int:
    """Return the number of processes killed by the kernel's OOM killer since boot; 0 if not reported."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/vmstat").read_text().splitlines():
            if line.startswith("oom_kill "):
                return int(line.split()[1])
    return 0
