"""Which columns a model may learn from, and why the others are left out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

from rowcast_automl.contracts.generated import TableProfile, TrainingConfig
from rowcast_automl.features.columns import KINDS, Column, read_column
from rowcast_automl.features.target import Target
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.errors import RowcastError

NEARLY_EMPTY = 0.98
MOST_TEXTS = 10


@dataclass(frozen=True, slots=True)
class Selection:
    """Feature columns of the labelled rows, and the dropped ones with their reasons."""

    columns: list[Column]
    dropped: list[tuple[str, str]]


def select_columns(
    path: Path, profile: TableProfile, config: TrainingConfig, target: Target, train: Array
) -> Selection:
    """Reads the usable columns.

    Parameters
    ----------
    train : int array
        Positions (in the labelled rows) that may be looked at; held-out rows decide nothing.

    Raises
    ------
    RowcastError
        NO_FEATURES when nothing is left to learn from.
    """
    kept: list[Column] = []
    dropped: list[tuple[str, str]] = []
    # Opened once: its footer is as long as the table is wide.
    with pq.ParquetFile(path) as file:
        for each in profile.columns:
            if each.name == target.name:
                continue
            if each.name in config.excluded_columns:
                dropped.append((each.name, "You excluded it."))
                continue
            if each.name == config.group_column:
                dropped.append((each.name, GROUP))
                continue
            if each.type not in KINDS:
                empty = each.missing == profile.rows
                dropped.append((each.name, EMPTY if empty else REASONS[each.type]))
                continue
            if each.type == "text" and sum(column.kind == "text" for column in kept) == MOST_TEXTS:
                dropped.append((each.name, f"The first {MOST_TEXTS} columns of free text are read."))
                continue
            column = read_column(file, each, target.rows)
            reason = useless(column, train)
            if reason:
                dropped.append((each.name, reason))
            else:
                kept.append(column)
    if not kept:
        listed = "; ".join(f"{name}: {reason}" for name, reason in dropped[:10])
        raise RowcastError("NO_FEATURES", f"No column is left to learn from. {listed}")
    return Selection(kept, dropped)


GROUP = "Rows were kept together by it: what holds of a known group says nothing about a new one."
EMPTY = "It is empty in every row."
REASONS = {
    "identifier": "It identifies rows, so it says nothing about new ones.",
    "constant": "It has the same value in every row.",
}


def useless(column: Column, train: Array) -> str | None:
    """Why the training rows cannot teach anything through this column, or None."""
    values = column.values[train]
    present = values[~column.missing[train]]
    if len(present) < (1 - NEARLY_EMPTY) * len(values) or not len(present):
        return f"{1 - len(present) / len(values):.1%} of its cells are missing."
    complete = len(present) == len(values)
    if complete and bool(np.all(present == present[0])):
        return "It has the same value in every training row."
    if column.read is not None and not shares_words(column.read[train]):
        return "No word of it occurs in two rows."
    if column.kind == "category" and len(set(present)) > 0.95 * len(present) > 50:
        return "Nearly every row has a value of its own."
    return None


def shares_words(texts: Array) -> bool:
    """Whether some word occurs in two texts."""
    seen = set[str]()
    for text in texts.tolist():
        words = set(text.split(" ")) - {""}
        if not seen.isdisjoint(words):
            return True
        seen |= words
    return False
