"""Held-out rows with their true values, to try the model with."""

from __future__ import annotations

from typing import Any

import numpy as np

from rowcast_automl.features.tensors import Array
from rowcast_automl.prepare.table_preparation import PreparedTable, row_of

# A report is loaded as a whole, so wide tables get fewer rows.
MAX_ROWS, MAX_CELLS = 6, 3_000


def held_out_rows(prepared: PreparedTable) -> list[dict[str, Any]]:
    """Return a few held-out rows as a client would send them, each with the true value of its target.

    A row without any value is skipped, because a request cannot contain it.
    """
    maximum = max(1, min(MAX_ROWS, MAX_CELLS // max(1, len(prepared.schema.fields))))
    truth, regression = prepared.test_truth, prepared.schema.task == "regression"
    order = np.arange(len(truth)) if regression else each_class_first(truth)
    rows: list[dict[str, Any]] = []
    for place in order:
        row = row_of(prepared, int(prepared.test[place]))
        if any(value is not None for value in row.values()):
            value = truth[place]
            actual = float(value) if regression else prepared.schema.labels[int(value)]
            rows.append({"row": row, "actual": actual})
        if len(rows) == maximum:
            break
    return rows


def each_class_first(truth: Array) -> Array:
    """Return all positions: the first row of each class, then the second of each, and so on.

    Examples
    --------
    >>> import numpy as np
    >>> each_class_first(np.array([1, 1, 0, 1, 0]))
    array([0, 2, 1, 4, 3])
    """
    rank = np.zeros(len(truth), dtype=np.int64)
    for label in np.unique(truth):
        places = np.flatnonzero(truth == label)
        rank[places] = np.arange(len(places))
    return np.lexsort((np.arange(len(truth)), rank))
