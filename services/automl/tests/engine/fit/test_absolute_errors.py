"""Regressions scored by absolute errors: some boosted trees minimise them, and all stop early by them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowcast_automl.contracts.generated import LeaderboardEntry, TrainingProgress
from rowcast_automl.estimators.base import Fit, FoldData, FoldFit
from rowcast_automl.estimators.trees.lightgbm_estimator import fit_leafwise
from rowcast_automl.estimators.trees.xgboost_estimator import fit_boosting
from rowcast_automl.platform.process.forked_task import ForkedTask
from rowcast_automl.run.clock import StopSignal
from tests.engine.tables import write_csv
from tests.engine.training import config, train_file

ROWS = 1_200
FITS: dict[str, tuple[Fit, dict[str, Any]]] = {
    "xgboost": (fit_boosting, {"objective": "reg:absoluteerror", "rounds": 200, "max_depth": 3}),
    "lightgbm": (fit_leafwise, {"objective": "regression_l1", "rounds": 200, "num_leaves": 8}),
}


def skewed_data(absolute: bool) -> FoldData:
    """Long-tailed noise, so that mean and median are far apart."""
    random = np.random.default_rng(5)
    X = random.normal(size=(ROWS, 2)).astype(np.float32)
    y = X[:, 0] + random.lognormal(0, 1.5, ROWS)
    half = ROWS // 2
    return FoldData(
        "regression", X[:half], y[:half], X[half:], y[half:], X[:1], 0, np.inf, 0, absolute=absolute
    )


@pytest.mark.parametrize("kind", FITS)
def test_absolute_errors_are_learned_as_medians(kind: str) -> None:
    fit, params = FITS[kind]
    data = skewed_data(absolute=True)
    usual = {name: value for name, value in params.items() if name != "objective"}
    # In forks, since a process that has fitted can no longer fork one that fits.
    fits = [ForkedTask(partial(fit, data, each)).result() for each in (params, usual)]
    errors = [
        np.abs(each.valid[:, 0] - data.valid_target).mean() for each in fits if isinstance(each, FoldFit)
    ]
    assert errors[0] < 0.95 * errors[1]


def test_a_training_by_absolute_errors_is_served_as_it_was_scored(tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    a = random.normal(size=300)
    target = a + random.lognormal(0, 1.5, 300)
    rows = [
        {"a": float(x), "b": float(random.normal()), "target": float(y)}
        for x, y in zip(a, target, strict=True)
    ]
    settings = config(
        metric="mae",
        modelType="xgboost",
        epochs=20,
        learningRate=0.3,
        timeBudgetSeconds=300,
        task="regression",
    )
    stop = StopSignal()

    def stop_when_learned(progress: TrainingProgress) -> None:
        if has_learned_by_them(progress.leaderboard):
            stop.finish()

    source = write_csv(tmp_path / "t.csv", rows)
    report = train_file(source, tmp_path / "m.rowcast", settings, stop_when_learned, stop).report
    assert report.score.metric == "mae" and report.parity.max_delta < 1e-5
    assert has_learned_by_them(report.leaderboard)


def has_learned_by_them(leaderboard: Sequence[LeaderboardEntry]) -> bool:
    return any(each.name.startswith("XGBoost 2") and each.status == "done" for each in leaderboard)
