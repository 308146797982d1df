"""The estimator that the user chose for a custom model, with its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from pydantic import ValidationError

from rowcast_automl.contracts.generated import (
    MAX_ESTIMATOR_ROWS,
    ExtraTreesEstimator,
    KernelRidgeEstimator,
    LightgbmEstimator,
    LinearEstimator,
    NeighboursEstimator,
    NetworkEstimator,
    RandomForestEstimator,
    SvmEstimator,
    TrainingConfig,
    XgboostEstimator,
)
from rowcast_automl.estimators.base import Estimator
from rowcast_automl.estimators.learning_steps import ROUNDS, LearningSettings
from rowcast_automl.estimators.registry import (
    BOOSTING,
    EXTRA_TREES,
    FOREST,
    KERNEL_RIDGE,
    LEAFWISE,
    LINEAR,
    NEIGHBOURS,
    NETWORK,
    SVM,
)
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.validation_messages import validation_message

NETWORKS = 4
BOOSTING_RATE, NETWORK_RATE = 0.05, 0.01
CustomEstimator = (
    LinearEstimator
    | RandomForestEstimator
    | ExtraTreesEstimator
    | XgboostEstimator
    | LightgbmEstimator
    | NetworkEstimator
    | SvmEstimator
    | KernelRidgeEstimator
    | NeighboursEstimator
)
Parameters = Mapping[str, Any]
Translate = Callable[[Parameters, LearningSettings], dict[str, Any]]


def forest(chosen: Parameters, _steps: LearningSettings) -> dict[str, Any]:
    """Return the hyperparameters of a random forest or extremely randomised trees."""
    return {
        "trees": chosen["n_estimators"],
        "features": chosen["max_features"],
        "leaf": chosen["min_samples_leaf"],
    }


def boosting(chosen: Parameters, steps: LearningSettings) -> dict[str, Any]:
    """Return the hyperparameters of XGBoost."""
    return {
        "max_depth": chosen["max_depth"],
        "min_child_weight": chosen["min_child_weight"],
        "subsample": chosen["subsample"],
        "colsample_bytree": chosen["colsample_bytree"],
        "lambda": chosen["reg_lambda"],
        "rounds": steps.rounds_or(ROUNDS),
        "learning_rate": steps.rate_or(BOOSTING_RATE),
    }


def leafwise(chosen: Parameters, steps: LearningSettings) -> dict[str, Any]:
    """Return the hyperparameters of LightGBM."""
    return {
        "num_leaves": chosen["num_leaves"],
        "min_data_in_leaf": chosen["min_data_in_leaf"],
        "feature_fraction": chosen["feature_fraction"],
        "lambda_l2": chosen["lambda_l2"],
        "rounds": steps.rounds_or(ROUNDS),
        "learning_rate": steps.rate_or(BOOSTING_RATE),
    }


def network(chosen: Parameters, steps: LearningSettings) -> dict[str, Any]:
    """Return the hyperparameters of the dense networks."""
    return {
        "hidden": (chosen["hidden_units"],) * chosen["hidden_layers"],
        "networks": NETWORKS,
        "epochs": steps.passes(),
        "rate": steps.rate_or(NETWORK_RATE),
        "decay": chosen["weight_decay"],
        "dropout": chosen["dropout"],
        "batch": steps.batch,
    }


def kernel_ridge(chosen: Parameters, _steps: LearningSettings) -> dict[str, Any]:
    """Return the hyperparameters of kernel ridge regression in a learned metric."""
    return {
        "ridge": chosen["alpha"],
        "width": chosen["kernel_width"],
        "rounds": chosen["metric_rounds"],
        "askew": True,
    }


FAMILIES: dict[str, tuple[str, Estimator, Translate]] = {
    "linear": ("Linear", LINEAR, lambda chosen, _: {"shrinkage": chosen["alpha"]}),
    "random_forest": ("Random forest", FOREST, forest),
    "extra_trees": ("Extra trees", EXTRA_TREES, forest),
    "xgboost": ("XGBoost", BOOSTING, boosting),
    "lightgbm": ("LightGBM", LEAFWISE, leafwise),
    "mlp": ("Neural network", NETWORK, network),
    "svm": ("SVM", SVM, lambda chosen, _: {"C": chosen["cost"], "width": chosen["gamma_scale"]}),
    "kernel_ridge": ("Kernel ridge", KERNEL_RIDGE, kernel_ridge),
    "knn": ("Nearest neighbours", NEIGHBOURS, lambda chosen, _: {"neighbours": chosen["n_neighbors"]}),
}


def family_of(estimator: CustomEstimator, steps: LearningSettings) -> tuple[str, Estimator, dict[str, Any]]:
    """Return the name, the estimator and the parameters of a custom estimator.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED if the estimator cannot train on that many rows.
    """
    maximum = MAX_ESTIMATOR_ROWS.get(estimator.name)
    name, family, translate = FAMILIES[estimator.name]
    if maximum is not None and steps.n_samples > maximum:
        message = (
            f"{name} learns from at most {maximum:,} rows, and the table has {steps.n_samples:,}. "
            "Choose another estimator."
        )
        raise RowcastError("VALIDATION_FAILED", message, [field_problem("estimator.name", message)])
    return name, family, translate(estimator.model_dump(), steps)


def estimator_named(name: str, parameters: Mapping[str, float]) -> CustomEstimator:
    """Build a custom estimator by name. Parameters that are not given get their default.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED naming each parameter that is unknown or out of its range.
    """
    kinds = {get_args(each.model_fields["name"].annotation)[0]: each for each in get_args(CustomEstimator)}
    try:
        found: CustomEstimator = kinds[name].model_validate({"name": name, **parameters})
    except ValidationError as error:
        problems = [
            field_problem(f"estimator.{each['loc'][0]}", validation_message(each, kinds[name]))
            for each in error.errors()
        ]
        raise RowcastError("VALIDATION_FAILED", problems[0].message, problems) from error
    return found


def grows_trees(config: TrainingConfig) -> bool:
    """Whether one of the candidates is a model of trees."""
    if config.estimator is not None:
        return FAMILIES[config.estimator.name][1].view in ("boost", "forest")
    return config.model_type != "neural_network"
