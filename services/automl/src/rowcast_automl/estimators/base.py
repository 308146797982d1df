"""Inputs and outputs of one fit: the data of a fold, the fitted member, and the estimator interface."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from rowcast_automl.estimators.trees.flat_trees import FlatTrees
from rowcast_automl.features.schema import Task
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array

View = Literal["linear", "pieces", "boost", "forest"]
Space = Literal["margin", "probability", "value"]
Kind = Literal[
    "linear", "random_forest", "extra_trees", "xgboost", "lightgbm", "mlp", "svm", "kernel_ridge", "knn"
]
# Of the trees of a forest that one fold grows.
MAX_NODES = 200_000
# That tell of the slopes of a kernel regression: more say little more, and cost the third power.
SLOPE_ROWS = 1_500
BLOCK_ROWS = 100_000


@dataclass(frozen=True, slots=True)
class MoreRows:
    """Rows beyond those that are shared by all fits, on disk.

    Parameters
    ----------
    X : float32 memmap, shape (n_samples, n_features)
    y : array, shape (n_samples,)
    """

    X: Array
    y: Array


@dataclass(frozen=True, slots=True)
class FoldData:
    """One fold in the view that the estimator asked for.

    Parameters
    ----------
    train, valid, extra : arrays, shape (n_samples, n_features)
        Rows to learn from, rows to validate on, and rows whose answers are compared with the served form.
    train_target, valid_target : arrays, shape (rows,)
        Class indices, or the standardised target of a regression.
    classes : int
        0 for regression.
    deadline : float
        `time.monotonic()` after which the fit should end with what it has.
    more_rows : MoreRows or None
        More rows to learn from; only boosted trees are given any.
    absolute : bool
        Whether absolute errors say of a regression when to stop, and not squared ones.
    order : Order
        Groups and times of the rows to learn from, which no cut of them goes through.
    valid_parts : int array, shape (n_samples of valid,), or None
        Each part of the validation rows is answered by what the others chose; None where none choose.
    ends_at : int or None
        Rounds or epochs after which to end, whatever the validation rows say.
    """

    task: Task
    train: Array
    train_target: Array
    valid: Array
    valid_target: Array
    extra: Array
    classes: int
    deadline: float
    seed: int
    more_rows: MoreRows | None = None
    absolute: bool = False
    order: Order = field(default_factory=Order)
    valid_parts: Array | None = None
    ends_at: int | None = None

    @property
    def outputs(self) -> int:
        """Columns of a prediction before the link."""
        return outputs_of(self.classes)

    @property
    def parts(self) -> list[tuple[Array, Array]]:
        """Rows to learn from and their targets, those on disk in blocks."""
        if self.more_rows is None:
            return [(self.train, self.train_target)]
        X, y = self.more_rows.X, self.more_rows.y
        blocks = [slice(start, start + BLOCK_ROWS) for start in range(0, len(X), BLOCK_ROWS)]
        return [(self.train, self.train_target), *((X[block], y[block]) for block in blocks)]

    @property
    def n_samples(self) -> int:
        """Rows to learn from."""
        return len(self.train) + (len(self.more_rows.X) if self.more_rows else 0)

    @property
    def late(self) -> bool:
        """Whether the deadline has passed."""
        return time.monotonic() > self.deadline


@dataclass(frozen=True, slots=True)
class LinearMember:
    """`x @ weights + bias`; weights have shape (features, outputs)."""

    weights: Array
    bias: Array


@dataclass(frozen=True, slots=True)
class NetworkMember:
    """Networks of one shape side by side, SELU between the layers; their answers are averaged.

    Parameters
    ----------
    layers : list of (weights, bias)
        float32, or float64 where that would show; shapes (networks, inputs, outputs) and
        (networks, 1, outputs).
    """

    layers: list[tuple[Array, Array]]

    def astype(self, kind: type[np.floating[Any]]) -> NetworkMember:
        """The same in another precision."""
        return NetworkMember([(weights.astype(kind), bias.astype(kind)) for weights, bias in self.layers])


@dataclass(frozen=True, slots=True)
class KernelMember:
    """`exp(-gamma * |x - v|^2) @ weights + bias`.

    Parameters
    ----------
    vectors : array, shape (vectors, features)
    weights : array, shape (vectors, outputs)
    bias : array, shape (outputs,)
    """

    vectors: Array
    weights: Array
    bias: Array
    gamma: float


@dataclass(frozen=True, slots=True)
class MetricMember:
    """`exp(-|x @ projection - v|^2) @ weights + bias`.

    Parameters
    ----------
    projection : array, shape (features, axes)
    vectors : array, shape (vectors, axes)
    weights : array, shape (vectors, outputs)
    bias : array, shape (outputs,)
    """

    projection: Array
    vectors: Array
    weights: Array
    bias: Array


@dataclass(frozen=True, slots=True)
class NeighbourMember:
    """Means of `values` weighted by `exp(-sharpness * (|x - v|^2 - least))`.

    Parameters
    ----------
    vectors : array, shape (vectors, features)
    values : array, shape (vectors, outputs)
    """

    vectors: Array
    values: Array
    sharpness: float


Member = LinearMember | NetworkMember | KernelMember | MetricMember | NeighbourMember | FlatTrees


@dataclass(frozen=True, slots=True)
class FoldFit:
    """A fitted member as plain arrays, with its library's own predictions, shape (rows, outputs).

    Parameters
    ----------
    ended : int or None
        Rounds or epochs after which the validation rows were answered best; None where they are not asked.
    """

    member: Member
    valid: Array
    extra: Array
    cut_short: bool = False
    ended: int | None = None


Fit = Callable[[FoldData, Mapping[str, Any]], FoldFit]


@dataclass(frozen=True, slots=True)
class Estimator:
    """A way to learn.

    Parameters
    ----------
    kind : str
        The contract's estimator name.
    view : which encoding it reads.
    space : what its predictions are before the link.
    fit : called in a process of its own, once a fold.
    divisible : bool
        Whether a fit that ends early is a good smaller model, as of boosting, and not half a model.
    """

    kind: Kind
    view: View
    space: Callable[[Task], Space]
    fit: Fit = field(repr=False)
    divisible: bool = False


def margin_space(task: Task) -> Space:
    """Log-odds for classes, the value itself for regression."""
    return "value" if task == "regression" else "margin"


def probability_space(task: Task) -> Space:
    """Probabilities for classes, the value itself for regression."""
    return "value" if task == "regression" else "probability"


def outputs_of(classes: int) -> int:
    """Columns of a prediction before the link: one for regression and binary, else the classes."""
    return classes if classes > 2 else 1


def as_outputs(target: Array, classes: int) -> Array:
    """The target as a model's outputs: numbers, 0/1 for two classes, or one column a class.

    Parameters
    ----------
    target : array, shape (n_samples,)
        Class indices, or numbers where `classes` is 0.

    Returns
    -------
    float64 array, shape (n_samples, outputs)
    """
    if classes > 2:
        return np.asarray(np.eye(classes)[target])
    return np.asarray(target, dtype=np.float64)[:, None]
