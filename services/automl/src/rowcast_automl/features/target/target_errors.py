"""Errors for targets that cannot be trained on. Each names the column and the next action."""

from __future__ import annotations

from rowcast_automl.contracts.generated import MAX_CLASSES, ErrorCode, TrainingConfig
from rowcast_automl.features.rows.cells import FLOAT32_MAX
from rowcast_automl.features.schema import Task
from rowcast_automl.features.target.target_cells import Cells
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.profile.columns.several_labels import find_several_labels

MIN_ROWS = 10
NAMED_CLASSES = 8
TWO = 2


def refuse_unlabelled(cells: Cells) -> None:
    """Validate what every task requires of the target.

    Raises
    ------
    RowcastError
        TARGET_ALL_MISSING, TOO_FEW_LABELLED_ROWS or TARGET_ONE_CLASS.
    """
    rows = len(cells.known)
    if not rows:
        raise refuse("TARGET_ALL_MISSING", cells.name, "has no value in any row")
    if rows < MIN_ROWS:
        why = f"is known in {rows} rows; at least {MIN_ROWS} are needed"
        raise refuse("TOO_FEW_LABELLED_ROWS", cells.name, why)
    if len(cells.counts) == 1:
        raise refuse("TARGET_ONE_CLASS", cells.name, f'has only the value "{next(iter(cells.counts))[:40]}"')


def refuse_classes(cells: Cells, task: Task) -> None:
    """Validate that the values can be used as classes.

    Raises
    ------
    RowcastError
        TARGET_UNIQUE, TARGET_TOO_MANY_CLASSES or TOO_FEW_LABELLED_ROWS.
    """
    name, count = cells.name, len(cells.counts)
    if count == len(cells.known):
        raise refuse("TARGET_UNIQUE", name, "has a different value in every row")
    if count > MAX_CLASSES:
        why = f"has {count} classes; at most {MAX_CLASSES} work"
        several = find_several_labels(cells.counts) if cells.kind == "text" else None
        if several is None:
            raise refuse("TARGET_TOO_MANY_CLASSES", name, why)
        label = next(iter(several.labels))
        advice = f'Its cells hold several labels: train one model per label (targetLabel "{label}").'
        raise refuse("TARGET_TOO_MANY_CLASSES", name, why, advice)
    if task == "binary" and count > TWO:
        raise refuse("TARGET_TOO_MANY_CLASSES", name, f"has {count} classes; a binary task needs two")
    rare, rows = min(cells.counts.items(), key=lambda each: each[1])
    if rows < TWO and count == TWO:
        raise refuse("TOO_FEW_LABELLED_ROWS", name, f'has one row of "{rare[:40]}"; at least two are needed')


def refuse_few_amounts(name: str, left: Array, too_large: int) -> None:
    """Validate the target values that are left without numbers beyond float32.

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


def no_positive(config: TrainingConfig, labels: list[str]) -> RowcastError:
    """Create the error for a positive label that is not one of two classes."""
    listed = ", ".join(f'"{each[:40]}"' for each in labels[:NAMED_CLASSES])
    more = ", …" if len(labels) > NAMED_CLASSES else ""
    message = (
        f'"{(config.positive_label or "")[:40]}" is not one of two classes of the target column '
        f'"{config.target_column}", which has {listed}{more}. '
        + ("Choose one of them, or none." if len(labels) == TWO else "Choose none: it is for two classes.")
    )
    return RowcastError("POSITIVE_LABEL_NOT_FOUND", message, [field_problem("positiveLabel", message)])


def refuse(code: ErrorCode, name: str, why: str, advice: str = "Choose another column.") -> RowcastError:
    """Create the error for a target that cannot be trained on."""
    fields = [field_problem("targetColumn", f'Column "{name}" was chosen.')]
    return RowcastError(code, f'The target column "{name}" {why}. {advice}', fields)
