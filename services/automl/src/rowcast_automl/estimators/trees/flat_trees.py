"""Decision trees as flat arrays, the only form in which trained trees leave their library."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from rowcast_automl.features.tensors import Array


@dataclass(frozen=True, slots=True)
class FlatTrees:
    """Nodes of many trees, tree after tree.

    Parameters
    ----------
    tree, node : int arrays, shape (n_nodes,)
        Number of the tree, and of the node within it (0 is the root).
    feature, threshold : arrays, shape (n_nodes,)
        Split column and float32 threshold; 0 at leaves.
    left, right : int arrays, shape (n_nodes,)
        Child node if the comparison is true, and if it is false; 0 at leaves.
    missing_left : bool array, shape (n_nodes,)
        Whether missing values go to the left child.
    leaf : bool array, shape (n_nodes,)
    cover : float32 array, shape (n_nodes,)
        Training rows that reach each node, as a count or a sum of weights.
    leaf_tree, leaf_node, leaf_output, leaf_value : arrays, shape (n_leaf_values,)
        Value that each leaf adds, and the output that it is added to.
    strict : bool
        Whether the comparison is `<`; otherwise it is `<=`.
    """

    tree: Array
    node: Array
    feature: Array
    threshold: Array
    left: Array
    right: Array
    missing_left: Array
    leaf: Array
    cover: Array
    leaf_tree: Array
    leaf_node: Array
    leaf_output: Array
    leaf_value: Array
    strict: bool

    @property
    def count(self) -> int:
        """Number of trees."""
        return int(self.tree.max()) + 1 if len(self.tree) else 0


def from_forest(fitted: list[Any], outputs: int) -> FlatTrees:
    """Convert a scikit-learn forest. Leaves are scaled so that their sum is the forest's mean.

    Parameters
    ----------
    fitted : list of fitted sklearn decision trees
    outputs : int
        1 for regression and for the second class of a binary task, else the number of classes.
    """
    parts: dict[str, list[Array]] = {name: [] for name in FIELDS}
    for number, each in enumerate(fitted):
        grown = each.tree_
        leaf = grown.children_left < 0
        nodes = np.arange(grown.node_count)
        values = grown.value[:, 0, :]
        values = values[:, 1:2] if outputs == 1 and values.shape[1] == 2 else values
        leaves = np.flatnonzero(leaf)
        rows, targets = np.nonzero(values[leaves] if outputs > 1 else np.ones((len(leaves), 1)))
        parts["tree"].append(np.full(len(nodes), number))
        parts["node"].append(nodes)
        parts["feature"].append(np.where(leaf, 0, grown.feature))
        parts["threshold"].append(np.where(leaf, 0, round_down(grown.threshold)))
        parts["left"].append(np.where(leaf, 0, grown.children_left))
        parts["right"].append(np.where(leaf, 0, grown.children_right))
        parts["missing_left"].append(np.zeros(len(nodes), bool))
        parts["leaf"].append(leaf)
        parts["cover"].append(grown.weighted_n_node_samples.astype(np.float32))
        parts["leaf_tree"].append(np.full(len(rows), number))
        parts["leaf_node"].append(leaves[rows])
        parts["leaf_output"].append(targets)
        parts["leaf_value"].append(values[leaves[rows], targets] / len(fitted))
    return FlatTrees(**{name: np.concatenate(arrays) for name, arrays in parts.items()}, strict=False)


def from_xgboost(model: bytes, outputs: int) -> FlatTrees:
    """Convert an XGBoost model saved as JSON.

    Parameters
    ----------
    model : bytes
        `Booster.save_raw("json")`, already cut to the best round.
    outputs : int
        Number of margins; tree `i` adds to margin `tree_info[i]`.
    """
    grown = json.loads(model)["learner"]["gradient_booster"]["model"]
    parts: dict[str, list[Array]] = {name: [] for name in FIELDS}
    for number, (each, output) in enumerate(zip(grown["trees"], grown["tree_info"], strict=True)):
        left = np.array(each["left_children"], dtype=np.int64)
        conditions = np.array(each["split_conditions"], dtype=np.float32)
        leaf = left < 0
        leaves = np.flatnonzero(leaf)
        parts["tree"].append(np.full(len(left), number))
        parts["node"].append(np.arange(len(left)))
        parts["feature"].append(np.where(leaf, 0, np.array(each["split_indices"], dtype=np.int64)))
        parts["threshold"].append(np.where(leaf, np.float32(0), conditions))
        parts["left"].append(np.where(leaf, 0, left))
        parts["right"].append(np.where(leaf, 0, np.array(each["right_children"], dtype=np.int64)))
        parts["missing_left"].append(np.array(each["default_left"], dtype=bool) & ~leaf)
        parts["leaf"].append(leaf)
        parts["cover"].append(np.array(each["sum_hessian"], dtype=np.float32))
        parts["leaf_tree"].append(np.full(len(leaves), number))
        parts["leaf_node"].append(leaves)
        parts["leaf_output"].append(np.full(len(leaves), output if outputs > 1 else 0))
        parts["leaf_value"].append(conditions[leaves].astype(np.float64))
    return FlatTrees(**{name: np.concatenate(arrays) for name, arrays in parts.items()}, strict=True)


def from_lightgbm(model: str, outputs: int) -> FlatTrees:
    """Convert a LightGBM model without native categories.

    Parameters
    ----------
    model : str
        `Booster.model_to_string()`, already cut to the best round.
    outputs : int
        Number of margins; tree `i` adds to margin `i % outputs`.
    """
    parts: dict[str, list[Array]] = {name: [] for name in FIELDS}
    for number, text in enumerate(model.split("\nTree=")[1:]):
        lines = text.split("\n\n", 1)[0].splitlines()
        facts = dict(line.split("=", 1) for line in lines[1:] if "=" in line)
        leaves = int(facts["num_leaves"])
        inner = leaves - 1

        def read(name: str, kind: type, facts: dict[str, str] = facts) -> Array:
            return np.array(facts.get(name, "").split(), dtype=kind)

        threshold = round_down(read("threshold", np.float64)) if inner else np.zeros(0, np.float32)
        decisions = read("decision_type", np.int64) if inner else np.zeros(0, np.int64)
        # Missing type "none" reads NaN as 0.
        never_missing = (decisions >> 2) & 3 == 0
        left_when_missing = np.where(never_missing, threshold >= 0, decisions & 2 != 0)
        nodes = np.arange(inner + leaves)
        positions = inner + np.arange(leaves)
        blank = np.zeros(leaves)
        parts["tree"].append(np.full(len(nodes), number))
        parts["node"].append(nodes)
        parts["feature"].append(np.concatenate([read("split_feature", np.int64)[:inner], blank.astype(int)]))
        parts["threshold"].append(np.concatenate([threshold, blank.astype(np.float32)]))
        for name in ("left", "right"):
            child = read(f"{name}_child", np.int64)[:inner]
            child = np.where(child < 0, inner + ~child, child)
            parts[name].append(np.concatenate([child, blank.astype(int)]))
        parts["missing_left"].append(np.concatenate([left_when_missing, blank.astype(bool)]).astype(bool))
        parts["leaf"].append(nodes >= inner)
        # A tree of one leaf has no counts.
        counts = [read("internal_count", np.float32), read("leaf_count", np.float32)] if inner else [blank]
        parts["cover"].append(np.concatenate(counts, dtype=np.float32))
        parts["leaf_tree"].append(np.full(leaves, number))
        parts["leaf_node"].append(positions)
        parts["leaf_output"].append(np.full(leaves, number % outputs))
        parts["leaf_value"].append(read("leaf_value", np.float64))
    return FlatTrees(**{name: np.concatenate(arrays) for name, arrays in parts.items()}, strict=False)


def round_down(threshold: Array) -> Array:
    """Return the largest float32 not above each threshold: `x <= t` is unchanged for every float32 x."""
    rounded = threshold.astype(np.float32)
    return np.where(
        rounded.astype(np.float64) > threshold, np.nextafter(rounded, np.float32(-np.inf)), rounded
    )


FIELDS = (
    "tree",
    "node",
    "feature",
    "threshold",
    "left",
    "right",
    "missing_left",
    "leaf",
    "cover",
    "leaf_tree",
    "leaf_node",
    "leaf_output",
    "leaf_value",
)
