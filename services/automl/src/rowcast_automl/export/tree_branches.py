"""The order of branches in exported trees, chosen so that most rows read the next node in memory.

The runtime keeps the child of a comparison that does not hold right behind its parent, and the other one
somewhere else, where it is in none of the processor's nearest caches.
"""

from __future__ import annotations

import numpy as np

from rowcast_automl.estimators.trees.flat_trees import FlatTrees
from rowcast_automl.features.tensors import Array

# Fewer nodes are in the caches altogether.
MIN_NODES = 40_000
SINGLE = np.finfo(np.float32)


def turned(trees: FlatTrees) -> Array:
    """Which comparisons hold for most rows and are to be written the other way round, bool of shape (nodes,).

    Not those with what is next to zero, where a processor may take a number for none.
    """
    first = np.arange(len(trees.node)) - trees.node
    likely = trees.cover[first + trees.left] > trees.cover[first + trees.right]
    size = np.abs(trees.threshold)
    mask: Array = likely & ~trees.leaf & (size > SINGLE.tiny) & (size < SINGLE.max)
    return mask


def opposite(threshold: Array, strict: bool) -> Array:
    """What a value's negative is compared with, so that this holds where the value's comparison does not."""
    return np.nextafter(-threshold.astype(np.float32), np.float32(np.inf if strict else -np.inf))
