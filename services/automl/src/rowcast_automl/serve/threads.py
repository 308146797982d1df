"""Who goes first when the processor is short."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

NICER = 10


def step_back() -> None:
    """Lets this thread run behind the others of its process; only Linux knows priorities of threads."""
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICER)
