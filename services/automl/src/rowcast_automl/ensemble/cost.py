"""What a model costs to serve, estimated before it is exported."""

from __future__ import annotations

from dataclasses import dataclass

from rowcast_automl.ensemble.blend import BaggedModel
from rowcast_automl.estimators.fitting import (
    KernelMember,
    LinearMember,
    Member,
    NeighbourMember,
    NetworkMember,
)

SECONDS_PER_TREE, SECONDS_PER_WEIGHT, SECONDS_PER_MODEL = 5e-8, 4e-10, 10e-6
BYTES_PER_NODE, BYTES_PER_WEIGHT = 10.0, 8.0


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


SECONDS_PER_TEXT, SECONDS_PER_TEXT_WEIGHT, BYTES_PER_TEXT_WEIGHT = 4e-5, 2e-10, 4.0


def text_cost(texts: int, weights: int) -> Cost:
    """What reading free text costs before any model answers; its vocabulary is as large as a few weights."""
    return Cost(texts * SECONDS_PER_TEXT + weights * SECONDS_PER_TEXT_WEIGHT, weights * BYTES_PER_TEXT_WEIGHT)


# Estimates are a little low at times, and the limits people see are 1 ms and 20 MB.
DEFAULT_LIMIT = Cost(0.7e-3, 17e6)


def cost_of(model: BaggedModel) -> Cost:
    """The whole model's cost."""
    total = Cost(SECONDS_PER_MODEL, 0.0)
    for each in model.members:
        total = total + member_cost(each)
    return total


def member_cost(member: Member) -> Cost:
    """Trees by their number and nodes, everything else by its weights."""
    if isinstance(member, LinearMember):
        weights = member.weights.size
    elif isinstance(member, NetworkMember):
        weights = sum(layer.size for layer, _ in member.layers)
    elif isinstance(member, NeighbourMember):
        weights = member.vectors.size + member.values.size
    elif isinstance(member, KernelMember):
        weights = member.vectors.size + member.weights.size
    else:
        return Cost(member.count * SECONDS_PER_TREE, len(member.tree) * BYTES_PER_NODE)
    return Cost(weights * SECONDS_PER_WEIGHT, weights * BYTES_PER_WEIGHT)
