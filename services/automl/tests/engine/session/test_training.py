"""A whole training: what it reports, when it stops, and that it is reproducible."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from rowcast_automl.bundle.archive import read_bundle
from rowcast_automl.contracts.generated import TrainingProgress
from rowcast_automl.platform.contract_json import json_value
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.reasons import english_text, reason
from rowcast_automl.prepare import table_preparation
from rowcast_automl.run.clock import StopSignal
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.bundles.mixed import Trained
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import KEY, config, fewer_fits, train_file

pytestmark = pytest.mark.own_processes

FOREST = {"modelType": "custom", "estimator": {"name": "random_forest", "nEstimators": 30}}


def test_a_model_beats_its_baseline_on_rows_it_never_saw(
    binary_model: Trained, multiclass_model: Trained, regression_model: Trained
) -> None:
    binary, multiclass, regression = (
        each.result.report for each in (binary_model, multiclass_model, regression_model)
    )
    assert binary.metric == "roc_auc" and binary.score.low > 0.7 > binary.baseline.value
    assert multiclass.metric == "log_loss" and multiclass.score.high < multiclass.baseline.value
    assert regression.metric == "rmse" and regression.score.high < regression.baseline.value
    assert binary.rows.train + binary.rows.test == 300


def test_the_report_tells_what_was_tried_and_what_was_left_out(binary_model: Trained) -> None:
    report = binary_model.result.report
    [dropped] = report.dropped_columns
    assert (dropped.column, dropped.why) == ("note_id", [reason("COLUMN_IDENTIFIER")])
    assert report.task_why and report.task_reason == english_text(*report.task_why)
    assert {"Baseline", "Piecewise linear", "LightGBM"} <= {each.name for each in report.leaderboard}
    assert sum(each.weight or 0 for each in report.leaderboard) == pytest.approx(1, abs=1e-3)
    assert report.parity.max_delta < 1e-5 and report.parity.rows_checked > report.rows.test
    assert report.classification is not None and report.classification.roc
    assert sum(map(sum, report.classification.confusion)) == report.rows.test
    assert {each.column for each in report.importance} == {each.name for each in report.fields}
    json.dumps(json_value(report), allow_nan=False)


def test_progress_moves_forward_and_ends_done(binary_model: Trained) -> None:
    updates = binary_model.reported
    order = ["loading", "training", "ensembling", "exporting", "checking", "done"]
    phases = [each.phase for each in updates]
    assert [phase for index, phase in enumerate(phases) if phase not in phases[:index]] == order
    assert all(a.elapsed_seconds <= b.elapsed_seconds for a, b in pairwise(updates))
    running = [entry.name for each in updates for entry in each.leaderboard if entry.status == "running"]
    assert "LightGBM" in running
    assert updates[-1].best is not None


def test_every_finished_model_tells_when_it_was_done(binary_model: Trained) -> None:
    last = binary_model.reported[-1]
    done = [each.finished_seconds for each in last.leaderboard if each.status == "done"]
    assert len(done) > 1
    assert all(each is not None and 0 < each <= last.elapsed_seconds for each in done)


def test_a_budget_that_is_too_short_for_all_still_ends_in_a_model(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "table.csv", mixed_rows(2_000, 1, "binary"))
    endless = config(timeBudgetSeconds=5, modelType="xgboost", epochs=10_000, learningRate=0.0001)
    report = train_file(source, tmp_path / "m.rowcast", endless).report
    ended = [(each.reason, each.why or []) for each in report.leaderboard if each.estimator == "xgboost"]
    assert {each.code for _, why in ended for each in why} <= {
        "CUT_SHORT",
        "OUT_OF_TIME",
        "SOME_FOLDS",
        "TOO_SLOW",
    }
    assert all(why and sentence == english_text(*why) for sentence, why in ended), ended
    assert not report.stopped_early
    assert read_bundle(tmp_path / "m.rowcast", KEY.public_key())


def test_the_same_training_gives_the_same_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fewer_fits(monkeypatch, models=2, rounds=2)
    source = write_csv(tmp_path / "small.csv", mixed_rows(100, 1, "binary"))
    settings = config(timeBudgetSeconds=300, modelType="xgboost", epochs=5, learningRate=0.3)
    first = train_file(source, tmp_path / "a.rowcast", settings)
    second = train_file(source, tmp_path / "b.rowcast", settings)
    assert first.bundle_hash == second.bundle_hash
    assert (tmp_path / "a.rowcast").read_bytes() == (tmp_path / "b.rowcast").read_bytes()


def test_stop_publishes_the_best_so_far(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "table.csv", mixed_rows(400, 1, "binary"))
    stop = StopSignal()

    def stop_after_the_first(progress: TrainingProgress) -> None:
        if any(each.status == "done" and each.estimator != "baseline" for each in progress.leaderboard):
            stop.finish()

    settings = config(timeBudgetSeconds=600)
    result = train_file(source, tmp_path / "m.rowcast", settings, stop_after_the_first, stop)
    assert result.report.stopped_early
    done = {each.name for each in result.report.leaderboard if each.status == "done"}
    assert "Baseline" in done and 2 <= len(done) <= 4
    assert {each.status for each in result.report.leaderboard} == {"done", "skipped"}
    assert read_bundle(tmp_path / "m.rowcast", KEY.public_key())[0] == result.bundle_hash


def test_stop_during_the_first_fit_keeps_its_finished_folds(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "table.csv", mixed_rows(400, 1, "binary"))
    stop = StopSignal()

    def stop_after_one_fold(progress: TrainingProgress) -> None:
        if progress.message.startswith("XGBoost"):
            stop.finish()

    settings = config(timeBudgetSeconds=600, modelType="xgboost")
    result = train_file(source, tmp_path / "m.rowcast", settings, stop_after_one_fold, stop)
    assert result.report.stopped_early
    assert result.report.score.value > 0.7


def test_abandoned_training_leaves_no_bundle(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "table.csv", mixed_rows(300, 1, "binary"))
    stop = StopSignal()

    def abandon_when_training(progress: TrainingProgress) -> None:
        if progress.phase == "training":
            stop.abandon()

    with pytest.raises(RowcastError) as refused:
        train_file(source, tmp_path / "m.rowcast", config(), abandon_when_training, stop)
    assert refused.value.code == "TRAINING_CANCELLED"
    assert not (tmp_path / "m.rowcast").exists()


def test_columns_may_be_called_anything(tmp_path: Path) -> None:
    names = ["a", "a.b", "=1+1", "../x", "<b>x</b>", "; DROP TABLE t", "__proto__", "naïve 🙂", "instances"]
    rows = [
        {
            **{name: (row * (place + 3)) % 17 for place, name in enumerate(names)},
            "t.x": "yn"[row * 3 % 17 > 8],
        }
        for row in range(120)
    ]
    settings = config("t.x", **FOREST, timeBudgetSeconds=300)
    report = train_file(write_csv(tmp_path / "t.csv", rows), tmp_path / "m.rowcast", settings).report
    assert {field.name for field in report.fields} == set(names)
    model = LoadedModel(tmp_path / "m.rowcast", KEY.public_key())
    answer = model.predict(rows)
    assert not answer.warnings
    right = sum(each["prediction"] == row["t.x"] for each, row in zip(answer.predictions, rows, strict=True))
    assert right > 100


def test_forests_that_are_sure_answer_with_probabilities(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    # Too few to calibrate. 14 trees in 5 members: 70 shares of single precision add up to more than 1.
    rows = [{"a": a, "b": b, "target": "ny"[a > 0.5]} for a, b in random.random((240, 2)).round(4).tolist()]
    settings = config(modelType="custom", estimator={"name": "random_forest", "nEstimators": 14})
    train_file(write_csv(tmp_path / "t.csv", rows), tmp_path / "m.rowcast", settings)
    answer = LoadedModel(tmp_path / "m.rowcast", KEY.public_key()).predict(rows)
    told = [share for each in answer.predictions for share in each["probabilities"].values()]
    assert (min(told), max(told)) == (0.0, 1.0)


def test_a_long_table_is_sampled_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_preparation, "MAX_ROWS", 100)
    monkeypatch.setattr(table_preparation, "MIN_ROWS", 100)
    source = write_csv(tmp_path / "t.csv", mixed_rows(300, 1, "multiclass"))
    settings = config(**FOREST, timeBudgetSeconds=300)
    report = train_file(source, tmp_path / "m.rowcast", settings).report
    assert report.rows.train + report.rows.test <= 100
    assert "of 300 rows" in report.task_reason


@pytest.mark.parametrize("model_type", ["neural_network", "xgboost"])
def test_epochs_and_rate_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model_type: str) -> None:
    fewer_fits(monkeypatch, models=2, rounds=2)
    source = write_csv(tmp_path / "table.csv", mixed_rows(120, 1, "regression"))
    settings = config(modelType=model_type, epochs=3, learningRate=0.2, timeBudgetSeconds=300)
    report = train_file(source, tmp_path / "m.rowcast", settings).report
    kinds = {"neural_network": "mlp", "xgboost": "xgboost"}
    fitted = {each.estimator for each in report.leaderboard} - {"baseline", "ensemble"}
    assert fitted == {kinds[model_type]}
    if model_type == "xgboost":
        files = read_bundle(tmp_path / "m.rowcast", KEY.public_key())[1]
        assert tree_count(files["model.onnx"]) <= 3 * 5 * 2 * 2
    assert report.parity.max_delta < 1e-5


def tree_count(graph: bytes) -> int:
    import onnx

    ensembles = [node for node in onnx.load_from_string(graph).graph.node if "TreeEnsemble" in node.op_type]
    return sum(
        len(set(attribute.ints))
        for node in ensembles
        for attribute in node.attribute
        if attribute.name == "nodes_treeids"
    )
