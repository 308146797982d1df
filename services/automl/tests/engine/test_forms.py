"""A long-tailed target is learned as it is and as its logarithm, and answered right on average."""

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
from tests.engine.training import config, typed_table

ROWS = 600
SKEWED = Shape("regression", 5_000, 10, 60.0, 5, skewed=True)


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
