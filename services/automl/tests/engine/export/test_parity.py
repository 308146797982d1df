"""The served form predicts what the trained form predicts: any table, any row, alone or in a batch."""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn import datasets

from rowcast_automl.calibrate.calibrated_ensemble import calibrate_ensemble
from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.ensemble.ensemble_weights import select_ensemble
from rowcast_automl.estimators.registry import (
    BOOSTING,
    EXTRA_TREES,
    FOREST,
    KERNEL_RIDGE,
    LEAFWISE,
    LINEAR,
    NEIGHBOURS,
    NETWORK,
    PLAIN_NETWORK,
    SPLINE,
    SVM,
)
from rowcast_automl.export.parity import check_parity, units_of
from rowcast_automl.export.served_model import export, open_graph
from rowcast_automl.features.tensors import Tensors
from rowcast_automl.models.calibration import Calibration
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.prepare.table_preparation import prepare_table
from rowcast_automl.run.clock import Clock, StopSignal
from rowcast_automl.training.publication import check_reading
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, scheduler_on, typed_table
from tests.examples import PROFILE

LAYERS = {
    **{"hidden": (8, 4), "networks": 2, "epochs": 3, "rate": 0.02},
    **{"decay": 1e-3, "dropout": 0.1, "batch": 16},
}
EVERY_KIND = [
    Candidate("linear", LINEAR, {"shrinkage": 1.0}),
    Candidate("boosting", BOOSTING, {"learning_rate": 0.3, "max_depth": 4, "rounds": 15}),
    Candidate("leafwise", LEAFWISE, {"learning_rate": 0.3, "num_leaves": 8, "rounds": 15}),
    Candidate("spread", LEAFWISE, {"learning_rate": 0.3, "extra_trees": True, "rounds": 15}),
    Candidate("extra", EXTRA_TREES, {"features": 0.75, "leaf": 1, "trees": 6}),
    Candidate("forest", FOREST, {"features": "sqrt", "leaf": 2, "trees": 6}),
    Candidate("spline", SPLINE, {"shrinkage": 5.0}),
    Candidate("near", NEIGHBOURS, {"neighbours": 3}),
    Candidate("svm", SVM, {"C": 1.0, "width": 1.0}),
    Candidate("askew", KERNEL_RIDGE, {"ridge": 0.05, "width": 1.0, "rounds": 2, "askew": True}),
    Candidate("metric", KERNEL_RIDGE, {"ridge": 0.1, "width": 1.0, "rounds": 1, "askew": False}),
    Candidate("network", NETWORK, LAYERS),
    Candidate("plain network", PLAIN_NETWORK, LAYERS),
]
# One or two that read each view, where it is the view that matters.
READERS = ("linear", "svm", "plain network", "spline", "network", "boosting", "forest")
EACH_VIEW = [each for each in EVERY_KIND if each.name in READERS]


def in_both_forms(kinds: list[Candidate]) -> list[Candidate]:
    """The candidates, and after them the same on the logarithm of the target."""
    return [*kinds, *(replace(each, name=f"{each.name}, log", log=True) for each in kinds)]


def parity_of(
    source: Path,
    metric: str,
    test_size: float = 0.25,
    kinds: list[Candidate] = EVERY_KIND,
    calibration: Calibration | None = None,
) -> float:
    """Trains one model of each kind and returns the largest difference of each alone and of the blend."""
    with tempfile.TemporaryDirectory() as name:
        table, profile = typed_table(source, Path(name))
        prepared = prepare_table(table, profile, config(testSize=test_size))
    clock = Clock(600, time.monotonic(), StopSignal())
    training_data, schema = prepared.training_data, prepared.schema
    candidates = in_both_forms(kinds) if training_data.log else kinds
    scheduler, leaderboard = scheduler_on(training_data, metric, clock)
    scheduler.fit_first_repeat(candidates)
    scheduler.fit_repeat([each.name for each in candidates[:2]], 1)
    fitted = scheduler.finished
    assert len(fitted) == len(candidates), [entry.reason for entry in leaderboard.entries.values()]
    check_reading(prepared)
    deviation = training_data.scale if schema.task == "regression" else None
    every_row, no_row = np.arange(len(prepared.extra)), np.arange(0)
    worst = 0.0
    for models in [*([each] for each in fitted), fitted]:
        ensemble = calibrate_ensemble(select_ensemble(models, training_data), models, training_data)
        if calibration:
            calibrated = calibration.apply(ensemble.uncalibrated_checked)
            blend = replace(ensemble.blend, calibration=calibration)
            ensemble = replace(ensemble, blend=blend, extra=calibrated)
        predict = open_graph(export(ensemble.blend, prepared), schema)
        singles = every_row if models is fitted else no_row
        worst = max(
            worst,
            check_parity(
                predict, prepared.extra, ensemble.extra, units_of(ensemble.extra, deviation), singles
            )[1],
        )
    return worst


