"""Graph nodes for the members of a bagged model. All folds share as few nodes as possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rowcast_automl.estimators.base import (
    KernelMember,
    LinearMember,
    MetricMember,
    NeighbourMember,
    NetworkMember,
)
from rowcast_automl.estimators.networks.activation import SELU_ALPHA, SELU_SCALE
from rowcast_automl.estimators.trees.flat_trees import FlatTrees
from rowcast_automl.export.graph_builder import ML, Graph
from rowcast_automl.export.preprocessing_nodes import Views
from rowcast_automl.export.tree_branches import MIN_NODES, opposite, turned
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.blend import BaggedModel


def linear(graph: Graph, model: BaggedModel, views: Views) -> str:
    """Add the mean of the members' margins or values, as one Gemm over the features of all folds."""
    members = [each for each in model.members if isinstance(each, LinearMember)]
    source, blocks = views.dense(model.view, model.folds)
    weights = np.zeros((blocks.width, members[0].weights.shape[1]))
    for fold, member in zip(model.folds, members, strict=True):
        weights[blocks.columns(fold)] += member.weights / len(members)
    return graph.add("Gemm", source, graph.constant(weights), mean_bias(graph, members))


def network(graph: Graph, model: BaggedModel, views: Views, link: Callable[[str], str]) -> str:
    """Add the mean of the networks' linked predictions, computed as one batch for all folds."""
    members = [each for each in model.members if isinstance(each, NetworkMember)]
    source, blocks = views.dense(model.view, model.folds)
    each_fold, _, hidden = members[0].layers[0][0].shape
    networks = each_fold * len(members)
    kind = np.result_type(*[each.layers[0][0] for each in members])
    if kind == np.float32:
        source = graph.single(source)
    first = np.zeros((blocks.width, networks, hidden), kind)
    for index, (fold, member) in enumerate(zip(model.folds, members, strict=True)):
        own = slice(index * each_fold, (index + 1) * each_fold)
        first[blocks.columns(fold), own] = member.layers[0][0].transpose(1, 0, 2)
    bias = np.concatenate([each.layers[0][1] for each in members], dtype=kind).reshape(-1)
    flat = graph.add("Gemm", source, graph.constant(first.reshape(blocks.width, -1)), graph.constant(bias))
    spread = graph.add("Reshape", flat, graph.constant(np.array([-1, networks, hidden], dtype=np.int64)))
    state = graph.add("Transpose", spread, perm=np.array([1, 0, 2], dtype=np.int64))
    for index in range(1, len(members[0].layers)):
        state = selu(graph, state, kind)
        weights = np.concatenate([each.layers[index][0] for each in members], dtype=kind)
        offset = np.concatenate([each.layers[index][1] for each in members], dtype=kind)
        state = graph.add("MatMul", state, graph.constant(weights))
        state = graph.add("Add", state, graph.constant(offset))
    predictions = state if kind == np.float64 else graph.double(state)
    return graph.reduce("ReduceMean", link(predictions), 0, keep=False)


def selu(graph: Graph, source: str, kind: np.dtype[Any]) -> str:
    """Add the equivalent of `estimators.networks.activation.selu`."""
    zero, one = graph.constant(kind.type(0)), graph.constant(kind.type(1))
    below = graph.add("Sub", graph.add("Exp", graph.add("Min", source, zero)), one)
    below = graph.add("Mul", below, graph.constant(kind.type(SELU_ALPHA)))
    total = graph.add("Add", graph.add("Max", source, zero), below)
    return graph.add("Mul", total, graph.constant(kind.type(SELU_SCALE)))


def kernel(graph: Graph, model: BaggedModel, views: Views) -> str:
    """Add the mean of the members' margins or values. Shared vectors are stored once for each gamma."""
    members = [each for each in model.members if isinstance(each, KernelMember)]
    source = with_square(graph, views.dense(model.view, model.folds)[0])
    parts = []
    for gamma in sorted({each.gamma for each in members}):
        same = [each for each in members if each.gamma == gamma]
        stacked = np.concatenate([each.vectors for each in same])
        weights = np.concatenate([each.weights for each in same]) / len(members)
        vectors, position = np.unique(stacked, axis=0, return_inverse=True)
        summed = np.zeros((len(vectors), weights.shape[1]))
        np.add.at(summed, position.reshape(-1), weights)
        parts.append(responses(graph, source, vectors, summed, gamma))
    return graph.add("Sum", *parts, mean_bias(graph, members))


def metric_kernel(graph: Graph, model: BaggedModel, views: Views) -> str:
    """Add the mean of the members' margins or values, one member at a time because metrics differ."""
    members = [each for each in model.members if isinstance(each, MetricMember)]
    source, _ = views.dense(model.view, model.folds)
    parts = []
    for member in members:
        projected = graph.add("MatMul", source, graph.constant(member.projection))
        weights = member.weights / len(members)
        parts.append(responses(graph, with_square(graph, projected), member.vectors, weights, 1.0))
    return graph.add("Sum", *parts, mean_bias(graph, members))


def mean_bias(graph: Graph, members: Sequence[LinearMember | KernelMember | MetricMember]) -> str:
    """Add the members' mean bias, shape (outputs,)."""
    return graph.constant(np.mean([each.bias for each in members], axis=0))


