"""The engine's tests look for pairs of columns with fewer trees, unless pairs are their subject."""

from __future__ import annotations

import pytest

from rowcast_automl.search import derivation


@pytest.fixture(autouse=True)
def quick_derivation(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks on one split instead of five."""
    if request.node.get_closest_marker("full_derivation"):
        return
    monkeypatch.setattr(derivation, "SPLITS_OF_FEW", 1)
    monkeypatch.setattr(derivation, "MODELS", 1)
    monkeypatch.setattr(derivation, "ROUNDS", 20)
    monkeypatch.setattr(derivation, "JUDGING_ROUNDS", 20)
