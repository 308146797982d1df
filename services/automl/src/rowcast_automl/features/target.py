"""What is to be predicted: the task, its reason, the labels, and the targets that cannot be learned."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from rowcast_automl.contracts.generated import (
    MOST_CLASSES,
    ColumnProfile,
    ErrorCode,
    FieldProblem,
    Reason,
    TableProfile,
    TrainingConfig,
)
from rowcast_automl.features import columns
from rowcast_automl.features.cells import FLOAT32_MAX
from rowcast_automl.features.class_order import order_of_two
from rowcast_automl.features.schema import LabelKind, Task
from rowcast_automl.features.task import as_counted, choose_task
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.reasons import reason
from rowcast_automl.platform.sentences import no_column

MIN_ROWS = 10
NAMED_CLASSES = 8
TWO = 2


@dataclass(frozen=True, slots=True)
class Target:
    """The target of the labelled rows.

    Parameters
    ----------
    rows : int array
        Positions in the table of the rows whose target is known.
    why : tuple of Reason
        Why the task, and what else is to be said of the rows.
    values : array, shape (len(rows),)
        Class indices (int64) into `labels`, or float64 for regression.
    missing : int
        Rows left out because their target is missing.
    positive : Reason or None
        Why the second of two labels is the positive class.
    """

    name: str
    task: Task
    why: tuple[Reason, ...]
    labels: tuple[str, ...]
    label_kind: LabelKind
    rows: Array
    values: Array
    missing: int
    positive: Reason | None = None

    def take(self, places: Array) -> Target:
        """The chosen of the labelled rows."""
        return replace(self, rows=self.rows[places], values=self.values[places])

    def told(self, more: Reason) -> Target:
        """The same, with another sentence about how it was learned."""
        return replace(self, why=(*self.why, more))


def find_profile(profile: TableProfile, name: str) -> ColumnProfile:
    """The target's column profile.

    Raises
    ------
    RowcastError
        TARGET_NOT_FOUND.
    """
    for column in profile.columns:
        if column.name == name:
            return column
    message = no_column(name, [column.name for column in profile.columns])
    raise RowcastError("TARGET_NOT_FOUND", message, [field_problem("targetColumn", message)])


def read_target(path: Path, profile: TableProfile, config: TrainingConfig) -> Target:
    """Reads, checks and encodes the target column of a Parquet table.

    Raises
    ------
    RowcastError
        TARGET_NOT_FOUND, TARGET_ALL_MISSING, TARGET_ONE_CLASS, TARGET_UNIQUE, TARGET_TOO_MANY_CLASSES,
        TARGET_NOT_NUMERIC, POSITIVE_LABEL_NOT_FOUND or TOO_FEW_LABELLED_ROWS, each naming the column.
    """
    name = config.target_column
    column = find_profile(profile, name)
    with pq.ParquetFile(path) as file:
        raw = columns.read_arrow(file, name)
    codes, values = columns.coded(raw)
    known = np.flatnonzero(codes >= 0)
    if not len(known):
        raise refuse("TARGET_ALL_MISSING", name, "has no value in any row")
    if len(known) < MIN_ROWS:
        raise refuse(
            "TOO_FEW_LABELLED_ROWS", name, f"is known in {len(known)} rows; at least {MIN_ROWS} are needed"
        )
    distinct, counts = np.unique(codes[known], return_counts=True)
    if len(distinct) == 1:
        raise refuse("TARGET_ONE_CLASS", name, f'has only the value "{values[distinct[0]][:40]}"')
    kind = label_kind(raw)
    counted = as_counted(kind, [values[code] for code in distinct])
    choice = choose_task(column, counted, len(distinct), config.task)
    task, why = choice.task, (choice.why,)
    if config.positive_label is not None and task != "binary":
        raise no_positive(config, [values[code] for code in distinct])
    missing = len(codes) - len(known)
    if task == "regression":
        amounts = numeric_target(name, kind, raw)[known]
        usable = np.isfinite(amounts)
        left = amounts[usable]
        refuse_few_amounts(name, left, len(amounts) - len(left))
        missing += len(amounts) - len(left)
        return Target(name, task, why, (), kind, known[usable], left, missing)
    if len(distinct) == len(known):
        raise refuse("TARGET_UNIQUE", name, "has a different value in every row")
    if len(distinct) > MOST_CLASSES:
        raise refuse(
            "TARGET_TOO_MANY_CLASSES", name, f"has {len(distinct)} classes; at most {MOST_CLASSES} work"
        )
    if task == "binary" and len(distinct) > 2:
        raise refuse("TARGET_TOO_MANY_CLASSES", name, f"has {len(distinct)} classes; a binary task needs two")
    if counts.min() < 2 and len(distinct) == 2:
        rare = values[distinct[int(counts.argmin())]][:40]
        raise refuse("TOO_FEW_LABELLED_ROWS", name, f'has one row of "{rare}"; at least two are needed')
    labels = sorted_labels([values[code] for code in distinct], kind)
    if all(label.removeprefix("-").isdigit() for label in labels):
        # So that an answer is written as its class is among the probabilities.
        kind = counted
    positive = None
    # An uploaded file has an order of its own.
    if task == "binary" and not config.onnx:
        rows = {values[code]: int(count) for code, count in zip(distinct, counts, strict=True)}
        order_of = order_of_two(labels, [rows[each] for each in labels], kind, config.positive_label)
        if order_of is None:
            raise no_positive(config, labels)
        labels, positive = list(order_of.labels), order_of.why
    position = {label: index for index, label in enumerate(labels)}
    order = np.array([position.get(value, -1) for value in values])
    encoded = order[codes[known]].astype(np.int64)
    if kind == "boolean":
        labels = [as_written(label, column.examples) for label in labels]
    return Target(name, task, why, tuple(labels), kind, known, encoded, missing, positive)


def limit_rows(target: Target, most: int, seed: int) -> Target:
    """At most `most` labelled rows, drawn at random; classes keep their shares and at least two rows."""
    if len(target.values) <= most:
        return target
    random = np.random.default_rng(seed)
    groups = [np.flatnonzero(target.values == index) for index in range(len(target.labels))]
    share = most / len(target.values)
    drawn = [
        random.choice(rows, min(len(rows), max(2, int(len(rows) * share))), replace=False)
        for rows in groups or [np.arange(len(target.values))]
    ]
    kept = np.sort(np.concatenate(drawn))
    return target.take(kept).told(reason("ROWS_DRAWN", count=len(kept), total=len(target.values)))


def label_kind(raw: pa.Array) -> LabelKind:
    """The type in which a predicted label goes out."""
    if pa.types.is_boolean(raw.type):
        return "boolean"
    if pa.types.is_integer(raw.type):
        return "integer"
    return "number" if pa.types.is_floating(raw.type) or pa.types.is_decimal(raw.type) else "text"


def numeric_target(name: str, kind: LabelKind, raw: pa.Array) -> Array:
    """The target as float64.

    Raises
    ------
    RowcastError
        TARGET_NOT_NUMERIC.
    """
    if kind == "text":
        raise refuse("TARGET_NOT_NUMERIC", name, "holds text, and regression needs numbers")
    return columns.numbers(raw)


def refuse_few_amounts(name: str, left: Array, too_large: int) -> None:
    """Checks what is left without the numbers that no float32 holds.

    Parameters
    ----------
    left : float64 array, shape (n_samples,)

    Raises
    ------
    RowcastError
        TOO_FEW_LABELLED_ROWS or TARGET_ONE_CLASS.
    """
    others, advice = "", "Choose another column."
    if too_large:
        others = f"; {too_large} others are too large (beyond {FLOAT32_MAX:.1e})"
        advice = "Divide the numbers and upload the table again, or choose another column."
    if len(left) < MIN_ROWS:
        why = f"has {len(left)} numbers that can be learned from{others}"
        raise refuse("TOO_FEW_LABELLED_ROWS", name, why, advice)
    if left.min() == left.max():
        why = f'has only the value "{left[0]:.15g}"{others}'
        raise refuse("TARGET_ONE_CLASS", name, why, advice)


def sorted_labels(labels: list[str], kind: LabelKind) -> list[str]:
    """Labels in numeric order where they are numbers, else by text."""
    return sorted(labels, key=float) if kind in ("integer", "number") else sorted(labels)


def no_positive(config: TrainingConfig, labels: list[str]) -> RowcastError:
    """The error for a positive label that is not one of two classes."""
    listed = ", ".join(f'"{each[:40]}"' for each in labels[:NAMED_CLASSES])
    more = ", …" if len(labels) > NAMED_CLASSES else ""
    message = (
        f'"{(config.positive_label or "")[:40]}" is not one of two classes of the target column '
        f'"{config.target_column}", which has {listed}{more}. '
        + ("Choose one of them, or none." if len(labels) == TWO else "Choose none: it is for two classes.")
    )
    return RowcastError("POSITIVE_LABEL_NOT_FOUND", message, [field_problem("positiveLabel", message)])


def as_written(label: str, examples: list[str]) -> str:
    """A truth value in the case that the file used, such as True."""
    return next((each for each in examples if each.lower() == label), label)


def target_field(name: str) -> list[FieldProblem]:
    """The `fields` entry that points at the target setting."""
    return [field_problem("targetColumn", f'Column "{name}" was chosen.')]


def refuse(code: ErrorCode, name: str, why: str, advice: str = "Choose another column.") -> RowcastError:
    """The error for a target that cannot be learned."""
    return RowcastError(code, f'The target column "{name}" {why}. {advice}', target_field(name))
