"""Partial dependence (Friedman, 2001): the mean prediction when one field is set to each of its values."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from rowcast_automl.contracts.generated import DependenceLine, DependenceStep, PartialDependence
from rowcast_automl.explain.field_values import packed, with_values
from rowcast_automl.explain.value_grid import MAX_STEPS, ValueGrid, steps_of
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors

MAX_FIELDS = 8
MAX_LINES = 10
ROWS, MIN_ROWS = 200, 30


def partial_dependence(
    predict: Callable[[Tensors], Array],
    rows: Tensors,
    train: Tensors,
    fields: list[InputField],
    labels: tuple[str, ...],
    seed: int,
    seconds: float,
) -> tuple[list[PartialDependence], bool]:
    """Return one curve per field, in the given order, and whether there was time for all fields.

    Free text, and fields with a single value in the rows, have no curve.

    Parameters
    ----------
    predict : callable
        Tensors to probabilities (rows, classes) or numbers (rows,).
    rows : Tensors
        Rows whose other fields are kept; at most 200 of them are used, fewer when time is short.
    train : Tensors
        Training rows, for the values that are tried and how common they are.
    labels : tuple of str
        Empty for regression. For two classes the second one's probability is drawn, else those of the
        ten likeliest classes.
    """
    deadline = time.monotonic() + seconds
    if len(rows) > ROWS:
        rows = rows.take(np.random.default_rng(seed).choice(len(rows), ROWS, replace=False))
    fields = [each for each in fields if each.kind != "text"][:MAX_FIELDS]
    begun = time.monotonic()
    predictions = predict(rows)
    all_steps = (time.monotonic() - begun) * MAX_STEPS * max(1, len(fields))
    rows = rows.take(slice(0, max(MIN_ROWS, int(len(rows) * seconds / max(all_steps, 1e-9)))))
    drawn = classes_drawn(labels, predictions) if labels else []
    found: list[PartialDependence] = []
    for field in fields:
        steps = steps_of(train, field)
        if len(steps.values) < 2:
            continue
        drawn_at = []
        for cell in packed(field, steps.values):
            if time.monotonic() > deadline:
                return found, False
            drawn_at.append(predict(with_values(rows, field, cell)))
        stacked = np.stack(drawn_at)
        found.append(
            PartialDependence(
                column=field.name,
                kind=field.kind,
                rows=len(rows),
                steps=[dependence_step(field, steps, index) for index in range(len(steps.values))],
                lines=[line(labels[each], stacked[:, :, each]) for each in drawn] or [line(None, stacked)],
            )
        )
    return found, True


def classes_drawn(labels: tuple[str, ...], predictions: Array) -> list[int]:
    """Return the indices of the classes that get a line."""
    if len(labels) == 2:
        return [1]
    likeliest = np.argsort(-predictions.mean(axis=0), kind="stable")[:MAX_LINES]
    return sorted(int(each) for each in likeliest)


def line(label: str | None, predictions: Array) -> DependenceLine:
    """Return the mean and middle 80 % over the rows at each step. Predictions have shape (steps, rows)."""
    low, high = np.quantile(predictions, [0.1, 0.9], axis=1)
    return DependenceLine(
        label=label, mean=predictions.mean(axis=1).tolist(), low=low.tolist(), high=high.tolist()
    )


def dependence_step(field: InputField, steps: ValueGrid, index: int) -> DependenceStep:
    """Convert one step to the contract's form."""
    value = steps.values[index]
    text = field.kind == "category"
    missing = bool(value == "" if text else np.isnan(value))
    return DependenceStep(
        value=None if text or missing else float(value),
        category=str(value) if text and not missing else None,
        missing=missing,
        share=float(steps.shares[index]),
    )
