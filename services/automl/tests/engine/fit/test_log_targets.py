"""A long-tailed target is learned as it is and as its logarithm, and predicted without bias."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rowcast_automl.candidates.fitted_candidate import FoldResult, assemble
from rowcast_automl.plan.default_configurations import linear_models
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.plan.portfolio import portfolio
from rowcast_automl.prepare.table_preparation import prepare_table
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, fewer_fits, train_file, typed_table

ROWS = 600
SKEWED = PlanInputs("regression", 5_000, 10, 60.0, 5, skewed=True)


def table_of(amount: Callable[[np.ndarray, np.random.Generator], np.ndarray]) -> list[dict[str, object]]:
    """A number, noise, a category and a long-tailed positive target."""
    random = np.random.default_rng(4)
    numbers, kind = random.normal(size=(ROWS, 2)), random.integers(3, size=ROWS)
    target = amount(numbers[:, 0] + 0.7 * kind, random)
    columns = (numbers[:, 0], numbers[:, 1], kind, target)
    return [{"a": a, "b": b, "kind": f"kind {k}", "target": y} for a, b, k, y in zip(*columns, strict=True)]


@pytest.mark.parametrize("model_type", ["xgboost", "random_forest", "neural_network"])
def test_a_chosen_kind_of_model_learns_a_long_tail_in_both_forms(model_type: str) -> None:
    order = portfolio(config(modelType=model_type), SKEWED)
    assert [each.log for each in order] == [True, False] * (len(order) // 2)
    even = portfolio(config(modelType=model_type), replace(SKEWED, skewed=False))
    assert [each.name for each in even] == [each.name for each in order if not each.log]


@pytest.mark.parametrize("metric", ["rmse", "mae"])
@pytest.mark.parametrize("zeros", [0.0, 0.05])
def test_answers_of_logarithms_add_up_to_the_truth(tmp_path: Path, metric: str, zeros: float) -> None:
    rows = table_of(
        lambda effect, random: (
            np.exp(effect + 0.6 * random.normal(size=ROWS)) * (random.random(ROWS) >= zeros)
        )
    )
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    training_data = prepare_table(
        table, profile, config(task="regression", timeBudgetSeconds=300)
    ).training_data
    line = replace(linear_models()[1], log=True)
    training_data.prepare(0, "linear")
    data = [
        training_data.fold(number, "linear", log=True, deadline=math.inf)
        for number in range(training_data.folds)
    ]
    fits = {
        number: FoldResult(line.estimator.fit(each, line.params), 0.1) for number, each in enumerate(data)
    }
    answers = assemble(line, training_data, fits, metric).oof * training_data.scale + training_data.center
    assert answers.min() > -1e-9
    share = answers.mean() / training_data.truth.mean()
    assert share == pytest.approx(1.0, abs=0.002) if metric == "rmse" else share < 0.9


def test_a_target_with_zeros_is_learned_in_both_forms_and_served_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fewer_fits(monkeypatch, models=2)
    rows = table_of(
        lambda effect, random: np.exp(effect + 0.3 * random.normal(size=ROWS)) * (random.random(ROWS) >= 0.02)
    )
    settings = config(
        task="regression", modelType="xgboost", epochs=20, learningRate=0.3, timeBudgetSeconds=300
    )
    report = train_file(write_csv(tmp_path / "t.csv", rows), tmp_path / "m.rowcast", settings).report
    weights = {each.name: each.weight or 0.0 for each in report.leaderboard}
    assert {"XGBoost", "XGBoost, log target"} <= weights.keys()
    assert sum(weight for name, weight in weights.items() if name.endswith("log target")) > 0
    assert report.parity.max_delta < 1e-5
    asked = [{"a": a, "b": 0.0, "kind": "kind 1"} for a in (-9.0, 0.0, 9.0)]
    model = LoadedModel(tmp_path / "m.rowcast", KEY.public_key())
    for each in model.predict(asked, options={"explain": True, "interval": 0.9}).predictions:
        assert each["interval"]["low"] < each["prediction"] < each["interval"]["high"]
        reported = each["explanation"]
        total = reported["base"] + sum(part["contribution"] for part in reported["contributions"])
        assert total == pytest.approx(each["prediction"])


def test_below_zero_there_is_no_logarithm(tmp_path: Path) -> None:
    rows = table_of(lambda effect, random: np.exp(2 * effect) - (random.random(ROWS) > 0.5))
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    assert prepare_table(table, profile, config(task="regression")).training_data.log is None
