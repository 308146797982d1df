"""The report is complete, and out-of-fold rows are predicted by folds that did not train on them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowcast_automl.calibrate.evaluated_predictions import EvaluatedPredictions, scored_on
from rowcast_automl.entrypoints.training_lint import TrainingLint
from rowcast_automl.estimators import early_stopping
from rowcast_automl.export.served_model import fold_predictor
from rowcast_automl.features.tensors import Tensors
from rowcast_automl.metrics.scores import score
from rowcast_automl.profile.histogram import round_histogram
from rowcast_automl.report import insights
from rowcast_automl.report.report_builder import conformal_coverage
from rowcast_automl.report.resolved_findings import open_findings
from rowcast_automl.run.clock import StopSignal
from rowcast_automl.run.training_run import MayContinue
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.training.session import TableChecks
from tests.bundles.mixed import Trained
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import KEY, config, train_file, typed_table

MODELS = ["binary_model", "multiclass_model", "regression_model"]


@pytest.mark.parametrize("name", MODELS)
def test_every_part_is_there(name: str, request: pytest.FixtureRequest) -> None:
    model: Trained = request.getfixturevalue(name)
    report = model.result.report
    fields = {each.name for each in report.fields}
    assert {each.column for each in report.importance} == fields
    assert report.partial_dependence and {each.column for each in report.partial_dependence} <= fields
    assert report.slices is not None and report.slices.tested > 0
    assert report.conformal is not None and report.conformal.source == "holdout"
    assert report.evaluation is not None and report.evaluation.rows == report.rows.test
    assert report.linear_baseline is not None and report.linear_baseline.value != report.baseline.value
    for each in (report.baseline, report.linear_baseline):
        assert each.difference and each.value is not None and report.score.value is not None
        assert each.difference.low <= report.score.value - each.value <= each.difference.high
    assert report.rebuild is not None and report.rebuild.config["targetColumn"] == "target"
    assert report.rebuild.data_sha256 == report.data_sha256 and "+" in report.rebuild.code_version
    assert not report.omitted
    assert "SCORED_COPIES" not in {each.code for each in report.findings}
    if report.classification:
        assert report.classification.curves and report.classification.calibration_error
        assert (report.classification.thresholds is not None) == (report.task == "binary")
    else:
        assert report.regression is not None and report.regression.deciles and report.regression.residuals
        errors, typical = report.regression.absolute_errors, report.regression.typical
        assert errors and errors[9].value == pytest.approx(report.regression.residuals.median_absolute)
        assert all(each.low <= each.value <= each.high for each in errors)
        assert typical is not None and typical.low < typical.median < typical.high
    check_priority_rows(model)


def check_priority_rows(model: Trained) -> None:
    report = model.result.report
    if report.task == "multiclass":
        assert report.priority_rows is None
        return
    assert report.priority_rows is not None
    columns, first = report.priority_rows.columns, report.priority_rows.rows
    assert columns[0] == "note_id" and "income" in columns
    assert [each.score for each in first] == sorted((each.score for each in first), reverse=True)
    for each in first:
        row = model.rows[each.row - 1]
        assert str(each.values[0]) == row["note_id"]
        assert str(each.actual) == str(row["target"]) or each.actual == pytest.approx(float(row["target"]))


def test_residuals_have_bins_with_round_edges() -> None:
    values = np.append(np.random.default_rng(0).normal(0, 1_783, 3_000), [412_345.0, 0.0])
    bins = round_histogram(values, 30)
    assert {(low % 500, high % 500) for low, high, _ in bins} == {(0, 0)}
    assert bins[-1][1] == 412_500 and bins[-1][0] < 10_000 and len(bins) < 40
    assert sum(count for *_, count in bins) == len(values)
    assert round_histogram(np.full(5, 2.0), 30) == [(2.0, 2.0, 5)]


@pytest.mark.parametrize("name", MODELS)
def test_held_out_rows_have_their_true_values_and_can_be_sent(
    name: str, request: pytest.FixtureRequest
) -> None:
    model: Trained = request.getfixturevalue(name)
    report = model.result.report
    rows = report.held_out_rows
    assert rows is not None and len(rows) == 6
    loaded = LoadedModel(model.bundle, KEY.public_key())
    assert len(loaded.predict([each.row for each in rows]).predictions) == 6
    values = {str(each["target"]) for each in model.rows}
    if report.labels:
        assert {each.actual for each in rows[: len(report.labels)]} == set(report.labels)
    else:
        assert all(str(each.actual) in values for each in rows)


@pytest.mark.parametrize("name", MODELS)
def test_every_finished_model_has_its_size_and_time(name: str, request: pytest.FixtureRequest) -> None:
    model: Trained = request.getfixturevalue(name)
    done = [each for each in model.result.report.leaderboard if each.status == "done"]
    for each in done:
        if each.estimator == "baseline":
            continue
        assert each.size_bytes and each.size_bytes > 100
        assert each.predict_milliseconds_per_row and 0 < each.predict_milliseconds_per_row < 50


def test_the_bundle_answers_as_the_report_says(binary_model: Trained) -> None:
    loaded = LoadedModel(binary_model.bundle, KEY.public_key())
    report = binary_model.result.report
    assert loaded.facts.conformal is not None and report.conformal is not None
    assert loaded.facts.conformal.rows == report.conformal.calibration_rows
    assert len(loaded.facts.background) == len(loaded.background) == 64
    assert loaded.facts.known.keys() == {"age", "income", "joined"}


@pytest.fixture(scope="module")
def out_of_fold(tmp_path_factory: pytest.TempPathFactory) -> tuple[Trained, list[tuple[Any, ...]]]:
    """A training without held-out rows, and what importance was measured with."""
    folder = tmp_path_factory.mktemp("oof")
    rows = mixed_rows(300, 11, "multiclass")
    source = write_csv(folder / "table.csv", rows)
    stop, asked = StopSignal(), []
    reported: list[Any] = []

    def stop_early(progress: Any) -> None:
        reported.append(progress)
        if sum(each.status == "done" for each in progress.leaderboard) > 2:
            stop.finish()

    measured = insights.measured_importance

    def noticed(*arguments: Any) -> Any:
        asked.append(arguments)
        return measured(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(insights, "measured_importance", noticed)
        # So that members answer as they were judged: no row is answered after a round of others.
        patch.setattr(early_stopping, "MAX_ROWS", 0)
        settings = config(testSize=0, timeBudgetSeconds=300)
        result = train_file(source, folder / "m.rowcast", settings, stop_early, stop)
    return Trained(rows, source, folder / "m.rowcast", result, reported), asked


def test_without_held_out_rows_all_is_judged_out_of_fold(
    out_of_fold: tuple[Trained, list[tuple[Any, ...]]],
) -> None:
    report = out_of_fold[0].result.report
    assert report.evaluation is not None and report.evaluation.source == "out_of_fold"
    assert report.evaluation.rows == 300 and report.rows.test == 0
    assert report.conformal is not None and report.conformal.source == "cross_calibration"
    assert not [each for each in report.omitted or [] if each.part == "importance"]
    level = next(each for each in report.conformal.levels if each.asked == 0.9)
    assert level.low <= 0.9 <= level.high or level.found > 0.9


def test_the_fingerprint_of_a_score_is_of_its_rows_and_metric(
    out_of_fold: tuple[Trained, list[tuple[Any, ...]]],
) -> None:
    report = out_of_fold[0].result.report
    ((evaluated_model, *_),) = out_of_fold[1]
    prepared, evaluated, metric = evaluated_model.prepared, evaluated_model.evaluated, evaluated_model.metric
    own = partial(scored_on, prepared, data_sha256=report.data_sha256)
    assert own(evaluated, metric) == report.scored_on
    assert own(evaluated, "accuracy") != report.scored_on
    assert own(replace(evaluated, rows=evaluated.rows[::-1]), metric) != report.scored_on
    assert scored_on(prepared, evaluated, metric, "other bytes") != report.scored_on
    drawn_otherwise = replace(prepared.target, rows=prepared.target.rows + 1)
    other_part = replace(prepared, target=drawn_otherwise)
    assert scored_on(other_part, evaluated, metric, report.data_sha256) != report.scored_on


def test_folds_that_did_not_see_a_row_answer_it(out_of_fold: tuple[Trained, list[tuple[Any, ...]]]) -> None:
    ((evaluated_model, *_),) = out_of_fold[1]
    prepared, evaluated = evaluated_model.prepared, evaluated_model.evaluated
    chosen = np.arange(0, len(evaluated.truth), 3)
    ask = fold_predictor(evaluated_model.ensemble.validating_blend, prepared, evaluated.rows[chosen])
    assert ask is not None
    answers = ask(evaluated.tensors.take(chosen))
    # Each half is judged by what the other chose; what is published was chosen by both.
    assert np.abs(answers - evaluated.oof_predictions[chosen]).max() < 1e-5
    seen = evaluated_model.predict(evaluated.tensors.take(chosen))
    truth = evaluated.truth[chosen]
    assert score(evaluated_model.metric, truth, seen) < score(evaluated_model.metric, truth, answers)


def test_a_metric_that_needs_a_threshold_gets_one_and_is_served_with_it(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    rows = []
    for _ in range(900):
        x = float(random.normal())
        rows.append({"x": round(x, 4), "y": round(float(random.normal()), 4), "target": "no"})
        if random.random() < 0.5 / (1 + np.exp(2.5 - 1.5 * x)):
            rows[-1]["target"] = "yes"
    source = write_csv(tmp_path / "t.csv", rows)
    stop = StopSignal()

    def stop_early(progress: Any) -> None:
        if sum(each.status == "done" for each in progress.leaderboard) > 1:
            stop.finish()

    bundle = tmp_path / "m.rowcast"
    result = train_file(source, bundle, config(metric="f1", timeBudgetSeconds=300), stop_early, stop)
    table = result.report.classification and result.report.classification.thresholds
    assert table is not None and table.threshold < 0.4
    loaded = LoadedModel(bundle, KEY.public_key())
    assert loaded.facts.threshold == table.threshold
    for row in [{"x": value, "y": 0} for value in np.linspace(-3, 3, 25).tolist()]:
        (found,) = loaded.predict([row]).predictions
        assert found["prediction"] == ("yes" if found["probabilities"]["yes"] >= table.threshold else "no")
    counted = np.array(result.report.classification.confusion if result.report.classification else [])
    hits, misses, alarms = counted[1, 1], counted[1, 0], counted[0, 1]
    assert result.report.score.value == pytest.approx(2 * hits / (2 * hits + misses + alarms))
    # No row is likelier yes than not, so at a half nothing would tell one field or model from another.
    importance = {each.column: each.importance for each in result.report.importance}
    assert importance["x"] > 0.1 > abs(importance["y"])
    fitted = [each for each in result.report.leaderboard if each.status == "done" and each.name != "Baseline"]
    assert all(each.score is not None and each.score > 0.2 for each in fitted)
    overall = result.report.slices and result.report.slices.overall
    assert overall == pytest.approx(counted.trace() / counted.sum())


@pytest.mark.parametrize("share", [0.25, 0])
@pytest.mark.parametrize("task", ["binary", "multiclass", "regression"])
def test_a_narrowed_search_is_compared_with_a_linear_model_too(
    tmp_path: Path, task: str, share: float
) -> None:
    source = write_csv(tmp_path / "t.csv", mixed_rows(149, 2, task))
    stop = StopSignal()

    def stop_early(progress: Any) -> None:
        if sum(each.status == "done" for each in progress.leaderboard) > 1:
            stop.finish()

    asked = config(modelType="xgboost", timeBudgetSeconds=300, testSize=share)
    report = train_file(source, tmp_path / "m.rowcast", asked, stop_early, stop).report
    assert not any(each.estimator == "linear" for each in report.leaderboard)
    assert report.linear_baseline is not None
    better = report.linear_baseline.value > report.baseline.value
    assert better == (task == "binary")


def test_many_held_out_rows_calibrate_the_served_model_itself() -> None:
    random = np.random.default_rng(0)
    truth = random.normal(size=1_200)
    tensors = Tensors(np.zeros((600, 0), np.float32), np.zeros((600, 0), dtype=object))
    # Single folds err twice as much as the served model.
    served, folds = truth + random.normal(size=1_200), truth + 2 * random.normal(size=1_200)
    many = EvaluatedPredictions("holdout", truth[:600], served[:600], tensors, truth[600:], folds[600:])
    few = EvaluatedPredictions("holdout", truth[:100], served[:100], tensors, truth[600:], folds[600:])
    widths = []
    for evaluated, source in ((many, "cross_calibration"), (few, "holdout")):
        conformal, summary = conformal_coverage(evaluated, 0)
        assert conformal is not None and summary is not None
        assert conformal.rows == 600 and summary.source == source
        level = next(each for each in summary.levels if each.asked == 0.9)
        widths.append((level.mean_width, level.found))
    assert widths[0][1] == pytest.approx(0.9, abs=0.02)
    assert widths[1][0] > 1.2 * widths[0][0] and widths[1][1] > 0.93


def test_a_column_that_gives_the_target_away_is_told(tmp_path: Path) -> None:
    rows = [each | {"twin": {"low": 1, "mid": 2}[each["target"]]} for each in mixed_rows(300, 4, "binary")]
    settings = config(modelType="custom", estimator={"name": "linear"}, timeBudgetSeconds=60)
    report = train_file(write_csv(tmp_path / "t.csv", rows), tmp_path / "m.rowcast", settings).report
    assert ("TARGET_COPY", "twin") in {(each.code, each.column) for each in report.findings}
    assert not [each for each in report.omitted or [] if each.part == "lint"]


def test_what_a_training_has_heeded_is_no_finding_of_its_report(tmp_path: Path) -> None:
    rows = [
        {
            **each,
            "twin": {"low": 1, "mid": 2}[each["target"]],
            "day": f"2024-01-01 {place // 60:02}:{place % 60:02}:00",
            "customerId": f"C{place // 6}",
            "storeId": f"S{place % 40}",
            "row": place,
            "paid": ("Yes", "no", "NO", "yes ", "YES")[place % 5],
        }
        for place, each in enumerate(mixed_rows(300, 4, "binary"))
    ]
    source = write_csv(tmp_path / "t.csv", rows)

    def found(**settings: Any) -> set[tuple[str, str | None]]:
        # A share of the budget is the time for the findings, which a busy machine needs.
        limits = {"timeBudgetSeconds": 300}
        chosen = config(modelType="custom", estimator={"name": "linear"}, **limits, **settings)
        report = train_file(source, tmp_path / "m.rowcast", chosen).report
        return {(each.code, each.column) for each in report.findings}

    groups = {("GROUPS", "customerId"), ("GROUPS", "storeId")}
    left = {("TARGET_COPY", "twin"), ("TIME_ORDER", "day"), ("SPELLINGS", "paid"), *groups}
    assert left <= (plain := found())
    # The training leaves it out by itself.
    assert ("IDENTIFIER_COLUMN", "row") not in plain
    heeded = found(groupColumn="customerId", timeColumn="day", excludedColumns=["twin", "paid", "storeId"])
    assert heeded & left == {("GROUPS", "storeId")}


def test_what_asks_to_leave_a_column_of_groups_out_is_heeded_before_a_training(tmp_path: Path) -> None:
    rows = [{**each, "row": place} for place, each in enumerate(mixed_rows(300, 4, "binary"))]
    findings = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)[1].findings

    def left(**settings: Any) -> list[str]:
        return [each.code for each in open_findings(findings, config(**settings)) if each.column == "row"]

    assert left() == ["IDENTIFIER_COLUMN"]
    assert left(groupColumn="row") == []


def test_leakage_is_checked_without_time_and_skipped_checks_are_reported(tmp_path: Path) -> None:
    rows = [{**each, "twice": 2 * float(each["target"])} for each in mixed_rows(200, 4, "regression")]
    source = write_csv(tmp_path / "t.csv", rows)

    class Hasty(TrainingLint):
        def finish(self, may_continue: MayContinue) -> TableChecks:
            return super().finish(lambda seconds: False)

    settings = config(modelType="custom", estimator={"name": "linear"})
    report = train_file(source, tmp_path / "m.rowcast", settings, lint=Hasty).report
    skipped = {each.part: each.reason for each in report.omitted or []}
    assert "target_leakage" not in skipped
    assert ("TARGET_COPY", "twice") in {(each.code, each.column) for each in report.findings}
    assert skipped.get("lint", "Data checks timed out.").startswith("Data checks timed out.")
