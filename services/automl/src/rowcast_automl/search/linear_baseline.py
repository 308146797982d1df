"""A plain linear model to compare with, fitted where none was among the models tried."""

from __future__ import annotations

import math
import time
import warnings
from dataclasses import replace

import numpy as np

from rowcast_automl.ensemble.blend import link
from rowcast_automl.estimators.families import LINEAR
from rowcast_automl.estimators.fitting import FoldData, FoldFit
from rowcast_automl.features.tensors import Array
from rowcast_automl.search.evidence import Evidence
from rowcast_automl.search.portfolio import SHRINKAGE
from rowcast_automl.search.preparation import Prepared

MOST_ROWS, FEWEST_ROWS, MOST_WORK = 2_000, 200, 1_000_000
# All rows are encoded, though few are learned from.
LEAST_SECONDS, LEAST_SECONDS_OF_FEW = 0.2, 0.02


def linear_answers(prepared: Prepared, evidence: Evidence, seconds: float) -> Array | None:
    """A linear model's answers on the evaluated rows, learned from 2,000 rows at most.

    Out of fold, each row is answered by a fit on the other folds; a held-out one by all of those together.

    Returns
    -------
    array or None
        None where the table is too wide, the time too short, or a fold without some class.
    """
    bench = prepared.bench
    end = time.monotonic() + seconds
    width = bench.rows.numbers.shape[1] + bench.rows.texts.shape[1]
    least = LEAST_SECONDS if len(bench.truth) > MOST_ROWS else LEAST_SECONDS_OF_FEW
    if width * FEWEST_ROWS > MOST_WORK or seconds < least:
        return None
    bench.prepare(0, "linear")
    shape = (len(bench.truth), bench.classes) if bench.classes else (len(bench.truth),)
    oof, extras = np.full(shape, np.nan), []
    space = LINEAR.space(bench.task)
    for number in range(bench.folds):
        if time.monotonic() > end:
            return None
        fit = fitted(bench.fold(number, "linear", log=False, deadline=math.inf))
        if fit is None:
            return None
        oof[bench.splits[number].valid] = link(space, fit.valid)
        extras.append(fit.extra)
    if evidence.rows is None:
        answers = link(space, np.mean(extras, axis=0))[: len(evidence.truth)]
        return answers * bench.scale + bench.center
    found: Array = oof[evidence.rows] * bench.scale + bench.center
    return found if np.isfinite(found).all() else None


def fitted(data: FoldData) -> FoldFit | None:
    """A fit that learns from few of the fold's rows; None without all classes."""
    if data.classes and len(np.unique(data.train_target)) < data.classes:
        return None
    work = max(1, data.train.shape[1] * data.outputs)
    rows = min(len(data.train), MOST_ROWS, max(FEWEST_ROWS, MOST_WORK // work))
    if rows < len(data.train):
        chosen = few_of_each(data.train_target, data.classes, rows, data.seed)
        data = replace(data, train=data.train[chosen], train_target=data.train_target[chosen])
    # In no process of its own, where what a fit warns of is left unsaid; slow convergence shows in the score.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return LINEAR.fit(data, {"shrinkage": SHRINKAGE})


def few_of_each(target: Array, classes: int, count: int, seed: int) -> Array:
    """Random rows, with one of each class at least."""
    random = np.random.default_rng(seed)
    order = random.permutation(len(target))
    firsts = np.unique(target[order], return_index=True)[1] if classes else np.zeros(0, np.int64)
    return np.unique(np.concatenate([order[firsts], order[:count]]))
