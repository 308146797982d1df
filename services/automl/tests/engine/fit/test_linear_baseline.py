"""The linear baseline depends on the table alone, not on the time for repeats."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from rowcast_automl.calibrate.calibrated_ensemble import calibrate_ensemble
from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import FoldResult, assemble
from rowcast_automl.ensemble.ensemble_weights import select_ensemble
from rowcast_automl.estimators.registry import EXTRA_TREES
from rowcast_automl.fit.linear_baseline import (
    fit_linear_first,
    fit_linear_folds,
    fit_on_few_rows,
    linear_candidate,
)
from rowcast_automl.models.blend import link
from rowcast_automl.plan.default_configurations import linear_models
from rowcast_automl.prepare.table_preparation import never, prepare_table
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, typed_table


@pytest.mark.parametrize("task", ["binary", "multiclass", "regression"])
def test_further_rounds_leave_the_linear_baseline_as_it_was(tmp_path: Path, task: str) -> None:
    table, profile = typed_table(write_csv(tmp_path / "t.csv", mixed_rows(300, 3, task)), tmp_path)
    training_data = prepare_table(
        table, profile, config(timeBudgetSeconds=300), may_search_interactions=never
    ).training_data
    assert training_data.rounds > 1
    line = linear_models()[2]
    training_data.prepare(0, "linear")
    data = [
        training_data.fold(number, "linear", log=False, deadline=math.inf)
        for number in range(2 * training_data.folds)
    ]
    fits = {
        number: FoldResult(line.estimator.fit(each, line.params), 0.1) for number, each in enumerate(data)
    }
    metric = "rmse" if task == "regression" else "log_loss"
    once, again = (
        assemble(line, training_data, {number: fits[number] for number in range(count)}, metric)
        for count in (training_data.folds, 2 * training_data.folds)
    )
    assert not np.allclose(once.oof, again.oof)
    first, second = linear_candidate([once], training_data), linear_candidate([again], training_data)
    assert first and second
    np.testing.assert_array_equal(first.oof, second.oof)
    np.testing.assert_array_equal(first.extra, second.extra)
    np.testing.assert_allclose(
        first.oof, once.oof * training_data.scale + training_data.center, rtol=1e-5, atol=1e-7
    )

    # What is fitted for the report where it was not tried.
    anew = [fit_on_few_rows(each) for each in data[: training_data.folds]]
    for number, fit in enumerate(anew):
        assert fit is not None
        predictions = (
            link(line.estimator.space(training_data.task), fit.valid) * training_data.scale
            + training_data.center
        )
        np.testing.assert_allclose(
            predictions, first.oof[training_data.splits[number].valid], rtol=1e-5, atol=1e-7
        )
    raw = np.mean([fit.extra for fit in anew if fit], axis=0)
    held_out = (
        link(line.estimator.space(training_data.task), raw) * training_data.scale + training_data.center
    )
    np.testing.assert_allclose(held_out, first.extra, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("task", ["binary", "regression"])
def test_fitted_before_all_models_it_is_the_one_fitted_after_them(tmp_path: Path, task: str) -> None:
    table, profile = typed_table(write_csv(tmp_path / "t.csv", mixed_rows(400, 3, task)), tmp_path)
    training_data = prepare_table(
        table, profile, config(timeBudgetSeconds=12), may_search_interactions=never
    ).training_data
    first, last = fit_linear_first(training_data, lambda _: True), fit_linear_folds(training_data, math.inf)
    assert first and last
    np.testing.assert_array_equal(first.oof, last.oof)
    np.testing.assert_array_equal(first.extra, last.extra)
    assert fit_linear_first(training_data, lambda _: False) is None


def test_a_blend_without_a_linear_model_is_compared_with_the_one_fitted_before(tmp_path: Path) -> None:
    table, profile = typed_table(write_csv(tmp_path / "t.csv", mixed_rows(400, 3, "binary")), tmp_path)
    training_data = prepare_table(
        table, profile, config(testSize=0), may_search_interactions=never
    ).training_data
    forest = Candidate("extra", EXTRA_TREES, {"features": "sqrt", "leaf": 5, "trees": 6})
    fits = {}
    for number in range(training_data.folds):
        training_data.prepare(number, "forest")
        data = training_data.fold(number, "forest", log=False, deadline=math.inf)
        fits[number] = FoldResult(forest.estimator.fit(data, forest.params), 0.1)
    fitted = [assemble(forest, training_data, fits, "log_loss")]
    line = fit_linear_first(training_data, lambda _: True)
    assert line is not None
    ensemble = calibrate_ensemble(select_ensemble(fitted, training_data), fitted, training_data, line)
    assert ensemble.linear_oof is not None
    np.testing.assert_array_equal(ensemble.linear_oof, line.oof[ensemble.rows])
    assert (
        calibrate_ensemble(select_ensemble(fitted, training_data), fitted, training_data).linear_oof is None
    )
