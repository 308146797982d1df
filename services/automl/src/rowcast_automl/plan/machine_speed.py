"""Measures the speed of this machine, relative to the reference machine."""

from __future__ import annotations

import time

import numpy as np

SORTED, REPEATS = 100_000, 3
# What the machine took whose seconds the constants of `fit_cost` are.
REFERENCE_SECONDS = 0.0176


def measure_machine_speed() -> float:
    """Return how many seconds one core needs for one second of reference work, measured by sorting."""
    values = np.random.default_rng(0).normal(size=SORTED)
    return min(sorting_seconds(values) for _ in range(REPEATS)) / REFERENCE_SECONDS


def sorting_seconds(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """Return the processor time of sorting the values, which excludes other load."""
    begun = time.process_time()
    np.cumsum(values[np.argsort(values, kind="stable")])
    return time.process_time() - begun
