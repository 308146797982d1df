"""The prepare stage: reads the table, selects columns, holds rows out, splits and encodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

from rowcast_automl.contracts.generated import Reason, TableProfile, TrainingConfig
from rowcast_automl.features.columns.column_selection import Selection, select_columns, set_aside
from rowcast_automl.features.columns.field_builder import build_fields, pack_columns
from rowcast_automl.features.encoding.target_encoding import MAX_CLASSES
from rowcast_automl.features.encoding.text_projection import MAX_AXES
from rowcast_automl.features.rows.cells import FLOAT32_MAX
from rowcast_automl.features.rows.recipe_at_prediction import dropped_columns
from rowcast_automl.features.schema import InputField, ServingSchema, Task
from rowcast_automl.features.splits.fold_plan import plan_folds
from rowcast_automl.features.splits.row_order import read_order
from rowcast_automl.features.splits.splitters import Order, Split, hold_out, make_splits
from rowcast_automl.features.target.target import Target, limit_rows, read_target
from rowcast_automl.features.tensors import Array, Tensors, stack
from rowcast_automl.ingest.columns.missing_cells import MISSING_MARKERS
from rowcast_automl.metrics.scores import choose_metric, score
from rowcast_automl.models.serving_cost import Cost
from rowcast_automl.models.serving_limits import limit_of
from rowcast_automl.prepare.edge_case_rows import edge_rows
from rowcast_automl.prepare.interaction_search import SEARCH_SHARE, used_by_models
from rowcast_automl.prepare.training_data import TrainingData, fit_training_data, with_interactions
from rowcast_automl.run.training_run import TrainingRun

MAX_SCORES = 200
CHECKED_ROWS = 500
MAX_ROWS, MIN_ROWS, MAX_CELLS = 250_000, 20_000, 30_000_000
# With these limits, tokenising takes about a tenth of the time budget.
TEXT_BYTES_PER_SECOND, MAX_TEXT_BYTES, MIN_TEXTS = 300_000, 60_000_000, 2_000

# Values that are present but count as missing: a number beyond float32, a text without words.
UNREADABLE = {"number": 2 * FLOAT32_MAX, "text": "."}


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedTable:
    """The table after the prepare stage.

    Parameters
    ----------
    train, test : int arrays
        Positions among the labelled rows; `test` is empty where the score is out of fold.
    checked : int array
        The held-out rows, or some training rows without any.
    order : Order
        Groups and times of the labelled rows.
    unused_rows, unused_rows_order : Target, Order
        The labelled rows beyond the sample that models are compared on.
    max_rows : int or None
        Size of that sample; None if it has all rows.
    extra : Tensors
        Checked rows, then rows of edge cases; every fit predicts them for the parity check.
    """

    target: Target
    unused_rows: Target
    unused_rows_order: Order
    max_rows: int | None
    selection: Selection
    train: Array
    test: Array
    checked: Array
    order: Order
    schema: ServingSchema
    extra: Tensors
    training_data: TrainingData

    def with_limit(self, limit: Cost) -> PreparedTable:
        """Return a copy with a different ensemble cost limit."""
        return replace(self, training_data=replace(self.training_data, limit=limit))

    def with_notes(self, notes: Sequence[Reason]) -> PreparedTable:
        """Return a copy with notes about the target for the report."""
        return replace(self, target=self.target.with_notes(notes))

    @property
    def test_truth(self) -> Array:
        """Class indices or numbers of the held-out rows."""
        return self.target.values[self.test]

    def baseline(self, rows: int) -> Array:
        """Return the baseline's predictions: class frequencies, or the mean, of the training rows."""
        truth = self.target.values[self.train]
        if self.target.task == "regression":
            return np.full(rows, truth.mean())
        shares = np.bincount(truth, minlength=len(self.target.labels)) / len(truth)
        return np.tile(shares, (rows, 1))

    def baseline_score(self, metric: str) -> float:
        """Score of the baseline on the training rows."""
        return score(metric, self.target.values[self.train], self.baseline(len(self.train)))


