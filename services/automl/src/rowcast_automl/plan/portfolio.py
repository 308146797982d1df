"""The candidate portfolio: which configurations to fit, and in which order.

Fast configurations come first, then those that improve the ensemble most often.
"""

from __future__ import annotations

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.contracts.generated import TrainingConfig
from rowcast_automl.estimators.base import MAX_NODES
from rowcast_automl.estimators.custom_estimator import family_of
from rowcast_automl.estimators.learning_steps import LearningSettings
from rowcast_automl.models.serving_cost import BYTES_PER_NODE
from rowcast_automl.models.serving_limits import limit_of
from rowcast_automl.plan.default_configurations import (
    forests,
    kernel_regressions,
    lightgbm_models,
    linear_models,
    neighbours,
    networks,
    networks_with_more_epochs,
    normalised_networks,
    on_log_target,
    support_vector_machines,
    with_log_targets,
    xgboost_models,
)
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.platform.errors import RowcastError, field_problem

# Maximum number of candidates by number of rows: on few rows, choosing among many overfits.
MAX_BY_ROWS = ((100, 6), (500, 18), (2_500, 26))
KERNEL_ROWS, NEIGHBOUR_ROWS = 6_000, 5_000
# Share of the rows that a support vector machine keeps as support vectors, at least.
SUPPORT_SHARE = 0.2
# Normalised networks are slow, so they come early only on few rows.
NORMALISED_FIRST_ROWS = 5_000
# Candidates that are refitted on more rows, where the table has more.
MAX_REFITTED = 6
LINEAR_CELLS, NETWORK_CELLS = 10_000_000, 3_000_000
LINEAR_CELLS_PER_SECOND, NETWORK_CELLS_PER_SECOND = 500_000, 150_000


def portfolio(config: TrainingConfig, shape: PlanInputs) -> list[Candidate]:
    """Return the candidates that the model type allows. Small tables get fewer, because selection overfits.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED if a custom estimator has no name or cannot train on that many rows.
    """
    if config.estimator is not None:
        name, estimator, params = family_of(config.estimator, LearningSettings.of(config, shape.n_samples))
        room = {"nodes": forest_nodes_within(config, shape)} if estimator.view == "forest" else {}
        return [Candidate(name, estimator, params | room)]
    if config.model_type == "custom":
        message = "A custom model needs an estimator or an ONNX file. Choose one."
        raise RowcastError("VALIDATION_FAILED", message, [field_problem("modelType", message)])
    maximum = next((count for limit, count in MAX_BY_ROWS if shape.n_samples <= limit), 100)
    steps = LearningSettings.of(config, shape.n_samples)
    chosen = {
        "neural_network": lambda: with_log_targets(
            [
                *networks(shape, steps),
                *normalised_networks(shape, steps),
                *networks_with_more_epochs(shape, steps),
            ],
            shape,
        ),
        "xgboost": lambda: with_log_targets(xgboost_models(shape, steps), shape),
        "random_forest": lambda: with_log_targets(forests(shape), shape),
        "auto": lambda: all_families(shape),
    }[config.model_type]()
    return chosen[:maximum]


def forest_nodes_within(config: TrainingConfig, shape: PlanInputs) -> int:
    """Return the maximum nodes of one custom forest member, so that all members fit into the bundle."""
    return max(MAX_NODES, int(limit_of(config).size / BYTES_PER_NODE / shape.folds))


def all_families(shape: PlanInputs) -> list[Candidate]:
    """Return the candidates of all estimators, starting with the best of each."""
    steps = LearningSettings(shape.n_samples)
    leaf, boosted, forest = lightgbm_models(shape), xgboost_models(shape, steps), forests(shape)
    # Codes for numbers make these views some ten times as wide as the table.
    cells = shape.n_samples * shape.n_features
    line = linear_models() if cells <= max(LINEAR_CELLS, LINEAR_CELLS_PER_SECOND * shape.seconds) else []
    few = cells <= max(NETWORK_CELLS, NETWORK_CELLS_PER_SECOND * shape.seconds)
    nets = networks(shape, steps) if few else []
    normal = normalised_networks(shape, steps) if nets else []
    kernel = (
        support_vector_machines()
        if shape.n_samples <= KERNEL_ROWS and shape.can_compare(SUPPORT_SHARE)
        else []
    )
    metric = kernel_regressions() if shape.comparable else []
    near = neighbours() if shape.n_samples <= NEIGHBOUR_ROWS and shape.can_compare(1.0) else []
    early, late = (normal, []) if shape.n_samples <= NORMALISED_FIRST_ROWS else ([], normal)
    families = [line[:1], nets[:1], boosted[:1], forest[:1], kernel[:1], early[:1], metric[:1], early[1:]]
    if shape.skewed:
        # Both forms in turn: what errs differently is worth more to the blend than what errs least.
        families = [on_log_target(each[:1]) for each in (nets, boosted)] + [leaf[:1]] + families
        families = [on_log_target(leaf[:1]), *families]
        families += [
            on_log_target(each)
            for each in (forest[:1], kernel[:1], metric[:1], leaf[1:2], nets[1:3], line[:1])
        ]
    else:
        families = [leaf[:1], *families]
    families += [nets[1:2], leaf[1:2], line[1:2], nets[2:3], metric[1:2], forest[1:2]]
    families += [boosted[1:2], kernel[1:2]]
    families += [nets[3:4], late, forest[2:3], leaf[2:3], nets[4:5]]
    if shape.skewed:
        families += [on_log_target(each) for each in (early[:1], boosted[1:2], forest[1:2], kernel[1:2])]
    families += [
        near[:1],
        boosted[2:3],
        leaf[3:4],
        line[2:3],
        metric[2:],
        kernel[2:],
        near[1:],
        forest[3:4],
        nets[5:6],
    ]
    families += [boosted[3:4], leaf[4:], boosted[4:], line[3:], nets[6:], forest[4:]]
    families += [networks_with_more_epochs(shape, steps)] if few else []
    ordered = [each for family in families for each in family]
    # What words say adds up, and this family learns that in a moment.
    return sorted(ordered, key=lambda each: each not in line[:1]) if shape.has_text else ordered
