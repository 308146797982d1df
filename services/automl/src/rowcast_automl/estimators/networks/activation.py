"""The activation function of the networks, the same in training and in the graph."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.tensors import Array

SELU_SCALE = 1.0507009873554805
SELU_ALPHA = 1.6732632423543772


def selu(rows: Array) -> Array:
    """Apply the scaled exponential linear unit (Klambauer et al., 2017), in the precision of `rows`."""
    kind = rows.dtype.type
    below = np.exp(np.minimum(rows, 0)) - kind(1)
    result: Array = kind(SELU_SCALE) * (np.maximum(rows, 0) + kind(SELU_ALPHA) * below)
    return result
