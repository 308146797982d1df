"""Data that a bundle stores with the graph for intervals, explanations and decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rowcast_automl.calibrate.conformal import Conformal
from rowcast_automl.explain.counterfactual import Choices
from rowcast_automl.explain.field_values import missing_in, values_of
from rowcast_automl.explain.shapley import affordable_background
from rowcast_automl.explain.value_grid import MAX_STEPS, spread
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.metrics.thresholds import DEFAULT_THRESHOLD

FORMAT = 1
BACKGROUND_ROWS = 64
GOLDEN = 0.6180339887498949


@dataclass(frozen=True, slots=True)
class PredictionFacts:
    """The data in `predictions.json`.

    Parameters
    ----------
    threshold : float
        Probability from which the second of two classes is predicted.
    background : list of dict
        At most 64 training rows as a client would send them.
    ranges : dict
        For at most 500 of the most important numbers and dates: the values to try for counterfactuals, and
        the interquartile range.
    """

    conformal: Conformal | None = None
    threshold: float = DEFAULT_THRESHOLD
    background: tuple[dict[str, object], ...] = ()
    ranges: dict[str, tuple[list[float], float]] | None = None

    def as_json(self) -> dict[str, Any]:
        """Convert to JSON-compatible data."""
        return {
            "format": FORMAT,
            "conformal": self.conformal.as_json() if self.conformal else None,
            "threshold": self.threshold,
            "background": list(self.background),
            "ranges": {name: {"values": values, "unit": unit} for name, (values, unit) in self.known.items()},
        }

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> PredictionFacts:
        """Create from the output of `as_json`.

        Raises
        ------
        ValueError
            When the format is not known to this version.
        """
        if content.get("format") != FORMAT:
            raise ValueError(f"answers format {content.get('format')!r} is not supported")
        return cls(
            conformal=Conformal.from_json(content["conformal"]) if content["conformal"] else None,
            threshold=float(content["threshold"]),
            background=tuple(content["background"]),
            ranges={name: (each["values"], each["unit"]) for name, each in content["ranges"].items()},
        )

    @property
    def known(self) -> dict[str, tuple[list[float], float]]:
        """The ranges; empty if none were stored."""
        return self.ranges or {}

    def choices(self, schema: ServingSchema, fixed: frozenset[str]) -> list[Choices]:
        """Return the possible values of each field that is not fixed. Free text does not change."""
        return [
            Choices(field, *self.values(field))
            for field in schema.fields
            if field.name not in fixed and (field.kind in ("category", "boolean") or field.name in self.known)
        ]

    def values(self, field: InputField) -> tuple[Array, float]:
        """Return the values seen in training, and the difference that counts as distance 1."""
        if field.kind == "category":
            return np.array((field.levels or field.categories)[:MAX_STEPS], dtype=object), 1.0
        if field.kind == "boolean":
            return np.array([0.0, 1.0]), 1.0
        values, unit = self.known[field.name]
        return np.array(values, dtype=np.float64), unit


def ranges_of(train: Tensors, fields: list[InputField]) -> dict[str, tuple[list[float], float]]:
    """Return for each number or date values across its range, and its interquartile range.

    If the interquartile range is 0, the standard deviation is used.
    """
    found = {}
    for field in fields:
        if field.textual or field.kind == "boolean":
            continue
        values = values_of(train, field)
        present = values[~missing_in(values, field)]
        if len(present) and present.min() < present.max():
            low, high = np.quantile(present, [0.25, 0.75])
            unit = float(high - low) or float(present.std())
            found[field.name] = (spread(present).tolist(), unit)
    return found


def background_rows(predictions: Array, fields: int) -> Array:
    """Return the positions of at most 64 rows, spread evenly over the range of predictions.

    Tables with many fields get fewer rows to save time. Any number of the first rows is also spread evenly.
    """
    if predictions.ndim == 1:
        order = np.argsort(predictions, kind="stable")
    else:
        chosen = predictions.argmax(axis=1)
        order = np.lexsort((predictions[np.arange(len(predictions)), chosen], chosen))
    count = min(BACKGROUND_ROWS, len(order), affordable_background(fields))
    places = ((np.arange(count) + 0.5) * len(order) / count).astype(int)
    # Multiples of the golden ratio fall between those before them.
    turns = (np.arange(1, count + 1) * GOLDEN) % 1
    found: Array = order[places[np.argsort(np.argsort(turns))]]
    return found
