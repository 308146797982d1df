"""Configurations in the order in which they are tried: quick ones first, then by how often they help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rowcast_automl.contracts.generated import TrainingConfig
from rowcast_automl.estimators.fitting import Estimator
from rowcast_automl.features.schema import Task
from rowcast_automl.platform.errors import RowcastError, field_problem

MOST_BY_ROWS = ((100, 4), (500, 8), (2_500, 15))
DEFAULT_EPOCHS, DEFAULT_RATE = 100, 0.01
BOOSTING_ROUNDS = 3_000
QUICK_LINEAR_ROWS = 10_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """One configuration to try."""

    name: str
    estimator: Estimator
    params: Mapping[str, Any] = field(default_factory=dict)


def portfolio(config: TrainingConfig, task: Task, rows: int) -> list[Candidate]:
    """The candidates that the model type allows; fewer on few rows, where choosing overfits.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED for `custom`.
    """
    if config.model_type == "custom":
        message = (
            "Custom models cannot be trained yet. Choose Auto, XGBoost, Random forest or Neural network."
        )
        raise RowcastError("VALIDATION_FAILED", message, [field_problem("modelType", message)])
    most = next((count for limit, count in MOST_BY_ROWS if rows <= limit), 100)
    if config.model_type == "neural_network":
        return networks(config)[:most]
    if config.model_type == "xgboost":
        return boostings(config)[:most]
    if config.model_type == "random_forest":
        return forests(task, rows)[:most]
    linear, boosted, grown = linears(), boostings(None), forests(task, rows)
    first = [linear[0], boosted[0]] if rows <= QUICK_LINEAR_ROWS else [boosted[0], linear[0]]
    order = [*first, grown[1], grown[0], boosted[1], linear[1], boosted[2], grown[2]]
    return [*order, *boosted[3:], *grown[3:]][:most]


def linears() -> list[Candidate]:
    """Weak and strong shrinkage."""
    from rowcast_automl.estimators.linear import LINEAR

    return [
        Candidate("Linear", LINEAR, {"shrinkage": 1.0}),
        Candidate("Linear, strong shrinkage", LINEAR, {"shrinkage": 20.0}),
    ]


def boostings(config: TrainingConfig | None) -> list[Candidate]:
    """XGBoost settings from AutoGluon's zero-shot portfolio of 2023.

    Rounds and learning rate that a person changed are used as they are, without the portfolio.
    """
    from rowcast_automl.estimators.boosting import BOOSTING

    if config and (config.epochs, config.learning_rate) != (DEFAULT_EPOCHS, DEFAULT_RATE):
        chosen = {"learning_rate": config.learning_rate, "rounds": config.epochs}
        return [
            Candidate(f"XGBoost, depth {depth}", BOOSTING, {**chosen, "max_depth": depth})
            for depth in (6, 4, 8)
        ]
    settings = [
        (0.1, 6, 1.0, 1.0),
        (0.0663, 5, 0.976, 1.409),
        (0.0929, 7, 0.909, 0.804),
        (0.08776, 5, 0.663, 0.629),
        (0.0384, 7, 0.745, 0.556),
        (0.0779, 6, 0.633, 1.076),
        (0.0294, 10, 0.546, 1.153),
    ]
    return [
        Candidate(
            "XGBoost" if index == 0 else f"XGBoost {index + 1}",
            BOOSTING,
            {
                "learning_rate": rate,
                "max_depth": depth,
                "colsample_bytree": columns,
                "min_child_weight": weight,
                "rounds": BOOSTING_ROUNDS,
            },
        )
        for index, (rate, depth, columns, weight) in enumerate(settings)
    ]


def forests(task: Task, rows: int) -> list[Candidate]:
    """Random forests and extremely randomised trees; larger leaves on more rows."""
    from rowcast_automl.estimators.forest import FOREST

    leaf = min(5, 1 + rows // 5_000)
    usual: str | float = 1.0 if task == "regression" else "sqrt"
    settings = [
        ("Random forest", False, usual, leaf),
        ("Extra trees", True, usual, leaf),
        ("Extra trees, many features", True, 0.75, leaf),
        ("Random forest, many features", False, 0.75 if task != "regression" else 0.5, leaf + 1),
    ]
    return [
        Candidate(name, FOREST, {"extra": extra, "features": features, "leaf": size, "trees": 60})
        for name, extra, features, size in settings
    ]


def networks(config: TrainingConfig) -> list[Candidate]:
    """Dense networks of three sizes with the epochs and the learning rate asked for."""
    from rowcast_automl.estimators.network import NETWORK

    shapes = [((64, 32), 1e-4), ((128,), 1e-3), ((32, 32, 16), 1e-2)]
    return [
        Candidate(
            f"Neural network {'-'.join(map(str, hidden))}",
            NETWORK,
            {"hidden": hidden, "decay": decay, "epochs": config.epochs, "rate": config.learning_rate},
        )
        for hidden, decay in shapes
    ]
