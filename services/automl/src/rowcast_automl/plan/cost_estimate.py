"""How long a training will take and how much memory, said from the table's profile before it is read."""

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
from rowcast_automl.estimators.learning_steps import Steps
from rowcast_automl.estimators.registry import EXTRA_TREES, FOREST, KERNEL_RIDGE
from rowcast_automl.features.schema import Task
from rowcast_automl.features.splits.fold_plan import plan_folds
from rowcast_automl.features.target.target import find_profile
from rowcast_automl.models.serving_limits import limit_of
from rowcast_automl.plan.fit_seconds import ROUNDS_A_ROW, FitShape, boosted_rounds, fit_seconds
from rowcast_automl.plan.machine_speed import machine_pace
from rowcast_automl.plan.plan_inputs import Shape
from rowcast_automl.plan.portfolio import MOST_GROWN, portfolio
from rowcast_automl.plan.table_size import Extent, extent_of
from rowcast_automl.plan.tuning_budget import worth_tuning
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.prepare.edge_case_rows import most_edge_rows
from rowcast_automl.prepare.interaction_search import DERIVING_SHARE, choosing_seconds, read_by_some
from rowcast_automl.prepare.table_preparation import CHECKED_ROWS

# What reading, blending, publishing and the report take beside the fits, with and without regard to the size.
BASE_SECONDS, SECONDS_A_CELL, SECONDS_A_COLUMN = 1.0, 1e-6, 0.001
# Of the report, as long as it has time; fewer rows are asked about sooner.
REPORT_SECONDS, REPORT_ROWS = 3.0, 500
# Models of which further rounds are fitted.
REPEATED = 5
BASE_BYTES, BYTES_A_UNIT, BYTES_A_CELL, BYTES_A_VIEW_CELL = 330e6, 30e6, 60.0, 14.0
# Nodes take most memory while the graph is written, which has about as many of a kind as were tried.
NODES_A_ROW, BYTES_A_NODE, BYTES_A_WRITTEN_NODE = 0.5, 150.0, 250.0
# Of the rows of a kernel regression, and of those that its metric is learned from, at the most.
BYTES_A_PAIR, BYTES_A_SLOPE = 24.0, 32.0
# Of the memory allowed, what a training is planned for, since the estimate is low at times.
MEMORY_SHARE, FEWEST_ROWS, FEWER = 0.7, 1_000, 0.8
# No budget that decides anything.
ENDLESS = 86_400.0
SCALED = {"random_forest": ("nEstimators",), "extra_trees": ("nEstimators",), "mlp": ("hiddenUnits",)}


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the settings allow to be tried.

    Parameters
    ----------
    each_round, rounds : int
        Folds of a round, and how many rounds.
    rows : int
        Rows that a fold learns from.
    """

    candidates: list[Candidate]
    each_round: int
    rounds: int
    rows: int


def plan_of(extent: Extent, config: TrainingConfig) -> Plan:
    """What such a training would try.

    Raises
    ------
    RowcastError
        Where a custom estimator cannot learn from so many rows.
    """
    cells = extent.inputs + 2 * extent.texts
    plan = plan_folds(extent.rows, cells, config.time_budget_seconds)
    shape = Shape(
        extent.task,
        extent.rows,
        extent.inputs,
        config.time_budget_seconds,
        plan.each_round * plan.rounds,
        extent.skewed,
        compared=extent.linear,
        outputs=extent.outputs,
        folds=plan.each_round,
        row_seconds=limit_of(config).seconds,
    )
    rows = extent.rows * (plan.folds - 1) // plan.folds
    return Plan(portfolio(config, shape), plan.each_round, plan.rounds, rows)


def planned_seconds(plan: Plan, extent: Extent, config: TrainingConfig, threads: int) -> float:
    """Until everything was tried, if nothing ends it before."""
    fold = fold_of(extent, plan.rows)
    costs = [fit_seconds(each, fold) for each in plan.candidates]
    fits = plan.each_round * (sum(costs) + growing_seconds(plan, extent))
    fits += plan.each_round * sum(costs) / len(costs) * later(plan, extent, config)
    return fits / max(1, threads)


def later(plan: Plan, extent: Extent, config: TrainingConfig) -> int:
    """How many candidates are fitted after the portfolio: near the best ones, and in further rounds."""
    if config.estimator is not None:
        return 0
    tuned = worth_tuning(config, extent.task, extent.rows)
    return tuned + repeats(len(plan.candidates), plan.rounds)


def repeats(candidates: int, rounds: int) -> int:
    """How often models of so many candidates are fitted again in the further rounds."""
    return (rounds - 1) * min(REPEATED, candidates)


def growing_seconds(plan: Plan, extent: Extent) -> float:
    """On one split, of the models that learn from further rows."""
    if not extent.further:
        return 0.0
    whole = fold_of(extent, plan.rows + extent.further)
    growing = [each for each in plan.candidates if each.can_grow]
    return sum(fit_seconds(each, whole) for each in growing[:MOST_GROWN])


def fold_of(extent: Extent, rows: int) -> FitShape:
    """The shape of a fit on so many of the rows."""
    return FitShape(
        rows=rows,
        numbers=extent.numbers,
        words=extent.tree_words,
        linear=extent.linear,
        pieces=extent.pieces,
        outputs=extent.outputs,
        regression=extent.task == "regression",
    )


def fixed_seconds(extent: Extent) -> float:
    """What every kind of training takes beside its fits."""
    return BASE_SECONDS + SECONDS_A_CELL * extent.rows * extent.inputs + SECONDS_A_COLUMN * extent.inputs


def special_seconds(extent: Extent, config: TrainingConfig, threads: int) -> float:
    """What trees take besides: pairs of numbers for them, and a report for which they answer slowly."""
    return deriving_seconds(extent, config, threads) + report_seconds(extent, config)


def report_seconds(extent: Extent, config: TrainingConfig) -> float:
    """Asking the model again and again, which takes long only of trees."""
    return REPORT_SECONDS * min(1.0, extent.rows / REPORT_ROWS) if grows_trees(config) else 0.0


def deriving_seconds(extent: Extent, config: TrainingConfig, threads: int) -> float:
    """Looking for pairs of numbers, where some model would read them."""
    if not read_by_some(config, extent.rows):
        return 0.0
    width = extent.numbers + extent.tree_words
    wanted = choosing_seconds(extent.rows, extent.slots, width, extent.outputs, threads)
    return min(wanted, DERIVING_SHARE * config.time_budget_seconds)


def memory_bytes(plan: Plan, extent: Extent, threads: int) -> float:
    """The libraries once, the table and its views, what each fit makes of its own, and forests."""
    rows = extent.rows + CHECKED_ROWS + most_edge_rows(extent.inputs)
    view = rows * (extent.linear + extent.pieces + 2 * (extent.numbers + extent.tree_words))
    cells = rows * extent.inputs
    nodes = [plan.each_round * nodes_of(each, plan.rows) for each in plan.candidates]
    written = sum(nodes) * sum(each > 0 for each in nodes) / max(1, len(nodes))
    whole = BASE_BYTES + BYTES_A_UNIT * threads + BYTES_A_CELL * cells + BYTES_A_VIEW_CELL * view
    if any(each.estimator is KERNEL_RIDGE for each in plan.candidates):
        slopes = BYTES_A_SLOPE * min(plan.rows, SLOPE_ROWS) ** 2
        whole += threads * max(BYTES_A_PAIR * plan.rows**2, slopes)
    return whole + BYTES_A_NODE * sum(nodes) + BYTES_A_WRITTEN_NODE * written


def nodes_of(candidate: Candidate, rows: int) -> float:
    """Those of a forest that a fold grows on so many rows, at least half of them on most tables."""
    if candidate.estimator not in (FOREST, EXTRA_TREES):
        return 0.0
    grown = int(candidate.params["trees"]) * rows * NODES_A_ROW / int(candidate.params["leaf"])
    return min(grown, int(candidate.params.get("nodes", MAX_NODES)))


def affordable_rows(
    profile: TableProfile, config: TrainingConfig, threads: int, memory: int, task: Task
) -> int:
    """Labelled rows with which a training stays well within so many bytes: all that there are, or fewer.

    Raises
    ------
    RowcastError
        Where a custom estimator cannot learn from so many rows.
    """
    extent = extent_of(profile, config, find_profile(profile, config.target_column), task)

    def needed() -> float:
        return memory_bytes(plan_of(extent, config), extent, threads)

    planned = extent.rows
    while extent.rows > FEWEST_ROWS and needed() > MEMORY_SHARE * memory:
        extent = replace(extent, rows=max(FEWEST_ROWS, int(extent.rows * FEWER)))
    return profile.rows if extent.rows == planned else int(extent.rows / (1 - config.test_size))


def workload_of(profile: TableProfile, target: ColumnProfile, task: Task, threads: int) -> Workload:
    """What each kind of training on the target would cost, at the reference machine's pace."""
    usual = usual_config(target.name)
    extent = extent_of(profile, usual, target, task)
    fits = []
    for model_type in ("auto", "xgboost", "random_forest", "neural_network"):
        config = usual.model_copy(update={"model_type": model_type})
        scaled = []
        if model_type == "neural_network":
            scaled.append(proportion("epochs", even_passes(extent, config, threads)))
        if model_type == "xgboost":
            scaled.append(usual_rounds(extent, config))
        fits.append(planned(extent, config, threads, scaled))
    epochs = proportion("epochs", Steps(extent.rows).passes())
    for name in FAMILIES:
        chosen = estimator_named(name, {})
        config = usual.model_copy(update={"model_type": "custom", "estimator": chosen})
        given = chosen.model_dump(by_alias=True)
        grows = [proportion(each, given[each]) for each in SCALED.get(name, ())]
        if name == "mlp":
            grows.append(epochs)
        if name in ROUNDS_A_ROW:
            grows.append(usual_rounds(extent, config))
        with suppress(RowcastError):
            fits.append(planned(extent, config, threads, grows))
    return Workload(fixed_seconds=fixed_seconds(extent), fits=fits, pace=machine_pace())


