"""Threads that run graphs, and their priority."""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

CORES = os.cpu_count() or 1
NICENESS = 5
# Per core one graph, one uploaded graph and its timer; in addition loading and long requests.
MAX_THREADS = 3 * CORES + 8


class WorkerThreads(ThreadPoolExecutor):
    """One thread per core, shared by several models."""

    def __init__(self) -> None:
        super().__init__(CORES, "run")


def lower_thread_priority() -> None:
    """Lower the priority of this thread below the others of the process; Linux only."""
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)
