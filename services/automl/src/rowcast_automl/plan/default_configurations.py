"""The configurations of each estimator, in the order in which they are worth fitting.

Boosting settings are those of AutoGluon's zero-shot portfolio of 2023.
"""

from __future__ import annotations

from dataclasses import replace

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.estimators.base import outputs_of
from rowcast_automl.estimators.constant import prior_bias
from rowcast_automl.estimators.learning_steps import MAX_PASSES, LearningSettings
from rowcast_automl.estimators.registry import (
    BOOSTING,
    CONSTANT,
    EXTRA_TREES,
    FOREST,
    KERNEL_RIDGE,
    LEAFWISE,
    LINEAR,
    NEIGHBOURS,
    NETWORK,
    PLAIN_NETWORK,
    SHALLOW_TREE,
    SPLINE,
    SVM,
)
from rowcast_automl.estimators.row_sample import sample_size
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.prepare.training_data import TrainingData

METRIC_ROUNDS = 2
FOREST_TREES, NETWORKS = 300, 20
NORMALISED_BATCH, NORMALISED_PASSES = 128, 300
# One member has few trees, so its validation score underrates the forest of all members: score with more.
JUDGED_TREES, JUDGED_ROWS = 100, 10_000
# Leaves of a single row predict 0 or 1, which is overconfident for noisy classes.
SHARED_LEAF = 5
# Nodes of a tree that is as deep as its settings allow.
DEEP_NODES = 600
# The plain linear model, which the report compares with.
SHRINKAGE = 1.0
# Baselines are fitted on so many rows and cells at most, so that they take a second or two on any table.
BASELINE_SAMPLE = {"max_rows": 10_000, "max_cells": 1_000_000}
PLAIN_LINEAR, SAMPLED_LINEAR, TREE = "Linear", "Linear, sample of rows", "Shallow tree"


def baseline_models(training_data: TrainingData) -> list[Candidate]:
    """Return the baselines: the class frequencies or the mean, a linear model, and a shallow tree."""
    bias = prior_bias(training_data.truth, training_data.classes)
    rows = max(len(each.train) for each in training_data.splits[: training_data.folds])
    work = training_data.encoder.linear_width * outputs_of(training_data.classes)
    name = PLAIN_LINEAR if sample_size(rows, work, **BASELINE_SAMPLE) == rows else SAMPLED_LINEAR
    return [
        Candidate("Baseline", CONSTANT, {"bias": bias}, is_baseline=True),
        Candidate(name, LINEAR, {"shrinkage": SHRINKAGE, **BASELINE_SAMPLE}, is_baseline=True),
        Candidate(TREE, SHALLOW_TREE, {"depth": 4, "leaf": 5, **BASELINE_SAMPLE}, is_baseline=True),
    ]


def with_log_targets(candidates: list[Candidate], shape: PlanInputs) -> list[Candidate]:
    """If the target is skewed, add a log-target variant of each candidate."""
    if not shape.skewed:
        return candidates
    return [form for pair in zip(on_log_target(candidates), candidates, strict=True) for form in pair]


def on_log_target(candidates: list[Candidate]) -> list[Candidate]:
    """Return copies of the candidates that predict the logarithm of the target."""
    return [Candidate(f"{each.name}, log target", each.estimator, each.params, True) for each in candidates]


def linear_models() -> list[Candidate]:
    """Return linear models on piecewise and plain encodings, with weak and strong shrinkage."""
    return [
        Candidate("Piecewise linear", SPLINE, {"shrinkage": 10.0}),
        Candidate("Linear, strong shrinkage", LINEAR, {"shrinkage": 10.0}),
        Candidate(PLAIN_LINEAR, LINEAR, {"shrinkage": SHRINKAGE}),
        Candidate("Piecewise linear, strong shrinkage", SPLINE, {"shrinkage": 50.0}),
    ]