def neighbours(graph: Graph, model: BaggedModel, views: Views) -> str:
    """Add the mean over the folds of each fold's weighted neighbour mean."""
    members = [each for each in model.members if isinstance(each, NeighbourMember)]
    source = with_square(graph, views.dense(model.view, model.folds)[0])
    means = []
    for member in members:
        away = graph.add("Max", distances(graph, source, member.vectors, 1.0), graph.constant(np.float64(0)))
        minimum = graph.reduce("ReduceMin", away, 1, keep=True)
        faded = graph.add(
            "Mul", graph.add("Sub", away, minimum), graph.constant(np.float64(-member.sharpness))
        )
        # The last column sums the weights.
        values = np.concatenate([member.values, np.ones((len(member.values), 1))], axis=1)
        summed = graph.add("MatMul", graph.add("Exp", faded), graph.constant(values))
        outputs = member.values.shape[1]
        total = graph.add("Gather", summed, graph.constant(np.arange(outputs)), axis=1)
        weight = graph.add("Gather", summed, graph.constant(np.array([outputs])), axis=1)
        means.append(graph.add("Div", total, weight))
    joined = means[0] if len(means) == 1 else graph.add("Sum", *means)
    return graph.add("Mul", joined, graph.constant(np.float64(1 / len(means))))


def with_square(graph: Graph, source: str) -> str:
    """Append a column with the squared length of each row."""
    return graph.concat([source, graph.reduce("ReduceSumSquare", source, 1, keep=True)])


def responses(graph: Graph, source: str, vectors: Array, weights: Array, gamma: float) -> str:
    """Add `exp(-gamma * |x - v|^2) @ weights`, for a source from `with_square`."""
    exponents = distances(graph, source, vectors, -gamma)
    near = graph.add("Exp", graph.add("Min", exponents, graph.constant(np.float64(0))))
    return graph.add("MatMul", near, graph.constant(weights))


def distances(graph: Graph, source: str, vectors: Array, factor: float) -> str:
    """Add squared distances to each vector times a factor, shape (rows, vectors), up to rounding.

    With a source from `with_square`, they are a single matrix product. Each further pass over the vectors
    would slow down single-row predictions.
    """
    weights = np.concatenate([-2 * factor * vectors.T, np.full((1, len(vectors)), factor)])
    sizes = factor * (vectors**2).sum(axis=1)
    return graph.add("Gemm", source, graph.constant(weights), graph.constant(sizes))


def trees(graph: Graph, model: BaggedModel, views: Views, outputs: int, parts: int = 1) -> str:
    """Add the mean over the folds of the sums of their trees. All trees are in one node.

    Parameters
    ----------
    parts : int
        Number of partial sums of the trees. Each is computed in float32, and their total in float64.
    """
    members = [each for each in model.members if isinstance(each, FlatTrees)]
    shares = model.space == "probability"
    # Shares of a forest are added up as its trees have them, most of them 0 or 1: a thousandth has no exact
    # form, and added a thousand times shows it.
    factor = float(max(each.count for each in members)) if shares else 1 / len(members)
    starts = np.cumsum([0, *[each.count for each in members]])
    forest = model.view == "forest"
    features = [views.feature(fold, each.feature) for fold, each in zip(model.folds, members, strict=True)]
    turn = np.concatenate([turned(each) for each in members])
    turn &= len(turn) >= MIN_NODES
    source, behind = views.trees_and_negatives(forest) if turn.any() else (views.trees(forest), 0)
    # Where no node asks for missing values, the runtime looks for none: a tenth of a row's time.
    may_miss = np.concatenate([views.may_miss(each.feature, forest) for each in members])
    leaf = np.concatenate([each.leaf for each in members])
    branch = b"BRANCH_LT" if members[0].strict else b"BRANCH_LEQ"
    modes = np.where(leaf, "LEAF", branch.decode()).astype(object)

    def joined(name: str) -> Array:
        return np.concatenate([getattr(each, name) for each in members])

    tree = np.concatenate([each.tree + start for each, start in zip(members, starts, strict=False)])
    leaf_tree = np.concatenate([each.leaf_tree + start for each, start in zip(members, starts, strict=False)])
    threshold, left, right = joined("threshold").astype(np.float32), joined("left"), joined("right")
    raw = graph.add(
        "TreeEnsembleRegressor",
        source,
        domain=ML,
        n_targets=outputs * parts,
        nodes_treeids=tree,
        nodes_nodeids=joined("node"),
        nodes_featureids=np.concatenate(features) + behind * turn,
        nodes_values=np.where(turn, opposite(threshold, members[0].strict), threshold),
        nodes_modes=modes,
        nodes_truenodeids=np.where(turn, right, left),
        nodes_falsenodeids=np.where(turn, left, right),
        nodes_missing_value_tracks_true=((joined("missing_left") ^ turn) & may_miss).astype(np.int64),
        target_treeids=leaf_tree,
        target_nodeids=joined("leaf_node"),
        target_ids=joined("leaf_output") + outputs * (leaf_tree % parts),
        target_weights=(joined("leaf_value") * factor).astype(np.float32),
    )
    total = graph.double(raw)
    if parts > 1:
        shape = graph.constant(np.array([-1, parts, outputs], dtype=np.int64))
        total = graph.reduce("ReduceSum", graph.add("Reshape", total, shape), 1, keep=False)
    return (
        graph.add("Mul", total, graph.constant(np.float64(1 / (factor * len(members))))) if shares else total
    )
