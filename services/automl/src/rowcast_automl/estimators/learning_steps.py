"""Boosting rounds, epochs and learning rate: as set by the user, or a default for the table."""

from __future__ import annotations

from dataclasses import dataclass

from rowcast_automl.contracts.generated import DEFAULT_EPOCHS, DEFAULT_LEARNING_RATE, TrainingConfig

ROUNDS, EPOCH_ROWS, MAX_PASSES = 5_000, 240_000, 60


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """Number of steps and learning rate of an iterative estimator.

    Parameters
    ----------
    n_samples : int
        Number of training rows.
    epochs, rate : int, float, or None
        Values from the training settings; None for the default.
    """

    n_samples: int
    epochs: int | None = None
    rate: float | None = None

    @classmethod
    def of(cls, config: TrainingConfig, n_samples: int) -> LearningSettings:
        """Create the settings from a training configuration."""
        epochs = None if config.epochs == DEFAULT_EPOCHS else config.epochs
        rate = None if config.learning_rate == DEFAULT_LEARNING_RATE else config.learning_rate
        return cls(n_samples, epochs, rate)

    @property
    def chosen(self) -> bool:
        """Whether the user set any of them."""
        return self.epochs is not None or self.rate is not None

    def rounds_or(self, usual: int) -> int:
        """Return the maximum number of boosting rounds, or `usual` if it was not set."""
        return usual if self.epochs is None else self.epochs

    def passes(self, maximum: int = MAX_PASSES) -> int:
        """Return the maximum number of network epochs. The default depends on the number of rows."""
        return min(max(EPOCH_ROWS // self.n_samples, 16), maximum) if self.epochs is None else self.epochs

    @property
    def are_few(self) -> bool:
        """Whether networks train for fewer epochs than on a smaller table."""
        return self.passes() < MAX_PASSES and self.epochs is None

    @property
    def batch(self) -> int:
        """Number of rows in one step of a network."""
        return min(256, max(32, self.n_samples // 40))

    def rate_or(self, usual: float) -> float:
        """Return the learning rate, or `usual` if it was not set."""
        return usual if self.rate is None else self.rate
