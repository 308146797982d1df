"""Support vector machines with an RBF kernel, for tables small enough for them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import SVC, SVR

from rowcast_automl.estimators.distances import in_blocks, squared_distances
from rowcast_automl.estimators.fitting import FoldData, FoldFit, KernelMember
from rowcast_automl.features.split import class_folds
from rowcast_automl.features.target_encoding import inner_parts
from rowcast_automl.features.tensors import Array

INNER_FOLDS = 3
STEP = 1.1


def fit_svm(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """Fits on the linear view.

    Parameters
    ----------
    params : mapping
        `C`, and `width`: gamma as a multiple of 1 / (n_features * variance), the variance within 5 %.

    Notes
    -----
    Decision values become margins through a logistic regression on inner out-of-fold decision values
    (Platt, 1999; one multinomial model over all one-against-one decisions beyond two classes), which keeps
    the served form linear in the kernel.
    """
    gamma = float(params["width"]) / (data.train.shape[1] * rounded(float(data.train.var())))
    settings = {"C": float(params["C"]), "gamma": gamma, "cache_size": 500}
    if data.task == "regression":
        model = SVR(epsilon=0.1, **settings).fit(data.train, data.train_target)
        member = KernelMember(model.support_vectors_, model.dual_coef_.T, model.intercept_, gamma)
    else:
        member = classifier(data, settings, gamma)
    return FoldFit(member, respond(member, data.valid), respond(member, data.extra))


def rounded(variance: float) -> float:
    """In steps of a tenth: folds that agree on gamma share their vectors in the graph, and nearly they do."""
    return float(STEP ** round(math.log(max(variance, 1e-12), STEP)))


def classifier(data: FoldData, settings: dict[str, Any], gamma: float) -> KernelMember:
    """Decisions of the machine, turned into margins."""
    rows, target = data.train, data.train_target
    whole = machine(rows, target, settings, gamma)
    decisions = np.full((len(rows), whole.weights.shape[1]), np.nan)
    for learn, check in inner_folds(data):
        decisions[check] = respond(machine(rows[learn], target[learn], settings, gamma), rows[check])
    # Rows without which no machine knows their class.
    alone = np.isnan(decisions[:, 0])
    if alone.any():
        decisions[alone] = respond(whole, rows[alone])
    scale = np.maximum(decisions.std(axis=0), 1e-9)
    mixer = LogisticRegression(C=1.0, max_iter=500).fit(decisions / scale, target)
    mix = mixer.coef_.T / scale[:, None]
    return KernelMember(whole.vectors, whole.weights @ mix, whole.bias @ mix + mixer.intercept_, gamma)


def inner_folds(data: FoldData) -> list[tuple[Array, Array]]:
    """Rows to learn from and to check; what alone has a class is always learned from."""
    target = data.train_target
    if not data.order.free:
        return divided_folds(data)
    fewest = int(np.bincount(target).min())
    if fewest > 1:
        inner = StratifiedKFold(min(INNER_FOLDS, fewest), shuffle=True, random_state=data.seed)
        return list(inner.split(data.train, target))
    parts = class_folds(target, data.classes, INNER_FOLDS, np.random.default_rng(data.seed))
    return [(np.setdiff1d(np.arange(len(target)), check), check) for check in parts if len(check)]


def divided_folds(data: FoldData) -> list[tuple[Array, Array]]:
    """The same for rows in groups or in time: of whole groups, or of runs of times.

    Decisions on rows of a group that was learned from are surer than those on rows of a new one.
    """
    target, groups = data.train_target, data.order.groups
    parts = inner_parts(len(target), data.seed, data.order, INNER_FOLDS)
    folds = []
    for part in np.unique(parts):
        held = parts == part
        lost = held & np.isin(target, target[~held], invert=True)
        held &= ~(lost if groups is None else np.isin(groups, groups[lost]))
        if held.any():
            folds.append((np.flatnonzero(~held), np.flatnonzero(held)))
    return folds


def machine(rows: Array, target: Array, settings: dict[str, Any], gamma: float) -> KernelMember:
    """One against one: a column of weights for each pair of classes."""
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
    """Margins or values, shape (n_samples, outputs)."""

    def answers(part: Array) -> Array:
        kernel = np.exp(-member.gamma * squared_distances(part, member.vectors))
        answer: Array = kernel @ member.weights + member.bias
        return answer

    return in_blocks(answers, rows, len(member.vectors))
