"""A binary target: whether a cell that holds several labels has one of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rowcast_automl.features.target.target_cells import Cells
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.profile.columns.several_labels import find_several_labels
from rowcast_automl.profile.finding import quoted_list

NO, YES = "no", "yes"
MAX_NAMED = 20


def has_label(cells: Cells, label: str) -> Cells:
    """Return the cells "yes" or "no": whether each has the label.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED if the cells do not hold several labels, or not this one.
    """
    several = find_several_labels(cells.counts) if cells.kind == "text" else None
    if several is None or label not in several.labels:
        known = quoted_list(list(several.labels), MAX_NAMED) if several else ""
        message = (
            f'The cells of the target column "{cells.name}" '
            + (f'do not hold the label "{label[:40]}". ' if several else "do not hold several labels. ")
            + (f"Choose one of {known}." if several else "Remove targetLabel.")
        )
        raise RowcastError("VALIDATION_FAILED", message, [field_problem("targetLabel", message)])
    codes = np.array([int(label in several.key(value)) for value in cells.values], np.int64)
    counts = {NO: 0, YES: 0}
    for value, rows in cells.counts.items():
        counts[YES if label in several.key(value) else NO] += rows
    known_counts = {value: rows for value, rows in counts.items() if rows}
    return replace(
        cells,
        codes=np.where(cells.codes < 0, -1, codes[cells.codes]),
        values=[NO, YES],
        counts=known_counts,
    )
