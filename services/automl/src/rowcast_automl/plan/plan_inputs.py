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
    """The facts about a table and its settings that decide which configurations are fitted.

    Parameters
    ----------
    seconds : float
        The time budget.
    n_splits : int
        Members of each final model. With more members, each is smaller.
    skewed : bool
        Whether the target is non-negative and long-tailed, so that log-target variants are added.
    has_text : bool
        Whether some column is free text.
    n_linear_features : int
        Columns of the linear view, which kernels use to compare rows.
    outputs : int
        Trees per boosting round: one, or one for each of several classes.
    folds : int
        Members fitted in one repeat.
    max_row_seconds : float
        Time limit of all ensemble members together for one row.
    absolute : bool
        Whether the metric is based on absolute errors. Every second boosted model then minimises them.
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
        """Maximum number of boosting rounds at which a model leaves time for others."""
        trees = BOOSTED_SHARE * self.max_row_seconds / BOOSTED_TREE.seconds
        return int(min(ROUNDS, max(MIN_ROUNDS, trees / (self.folds * self.outputs))))

    def rounds_with(self, nodes: int) -> int:
        """Return the maximum number of boosting rounds for trees with a given number of nodes.

        A single member may use the whole share of its model.
        """
        trees = MEMBER_SHARE * self.max_row_seconds / trees_cost(1, nodes).seconds
        return int(min(self.rounds, max(MIN_ROUNDS // 2, trees / self.outputs)))

    def rate(self, usual: float, rounds: int) -> float:
        """Return the boosting learning rate, which is higher if many classes allow few rounds."""
        return max(usual, STEPS / rounds) if self.outputs > 1 else usual

    @property
    def nodes(self) -> int:
        """Maximum number of nodes of one forest member, over all its trees."""
        return max(MAX_NODES, int(min(FOREST_NODES // self.folds, NODES_PER_SECOND * self.seconds)))

    @property
    def is_short_of_time(self) -> bool:
        """Whether the table is large for the time budget, so that fast models should come first."""
        return self.n_samples * self.n_features > CELLS_PER_SECOND * self.seconds

    @property
    def comparable(self) -> bool:
        """Whether rows and columns are few enough to learn a metric."""
        within = self.n_samples <= METRIC_ROWS and self.n_linear_features <= METRIC_COLUMNS
        return within and self.n_samples * self.n_linear_features <= METRIC_CELLS

    def can_compare(self, share: float) -> bool:
        """Whether comparing a row with a fraction of the others stays within the time limit of a row."""
        return vectors_seconds(int(share * self.n_samples), self.n_linear_features) <= self.max_row_seconds

    def share(self, total: int, minimum: int, maximum: int) -> int:
        """Return the number of trees or networks of one member, within limits, given the total of a model."""
        return min(max(total // self.n_splits, minimum), maximum)
