"""A plain linear model to compare with, fitted where none was among the models tried.

With a short budget that shows too late, so there it is fitted before all of them.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from rowcast_automl.calibrate.evaluated_predictions import Evidence
from rowcast_automl.calibrate.fitted_linear_model import LinearTried
from rowcast_automl.contracts.generated import Reason
from rowcast_automl.estimators.base import FoldData, FoldFit
from rowcast_automl.estimators.registry import LINEAR
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.blend import link
from rowcast_automl.plan.portfolio import SHRINKAGE
from rowcast_automl.platform.process.forked_task import run_forked
from rowcast_automl.prepare.table_preparation import Prepared
from rowcast_automl.prepare.training_data import Workbench

MOST_ROWS, FEWEST_ROWS, MOST_WORK = 2_000, 200, 1_000_000
# All rows are encoded, though few are learned from.
LEAST_SECONDS, LEAST_SECONDS_OF_FEW = 0.2, 0.02
# Of the budgets that may leave no time for it at the end, the longest, and what it may take of them.
SHORT_BUDGET, SHORT_SHARE = 30.0, 0.1
MOST_CELLS = 10_000_000


def linear_answers(prepared: Prepared, evidence: Evidence, seconds: float) -> Array | None:
    """A linear model's answers on the evaluated rows, learned from 2,000 rows at most.

    Out of fold, each row is answered by a fit on the other folds; a held-out one by all of those together.

    Returns
    -------
    array or None
        None where the table is too wide, the time too short, or a fold without some class.
    """
    end = time.monotonic() + seconds
    least = LEAST_SECONDS if len(prepared.bench.truth) > MOST_ROWS else LEAST_SECONDS_OF_FEW
    if seconds < least:
        return None
    line = linear_fits(prepared.bench, end)
    if line is None:
        return None
    found: Array = line.extra[: len(evidence.truth)] if evidence.rows is None else line.oof[evidence.rows]
    return found if np.isfinite(found).all() else None


def linear_first(bench: Workbench, may_go_on: Callable[[float], bool]) -> LinearTried | None:
    """The same before anything else is fitted, since a short budget leaves no time for it afterwards.

    Parameters
    ----------
    may_go_on : callable
        Whether to go on after so many seconds.
    """
    if len(bench.truth) * bench.encoder.linear_width > MOST_CELLS:
        return None
    # A process that will fork starts none of the threads that fits start.
    (found,) = run_forked([partial(linear_fits, bench, math.inf)], 1, may_go_on)
    return None if isinstance(found, Reason) else found


def linear_fits(bench: Workbench, end: float) -> LinearTried | None:
    """Answers of a fit on each fold of the first round; None as `linear_answers` says."""
    width = bench.rows.numbers.shape[1] + bench.rows.texts.shape[1]
    if width * FEWEST_ROWS > MOST_WORK:
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
    extra = link(space, np.mean(extras, axis=0))
    return LinearTried(extra * bench.scale + bench.center, oof * bench.scale + bench.center)


def fitted(data: FoldData) -> FoldFit | None:
    """A fit that learns from few of the fold's rows; None without all classes."""
    if data.classes and len(np.unique(data.train_target)) < data.classes:
        return None
    work = max(1, data.train.shape[1] * data.outputs)
    rows = min(len(data.train), MOST_ROWS, max(FEWEST_ROWS, MOST_WORK // work))
    if rows < len(data.train):
        chosen = few_of_each(data.train_target, data.classes, rows, data.seed)
        target, order = data.train_target[chosen], data.order.take(chosen)
        data = replace(data, train=data.train[chosen], train_target=target, order=order)
    # Only units' processes leave unsaid what a fit warns of; slow convergence shows in the score.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return LINEAR.fit(data, {"shrinkage": SHRINKAGE})


def few_of_each(target: Array, classes: int, count: int, seed: int) -> Array:
    """Random rows, with one of each class at least."""
    random = np.random.default_rng(seed)
    order = random.permutation(len(target))
    firsts = np.unique(target[order], return_index=True)[1] if classes else np.zeros(0, np.int64)
    return np.unique(np.concatenate([order[firsts], order[:count]]))
