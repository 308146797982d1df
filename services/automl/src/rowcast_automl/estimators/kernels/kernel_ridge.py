"""Kernel ridge regression in a learned metric, for small tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rowcast_automl.estimators.base import FoldData, FoldFit, MetricMember, as_outputs
from rowcast_automl.estimators.kernels.distances import gaussian, in_blocks
from rowcast_automl.estimators.kernels.learned_metric import learn_metric, ridge_weights
from rowcast_automl.estimators.kernels.margins import with_margins
from rowcast_automl.features.tensors import Array


def fit_kernel_ridge(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """Fit kernel ridge regression in a learned metric, on the linear view.

    Parameters
    ----------
    params : mapping
        `ridge`, `width`, `rounds` and `askew`, as in `learn_metric`.

    Notes
    -----
    For classes, it regresses on class indicators. The inner folds that calibrate margins reuse the metric of
    all rows. A separate metric for each takes twice as long and does not improve the ensemble.
    """
    X, ridge = data.train.astype(np.float64), float(params["ridge"])
    Y = as_outputs(data.train_target, data.classes)
    centered = Y - Y.mean(axis=0)
    settings = (ridge, float(params["width"]), int(params["rounds"]))
    projection = learn_metric(X, centered, *settings, askew=bool(params["askew"]), seed=data.seed)

    def learn(rows: Array, target: Array) -> MetricMember:
        return regression(rows, as_outputs(target, data.classes), projection, ridge)

    regressed = data.task == "regression"
    member = learn(X, data.train_target) if regressed else with_margins(data, learn, respond)
    return FoldFit(member, respond(member, data.valid), respond(member, data.extra))


def regression(X: Array, Y: Array, projection: Array, ridge: float) -> MetricMember:
    """Fit a regression on outputs, shape (n_samples, outputs), in a given metric."""
    vectors, bias = X @ projection, Y.mean(axis=0)
    weights = ridge_weights(gaussian(vectors, vectors), Y - bias, ridge)
    return MetricMember(projection, vectors, weights, bias)


def respond(member: MetricMember, rows: Array) -> Array:
    """Predict margins or values, shape (n_samples, outputs)."""

    def predictions(part: Array) -> Array:
        answer: Array = gaussian(part @ member.projection, member.vectors) @ member.weights + member.bias
        return answer

    return in_blocks(predictions, rows, len(member.vectors))
