"""A recipe's two halves: how columns are read, and what is done to the table afterwards."""

from collections.abc import Iterable, Sequence

from rowcast_automl.clean.value_conversion import not_applicable
from rowcast_automl.contracts.generated import (
    CastStep,
    ClipStep,
    DeduplicateStep,
    DropColumnStep,
    DropRowsStep,
    FilterRowsStep,
    ImputeStep,
    ParseDatesStep,
    ReplaceStep,
    TrimStep,
    UnifyStep,
)
from rowcast_automl.ingest.columns.pinned_types import Pin
from rowcast_automl.ingest.dates.date_format import is_supported
from rowcast_automl.platform.errors import RowcastError, field_problem

ReadingStep = CastStep | ParseDatesStep
CellStep = TrimStep | UnifyStep | ReplaceStep | ImputeStep | ClipStep
TableStep = DropColumnStep | CellStep | DeduplicateStep | DropRowsStep | FilterRowsStep
Step = ReadingStep | TableStep


def pins_of(recipe: Iterable[Step]) -> dict[str, Pin]:
    """How columns are to be read; a later step about the same column takes the place of an earlier one.

    Raises RowcastError STEP_NOT_APPLICABLE for formats of dates that are not known.
    """
    pins = dict[str, Pin]()
    for step in recipe:
        if isinstance(step, CastStep):
            pins[step.column] = Pin(step.to, decimal=step.decimal, levels=tuple(step.levels or ()))
        elif isinstance(step, ParseDatesStep):
            if unknown := [each for each in step.formats if not is_supported(each)]:
                raise not_applicable(step.column, f'"{unknown[0]}" is not a supported date format.')
            pins[step.column] = Pin("datetime", tuple(step.formats))
    return pins


def table_steps(recipe: Iterable[Step]) -> list[TableStep]:
    """The steps on the table that was read, in order."""
    return [step for step in recipe if not isinstance(step, ReadingStep)]


def named_by(step: Step) -> list[str]:
    """The columns that a step names."""
    if isinstance(step, DeduplicateStep):
        return step.ignoring or []
    return [] if isinstance(step, DropRowsStep) else [step.column]


def refuse_unknown_columns(recipe: Sequence[Step], names: Sequence[str]) -> None:
    """Raises RowcastError COLUMN_NOT_FOUND for steps about columns that the file does not have."""
    known = set(names)
    wanted = [name for step in recipe for name in named_by(step)]
    problems = [field_problem(name, "The column does not exist.") for name in wanted if name not in known]
    if problems:
        raise RowcastError("COLUMN_NOT_FOUND", fields=problems)
