"""The target: its task, the reason for it, and the values or classes of the labelled rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from rowcast_automl.contracts.generated import ColumnProfile, Reason, TableProfile, TrainingConfig
from rowcast_automl.features.columns import column_reader
from rowcast_automl.features.schema import LabelKind, Task
from rowcast_automl.features.target.equal_labels import merge_equal_labels
from rowcast_automl.features.target.label_of_several import has_label
from rowcast_automl.features.target.label_spellings import Spellings
from rowcast_automl.features.target.positive_class import order_of_two
from rowcast_automl.features.target.target_cells import Cells
from rowcast_automl.features.target.target_errors import (
    no_positive,
    refuse,
    refuse_classes,
    refuse_few_amounts,
    refuse_unlabelled,
)
from rowcast_automl.features.target.task_detection import TaskChoice, as_counted, choose_task
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.reasons import reason
from rowcast_automl.platform.validation_messages import unknown_column_message


@dataclass(frozen=True, slots=True)
class Target:
    """The target of the labelled rows.

    Parameters
    ----------
    rows : int array
        Positions in the table of the rows whose target is known.
    why : tuple of Reason
        Reason for the task, and notes about the rows.
    values : array, shape (len(rows),)
        Class indices (int64) into `labels`, or float64 for regression.
    missing : int
        Number of rows excluded because their target is missing.
    labels : tuple of str
        Classes, as the file writes them.
    label_kind, stored_kind : LabelKind
        Type of a predicted label in responses, and of the stored values.
    positive : Reason or None
        Reason why the second of two labels is the positive class.
    """

    name: str
    task: Task
    why: tuple[Reason, ...]
    labels: tuple[str, ...]
    label_kind: LabelKind
    stored_kind: LabelKind
    rows: Array
    values: Array
    missing: int
    positive: Reason | None = None

    def take(self, places: Array) -> Target:
        """Return the target at the given labelled rows."""
        return replace(self, rows=self.rows[places], values=self.values[places])

    def with_notes(self, notes: Sequence[Reason]) -> Target:
        """Return a copy with additional notes."""
        return replace(self, why=(*self.why, *notes))


def find_profile(profile: TableProfile, name: str) -> ColumnProfile:
    """Return the profile of the target column.

    Raises
    ------
    RowcastError
        TARGET_NOT_FOUND.
    """
    for column in profile.columns:
        if column.name == name:
            return column
    message = unknown_column_message(name, [column.name for column in profile.columns])
    raise RowcastError("TARGET_NOT_FOUND", message, [field_problem("targetColumn", message)])


def read_target(path: Path, profile: TableProfile, config: TrainingConfig) -> Target:
    """Read, validate and encode the target column of a Parquet table.

    Raises
    ------
    RowcastError
        TARGET_NOT_FOUND, TARGET_ALL_MISSING, TARGET_ONE_CLASS, TARGET_UNIQUE, TARGET_TOO_MANY_CLASSES,
        TARGET_NOT_NUMERIC, POSITIVE_LABEL_NOT_FOUND or TOO_FEW_LABELLED_ROWS, each naming the column;
        VALIDATION_FAILED if the cells do not hold `targetLabel`.
    """
    column = find_profile(profile, config.target_column)
    cells = Cells.read(path, column.name)
    notes = list[Reason]()
    if config.target_label is not None:
        cells = has_label(cells, config.target_label)
    elif not config.onnx:
        cells, notes = merge_equal_labels(cells)
    refuse_unlabelled(cells)
    counted = as_counted(cells.kind, list(cells.counts))
    choice = choose_task(column, counted, len(cells.counts), len(cells.known), config.task)
    if config.positive_label is not None and choice.task != "binary":
        raise no_positive(config, list(cells.counts))
    if choice.task == "regression":
        return amounts_of(cells, choice.why)
    refuse_classes(cells, choice.task)
    return classes_of(cells, choice, counted, config, column).with_notes(notes)


def amounts_of(cells: Cells, why: Reason) -> Target:
    """Build a regression target. Numbers beyond float32 count as missing.

    Raises
    ------
    RowcastError
        TARGET_NOT_NUMERIC, TOO_FEW_LABELLED_ROWS or TARGET_ONE_CLASS.
    """
    if cells.kind == "text":
        raise refuse("TARGET_NOT_NUMERIC", cells.name, "holds text, and regression needs numbers")
    amounts = column_reader.numbers(cells.raw)[cells.known]
    usable = np.isfinite(amounts)
    left = amounts[usable]
    too_large = len(amounts) - len(left)
    refuse_few_amounts(cells.name, left, too_large)
    rows, missing = cells.known[usable], cells.missing + too_large
    return Target(cells.name, "regression", (why,), (), cells.kind, cells.kind, rows, left, missing)


def classes_of(
    cells: Cells, choice: TaskChoice, counted: LabelKind, config: TrainingConfig, column: ColumnProfile
) -> Target:
    """Build a classification target. Of two classes, the positive one is second.

    Parameters
    ----------
    counted : LabelKind
        Type of the stored values. Integers that were stored as 1.0 because of missing cells count as
        integers.

    Raises
    ------
    RowcastError
        POSITIVE_LABEL_NOT_FOUND.
    """
    kind = cells.kind
    labels = sorted_labels(list(cells.counts), kind)
    if all(label.removeprefix("-").isdigit() for label in labels):
        # So that an answer is written as its class is among the probabilities.
        kind = counted
    spellings = Spellings.of(column, kind)
    positive = None
    # An uploaded file has an order of its own.
    if choice.task == "binary" and not config.onnx:
        rows = [cells.counts[each] for each in labels]
        chosen = spellings.stored(config.positive_label, labels)
        order_of = order_of_two(labels, rows, kind, chosen)
        if order_of is None:
            raise no_positive(config, [spellings.written(each) for each in labels])
        labels, positive = list(order_of.labels), order_of.why
    place = {label: index for index, label in enumerate(labels)}
    places = np.array([place.get(value, -1) for value in cells.values])
    encoded = places[cells.codes[cells.known]].astype(np.int64)
    return Target(
        name=cells.name,
        task=choice.task,
        why=(choice.why,),
        labels=tuple(map(spellings.written, labels)),
        label_kind=spellings.label_kind(labels),
        stored_kind=kind,
        rows=cells.known,
        values=encoded,
        missing=cells.missing,
        positive=positive,
    )


def limit_rows(target: Target, maximum: int, seed: int) -> Target:
    """Sample at most `maximum` labelled rows. Classes keep their proportions and at least two rows."""
    if len(target.values) <= maximum:
        return target
    random = np.random.default_rng(seed)
    groups = [np.flatnonzero(target.values == index) for index in range(len(target.labels))]
    share = maximum / len(target.values)
    drawn = [
        random.choice(rows, min(len(rows), max(2, int(len(rows) * share))), replace=False)
        for rows in groups or [np.arange(len(target.values))]
    ]
    kept = np.sort(np.concatenate(drawn))
    return target.take(kept).with_notes([reason("ROWS_DRAWN", count=len(kept), total=len(target.values))])


def sorted_labels(labels: list[str], kind: LabelKind) -> list[str]:
    """Sort labels numerically if they are numbers, otherwise as text."""
    return sorted(labels, key=float) if kind in ("integer", "number") else sorted(labels)
