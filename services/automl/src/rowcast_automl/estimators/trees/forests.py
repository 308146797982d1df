"""Random forest and extremely randomised trees, fitted in steps until all trees or the time are used up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from sklearn.ensemble import (
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)

from rowcast_automl.estimators.base import MAX_NODES, FoldData, FoldFit
from rowcast_automl.estimators.trees.flat_trees import from_forest
from rowcast_automl.features.tensors import Array

# A few trees tell soon whether the time is used up.
FIRST, STEP = 2, 10


def fit_forest(data: FoldData, params: Mapping[str, Any], extra: bool) -> FoldFit:
    """Fit a forest on the forest view: random, or extremely randomised (Geurts et al., 2006) if `extra`.

    Notes
    -----
    The number of leaves is limited, which bounds the size of the bundle.
    """
    trees = int(params["trees"])
    grown = max(trees, int(params.get("judged", 0)))
    leaves = int(params.get("nodes", MAX_NODES)) // (2 * trees)
    settings: dict[str, Any] = {
        "n_estimators": min(FIRST, grown),
        "max_features": params["features"],
        "min_samples_leaf": int(params["leaf"]),
        "max_leaf_nodes": leaves if len(data.train) > leaves else None,
        "warm_start": True,
        "n_jobs": 1,
        "random_state": data.seed,
    }
    regression = data.task == "regression"
    if extra:
        model: Any = (ExtraTreesRegressor if regression else ExtraTreesClassifier)(**settings)
    else:
        model = (RandomForestRegressor if regression else RandomForestClassifier)(**settings)
    model.fit(data.train, data.train_target)
    while len(model.estimators_) < grown and not data.late:
        model.set_params(n_estimators=min(len(model.estimators_) + STEP, grown))
        model.fit(data.train, data.train_target)
    judged = means(model, data.valid)
    del model.estimators_[trees:]
    return FoldFit(
        from_forest(model.estimators_, data.outputs),
        judged,
        means(model, data.extra),
        cut_short=len(model.estimators_) < trees,
    )


def means(model: Any, rows: Array) -> Array:
    """Return values or probabilities, shape (n_samples, outputs). Binary tasks have one output, the second
    class.
    """
    if not hasattr(model, "predict_proba"):
        return np.asarray(model.predict(rows), dtype=np.float64)[:, None]
    probabilities = np.asarray(model.predict_proba(rows), dtype=np.float64)
    return probabilities[:, 1:] if probabilities.shape[1] == 2 else probabilities


fit_random_forest = partial(fit_forest, extra=False)
fit_extra_trees = partial(fit_forest, extra=True)
