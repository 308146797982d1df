"""The baselines are fitted first, may be selected, and are published when nothing else is better."""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.estimators.base import FoldData, FoldFit
from rowcast_automl.estimators.linear import fit_linear
from rowcast_automl.estimators.registry import LEAFWISE, LINEAR
from rowcast_automl.features.encoding.interactions import Interactions
from rowcast_automl.fit.baselines import Baselines, fit_baselines, fit_folds
from rowcast_automl.models.blend import link
from rowcast_automl.plan import training_plan
from rowcast_automl.plan.default_configurations import BASELINE_SAMPLE, baseline_models
from rowcast_automl.prepare.table_preparation import never, prepare_table
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.clock import Clock, StopSignal
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, scheduler_on, train_file, typed_table

pytestmark = pytest.mark.own_processes


def data_of(folder: Path, task: str, rows: int = 150, **changes: Any) -> TrainingData:
    table, profile = typed_table(write_csv(folder / "t.csv", mixed_rows(rows, 3, task)), folder)
    return prepare_table(table, profile, config(**changes), may_search_interactions=never).training_data


def fitted(training_data: TrainingData) -> Baselines:
    return fit_baselines(training_data, lambda _: True)


@pytest.mark.parametrize("task", ["binary", "multiclass", "regression"])
def test_each_baseline_predicts_each_row_out_of_fold(tmp_path: Path, task: str) -> None:
    training_data = data_of(tmp_path, task)
    found = [
        each.fitted(training_data, "log_loss" if task != "regression" else "rmse")
        for each in fitted(training_data).fitted
    ]
    assert [each.candidate.estimator.kind for each in found] == ["linear", "decision_tree", "baseline"]
    for each in found:
        assert np.isfinite(each.oof).all()
        assert task == "regression" or np.allclose(each.oof.sum(axis=1), 1)
    # The last one ignores the features.
    assert len(np.unique(found[-1].oof, axis=0)) == 1


@pytest.mark.parametrize("task", ["binary", "regression"])
def test_interactions_leave_the_predictions_of_baselines_as_they_were(tmp_path: Path, task: str) -> None:
    before = data_of(tmp_path, task, rows=120)
    baselines = fitted(before)
    pairs = Interactions((("divide", (0,), (1,)), ("add", (0,), (1,))))
    with_dense = before.encoder.with_interactions(pairs, before.rows)
    # As on a table with enough rows, the linear view gains the interactions, too.
    after = replace(before, encoder=with_dense, views={}, tables={})
    moved = baselines.with_interactions(before, after)
    for number in range(after.folds):
        after.prepare(number, "forest")
    (tree,) = (each for each in moved.fitted if each.candidate.estimator.kind == "decision_tree")
    for number, fit in tree.fits.items():
        view = after.fold(number, "forest", log=False, deadline=0.0)
        member: Any = fit.fit.member
        split = ~member.leaf
        assert (member.feature[split] < view.valid.shape[1]).all()
        # The root sends as many rows to the left as it did in training.
        root = int(np.flatnonzero(member.node == 0)[0])
        left = (view.train[:, member.feature[root]] <= member.threshold[root]).sum()
        assert left == member.cover[member.left[root]]


def test_each_baseline_is_reported_as_soon_as_it_is_fitted_the_quickest_first(tmp_path: Path) -> None:
    reported = list[str]()
    # With one process at a time, the order is certain.
    found = fit_baselines(
        data_of(tmp_path, "binary"),
        lambda _: True,
        on_fitted=lambda each: reported.append(each.candidate.estimator.kind),
    )
    assert reported == ["decision_tree", "linear"]
    assert [each.candidate.estimator.kind for each in found.fitted] == ["linear", "decision_tree", "baseline"]


def test_a_large_table_is_sampled_with_every_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training_data = data_of(tmp_path, "multiclass", rows=400)
    monkeypatch.setitem(BASELINE_SAMPLE, "max_rows", 20)
    assert baseline_models(training_data)[1].name == "Linear, sample of rows"
    found = [each.fitted(training_data, "log_loss") for each in fitted(training_data).fitted]
    assert all(np.isfinite(each.oof).all() for each in found)


