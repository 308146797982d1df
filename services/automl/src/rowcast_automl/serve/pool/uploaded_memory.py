"""Limits the memory that the runs of uploaded graphs take in this process."""

from __future__ import annotations

from functools import cache
from typing import Any

import onnxruntime

# Twice what the check before publication allows a batch, since batches of several models run at once.
MAX_BYTES = 1 << 30
# The arena grows by what is requested, and not by powers of two.
AS_REQUESTED = 1


def limit_memory_of_runs(options: Any) -> None:
    """Make a session allocate from the limited memory that all uploaded graphs share.

    A run beyond it fails, although its graph was measured before publication: the size of a tensor can depend
    on the cells of a row.
    """
    register_limited_allocator()
    options.add_session_config_entry("session.use_env_allocators", "1")
    # Constants stay for as long as the model is loaded.
    options.add_session_config_entry("session.use_device_allocator_for_initializers", "1")


@cache
def register_limited_allocator() -> None:
    """Register the allocator, once in a process."""
    kind, memory = onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, onnxruntime.OrtMemType.DEFAULT
    onnxruntime.create_and_register_allocator(
        onnxruntime.OrtMemoryInfo("Cpu", kind, 0, memory),
        onnxruntime.OrtArenaCfg(MAX_BYTES, AS_REQUESTED, -1, -1),
    )