@settings(
    max_examples=8 if PROFILE == "nightly" else 2, deadline=None, suppress_health_check=list(HealthCheck)
)
@given(
    seed=st.integers(0, 10_000),
    task=st.sampled_from(["binary", "multiclass", "regression"]),
    gaps=st.sampled_from([0.0, 0.1, 0.5]),
    rows=st.integers(60, 120),
    test_size=st.sampled_from([0.0, 0.25]),
)
def test_generated_tables(seed: int, task: str, gaps: float, rows: int, test_size: float) -> None:
    metric = "rmse" if task == "regression" else "log_loss"
    with tempfile.TemporaryDirectory() as name:
        source = write_csv(Path(name, "t.csv"), mixed_rows(rows, seed, task, gaps))
        assert parity_of(source, metric, test_size) < 1e-5


@pytest.mark.parametrize("classes", [2, 3])
def test_shares_of_many_trees_under_a_flat_calibration(tmp_path: Path, classes: int) -> None:
    random = np.random.default_rng(4)
    a, b = random.normal(size=(2, 200))
    truth = np.digitize(a + b + 0.3 * random.normal(size=200), [-0.5, 0.8][: classes - 1])
    rows = [
        {"a": x, "b": y, "target": "abc"[index]} for x, y, index in zip(a, b, truth.tolist(), strict=True)
    ]
    forest = Candidate("forest", FOREST, {"features": "sqrt", "leaf": 2, "trees": 100})
    flat = Calibration(0.6, (0.0, -0.2) if classes == 2 else (0.0,) * classes)
    source = write_csv(tmp_path / "t.csv", rows)
    assert parity_of(source, "log_loss", kinds=[forest], calibration=flat) < 1e-5


@pytest.mark.parametrize(("zeros", "kinds"), [(False, EVERY_KIND), (True, EACH_VIEW)])
def test_a_long_tailed_target(tmp_path: Path, zeros: bool, kinds: list[Candidate]) -> None:
    rows = mixed_rows(120, 5, "regression")
    for place, row in enumerate(rows):
        amount = 0.0 if zeros and place % 9 == 0 else float(row["income"] or 20_000) ** 1.1
        row["target"] = f"{amount:.2f}"
    assert parity_of(write_csv(tmp_path / "t.csv", rows), "rmse", kinds=kinds) < 1e-5


@pytest.mark.parametrize(
    ("name", "metric", "step"),
    [("iris", "log_loss", 2), ("breast_cancer", "roc_auc", 6), ("diabetes", "rmse", 5)],
)
def test_known_tables(tmp_path: Path, name: str, metric: str, step: int) -> None:
    frame = getattr(datasets, f"load_{name}")()
    rows = [
        {**{f"f{index}": value for index, value in enumerate(cells)}, "target": truth}
        for cells, truth in zip(frame.data[::step].tolist(), frame.target[::step].tolist(), strict=True)
    ]
    assert parity_of(write_csv(tmp_path / "t.csv", rows), metric) < 1e-5


def test_blanks_around_a_category_are_read_as_they_are_served(tmp_path: Path) -> None:
    names = [f"name {row % 79}" for row in range(500)]
    names[::10] = [" Bergen"] * 50
    names[480:484] = [" name 2", "name 3\t", " Oslo", " Bergen"]
    rows = [
        {"city": city, "at": f"2024-01-01 {row // 60:02}:{row % 60:02}:00", "target": "yn"[row % 2]}
        for row, city in enumerate(names)
    ]
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    prepared = prepare_table(table, profile, config(timeColumn="at"))
    check_reading(prepared)
    last = len(prepared.checked) - 20
    read = prepared.extra.texts[last : last + 4, 0].tolist()
    assert read == ["name 2", "name 3", "Oslo", " Bergen"]


def test_a_difference_stops_the_publication() -> None:
    tensors = Tensors(np.zeros((3, 1), np.float32), np.empty((3, 0), object))
    expected = np.array([0.5, 0.5, 0.5])
    with pytest.raises(RowcastError) as refused:
        check_parity(lambda rows: np.full(len(rows), 0.50002), tensors, expected, np.ones(3), np.arange(3))
    assert refused.value.code == "PARITY_FAILED"
    single = np.arange(3)
    with pytest.raises(RowcastError):
        check_parity(
            lambda rows: np.full(len(rows), 0.5 if len(rows) > 1 else np.nan),
            tensors,
            expected,
            np.ones(3),
            single,
        )
