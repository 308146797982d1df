"""Bagged models and their weighted blend, as published."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rowcast_automl.estimators.base import Member, NeighbourMember, Space, View
from rowcast_automl.estimators.probabilities import sigmoid, softmax
from rowcast_automl.estimators.trees.flat_trees import FlatTrees
from rowcast_automl.features.schema import Task
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.calibration import Calibration
from rowcast_automl.models.deviation_limit import limit_deviations


@dataclass(frozen=True, slots=True)
class LogTarget:
    """The transformation of a target that is trained on as its logarithm.

    Parameters
    ----------
    mean, deviation : float
        Standardise the logarithm.
    low, high : float
        Range of the standardised logarithm in training. Predictions are clipped to it plus a margin. They are
        not negative if the target has zeros, until the ensemble is recalibrated.
    center, scale : float
        The unit in which models are averaged.
    shift : float
        Added before taking the logarithm if the target has zeros.
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
        """Range that standardised logarithms are clipped to."""
        return (self.low if self.shift else self.low - self.MARGIN), self.high + self.MARGIN

    def transform(self, truth: Array) -> Array:
        """Return standardised logarithms."""
        result: Array = (np.log(truth + self.shift) - self.mean) / self.deviation
        return result

    def inverse_transform(self, raw: Array) -> Array:
        """Convert standardised logarithms to standardised values."""
        exponential = np.exp(np.clip(raw, *self.bounds) * self.deviation + self.mean)
        result: Array = (exponential - (self.shift + self.center)) / self.scale
        return result


@dataclass(frozen=True, slots=True)
class BaggedModel:
    """One configuration with a member for each fold. Its prediction is the link of the members' mean.

    Parameters
    ----------
    folds : tuple of int
        The split of each member.
    log : LogTarget or None
        Set if the members are fitted to the logarithm of the target.
    """

    name: str
    view: View
    space: Space
    folds: tuple[int, ...]
    members: tuple[Member, ...]
    log: LogTarget | None = None

    @property
    def extrapolates(self) -> bool:
        """Whether its predictions can leave the range of the training targets."""
        return not isinstance(self.members[0], FlatTrees | NeighbourMember)


@dataclass(frozen=True, slots=True)
class Blend:
    """Weighted models.

    Parameters
    ----------
    center, scale : float
        Undo the standardisation of a regression's target; 0 and 1 for classes.
    calibration : Calibration or None
        Applied to the blended probabilities.
    max_deviations : tuple of float
        For a regression: how far each model may deviate from those without a limit, standardised. Infinite
        for models without a limit; empty if no model has one.
    """

    task: Task
    classes: int
    models: tuple[BaggedModel, ...]
    weights: tuple[float, ...]
    center: float
    scale: float
    calibration: Calibration | None = None
    max_deviations: tuple[float, ...] = ()


def link(space: Space, raw: Array, log: LogTarget | None = None) -> Array:
    """Convert a model's mean output to predictions.

    Parameters
    ----------
    raw : float64 array, shape (n_samples, n_outputs)

    Returns
    -------
    float64 array
        Probabilities, shape (n_samples, n_classes); or standardised values, shape (n_samples,).
    """
    if space == "value":
        return log.inverse_transform(raw[:, 0]) if log else raw[:, 0]
    if raw.shape[1] == 1:
        second = sigmoid(raw[:, 0]) if space == "margin" else raw[:, 0]
        return np.stack([1 - second, second], axis=1)
    return raw if space == "probability" else softmax(raw)


def blend_predictions(blend: Blend, predictions: list[Array]) -> Array:
    """Combine each model's linked predictions into the ensemble's predictions, in the target's own units."""
    if blend.max_deviations:
        predictions = limit_deviations(predictions, blend.weights, blend.max_deviations)
    total: Array = np.sum(
        [weight * each for weight, each in zip(blend.weights, predictions, strict=True)], axis=0
    )
    if blend.task == "regression":
        return total * blend.scale + blend.center
    return blend.calibration.apply(total) if blend.calibration else total
