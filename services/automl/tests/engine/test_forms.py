"""A long-tailed target is learned as it is and as its logarithm; the better form decides what comes next."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rowcast_automl.search.portfolio import Shape, linears, portfolio
from rowcast_automl.search.preparation import prepare_table
from rowcast_automl.search.tried import assemble
from rowcast_automl.search.unit_process import Fitted
from tests.engine.tables import write_csv
from tests.engine.training import config, train_file, typed_table

ROWS = 600
SKEWED = Shape("regression", 5_000, 10, 60.0, 5, skewed=True)


def table_of(amount: Callable[[np.ndarray, np.random.Generator], np.ndarray]) -> list[dict[str, object]]:
    """A number, noise, a category and a long-tailed positive target."""
    random = np.random.default_rng(4)
    numbers, kind = random.normal(size=(ROWS, 2)), random.integers(3, size=ROWS)
    target = amount(numbers[:, 0] + 0.7 * kind, random)
    columns = (numbers[:, 0], numbers[:, 1], kind, target)
    return [{"a": a, "b": b, "kind": f"kind {k}", "target": y} for a, b, k, y in zip(*columns, strict=True)]


def multiplied(effect: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Noise of a share of the amount."""
    return np.exp(2 * effect + 0.1 * random.normal(size=ROWS))


def mixed(effect: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Now and then next to nothing, whose logarithm says nothing and varies most."""
    little = 0.001 * np.exp(3 * random.normal(size=ROWS))
    return np.where(random.random(ROWS) < 0.3, little, np.exp(1.2 * effect) + 1)


def names_tried(folder: Path, rows: list[dict[str, object]]) -> list[str]:
    """Models in the order in which they were tried."""
    settings = config(task="regression", timeBudgetSeconds=18, reproducible=True)
    bundle = train_file(write_csv(folder / "t.csv", rows), folder / "b.rowcast", settings)
    return [each.name for each in bundle.report.leaderboard if each.estimator not in ("baseline", "ensemble")]


@pytest.mark.parametrize("log_is_better", [True, False])
def test_all_of_the_better_form_come_first(log_is_better: bool) -> None:
    order = portfolio(config(), replace(SKEWED, log_is_better=log_is_better))
    half = len(order) // 2
    assert [each.log for each in order] == [log_is_better] * half + [not log_is_better] * half
    assert len({each.name for each in order}) == len(order)


@pytest.mark.parametrize("model_type", ["auto", "xgboost", "random_forest", "neural_network"])
def test_both_forms_are_tried_where_neither_is_known_to_be_better(model_type: str) -> None:
    order = portfolio(config(modelType=model_type), SKEWED)
    assert [each.log for each in order] == [True, False] * (len(order) // 2)
    even = portfolio(config(modelType=model_type), replace(SKEWED, skewed=False))
    assert [each.name for each in even] == [each.name for each in order if not each.log]


@pytest.mark.parametrize(("amount", "log_is_better"), [(multiplied, True), (mixed, False)])
def test_a_training_finds_the_better_form(
    tmp_path: Path, amount: Callable[..., np.ndarray], log_is_better: bool
) -> None:
    tried = names_tried(tmp_path, table_of(amount))
    logs = ["log target" in name for name in tried]
    assert logs.count(log_is_better) == len(tried) - 1


@pytest.mark.parametrize("metric", ["rmse", "mae"])
def test_answers_of_logarithms_add_up_to_the_truth(tmp_path: Path, metric: str) -> None:
    rows = table_of(lambda effect, random: np.exp(effect + 0.6 * random.normal(size=ROWS)))
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    bench = prepare_table(table, profile, config(task="regression", timeBudgetSeconds=300)).bench
    line = replace(linears()[1], log=True)
    bench.prepare(0, "linear")
    data = [bench.fold(number, "linear", log=True, deadline=math.inf) for number in range(bench.folds)]
    fits = {number: Fitted(line.estimator.fit(each, line.params), 0.1) for number, each in enumerate(data)}
    answers = assemble(line, bench, fits, metric).oof * bench.scale + bench.center
    share = answers.mean() / bench.truth.mean()
    assert share == pytest.approx(1.0, abs=0.002) if metric == "rmse" else share < 0.9
