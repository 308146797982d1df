"""Margins of classes for estimators without probabilities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from rowcast_automl.estimators.base import FoldData, KernelMember, MetricMember
from rowcast_automl.features.encoding.target_encoding import inner_parts
from rowcast_automl.features.splits.splitters import class_folds
from rowcast_automl.features.tensors import Array

INNER_FOLDS = 3
Decider = TypeVar("Decider", KernelMember, MetricMember)


def with_margins(
    data: FoldData, learn: Callable[[Array, Array], Decider], respond: Callable[[Decider, Array], Array]
) -> Decider:
    """Fit a classifier on all rows and convert its decisions to margins.

    Parameters
    ----------
    learn : callable
        Fits a model to rows and their classes.
    respond : callable
        Returns a model's decisions for rows, shape (n_samples, decisions).

    Returns
    -------
    Decider
        The fitted model, with outputs that are margins (log-odds).

    Notes
    -----
    The conversion is a logistic regression on inner out-of-fold decisions (Platt, 1999). With more than two
    classes it is one multinomial model of all decisions. The exported model remains linear in the decisions.
    """
    rows, target = data.train, data.train_target
    whole = learn(rows, target)
    decisions = np.full((len(rows), whole.weights.shape[1]), np.nan)
    for learned, checked in inner_folds(data):
        decisions[checked] = respond(learn(rows[learned], target[learned]), rows[checked])
    # Rows without which nothing knows their class.
    alone = np.isnan(decisions[:, 0])
    if alone.any():
        decisions[alone] = respond(whole, rows[alone])
    scale = np.maximum(decisions.std(axis=0), 1e-9)
    mixer = LogisticRegression(C=1.0, max_iter=500).fit(decisions / scale, target)
    mix = mixer.coef_.T / scale[:, None]
    return replace(whole, weights=whole.weights @ mix, bias=whole.bias @ mix + mixer.intercept_)


def inner_folds(data: FoldData) -> list[tuple[Array, Array]]:
    """Return (train, test) rows of each inner fold. The only row of a class is always in training."""
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
    """Return (train, test) rows of inner folds that keep groups whole, or else runs of times.

    Decisions for rows of a training group are more confident than those for rows of a new group.
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
