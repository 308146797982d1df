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
from rowcast_automl.entrypoints.cli.score_text import evaluated
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
def bench(tmp_path_factory: pytest.TempPathFactory) -> TrainingData:
    folder = tmp_path_factory.mktemp("crossing")
    source = write_csv(folder / "t.csv", mixed_rows(ROWS, 3, "binary"))
    table, profile = typed_table(source, folder)
    return prepare_table(table, profile, config(testSize=0), may_search_interactions=never).bench


def guesses(bench: TrainingData, seed: int) -> list[FittedCandidate]:
    """Models of which none knows anything."""
    random = np.random.default_rng(seed)
    made = []
    for number in range(MODELS):
        second = random.uniform(0.2, 0.8, len(bench.truth))
        folds = tuple(range(bench.folds))
        members = tuple(LinearMember(np.ones((1, 1)), np.zeros(1)) for _ in folds)
        model = BaggedModel(f"guess {number}", "linear", "margin", folds, members)
        extras = tuple(np.zeros((len(bench.extra), 1)) for _ in folds)
        oof = np.column_stack([1 - second, second])
        made.append(FittedCandidate(linear_models()[0], model, oof, extras, 0.0, 0.0, 1.0, 0.0, False))
    return made


def judged(
    bench: TrainingData, tried: list[FittedCandidate], metric: str
) -> tuple[CalibratedEnsemble, CrossFittedPredictions, Leaderboard]:
    board = Leaderboard(Clock(60, time.monotonic(), StopSignal()), lambda _: None)
    board.metric = metric
    for each in tried:
        board.put(each.model.name, "linear", "done")
    blended = calibrate_ensemble(select_ensemble(tried, bench), tried, bench)
    record_weights(board, blended, tried, bench, metric)
    crossed = cross_fit(blended, tried, bench, board, metric)
    assert crossed is not None
    return blended, crossed, board


@pytest.mark.parametrize(("metric", "chance"), [("roc_auc", 0.5), ("accuracy", 0.5)])
def test_guesses_are_told_as_such(bench: TrainingData, metric: str, chance: float) -> None:
    own, across = [], []
    for seed in range(8):
        blended, crossed, board = judged(bench, guesses(bench, seed), metric)
        truth = bench.truth[crossed.rows]
        across.append(score(metric, truth, crossed.answers, crossed.thresholds))
        own.append(score(metric, bench.truth[blended.rows], blended.oof))
        assert board.entries["Blend"].score == pytest.approx(across[-1])
    assert np.mean(own) > chance + 0.04
    assert abs(np.mean(across) - chance) < 0.025


@pytest.mark.parametrize("kind", ["groups", "times"])
def test_no_group_or_time_chooses_for_itself(bench: TrainingData, kind: str) -> None:
    names: Array = np.random.default_rng(1).integers(0, 12, ROWS)
    divided = replace(bench, order=Order(**{kind: names}))
    _, crossed, _ = judged(divided, guesses(bench, 1), "f1")
    assert len(crossed.rows) == ROWS
    for name in range(12):
        assert len(set(crossed.thresholds[names == name])) == 1
    assert len(set(crossed.thresholds)) == 2


def told_apart(bench: TrainingData, ones: int, rows: int) -> tuple[TrainingData, list[FittedCandidate]]:
    """The bench with so many rows of the second class, and a model to which none of them is likely."""
    random = np.random.default_rng(4)
    truth = np.zeros(ROWS, np.int64)
    truth[random.choice(rows, ones, replace=False)] = 1
    second = np.where(truth == 1, random.uniform(0.2, 0.4, ROWS), random.uniform(0.01, 0.15, ROWS))
    oof = np.column_stack([1 - second, second])
    oof[rows:] = np.nan
    return replace(bench, truth=truth), [replace(guesses(bench, 1)[0], oof=oof)]


@pytest.mark.parametrize(("ones", "rows"), [(12, ROWS), (20, 70)], ids=["rare class", "few rows"])
@pytest.mark.parametrize("drawn", [None, 20], ids=["all choose", "few are drawn"])
def test_halves_choose_a_threshold_where_all_rows_do(
    bench: TrainingData, monkeypatch: pytest.MonkeyPatch, ones: int, rows: int, drawn: int | None
) -> None:
    if drawn is not None:
        monkeypatch.setattr(cross_fitted_evaluation, "MAX_CHOOSING_ROWS", drawn)
    rare, tried = told_apart(bench, ones, rows)
    blended, crossed, _ = judged(rare, tried, "f1")
    truth = rare.truth[crossed.rows]
    assert own_threshold("f1", rare.truth[blended.rows], blended.oof) < 0.4
    assert (crossed.thresholds < 0.4).all()
    assert score("f1", truth, crossed.answers, crossed.thresholds) > 0.9


