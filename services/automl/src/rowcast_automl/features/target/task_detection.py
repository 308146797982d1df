"""Detects the task of a target, with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rowcast_automl.contracts.generated import (
    MAX_CLASSES,
    ColumnProfile,
    Reason,
    TaskReason,
    TaskReasonCode,
)
from rowcast_automl.features.schema import LabelKind, Task
from rowcast_automl.features.skewness import has_far_values
from rowcast_automl.platform.reasons import english_text, reason

# Whole numbers are classes if they have few values, and on average at least this many rows per value.
MAX_INTEGER_CLASSES, MIN_ROWS_PER_VALUE = 10, 3


@dataclass(frozen=True, slots=True)
class TaskChoice:
    """The task, and the reason for it as a code with parameters."""

    task: Task
    code: TaskReasonCode
    params: dict[str, str | float] = field(default_factory=dict)

    @property
    def why(self) -> Reason:
        """The reason in the form of a report."""
        return reason(self.code, **self.params)

    def reason(self) -> TaskReason:
        """Return the reason in the form shown before a training."""
        return TaskReason(code=self.code, params=self.params, message=english_text(self.why))


def choose_task(
    column: ColumnProfile, kind: LabelKind, distinct: int, labelled_rows: int, asked: str
) -> TaskChoice:
    """Return the requested task, or detect it from the target's values.

    The name of the column does not matter: a name cannot show whether numbers are ordered, and the same data
    should have the same default. The other task is offered in the reason.

    Parameters
    ----------
    kind : LabelKind
        Type of the stored values. `as_counted` detects integers that are stored with a decimal point.
    distinct, labelled_rows : int
        Number of distinct values, and of rows that have a value.
    """
    if asked == "multiclass" and distinct == 2:
        return TaskChoice("binary", "CHOSEN_TWO_CLASSES")
    if asked in ("binary", "multiclass", "regression"):
        return TaskChoice(asked, "CHOSEN", {"task": asked})  # type: ignore[arg-type]
    if distinct == 2:
        return TaskChoice("binary", "TWO_VALUES")
    if kind in ("text", "boolean"):
        return TaskChoice("multiclass", "TEXT_VALUES", {"count": distinct})
    recurring = distinct <= MAX_CLASSES and distinct * MIN_ROWS_PER_VALUE <= labelled_rows
    if kind == "integer" and recurring and distinct <= MAX_INTEGER_CLASSES:
        return TaskChoice("multiclass", "WHOLE_NUMBERS", {"count": distinct})
    if has_far_values(column):
        return TaskChoice("regression", "SKEWED_AMOUNTS")
    if recurring:
        return TaskChoice("regression", "RECURRING_NUMBERS", {"count": distinct})
    return TaskChoice("regression", "NUMBERS", {"count": distinct})


def as_counted(kind: LabelKind, values: Sequence[str]) -> LabelKind:
    """Return "integer" if all distinct `values` are integers stored as 1.0, otherwise `kind`.

    Columns with more values than the maximum number of classes are left as they are.
    """
    few = kind == "number" and len(values) <= MAX_CLASSES
    return "integer" if few and all(float(value).is_integer() for value in values) else kind