Select = Callable[[Path, TableProfile, TrainingConfig, Target, Array], Selection]


def prepare_training(run: TrainingRun, affordable: Callable[[Task], int] | None) -> PreparedTable:
    """Read and encode a training's table without interactions, and measure how busy the machine is.

    Parameters
    ----------
    affordable : callable or None
        Maximum number of labelled rows by task; None if memory is not limited.

    Raises
    ------
    RowcastError
        The target's errors and NO_FEATURES.
    """
    prepared = prepare_table(
        run.table,
        run.profile,
        run.config,
        may_search_interactions=never,
        affordable=affordable,
    )
    run.clock.measure_load()
    return prepared


def search_interactions(run: TrainingRun, prepared: PreparedTable) -> PreparedTable:
    """Add numeric interactions to a prepared table, if its models use any."""
    if not used_by_models(run.config, len(prepared.train)):
        return prepared
    found = with_interactions(prepared.training_data, run.within(SEARCH_SHARE), run.resources.threads)
    if found.interactions_skipped:
        run.leaderboard.record_omission("derived_numbers", found.interactions_skipped)
    return replace(prepared, training_data=found)


def prepare_table(
    table: Path,
    profile: TableProfile,
    config: TrainingConfig,
    select: Select = select_columns,
    may_search_interactions: Callable[[float], bool] = lambda _: True,
    threads: int = 1,
    affordable: Callable[[Task], int] | None = None,
) -> PreparedTable:
    """Read and encode the table.

    Parameters
    ----------
    select : callable
        Reads the columns that models use.
    may_search_interactions : callable
        Whether the search for interactions may continue after so many seconds.
    threads : int
        Cores for the search.
    affordable : callable or None
        Maximum number of labelled rows by task.

    Raises
    ------
    RowcastError
        The target's errors and NO_FEATURES.
    """
    drawn = sample_rows(table, profile, config, affordable)
    target, order, seed = drawn.target, drawn.order, config.seed
    classes = len(target.labels)
    train, test = hold_out(target.values, classes, config.test_size, seed, order)
    selection = select(table, profile, config, target, train)
    fields = build_fields(selection.columns, train, profile)
    tensors = pack_columns(selection.columns, fields)
    checked = test if len(test) else sample_checked_rows(train, seed)
    base = tensors.take(checked)
    extra = stack([base, edge_rows(base, fields)])
    schema = ServingSchema(
        task=target.task,
        target=target.name,
        labels=target.labels,
        label_kind=target.label_kind,
        fields=fields,
        ignored=(*(name for name, _ in selection.dropped), *dropped_columns(profile)),
        missing_markers=MISSING_MARKERS,
    )
    rows, truth, own_order = tensors.take(train), target.values[train], order.take(train)
    training_data = fit_training_data(
        task=target.task,
        classes=classes,
        truth=truth,
        splits=splits_of(rows, fields, truth, classes, own_order, config),
        rows=rows,
        extra=extra,
        fields=fields,
        seed=seed,
        order=own_order,
        limit=limit_of(config),
        absolute=choose_metric(config, target.task) == "mae",
    )
    if used_by_models(config, len(train)):
        training_data = with_interactions(training_data, may_search_interactions, threads)
    return PreparedTable(
        target=target,
        unused_rows=drawn.unused_rows,
        unused_rows_order=drawn.unused_rows_order,
        max_rows=drawn.maximum,
        selection=selection,
        train=train,
        test=test,
        checked=checked,
        order=order,
        schema=schema,
        extra=extra,
        training_data=training_data,
    )


@dataclass(frozen=True, slots=True)
class SampledRows:
    """The sample of labelled rows that models are compared on, and the unused rows.

    Parameters
    ----------
    maximum : int or None
        Size of the sample; None if it has all rows.
    """

    target: Target
    order: Order
    unused_rows: Target
    unused_rows_order: Order
    maximum: int | None


