"""Bagged models and their weighted blend, as published."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rowcast_automl.estimators.base import Member, Space, View
from rowcast_automl.estimators.probabilities import sigmoid, softmax
from rowcast_automl.features.schema import Task
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.calibration import Calibration


@dataclass(frozen=True, slots=True)
class LogTarget:
    """The unit of a target learned as its logarithm.

    Parameters
    ----------
    mean, deviation : float
        Standardise the logarithm.
    low, high : float
        Range of the standardised logarithm in training; answers are kept within it and a margin, but never
        below zero where there are zeros, until the blend is stretched.
    center, scale : float
        The unit in which models are blended.
    shift : float
        Added before the logarithm is taken, where there are zeros.
    """

    mean: float
    deviation: float
    low: float
    high: float
    center: float
    scale: float
    shift: float = 0.0
    MARGIN: ClassVar[float] = 0.5

    @property
    def bounds(self) -> tuple[float, float]:
        """What standardised logarithms are kept within."""
        return (self.low if self.shift else self.low - self.MARGIN), self.high + self.MARGIN

    def transform(self, truth: Array) -> Array:
        """Standardised logarithms."""
        result: Array = (np.log(truth + self.shift) - self.mean) / self.deviation
        return result

    def inverse_transform(self, raw: Array) -> Array:
        """Standardised values from standardised logarithms."""
        exponential = np.exp(np.clip(raw, *self.bounds) * self.deviation + self.mean)
        result: Array = (exponential - (self.shift + self.center)) / self.scale
        return result


@dataclass(frozen=True, slots=True)
class BaggedModel:
    """One configuration with a member for each fold; its answer links the mean over the members.

    Parameters
    ----------
    folds : tuple of int
        The split of each member.
    log : LogTarget or None
        Given where the members learned logarithms.
    """

    name: str
    view: View
    space: Space
    folds: tuple[int, ...]
    members: tuple[Member, ...]
    log: LogTarget | None = None


@dataclass(frozen=True, slots=True)
class Blend:
    """Weighted models.

    Parameters
    ----------
    center, scale : float
        Undo the standardisation of a regression's target; 0 and 1 for classes.
    calibration : Calibration or None
        Applied to the blended probabilities.
    """

    task: Task
    classes: int
    models: tuple[BaggedModel, ...]
    weights: tuple[float, ...]
    center: float
    scale: float
    calibration: Calibration | None = None


def link(space: Space, raw: Array, log: LogTarget | None = None) -> Array:
    """From what a model adds up to what it answers.

    Parameters
    ----------
    raw : float64 array, shape (rows, outputs)

    Returns
    -------
    float64 array
        Probabilities, shape (rows, classes); or standardised values, shape (rows,).
    """
    if space == "value":
        return log.inverse_transform(raw[:, 0]) if log else raw[:, 0]
    if raw.shape[1] == 1:
        second = sigmoid(raw[:, 0]) if space == "margin" else raw[:, 0]
        return np.stack([1 - second, second], axis=1)
    return raw if space == "probability" else softmax(raw)


def blend_predictions(blend: Blend, predictions: list[Array]) -> Array:
    """The blend's answer in the target's own units from each model's linked answers."""
    total: Array = np.sum(
        [weight * each for weight, each in zip(blend.weights, predictions, strict=True)], axis=0
    )
    if blend.task == "regression":
        return total * blend.scale + blend.center
    return blend.calibration.apply(total) if blend.calibration else total
