"""Estimates duration and memory of a training from the table's profile."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.contracts.generated import (
    DEFAULT_EPOCHS,
    DEFAULT_LEARNING_RATE,
    DEFAULT_TEST_SIZE,
    ColumnProfile,
    PlannedFits,
    ScaledByItem,
    TableProfile,
    TrainingConfig,
    Workload,
)
from rowcast_automl.estimators.base import MAX_NODES, SLOPE_ROWS
from rowcast_automl.estimators.custom_estimator import FAMILIES, estimator_named, grows_trees
from rowcast_automl.estimators.learning_steps import LearningSettings
from rowcast_automl.estimators.registry import EXTRA_TREES, FOREST, KERNEL_RIDGE
from rowcast_automl.features.schema import Task
from rowcast_automl.features.splits.fold_plan import plan_folds
from rowcast_automl.features.target.target import find_profile
from rowcast_automl.models.serving_limits import limit_of
from rowcast_automl.plan.fit_seconds import ROUNDS_PER_ROW, FitShape, boosted_rounds, fit_seconds
from rowcast_automl.plan.machine_speed import measure_machine_speed
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.plan.portfolio import MAX_REFITTED, portfolio
from rowcast_automl.plan.table_size import TableSize, table_size_of
from rowcast_automl.plan.tuning_budget import n_tuned_configurations
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.prepare.edge_case_rows import max_edge_rows
from rowcast_automl.prepare.interaction_search import SEARCH_SHARE, search_seconds, used_by_models
from rowcast_automl.prepare.table_preparation import CHECKED_ROWS

# What reading, blending, publishing and the report take beside the fits, with and without regard to the size.
BASE_SECONDS, SECONDS_PER_CELL, SECONDS_PER_COLUMN = 1.0, 1e-6, 0.001
# Of the report, as long as it has time; fewer rows are asked about sooner.
REPORT_SECONDS, REPORT_ROWS = 3.0, 500
# Models of which further rounds are fitted.
MAX_REPEATED = 5
BASE_BYTES, BYTES_PER_UNIT, BYTES_PER_CELL, BYTES_PER_VIEW_CELL = 330e6, 30e6, 60.0, 14.0
# Nodes take most memory while the graph is written, which has about as many of a kind as were tried.
NODES_PER_ROW, BYTES_PER_NODE, BYTES_PER_WRITTEN_NODE = 0.5, 150.0, 250.0
# Of the rows of a kernel regression, and of those that its metric is learned from, at the most.
BYTES_PER_PAIR, BYTES_PER_SLOPE = 24.0, 32.0
# Of the memory allowed, what a training is planned for, since the estimate is low at times.
MEMORY_SHARE, MIN_ROWS, STEP_DOWN = 0.7, 1_000, 0.8
# No budget that decides anything.
UNLIMITED_BUDGET = 86_400.0
SCALED = {"random_forest": ("nEstimators",), "extra_trees": ("nEstimators",), "mlp": ("hiddenUnits",)}


@dataclass(frozen=True, slots=True)
class ExpectedFits:
    """The candidates and fits that a training is expected to run.

    Parameters
    ----------
    each_round, rounds : int
        Number of folds in each repeat, and number of repeats.
    rows : int
        Training rows of one fold.
    """

    candidates: list[Candidate]
    each_round: int
    rounds: int
    rows: int


def expected_fits(table_size: TableSize, config: TrainingConfig) -> ExpectedFits:
    """Return the candidates that these settings would fit, and the number of folds and repeats.

    Raises
    ------
    RowcastError
        If a custom estimator does not support the number of rows.
    """
    cells = table_size.inputs + 2 * table_size.texts
    plan = plan_folds(table_size.rows, cells, config.time_budget_seconds)
    shape = PlanInputs(
        table_size.task,
        table_size.rows,
        table_size.inputs,
        config.time_budget_seconds,
        plan.each_round * plan.rounds,
        table_size.skewed,
        n_linear_features=table_size.linear,
        outputs=table_size.outputs,
        folds=plan.each_round,
        max_row_seconds=limit_of(config).seconds,
    )
    rows = table_size.rows * (plan.folds - 1) // plan.folds
    return ExpectedFits(portfolio(config, shape), plan.each_round, plan.rounds, rows)


def planned_seconds(plan: ExpectedFits, table_size: TableSize, config: TrainingConfig, threads: int) -> float:
    """Estimate the seconds until all candidates are fitted, without a time limit."""
    fold = fit_shape(table_size, plan.rows)
    costs = [fit_seconds(each, fold) for each in plan.candidates]
    fits = plan.each_round * (sum(costs) + refit_seconds(plan, table_size))
    fits += plan.each_round * sum(costs) / len(costs) * n_later_fits(plan, table_size, config)
    return fits / max(1, threads)


def n_later_fits(plan: ExpectedFits, table_size: TableSize, config: TrainingConfig) -> int:
    """Return the number of fits after the portfolio: hyperparameter search, then further repeats."""
    if config.estimator is not None:
        return 0
    tuned = n_tuned_configurations(config, table_size.task, table_size.rows)
    return tuned + n_repeated_fits(len(plan.candidates), plan.rounds)


def n_repeated_fits(candidates: int, rounds: int) -> int:
    """Return the number of fits in the further repeats, for a given number of candidates."""
    return (rounds - 1) * min(MAX_REPEATED, candidates)


def refit_seconds(plan: ExpectedFits, table_size: TableSize) -> float:
    """Estimate the seconds, on one split, to refit models on additional rows."""
    if not table_size.n_more_rows:
        return 0.0
    whole = fit_shape(table_size, plan.rows + table_size.n_more_rows)
    growing = [each for each in plan.candidates if each.can_use_more_rows]
    return sum(fit_seconds(each, whole) for each in growing[:MAX_REFITTED])


def fit_shape(table_size: TableSize, rows: int) -> FitShape:
    """Return the size of a fit on a given number of rows."""
    return FitShape(
        rows=rows,
        numbers=table_size.numbers,
        words=table_size.tree_words,
        linear=table_size.linear,
        pieces=table_size.pieces,
        outputs=table_size.outputs,
        regression=table_size.task == "regression",
    )


def fixed_seconds(table_size: TableSize) -> float:
    """Estimate the seconds that every training takes in addition to its fits."""
    return (
        BASE_SECONDS
        + SECONDS_PER_CELL * table_size.rows * table_size.inputs
        + SECONDS_PER_COLUMN * table_size.inputs
    )


def special_seconds(table_size: TableSize, config: TrainingConfig, threads: int) -> float:
    """Estimate the seconds for the interaction search and for the report on tree models."""
    return interaction_search_seconds(table_size, config, threads) + report_seconds(table_size, config)


def report_seconds(table_size: TableSize, config: TrainingConfig) -> float:
    """Estimate the seconds for repeated predictions in the report. Only tree models take noticeable time."""
    return REPORT_SECONDS * min(1.0, table_size.rows / REPORT_ROWS) if grows_trees(config) else 0.0


def interaction_search_seconds(table_size: TableSize, config: TrainingConfig, threads: int) -> float:
    """Estimate the seconds of the interaction search; 0 if no model would use interactions."""
    if not used_by_models(config, table_size.rows):
        return 0.0
    width = table_size.numbers + table_size.tree_words
    wanted = search_seconds(table_size.rows, table_size.slots, width, table_size.outputs, threads)
    return min(wanted, SEARCH_SHARE * config.time_budget_seconds)


def memory_bytes(plan: ExpectedFits, table_size: TableSize, threads: int) -> float:
    """Estimate the peak memory: libraries, the table and its encodings, memory of each fit, and forests."""
    rows = table_size.rows + CHECKED_ROWS + max_edge_rows(table_size.inputs)
    view = rows * (table_size.linear + table_size.pieces + 2 * (table_size.numbers + table_size.tree_words))
    cells = rows * table_size.inputs
    nodes = [plan.each_round * expected_nodes(each, plan.rows) for each in plan.candidates]
    written = sum(nodes) * sum(each > 0 for each in nodes) / max(1, len(nodes))
    whole = BASE_BYTES + BYTES_PER_UNIT * threads + BYTES_PER_CELL * cells + BYTES_PER_VIEW_CELL * view
    if any(each.estimator is KERNEL_RIDGE for each in plan.candidates):
        slopes = BYTES_PER_SLOPE * min(plan.rows, SLOPE_ROWS) ** 2
        whole += threads * max(BYTES_PER_PAIR * plan.rows**2, slopes)
    return whole + BYTES_PER_NODE * sum(nodes) + BYTES_PER_WRITTEN_NODE * written


def expected_nodes(candidate: Candidate, rows: int) -> float:
    """Estimate the nodes of a forest fitted on one fold; 0 for other estimators."""
    if candidate.estimator not in (FOREST, EXTRA_TREES):
        return 0.0
    grown = int(candidate.params["trees"]) * rows * NODES_PER_ROW / int(candidate.params["leaf"])
    return min(grown, int(candidate.params.get("nodes", MAX_NODES)))


def affordable_rows(
    profile: TableProfile, config: TrainingConfig, threads: int, memory: int, task: Task
) -> int:
    """Return the number of labelled rows that fit into a memory limit with a safety margin.

    Parameters
    ----------
    memory : int
        Limit in bytes.

    Raises
    ------
    RowcastError
        If a custom estimator does not support the number of rows.
    """
    table_size = table_size_of(profile, config, find_profile(profile, config.target_column), task)

    def needed() -> float:
        return memory_bytes(expected_fits(table_size, config), table_size, threads)

    planned_fits = table_size.rows
    while table_size.rows > MIN_ROWS and needed() > MEMORY_SHARE * memory:
        table_size = replace(table_size, rows=max(MIN_ROWS, int(table_size.rows * STEP_DOWN)))
    return profile.rows if table_size.rows == planned_fits else int(table_size.rows / (1 - config.test_size))


def workload_of(profile: TableProfile, target: ColumnProfile, task: Task, threads: int) -> Workload:
    """Estimate the cost of each model type and custom estimator, at the speed of the reference machine."""
    usual = default_config(target.name)
    table_size = table_size_of(profile, usual, target, task)
    fits = []
    for model_type in ("auto", "xgboost", "random_forest", "neural_network"):
        config = usual.model_copy(update={"model_type": model_type})
        scaled = []
        if model_type == "neural_network":
            scaled.append(scaled_by("epochs", equivalent_epochs(table_size, config, threads)))
        if model_type == "xgboost":
            scaled.append(expected_rounds(table_size, config))
        fits.append(planned_fits(table_size, config, threads, scaled))
    epochs = scaled_by("epochs", LearningSettings(table_size.rows).passes())
    for name in FAMILIES:
        chosen = estimator_named(name, {})
        config = usual.model_copy(update={"model_type": "custom", "estimator": chosen})
        given = chosen.model_dump(by_alias=True)
        grows = [scaled_by(each, given[each]) for each in SCALED.get(name, ())]
        if name == "mlp":
            grows.append(epochs)
        if name in ROUNDS_PER_ROW:
            grows.append(expected_rounds(table_size, config))
        with suppress(RowcastError):
            fits.append(planned_fits(table_size, config, threads, grows))
    return Workload(fixed_seconds=fixed_seconds(table_size), fits=fits, pace=measure_machine_speed())


def equivalent_epochs(table_size: TableSize, config: TrainingConfig, threads: int) -> float:
    """Return the number of epochs, the same for all networks, that takes as long as their defaults."""
    passes = LearningSettings(table_size.rows).passes()
    even = config.model_copy(update={"epochs": passes})
    default_cost, cost = (
        planned_seconds(expected_fits(table_size, each), table_size, each, threads) for each in (config, even)
    )
    return round(passes * default_cost / cost, 1)


def scaled_by(parameter: str, usual: float) -> ScaledByItem:
    """Declare that the duration of fits is proportional to a parameter."""
    return ScaledByItem(parameter=parameter, usual=usual)


def expected_rounds(table_size: TableSize, config: TrainingConfig) -> ScaledByItem:
    """Return the number of boosting rounds at which early stopping is expected.

    A higher maximum does not make the training longer.
    """
    plan = expected_fits(table_size, config)
    fold = fit_shape(table_size, plan.rows)
    rounds = [boosted_rounds(each, fold) for each in plan.candidates]
    usual = round(sum(rounds) / len(rounds), 1)
    return ScaledByItem(parameter="epochs", usual=usual, most=usual)


def planned_fits(
    table_size: TableSize, config: TrainingConfig, threads: int, scaled: Sequence[ScaledByItem]
) -> PlannedFits:
    """Return one entry of the workload.

    Raises
    ------
    RowcastError
        If a custom estimator does not support the number of rows.
    """
    plan = expected_fits(table_size, config)
    return PlannedFits.model_validate(
        {
            "modelType": config.model_type,
            "estimator": config.estimator and config.estimator.name,
            "fixedSeconds": round(special_seconds(table_size, config, threads), 3),
            "seconds": round(planned_seconds(plan, table_size, config, threads), 3),
            "memoryBytes": round(memory_bytes(plan, table_size, threads)),
            "scaledBy": list(scaled),
        }
    )


def default_config(target: str) -> TrainingConfig:
    """Return the default training configuration, with no effective time limit."""
    return TrainingConfig(
        target_column=target,
        task="auto",
        model_type="auto",
        metric="auto",
        test_size=DEFAULT_TEST_SIZE,
        epochs=DEFAULT_EPOCHS,
        learning_rate=DEFAULT_LEARNING_RATE,
        time_budget_seconds=UNLIMITED_BUDGET,
        seed=0,
        excluded_columns=[],
    )
