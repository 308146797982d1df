"""How many configurations a training may add by hyperparameter search."""

from __future__ import annotations

from rowcast_automl.contracts.generated import TrainingConfig
from rowcast_automl.estimators.learning_steps import LearningSettings
from rowcast_automl.features.schema import Task

# With a shorter time budget, the portfolio alone is better.
MIN_BUDGET = 30.0
# One configuration for so many rows: choosing among many overfits on few rows, more so with binary targets.
ROWS_EACH: dict[Task, int] = {"binary": 500, "multiclass": 100, "regression": 100}
MAX = 24
# Model types for which the settings of epochs and learning rate apply.
STEPWISE = ("xgboost", "neural_network")


def n_tuned_configurations(config: TrainingConfig, task: Task, n_samples: int) -> int:
    """Return the number of configurations that hyperparameter search may add.

    It is 0 if the settings fix the parameters or the time budget is short.
    """
    stepwise = config.model_type in STEPWISE and LearningSettings.of(config, n_samples).chosen
    if config.estimator is not None or stepwise or config.time_budget_seconds < MIN_BUDGET:
        return 0
    return min(MAX, n_samples // ROWS_EACH[task])
