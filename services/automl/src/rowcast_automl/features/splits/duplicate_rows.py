"""Finds equal rows by a hash of each row."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.tensors import Array, Tensors


def row_keys(rows: Tensors, target: Array) -> Array:
    """Return a hash of each row and its target. Equal rows have equal hashes.

    The hashes are valid in this process only, because Python hashes texts differently in another.

    Parameters
    ----------
    target : array, shape (n_samples,)

    Returns
    -------
    int64 array, shape (n_samples,)
    """
    cells = np.column_stack([target, rows.numbers]).astype(np.float64)
    # One kind of NaN, and one sign of zero.
    plain = np.where(np.isnan(cells), np.nan, cells) + 0.0
    packed = plain.view(np.dtype((np.void, plain.itemsize * plain.shape[1]))).ravel().tolist()
    hashes = map(hash, zip(packed, *rows.texts.T.tolist(), strict=True))
    return np.fromiter(hashes, np.int64, len(packed))
