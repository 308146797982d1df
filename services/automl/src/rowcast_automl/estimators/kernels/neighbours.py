"""Nearest neighbours with weights that decrease smoothly with distance, for small tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rowcast_automl.estimators.base import FoldData, FoldFit, NeighbourMember, as_outputs
from rowcast_automl.estimators.kernels.distances import in_blocks, squared_distances
from rowcast_automl.features.tensors import Array


def fit_neighbours(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """Store the rows of the linear view with their targets.

    Parameters
    ----------
    params : mapping
        `neighbours`: a row at the distance of the n-th neighbour has half the influence, on average.

    Notes
    -----
    Weights are `exp(-sharpness * (|x - v|^2 - least))` instead of a hard neighbour count (Nadaraya, 1964).
    With smooth weights, rounding cannot change which of two nearly equidistant rows counts in the exported
    model.
    """
    count = min(int(params["neighbours"]), len(data.train) - 1)
    sample = data.train[:: max(1, len(data.train) // 300)]
    distances = np.sort(squared_distances(sample, data.train), axis=1)
    # A sampled row is its own nearest neighbour.
    typical = float(np.mean(distances[:, min(count, distances.shape[1] - 1)] - distances[:, 1]))
    votes = as_outputs(data.train_target, data.classes)
    member = NeighbourMember(data.train, votes, float(np.log(2) / max(typical, 1e-9)))
    return FoldFit(member, nearest_means(member, data.valid), nearest_means(member, data.extra))


def nearest_means(member: NeighbourMember, rows: Array) -> Array:
    """Predict values or probabilities, shape (n_samples, outputs).

    Binary tasks have one output, the probability of the second class.
    """

    def means(part: Array) -> Array:
        distances = squared_distances(part, member.vectors)
        near = np.exp(-member.sharpness * (distances - distances.min(axis=1, keepdims=True)))
        result: Array = near @ member.values / near.sum(axis=1, keepdims=True)
        return result

    return in_blocks(means, rows, len(member.vectors))
