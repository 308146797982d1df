"""Sigmoid and softmax, the same in training and serving."""

from __future__ import annotations

import numpy as np

from rowcast_automl.features.tensors import Array


def sigmoid(margins: Array) -> Array:
    """Compute 1 / (1 + exp(-m)) without overflow, in the precision of `margins`."""
    result: Array = np.exp(np.minimum(margins, 0)) / (1 + np.exp(-np.abs(margins)))
    return result


def softmax(margins: Array) -> Array:
    """Compute probabilities that sum to 1 along the last axis, in the precision of `margins`."""
    raised = np.exp(margins - margins.max(axis=-1, keepdims=True))
    result: Array = raised / raised.sum(axis=-1, keepdims=True)
    return result
