"""Estimators that compare rows keep only a block of the distance matrix in memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest

from rowcast_automl.estimators.base import KernelMember, MetricMember, NeighbourMember
from rowcast_automl.estimators.kernels import kernel_ridge
from rowcast_automl.estimators.kernels.neighbours import nearest_means
from rowcast_automl.estimators.kernels.svm import respond
from rowcast_automl.features.tensors import Array

COUNT = 6_000
RANDOM = np.random.default_rng(0)
VECTORS, VALUES = RANDOM.normal(size=(COUNT, 3)), RANDOM.random((COUNT, 1))


def nearest(rows: Array) -> Array:
    return nearest_means(NeighbourMember(VECTORS, VALUES, 2.0), rows)


def kernel(rows: Array) -> Array:
    return respond(KernelMember(VECTORS, VALUES, np.zeros(1), 0.5), rows)


def metric_kernel(rows: Array) -> Array:
    return kernel_ridge.respond(MetricMember(np.eye(3), VECTORS, VALUES, np.zeros(1)), rows)


@pytest.mark.parametrize("answer", [nearest, kernel, metric_kernel])
def test_many_rows_take_the_memory_of_a_part_and_are_answered_alike(answer: Callable[[Array], Array]) -> None:
    rows = RANDOM.normal(size=(COUNT, 3))
    tracemalloc.start()
    found = answer(rows)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * COUNT**2 / 2
    np.testing.assert_allclose(found[-5:], answer(rows[-5:]), rtol=1e-9)
