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
    """The folds and repeats of the cross-validation.

    Parameters
    ----------
    folds : int
        Number of parts of the rows.
    each_round : int
        Number of parts that are validated in one repeat. If all are, every row has an out-of-fold prediction.
    rounds : int
        Number of repeats. Further repeats validate other parts and then, if all are used, parts of a new
        split.
    """

    folds: int
    each_round: int
    rounds: int

    def within(self, splits: int) -> FoldPlan:
        """Return a copy with at most the given number of splits, in complete repeats, at least one."""
        return replace(self, rounds=min(self.rounds, max(1, splits // self.each_round)))

    def at_most(self, groups: int) -> FoldPlan:
        """Return a copy with at most as many folds as there are groups.

        Raises
        ------
        RowcastError
            VALIDATION_FAILED if there is only one group.
        """
        if groups < MIN_LEFT:
            raise too_few(groups, MIN_LEFT)
        each_round = min(self.each_round, groups)
        folds = min(self.folds, groups) // each_round * each_round
        return FoldPlan(folds, each_round, self.rounds)


def plan_folds(n_samples: int, n_features: int, seconds: float) -> FoldPlan:
    """Choose folds and repeats: repeated k-fold for small tables, a few validation parts for large ones.

    A validation part of 5,000 rows ranks models well enough. More configurations then help more than more
    folds.
    """
    cells = n_samples * max(n_features, 1)
    if n_samples > 100_000 or (n_samples > FEW_ROWS and cells > 500_000 * seconds):
        return FoldPlan(10, 1, 4)
    if n_samples > 10_000 or (n_samples > FEW_ROWS and cells > 50_000 * seconds):
        return FoldPlan(8, 2, 4)
    rounds = next((count for limit, count in ROUNDS_BY_ROWS if n_samples <= limit), 1)
    return FoldPlan(5, 5, rounds)
