"""Attributes written in bulk equal the given ones."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from rowcast_automl.export.graph_builder import attribute
from rowcast_automl.features.tensors import Array

WHOLE = arrays.arrays(np.int64, st.integers(0, 50), elements=st.integers(0, 2**62))
REAL = arrays.arrays(np.float32, st.integers(0, 50), elements=st.floats(width=32, allow_nan=False))


@settings(deadline=None)
@given(values=WHOLE)
def test_whole_numbers(values: Array) -> None:
    assert list(attribute("x", values).ints) == values.tolist()


@settings(deadline=None)
@given(values=REAL)
def test_real_numbers(values: Array) -> None:
    assert np.array_equal(np.array(attribute("x", values).floats, np.float32), values)


def test_texts() -> None:
    values = np.array(["LEAF", "BRANCH_LT", "LEAF"], dtype=object)
    assert list(attribute("x", values).strings) == [b"LEAF", b"BRANCH_LT", b"LEAF"]
