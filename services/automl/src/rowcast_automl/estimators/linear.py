"""Logistic regression for classes, ridge regression for numeric targets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression, Ridge

from rowcast_automl.estimators.base import FoldData, FoldFit, LinearMember
from rowcast_automl.estimators.row_sample import sample_rows
from rowcast_automl.features.tensors import Array

# Logit of a class that no training row has.
UNSEEN_SCORE = -20.0


def fit_linear(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """Fit logistic or ridge regression on the linear view.

    Parameters
    ----------
    params : mapping
        `shrinkage` is the L2 penalty; `max_rows` and `max_cells`, if given, limit the training rows.
    """
    shrinkage = float(params["shrinkage"])
    if "max_rows" in params:
        data = sample_rows(data, int(params["max_rows"]), int(params["max_cells"]))
    if data.task == "regression":
        model = Ridge(alpha=shrinkage).fit(data.train, data.train_target)
        weights, bias = model.coef_[:, None], np.atleast_1d(model.intercept_)
    else:
        tolerance = 1e-4 if len(data.train) <= 10_000 else 1e-3
        model = LogisticRegression(C=1 / shrinkage, max_iter=300, tol=tolerance).fit(
            data.train, data.train_target
        )
        if len(model.classes_) < data.classes:
            member = with_all_classes(model, data.classes)
            return FoldFit(member, linear_scores(member, data.valid), linear_scores(member, data.extra))
        weights, bias = model.coef_.T, model.intercept_
    return FoldFit(LinearMember(weights, bias), scores(model, data.valid), scores(model, data.extra))


def with_all_classes(model: LogisticRegression, classes: int) -> LinearMember:
    """Return the member with a low constant score for each class without training rows."""
    weights, bias = np.zeros((model.coef_.shape[1], classes)), np.full(classes, UNSEEN_SCORE)
    if len(model.classes_) == 2:
        # Two classes have one score, the log-odds of the second.
        bias[model.classes_[0]], model_classes = 0.0, model.classes_[1:]
    else:
        model_classes = model.classes_
    weights[:, model_classes], bias[model_classes] = model.coef_.T, model.intercept_
    return LinearMember(weights, bias)


def linear_scores(member: LinearMember, rows: Array) -> Array:
    """Return the margins of a member, shape (n_samples, outputs)."""
    return np.asarray(rows @ member.weights + member.bias)


def scores(model: Any, rows: Array) -> Array:
    """Return the library's margins or values, shape (n_samples, outputs)."""
    raw = model.predict(rows) if isinstance(model, Ridge) else model.decision_function(rows)
    return np.asarray(raw, dtype=np.float64).reshape(len(rows), -1)
