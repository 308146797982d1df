"""A single shallow decision tree, one of the baselines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from rowcast_automl.estimators.base import FoldData, FoldFit
from rowcast_automl.estimators.row_sample import sample_rows
from rowcast_automl.estimators.trees.flat_trees import from_forest
from rowcast_automl.features.tensors import Array

# Rows of the class frequencies that are added to each leaf, since a pure leaf is not certain.
PRIOR_ROWS = 2.0


def fit_shallow_tree(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """Fit a decision tree of at most `depth` levels on a sample of the rows.

    Raises
    ------
    ValueError
        If the training rows have a single class.
    """
    data = sample_rows(data, int(params["max_rows"]), int(params["max_cells"]))
    settings = {
        "max_depth": int(params["depth"]),
        "min_samples_leaf": min(int(params["leaf"]), max(1, len(data.train) // 10)),
        "random_state": data.seed,
    }
    if data.task == "regression":
        model = DecisionTreeRegressor(**settings).fit(data.train, data.train_target)
        return FoldFit(
            from_forest([model], data.outputs),
            model.predict(data.valid)[:, None],
            model.predict(data.extra)[:, None],
        )
    model = DecisionTreeClassifier(**settings).fit(data.train, data.train_target)
    if len(model.classes_) < 2:
        raise ValueError("The training rows have a single class.")
    smooth_leaves(model)
    member = from_forest([model], data.outputs)
    if data.outputs > 1:
        member = replace(member, leaf_output=model.classes_[member.leaf_output])
    return FoldFit(member, probabilities(model, data.valid, data), probabilities(model, data.extra, data))


def smooth_leaves(model: DecisionTreeClassifier) -> None:
    """Shrink the class frequencies of each node towards those of the root (m-estimate)."""
    tree = model.tree_
    rows = tree.weighted_n_node_samples[:, None, None]
    tree.value[:] = (tree.value * rows + PRIOR_ROWS * tree.value[:1]) / (rows + PRIOR_ROWS)


def probabilities(model: DecisionTreeClassifier, rows: Array, data: FoldData) -> Array:
    """Return the probabilities of all classes, or of the second of two; 0 for a class without rows."""
    found = model.predict_proba(rows)
    if data.outputs == 1:
        return np.asarray(found[:, 1:])
    result = np.zeros((len(rows), data.classes))
    result[:, model.classes_] = found
    return result
