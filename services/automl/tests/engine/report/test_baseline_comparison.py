"""A model that is clearly worse than a baseline is not published."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowcast_automl.calibrate import cross_fitted_evaluation
from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.contracts.generated import Report
from rowcast_automl.estimators.registry import SHALLOW_TREE
from rowcast_automl.metrics.significance import clearly_better
from rowcast_automl.plan import training_plan
from rowcast_automl.plan.default_configurations import BASELINE_SAMPLE
from rowcast_automl.training import session
from tests.engine.tables import write_csv
from tests.engine.training import config, train_file

POOR = Candidate("Poor", SHALLOW_TREE, {"depth": 1, "leaf": 5, **BASELINE_SAMPLE})


def linear_rows(task: str) -> list[dict[str, Any]]:
    """Rows whose target is a noisy sum of the columns."""
    random = np.random.default_rng(4)
    X = random.normal(size=(400, 4)).round(3)
    signal = X.sum(axis=1) + random.normal(0, 0.3, len(X))
    target = signal.round(3) if task == "regression" else np.where(signal > 1, "yes", "no")
    return [
        {**dict(zip("abcd", row, strict=True)), "target": each} for row, each in zip(X, target, strict=True)
    ]


def train_poorly(monkeypatch: pytest.MonkeyPatch, folder: Path, task: str, **changes: Any) -> Report:
    """Train, where the ensemble is a tree with a single split."""

    def poor(fitted: list[FittedCandidate], *_: Any) -> list[tuple[FittedCandidate, float]]:
        return [(next((each for each in fitted if each.model.name == "Poor"), fitted[0]), 1.0)]

    monkeypatch.setattr(training_plan, "portfolio", lambda *_: [POOR])
    monkeypatch.setattr(session, "select_ensemble", poor)
    monkeypatch.setattr(cross_fitted_evaluation, "weigh_candidates", poor)
    source = write_csv(folder / "t.csv", linear_rows(task))
    settings = config(timeBudgetSeconds=6, **changes)
    return train_file(source, folder / "m.rowcast", settings).report


@pytest.mark.parametrize(
    ("task", "changes"),
    [
        ("regression", {"testSize": 0}),
        ("binary", {"testSize": 0, "metric": "f1"}),
        ("binary", {"testSize": 0.3, "metric": "log_loss"}),
    ],
)
def test_the_better_baseline_is_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, task: str, changes: dict[str, Any]
) -> None:
    report = train_poorly(monkeypatch, tmp_path, task, **changes)
    assert {each.name for each in report.leaderboard if each.weight} == {"Linear"}
    assert "BASELINE_BETTER" in {each.code for each in report.findings}
    assert report.linear_baseline is not None
    assert report.score.value == pytest.approx(report.linear_baseline.value, abs=1e-6)
    assert not clearly_better(report.linear_baseline, report.score)
    assert not clearly_better(report.baseline, report.score)


def test_a_chosen_family_is_published_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = train_poorly(monkeypatch, tmp_path, "regression", testSize=0, modelType="random_forest")
    assert {each.name for each in report.leaderboard if each.weight} == {"Poor"}
    assert report.linear_baseline is not None and clearly_better(report.linear_baseline, report.score)
