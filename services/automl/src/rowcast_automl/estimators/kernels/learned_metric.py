"""A metric learned from the gradients of a kernel regression: similar rows have similar targets."""

from __future__ import annotations

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.spatial.distance import pdist

from rowcast_automl.estimators.base import SLOPE_ROWS
from rowcast_automl.estimators.kernels.distances import gaussian
from rowcast_automl.features.tensors import Array

TYPICAL_ROWS = 400
# Of the longest axis' square: what is shorter may be the noise of finding the axes.
SHORTEST = 1e-6


def learn_metric(
    X: Array, Y: Array, ridge: float, width: float, rounds: int, *, askew: bool, seed: int
) -> Array:
    """Learn a projection of the rows in which distances reflect differences of the target.

    The mean outer product of the regression's gradients shows which directions matter. It defines the metric
    of the next round (recursive feature machines; Radhakrishnan et al., 2024). The square root of the product
    is used, because the full product drops weak directions within a few rounds.

    Parameters
    ----------
    X : float64 array, shape (n_samples, n_features)
    Y : float64 array, shape (n_samples, outputs)
        Centered.
    ridge : float
        Added to the diagonal of the kernel matrix.
    width : float
        Kernel width, as a multiple of the typical distance between rows.
    rounds : int
        Number of metric updates; 0 uses the Euclidean metric.
    askew : bool
        Whether the projection may rotate the columns. If False, it only weights them.

    Returns
    -------
    float64 array, shape (n_features, n_axes)
        The kernel of two rows is `exp(-|x @ projection - v @ projection|^2)`.
    """
    some = np.random.default_rng(seed).permutation(len(X))[:SLOPE_ROWS]
    rows, targets = X[some], Y[some]
    projection = scaled(np.eye(X.shape[1]), rows, width)
    for _ in range(rounds):
        product = gradient_product(rows, targets, projection, ridge)
        if not product.any():
            break
        root = root_of_root(product) if askew else np.diag(np.diag(product) ** 0.25)
        projection = scaled(root, rows, width)
    return projection


def gradient_product(X: Array, Y: Array, projection: Array, ridge: float) -> Array:
    """Return the sum of the outer products of the regression's gradients at its rows.

    Its shape is (n_features, n_features).
    """
    projected = X @ projection
    near = gaussian(projected, projected)
    weights = ridge_weights(near, Y, ridge)
    total = np.zeros((X.shape[1], X.shape[1]))
    for output in range(Y.shape[1]):
        pull = near * weights[:, output]
        gradients = ((X * pull.sum(axis=1)[:, None] - pull @ X) @ projection) @ projection.T
        total += gradients.T @ gradients
    return total


def ridge_weights(near: Array, Y: Array, ridge: float) -> Array:
    """Solve `(near + ridge * identity) @ weights = Y`. Returns the weights, shape (n_samples, outputs).

    Parameters
    ----------
    near : array, shape (n_samples, n_samples)
        The kernel of the rows.
    """
    factor = cho_factor(near + ridge * np.eye(len(near)), overwrite_a=True, check_finite=False)
    weights: Array = cho_solve(factor, Y, check_finite=False)
    return weights


def root_of_root(product: Array) -> Array:
    """Return the axes of the square root of a positive semidefinite symmetric matrix."""
    values, axes = np.linalg.eigh(product)
    values = np.sqrt(np.maximum(values, 0.0) / values.max())
    kept = values > SHORTEST
    result: Array = axes[:, kept] * np.sqrt(values[kept])
    return result


def scaled(projection: Array, X: Array, width: float) -> Array:
    """Scale a projection so that the typical distance between differing rows is 1 / width."""
    # Exact, unlike distances by products: they are zero for identical rows.
    away = pdist(X[:TYPICAL_ROWS] @ projection)
    away = away[away > 0]
    return projection / (width * (float(np.median(away)) if len(away) else 1.0))
