"""The latency and size limits that a training's settings set for its published model."""

from __future__ import annotations

from rowcast_automl.contracts.generated import (
    DEFAULT_BUNDLE_MEGABYTES,
    DEFAULT_ROW_MILLISECONDS,
    TrainingConfig,
)
from rowcast_automl.models.serving_cost import Cost, served_within


def limit_of(config: TrainingConfig) -> Cost:
    """Return the cost limit of all ensemble members together."""
    megabytes = config.max_bundle_megabytes or DEFAULT_BUNDLE_MEGABYTES
    return served_within(promised_milliseconds(config), megabytes)


def promised_milliseconds(config: TrainingConfig) -> float:
    """Return the latency limit for one row."""
    return config.max_row_milliseconds or DEFAULT_ROW_MILLISECONDS
