"""The engine's tests take shorter ways where those are not their subject."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rowcast_automl.metrics import bootstrap
from rowcast_automl.plan import default_configurations
from rowcast_automl.prepare import interaction_search
from tests.direct import run_directly


@pytest.fixture(scope="module", autouse=True)
def shorter_ways(request: pytest.FixtureRequest) -> Iterator[None]:
    """For the tests of a file and the models that they share."""
    with pytest.MonkeyPatch.context() as patch:
        # No further trees judge a forest.
        patch.setattr(default_configurations, "JUDGED_TREES", 0)
        # A score is measured on 200 otherwise, which takes as long as the fits of a small table.
        patch.setattr(bootstrap, "RESAMPLES", 40)
        if not request.node.get_closest_marker("full_derivation"):
            look_for_few_pairs(patch)
        if not request.node.get_closest_marker("own_processes"):
            run_directly(patch)
        yield


def look_for_few_pairs(patch: pytest.MonkeyPatch) -> None:
    """On one split instead of five."""
    patch.setattr(interaction_search, "SPLITS_OF_FEW", 1)
    patch.setattr(interaction_search, "MODELS", 1)
    patch.setattr(interaction_search, "ROUNDS", 20)
    patch.setattr(interaction_search, "EVALUATION_ROUNDS", 20)
