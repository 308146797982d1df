"""The plain linear model that the report compares with: taken from the candidates, or fitted separately.

A separate fit comes first, because a short budget leaves no time for it afterwards.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.contracts.generated import Reason
from rowcast_automl.ensemble.served_members import with_repeats
from rowcast_automl.estimators.base import FoldData, FoldFit, LinearMember
from rowcast_automl.estimators.registry import LINEAR
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.blend import link
from rowcast_automl.plan.default_configurations import SHRINKAGE
from rowcast_automl.platform.process.forked_task import run_forked
from rowcast_automl.prepare.training_data import TrainingData

MAX_ROWS, MIN_ROWS, MAX_WORK = 2_000, 200, 1_000_000
# Of the budgets that may leave no time for it at the end, the longest, and what it may take of them.
SHORT_BUDGET, SHORT_SHARE = 30.0, 0.1
MAX_CELLS = 10_000_000


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Predictions in the target's own units: for the parity rows, and out of fold for the training rows."""

    extra: Array
    oof: Array


def linear_candidate(fitted: Sequence[FittedCandidate], training_data: TrainingData) -> LinearModel | None:
    """Return the predictions of the linear candidate, from its first repeat only.

    The number of further repeats depends on the time.

    Returns
    -------
    LinearModel or None
        None if the linear model is not among the candidates.
    """
    plain = (each for each in fitted if each.candidate.estimator is LINEAR and not each.candidate.log)
    found = next((each for each in plain if each.candidate.params == {"shrinkage": SHRINKAGE}), None)
    if found is None or len(found.model.folds) < training_data.folds:
        return None
    first = with_repeats(found, 1, training_data.folds)
    training_data.prepare(0, "linear")
    rows, _ = training_data.views["linear"]
    oof = np.full_like(found.oof, np.nan)
    for number, member in zip(first.model.folds, first.model.members, strict=True):
        if not isinstance(member, LinearMember):
            return None
        valid = training_data.splits[number].valid
        oof[valid] = link(first.model.space, rows[valid] @ member.weights + member.bias)
    return LinearModel(
        first.extra * training_data.scale + training_data.center,
        oof * training_data.scale + training_data.center,
    )


def fit_linear_first(
    training_data: TrainingData, may_continue: Callable[[float], bool]
) -> LinearModel | None:
    """Fit the linear model before the candidates, because a short budget leaves no time for it afterwards.

    Parameters
    ----------
    may_continue : callable
        Takes the elapsed seconds. Returns whether to continue.
    """
    if len(training_data.truth) * training_data.encoder.linear_width > MAX_CELLS:
        return None
    # A process that will fork starts none of the threads that fits start.
    (found,) = run_forked([partial(fit_linear_folds, training_data, math.inf)], 1, may_continue)
    return None if isinstance(found, Reason) else found


def fit_linear_folds(training_data: TrainingData, end: float) -> LinearModel | None:
    """Answers of a fit on each fold of the first round; None as `linear_answers` says."""
    width = training_data.rows.numbers.shape[1] + training_data.rows.texts.shape[1]
    if width * MIN_ROWS > MAX_WORK:
        return None
    training_data.prepare(0, "linear")
    shape = (
        (len(training_data.truth), training_data.classes)
        if training_data.classes
        else (len(training_data.truth),)
    )
    oof, extras = np.full(shape, np.nan), []
    space = LINEAR.space(training_data.task)
    for number in range(training_data.folds):
        if time.monotonic() > end:
            return None
        fit = fit_on_few_rows(training_data.fold(number, "linear", log=False, deadline=math.inf))
        if fit is None:
            return None
        oof[training_data.splits[number].valid] = link(space, fit.valid)
        extras.append(fit.extra)
    extra = link(space, np.mean(extras, axis=0))
    return LinearModel(
        extra * training_data.scale + training_data.center, oof * training_data.scale + training_data.center
    )


def fit_on_few_rows(data: FoldData) -> FoldFit | None:
    """Fit on a sample of the fold's rows. Returns None if a class is missing."""
    if data.classes and len(np.unique(data.train_target)) < data.classes:
        return None
    work = max(1, data.train.shape[1] * data.outputs)
    rows = min(len(data.train), MAX_ROWS, max(MIN_ROWS, MAX_WORK // work))
    if rows < len(data.train):
        chosen = stratified_sample(data.train_target, data.classes, rows, data.seed)
        target, order = data.train_target[chosen], data.order.take(chosen)
        data = replace(data, train=data.train[chosen], train_target=target, order=order)
    # Only units' processes leave unsaid what a fit warns of; slow convergence shows in the score.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return LINEAR.fit(data, {"shrinkage": SHRINKAGE})


def stratified_sample(target: Array, classes: int, count: int, seed: int) -> Array:
    """Return a random sample of rows with at least one of each class."""
    random = np.random.default_rng(seed)
    order = random.permutation(len(target))
    firsts = np.unique(target[order], return_index=True)[1] if classes else np.zeros(0, np.int64)
    return np.unique(np.concatenate([order[firsts], order[:count]]))
