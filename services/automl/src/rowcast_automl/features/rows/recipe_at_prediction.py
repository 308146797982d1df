"""The cleaning steps that apply to the rows of a request."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from rowcast_automl.contracts.generated import (
    AppliedStep,
    ClipStep,
    DeduplicateStep,
    DropColumnStep,
    DropRowsStep,
    FilterRowsStep,
    ImputeStep,
    KeepTotalsStep,
    ReplaceStep,
    StepAtPrediction,
    TableProfile,
    TrimStep,
    UnifyStep,
)
from rowcast_automl.features.columns.column_reader import KINDS
from rowcast_automl.features.rows.cells import read_boolean
from rowcast_automl.features.rows.recipe_replay import Fill, Rewrite, as_cell, as_fill, rewriter_of
from rowcast_automl.features.schema import InputField

CELL_STEPS = (ImputeStep, ClipStep, UnifyStep, TrimStep, ReplaceStep)
Handling = Literal["same", "ignored", "training_only"]


@dataclass(frozen=True, slots=True)
class Cleaned:
    """The combined effect of the cleaning steps on the cells of one column.

    Parameters
    ----------
    fill : str, float, bool or None
        Value for a missing cell, as a client would send it.
    low, high : float
        Range that numbers are clipped to.
    tolerant : bool
        Whether cells that did not fit the chosen type were converted to missing.
    unified : bool
        Whether values that differ only by case or blanks were merged.
    rewrites : tuple of Rewrite
        All steps in order.
    """

    fill: Fill = None
    low: float = -math.inf
    high: float = math.inf
    tolerant: bool = False
    unified: bool = False
    rewrites: tuple[Rewrite, ...] = ()


def cleaned_columns(profile: TableProfile) -> dict[str, Cleaned]:
    """Return the columns whose cells some step changed, by name."""
    kinds = {each.name: each for each in profile.columns if each.type in KINDS}
    found = {
        name: Cleaned(tolerant=True) for name, each in kinds.items() if each.reading and each.reading.unfit
    }
    for done in profile.applied or []:
        step = done.step
        if isinstance(step, CELL_STEPS) and step.column in kinds:
            before = found.get(step.column, Cleaned())
            kind = kinds[step.column].type
            rewrites = (*before.rewrites, *rewrite_of(done, kind))
            found[step.column] = replace(after(before, done, kind), rewrites=rewrites)
    return {name: in_order(each, kinds[name].type) for name, each in found.items()}


def rewrite_of(done: AppliedStep, kind: str) -> list[Rewrite]:
    """Convert a step for sent cells. Returns an empty list if an older version did not store its value."""
    step = done.step
    to = None if done.value is None else read_fill(done.value, kind)
    if isinstance(step, ReplaceStep):
        values = (value for value in step.values if value not in (done.unread or ()))
        return [Rewrite("replace", tuple(read_fill(value, kind) for value in values), to)]
    if isinstance(step, ClipStep):
        ends = after(Cleaned(), done, kind)
        low, high = (end if math.isfinite(end) else None for end in (ends.low, ends.high))
        return [Rewrite("clip", low=low, high=high)]
    if isinstance(step, ImputeStep):
        return [] if to is None else [Rewrite("fill", to=to)]
    return [Rewrite("unify" if isinstance(step, UnifyStep) else "trim")]


def in_order(cleaned: Cleaned, kind: str) -> Cleaned:
    """Remove `rewrites` unless values were replaced. Only then does the order of steps matter."""
    if not any(each.op == "replace" for each in cleaned.rewrites):
        return replace(cleaned, rewrites=())
    filled = rewriter_of(KINDS[kind], cleaned.rewrites)(None)
    if filled == as_cell(cleaned.fill, KINDS[kind]):
        return cleaned
    return replace(cleaned, fill=as_fill(filled, KINDS[kind], integer=kind == "integer"))


def after(before: Cleaned, done: AppliedStep, kind: str) -> Cleaned:
    """Add one step. A second fill changes nothing, because no missing cells are left."""
    step = done.step
    if isinstance(step, UnifyStep):
        return replace(before, unified=True)
    if isinstance(step, ClipStep):
        low = -math.inf if step.low is None else math.ceil(step.low) if kind == "integer" else step.low
        high = math.inf if step.high is None else math.floor(step.high) if kind == "integer" else step.high

        def within(value: float) -> float:
            return min(max(value, low), high)

        number = isinstance(before.fill, int | float) and not isinstance(before.fill, bool)
        fill = within(float(before.fill)) if number and before.fill is not None else before.fill
        return replace(before, fill=fill, low=within(before.low), high=within(before.high))
    if not isinstance(step, ImputeStep) or done.value is None or before.fill is not None:
        return before
    return replace(before, fill=read_fill(done.value, kind))


def read_fill(text: str, kind: str) -> Fill:
    """Convert a filled value to the type of its column, as a client would send it."""
    if KINDS[kind] == "number":
        return int(float(text)) if kind == "integer" else float(text)
    return bool(read_boolean(text)) if kind == "boolean" else text


def at_prediction(
    profile: TableProfile, target: str, fields: tuple[InputField, ...]
) -> list[StepAtPrediction]:
    """Describe the effect of each step of the recipe when a row is predicted."""
    fills = [(done.step, done.value) for done in profile.applied or [] if isinstance(done.step, ImputeStep)]
    known = {each.name for each in fields}
    described = []
    for step in profile.recipe or []:
        value = next((text for done, text in fills if done == step), None)
        handling: Handling = "same"
        if isinstance(step, DeduplicateStep | DropRowsStep | FilterRowsStep | KeepTotalsStep):
            handling = "training_only"
        elif isinstance(step, DropColumnStep):
            handling = "ignored"
        elif step.column == target or (isinstance(step, ImputeStep) and value is None):
            handling = "training_only"
        elif step.column not in known:
            handling = "ignored"
        described.append(StepAtPrediction(step=step, handling=handling, value=value))
    return described


def dropped_columns(profile: TableProfile) -> tuple[str, ...]:
    """Return the columns of the upload that a step removed."""
    return tuple(done.step.column for done in profile.applied or [] if isinstance(done.step, DropColumnStep))
