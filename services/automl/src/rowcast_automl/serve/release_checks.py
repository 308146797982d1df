"""Release checks that a field does not affect predictions, or affects them in only one direction."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from pydantic import ValidationError

from rowcast_automl.contracts.generated import (
    AskedChecks,
    CheckReasonCode,
    Reason,
    ReleaseCheck,
    ReleaseCheckResult,
)
from rowcast_automl.explain.field_values import cell_of, packed, with_values
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.reasons import english_text, reason
from rowcast_automl.serve.options.prediction_options import class_position
from rowcast_automl.serve.pool.loaded_model import LoadedModel

NOISE = 1e-6
WRONG_DIRECTIONS: dict[str, tuple[CheckReasonCode, CheckReasonCode]] = {
    "rising": ("CHECK_NEVER_LOWERED", "CHECK_HARDLY_LOWERED"),
    "falling": ("CHECK_NEVER_RAISED", "CHECK_HARDLY_RAISED"),
}


@dataclass(frozen=True, slots=True)
class PredictionChange:
    """The largest change of a prediction.

    Parameters
    ----------
    row, start, end : int
        Row, and indices of the two values of the field.
    before, after : float
        Predictions for the two values.
    """

    row: int
    start: int
    end: int
    before: float
    after: float

    @property
    def size(self) -> float:
        """Absolute change."""
        return abs(self.after - self.before)


def read_checks(body: bytes) -> list[ReleaseCheck]:
    """Parse the checks of a request.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED.
    """
    try:
        return AskedChecks.model_validate_json(body).checks
    except ValidationError as error:
        raise RowcastError("VALIDATION_FAILED") from error


def run_check(model: LoadedModel, check: ReleaseCheck) -> ReleaseCheckResult:
    """Run one check."""
    field = model.schema.by_name.get(check.field)
    if field is None:
        # An unused field has no effect, which only satisfies an invariance check.
        holds = check.kind == "invariant"
        return make_result(reason("CHECK_UNREAD", field=check.field), holds=holds)
    problem = inapplicable_reason(model, check, field)
    if problem:
        return make_result(problem, holds=False)
    rows = model.background if len(model.background) else model.golden
    values = sorted_values(model, field)
    if values is None or not len(rows):
        return make_result(reason("CHECK_VALUELESS", field=field.name), holds=False)
    answers = predictions_by_value(model, rows, field, values)
    position = class_index_of(model, check)
    if position is not None:
        answers = answers[:, :, [position]]
    change = (
        largest_change(answers)
        if check.kind == "invariant"
        else largest_wrong_change(answers, rising=check.kind == "rising")
    )
    return check_result(check, field, values, change, len(rows))


def make_result(found: Reason, *, holds: bool) -> ReleaseCheckResult:
    """Return the result with its reason as text."""
    return ReleaseCheckResult(holds=holds, message=english_text(found), why=[found])


def inapplicable_reason(model: LoadedModel, check: ReleaseCheck, field: InputField) -> Reason | None:
    """Return the reason why the check does not apply to this model, or None if it does."""
    schema = model.schema
    if check.label is not None and class_index_of(model, check) is None:
        return reason("CHECK_CLASS_UNKNOWN", label=check.label)
    if check.kind == "invariant":
        return None
    if schema.task == "multiclass" and check.label is None:
        return reason("CHECK_CLASS_UNNAMED", count=len(schema.labels))
    if field.textual and not field.levels:
        return reason("CHECK_UNORDERED", field=field.name)
    return None


def class_index_of(model: LoadedModel, check: ReleaseCheck) -> int | None:
    """Return the index of the class to check, or None for all classes and for regression."""
    if check.label is not None:
        return class_position(model.schema, check.label)
    return 1 if model.schema.task == "binary" else None


def sorted_values(model: LoadedModel, field: InputField) -> Array | None:
    """Return the values of the field to test, ascending, or None if the bundle has none."""
    if field.kind == "text" or (field.kind in ("number", "datetime") and field.name not in model.facts.known):
        return None
    values, _ = model.facts.values(field)
    return values if field.textual else np.sort(values)


def predictions_by_value(model: LoadedModel, rows: Tensors, field: InputField, values: Array) -> Array:
    """Predictions of all rows with each value, of shape (n_values, n_rows, n_classes or 1)."""
    cells = packed(field, values)
    answers = [model.run(with_values(rows, field, cells[[at]])) for at in range(len(values))]
    stacked: Array = np.stack(answers).astype(np.float64)
    return stacked


def largest_change(answers: Array) -> PredictionChange:
    """Return the largest difference between predictions of one row for two values of the field."""
    spread = answers.max(axis=0) - answers.min(axis=0)
    row, column = np.unravel_index(int(spread.argmax()), spread.shape)
    line = answers[:, row, column]
    start, end = sorted((int(line.argmin()), int(line.argmax())))
    return PredictionChange(int(row), start, end, float(line[start]), float(line[end]))


def largest_wrong_change(answers: Array, *, rising: bool) -> PredictionChange:
    """Return the largest change of a prediction in the wrong direction while the field increases."""
    lines = answers[:, :, 0] if rising else -answers[:, :, 0]
    best = np.maximum.accumulate(lines, axis=0)
    end, row = np.unravel_index(int((best - lines).argmax()), lines.shape)
    start = int(lines[: end + 1, row].argmax())
    line = answers[:, row, 0]
    return PredictionChange(int(row), start, int(end), float(line[start]), float(line[end]))


def check_result(
    check: ReleaseCheck, field: InputField, values: Array, change: PredictionChange, rows: int
) -> ReleaseCheckResult:
    """Return the result of the check for the largest change."""
    name, size = field.name, float(f"{change.size:.3g}")
    if change.size > check.most + NOISE:
        low, high = (str(cell_of(values[at], field)) for at in (change.start, change.end))
        before, after = (float(f"{each:.3g}") for each in (change.before, change.after))
        moved = reason(
            "CHECK_MOVED",
            field=name,
            low=low,
            high=high,
            row=change.row + 1,
            rows=rows,
            before=before,
            after=after,
            most=check.most,
        )
        return make_result(moved, holds=False)
    if check.kind == "invariant":
        return make_result(reason("CHECK_STILL", field=name, size=size), holds=True)
    never, hardly = WRONG_DIRECTIONS[check.kind]
    held = reason(hardly, field=name, size=size) if change.size > NOISE else reason(never, field=name)
    return make_result(held, holds=True)
