"""Boosting rounds, epochs and learning rate: as set by a person, else a default for the table."""

from __future__ import annotations

from dataclasses import dataclass

from rowcast_automl.contracts.generated import DEFAULT_EPOCHS, DEFAULT_LEARNING_RATE, TrainingConfig

ROUNDS, EPOCH_ROWS, MAX_PASSES = 5_000, 240_000, 60


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """How an estimator that learns in steps is to learn.

    Parameters
    ----------
    n_samples : int
        Rows that are learned from.
    epochs, rate : int, float, or None
        As the training names them; None where nobody changed it.
    """

    n_samples: int
    epochs: int | None = None
    rate: float | None = None

    @classmethod
    def of(cls, config: TrainingConfig, n_samples: int) -> LearningSettings:
        """The training's steps."""
        epochs = None if config.epochs == DEFAULT_EPOCHS else config.epochs
        rate = None if config.learning_rate == DEFAULT_LEARNING_RATE else config.learning_rate
        return cls(n_samples, epochs, rate)

    @property
    def chosen(self) -> bool:
        """Whether a person changed any."""
        return self.epochs is not None or self.rate is not None

    def rounds_or(self, usual: int) -> int:
        """Of boosting at most, which stops early; `usual` where nobody changed it."""
        return usual if self.epochs is None else self.epochs

    def passes(self, maximum: int = MAX_PASSES) -> int:
        """Of a network over the rows at most; of few rows so many where nobody changed it."""
        return min(max(EPOCH_ROWS // self.n_samples, 16), maximum) if self.epochs is None else self.epochs

    @property
    def are_few(self) -> bool:
        """Whether networks go over the rows less often than they would over fewer ones."""
        return self.passes() < MAX_PASSES and self.epochs is None

    @property
    def batch(self) -> int:
        """Rows in a step of a network."""
        return min(256, max(32, self.n_samples // 40))

    def rate_or(self, usual: float) -> float:
        """The learning rate, `usual` where nobody changed it."""
        return usual if self.rate is None else self.rate
