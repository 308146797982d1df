"""Without held-out rows, no row is scored by weights, calibration or a threshold that it helped to choose."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rowcast_automl.calibrate import cross_fitted_evaluation
from rowcast_automl.calibrate.calibrated_ensemble import CalibratedEnsemble, calibrate_ensemble
from rowcast_automl.calibrate.cross_fitted_evaluation import CrossFittedPredictions, cross_fit
from rowcast_automl.calibrate.ensemble_leaderboard import record_weights
from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.contracts.generated import Report
from rowcast_automl.ensemble.ensemble_weights import select_ensemble
from rowcast_automl.entrypoints.cli.score_text import evaluation_text
from rowcast_automl.estimators.base import LinearMember
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.scores import score
from rowcast_automl.metrics.thresholds import own_threshold
from rowcast_automl.models.blend import BaggedModel
from rowcast_automl.plan.default_configurations import linear_models
from rowcast_automl.prepare.table_preparation import never, prepare_table
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.clock import Clock, StopSignal
from rowcast_automl.run.leaderboard import Leaderboard
from tests.bundles.mixed import Trained
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, train_file, typed_table

ROWS, MODELS = 300, 20


@pytest.fixture(scope="module")
def training_data(tmp_path_factory: pytest.TempPathFactory) -> TrainingData:
    folder = tmp_path_factory.mktemp("crossing")
    source = write_csv(folder / "t.csv", mixed_rows(ROWS, 3, "binary"))
    table, profile = typed_table(source, folder)
    return prepare_table(table, profile, config(testSize=0), may_search_interactions=never).training_data


def guesses(training_data: TrainingData, seed: int) -> list[FittedCandidate]:
    """Models of which none knows anything."""
    random = np.random.default_rng(seed)
    made = []
    for number in range(MODELS):
        second = random.uniform(0.2, 0.8, len(training_data.truth))
        folds = tuple(range(training_data.folds))
        members = tuple(LinearMember(np.ones((1, 1)), np.zeros(1)) for _ in folds)
        model = BaggedModel(f"guess {number}", "linear", "margin", folds, members)
        extras = tuple(np.zeros((len(training_data.extra), 1)) for _ in folds)
        oof = np.column_stack([1 - second, second])
        made.append(FittedCandidate(linear_models()[0], model, oof, extras, 0.0, 0.0, 1.0, 0.0, False))
    return made


def judged(
    training_data: TrainingData, fitted: list[FittedCandidate], metric: str
) -> tuple[CalibratedEnsemble, CrossFittedPredictions, Leaderboard]:
    leaderboard = Leaderboard(Clock(60, time.monotonic(), StopSignal()), lambda _: None)
    leaderboard.metric = metric
    for each in fitted:
        leaderboard.update_entry(each.model.name, "linear", "done")
    ensemble = calibrate_ensemble(select_ensemble(fitted, training_data), fitted, training_data)
    record_weights(leaderboard, ensemble, fitted, training_data, metric)
    cross_fitted = cross_fit(ensemble, fitted, training_data, leaderboard, metric)
    assert cross_fitted is not None
    return ensemble, cross_fitted, leaderboard


@pytest.mark.parametrize(("metric", "chance"), [("roc_auc", 0.5), ("accuracy", 0.5)])
def test_guesses_are_told_as_such(training_data: TrainingData, metric: str, chance: float) -> None:
    own, across = [], []
    for seed in range(8):
        ensemble, cross_fitted, leaderboard = judged(training_data, guesses(training_data, seed), metric)
        truth = training_data.truth[cross_fitted.rows]
        across.append(score(metric, truth, cross_fitted.predictions, cross_fitted.thresholds))
        own.append(score(metric, training_data.truth[ensemble.rows], ensemble.oof))
        assert leaderboard.entries["Blend"].score == pytest.approx(across[-1])
    assert np.mean(own) > chance + 0.04
    assert abs(np.mean(across) - chance) < 0.025


@pytest.mark.parametrize("kind", ["groups", "times"])
def test_no_group_or_time_chooses_for_itself(training_data: TrainingData, kind: str) -> None:
    names: Array = np.random.default_rng(1).integers(0, 12, ROWS)
    divided = replace(training_data, order=Order(**{kind: names}))
    _, cross_fitted, _ = judged(divided, guesses(training_data, 1), "f1")
    assert len(cross_fitted.rows) == ROWS
    for name in range(12):
        assert len(set(cross_fitted.thresholds[names == name])) == 1
    assert len(set(cross_fitted.thresholds)) == 2


def told_apart(
    training_data: TrainingData, ones: int, rows: int
) -> tuple[TrainingData, list[FittedCandidate]]:
    """The bench with so many rows of the second class, and a model to which none of them is likely."""
    random = np.random.default_rng(4)
    truth = np.zeros(ROWS, np.int64)
    truth[random.choice(rows, ones, replace=False)] = 1
    second = np.where(truth == 1, random.uniform(0.2, 0.4, ROWS), random.uniform(0.01, 0.15, ROWS))
    oof = np.column_stack([1 - second, second])
    oof[rows:] = np.nan
    return replace(training_data, truth=truth), [replace(guesses(training_data, 1)[0], oof=oof)]


@pytest.mark.parametrize(("ones", "rows"), [(12, ROWS), (20, 70)], ids=["rare class", "few rows"])
@pytest.mark.parametrize("drawn", [None, 20], ids=["all choose", "few are drawn"])
def test_halves_choose_a_threshold_where_all_rows_do(
    training_data: TrainingData, monkeypatch: pytest.MonkeyPatch, ones: int, rows: int, drawn: int | None
) -> None:
    if drawn is not None:
        monkeypatch.setattr(cross_fitted_evaluation, "MAX_CHOOSING_ROWS", drawn)
    rare, fitted = told_apart(training_data, ones, rows)
    ensemble, cross_fitted, _ = judged(rare, fitted, "f1")
    truth = rare.truth[cross_fitted.rows]
    assert own_threshold("f1", rare.truth[ensemble.rows], ensemble.oof) < 0.4
    assert (cross_fitted.thresholds < 0.4).all()
    assert score("f1", truth, cross_fitted.predictions, cross_fitted.thresholds) > 0.9


def test_halves_choose_no_threshold_where_all_rows_are_too_few(training_data: TrainingData) -> None:
    rare, fitted = told_apart(training_data, 9, ROWS)
    ensemble, cross_fitted, _ = judged(rare, fitted, "f1")
    assert own_threshold("f1", rare.truth[ensemble.rows], ensemble.oof) == 0.5
    assert (cross_fitted.thresholds == 0.5).all()


def test_a_half_without_a_class_makes_the_other_no_surer(training_data: TrainingData) -> None:
    truth: Array = np.repeat([0, 1], ROWS // 2)
    apart = replace(training_data, truth=np.tile(truth, 2), order=Order(groups=np.tile(truth, 2)))
    fitted = [replace(each, oof=np.tile(each.oof, (2, 1))) for each in guesses(training_data, 3)[:1]]
    _, cross_fitted, _ = judged(apart, fitted, "log_loss")
    np.testing.assert_allclose(cross_fitted.predictions, fitted[0].oof[cross_fitted.rows])


def test_a_row_has_no_part_in_the_answers_of_its_half(training_data: TrainingData) -> None:
    fitted = guesses(training_data, 2)
    # Else the halves would follow the classes, which change.
    training_data = replace(training_data, order=Order(groups=np.arange(ROWS)))
    ensemble, before, leaderboard = judged(training_data, fitted, "f1")
    halves = before.thresholds == before.thresholds[0]
    assert 0 < halves.sum() < ROWS
    turned = replace(training_data, truth=np.where(halves, 1 - training_data.truth, training_data.truth))
    # Whether there is a calibration, all rows have decided.
    after = cross_fit(ensemble, fitted, turned, leaderboard, "f1")
    assert after is not None and np.array_equal(before.predictions[halves], after.predictions[halves])
    assert not np.allclose(before.predictions[~halves], after.predictions[~halves])


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("crossed")
    source = write_csv(folder / "t.csv", mixed_rows(400, 5, "binary"))
    settings = config(testSize=0, metric="f1", reproducible=True, timeBudgetSeconds=5)
    return train_file(source, folder / "m.rowcast", settings).report


def test_the_report_says_how_and_agrees_with_itself(report: Report) -> None:
    assert report.evaluation is not None and report.evaluation.crossed
    assert "each half judging what the other chose" in evaluation_text(report)
    table = np.array(report.classification.confusion) if report.classification else np.zeros((2, 2))
    accuracy = next(each.value for each in report.other_scores if each.metric == "accuracy")
    assert accuracy == pytest.approx(np.trace(table) / table.sum())
    precision, recall = table[1, 1] / table[:, 1].sum(), table[1, 1] / table[1].sum()
    assert report.score.value == pytest.approx(2 * precision * recall / (precision + recall))
    blend = [each.score for each in report.leaderboard if each.name == "Blend"]
    assert blend == [pytest.approx(report.score.value)] * len(blend)


def test_held_out_rows_need_no_such_thing(binary_model: Trained) -> None:
    evaluation = binary_model.result.report.evaluation
    assert evaluation is not None and evaluation.source == "holdout" and not evaluation.crossed


def test_few_rows_are_judged_as_they_are(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "t.csv", mixed_rows(40, 7, "binary"))
    settings = config(testSize=0, reproducible=True, timeBudgetSeconds=5)
    found = train_file(source, tmp_path / "m.rowcast", settings).report
    assert found.evaluation is not None and found.evaluation.rows == 40 and not found.evaluation.crossed


def too_sure(training_data: TrainingData, slope: float) -> tuple[TrainingData, list[FittedCandidate]]:
    """A model whose log-odds are so many times those that the classes were drawn by."""
    random = np.random.default_rng(6)
    odds = random.normal(0, 1.2, ROWS)
    truth = (random.random(ROWS) < 1 / (1 + np.exp(-odds))).astype(np.int64)
    second = 1 / (1 + np.exp(-slope * odds))
    oof = np.column_stack([1 - second, second])
    return replace(training_data, truth=truth), [replace(guesses(training_data, 1)[0], oof=oof)]


@pytest.mark.parametrize("slope", [1.0, 4.0], ids=["as sure as right", "too sure"])
def test_the_score_is_of_a_calibrated_model(training_data: TrainingData, slope: float) -> None:
    sure, fitted = too_sure(training_data, slope)
    ensemble, cross_fitted, _ = judged(sure, fitted, "log_loss")
    # Halves of so few rows would be too few to calibrate by themselves.
    assert ensemble.blend.calibration is not None and len(cross_fitted.rows) < 400
    turned = np.abs(cross_fitted.predictions - cross_fitted.uncalibrated).max(axis=1) > 1e-3
    assert turned.mean() > 0.9
    truth = sure.truth[cross_fitted.rows]
    reported, before = (
        score("log_loss", truth, each) for each in (cross_fitted.predictions, cross_fitted.uncalibrated)
    )
    assert reported < before - 0.1 if slope > 1 else abs(reported - before) < 0.01
    assert reported == pytest.approx(score("log_loss", sure.truth[ensemble.rows], ensemble.oof), abs=0.03)


@pytest.mark.parametrize("order", [Order(), Order(groups=np.arange(ROWS) // 10)], ids=["free", "groups"])
def test_numbers_are_judged_as_far_apart_as_they_are_published(order: Order, tmp_path: Path) -> None:
    source = write_csv(tmp_path / "t.csv", mixed_rows(ROWS, 3, "regression"))
    table, profile = typed_table(source, tmp_path)
    training_data = prepare_table(
        table, profile, config(testSize=0), may_search_interactions=never
    ).training_data
    training_data = replace(training_data, order=order)
    noise = np.random.default_rng(2).normal(size=ROWS)
    held_back = replace(guesses(training_data, 1)[0], oof=0.7 * training_data.target + 0.2 * noise)
    ensemble, cross_fitted, _ = judged(training_data, [held_back], "rmse")
    plain = held_back.oof * training_data.scale + training_data.center
    if order.free:
        assert ensemble.blend.scale > 1.1 * training_data.scale
        assert len(cross_fitted.rows) < 400 and cross_fitted.predictions.std() > 1.1 * plain.std()
    else:
        np.testing.assert_allclose(ensemble.oof, plain)
        np.testing.assert_allclose(cross_fitted.predictions, plain[cross_fitted.rows])
