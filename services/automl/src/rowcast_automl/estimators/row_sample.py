"""A bounded sample of the training rows, for models whose cost must not grow with the table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rowcast_automl.estimators.base import FoldData
from rowcast_automl.features.tensors import Array

MIN_ROWS = 200


def sample_rows(data: FoldData, max_rows: int, max_cells: int) -> FoldData:
    """Return the data with at most `max_rows` training rows, and fewer on wide tables or with many classes.

    Every class keeps at least one row.
    """
    count = sample_size(len(data.train), data.train.shape[1] * data.outputs, max_rows, max_cells)
    if count >= len(data.train):
        return data
    chosen = stratified_sample(data.train_target, data.classes, count, data.seed)
    return replace(
        data, train=data.train[chosen], train_target=data.train_target[chosen], order=data.order.take(chosen)
    )


def sample_size(rows: int, work: int, max_rows: int, max_cells: int) -> int:
    """Return the number of rows to sample if each row takes `work` cells."""
    return min(rows, max_rows, max(MIN_ROWS, max_cells // max(1, work)))


def stratified_sample(target: Array, classes: int, count: int, seed: int) -> Array:
    """Return a random sample of rows with at least one of each class."""
    random = np.random.default_rng(seed)
    order = random.permutation(len(target))
    firsts = np.unique(target[order], return_index=True)[1] if classes else np.zeros(0, np.int64)
    return np.unique(np.concatenate([order[firsts], order[:count]]))
