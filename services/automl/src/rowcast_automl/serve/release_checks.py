"""What an API asks of its models, tried on rows of the bundle: fields that must not matter, or only so."""

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
WRONG_WAYS: dict[str, tuple[CheckReasonCode, CheckReasonCode]] = {
    "rising": ("CHECK_NEVER_LOWERED", "CHECK_HARDLY_LOWERED"),
    "falling": ("CHECK_NEVER_RAISED", "CHECK_HARDLY_RAISED"),
}


@dataclass(frozen=True, slots=True)
class Move:
    """The farthest that an answer moved.

    Parameters
    ----------
    row, start, end : int
        Row, and positions of the two values of the field.
    before, after : float
        The answers there.
    """

    row: int
    start: int
    end: int
    before: float
    after: float

    @property
    def size(self) -> float:
        """How far."""
        return abs(self.after - self.before)


def read_checks(body: bytes) -> list[ReleaseCheck]:
    """The checks of a call.

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
    """Tries one check."""
    field = model.schema.by_name.get(check.field)
    if field is None:
        # What is not read cannot matter; but what is to rise or fall with it was meant to be read.
        holds = check.kind == "invariant"
        return result(reason("CHECK_UNREAD", field=check.field), holds=holds)
    problem = misfit(model, check, field)
    if problem:
        return result(problem, holds=False)
    rows = model.background if len(model.background) else model.golden
    values = sorted_values(model, field)
    if values is None or not len(rows):
        return result(reason("CHECK_VALUELESS", field=field.name), holds=False)
    answers = answers_by_value(model, rows, field, values)
    position = position_of(model, check)
    if position is not None:
        answers = answers[:, :, [position]]
    move = widest(answers) if check.kind == "invariant" else against(answers, rising=check.kind == "rising")
    return told(check, field, values, move, len(rows))


def result(found: Reason, *, holds: bool) -> ReleaseCheckResult:
    """The finding in plain words."""
    return ReleaseCheckResult(holds=holds, message=english_text(found), why=[found])


def misfit(model: LoadedModel, check: ReleaseCheck, field: InputField) -> Reason | None:
    """Why the check cannot be tried on this model."""
    schema = model.schema
    if check.label is not None and position_of(model, check) is None:
        return reason("CHECK_CLASS_UNKNOWN", label=check.label)
    if check.kind == "invariant":
        return None
    if schema.task == "multiclass" and check.label is None:
        return reason("CHECK_CLASS_UNNAMED", count=len(schema.labels))
    if field.textual and not field.levels:
        return reason("CHECK_UNORDERED", field=field.name)
    return None


def position_of(model: LoadedModel, check: ReleaseCheck) -> int | None:
    """The class whose probability is looked at; None for all, or for a number."""
    if check.label is not None:
        return class_position(model.schema, check.label)
    return 1 if model.schema.task == "binary" else None


def sorted_values(model: LoadedModel, field: InputField) -> Array | None:
    """Values of the field to try, from low to high; None where none are kept."""
    if field.kind == "text" or (field.kind in ("number", "datetime") and field.name not in model.facts.known):
        return None
    values, _ = model.facts.values(field)
    return values if field.textual else np.sort(values)


def answers_by_value(model: LoadedModel, rows: Tensors, field: InputField, values: Array) -> Array:
    """The answers of all rows with each value, shape (values, rows, classes or 1)."""
    cells = packed(field, values)
    answers = [model.run(with_values(rows, field, cells[[at]])) for at in range(len(values))]
    stacked: Array = np.stack(answers).astype(np.float64)
    return stacked


def widest(answers: Array) -> Move:
    """The farthest apart that two values of the field bring a row's answer."""
    spread = answers.max(axis=0) - answers.min(axis=0)
    row, column = np.unravel_index(int(spread.argmax()), spread.shape)
    line = answers[:, row, column]
    start, end = sorted((int(line.argmin()), int(line.argmax())))
    return Move(int(row), start, end, float(line[start]), float(line[end]))


def against(answers: Array, *, rising: bool) -> Move:
    """The farthest that a row's answer goes the wrong way while the field grows."""
    lines = answers[:, :, 0] if rising else -answers[:, :, 0]
    best = np.maximum.accumulate(lines, axis=0)
    end, row = np.unravel_index(int((best - lines).argmax()), lines.shape)
    start = int(lines[: end + 1, row].argmax())
    line = answers[:, row, 0]
    return Move(int(row), start, int(end), float(line[start]), float(line[end]))


def told(check: ReleaseCheck, field: InputField, values: Array, move: Move, rows: int) -> ReleaseCheckResult:
    """What became of the answers."""
    name, size = field.name, float(f"{move.size:.3g}")
    if move.size > check.most + NOISE:
        low, high = (str(cell_of(values[at], field)) for at in (move.start, move.end))
        before, after = (float(f"{each:.3g}") for each in (move.before, move.after))
        moved = reason(
            "CHECK_MOVED",
            field=name,
            low=low,
            high=high,
            row=move.row + 1,
            rows=rows,
            before=before,
            after=after,
            most=check.most,
        )
        return result(moved, holds=False)
    if check.kind == "invariant":
        return result(reason("CHECK_STILL", field=name, size=size), holds=True)
    never, hardly = WRONG_WAYS[check.kind]
    held = reason(hardly, field=name, size=size) if move.size > NOISE else reason(never, field=name)
    return result(held, holds=True)
