"""The labelled rows beyond the sample, and which splits may train on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.target.target import Target
from rowcast_automl.features.tensors import Array
from rowcast_automl.prepare.table_preparation import PreparedTable


@dataclass(frozen=True, slots=True)
class UnusedRows:
    """Rows that at least one split of the first repeat may train on.

    Parameters
    ----------
    open : bool array, shape (n_splits, n_rows)
        Whether a split may train on a row. The row must share no group with the rows that the split validates
        or that are held out, and be earlier than all of them.
    """

    target: Target
    order: Order
    open: Array

    @classmethod
    def of(cls, prepared: PreparedTable) -> UnusedRows:
        """Collect all unused rows of a training."""
        training_data, target, order = (
            prepared.training_data,
            prepared.unused_rows,
            prepared.unused_rows_order,
        )
        opened = np.ones((training_data.folds, len(target.rows)), bool)
        if not order.free:
            for number, split in enumerate(training_data.splits[: training_data.folds]):
                scored = np.concatenate([prepared.train[split.valid], prepared.test])
                opened[number] = order.apart(prepared.order.take(scored))
        if training_data.log:
            # Rows without a logarithm are excluded if models learn it.
            opened &= target.values >= 0 if training_data.log.shift else target.values > 0
        return cls(target, order, opened).take(np.flatnonzero(opened.any(axis=0)))

    def __len__(self) -> int:
        return len(self.target.rows)

    @property
    def maximum(self) -> int:
        """Maximum number of rows that a split may train on."""
        return int(self.open.sum(axis=1).max())

    def take(self, places: Array) -> UnusedRows:
        """Return the given rows."""
        return UnusedRows(self.target.take(places), self.order.take(places), self.open[:, places])

    def draw(self, maximum: int, seed: int) -> UnusedRows:
        """Sample at most `maximum` rows."""
        if maximum >= len(self):
            return self
        return self.take(np.sort(np.random.default_rng(seed).choice(len(self), maximum, replace=False)))
