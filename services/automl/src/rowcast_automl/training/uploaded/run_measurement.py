"""Measurement of the memory and time that a graph takes for one batch. Runs in the sandbox only.

Shapes alone are not enough: the size of a tensor can depend on the cells of the rows.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rowcast_automl.features.tensors import FOREIGN_ROWS
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.process.memory_limits import is_out_of_memory
from rowcast_automl.training.uploaded.errors import refused

MAX_RUN_BYTES, MAX_RUN_SECONDS = 512 << 20, 5.0
STATUS, CLEAR_PEAK = Path("/proc/self/status"), Path("/proc/self/clear_refs")
LESS = "Export a model with smaller intermediate results."


@dataclass(frozen=True, slots=True)
class RunCost:
    """Peak memory in addition to what the process used before, and processor time of the longest run."""

    peak_bytes: int
    seconds: float


def measure_runs(runs: list[Callable[[], object]]) -> RunCost:
    """Measure one run per batch. If a run fails on its values, the cost until the failure counts.

    Raises
    ------
    RowcastError
        ONNX_TOO_HEAVY for a graph whose runs would block a model server or exhaust its memory.
    """
    with contextlib.suppress(OSError):
        CLEAR_PEAK.write_text("5")
    before, longest, peak = memory_of("VmRSS"), 0.0, 0
    for run in runs:
        begun = time.process_time()
        try:
            run()
        except Exception as error:
            if is_out_of_memory(error):
                raise too_much_memory("more than the memory of the check") from error
        longest = max(longest, time.process_time() - begun)
        peak = max(0, memory_of("VmHWM") - before)
        if peak > MAX_RUN_BYTES:
            raise too_much_memory(f"{peak >> 20:,} MB")
        if longest > MAX_RUN_SECONDS:
            raise refused(
                "ONNX_TOO_HEAVY",
                f"The model takes {longest:.1f} s for {FOREIGN_ROWS:,} rows; {MAX_RUN_SECONDS:.0f} s is the "
                "most. Export a smaller model.",
            )
    return RunCost(peak, longest)


def too_much_memory(taken: str) -> RowcastError:
    """Return the error for too much memory."""
    return refused(
        "ONNX_TOO_HEAVY",
        f"The model takes {taken} for {FOREIGN_ROWS:,} rows; {MAX_RUN_BYTES >> 20} MB is the most. {LESS}",
    )


def memory_of(name: str) -> int:
    """Return a memory figure of this process in bytes, by its name in /proc/self/status."""
    for line in STATUS.read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) << 10
    return 0
