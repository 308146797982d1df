"""A model that was tried, and the blend of such models that is published."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.estimators.fitting import Member, Space, View
from rowcast_automl.features.schema import Task
from rowcast_automl.features.tensors import Array


@dataclass(frozen=True, slots=True)
class BaggedModel:
    """One configuration with a member for each fold; its answer links the mean over the members.

    Parameters
    ----------
    folds : tuple of int
        The fold of each member.
    """

    name: str
    view: View
    space: Space
    folds: tuple[int, ...]
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Blend:
    """Weighted models.

    Parameters
    ----------
    center, scale : float
        Undo the standardisation of a regression's target; 0 and 1 for classes.
    """

    task: Task
    classes: int
    models: tuple[BaggedModel, ...]
    weights: tuple[float, ...]
    center: float
    scale: float


def link(space: Space, raw: Array) -> Array:
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
        return raw[:, 0]
    if raw.shape[1] == 1:
        second = sigmoid(raw[:, 0]) if space == "margin" else raw[:, 0]
        return np.stack([1 - second, second], axis=1)
    if space == "probability":
        return raw
    shifted = np.exp(raw - raw.max(axis=1, keepdims=True))
    probabilities: Array = shifted / shifted.sum(axis=1, keepdims=True)
    return probabilities


def sigmoid(margins: Array) -> Array:
    """1 / (1 + exp(-m)) without overflow."""
    result: Array = np.exp(-np.logaddexp(0, -margins))
    return result


def blend_answers(blend: Blend, answers: list[Array]) -> Array:
    """The blend's answer in the target's own units from each model's linked answers."""
    total: Array = np.sum(
        [weight * each for weight, each in zip(blend.weights, answers, strict=True)], axis=0
    )
    return total * blend.scale + blend.center if blend.task == "regression" else total