def even_passes(extent: Extent, config: TrainingConfig, threads: int) -> float:
    """Passes over the rows with which networks take as long, were they the same for all."""
    passes = Steps(extent.rows).passes()
    even = config.model_copy(update={"epochs": passes})
    usual, told = (planned_seconds(plan_of(extent, each), extent, each, threads) for each in (config, even))
    return round(passes * usual / told, 1)


def proportion(parameter: str, usual: float) -> ScaledByItem:
    """What makes fits as much longer as it is larger."""
    return ScaledByItem(parameter=parameter, usual=usual)


def usual_rounds(extent: Extent, config: TrainingConfig) -> ScaledByItem:
    """The rounds after which boosting is likely to end by itself, so that more of them take no longer."""
    plan = plan_of(extent, config)
    fold = fold_of(extent, plan.rows)
    rounds = [boosted_rounds(each, fold) for each in plan.candidates]
    usual = round(sum(rounds) / len(rounds), 1)
    return ScaledByItem(parameter="epochs", usual=usual, most=usual)


def planned(
    extent: Extent, config: TrainingConfig, threads: int, scaled: Sequence[ScaledByItem]
) -> PlannedFits:
    """One line of the workload.

    Raises
    ------
    RowcastError
        Where a custom estimator cannot learn from so many rows.
    """
    plan = plan_of(extent, config)
    return PlannedFits.model_validate(
        {
            "modelType": config.model_type,
            "estimator": config.estimator and config.estimator.name,
            "fixedSeconds": round(special_seconds(extent, config, threads), 3),
            "seconds": round(planned_seconds(plan, extent, config, threads), 3),
            "memoryBytes": round(memory_bytes(plan, extent, threads)),
            "scaledBy": list(scaled),
        }
    )


def usual_config(target: str) -> TrainingConfig:
    """The settings that a training has when nobody changes them, without a budget that ends it."""
    return TrainingConfig(
        target_column=target,
        task="auto",
        model_type="auto",
        metric="auto",
        test_size=DEFAULT_TEST_SIZE,
        epochs=DEFAULT_EPOCHS,
        learning_rate=DEFAULT_LEARNING_RATE,
        time_budget_seconds=ENDLESS,
        seed=0,
        excluded_columns=[],
    )
