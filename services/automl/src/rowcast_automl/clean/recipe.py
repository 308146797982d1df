"""Cleaning recipes: steps that pin column types, and steps that change the table."""

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
    KeepTotalsStep,
    MissingMarkersStep,
    ParseDatesStep,
    ReplaceStep,
    TrimStep,
    UnifyStep,
)
from rowcast_automl.ingest.columns.pinned_types import Pin
from rowcast_automl.ingest.dates.date_format import is_supported
from rowcast_automl.platform.errors import RowcastError, field_problem

TypeStep = CastStep | ParseDatesStep
# Steps that apply while the file is read.
ReadStep = TypeStep | KeepTotalsStep | MissingMarkersStep
CellStep = TrimStep | UnifyStep | ReplaceStep | ImputeStep | ClipStep
TableStep = DropColumnStep | CellStep | DeduplicateStep | DropRowsStep | FilterRowsStep
Step = ReadStep | TableStep


def pinned_types(recipe: Iterable[Step]) -> dict[str, Pin]:
    """Return the pinned type of each column; the last step about a column wins.

    Raises
    ------
    RowcastError
        STEP_NOT_APPLICABLE for unsupported date formats.
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


def chosen_markers(recipe: Iterable[Step]) -> dict[str, list[str]]:
    """Return the missing markers that the user chose, by column; the last step about a column wins."""
    return {step.column: list(step.markers) for step in recipe if isinstance(step, MissingMarkersStep)}


def table_steps(recipe: Iterable[Step]) -> list[TableStep]:
    """Return the steps that change the table, in order."""
    return [step for step in recipe if not isinstance(step, ReadStep)]


def columns_of_step(step: Step) -> list[str]:
    """Return the columns of a step."""
    if isinstance(step, DeduplicateStep):
        return step.ignoring or []
    return [] if isinstance(step, DropRowsStep | KeepTotalsStep) else [step.column]


def reject_unknown_columns(recipe: Sequence[Step], names: Sequence[str]) -> None:
    """Raise RowcastError COLUMN_NOT_FOUND for steps about unknown columns."""
    known = set(names)
    wanted = [name for step in recipe for name in columns_of_step(step)]
    problems = [field_problem(name, "The column does not exist.") for name in wanted if name not in known]
    if problems:
        raise RowcastError("COLUMN_NOT_FOUND", fields=problems)
