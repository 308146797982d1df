"""Margins of any size become probabilities."""

from __future__ import annotations

import numpy as np
import pytest

from rowcast_automl.estimators.probabilities import sigmoid, softmax

MARGINS = (-2000.0, -30.0, -1.5, 0.0, 2.0, 40.0, 2000.0)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_two_classes_are_as_likely_by_either_form_and_nothing_overflows(kind: type) -> None:
    margins = np.array(MARGINS, kind)
    with np.errstate(over="raise", invalid="raise"):
        second = sigmoid(margins)
        both = softmax(np.stack([np.zeros_like(margins), margins], axis=1))
    assert second.dtype == both.dtype == kind
    assert np.allclose(second, both[:, 1], rtol=1e-6, atol=0)
    assert np.allclose(both.sum(axis=1), 1)
    assert second[0] == 0
    assert second[-1] == 1
