"""Warnings of the learning libraries do not reach the terminal."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from rowcast_automl.estimators.base import FoldData
from rowcast_automl.estimators.linear import fit_linear
from rowcast_automl.fit.linear_baseline import fit_on_few_rows
from rowcast_automl.plan.default_configurations import SHRINKAGE


def test_the_baseline_converges_slowly_without_a_word() -> None:
    random = np.random.default_rng(1)
    rows = random.normal(size=(300, 8)) * np.geomspace(1, 1e6, 8)
    target = (random.random(300) < 0.4).astype(np.int64)
    rows[:, 0] += target
    data = FoldData("binary", rows, target, rows, target, rows[:1], 2, np.inf, 0)
    with pytest.warns(ConvergenceWarning):
        fit_linear(data, {"shrinkage": SHRINKAGE})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fit = fit_on_few_rows(data)
    assert fit is not None and np.isfinite(fit.valid).all()
