"""A candidate after its fits: out-of-fold answers, score, and what the exporter needs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.ensemble.blend import BaggedModel, link
from rowcast_automl.estimators.fitting import Member
from rowcast_automl.estimators.trees import FlatTrees
from rowcast_automl.explain.metrics import score
from rowcast_automl.features.tensors import Array
from rowcast_automl.search.fold_process import FoldResults
from rowcast_automl.search.portfolio import Candidate
from rowcast_automl.search.workbench import Workbench

SECONDS_PER_NODE, SECONDS_PER_TREE_ROW = 4e-6, 5e-8


@dataclass(frozen=True, slots=True)
class Tried:
    """A usable model.

    Parameters
    ----------
    oof : array, shape (rows, classes) or (rows,)
        Linked out-of-fold answers; NaN where a row was not validated. Standardised for a regression.
    extra : array
        Linked answers of all members together on the scoring and parity rows.
    score, spread : float
        Primary metric out of fold, and its standard deviation over the folds.
    publishing : float
        Estimate of the seconds that exporting and checking the model takes.
    """

    model: BaggedModel
    oof: Array
    extra: Array
    score: float
    spread: float
    seconds: float
    publishing: float
    cut_short: bool


def assemble(candidate: Candidate, bench: Workbench, results: FoldResults, metric: str) -> Tried | None:
    """Puts the finished folds together; None when there is none."""
    if not results.fits:
        return None
    space = candidate.estimator.space(bench.task)
    numbers = sorted(results.fits)
    fits = [results.fits[number][0] for number in numbers]
    shape = (len(bench.truth), bench.classes) if bench.classes else (len(bench.truth),)
    oof = np.full(shape, np.nan)
    scores = []
    for number, fit in zip(numbers, fits, strict=True):
        rows = bench.folds == number
        oof[rows] = link(space, fit.valid)
        scores.append(in_metric(bench, metric, bench.truth[rows], oof[rows]))
    known = validated(oof)
    members = tuple(fit.member for fit in fits)
    return Tried(
        model=BaggedModel(candidate.name, candidate.estimator.view, space, tuple(numbers), members),
        oof=oof,
        extra=link(space, np.mean([fit.extra for fit in fits], axis=0)),
        score=in_metric(bench, metric, bench.truth[known], oof[known]),
        spread=float(np.nanstd(scores)) if np.isfinite(scores).any() else 0.0,
        seconds=sum(results.fits[number][1] for number in numbers),
        publishing=publishing_seconds(members, len(bench.extra["linear"])),
        cut_short=any(fit.cut_short for fit in fits) or len(fits) < len(bench.fold_numbers),
    )


def publishing_seconds(members: tuple[Member, ...], rows: int) -> float:
    """Export follows the tree nodes, the parity check the trees times the rows."""
    trees = [member for member in members if isinstance(member, FlatTrees)]
    nodes = sum(len(member.tree) for member in trees)
    return nodes * SECONDS_PER_NODE + rows * sum(each.count for each in trees) * SECONDS_PER_TREE_ROW


def in_metric(bench: Workbench, metric: str, truth: Array, answers: Array) -> float:
    """The metric in the target's own units."""
    if bench.task == "regression":
        answers = answers * bench.scale + bench.center
    return score(metric, truth, answers)


def validated(oof: Array) -> Array:
    """Mask of the rows that have an out-of-fold answer."""
    return ~np.isnan(oof if oof.ndim == 1 else oof[:, 0])
