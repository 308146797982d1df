"""Seconds of one fit on one core of the reference machine, a 2-core cloud machine of 2026.

The form of each estimator's cost follows from its algorithm. The constants were fitted to the processor time
of single fits on tables of 300 to 20,000 rows and 4 to 300 columns. Each training measures how much slower
another machine is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.estimators.base import SLOPE_ROWS
from rowcast_automl.estimators.patience import patience

# Forking, and carrying the result back.
UNIT_SECONDS = 0.03
ROUNDS_PER_ROW = {"lightgbm": 0.15, "xgboost": 0.08}


@dataclass(frozen=True, slots=True)
class FitShape:
    """The sizes that determine the cost of a fit.

    Parameters
    ----------
    rows : int
        Training rows of one fold.
    numbers, words : int
        Columns of the tree view with many values, and with two.
    linear, pieces : int
        Columns of the linear and the piecewise view.
    outputs : int
        One for regression and binary tasks, otherwise the number of classes.
    """

    rows: int
    numbers: int
    words: int
    linear: int
    pieces: int
    outputs: int
    regression: bool


def fit_seconds(candidate: Candidate, shape: FitShape) -> float:
    """Estimate the seconds of one fit of a candidate."""
    return UNIT_SECONDS + COSTS[candidate.estimator.kind](candidate, shape)


def linear(candidate: Candidate, shape: FitShape) -> float:
    """Estimate the fit time of a linear model from the number of passes over the rows."""
    sweeps = 1 if shape.regression else 20 * shape.outputs
    return 1e-8 * shape.rows * dense_width(candidate, shape) * sweeps


def dense_width(candidate: Candidate, shape: FitShape) -> int:
    """Return the number of columns in the view that a candidate uses."""
    return shape.linear if candidate.estimator.view == "linear" else shape.pieces


def boosted_rounds(candidate: Candidate, shape: FitShape) -> float:
    """Estimate the boosting rounds until early stopping. They increase with the number of rows."""
    rounds_per_row = ROUNDS_PER_ROW[candidate.estimator.kind]
    return min(float(candidate.params["rounds"]), patience(shape.rows) + rounds_per_row * shape.rows)


def leafwise(candidate: Candidate, shape: FitShape) -> float:
    """Estimate the fit time of LightGBM: one histogram per column and leaf in each round."""
    each = 0.2e-3 + 0.03e-3 * shape.numbers + 0.003e-3 * shape.words + 1.5e-7 * shape.rows
    return boosted_rounds(candidate, shape) * shape.outputs * each


def boosting(candidate: Candidate, shape: FitShape) -> float:
    """Estimate the fit time of XGBoost: like LightGBM, but slower per column and with fewer rounds."""
    each = 0.2e-3 + 0.07e-3 * shape.numbers + 0.005e-3 * shape.words + 1.5e-7 * shape.rows
    return boosted_rounds(candidate, shape) * shape.outputs * each


def forest(candidate: Candidate, shape: FitShape) -> float:
    """Estimate the fit time of a random forest.

    Each tree sorts its rows at every level, for each sampled column.
    """
    return trees_of(candidate, shape, 5.6e-8, 5.6e-8)


def extra_trees(candidate: Candidate, shape: FitShape) -> float:
    """Estimate the fit time of extremely randomised trees, which do not sort rows."""
    return trees_of(candidate, shape, 4e-8, 1.3e-8)


def trees_of(candidate: Candidate, shape: FitShape, each_row: float, each_cell: float) -> float:
    """Estimate the fit time of a forest.

    It depends on the rows, the cells sampled at each level and the nodes to transfer.
    """
    width = shape.numbers + shape.words
    share = candidate.params["features"]
    looked_at = math.sqrt(width) if isinstance(share, str) else float(share) * width
    trees = int(candidate.params.get("judged", candidate.params["trees"]))
    rows = shape.rows * math.log2(shape.rows + 1)
    kept = int(candidate.params["trees"]) * shape.rows / int(candidate.params["leaf"])
    return trees * (1e-3 + rows * (each_row + each_cell * looked_at)) + 1.8e-6 * kept


def network(candidate: Candidate, shape: FitShape) -> float:
    """Estimate the fit time of a network: weights × rows × epochs."""
    sizes = [dense_width(candidate, shape), *candidate.params["hidden"], shape.outputs]
    weights = sum(int(a) * int(b) for a, b in pairwise(sizes))
    seen = int(candidate.params["epochs"]) * int(candidate.params["networks"]) * shape.rows
    return 2.5e-10 * seen * weights


def machine(_candidate: Candidate, shape: FitShape) -> float:
    """Estimate the fit time of a support vector machine from the number of pairs of rows."""
    return 1.8e-9 * shape.rows**2 * (shape.linear + 10)


def kernel_ridge(candidate: Candidate, shape: FitShape) -> float:
    """Estimate the fit time of a kernel ridge regression.

    It consists of learning the metric, solving the linear system of all rows and, for classes, the inner
    folds.
    """
    some, width = min(shape.rows, SLOPE_ROWS), shape.linear
    each_round = some**2 * (some / 3 + 2 * width * (1 + shape.outputs)) + 2 * some * shape.outputs * width**2
    each_round += 4 * width**3 if candidate.params["askew"] else 0
    whole = shape.rows**2 * (shape.rows / 3 + width + 15) * (1.0 if shape.regression else 1.9)
    operations = int(candidate.params["rounds"]) * each_round + whole
    return 0.01 + 6e-8 * some**2 + 5e-11 * operations


def neighbours(_candidate: Candidate, shape: FitShape) -> float:
    """Estimate the fit time of a nearest-neighbour model, which compares all pairs of rows once."""
    return 1e-8 * shape.rows**2


def shallow_tree(candidate: Candidate, shape: FitShape) -> float:
    """Estimate the fit time of a shallow tree: its sampled rows are sorted once for each column and level."""
    width = max(1, shape.numbers + shape.words)
    rows = min(shape.rows, int(candidate.params["max_rows"]), int(candidate.params["max_cells"]) // width)
    return 1e-7 * rows * width * int(candidate.params["depth"])


def constant(_candidate: Candidate, _shape: FitShape) -> float:
    """Return 0: the constant baseline takes no time."""
    return 0.0


COSTS: dict[str, Callable[[Candidate, FitShape], float]] = {
    "baseline": constant,
    "linear": linear,
    "decision_tree": shallow_tree,
    "lightgbm": leafwise,
    "xgboost": boosting,
    "random_forest": forest,
    "extra_trees": extra_trees,
    "mlp": network,
    "svm": machine,
    "kernel_ridge": kernel_ridge,
    "knn": neighbours,
}
