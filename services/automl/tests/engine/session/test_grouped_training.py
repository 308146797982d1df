"""Whole trainings on rows that are split by group or by time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowcast_automl.contracts.generated import Report, TrainingProgress
from rowcast_automl.entrypoints.cli.leaderboard import show_result
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.run.clock import StopSignal
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file

ENOUGH = 3


def trained(
    folder: Path, rows: list[dict[str, Any]], said: list[str] | None = None, **changes: Any
) -> tuple[LoadedModel, Report]:
    """The model and the report after a few models; `said` gets what was reported meanwhile."""
    stop = StopSignal()

    def stop_early(progress: TrainingProgress) -> None:
        if said is not None:
            said.append(progress.message)
        if sum(each.status == "done" for each in progress.leaderboard) > ENOUGH:
            stop.finish()

    settings = config(testSize=0.2, timeBudgetSeconds=300, **changes)
    out = folder / "m.rowcast"
    result = train_file(write_csv(folder / "t.csv", rows), out, settings, stop_early, stop)
    return LoadedModel(out, KEY.public_key()), result.report


def daily_rows(targets: list[str], seed: int = 1) -> list[dict[str, Any]]:
    """A row a day, shuffled, whose `size` tells the target."""
    random = np.random.default_rng(seed)
    places = {name: place for place, name in enumerate(sorted(set(targets)))}
    rows = [
        {
            "day": day,
            "size": round(places[target] + float(random.normal(0, 0.7)), 3),
            "shop": f"shop {random.integers(12)}",
            "target": target,
        }
        for day, target in enumerate(targets)
    ]
    return [rows[place] for place in random.permutation(len(rows))]


def test_a_class_that_comes_late_is_learned(tmp_path: Path) -> None:
    targets = [("low", "high", "new")[day % (3 if day > 90 else 2)] for day in range(300)]
    model, report = trained(tmp_path, daily_rows(targets), timeColumn="day", excludedColumns=["day"])
    assert report.labels == ["high", "low", "new"]
    assert (report.rows.train, report.rows.test) == (240, 60)
    assert report.score.value is not None and report.baseline.value is not None
    assert report.score.value < report.baseline.value
    fitted = [each for each in report.leaderboard if each.status != "skipped"]
    assert {each.status for each in fitted} == {"done"}
    (found,) = model.predict([{"size": 2.5, "shop": "shop 1"}]).predictions
    assert found["prediction"] == "new"


def test_five_groups_of_which_one_is_held_out(tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    rows: list[dict[str, Any]] = [
        {
            "patient": f"patient {row % 5}",
            "pulse": round(float(random.normal(70 + 3 * (row % 5), 9)), 1),
            "age": int(random.integers(20, 90)),
        }
        for row in range(250)
    ]
    for row in rows:
        row["target"] = "ill" if row["pulse"] + random.normal(0, 4) > 76 else "well"
    said: list[str] = []
    network = {"modelType": "neural_network", "epochs": 20}
    model, report = trained(tmp_path, rows, said, groupColumn="patient", **network)
    # Those who come next are nobody's known group, so that no caller need send one.
    assert [each.name for each in model.schema.fields] == ["pulse", "age"]
    assert "group column" in {each.column: each.reason for each in report.dropped_columns}["patient"]
    assert model.predict([{"pulse": 80.0, "age": 40}]).warnings == []
    assert model.predict([{"pulse": 80.0, "age": 40, "patient": "patient 9"}]).warnings == []
    # Four are left, each of which validates once a round.
    assert any(each.endswith("4 of 4 folds") for each in said)
    # One group says nothing of how others differ.
    assert report.score.value is not None
    assert (report.score.low, report.score.gap) == (None, "too_few")
    assert (report.rows.train, report.rows.test) == (200, 50)
    done = [each for each in report.leaderboard if each.status == "done" and each.estimator != "baseline"]
    assert all(each.score is not None and each.score > 0.7 for each in done)


def test_with_groups_and_time_new_groups_are_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    random = np.random.default_rng(4)
    rows: list[dict[str, Any]] = [
        {"patient": f"patient {patient}", "day": 2 * patient + 5 * visit, "dose": int(random.integers(1, 60))}
        for patient in range(100)
        for visit in range(4)
    ]
    for row in rows:
        row["target"] = round(row["dose"] * 1.5 + float(random.normal(0, 4)), 2)
    _, report = trained(tmp_path, rows, groupColumn="patient", timeColumn="day", excludedColumns=["day"])
    assert report.rows.train == 320
    assert report.rows.left_out and report.rows.train + report.rows.test + report.rows.left_out == 400
    # Whoever came first after the cut, and no one else, is scored.
    cut = np.sort([row["day"] for row in rows])[320]
    newcomers = {row["patient"] for row in rows} - {row["patient"] for row in rows if row["day"] < cut}
    assert abs(report.rows.test - sum(row["patient"] in newcomers for row in rows)) <= 8
    assert report.score.value is not None and report.score.value < 8
    show_result(report, tmp_path / "m.rowcast", 1_000)
    assert f"{report.rows.left_out} more are on neither side" in capsys.readouterr().err


def test_an_end_of_one_class_has_no_area_but_other_scores(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    targets = [("no", "yes")[day % 3 == 0 and day < 200] for day in range(260)]
    model, report = trained(tmp_path, daily_rows(targets), timeColumn="day", excludedColumns=["day"])
    assert report.metric == report.score.metric == "roc_auc"
    for each in (report.score, report.baseline):
        assert (each.value, each.low, each.high, each.gap) == (None, None, None, "one_class")
    others = {each.metric: each.value for each in report.other_scores}
    assert others.keys() == {"accuracy", "f1", "log_loss"} and None not in others.values()
    assert model.report["score"]["value"] is None
    assert {each.column for each in report.importance} == {"size", "shop"}
    notes = {each.part: each.reason for each in report.omitted or []}
    assert notes["importance"] == "Measured by log loss, because ROC AUC is undefined on the evaluated rows."
    best = report.leaderboard[0]
    assert best.score is not None and best.score > 0.7

    show_result(report, tmp_path / "m.rowcast", 1_000)
    reported = " ".join(capsys.readouterr().err.split())
    undefined = (
        "undefined (the rows scored are all of one class), baseline undefined, linear model undefined."
    )
    assert undefined in reported
    assert "accuracy: " in reported


def test_groups_that_cannot_be_kept_apart_are_refused_by_name(tmp_path: Path) -> None:
    rows = [{"site": row % 2, "size": row, "target": ("a", "b")[row % 7 < 3]} for row in range(60)]
    with pytest.raises(RowcastError) as caught:
        trained(tmp_path, rows, groupColumn="site")
    assert caught.value.code == "VALIDATION_FAILED"
    assert [each.field for each in caught.value.fields] == ["groupColumn"]
