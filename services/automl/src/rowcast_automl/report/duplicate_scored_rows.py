"""The finding about scored rows that equal a training row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rowcast_automl.calibrate.evaluated_predictions import EvaluatedPredictions
from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.features.columns.column_reader import Column
from rowcast_automl.features.splits.duplicate_rows import row_keys
from rowcast_automl.features.tensors import Array
from rowcast_automl.prepare.table_preparation import PreparedTable
from rowcast_automl.profile.finding import finding
from rowcast_automl.profile.rows.chance_duplicates import (
    MAX_ROWS,
    chance_of_equal_row,
    expected_matches,
    is_more_than_chance,
)

MANY = 0.01


def duplicate_scored_rows(prepared: PreparedTable, evaluated: EvaluatedPredictions) -> LintFinding | None:
    """Return a finding about evaluated rows that equal a training row, including the target.

    They are reported only if there are more than expected by chance; see `profile.rows.chance_duplicates`.
    Duplicates are not removed from the evaluation.
    """
    columns, truth = prepared.selection.columns, prepared.target.values
    keys = row_keys(columns, truth)
    learned = keys[prepared.train]
    if evaluated.rows is None:
        scored = prepared.test
        copied = np.isin(keys[scored], learned)
        others = len(learned)
    else:
        scored = prepared.train[evaluated.rows]
        copied = seen_by_folds(prepared, learned)[evaluated.rows]
        others = max(len(each.train) for each in prepared.training_data.splits)
    count = int(copied.sum())
    if not count:
        return None
    chance = chance_of_equal_row(sampled_columns(columns, truth))
    if not is_more_than_chance(count, expected_matches(chance, len(copied), others)):
        return None
    places = prepared.target.rows[scored[copied]] + 1
    share = count / len(copied)
    return finding("SCORED_COPIES", warning=share > MANY, rows=places.tolist(), count=count, share=share)


def sampled_columns(columns: Sequence[Column], truth: Array) -> list[Array]:
    """Return the target and the columns of at most 20,000 rows, texts as codes."""
    rows = np.arange(len(truth))
    if len(rows) > MAX_ROWS:
        rows = np.random.default_rng(0).choice(rows, MAX_ROWS, replace=False)
    cells = [(each.values if each.read is None else each.read)[rows] for each in columns]
    return [
        truth[rows],
        *(
            np.unique(each.astype(str), return_inverse=True)[1] if each.dtype == object else each
            for each in cells
        ),
    ]


def seen_by_folds(prepared: PreparedTable, keys: Array) -> Array:
    """Return the mask of training rows for which the validating split was trained on an equal row."""
    seen = np.zeros(len(keys), bool)
    for split in prepared.training_data.splits[: prepared.training_data.folds]:
        seen[split.valid] = np.isin(keys[split.valid], keys[split.train])
    return seen
