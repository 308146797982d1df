"""Rounds, epochs and learning rate: those that a person changed, else what suits the table."""

from __future__ import annotations

from dataclasses import dataclass

from rowcast_automl.contracts.generated import TrainingConfig

DEFAULT_EPOCHS, DEFAULT_RATE = 100, 0.01
ROUNDS, EPOCH_ROWS = 5_000, 240_000


@dataclass(frozen=True, slots=True)
class Steps:
    """How an estimator that learns in steps is to learn.

    Parameters
    ----------
    chosen : bool
        Whether a person changed epochs or learning rate, so that both are used as they are.
    epochs, rate : int, float
        As the training names them.
    n_samples : int
        Rows that are learned from.
    """

    chosen: bool
    epochs: int
    rate: float
    n_samples: int

    @classmethod
    def of(cls, config: TrainingConfig | None, n_samples: int) -> Steps:
        """The training's steps; None leaves all to the table."""
        if config is None or (config.epochs, config.learning_rate) == (DEFAULT_EPOCHS, DEFAULT_RATE):
            return cls(False, DEFAULT_EPOCHS, DEFAULT_RATE, n_samples)
        return cls(True, config.epochs, config.learning_rate, n_samples)

    @property
    def rounds(self) -> int:
        """Of boosting at most; it stops early."""
        return self.epochs if self.chosen else ROUNDS

    @property
    def passes(self) -> int:
        """Of a network over the rows at most."""
        return self.epochs if self.chosen else min(max(EPOCH_ROWS // self.n_samples, 16), 60)

    @property
    def batch(self) -> int:
        """Rows in a step of a network."""
        return min(256, max(32, self.n_samples // 40))

    def rate_or(self, usual: float) -> float:
        """The learning rate, `usual` where nobody changed it."""
        return self.rate if self.chosen else usual