def sample_rows(
    table: Path, profile: TableProfile, config: TrainingConfig, affordable: Callable[[Task], int] | None
) -> SampledRows:
    """Sample as many labelled rows as time and memory allow.

    Raises
    ------
    RowcastError
        The target's errors.
    """
    whole = read_target(table, profile, config)
    maximum = max_rows(table, profile, config)
    maximum = min(maximum, affordable(whole.task)) if affordable else maximum
    target, order = limit_rows(whole, maximum, config.seed), read_order(table, config, whole.rows)
    drawn = np.isin(whole.rows, target.rows)
    room = None if drawn.all() else maximum
    return SampledRows(target, order.take(drawn), whole.take(~drawn), order.take(~drawn), room)


def splits_of(
    rows: Tensors,
    fields: tuple[InputField, ...],
    truth: Array,
    classes: int,
    order: Order,
    config: TrainingConfig,
) -> list[list[Split]]:
    """Create the splits of the training rows by repeat; fewer if members make predictions too slow."""
    free = sum(each.kind == "text" for each in fields)
    width = rows.numbers.shape[1] + 3 * rows.texts.shape[1] + MAX_AXES * free
    plan = plan_folds(len(truth), width, config.time_budget_seconds)
    if classes > MAX_CLASSES and any(each.textual for each in fields):
        # Text has one score per class and split, all of which a prediction computes.
        plan = plan.within(MAX_SCORES // classes)
    return make_splits(truth, classes, plan, config.seed, order)


def never(_seconds: float) -> bool:
    """Always False: a `may_continue` that allows no work."""
    return False


def sample_checked_rows(rows: Array, seed: int) -> Array:
    """Return a sorted sample for the parity check."""
    if len(rows) <= CHECKED_ROWS:
        return rows
    return np.sort(np.random.default_rng(seed).choice(rows, CHECKED_ROWS, replace=False))


def max_rows(table: Path, profile: TableProfile, config: TrainingConfig) -> int:
    """Return the maximum number of labelled rows.

    It limits the memory of wide and long tables, and the time to tokenise text.
    """
    maximum = max_rows_for_width(len(profile.columns))
    unread = {config.target_column, *set_aside(config)}
    free = [each.name for each in profile.columns if each.type == "text" and each.name not in unread]
    size = text_bytes(table, free) if free else 0
    if not size:
        return maximum
    affordable = min(MAX_TEXT_BYTES, int(TEXT_BYTES_PER_SECOND * config.time_budget_seconds))
    return min(maximum, max(MIN_TEXTS, affordable * profile.rows // size))


def max_rows_for_width(columns: int) -> int:
    """Return the maximum number of labelled rows of a table without text."""
    return max(MIN_ROWS, min(MAX_ROWS, MAX_CELLS // max(1, 4 * columns)))


def text_bytes(table: Path, names: list[str]) -> int:
    """Return the uncompressed size of columns, from the Parquet footer."""
    with pq.ParquetFile(table) as file:
        places = [file.schema_arrow.names.index(name) for name in names]
        groups = [file.metadata.row_group(group) for group in range(file.metadata.num_row_groups)]
        return sum(group.column(place).total_uncompressed_size for group in groups for place in places)


def row_of(prepared: PreparedTable, row: int) -> dict[str, object]:
    """Return one labelled row as a client would send it; missing cells are None."""
    sent: dict[str, object] = {}
    for column in prepared.selection.columns:
        field = prepared.schema.by_name[column.name]
        value = field.sent(None if column.is_missing(row) else column.values[row])
        if value is None:
            # The recipe fills blanks, so a missing value was one that a model cannot read.
            sent[column.name] = None if field.fill is None else UNREADABLE.get(column.kind)
        elif column.kind == "boolean":
            sent[column.name] = bool(value)
        elif column.kind == "datetime":
            sent[column.name] = str(np.datetime64(round(float(value) * 1e6), "us"))
        elif column.kind in ("category", "text"):
            sent[column.name] = str(value)
        else:
            sent[column.name] = int(value) if column.integer else float(value)
    return sent
