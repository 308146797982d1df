"""The linear baseline hangs on the table, not on how often there was time to fit the model again."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from rowcast_automl.ensemble.blend import link
from rowcast_automl.search.linear_baseline import fitted
from rowcast_automl.search.linear_tried import linear_tried
from rowcast_automl.search.portfolio import linears
from rowcast_automl.search.preparation import prepare_table
from rowcast_automl.search.tried import assemble
from rowcast_automl.search.unit_process import Fitted
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, typed_table


@pytest.mark.parametrize("task", ["binary", "multiclass", "regression"])
def test_further_rounds_leave_the_linear_baseline_as_it_was(tmp_path: Path, task: str) -> None:
    table, profile = typed_table(write_csv(tmp_path / "t.csv", mixed_rows(300, 3, task)), tmp_path)
    bench = prepare_table(table, profile, config(timeBudgetSeconds=300)).bench
    assert bench.rounds > 1
    line = linears()[2]
    bench.prepare(0, "linear")
    data = [bench.fold(number, "linear", log=False, deadline=math.inf) for number in range(2 * bench.folds)]
    fits = {number: Fitted(line.estimator.fit(each, line.params), 0.1) for number, each in enumerate(data)}
    metric = "rmse" if task == "regression" else "log_loss"
    once, again = (
        assemble(line, bench, {number: fits[number] for number in range(count)}, metric)
        for count in (bench.folds, 2 * bench.folds)
    )
    assert not np.allclose(once.oof, again.oof)
    first, second = linear_tried([once], bench), linear_tried([again], bench)
    assert first and second
    np.testing.assert_array_equal(first.oof, second.oof)
    np.testing.assert_array_equal(first.extra, second.extra)
    np.testing.assert_allclose(first.oof, once.oof * bench.scale + bench.center, rtol=1e-5, atol=1e-7)

    # What is fitted for the report where it was not tried.
    anew = [fitted(each) for each in data[: bench.folds]]
    for number, fit in enumerate(anew):
        assert fit is not None
        answers = link(line.estimator.space(bench.task), fit.valid) * bench.scale + bench.center
        np.testing.assert_allclose(answers, first.oof[bench.splits[number].valid], rtol=1e-5, atol=1e-7)
    raw = np.mean([fit.extra for fit in anew if fit], axis=0)
    held_out = link(line.estimator.space(bench.task), raw) * bench.scale + bench.center
    np.testing.assert_allclose(held_out, first.extra, rtol=1e-5, atol=1e-7)
