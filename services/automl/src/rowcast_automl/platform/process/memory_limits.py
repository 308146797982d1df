"""What the operating system does for us: end a child with its parent, and count its memory."""

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
FIRST_TO_GO = "900"
# What glibc gives a thread where stacks may be of any size.
UNLIMITED_STACK = 8 << 20
REFUSED_MEMORY = (
    "bad_alloc",
    "bad allocation",
    "Failed to allocate memory",
    "can't start new thread",
)


def become_child(niceness: int) -> None:
    """Runs in the new process before its program: dies with the parent, gives way to others by `niceness`."""
    die_with_parent()
    with contextlib.suppress(OSError):
        os.nice(niceness)
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO)


def become_unit(parent: int) -> None:
    """Runs first in a forked process: signals are its parent's affair, and it does not outlive it."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    if os.getppid() != parent:
        os._exit(1)
    # Libraries warn of overflow and slow convergence on every odd table; what counts is in the scores.
    warnings.simplefilter("ignore")


def trim() -> None:
    """Gives memory that was freed back to the system, which glibc would keep for what comes next."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def is_refused_memory(error: BaseException) -> bool:
    """Whether it says that there was no more memory; libraries of C++ say so in words alone."""
    words = str(error)
    return isinstance(error, MemoryError) or any(each in words for each in REFUSED_MEMORY)


def hold_at_most(limit: int, threads: int = 0) -> None:
    """From here on this process is refused memory beyond so many bytes.

    What it reserved and never touched does not count, nor do the stacks of the threads that it will start:
    with many cores that is gigabytes, of which hardly anything is ever there.
    """
    with contextlib.suppress(OSError, ValueError):
        most = limit + untouched_bytes() + threads * stack_bytes()
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def untouched_bytes() -> int:
    """What of this process's own memory is reserved and not there."""
    reserved = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
    return max(0, reserved - touched_bytes())


def touched_bytes() -> int:
    """What of this process's own memory is there; 0 where the system does not say."""
    with contextlib.suppress(OSError):
        resident, shared = Path("/proc/self/statm").read_text().split()[1:3]
        return (int(resident) - int(shared)) * resource.getpagesize()
    return 0


def stack_bytes() -> int:
    """What is reserved for the stack of a thread."""
    most = resource.getrlimit(resource.RLIMIT_STACK)[0]
    return UNLIMITED_STACK if most == resource.RLIM_INFINITY else most


def grow_at_most(more: int) -> None:
    """From here on this process is refused memory beyond what it has now and so many bytes."""
    with contextlib.suppress(OSError, ValueError):
        hold = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_DATA, (hold + more, hold + more))


def die_with_parent() -> None:
    """Asks Linux to kill this process when its parent ends; elsewhere nothing is done."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def holds_more_than(pid: int, limit: int) -> bool:
    """Whether the process and its descendants hold more than `limit` bytes; False once it has gone."""
    family = list[psutil.Process]()
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
    # What a fork shares with its parent is resident in both; telling it apart takes a walk over all pages.
    return total(family, resident_bytes) > limit and total(family, own_bytes) > limit


def total(family: list[psutil.Process], measure: Callable[[psutil.Process], int]) -> int:
    """The sum over those that are still there."""
    found = 0
    for member in family:
        with contextlib.suppress(psutil.NoSuchProcess):
            found += measure(member)
    return found


def resident_bytes(process: psutil.Process) -> int:
    """Memory mapped by the process, shared or not."""
    return int(process.memory_info().rss)


def own_bytes(process: psutil.Process) -> int:
    """Its memory with each shared page counted in parts; where the system does not say, all of it."""
    with contextlib.suppress(psutil.AccessDenied, AttributeError):
        return int(process.memory_full_info().pss)
    return resident_bytes(process)


def kernel_kills() -> int:
    """How many processes the kernel has killed for want of memory since boot; 0 where it does not say."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/vmstat").read_text().splitlines():
            if line.startswith("oom_kill "):
                return int(line.split()[1])
    return 0
