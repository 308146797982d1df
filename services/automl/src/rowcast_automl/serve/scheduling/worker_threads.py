"""Threads that run graphs, and who goes first when the processor is short."""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

CORES = os.cpu_count() or 1
NICER = 5
# For each core one of our graphs, one that was uploaded and its clock; loads and long calls besides.
MOST = 3 * CORES + 8


class Workers(ThreadPoolExecutor):
    """As many threads as there are cores, shared by all models."""

    def __init__(self) -> None:
        super().__init__(CORES, "run")


def step_back() -> None:
    """Lets this thread run behind the others of its process; only Linux knows priorities of threads."""
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICER)
