"""A model without all folds is published with as many as there is time for."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rowcast_automl.candidates.fitted_candidate import FoldResult, publishable_fits, publishing_seconds
from rowcast_automl.estimators.base import FoldFit, NetworkMember

ROWS = 300


def network(units: int) -> NetworkMember:
    sizes = (10, units, units, 1)
    pairs = pairwise(sizes)
    return NetworkMember([(np.zeros((2, each, to)), np.zeros((2, 1, to))) for each, to in pairs])


def test_large_networks_take_longer_to_publish_than_small_ones() -> None:
    small, large = (publishing_seconds((network(units),), ROWS) for units in (32, 1024))
    assert 0 < small < 0.1
    assert large > 100 * small


def test_as_many_folds_are_published_as_there_is_time_for() -> None:
    member = network(1024)
    fits = {number: FoldResult(FoldFit(member, np.zeros(3), np.zeros(3)), 1.0) for number in (4, 0, 2)}
    one = publishing_seconds((member,), ROWS)
    for seconds, kept in ((0.0, [0]), (1.5 * one, [0]), (2.5 * one, [0, 2]), (99 * one, [0, 2, 4])):
        assert list(publishable_fits(fits, ROWS, seconds)) == kept
