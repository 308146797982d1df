"""Selects the columns that models use, with a reason for each dropped one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

from rowcast_automl.contracts.generated import Reason, ReportReasonCode, TableProfile, TrainingConfig
from rowcast_automl.features.columns.column_reader import KINDS, Column, read_column
from rowcast_automl.features.target.target import Target
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.reasons import english_text, reason

# A column is nearly empty where few rows have it, both of all and to learn from.
NEARLY_EMPTY, MIN_FILLED = 0.98, 20
MAX_TEXTS = 10
NEXT = "Choose another target, change the type of a column, or upload a table with more columns."


@dataclass(frozen=True, slots=True)
class Selection:
    """Feature columns of the labelled rows, and the dropped ones with their reasons."""

    columns: list[Column]
    dropped: list[tuple[str, Reason]]


def select_columns(
    path: Path, profile: TableProfile, config: TrainingConfig, target: Target, train: Array
) -> Selection:
    """Read the usable feature columns.

    Parameters
    ----------
    train : int array
        Positions of the training rows among the labelled rows. Held-out rows do not influence the selection.

    Raises
    ------
    RowcastError
        NO_FEATURES if no column is usable.
    """
    kept: list[Column] = []
    dropped: list[tuple[str, Reason]] = []
    unread = set_aside(config)
    # Opened once: its footer is as long as the table is wide.
    with pq.ParquetFile(path) as file:
        for each in profile.columns:
            if each.name == target.name:
                continue
            if each.name in unread:
                dropped.append((each.name, reason(unread[each.name])))
                continue
            if each.type not in KINDS:
                empty = each.missing == profile.rows
                dropped.append((each.name, reason("COLUMN_EMPTY" if empty else CODES[each.type])))
                continue
            if each.type == "text" and sum(column.kind == "text" for column in kept) == MAX_TEXTS:
                dropped.append((each.name, reason("TEXT_BEYOND_FIRST", count=MAX_TEXTS)))
                continue
            column = read_column(file, each, target.rows)
            why = useless(column, train)
            if why:
                dropped.append((each.name, why))
            else:
                kept.append(column)
    if not kept:
        listed = " ".join(f"{name}: {english_text(why)}" for name, why in dropped[:10])
        raise RowcastError("NO_FEATURES", f"No column is left to learn from. {listed} {NEXT}")
    return Selection(kept, dropped)


def set_aside(config: TrainingConfig) -> dict[str, ReportReasonCode]:
    """Return the columns that the training settings exclude, in addition to the target, with reasons."""
    unread: dict[str, ReportReasonCode] = {config.group_column: "COLUMN_GROUP"} if config.group_column else {}
    return {**unread, **dict.fromkeys(config.excluded_columns, "COLUMN_EXCLUDED")}


CODES: dict[str, ReportReasonCode] = {"identifier": "COLUMN_IDENTIFIER", "constant": "COLUMN_CONSTANT"}


def useless(column: Column, train: Array) -> Reason | None:
    """Return the reason why a column carries no information in the training rows, or None."""
    values = column.values[train]
    present = values[~column.missing[train]]
    if not len(present) or len(present) < min(MIN_FILLED, (1 - NEARLY_EMPTY) * len(values)):
        return reason("COLUMN_MOSTLY_MISSING", share=1 - len(present) / len(values))
    complete = len(present) == len(values)
    if complete and bool(np.all(present == present[0])):
        return reason("COLUMN_CONSTANT_LEARNED")
    if column.read is not None and not shares_words(column.read[train]):
        return reason("TEXT_WITHOUT_REPEATS")
    if column.kind == "category" and len(set(present)) > 0.95 * len(present) > 50:
        return reason("COLUMN_ALL_DIFFERENT")
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