def xgboost_models(shape: PlanInputs, steps: LearningSettings) -> list[Candidate]:
    """Return the XGBoost configurations, with the rounds and learning rate of the settings if given."""
    settings = [
        (0.0663, 5, 0.976, 1.409),
        (0.0384, 7, 0.745, 0.556),
        (0.08776, 5, 0.663, 0.629),
        (0.0929, 7, 0.909, 0.804),
        (0.0294, 10, 0.546, 1.153),
        (0.01806, 10, 0.692, 0.603),
    ]
    names = ("learning_rate", "max_depth", "colsample_bytree", "min_child_weight")
    candidates = []
    for index, (rate, depth, *others) in enumerate(settings):
        rounds = shape.rounds_with(min(2 ** (int(depth) + 1) - 1, DEEP_NODES))
        chosen = (steps.rate_or(shape.rate(rate, rounds)), depth, *others)
        params = dict(zip(names, chosen, strict=True)) | absolute_objective(shape, index, "reg:absoluteerror")
        params["rounds"] = steps.rounds_or(rounds)
        candidates.append(Candidate(numbered("XGBoost", index), BOOSTING, params))
    return candidates


def lightgbm_models(shape: PlanInputs) -> list[Candidate]:
    """Return the LightGBM configurations. Every second one uses random thresholds."""
    settings = [
        (0.1 if shape.is_short_of_time else 0.05, 31, 1.0, 20, False),
        (0.05, 31, 0.9, 20, True),
        (0.03, 64, 0.9, 3, False),
        (0.0339, 127, 0.828, 6, True),
        (0.01214, 53, 0.702, 14, False),
        (0.0403, 16, 0.434, 33, True),
        (0.0186, 22, 0.742, 6, False),
        (0.01046, 252, 0.590, 11, False),
    ]
    names = ("learning_rate", "num_leaves", "feature_fraction", "min_data_in_leaf", "extra_trees")
    candidates = []
    for index, (rate, leaves, *others) in enumerate(settings):
        rounds = shape.rounds_with(2 * leaves - 1)
        chosen = (shape.rate(rate, rounds), leaves, *others)
        params = dict(zip(names, chosen, strict=True)) | absolute_objective(shape, index, "regression_l1")
        candidates.append(Candidate(numbered("LightGBM", index), LEAFWISE, params | {"rounds": rounds}))
    return candidates


def absolute_objective(shape: PlanInputs, index: int, absolute: str) -> dict[str, str]:
    """Return an absolute-error objective for every second configuration, if absolute errors matter."""
    return {"objective": absolute} if shape.absolute and index % 2 else {}


