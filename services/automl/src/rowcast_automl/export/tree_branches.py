"""Order of branches in exported trees, chosen so that most rows find the next node in the cache.

The runtime stores the child for a false comparison directly after its parent. The other child is stored
elsewhere, usually outside the nearest caches.
"""

from __future__ import annotations

import numpy as np

from rowcast_automl.estimators.trees.flat_trees import FlatTrees
from rowcast_automl.features.tensors import Array

# Fewer nodes are in the caches altogether.
MIN_NODES = 40_000
SINGLE = np.finfo(np.float32)


def turned(trees: FlatTrees) -> Array:
    """Return which comparisons to invert because they are true for most rows, bool, shape (nodes,).

    Thresholds close to zero are not inverted, since a processor may flush such numbers to zero.
    """
    first = np.arange(len(trees.node)) - trees.node
    likely = trees.cover[first + trees.left] > trees.cover[first + trees.right]
    size = np.abs(trees.threshold)
    mask: Array = likely & ~trees.leaf & (size > SINGLE.tiny) & (size < SINGLE.max)
    return mask


def opposite(threshold: Array, strict: bool) -> Array:
    """Return the threshold for negated values.

    The inverted comparison is true where the original is false.
    """
    return np.nextafter(-threshold.astype(np.float32), np.float32(np.inf if strict else -np.inf))
