"""Finds equal rows by a hash of each row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rowcast_automl.features.columns.column_reader import Column
from rowcast_automl.features.tensors import Array


def row_keys(columns: Sequence[Column], target: Array) -> Array:
    """Return a hash of each row and its target. Equal rows have equal hashes.

    Numbers are compared as float64, because different ones may be equal in float32. The hashes are valid in
    this process only, because Python hashes texts differently in another.

    Parameters
    ----------
    columns : sequence of Column
        Cells as they were read, before they are packed for the graph.
    target : array, shape (n_samples,)

    Returns
    -------
    int64 array, shape (n_samples,)
    """
    textual = [each.values.dtype == object for each in columns]
    cells = [each.values if each.read is None else each.read for each in columns]
    numbers = [each for each, is_text in zip(cells, textual, strict=True) if not is_text]
    texts = [each.tolist() for each, is_text in zip(cells, textual, strict=True) if is_text]
    exact = np.column_stack([target, *numbers]).astype(np.float64)
    # One kind of NaN, and one sign of zero.
    plain = np.where(np.isnan(exact), np.nan, exact) + 0.0
    packed = plain.view(np.dtype((np.void, plain.itemsize * plain.shape[1]))).ravel().tolist()
    hashes = map(hash, zip(packed, *texts, strict=True))
    return np.fromiter(hashes, np.int64, len(packed))
