"""The facts about a table and its settings that decide which configurations are worth fitting."""

from __future__ import annotations

from dataclasses import dataclass

from rowcast_automl.estimators.base import MAX_NODES
from rowcast_automl.estimators.learning_steps import ROUNDS
from rowcast_automl.features.schema import Task
from rowcast_automl.models.serving_cost import DEFAULT_LIMIT, trees_cost, vectors_seconds

# Kernel ridge keeps all rows of a fold: more of them exceed the time limit of one prediction.
METRIC_ROWS, METRIC_COLUMNS, METRIC_CELLS = 4_000, 300, 250_000
CELLS_PER_SECOND = 2_000
# Share of the latency limit for one repeat of a boosted model; its trees have about 30 leaves.
BOOSTED_SHARE, BOOSTED_TREE, MIN_ROUNDS = 0.5, trees_cost(1, 60), 200
# Share of the latency limit for one boosted member with deep trees.
MEMBER_SHARE = 0.75
# Few boosting rounds need a higher learning rate, since each class takes a tree in every round.
STEPS = 15.0
# Nodes of a forest: more with few folds, and with the time to export them.
FOREST_NODES, NODES_PER_SECOND = 800_000, 10_000


@dataclass(frozen=True, slots=True)
class PlanInputs:
    """What decides which configurations make sense.

    Parameters
    ----------
    seconds : float
        The time budget.
    n_splits : int
        Members that a model gets in the end: the more, the smaller each.
    skewed : bool
        Whether the target is not negative and long-tailed, so that its logarithm is learned, too.
    has_text : bool
        Whether some column is free text.
    n_linear_features : int
        Columns that kernels compare rows by: those of the linear view.
    outputs : int
        Trees of a boosting round: one, or one for each of several classes.
    folds : int
        Members of a round.
    max_row_seconds : float
        What all members of a blend may take for one row.
    absolute : bool
        Whether absolute errors are to be small, so that every second boosted model learns by them.
    """

    task: Task
    n_samples: int
    n_features: int
    seconds: float
    n_splits: int
    skewed: bool
    has_text: bool = False
    n_linear_features: int = 0
    outputs: int = 1
    folds: int = 5
    max_row_seconds: float = DEFAULT_LIMIT.seconds
    absolute: bool = False

    @property
    def rounds(self) -> int:
        """Boosting rounds with which a model stays affordable beside others."""
        trees = BOOSTED_SHARE * self.max_row_seconds / BOOSTED_TREE.seconds
        return int(min(ROUNDS, max(MIN_ROUNDS, trees / (self.folds * self.outputs))))

    def rounds_with(self, nodes: int) -> int:
        """The same where trees have so many nodes, and one member alone may be what is affordable."""
        trees = MEMBER_SHARE * self.max_row_seconds / trees_cost(1, nodes).seconds
        return int(min(self.rounds, max(MIN_ROUNDS // 2, trees / self.outputs)))

    def rate(self, usual: float, rounds: int) -> float:
        """The learning rate of boosting, longer where many classes leave it few rounds."""
        return max(usual, STEPS / rounds) if self.outputs > 1 else usual

    @property
    def nodes(self) -> int:
        """Those that the trees of a forest's member may have together."""
        return max(MAX_NODES, int(min(FOREST_NODES // self.folds, NODES_PER_SECOND * self.seconds)))

    @property
    def is_short_of_time(self) -> bool:
        """Whether the table is large for the time, so that the first models should be quick ones."""
        return self.n_samples * self.n_features > CELLS_PER_SECOND * self.seconds

    @property
    def comparable(self) -> bool:
        """Whether rows are few and short enough for a metric of their own."""
        within = self.n_samples <= METRIC_ROWS and self.n_linear_features <= METRIC_COLUMNS
        return within and self.n_samples * self.n_linear_features <= METRIC_CELLS

    def can_compare(self, share: float) -> bool:
        """Whether a row can be compared with such a share of the others in the time that it has."""
        return vectors_seconds(int(share * self.n_samples), self.n_linear_features) <= self.max_row_seconds

    def share(self, total: int, minimum: int, maximum: int) -> int:
        """One member's share of so many trees or networks."""
        return min(max(total // self.n_splits, minimum), maximum)
