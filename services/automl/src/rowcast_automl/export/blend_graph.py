"""Export of an ensemble as one ONNX graph, from raw columns to the prediction."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from onnx import TensorProto

from rowcast_automl.estimators.base import (
    KernelMember,
    LinearMember,
    MetricMember,
    NeighbourMember,
    NetworkMember,
    outputs_of,
)
from rowcast_automl.estimators.trees.flat_trees import FlatTrees
from rowcast_automl.export.graph_builder import Graph
from rowcast_automl.export.member_nodes import kernel, linear, metric_kernel, neighbours, network, trees
from rowcast_automl.export.preprocessing_nodes import Views
from rowcast_automl.features.encoding.encoder import Encoder
from rowcast_automl.features.encoding.target_encoding import TargetTables
from rowcast_automl.models.blend import BaggedModel, Blend, LogTarget
from rowcast_automl.models.calibration import Calibration

# Sums of a forest's shares where their noise counts: each of fewer trees, and less off.
PARTS = 4


def export_blend(
    blend: Blend, encoder: Encoder, number_width: int, text_width: int, targets: Mapping[int, TargetTables]
) -> bytes:
    """Serialise the ensemble as one ONNX graph.

    Parameters
    ----------
    number_width, text_width : int
        Columns of the inputs `numbers` (float32, or float64 with a centering) and `texts` (string); an input
        of width 0 is left out.
    targets : mapping
        Target tables by split.

    Returns
    -------
    bytes
        A model with one float64 output `answer`: probabilities (rows, classes) or values (rows, 1).
    """
    graph = Graph()
    element = TensorProto.DOUBLE if encoder.centering else TensorProto.FLOAT
    numbers = graph.input("numbers", element, number_width) if number_width else None
    texts = graph.input("texts", TensorProto.STRING, text_width) if text_width else None
    views = Views(graph, encoder, numbers, texts, {fold: targets[fold] for fold in used_splits(blend)})
    outputs = outputs_of(blend.classes)
    # Such a calibration magnifies the noise of single precision near 0.
    parts = PARTS if blend.calibration and blend.calibration.slope < 1 else 1
    predictions = [answer(graph, model, views, outputs, parts) for model in blend.models]
    if blend.max_deviations:
        total = with_limited_deviations(graph, predictions, blend)
    else:
        total = weighted_sum(graph, predictions, [weight * blend.scale for weight in blend.weights])
    if blend.task == "regression":
        total = graph.add("Add", total, graph.constant(np.float64(blend.center)))
    elif blend.calibration:
        total = calibrated(graph, total, blend.calibration)
    graph.output("answer", total, TensorProto.DOUBLE, blend.classes or 1)
    return graph.serialize()


def with_limited_deviations(graph: Graph, predictions: list[str], blend: Blend) -> str:
    """Add the equivalent of `limit_deviations` and the weighted sum, without the center.

    The sum equals the reference plus the weighted deviations, because the weights sum to 1.
    """
    models = list(zip(predictions, blend.weights, blend.max_deviations, strict=True))
    unlimited = [(each, weight) for each, weight, limit in models if np.isinf(limit)]
    whole = sum(weight for _, weight in unlimited)
    reference = weighted_sum(
        graph, [each for each, _ in unlimited], [weight / whole for _, weight in unlimited]
    )
    parts, weights = [reference], [blend.scale]
    for each, weight, limit in models:
        if np.isfinite(limit):
            deviation = graph.add("Sub", each, reference)
            parts.append(graph.add("Clip", deviation, constant(graph, -limit), constant(graph, limit)))
            weights.append(weight * blend.scale)
    return weighted_sum(graph, parts, weights)


def weighted_sum(graph: Graph, parts: list[str], weights: list[float]) -> str:
    """Add the sum of float64 parts, each with a weight."""
    weighted = [
        graph.add("Mul", part, constant(graph, weight)) for part, weight in zip(parts, weights, strict=True)
    ]
    return weighted[0] if len(weighted) == 1 else graph.add("Sum", *weighted)


def used_splits(blend: Blend) -> list[int]:
    """Return the splits whose target tables some model uses."""
    return sorted({fold for model in blend.models if model.view != "linear" for fold in model.folds})


def answer(graph: Graph, model: BaggedModel, views: Views, outputs: int, parts: int = 1) -> str:
    """Add one model's linked prediction, float64, shape (rows, classes) or (rows, 1), and return its name."""
    first = model.members[0]
    if isinstance(first, NetworkMember):
        space = "margin" if model.space == "probability" else "value"
        return unlogged(
            graph, network(graph, model, views, lambda raw: link(graph, raw, space, outputs)), model.log
        )
    if isinstance(first, FlatTrees):
        raw = trees(graph, model, views, outputs, parts if model.space == "probability" else 1)
        if model.space == "probability":
            # Shares of single precision may add up to a little more than 1.
            raw = graph.add("Clip", raw, constant(graph, 0.0), constant(graph, 1.0))
    elif isinstance(first, LinearMember):
        raw = linear(graph, model, views)
    elif isinstance(first, KernelMember):
        raw = kernel(graph, model, views)
    elif isinstance(first, MetricMember):
        raw = metric_kernel(graph, model, views)
    elif isinstance(first, NeighbourMember):
        raw = neighbours(graph, model, views)
    return unlogged(graph, link(graph, raw, model.space, outputs), model.log)


def link(graph: Graph, raw: str, space: str, outputs: int) -> str:
    """Add the equivalent of `models.blend.link`, on the last axis."""
    if space == "value":
        return raw
    if outputs > 1:
        return graph.add("Softmax", raw, axis=-1) if space == "margin" else raw
    second = graph.add("Sigmoid", raw) if space == "margin" else raw
    first = graph.add("Sub", graph.constant(np.float64(1)), second)
    return graph.add("Concat", first, second, axis=-1)


def unlogged(graph: Graph, raw: str, log: LogTarget | None) -> str:
    """Add the equivalent of `LogTarget.blended`."""
    if log is None:
        return raw
    bounded = graph.add("Clip", raw, *(constant(graph, each) for each in log.bounds))
    logged = graph.add(
        "Add", graph.add("Mul", bounded, constant(graph, log.deviation)), constant(graph, log.mean)
    )
    centered = graph.add("Sub", graph.add("Exp", logged), constant(graph, log.shift + log.center))
    return graph.add("Div", centered, constant(graph, log.scale))


def calibrated(graph: Graph, probabilities: str, calibration: Calibration) -> str:
    """Add the equivalent of `Calibration.apply`."""
    logged = graph.add("Log", graph.add("Max", probabilities, constant(graph, calibration.floor)))
    sloped = graph.add("Mul", logged, constant(graph, calibration.slope))
    return graph.add(
        "Softmax", graph.add("Add", sloped, graph.constant(np.array(calibration.offset))), axis=-1
    )


def constant(graph: Graph, value: float) -> str:
    """Add a float64 scalar constant."""
    return graph.constant(np.float64(value))
