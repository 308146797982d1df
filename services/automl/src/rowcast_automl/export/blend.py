"""A blend as one ONNX graph, from raw columns to the answer."""

from __future__ import annotations

import numpy as np
from onnx import TensorProto

from rowcast_automl.ensemble.blend import BaggedModel, Blend
from rowcast_automl.estimators.fitting import LinearMember, NetworkMember
from rowcast_automl.estimators.trees import FlatTrees
from rowcast_automl.export.graph import ML, Graph
from rowcast_automl.export.preprocessing import Views
from rowcast_automl.features.encoding import Encoder
from rowcast_automl.features.tensors import Array


def export_blend(
    blend: Blend,
    encoder: Encoder,
    number_width: int,
    text_width: int,
    targets: dict[int, tuple[tuple[int, Array], ...]],
) -> bytes:
    """Serialises the graph.

    Parameters
    ----------
    number_width, text_width : int
        Columns of the inputs `numbers` (float32) and `texts` (string); an input of width 0 is left out.
    targets : dict
        Target tables by fold.

    Returns
    -------
    bytes
        A model with one float64 output `answer`: probabilities (rows, classes) or values (rows, 1).
    """
    graph = Graph()
    numbers = graph.input("numbers", TensorProto.FLOAT, number_width) if number_width else None
    texts = graph.input("texts", TensorProto.STRING, text_width) if text_width else None
    used = {fold for model in blend.models if model.view != "linear" for fold in model.folds}
    chosen = {fold: tables for fold, tables in targets.items() if fold in used}
    views = Views(graph, encoder, numbers, texts, chosen)
    weighted = []
    for model, weight in zip(blend.models, blend.weights, strict=True):
        answer = linked(graph, model, views, blend.classes if blend.classes > 2 else 1)
        factor = graph.constant(np.float64(weight * blend.scale))
        weighted.append(graph.add("Mul", answer, factor))
    total = weighted[0] if len(weighted) == 1 else graph.add("Sum", *weighted)
    if blend.task == "regression":
        total = graph.add("Add", total, graph.constant(np.float64(blend.center)))
    graph.output("answer", total, TensorProto.DOUBLE, blend.classes or 1)
    return graph.serialize()


def linked(graph: Graph, model: BaggedModel, views: Views, outputs: int) -> str:
    """One model's answer, shape (rows, classes) or (rows, 1), float64."""
    first = model.members[0]
    if isinstance(first, FlatTrees):
        return link(graph, trees(graph, model, views, outputs), model.space, outputs)
    if isinstance(first, LinearMember):
        linear = [each for each in model.members if isinstance(each, LinearMember)]
        weights = np.mean([each.weights for each in linear], axis=0)
        bias = np.mean([each.bias for each in linear], axis=0)
        raw = graph.add("Gemm", views.linear(), graph.constant(weights), graph.constant(bias))
        return link(graph, raw, model.space, outputs)
    networks = [each for each in model.members if isinstance(each, NetworkMember)]
    space = "margin" if model.space == "probability" else "value"
    answers = [link(graph, dense(graph, each, views.linear()), space, outputs) for each in networks]
    total = graph.add("Sum", *answers)
    return graph.add("Mul", total, graph.constant(np.float64(1 / len(answers))))


def dense(graph: Graph, member: NetworkMember, source: str) -> str:
    """Layers with ReLU between them."""
    for index, (weights, bias) in enumerate(member.layers):
        source = graph.add("Gemm", source, graph.constant(weights), graph.constant(bias))
        if index < len(member.layers) - 1:
            source = graph.add("Relu", source)
    return source


def trees(graph: Graph, model: BaggedModel, views: Views, outputs: int) -> str:
    """All trees of all folds in one node; leaves are scaled so that the sum is the mean over folds."""
    members = [each for each in model.members if isinstance(each, FlatTrees)]
    starts = np.cumsum([0, *[each.count for each in members]])
    features = [views.feature(fold, each.feature) for fold, each in zip(model.folds, members, strict=True)]
    leaf = np.concatenate([each.leaf for each in members])
    branch = b"BRANCH_LT" if members[0].strict else b"BRANCH_LEQ"
    modes = np.where(leaf, "LEAF", branch.decode()).astype(object)

    def joined(name: str) -> Array:
        return np.concatenate([getattr(each, name) for each in members])

    tree = np.concatenate([each.tree + start for each, start in zip(members, starts, strict=False)])
    leaf_tree = np.concatenate([each.leaf_tree + start for each, start in zip(members, starts, strict=False)])
    raw = graph.add(
        "TreeEnsembleRegressor",
        views.trees(model.view == "forest"),
        domain=ML,
        n_targets=outputs,
        nodes_treeids=tree,
        nodes_nodeids=joined("node"),
        nodes_featureids=np.concatenate(features),
        nodes_values=joined("threshold").astype(np.float32),
        nodes_modes=modes,
        nodes_truenodeids=joined("left"),
        nodes_falsenodeids=joined("right"),
        nodes_missing_value_tracks_true=joined("missing_left").astype(np.int64),
        target_treeids=leaf_tree,
        target_nodeids=joined("leaf_node"),
        target_ids=joined("leaf_output"),
        target_weights=(joined("leaf_value") / len(members)).astype(np.float32),
    )
    return graph.double(raw)


def link(graph: Graph, raw: str, space: str, outputs: int) -> str:
    """Mirrors `ensemble.blend.link`."""
    if space == "value":
        return raw
    if outputs > 1:
        return graph.add("Softmax", raw, axis=1) if space == "margin" else raw
    second = graph.add("Sigmoid", raw) if space == "margin" else raw
    first = graph.add("Sub", graph.constant(np.float64(1)), second)
    return graph.add("Concat", first, second, axis=1)
