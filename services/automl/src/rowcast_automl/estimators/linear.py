"""Logistic regression for classes, ridge regression for numeric targets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression, Ridge

from rowcast_automl.estimators.base import FoldData, FoldFit, LinearMember
from rowcast_automl.features.tensors import Array


def fit_linear(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """Fit logistic or ridge regression on the linear view. `shrinkage` is the L2 penalty."""
    shrinkage = float(params["shrinkage"])
    if data.task == "regression":
        model = Ridge(alpha=shrinkage).fit(data.train, data.train_target)
        weights, bias = model.coef_[:, None], np.atleast_1d(model.intercept_)
    else:
        tolerance = 1e-4 if len(data.train) <= 10_000 else 1e-3
        model = LogisticRegression(C=1 / shrinkage, max_iter=300, tol=tolerance).fit(
            data.train, data.train_target
        )
        weights, bias = model.coef_.T, model.intercept_
    return FoldFit(LinearMember(weights, bias), scores(model, data.valid), scores(model, data.extra))


def scores(model: Any, rows: Array) -> Array:
    """Return the library's margins or values, shape (n_samples, outputs)."""
    raw = model.predict(rows) if isinstance(model, Ridge) else model.decision_function(rows)
    return np.asarray(raw, dtype=np.float64).reshape(len(rows), -1)
