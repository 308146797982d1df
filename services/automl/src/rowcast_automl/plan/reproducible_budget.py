"""The budget of a reproducible training: a number of configurations instead of seconds."""

from __future__ import annotations

SECONDS_EACH, CELLS_PER_SECOND = 1.5, 100_000
MIN_CONFIGURATIONS = 3


def n_configurations(budget: float, n_samples: int, n_features: int) -> int:
    """Return the number of configurations for a budget in seconds on the reference machine."""
    return max(MIN_CONFIGURATIONS, int(budget / (SECONDS_EACH + n_samples * n_features / CELLS_PER_SECOND)))
