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
    "baseline",
    "linear",
    "decision_tree",
    "random_forest",
    "extra_trees",
    "xgboost",
    "lightgbm",
    "mlp",
    "svm",
    "kernel_ridge",
    "knn",
]
# Of the trees of a forest that one fold grows.
MAX_NODES = 200_000
# That tell of the slopes of a kernel regression: more say little more, and cost the third power.
SLOPE_ROWS = 1_500
BLOCK_ROWS = 100_000


@dataclass(frozen=True, slots=True)
class MoreRows:
    """Training rows on disk, in addition to those that all fits share.

    Parameters
    ----------
    X : float32 memmap, shape (n_samples, n_features)
    y : array, shape (n_samples,)
    """

    X: Array
    y: Array


@dataclass(frozen=True, slots=True)
class FoldData:
    """The data of one cross-validation fold, in the encoding that the estimator reads.

    Parameters
    ----------
    train, valid, extra : arrays, shape (n_samples, n_features)
        Training rows, validation rows, and parity rows.
        On parity rows, the predictions of the library and of the exported model are compared.
    train_target, valid_target : arrays, shape (n_samples,)
        Class indices, or the standardised target for regression.
    classes : int
        Number of classes; 0 for regression.
    deadline : float
        `time.monotonic()` after which the fit should stop and return its current state.
    more_rows : MoreRows or None
        Additional training rows on disk. Only boosted trees receive any.
    absolute : bool
        For regression: whether early stopping uses absolute instead of squared errors.
    order : Order
        Groups and times of the training rows. Inner splits must respect them.
    valid_parts : int array, shape (n_samples of valid,), or None
        Part of each validation row for cross-fitted early stopping; None turns cross-fitting off.
    ends_at : int or None
        Fixed number of rounds or epochs. If set, the validation rows do not stop the fit.
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
        """The training rows and their targets; rows on disk come in blocks."""
        if self.more_rows is None:
            return [(self.train, self.train_target)]
        X, y = self.more_rows.X, self.more_rows.y
        blocks = [slice(start, start + BLOCK_ROWS) for start in range(0, len(X), BLOCK_ROWS)]
        return [(self.train, self.train_target), *((X[block], y[block]) for block in blocks)]

    @property
    def n_samples(self) -> int:
        """Number of training rows."""
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
    """Several networks with the same layer sizes and SELU activations. Their predictions are averaged.

    Parameters
    ----------
    layers : list of (weights, bias)
        float32, or float64 if float32 would change a prediction visibly. Shapes (networks, inputs, outputs)
        and (networks, 1, outputs).
    """

    layers: list[tuple[Array, Array]]

    def astype(self, kind: type[np.floating[Any]]) -> NetworkMember:
        """Return a copy with its weights in another precision."""
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
    """A fitted member as plain arrays, with its library's predictions, shape (n_samples, outputs).

    Parameters
    ----------
    ended : int or None
        Number of rounds or epochs with the best validation score; None if the validation rows are not used.
    """

    member: Member
    valid: Array
    extra: Array
    cut_short: bool = False
    ended: int | None = None


Fit = Callable[[FoldData, Mapping[str, Any]], FoldFit]


@dataclass(frozen=True, slots=True)
class Estimator:
    """An estimator: how to fit it, and which encoding and output space it uses.

    Parameters
    ----------
    kind : str
        The contract's estimator name.
    view : str
        The encoding that it reads.
    space : callable
        Returns the space of its predictions before the link.
    fit : callable
        Fits one fold, in a separate process.
    divisible : bool
        Whether a fit that is stopped early is a valid smaller model, as in boosting.
    """

    kind: Kind
    view: View
    space: Callable[[Task], Space]
    fit: Fit = field(repr=False)
    divisible: bool = False


def margin_space(task: Task) -> Space:
    """Return the output space of models that predict log-odds for classes and values for regression."""
    return "value" if task == "regression" else "margin"


def probability_space(task: Task) -> Space:
    """Return the output space of models that predict probabilities for classes and values for regression."""
    return "value" if task == "regression" else "probability"


def outputs_of(classes: int) -> int:
    """Return the number of outputs before the link: 1, or one per class for multiclass tasks."""
    return classes if classes > 2 else 1


def as_outputs(target: Array, classes: int) -> Array:
    """Convert a target to model outputs: values, 0/1 for two classes, or one indicator column per class.

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
