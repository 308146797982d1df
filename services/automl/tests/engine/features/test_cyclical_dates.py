"""Cyclical date features: which are chosen, what a linear model gains, and equality in the graph."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowcast_automl.features.date_parts import date_parts
from rowcast_automl.features.encoding.cyclical_dates import fit_cyclical_dates
from rowcast_automl.features.schema import InputField
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.engine.export.test_parity import EACH_VIEW, parity_of
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file
from tests.examples import examples

WHEN = InputField("when", "datetime", 0)


def parts(*moments: str) -> np.ndarray[Any, Any]:
    return date_parts(np.array(moments, "datetime64[s]").astype(float)).astype(np.float64)


@pytest.mark.parametrize(
    ("moments", "circles"),
    [
        (["2020-01-01", "2021-01-01"], ["year"]),
        (["2020-06-01", "2020-09-01"], []),
        (["2020-06-01", "2020-06-07"], ["week"]),
        (["2020-06-01T09:00:00", "2020-06-01T17:00:00"], []),
        (["2020-06-01T02:00:00", "2020-06-01T23:00:00"], ["day"]),
    ],
)
def test_a_circle_is_taken_where_the_rows_go_round_it(moments: list[str], circles: list[str]) -> None:
    found = fit_cyclical_dates(parts(*moments), (WHEN,))
    assert [cycle for _, cycle in found.chosen] == circles


@settings(deadline=None, max_examples=examples(100))
@given(st.datetimes(min_value=datetime(1, 1, 8), max_value=datetime(9590, 1, 1)))
def test_a_whole_round_later_is_the_same_place(moment: datetime) -> None:
    found = fit_cyclical_dates(parts("2020-01-06", "2022-06-12T23:00:00"), (WHEN,))
    assert len(found) == 6
    later = [moment, moment + timedelta(days=7), moment + timedelta(days=146_097)]
    here, week, centuries = found.transform(parts(*(str(each) for each in later)))
    assert here[2:] == pytest.approx(week[2:], abs=1e-9)
    assert here == pytest.approx(centuries, abs=1e-6)
    assert here[0::2] ** 2 + here[1::2] ** 2 == pytest.approx(np.ones(3))


def seasonal(rows: int, seed: int, task: str) -> list[dict[str, Any]]:
    """What is sold is highest in the cold half of the year and in the evening, over three years."""
    random = np.random.default_rng(seed)
    days = np.sort(random.uniform(0, 3 * 365, rows))
    at = [datetime(2021, 1, 1) + timedelta(days=float(day)) for day in days]
    signal = 5 * np.cos(2 * np.pi * days / 365.25) + 3 * np.cos(2 * np.pi * (days % 1 - 0.9))
    noisy = signal + random.normal(0, 1, rows)
    cells = (
        [f"{each:.3f}" for each in noisy] if task == "regression" else ["ny"[int(each > 0)] for each in noisy]
    )
    rest = random.normal(size=rows)
    return [
        {"at": f"{moment:%Y-%m-%d %H:%M:%S}", "price": f"{other:.2f}", "target": cell}
        for moment, other, cell in zip(at, rest, cells, strict=True)
    ]


@pytest.mark.parametrize(("task", "metric"), [("binary", "log_loss"), ("regression", "rmse")])
def test_models_of_every_view_answer_as_trained(tmp_path: Path, task: str, metric: str) -> None:
    rows = seasonal(150, 3, task)
    for row in rows[::9]:
        row["at"] = ""
    assert parity_of(write_csv(tmp_path / "t.csv", rows), metric, kinds=EACH_VIEW) < 1e-5


def test_a_linear_model_learns_seasons_and_the_report_names_them(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "t.csv", seasonal(600, 1, "regression"))
    settings = config(timeBudgetSeconds=300, modelType="custom", estimator={"name": "linear"})
    report = train_file(source, tmp_path / "m.rowcast", settings).report
    # Without the circles it explains a fifth; a tenth is noise.
    r2 = next(each.value for each in report.other_scores if each.metric == "r2")
    assert r2 is not None and r2 > 0.85
    assert [(each.field, each.cycle) for each in report.date_cycles or []] == [
        ("at", "year"),
        ("at", "week"),
        ("at", "day"),
    ]
    assert report.importance[0].column == "at"
    assert {each.column for each in report.importance} == {"at", "price"}
    assert LoadedModel(tmp_path / "m.rowcast", KEY.public_key()).golden_rows == 20


def test_trees_keep_the_parts(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "t.csv", seasonal(100, 1, "regression"))
    boosted = {"modelType": "custom", "estimator": {"name": "xgboost"}, "epochs": 5, "learningRate": 0.3}
    settings = config(timeBudgetSeconds=300, **boosted)
    assert train_file(source, tmp_path / "m.rowcast", settings).report.date_cycles is None
