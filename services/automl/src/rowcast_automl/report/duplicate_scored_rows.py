"""The finding about scored rows that equal a training row."""

from __future__ import annotations

import numpy as np

from rowcast_automl.calibrate.evaluated_predictions import EvaluatedPredictions
from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.features.splits.duplicate_rows import row_keys
from rowcast_automl.features.tensors import Array
from rowcast_automl.prepare.table_preparation import PreparedTable
from rowcast_automl.profile.finding import finding

MANY = 0.01


def duplicate_scored_rows(prepared: PreparedTable, evaluated: EvaluatedPredictions) -> LintFinding | None:
    """Report evaluated rows that equal a training row, including the target.

    Duplicates are not removed from the evaluation. In tables with few columns they occur naturally.
    """
    keys = row_keys(prepared.selection.columns, prepared.target.values)
    learned = keys[prepared.train]
    if evaluated.rows is None:
        scored = prepared.test
        copied = np.isin(keys[scored], learned)
    else:
        scored = prepared.train[evaluated.rows]
        copied = seen_by_folds(prepared, learned)[evaluated.rows]
    count = int(copied.sum())
    if not count:
        return None
    places = prepared.target.rows[scored[copied]] + 1
    share = count / len(copied)
    return finding("SCORED_COPIES", warning=share > MANY, rows=places.tolist(), count=count, share=share)


def seen_by_folds(prepared: PreparedTable, keys: Array) -> Array:
    """Return the mask of training rows whose validating split trained on an equal row."""
    seen = np.zeros(len(keys), bool)
    for split in prepared.training_data.splits[: prepared.training_data.folds]:
        seen[split.valid] = np.isin(keys[split.valid], keys[split.train])
    return seen
