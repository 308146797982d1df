"""The size of a training, estimated from the table's profile."""

from __future__ import annotations

from dataclasses import dataclass

from rowcast_automl.contracts.generated import ColumnProfile, TableProfile, TrainingConfig
from rowcast_automl.features.columns.column_reader import KINDS
from rowcast_automl.features.columns.column_selection import set_aside
from rowcast_automl.features.encoding.cyclical_dates import ROUNDS
from rowcast_automl.features.encoding.encoder import ONE_HOT_LINEAR, ONE_HOT_TREE
from rowcast_automl.features.encoding.id_columns import (
    APART,
    MIDDLE,
    MIN_ROWS,
    MIN_VALUES,
    ROWS_PER_VALUE,
)
from rowcast_automl.features.encoding.piecewise_linear import MAX_COLUMNS, MAX_RANGES, MIN_RANGES
from rowcast_automl.features.encoding.target_encoding import MAX_CLASSES
from rowcast_automl.features.encoding.text_projection import MAX_AXES
from rowcast_automl.features.schema import DATE_PARTS, Task
from rowcast_automl.features.skewness import seems_skewed
from rowcast_automl.features.splits.splitters import MAX_HELD_OUT
from rowcast_automl.prepare.table_preparation import max_rows_for_width
from rowcast_automl.profile.distribution import QUANTILE_LEVELS

# Of the rows that models are compared on: fewer further ones change little.
MIN_MORE_ROWS_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class TableSize:
    """The number of training rows and the number of columns in each encoding.

    Parameters
    ----------
    task : Task
    outputs : int
        One for regression and binary tasks, otherwise the number of classes.
    rows : int
        Training rows, without held-out rows.
    n_more_rows : int
        Additional rows that some models can be refitted on.
    inputs : int
        Positions in the graph's two input tensors, plus the axes of free text.
    slots : int
        Positions in the tensor of numbers.
    """

    task: Task
    outputs: int
    rows: int
    n_more_rows: int
    inputs: int
    slots: int
    numbers: int
    texts: int
    tree_words: int
    linear: int
    pieces: int
    skewed: bool


def table_size_of(
    profile: TableProfile, config: TrainingConfig, target: ColumnProfile, task: Task
) -> TableSize:
    """Estimate the size of a training from the table's profile."""
    known = max(1, profile.rows - target.missing)
    labelled = min(known, max_rows_for_width(len(profile.columns)))
    rows = max(1, labelled - min(int(labelled * config.test_size), MAX_HELD_OUT))
    outputs = target.distinct if task == "multiclass" else 1
    left_out = {target.name, *set_aside(config)}
    columns = [each for each in profile.columns if each.name not in left_out and each.type in KINDS]
    words = [each for each in columns if KINDS[each.type] == "category"]
    free = sum(1 for each in columns if KINDS[each.type] == "text")
    parts = sum(len(DATE_PARTS) if each.type == "datetime" else 1 for each in columns) - len(words) - free
    gaps = sum(1 for each in columns if each.missing and KINDS[each.type] not in ("category", "text"))
    ranges = min(MAX_RANGES, MAX_COLUMNS // max(parts, 1))
    encoded = sum(1 for each in words if each.distinct > ONE_HOT_TREE) * outputs
    shown = sum(min(each.distinct, ONE_HOT_LINEAR) for each in words)
    if outputs <= MAX_CLASSES:
        encoded += outputs * sum(looks_like_id_column(each, rows) for each in columns)
    around = 2 * len(ROUNDS) * sum(1 for each in columns if each.type == "datetime")
    linear = parts + gaps + around + shown + free * MAX_AXES
    return TableSize(
        task=task,
        outputs=outputs,
        rows=rows,
        n_more_rows=known - labelled if worth_refitting(rows, known - labelled, config) else 0,
        inputs=parts + len(words) + free * (1 + MAX_AXES),
        slots=parts,
        numbers=parts + free * MAX_AXES + encoded + sum(1 for each in words if each.distinct > ONE_HOT_TREE),
        texts=len(words) + free,
        tree_words=sum(each.distinct for each in words if each.distinct <= ONE_HOT_TREE),
        linear=linear,
        pieces=linear + encoded + (parts * ranges if ranges >= MIN_RANGES else 0),
        skewed=task == "regression" and seems_skewed(target),
    )


def looks_like_id_column(column: ColumnProfile, rows: int) -> bool:
    """Whether a column may hold IDs, judged by its profile. Borderline columns count as IDs."""
    if column.type != "integer" or rows < MIN_ROWS or len(column.quantiles) < len(QUANTILE_LEVELS):
        return False
    low, high = (column.quantiles[QUANTILE_LEVELS.index(each)] for each in MIDDLE)
    many = MIN_VALUES <= column.distinct <= rows / ROWS_PER_VALUE
    return many and high - low >= APART * (MIDDLE[1] - MIDDLE[0]) * column.distinct


def worth_refitting(rows: int, n_more_rows: int, config: TrainingConfig) -> bool:
    """Whether models should be refitted on additional rows, beyond those used to compare them.

    A reproducible training never refits, because it cannot depend on the remaining time.
    """
    return n_more_rows >= MIN_MORE_ROWS_SHARE * rows and not config.reproducible