def forests(shape: PlanInputs) -> list[Candidate]:
    """Return extremely randomised trees and random forests.

    Leaves are larger on more rows and for noisy classes.
    """
    leaf = min(5, 1 + shape.n_samples // 5_000)
    trees = shape.share(FOREST_TREES, 15, 60)
    judged = JUDGED_TREES if shape.n_samples <= JUDGED_ROWS else trees
    sizes = {"trees": trees, "judged": judged, "nodes": shape.nodes}
    regression = shape.task == "regression"
    usual: str | float = 1.0 if regression else "sqrt"
    sharp = ("Extra trees", EXTRA_TREES, usual, leaf)
    settings = [sharp, ("Random forest", FOREST, 0.5 if regression else usual, leaf)]
    if not regression and leaf < SHARED_LEAF:
        smooth = [
            ("Random forest, larger leaves", FOREST, usual, SHARED_LEAF),
            ("Extra trees, larger leaves", EXTRA_TREES, usual, SHARED_LEAF),
        ]
        settings = [sharp, *smooth, *settings[1:]]
    settings += [
        ("Extra trees, many features", EXTRA_TREES, 0.75, leaf),
        ("Random forest, many features", FOREST, 0.75, leaf + 1),
    ]
    return [
        Candidate(name, estimator, {"features": features, "leaf": size, **sizes})
        for name, estimator, features, size in settings
    ]


def support_vector_machines() -> list[Candidate]:
    """Return support vector machines with a smooth and a sharp kernel."""
    return [
        Candidate(numbered("SVM", index), SVM, {"C": strength, "width": width})
        for index, (strength, width) in enumerate(((10.0, 0.3), (100.0, 0.3), (3.0, 5.0), (1.0, 1.0)))
    ]


def kernel_regressions() -> list[Candidate]:
    """Return kernel regressions in a learned metric: rotated, column weights only, and a smooth one."""
    settings = [("", 0.05, 1.0, True), (", column weights", 0.1, 1.0, False), (", wide", 0.01, 2.0, True)]
    return [
        Candidate(
            f"Kernel ridge{suffix}",
            KERNEL_RIDGE,
            {"ridge": ridge, "width": width, "rounds": METRIC_ROUNDS, "askew": askew},
        )
        for suffix, ridge, width, askew in settings
    ]


def neighbours() -> list[Candidate]:
    """Return nearest-neighbour models with few and many neighbours."""
    return [Candidate(f"Nearest {count}", NEIGHBOURS, {"neighbours": count}) for count in (5, 20)]


def networks(shape: PlanInputs, steps: LearningSettings) -> list[Candidate]:
    """Return the dense networks, with the epochs and learning rate of the settings if given.

    Piecewise numbers help with thresholds; plain numbers help with directions that combine several columns.
    """
    large = shape.n_samples > 10_000
    settings = [
        (NETWORK, (128, 128) if large else (64, 64), 1e-2, 0.1, 0.01),
        (PLAIN_NETWORK, (64, 64, 64), 5e-3, 0.2, 0.01),
        (NETWORK, (128,), 3e-3, 0.0, 0.01),
        (PLAIN_NETWORK, (128, 128), 5e-3, 0.2, 0.1),
        (NETWORK, (64, 64, 64), 5e-3, 0.2, 0.01),
        (NETWORK, (256, 128), 5e-3, 0.2, 0.01),
        (NETWORK, (32,), 2e-2, 0.05, 0.01),
    ]
    return [
        Candidate(
            f"Neural network {'-'.join(map(str, hidden))}{', plain numbers' * (estimator is PLAIN_NETWORK)}",
            estimator,
            {
                "hidden": hidden,
                "networks": shape.share(NETWORKS, 1, 4),
                "epochs": steps.passes(),
                "rate": steps.rate_or(rate),
                "decay": decay,
                "dropout": dropout,
                "batch": steps.batch,
            },
        )
        for estimator, hidden, rate, dropout, decay in settings
    ]


def networks_with_more_epochs(shape: PlanInputs, steps: LearningSettings) -> list[Candidate]:
    """Return the first networks with the number of epochs used on smaller tables, for long time budgets."""
    if not steps.are_few:
        return []
    return [
        replace(each, name=f"{each.name}, more passes", params={**each.params, "epochs": MAX_PASSES})
        for each in networks(shape, steps)[:4]
    ]


def normalised_networks(shape: PlanInputs, steps: LearningSettings) -> list[Candidate]:
    """Return batch-normalised networks on plain numbers, which can train for more epochs."""
    return [
        Candidate(
            f"Neural network {'-'.join(map(str, hidden))}, normalised",
            PLAIN_NETWORK,
            {
                "hidden": hidden,
                "networks": shape.share(2 * NETWORKS, 1, 4),
                "epochs": steps.passes(NORMALISED_PASSES),
                "rate": steps.rate_or(3e-3),
                "decay": 0.01,
                "dropout": 0.1,
                "batch": max(NORMALISED_BATCH, steps.batch),
                "normalised": True,
            },
        )
        for hidden in ((64,) * 3, (108,) * 4)
    ]


def numbered(name: str, index: int) -> str:
    """Append a number to a candidate's name, except for the first."""
    return name if index == 0 else f"{name} {index + 1}"
