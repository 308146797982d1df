"""Parts of the table in which the model is significantly worse than elsewhere."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from rowcast_automl.contracts.generated import Slice, SliceTable
from rowcast_automl.explain.field_values import missing_in, values_of
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.metrics.reliability import wilson
from rowcast_automl.metrics.scores import EPSILON, Threshold, decide, threshold_of_rows

PARTS = 5
MIN_ROWS, MIN_SHARE = 20, 0.01
MAX_CATEGORIES, MAX_SLICES, MAX_ROWS = 50, 12, 20_000
FALSE_DISCOVERIES = 0.05
MEANS = {"roc_auc": "log_loss", "f1": "accuracy", "r2": "rmse"}


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows with something in common."""

    field: InputField
    rows: Array
    category: str | None = None
    low: float | None = None
    high: float | None = None
    missing: bool = False


def worst_slices(
    metric: str,
    truth: Array,
    predictions: Array,
    tensors: Tensors,
    fields: list[InputField],
    seconds: float,
    threshold: Threshold = 0.5,
) -> SliceTable | None:
    """Compare the rows of each value, or fifth, of each field with the other rows.

    A slice is listed when its mean loss is higher with at most 5 % false discoveries among those listed
    (Welch's test; Benjamini and Hochberg, 1995).

    Parameters
    ----------
    metric : str
        A metric that is no mean over rows is replaced by one that is: ROC AUC by log-loss, F1 by accuracy,
        R squared by RMSE.
    truth, predictions, tensors : aligned evaluated rows
        At most 20,000 of them are used.
    seconds : float
        Time limit. Fields for which it is not enough are omitted.
    threshold : Threshold
        Probability from which the second of two classes is predicted.

    Returns
    -------
    SliceTable or None
        None when there are too few rows, or no time for the first field.
    """
    deadline = time.monotonic() + seconds
    metric = MEANS.get(metric, metric)
    if len(truth) > MAX_ROWS:
        rows = np.random.default_rng(0).choice(len(truth), MAX_ROWS, replace=False)
        truth, predictions, tensors = truth[rows], predictions[rows], tensors.take(rows)
        threshold = threshold_of_rows(threshold, rows)
    losses = row_losses(metric, truth, predictions, threshold)
    minimum = max(MIN_ROWS, math.ceil(MIN_SHARE * len(losses)))
    tested: list[tuple[float, float, RowGroup]] = []
    for field in fields:
        if time.monotonic() > deadline:
            break
        for part in parts(field, values_of(tensors, field), minimum):
            difference, chance = compare(losses[part.rows], losses[~part.rows])
            tested.append((chance, difference, part))
    if not tested:
        return None
    tested.sort(key=lambda each: each[0])
    kept = 0
    for rank, (chance, _, _) in enumerate(tested, 1):
        if chance <= FALSE_DISCOVERIES * rank / len(tested):
            kept = rank
    worst = sorted(tested[:kept], key=lambda each: -each[1])[:MAX_SLICES]
    return SliceTable.model_validate(
        {
            "metric": metric,
            "overall": bounds(metric, losses)[0],
            "tested": len(tested),
            "slices": [slice_of(metric, losses[part.rows], part) for _, _, part in worst],
        }
    )


def row_losses(metric: str, truth: Array, predictions: Array, threshold: Threshold) -> Array:
    """Return the contribution of each row to the mean; larger is worse."""
    losses: Array
    if metric == "log_loss":
        losses = -np.log(np.clip(predictions[np.arange(len(truth)), truth], EPSILON, 1.0))
    elif metric == "accuracy":
        losses = (decide(predictions, threshold) != truth).astype(np.float64)
    else:
        losses = np.abs(truth - predictions) if metric == "mae" else (truth - predictions) ** 2
    return losses


def parts(field: InputField, values: Array, minimum: int) -> Iterator[RowGroup]:
    """Yield the rows of each category or boolean value, of fifths of a number or date, and missing cells."""
    missing = missing_in(values, field)
    maximum = len(values) - minimum
    if minimum <= missing.sum() <= maximum:
        yield RowGroup(field, missing, missing=True)
    if field.kind in ("category", "boolean"):
        names, counts = np.unique(values[~missing], return_counts=True)
        for index in np.argsort(-counts, kind="stable")[:MAX_CATEGORIES]:
            if minimum <= counts[index] <= maximum:
                name = str(names[index]) if field.kind == "category" else str(bool(names[index])).lower()
                yield RowGroup(field, values == names[index], category=name)
        return
    if missing.all() or field.kind == "text":
        return
    edges = np.unique(np.quantile(values[~missing], np.linspace(0, 1, PARTS + 1)))
    for low, high in pairwise(edges.tolist()):
        last = high == float(edges[-1])
        rows = ~missing & (values >= low) & ((values <= high) if last else (values < high))
        if minimum <= rows.sum() <= maximum:
            yield RowGroup(field, rows, low=low, high=high)


def compare(inside: Array, outside: Array) -> tuple[float, float]:
    """Return the difference of the means and its one-sided p-value."""
    spread = inside.var(ddof=1) / len(inside) + outside.var(ddof=1) / len(outside)
    difference = float(inside.mean() - outside.mean())
    if not spread > 0:
        return difference, 0.0 if difference > 0 else 1.0
    return difference, 0.5 * math.erfc(difference / math.sqrt(2 * spread))


def bounds(metric: str, losses: Array) -> tuple[float, float, float]:
    """Return the metric on some rows with its 95 % interval."""
    mean = float(losses.mean())
    if metric == "accuracy":
        low, high = wilson(1 - mean, len(losses))
        return 1 - mean, low, high
    half = 1.959964 * float(losses.std(ddof=1)) / math.sqrt(len(losses))
    low, high = max(0.0, mean - half), mean + half
    return (math.sqrt(mean), math.sqrt(low), math.sqrt(high)) if metric == "rmse" else (mean, low, high)


def slice_of(metric: str, losses: Array, part: RowGroup) -> Slice:
    """Convert a slice to the contract's form."""
    value, low, high = bounds(metric, losses)
    return Slice(
        column=part.field.name,
        kind=part.field.kind,
        category=part.category,
        from_=part.low,
        to=part.high,
        missing=part.missing,
        rows=len(losses),
        score=value,
        low=low,
        high=high,
    )
