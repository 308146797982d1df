"""Latency and size of a model, estimated before it is exported."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rowcast_automl.contracts.generated import DEFAULT_BUNDLE_MEGABYTES, DEFAULT_ROW_MILLISECONDS
from rowcast_automl.estimators.base import (
    KernelMember,
    LinearMember,
    Member,
    MetricMember,
    NeighbourMember,
    NetworkMember,
)
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.blend import BaggedModel

# Measured on lone rows of graphs with much else in them. A tree is followed to one of its leaves, and the
# deeper a level, the less of it lies in the processor's caches.
SECONDS_PER_TREE, SECONDS_PER_SQUARED_LEVEL, SECONDS_PER_NODE = 1.5e-8, 2e-9, 1e-10
# Weights are read from memory, half as many bytes of them in single precision.
SECONDS_PER_WEIGHT_BYTE, SECONDS_PER_MODEL = 1.8e-10, 20e-6
SECONDS_PER_METRIC, SECONDS_PER_VECTOR, SECONDS_PER_COORDINATE = 4e-6, 9e-9, 1e-9
BYTES_PER_NODE, BYTES_PER_WEIGHT = 10.0, 8
# Of a class in a leaf beyond its first, which is an entry of its own.
BYTES_PER_ENTRY = 2.0


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds for one row on one core, and bytes in the bundle."""

    seconds: float
    size: float

    def within(self, limit: Cost) -> bool:
        """Whether neither part exceeds the limit's."""
        return self.seconds <= limit.seconds and self.size <= limit.size

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.seconds + other.seconds, self.size + other.size)

    def __sub__(self, other: Cost) -> Cost:
        return Cost(self.seconds - other.seconds, self.size - other.size)

    def __mul__(self, share: float) -> Cost:
        return Cost(self.seconds * share, self.size * share)


SECONDS_PER_TEXT, SECONDS_PER_TEXT_WEIGHT, BYTES_PER_TEXT_WEIGHT = 4e-5, 2e-10, 4.0


def text_cost(texts: int, weights: int, level_weights: int = 0) -> Cost:
    """Estimate the cost of the text features, which all models share.

    Parameters
    ----------
    level_weights : int
        Number of category weights. They are looked up, so they add size but little time.
    """
    seconds = texts * SECONDS_PER_TEXT + weights * SECONDS_PER_TEXT_WEIGHT
    return Cost(seconds, (weights + level_weights) * BYTES_PER_TEXT_WEIGHT)


# Of the promise, what the graph may take: a server reads the row, too, and says what it found, and a core
# that is shared with others takes half as long again at times.
GRAPH_SHARE, SIZE_SHARE = 0.6, 0.85


def served_within(
    milliseconds: float = DEFAULT_ROW_MILLISECONDS, megabytes: float = DEFAULT_BUNDLE_MEGABYTES
) -> Cost:
    """Return the cost limit of the members for a latency per row and a bundle size."""
    return Cost(1e-3 * GRAPH_SHARE * milliseconds, 1e6 * SIZE_SHARE * megabytes)


DEFAULT_LIMIT = served_within()


def cost_of(model: BaggedModel) -> Cost:
    """Estimate the cost of a whole model."""
    total = Cost(SECONDS_PER_MODEL, 0.0)
    for each in model.members:
        total = total + member_cost(each)
    return total


def member_cost(member: Member) -> Cost:
    """Estimate the cost of a member from its trees and their depth, its vectors, or its weights."""
    if isinstance(member, LinearMember):
        return weights_cost(member.weights.size)
    if isinstance(member, NetworkMember):
        first, _ = member.layers[0]
        return weights_cost(sum(layer.size for layer, _ in member.layers), first.itemsize)
    if isinstance(member, NeighbourMember):
        return vectors_cost(member.vectors, member.values)
    if isinstance(member, KernelMember):
        # Folds share vectors in the graph; counted once, they let in more members than a row has time for.
        return vectors_cost(member.vectors, member.weights)
    if isinstance(member, MetricMember):
        # Nothing of it is shared with others, not even its steps.
        steps = Cost(SECONDS_PER_METRIC, 0.0)
        return steps + weights_cost(member.projection.size) + vectors_cost(member.vectors, member.weights)
    further = len(member.leaf_value) - int(np.count_nonzero(member.leaf))
    return trees_cost(member.count, len(member.tree)) + Cost(0.0, BYTES_PER_ENTRY * max(0, further))


def trees_cost(trees: int, nodes: int) -> Cost:
    """Estimate the cost of trees, each followed from the root to a leaf."""
    levels = math.log2(max(2.0, nodes / max(1, trees)))
    seconds = trees * (SECONDS_PER_TREE + levels**2 * SECONDS_PER_SQUARED_LEVEL)
    return Cost(seconds + nodes * SECONDS_PER_NODE, nodes * BYTES_PER_NODE)


def weights_cost(weights: int, bytes_each: int = BYTES_PER_WEIGHT) -> Cost:
    """Estimate the cost of weights, each read once."""
    return Cost(weights * bytes_each * SECONDS_PER_WEIGHT_BYTE, weights * bytes_each)


def vectors_cost(vectors: Array, values: Array) -> Cost:
    """Estimate the cost of the distances to all vectors and of their weights."""
    seconds = vectors_seconds(*vectors.shape)
    return Cost(seconds, (vectors.size + values.size) * BYTES_PER_WEIGHT)


def vectors_seconds(vectors: int, width: int) -> float:
    """Estimate the seconds for the distances of one row to a number of vectors."""
    return vectors * (SECONDS_PER_VECTOR + width * SECONDS_PER_COORDINATE)
