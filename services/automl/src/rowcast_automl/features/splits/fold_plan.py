"""The number of folds and repeats of the cross-validation."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rowcast_automl.features.splits.group_folds import MIN_LEFT
from rowcast_automl.features.splits.split_errors import too_few

ROUNDS_BY_ROWS = ((1_000, 4), (3_000, 3), (10_000, 2))
# Of so few rows all are validated, however wide they are: a part of them would choose by luck.
FEW_ROWS = 1_000


@dataclass(frozen=True, slots=True)
class FoldPlan:
    """How cross-validation goes about the rows.

    Parameters
    ----------
    folds : int
        Parts that the rows are cut into.
    each_round : int
        Parts that are validated in one round; with all of them every row gets an out-of-fold answer.
    rounds : int
        Further rounds validate further parts or, once all have been, parts of a new cut.
    """

    folds: int
    each_round: int
    rounds: int

    def within(self, splits: int) -> FoldPlan:
        """The same with at most so many splits, in whole rounds and one at least."""
        return replace(self, rounds=min(self.rounds, max(1, splits // self.each_round)))

    def at_most(self, groups: int) -> FoldPlan:
        """The same with a group, or a row of its own, in each fold, and as many folds in each round.

        Raises
        ------
        RowcastError
            VALIDATION_FAILED when there is no second group.
        """
        if groups < MIN_LEFT:
            raise too_few(groups, MIN_LEFT)
        each_round = min(self.each_round, groups)
        folds = min(self.folds, groups) // each_round * each_round
        return FoldPlan(folds, each_round, self.rounds)


def plan_folds(n_samples: int, n_features: int, seconds: float) -> FoldPlan:
    """Whole and repeated cross-validation for small tables; for large ones a first round on few parts.

    A validation part of 5,000 rows ranks models well enough, and different models are then worth more than
    further folds of the same ones.
    """
    cells = n_samples * max(n_features, 1)
    if n_samples > 100_000 or (n_samples > FEW_ROWS and cells > 500_000 * seconds):
        return FoldPlan(10, 1, 4)
    if n_samples > 10_000 or (n_samples > FEW_ROWS and cells > 50_000 * seconds):
        return FoldPlan(8, 2, 4)
    rounds = next((count for limit, count in ROUNDS_BY_ROWS if n_samples <= limit), 1)
    return FoldPlan(5, 5, rounds)