def test_a_tree_finds_the_one_column_of_many_that_decides(tmp_path: Path) -> None:
    random = np.random.default_rng(2)
    X = random.normal(size=(80, 250)).round(3)
    rows = [
        {f"g{place}": value for place, value in enumerate(row)} | {"target": "yes" if row[77] > 0 else "no"}
        for row in X
    ]
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    training_data = prepare_table(
        table, profile, config(testSize=0), may_search_interactions=never
    ).training_data
    tree = next(
        each for each in fitted(training_data).fitted if each.candidate.estimator.kind == "decision_tree"
    )
    assert tree.fitted(training_data, "roc_auc").score > 0.95


def test_a_class_that_no_training_row_has_gets_a_low_probability(tmp_path: Path) -> None:
    training_data = data_of(tmp_path, "multiclass")
    training_data.prepare(0, "linear")
    data = training_data.fold(0, "linear", log=False, deadline=0.0)
    for kept in ((0, 1), (1, 2)):
        rows = np.isin(data.train_target, kept)
        some = replace(data, train=data.train[rows], train_target=data.train_target[rows])
        shares = link("margin", fit_linear(some, {"shrinkage": 1.0}).valid)
        assert np.allclose(shares.sum(axis=1), 1)
        assert shares[:, ({0, 1, 2} - {*kept}).pop()].max() < 1e-3


def test_slow_convergence_is_not_reported(tmp_path: Path) -> None:
    training_data = data_of(tmp_path, "binary")

    def fit(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
        warnings.warn("slow", ConvergenceWarning, stacklevel=1)
        return fit_linear(data, params)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        loud = Candidate("loud", replace(LINEAR, fit=fit), {"shrinkage": 1.0})
        assert len(fit_folds(loud, training_data)) == training_data.folds


def test_where_no_time_is_left_no_other_fit_is_started(tmp_path: Path) -> None:
    training_data = data_of(tmp_path, "binary")
    scheduler, leaderboard = scheduler_on(
        training_data, "roc_auc", Clock(0.5, time.monotonic() - 1, StopSignal())
    )
    scheduler.adopt([each.fitted(training_data, "roc_auc") for each in fitted(training_data).fitted])
    scheduler.fit_first_repeat([Candidate("LightGBM", LEAFWISE, {"rounds": 10})])
    assert leaderboard.entries["LightGBM"].status == "skipped"
    assert len(scheduler.finished) == 3


def never_ends(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    time.sleep(60)
    raise AssertionError


def endless_portfolio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        training_plan,
        "portfolio",
        lambda *_: [Candidate("endless", replace(LEAFWISE, fit=never_ends), {"rounds": 9})],
    )


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, {"Linear", "Shallow tree", "Baseline"}),
        ({"modelType": "custom", "estimator": {"name": "linear"}}, {"Linear"}),
    ],
)
def test_when_nothing_else_finished_a_baseline_is_published_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], expected: set[str]
) -> None:
    endless_portfolio(monkeypatch)
    source = write_csv(tmp_path / "t.csv", mixed_rows(120, 3, "binary"))
    settings = config(timeBudgetSeconds=5, testSize=0, **changes)
    boards = list[list[str]]()
    report = train_file(
        source,
        tmp_path / "m.rowcast",
        settings,
        lambda progress: boards.append([each.name for each in progress.leaderboard]),
    ).report
    if not changes:
        # They are the first models, and the report has the time at which each was ready.
        learned = [name for name in dict.fromkeys(chain(*boards)) if name != "Baseline"]
        assert {*learned[:2]} == {"Linear", "Shallow tree"}
        ends = {each.name: each.finished_seconds for each in report.leaderboard}
        assert all(ends[name] is not None for name in learned[:2])
    (warning,) = (each for each in report.findings if each.code == "BASELINE_ONLY")
    assert warning.severity == "warning" and "longer time budget" in warning.message
    assert {each.name for each in report.leaderboard if each.weight} <= expected
    assert report.score.value is not None and report.score.value > 0.6
