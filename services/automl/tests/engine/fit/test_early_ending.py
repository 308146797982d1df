"""A training ends early only when models stop to improve the ensemble beyond random variation."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.estimators.base import LinearMember
from rowcast_automl.features.tensors import Array
from rowcast_automl.fit.early_ending import PATIENCE_FITS, PATIENCE_SHARE, EarlyEnding
from rowcast_automl.models.blend import BaggedModel
from rowcast_automl.plan.default_configurations import linear_models
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.clock import Clock, StopSignal

N_ROWS, BUDGET = 1_000, 60.0
TRUTH = np.random.default_rng(0).normal(size=N_ROWS)
DATA = cast(TrainingData, SimpleNamespace(target=TRUTH, task="regression", absolute=False))


def ensemble(noise: float, seed: int = 1) -> list[tuple[FittedCandidate, float]]:
    """One model whose out-of-fold errors have this standard deviation."""
    oof: Array = TRUTH + noise * np.random.default_rng(seed).normal(size=N_ROWS)
    model = BaggedModel("m", "linear", "value", (0,), (LinearMember(np.ones((1, 1)), np.zeros(1)),))
    return [(FittedCandidate(linear_models()[0], model, oof, (), 0.0, 0.0, 1.0, 0.0, False), 1.0)]


def ending(*, elapsed: float = 60.0, enabled: bool = True, counted: bool = False) -> EarlyEnding:
    """Return the rule after a first check. The next one is so many seconds later."""
    seconds = [0.0]
    clock = Clock(BUDGET, time.monotonic(), StopSignal())
    rule = EarlyEnding(DATA, clock, enabled=enabled, counted=counted, now=lambda: seconds[0])
    assert not rule.should_end(ensemble(1.0), 0)
    seconds[0] = elapsed
    return rule


def test_a_training_ends_after_models_without_improvement() -> None:
    rule = ending()
    assert not rule.should_end(ensemble(1.0), PATIENCE_FITS - 1)
    assert rule.reason(40.0, 3) is not None
    assert rule.should_end(ensemble(0.999), 1)
    why = rule.reason(40.0, 3)
    assert why is not None and why.code == "NO_IMPROVEMENT" and why.params == {"count": PATIENCE_FITS}


def test_a_clear_improvement_resets_the_patience() -> None:
    rule = ending(counted=True)
    assert not rule.should_end(ensemble(1.0), PATIENCE_FITS - 1)
    assert not rule.should_end(ensemble(0.9), 1)
    assert not rule.should_end(ensemble(0.9), PATIENCE_FITS - 1)
    assert rule.should_end(ensemble(0.9), 1)


def test_slow_small_improvements_add_up() -> None:
    rule = ending(counted=True)
    losses = np.linspace(0.99, 0.8, 20)
    assert not any(rule.should_end(ensemble(noise), 2) for noise in losses)


@pytest.mark.parametrize(
    ("rule", "ends"),
    [
        (ending(elapsed=PATIENCE_SHARE * BUDGET - 1.0), False),
        (ending(elapsed=0.0, counted=True), True),
        (ending(enabled=False), False),
    ],
    ids=["too soon after an improvement", "a counted training ignores the clock", "switched off"],
)
def test_whether_many_fits_without_improvement_end_it(rule: EarlyEnding, ends: bool) -> None:
    assert rule.should_end(ensemble(1.0), 10 * PATIENCE_FITS) is ends


def test_a_training_that_fitted_everything_reports_it() -> None:
    rule = ending()
    all_fitted, late = rule.reason(30.0, 3), rule.reason(1.0, 3)
    assert all_fitted is not None and all_fitted.code == "ALL_FITTED"
    assert late is None and rule.reason(30.0, 0) is None
