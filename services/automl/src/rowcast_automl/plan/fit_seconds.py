"""Seconds of one fit on one core of the reference machine, a 2-core cloud machine of 2026.

The form of each family's cost is known from its algorithm; the constants were fitted to the processor time of
single fits on tables of 300 to 20,000 rows and 4 to 300 columns. How much slower another machine is, each
training says.
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
    """What a fit's cost depends on.

    Parameters
    ----------
    rows : int
        Rows that a fold learns from.
    numbers, words : int
        Columns of the tree view with many values, and with two.
    linear, pieces : int
        Columns of those views.
    outputs : int
        One for a regression and two classes, else the classes.
    """

    rows: int
    numbers: int
    words: int
    linear: int
    pieces: int
    outputs: int
    regression: bool


def fit_seconds(candidate: Candidate, shape: FitShape) -> float:
    """One fit of the candidate."""
    return UNIT_SECONDS + COSTS[candidate.estimator.kind](candidate, shape)


def linear(candidate: Candidate, shape: FitShape) -> float:
    """Sweeps over the rows."""
    sweeps = 1 if shape.regression else 20 * shape.outputs
    return 1e-8 * shape.rows * dense_width(candidate, shape) * sweeps


def dense_width(candidate: Candidate, shape: FitShape) -> int:
    """Columns of the view that it reads."""
    return shape.linear if candidate.estimator.view == "linear" else shape.pieces


def boosted_rounds(candidate: Candidate, shape: FitShape) -> float:
    """Boosting goes on for longer the more rows there are to learn from."""
    rounds_per_row = ROUNDS_PER_ROW[candidate.estimator.kind]
    return min(float(candidate.params["rounds"]), patience(shape.rows) + rounds_per_row * shape.rows)


def leafwise(candidate: Candidate, shape: FitShape) -> float:
    """A histogram a column and leaf, in each round."""
    each = 0.2e-3 + 0.03e-3 * shape.numbers + 0.003e-3 * shape.words + 1.5e-7 * shape.rows
    return boosted_rounds(candidate, shape) * shape.outputs * each


def boosting(candidate: Candidate, shape: FitShape) -> float:
    """The same, dearer by the column and with fewer rounds."""
    each = 0.2e-3 + 0.07e-3 * shape.numbers + 0.005e-3 * shape.words + 1.5e-7 * shape.rows
    return boosted_rounds(candidate, shape) * shape.outputs * each


def forest(candidate: Candidate, shape: FitShape) -> float:
    """Each tree sorts its rows at every level, for the columns that it looks at."""
    return trees_of(candidate, shape, 5.6e-8, 5.6e-8)


def extra_trees(candidate: Candidate, shape: FitShape) -> float:
    """Without the sorting."""
    return trees_of(candidate, shape, 4e-8, 1.3e-8)


def trees_of(candidate: Candidate, shape: FitShape, each_row: float, each_cell: float) -> float:
    """Seconds by rows, and by cells that are looked at, at every level; then what is kept is carried back."""
    width = shape.numbers + shape.words
    share = candidate.params["features"]
    looked_at = math.sqrt(width) if isinstance(share, str) else float(share) * width
    trees = int(candidate.params.get("judged", candidate.params["trees"]))
    rows = shape.rows * math.log2(shape.rows + 1)
    kept = int(candidate.params["trees"]) * shape.rows / int(candidate.params["leaf"])
    return trees * (1e-3 + rows * (each_row + each_cell * looked_at)) + 1.8e-6 * kept


def network(candidate: Candidate, shape: FitShape) -> float:
    """Weights times rows times epochs."""
    sizes = [dense_width(candidate, shape), *candidate.params["hidden"], shape.outputs]
    weights = sum(int(a) * int(b) for a, b in pairwise(sizes))
    seen = int(candidate.params["epochs"]) * int(candidate.params["networks"]) * shape.rows
    return 2.5e-10 * seen * weights


def machine(_candidate: Candidate, shape: FitShape) -> float:
    """Every row with every other."""
    return 1.8e-9 * shape.rows**2 * (shape.linear + 10)


def kernel_ridge(candidate: Candidate, shape: FitShape) -> float:
    """Equations of all rows, before them of some for the metric, and for classes of inner folds, too."""
    some, width = min(shape.rows, SLOPE_ROWS), shape.linear
    each_round = some**2 * (some / 3 + 2 * width * (1 + shape.outputs)) + 2 * some * shape.outputs * width**2
    each_round += 4 * width**3 if candidate.params["askew"] else 0
    whole = shape.rows**2 * (shape.rows / 3 + width + 15) * (1.0 if shape.regression else 1.9)
    operations = int(candidate.params["rounds"]) * each_round + whole
    return 0.01 + 6e-8 * some**2 + 5e-11 * operations


def neighbours(_candidate: Candidate, shape: FitShape) -> float:
    """Every row with every other, once."""
    return 1e-8 * shape.rows**2


COSTS: dict[str, Callable[[Candidate, FitShape], float]] = {
    "linear": linear,
    "lightgbm": leafwise,
    "xgboost": boosting,
    "random_forest": forest,
    "extra_trees": extra_trees,
    "mlp": network,
    "svm": machine,
    "kernel_ridge": kernel_ridge,
    "knn": neighbours,
}
