"""The engine's tests take shorter ways where those are not their subject."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rowcast_automl.search import derivation
from tests.direct import run_directly


@pytest.fixture(autouse=True)
def quick_derivation(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks for pairs of columns on one split instead of five."""
    if request.node.get_closest_marker("full_derivation"):
        return
    monkeypatch.setattr(derivation, "SPLITS_OF_FEW", 1)
    monkeypatch.setattr(derivation, "MODELS", 1)
    monkeypatch.setattr(derivation, "ROUNDS", 20)
    monkeypatch.setattr(derivation, "JUDGING_ROUNDS", 20)


@pytest.fixture(scope="module", autouse=True)
def direct_units(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fits in this process, also for the models that the tests of a file share."""
    if request.node.get_closest_marker("own_processes"):
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        run_directly(patch)
        yield
