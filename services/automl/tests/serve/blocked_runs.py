"""Holds the runs of one model, as if they were slow."""

from __future__ import annotations

import threading

import pytest

from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.bundles.mixed import Trained


def hold_runs(trained: Trained, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """What lets the runs of this model go; others are not held."""
    gate, run = threading.Event(), LoadedModel.run

    def held(model: LoadedModel, tensors: Tensors) -> Array:
        if model.hash == trained.result.bundle_hash:
            assert gate.wait(30)
        return run(model, tensors)

    monkeypatch.setattr(LoadedModel, "run", held)
    return gate
