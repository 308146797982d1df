"""Exports models as graphs, and measures their size and latency."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
import onnxruntime

from rowcast_automl.contracts.generated import TrainingConfig
from rowcast_automl.export.blend_graph import export_blend, used_splits
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.features.tensors import Array, Tensors, run_in_parts, run_of
from rowcast_automl.models.blend import BaggedModel, Blend
from rowcast_automl.models.serving_cost import cost_of
from rowcast_automl.models.serving_limits import limit_of, promised_milliseconds
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.table_preparation import PreparedTable
from rowcast_automl.run.leaderboard import Leaderboard

TIMED_CALLS = 15
# A shared core is slow for some of these.
MEASURED_TIMES = 5
BYTES_EXPORTED_PER_SECOND = 2e6
BEYOND_LIMITS = reason("BEYOND_LIMITS")

Predict = Callable[[Tensors], Array]


@dataclass(frozen=True, slots=True)
class ServedModel:
    """An exported model.

    Parameters
    ----------
    milliseconds : float
        Latency of the graph for one row.
    seconds : float
        Duration of the export.
    """

    graph: bytes
    predict: Predict
    milliseconds: float
    seconds: float = 0.0


def serve(blend: Blend, prepared: PreparedTable) -> ServedModel:
    """Export the ensemble and measure its latency for one row."""
    begun = time.monotonic()
    graph = export(blend, prepared)
    seconds = time.monotonic() - begun
    predict = open_graph(graph, prepared.schema)
    took = median(time_one_row(predict, prepared.extra) for _ in range(MEASURED_TIMES))
    return ServedModel(graph, predict, took, seconds)


def export(blend: Blend, prepared: PreparedTable) -> bytes:
    """Export the ensemble as one graph."""
    schema, training_data = prepared.schema, prepared.training_data
    for split in used_splits(blend):
        # A cluster has learned them on its nodes.
        training_data.learn_tables(split)
    return export_blend(
        blend, training_data.encoder, schema.number_width, schema.text_width, training_data.tables
    )


def open_graph(graph: bytes, schema: ServingSchema, maximum: int | None = None) -> Predict:
    """Open the exported model as a function from tensors to predictions.

    It returns probabilities, shape (rows, classes), or values, shape (rows,).

    Parameters
    ----------
    maximum : int or None
        Maximum number of rows per run. If None, the schema's value is used.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    run = run_of(onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"]))

    def predict(tensors: Tensors) -> Array:
        answer = run_in_parts(run, tensors, maximum or schema.rows_at_once)
        return answer[:, 0] if schema.task == "regression" else answer

    return predict


def record_costs(
    leaderboard: Leaderboard,
    blend: Blend,
    fitted: tuple[BaggedModel, ...],
    prepared: PreparedTable,
    seconds: float,
) -> int:
    """Record the size and one-row latency of each model.

    They are measured while time is left, and estimated for the other models.

    Returns
    -------
    int
        Number of models whose cost is an estimate.
    """
    end = time.monotonic() + seconds
    estimates = 0
    for model in fitted:
        cost = cost_of(model)
        if time.monotonic() + cost.size / BYTES_EXPORTED_PER_SECOND < end:
            alone = replace(blend, models=(model,), weights=(1.0,), calibration=None, max_deviations=())
            graph = export(alone, prepared)
            size, milliseconds = len(graph), time_one_row(open_graph(graph, prepared.schema), prepared.extra)
        else:
            size, milliseconds = int(cost.size), 1_000 * cost.seconds
            estimates += 1
        record_cost(leaderboard, model.name, size, milliseconds)
    return estimates


def record_published(
    leaderboard: Leaderboard, served: ServedModel, blend: Blend, config: TrainingConfig
) -> None:
    """Record size and latency of the published model, and whether it exceeds the limits."""
    entries = leaderboard.entries
    published = entries.get("Blend") or max(entries.values(), key=lambda entry: entry.weight or 0.0)
    record_cost(leaderboard, published.name, len(served.graph), served.milliseconds)
    # What a clock says would be in the bundle of a training that is to give the same again; and nothing was
    # asked of a model that was uploaded.
    timed = not config.reproducible and config.onnx is None
    slow = timed and served.milliseconds > promised_milliseconds(config)
    # A graph is packed in its bundle, as costs have it.
    if slow or sum(cost_of(each).size for each in blend.models) > limit_of(config).size:
        known = leaderboard.entries[published.name]
        why = [*(known.why or []), BEYOND_LIMITS]
        leaderboard.update_entry(known.name, known.estimator, known.status, why=why)


def record_cost(leaderboard: Leaderboard, name: str, size: int, milliseconds: float) -> None:
    """Record size and latency in a leaderboard entry."""
    known = leaderboard.entries[name]
    took = round(milliseconds, 4)
    leaderboard.update_entry(
        name, known.estimator, known.status, size_bytes=size, predict_milliseconds_per_row=took
    )


def time_one_row(predict: Predict, rows: Tensors) -> float:
    """Return the median milliseconds for one row.

    Each run uses another row, because repeating one row makes branch prediction unrealistically good.
    """
    lone = [rows.take(slice(place, place + 1)) for place in range(min(len(rows), TIMED_CALLS))]
    times = []
    for turn in range(TIMED_CALLS):
        begun = time.perf_counter()
        predict(lone[turn % len(lone)])
        times.append(time.perf_counter() - begun)
    return 1_000 * median(times)


def fold_predictor(blend: Blend, prepared: PreparedTable, rows: Array) -> Predict | None:
    """Return a function that predicts training rows with the members that were not fitted on them.

    Parameters
    ----------
    rows : int array
        Positions of the training rows. The function must be called with all of them, in this order.

    Returns
    -------
    callable or None
        None if no member validated some of the rows.
    """
    folds = validating_folds(prepared)[rows]
    parts: list[tuple[Array, Predict]] = []
    for number in np.unique(folds):
        models = tuple(with_member_of(model, int(number)) for model in blend.models if number in model.folds)
        if number < 0 or len(models) < len(blend.models):
            return None
        graph = export(replace(blend, models=models), prepared)
        parts.append((np.flatnonzero(folds == number), open_graph(graph, prepared.schema)))

    def predict(tensors: Tensors) -> Array:
        predictions = [(places, ask(tensors.take(places))) for places, ask in parts]
        result = np.zeros((len(tensors), *predictions[0][1].shape[1:]))
        for places, each in predictions:
            result[places] = each
        return result

    return predict


def validating_folds(prepared: PreparedTable) -> Array:
    """Return, for each training row, the fold of the first repeat that validates it; -1 if there is none."""
    training_data = prepared.training_data
    folds = np.full(len(training_data.truth), -1)
    for number in range(training_data.folds):
        folds[training_data.splits[number].valid] = number
    return folds


def with_member_of(model: BaggedModel, number: int) -> BaggedModel:
    """Return the model with only the member that was fitted on one split."""
    place = model.folds.index(number)
    return replace(model, folds=(number,), members=(model.members[place],))
