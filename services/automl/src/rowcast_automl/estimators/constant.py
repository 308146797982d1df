"""The baseline that ignores the features: the class frequencies, or the mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rowcast_automl.estimators.base import FoldData, FoldFit, LinearMember
from rowcast_automl.features.tensors import Array


def fit_constant(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """Return a linear member without weights, whose output is `bias`."""
    return constant_fit(np.array(params["bias"]), data.train.shape[1], len(data.valid), len(data.extra))


def constant_fit(bias: Array, width: int, valid: int, extra: int) -> FoldFit:
    """Return a fit that predicts `bias` for every row."""
    member = LinearMember(np.zeros((width, len(bias))), bias)
    return FoldFit(member, np.tile(bias, (valid, 1)), np.tile(bias, (extra, 1)))


def prior_bias(truth: Array, classes: int) -> tuple[float, ...]:
    """Return the log-odds of two classes, the logarithms of several frequencies, or 0 for a mean."""
    if not classes:
        return (0.0,)
    shares = np.bincount(truth, minlength=classes) / len(truth)
    logs = np.log(np.maximum(shares, 1e-9))
    return (float(logs[1] - logs[0]),) if classes == 2 else tuple(map(float, logs))