def test_halves_choose_no_threshold_where_all_rows_are_too_few(bench: TrainingData) -> None:
    rare, tried = told_apart(bench, 9, ROWS)
    blended, crossed, _ = judged(rare, tried, "f1")
    assert own_threshold("f1", rare.truth[blended.rows], blended.oof) == 0.5
    assert (crossed.thresholds == 0.5).all()


def test_a_half_without_a_class_makes_the_other_no_surer(bench: TrainingData) -> None:
    truth: Array = np.repeat([0, 1], ROWS // 2)
    apart = replace(bench, truth=np.tile(truth, 2), order=Order(groups=np.tile(truth, 2)))
    tried = [replace(each, oof=np.tile(each.oof, (2, 1))) for each in guesses(bench, 3)[:1]]
    _, crossed, _ = judged(apart, tried, "log_loss")
    np.testing.assert_allclose(crossed.answers, tried[0].oof[crossed.rows])


def test_a_row_has_no_part_in_the_answers_of_its_half(bench: TrainingData) -> None:
    tried = guesses(bench, 2)
    # Else the halves would follow the classes, which change.
    bench = replace(bench, order=Order(groups=np.arange(ROWS)))
    blended, before, board = judged(bench, tried, "f1")
    halves = before.thresholds == before.thresholds[0]
    assert 0 < halves.sum() < ROWS
    turned = replace(bench, truth=np.where(halves, 1 - bench.truth, bench.truth))
    # Whether there is a calibration, all rows have decided.
    after = cross_fit(blended, tried, turned, board, "f1")
    assert after is not None and np.array_equal(before.answers[halves], after.answers[halves])
    assert not np.allclose(before.answers[~halves], after.answers[~halves])


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("crossed")
    source = write_csv(folder / "t.csv", mixed_rows(400, 5, "binary"))
    settings = config(testSize=0, metric="f1", reproducible=True, timeBudgetSeconds=5)
    return train_file(source, folder / "m.rowcast", settings).report


def test_the_report_says_how_and_agrees_with_itself(report: Report) -> None:
    assert report.evaluation is not None and report.evaluation.crossed
    assert "each half judging what the other chose" in evaluated(report)
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


def too_sure(bench: TrainingData, slope: float) -> tuple[TrainingData, list[FittedCandidate]]:
    """A model whose log-odds are so many times those that the classes were drawn by."""
    random = np.random.default_rng(6)
    odds = random.normal(0, 1.2, ROWS)
    truth = (random.random(ROWS) < 1 / (1 + np.exp(-odds))).astype(np.int64)
    second = 1 / (1 + np.exp(-slope * odds))
    oof = np.column_stack([1 - second, second])
    return replace(bench, truth=truth), [replace(guesses(bench, 1)[0], oof=oof)]


@pytest.mark.parametrize("slope", [1.0, 4.0], ids=["as sure as right", "too sure"])
def test_the_score_is_of_a_calibrated_model(bench: TrainingData, slope: float) -> None:
    sure, tried = too_sure(bench, slope)
    blended, crossed, _ = judged(sure, tried, "log_loss")
    # Halves of so few rows would be too few to calibrate by themselves.
    assert blended.blend.calibration is not None and len(crossed.rows) < 400
    turned = np.abs(crossed.answers - crossed.uncalibrated).max(axis=1) > 1e-3
    assert turned.mean() > 0.9
    truth = sure.truth[crossed.rows]
    told, before = (score("log_loss", truth, each) for each in (crossed.answers, crossed.uncalibrated))
    assert told < before - 0.1 if slope > 1 else abs(told - before) < 0.01
    assert told == pytest.approx(score("log_loss", sure.truth[blended.rows], blended.oof), abs=0.03)


@pytest.mark.parametrize("order", [Order(), Order(groups=np.arange(ROWS) // 10)], ids=["free", "groups"])
def test_numbers_are_judged_as_far_apart_as_they_are_published(order: Order, tmp_path: Path) -> None:
    source = write_csv(tmp_path / "t.csv", mixed_rows(ROWS, 3, "regression"))
    table, profile = typed_table(source, tmp_path)
    bench = prepare_table(table, profile, config(testSize=0), may_search_interactions=never).bench
    bench = replace(bench, order=order)
    noise = np.random.default_rng(2).normal(size=ROWS)
    held_back = replace(guesses(bench, 1)[0], oof=0.7 * bench.target + 0.2 * noise)
    blended, crossed, _ = judged(bench, [held_back], "rmse")
    plain = held_back.oof * bench.scale + bench.center
    if order.free:
        assert blended.blend.scale > 1.1 * bench.scale
        assert len(crossed.rows) < 400 and crossed.answers.std() > 1.1 * plain.std()
    else:
        np.testing.assert_allclose(blended.oof, plain)
        np.testing.assert_allclose(crossed.answers, plain[crossed.rows])
