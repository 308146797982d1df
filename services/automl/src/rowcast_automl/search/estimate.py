"""How long a training will take and how much memory, said from the table's profile before it is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rowcast_automl.contracts.generated import (
    ColumnProfile,
    PlannedFits,
    ScaledByItem,
    TableProfile,
    TrainingConfig,
    Workload,
)
from rowcast_automl.features.columns import KINDS
from rowcast_automl.features.encoding import ONE_HOT_LINEAR, ONE_HOT_TREE
from rowcast_automl.features.fold_plan import plan_folds
from rowcast_automl.features.pieces import LEAST_RANGES, MOST_COLUMNS, MOST_RANGES
from rowcast_automl.features.schema import DATE_PARTS, Task
from rowcast_automl.features.split import MOST_HELD_OUT
from rowcast_automl.features.text import MOST_AXES
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.search.custom import FAMILIES, estimator_named
from rowcast_automl.search.derivation import LEAST_ROWS, MOST_CLASSES, PAIRED_COLUMNS
from rowcast_automl.search.derivation import MOST_ROWS as DERIVING_ROWS
from rowcast_automl.search.fit_cost import FitShape, fit_seconds
from rowcast_automl.search.portfolio import Shape, portfolio
from rowcast_automl.search.preparation import most_rows_of_width
from rowcast_automl.search.steps import Steps

# What reading, blending, publishing and the report take beside the fits, with and without regard to the size.
BASE_SECONDS, SECONDS_A_CELL, SECONDS_A_COLUMN = 1.0, 1e-6, 0.001
SECONDS_A_PAIRED_CELL = 2.4e-6
# Exporting, checking and explaining follow the number of nodes, of which forests have most.
PUBLISHED = {"random_forest": 1.7, "extra_trees": 1.7}
# Models of which further rounds are fitted.
REPEATED = 5
BASE_BYTES, BYTES_A_UNIT, BYTES_A_CELL, BYTES_A_VIEW_CELL = 330e6, 30e6, 60.0, 14.0
# No budget that decides anything.
ENDLESS = 86_400.0
PEARSON_SKEW = 0.5
SCALED = {"random_forest": ("nEstimators",), "extra_trees": ("nEstimators",), "mlp": ("hiddenUnits",)}


@dataclass(frozen=True, slots=True)
class Extent:
    """The training rows and the columns of the views.

    Parameters
    ----------
    task : Task
    outputs : int
        One for a regression and two classes, else the classes.
    rows : int
        Rows that are learned from, the held-out ones left aside.
    inputs : int
        Positions of the graph's two inputs, and the axes of free text.
    slots : int
        Positions of the numbers.
    """

    task: Task
    outputs: int
    rows: int
    inputs: int
    slots: int
    numbers: int
    texts: int
    tree_words: int
    linear: int
    pieces: int
    skewed: bool


def extent_of(profile: TableProfile, config: TrainingConfig, target: ColumnProfile, task: Task) -> Extent:
    """Reads the extent off the profile."""
    labelled = min(max(1, profile.rows - target.missing), most_rows_of_width(len(profile.columns)))
    rows = max(1, labelled - min(int(labelled * config.test_size), MOST_HELD_OUT))
    outputs = target.distinct if task == "multiclass" else 1
    left_out = {target.name, *config.excluded_columns}
    columns = [each for each in profile.columns if each.name not in left_out and each.type in KINDS]
    words = [each for each in columns if KINDS[each.type] == "category"]
    free = sum(1 for each in columns if KINDS[each.type] == "text")
    parts = sum(len(DATE_PARTS) if each.type == "datetime" else 1 for each in columns) - len(words) - free
    gaps = sum(1 for each in columns if each.missing and KINDS[each.type] not in ("category", "text"))
    ranges = min(MOST_RANGES, MOST_COLUMNS // max(parts, 1))
    encoded = sum(1 for each in words if each.distinct > ONE_HOT_TREE) * outputs
    shown = sum(min(each.distinct, ONE_HOT_LINEAR) for each in words)
    linear = parts + gaps + shown + free * MOST_AXES
    return Extent(
        task=task,
        outputs=outputs,
        rows=rows,
        inputs=parts + len(words) + free * (1 + MOST_AXES),
        slots=parts,
        numbers=parts + free * MOST_AXES + encoded + sum(1 for each in words if each.distinct > ONE_HOT_TREE),
        texts=len(words) + free,
        tree_words=sum(each.distinct for each in words if each.distinct <= ONE_HOT_TREE),
        linear=linear,
        pieces=linear + encoded + (parts * ranges if ranges >= LEAST_RANGES else 0),
        skewed=task == "regression" and is_skewed(target),
    )


def is_skewed(target: ColumnProfile) -> bool:
    """Whether the target is positive and long-tailed, by its mean and median."""
    middle = target.quantiles[3] if len(target.quantiles) > 3 else None
    if target.min is None or target.min <= 0 or not target.std or target.mean is None or middle is None:
        return False
    return 3 * (target.mean - middle) / target.std > PEARSON_SKEW


def planned_seconds(extent: Extent, config: TrainingConfig, threads: int) -> float:
    """Until everything was tried that the settings allow, if nothing ends it before.

    Raises
    ------
    RowcastError
        Where a custom estimator cannot learn from so many rows.
    """
    cells = extent.inputs + 2 * extent.texts
    plan = plan_folds(extent.rows, cells, config.time_budget_seconds)
    splits = plan.each_round * plan.rounds
    shape = Shape(
        extent.task,
        extent.rows,
        extent.inputs,
        config.time_budget_seconds,
        splits,
        extent.skewed,
        outputs=extent.outputs,
        folds=plan.each_round,
    )
    candidates = portfolio(config, shape)
    fold = fold_of(extent, extent.rows * (plan.folds - 1) // plan.folds)
    costs = [fit_seconds(each, fold) * PUBLISHED.get(each.estimator.kind, 1.0) for each in candidates]
    fits = plan.each_round * sum(costs)
    if config.estimator is None:
        mean = sum(costs) / len(costs)
        fits += plan.each_round * (plan.rounds - 1) * mean * min(REPEATED, len(costs))
    return fits / max(1, threads)


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
    """All but the fits."""
    cells = SECONDS_A_CELL * extent.rows * extent.inputs + SECONDS_A_COLUMN * extent.inputs
    return BASE_SECONDS + cells + deriving_seconds(extent)


def deriving_seconds(extent: Extent) -> float:
    """Looking for pairs of numbers, of which each is tried in five ways."""
    paired = min(extent.slots, PAIRED_COLUMNS)
    if extent.rows < LEAST_ROWS or extent.outputs > MOST_CLASSES or paired < 2:
        return 0.0
    cells = min(extent.rows, DERIVING_ROWS) * 5 * paired * (paired - 1) / 2
    return SECONDS_A_PAIRED_CELL * cells * min(extent.outputs, 2)


def memory_bytes(extent: Extent, threads: int) -> float:
    """The libraries once, the table and its views, and what each fit makes of its own."""
    view = extent.rows * (extent.linear + extent.pieces + 2 * (extent.numbers + extent.tree_words))
    cells = extent.rows * extent.inputs
    return BASE_BYTES + BYTES_A_UNIT * threads + BYTES_A_CELL * cells + BYTES_A_VIEW_CELL * view


def workload_of(profile: TableProfile, target: ColumnProfile, task: Task, threads: int) -> Workload:
    """What each kind of training on the target would cost, at the reference machine's pace."""
    usual = usual_config(target.name)
    extent = extent_of(profile, usual, target, task)
    fits = []
    epochs = Steps.of(None, extent.rows).passes
    for model_type in ("auto", "xgboost", "random_forest", "neural_network"):
        config = usual.model_copy(update={"model_type": model_type})
        seconds = planned_seconds(extent, config, threads)
        grows = [("epochs", epochs)] if model_type == "neural_network" else []
        fits.append(planned(model_type, None, seconds, grows))
    for name in FAMILIES:
        chosen = estimator_named(name, {})
        config = usual.model_copy(update={"model_type": "custom", "estimator": chosen})
        try:
            seconds = planned_seconds(extent, config, threads)
        except RowcastError:
            continue
        given = chosen.model_dump(by_alias=True)
        grows = [(each, given[each]) for each in SCALED.get(name, ())]
        fits.append(
            planned("custom", name, seconds, [*grows, ("epochs", epochs)] if name == "mlp" else grows)
        )
    memory = memory_bytes(extent, threads)
    return Workload(fixed_seconds=fixed_seconds(extent), fits=fits, memory_bytes=memory)


def planned(
    model_type: str, estimator: str | None, seconds: float, scaled: Sequence[tuple[str, float]]
) -> PlannedFits:
    """One line of the workload."""
    return PlannedFits.model_validate(
        {
            "modelType": model_type,
            "estimator": estimator,
            "seconds": round(seconds, 3),
            "scaledBy": [ScaledByItem(parameter=name, usual=usual) for name, usual in scaled],
        }
    )


def usual_config(target: str) -> TrainingConfig:
    """The settings that a training has when nobody changes them, without a budget that ends it."""
    return TrainingConfig(
        target_column=target,
        task="auto",
        model_type="auto",
        metric="auto",
        test_size=0.2,
        epochs=100,
        learning_rate=0.01,
        time_budget_seconds=ENDLESS,
        seed=0,
        excluded_columns=[],
    )
