"""Support vector machines with an RBF kernel, for small tables."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from sklearn.svm import SVC, SVR

from rowcast_automl.estimators.base import FoldData, FoldFit, KernelMember
from rowcast_automl.estimators.kernels.distances import gaussian, in_blocks
from rowcast_automl.estimators.kernels.margins import with_margins
from rowcast_automl.features.tensors import Array

STEP = 1.1


def fit_svm(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """Fit a support vector machine on the linear view; with more than two classes, one-vs-one.

    Parameters
    ----------
    params : mapping
        `C`, and `width`: gamma as a multiple of 1 / (n_features * variance), the variance rounded within 5 %.
    """
    gamma = float(params["width"]) / (data.train.shape[1] * rounded(float(data.train.var())))
    settings = {"C": float(params["C"]), "gamma": gamma, "cache_size": 500}
    if data.task == "regression":
        model = SVR(epsilon=0.1, **settings).fit(data.train, data.train_target)
        member = KernelMember(model.support_vectors_, model.dual_coef_.T, model.intercept_, gamma)
    else:
        learn = partial(machine, settings=settings, gamma=gamma)
        member = with_margins(data, learn, respond)
    return FoldFit(member, respond(member, data.valid), respond(member, data.extra))


def rounded(variance: float) -> float:
    """Round a variance to steps of about a tenth.

    Folds with the same gamma share their vectors in the graph.
    """
    return float(STEP ** round(math.log(max(variance, 1e-12), STEP)))


def machine(rows: Array, target: Array, settings: dict[str, Any], gamma: float) -> KernelMember:
    """Fit a support vector machine, one-vs-one: one column of weights for each pair of classes."""
    model = SVC(decision_function_shape="ovo", **settings).fit(rows, target)
    starts = np.cumsum([0, *model.n_support_])
    classes = len(model.n_support_)
    weights = []
    for first in range(classes):
        for second in range(first + 1, classes):
            column = np.zeros(len(model.support_))
            ours, theirs = slice(*starts[first : first + 2]), slice(*starts[second : second + 2])
            column[ours] = model.dual_coef_[second - 1, ours]
            column[theirs] = model.dual_coef_[first, theirs]
            weights.append(column)
    return KernelMember(model.support_vectors_, np.stack(weights, axis=1), model.intercept_, gamma)


def respond(member: KernelMember, rows: Array) -> Array:
    """Return margins or values, shape (n_samples, outputs)."""

    def predictions(part: Array) -> Array:
        answer: Array = gaussian(part, member.vectors, member.gamma) @ member.weights + member.bias
        return answer

    return in_blocks(predictions, rows, len(member.vectors))
