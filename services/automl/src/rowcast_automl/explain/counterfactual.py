"""Counterfactuals: the smallest change of few fields that reaches another prediction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from rowcast_automl.explain.field_values import missing_in, packed, values_of
from rowcast_automl.features.date_parts import DAY
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors, stack

MAX_CHANGES = 4
BEAM = 8
MAX_FIELDS = 25
MAX_FIRST_STEPS = 4_000
HALVINGS = 12

Goal = Callable[[Array], Array]


@dataclass(frozen=True, slots=True)
class Choices:
    """Values that a field may take.

    Parameters
    ----------
    values : array
        str objects, or float64 (dates as seconds since 1970); never missing.
    unit : float
        Distance in the field's own units that counts like another category.
    """

    field: InputField
    values: Array
    unit: float


@dataclass(frozen=True, slots=True)
class Change:
    """The new value of one field."""

    choices: Choices
    value: float | str


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """A candidate row, with its gap to the goal (<= 0 if reached) and its distance from the original."""

    row: Tensors
    changes: tuple[Change, ...]
    gap: float
    distance: float


def nearest(
    predict: Callable[[Tensors], Array], row: Tensors, choices: list[Choices], goal: Goal
) -> tuple[Tensors, list[Change]] | None:
    """Find the smallest change that reaches a goal, by beam search.

    Afterwards, unnecessary changes are undone and the others are reduced.

    Parameters
    ----------
    predict : callable
        Takes Tensors. Returns probabilities (n_samples, n_classes) or numbers (n_samples,).
    row : Tensors
        One row.
    choices : list of Choices
        Only the fields that may change.
    goal : callable
        Takes predictions. Returns gaps, shape (n_samples,), at most 0 if the goal is reached.

    Returns
    -------
    (row, changes) or None
        No changes if the goal is reached already. None if four changes do not suffice.
    """
    search = CounterfactualSearch(predict, row, [thinned(each, len(choices)) for each in choices], goal)
    start = Counterfactual(row, (), float(goal(predict(row))[0]), 0.0)
    if start.gap <= 0:
        return row, []
    beam = [start]
    for _ in range(MAX_CHANGES):
        grown = [each for known in beam for each in search.expand(known)]
        reached = [each for each in grown if each.gap <= 0]
        if reached:
            best = min((search.refined(each) for each in sorted(reached, key=distance)[:BEAM]), key=distance)
            return best.row, list(best.changes)
        ordered = sorted(grown, key=lambda each: (each.gap, each.distance))
        beam = ordered[:BEAM]
        search = search.narrowed(ordered)
    return None


def thinned(choices: Choices, fields: int) -> Choices:
    """Keep fewer values per field if there are many fields, so that the first step is fast."""
    maximum = max(2, MAX_FIRST_STEPS // max(1, fields))
    if len(choices.values) <= maximum:
        return choices
    places = np.linspace(0, len(choices.values) - 1, maximum).astype(int)
    return replace(choices, values=choices.values[places])


def distance(found: Counterfactual) -> float:
    """Return the distance of a row from the original."""
    return found.distance


@dataclass(frozen=True, slots=True)
class CounterfactualSearch:
    """The original row and the search parameters."""

    predict: Callable[[Tensors], Array]
    row: Tensors
    choices: list[Choices]
    goal: Goal

    def narrowed(self, ordered: list[Counterfactual]) -> CounterfactualSearch:
        """Keep only the fields whose changes help most, because the next step tries pairs."""
        helpful = dict.fromkeys(each.changes[-1].choices.field.name for each in ordered)
        kept = set(list(helpful)[:MAX_FIELDS])
        return replace(self, choices=[each for each in self.choices if each.field.name in kept])

    def expand(self, start: Counterfactual) -> list[Counterfactual]:
        """Return all rows that differ from `start` in one more field."""
        changed = {each.choices.field.name for each in start.changes}
        steps = [
            Change(choices, value)
            for choices in self.choices
            if choices.field.name not in changed
            for value in choices.values.tolist()
            if self.moved(Change(choices, value)) > 0
        ]
        return self.judged([(*start.changes, step) for step in steps])

    def judged(self, sets: list[tuple[Change, ...]]) -> list[Counterfactual]:
        """Build the rows with the given changes and predict them in one batch."""
        if not sets:
            return []
        rows = [self.changed(changes) for changes in sets]
        gaps = self.goal(self.predict(stack(rows)))
        return [
            Counterfactual(row, changes, float(gap), sum(self.moved(each) for each in changes))
            for row, changes, gap in zip(rows, sets, gaps, strict=True)
        ]

    def changed(self, changes: tuple[Change, ...]) -> Tensors:
        """Return the original row with some fields changed."""
        result = Tensors(self.row.numbers.copy(), self.row.texts.copy())
        for change in changes:
            field = change.choices.field
            tensor = result.texts if field.textual else result.numbers
            values = np.array([change.value], dtype=object if field.textual else np.float64)
            tensor[0, field.slot : field.slot + field.width] = packed(field, values)[0]
        return result

    def moved(self, change: Change) -> float:
        """Return how far a field is moved.

        The distance is 1 for another category, for the whole range of an ordered field, and for a change from
        missing.
        """
        field = change.choices.field
        old = values_of(self.row, field)
        if missing_in(old, field)[0]:
            return 1.0
        if field.levels and old[0] in field.levels:
            places = field.levels.index(str(old[0])), field.levels.index(str(change.value))
            return abs(places[0] - places[1]) / max(1, len(field.levels) - 1)
        if field.kind in ("category", "boolean"):
            return float(old[0] != change.value)
        return abs(float(change.value) - float(old[0])) / change.choices.unit

    def refined(self, found: Counterfactual) -> Counterfactual:
        """Return a row with fewer and smaller changes that still reaches the goal."""
        for change in sorted(found.changes, key=self.moved):
            fewer = tuple(each for each in found.changes if each is not change)
            if fewer:
                found = self.if_reached(fewer, found)
        for change in found.changes:
            found = self.halved(change, found)
        return found

    def halved(self, change: Change, found: Counterfactual) -> Counterfactual:
        """Move a number back towards its old value by bisection, within the range of training."""
        field = change.choices.field
        old = values_of(self.row, field)
        if field.kind in ("category", "boolean") or missing_in(old, field)[0]:
            return found
        seen = change.choices.values
        near, far = float(np.clip(old[0], seen.min(), seen.max())), float(change.value)
        if near not in (float(old[0]), far):
            moved = self.with_other(change, Change(change.choices, near), found)
            if moved is not found:
                return moved
        for _ in range(HALVINGS):
            middle = rounded((near + far) / 2, change.choices)
            if middle in (near, far):
                break
            smaller = Change(change.choices, middle)
            better = self.with_other(change, smaller, found)
            if better is found:
                near = middle
            else:
                far, found, change = middle, better, smaller
        return found

    def with_other(self, change: Change, other: Change, found: Counterfactual) -> Counterfactual:
        """Return the row with `other` in place of `change` if it reaches the goal, otherwise `found`."""
        return self.if_reached(tuple(other if each is change else each for each in found.changes), found)

    def if_reached(self, changes: tuple[Change, ...], otherwise: Counterfactual) -> Counterfactual:
        """Return the row with these changes if it reaches the goal, otherwise `otherwise`."""
        (found,) = self.judged([changes])
        return found if found.gap <= 0 else otherwise


def rounded(value: float, choices: Choices) -> float:
    """Round a value to the precision of training: integers, whole days or seconds, or any number."""
    if choices.field.kind == "datetime":
        unit = 1 if (choices.values % DAY).any() else DAY
        return float(round(value / unit) * unit)
    if choices.field.integer:
        return float(round(value))
    return value if choices.field.float64 else float(np.float32(value))
