"""Partial dependence, slices, residual deciles and importance match known models."""

from __future__ import annotations

import time

import numpy as np
import pytest

from rowcast_automl.explain.dependence import partial_dependence
from rowcast_automl.explain.importance import permutation_importance, row_count
from rowcast_automl.explain.screening import likely_first
from rowcast_automl.explain.slices import worst_slices
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.metrics.bootstrap import score_intervals
from rowcast_automl.report.regression import regression_report
from tests.explain.games import additive, fields_of, rows_of, shares


def test_dependence_follows_an_additive_model() -> None:
    random = np.random.default_rng(0)
    rows, fields = rows_of(random, 300, 2, 1), fields_of(2, 1)
    (number, other, text), in_time = partial_dependence(additive, rows, rows, list(fields), (), 0, 10.0)
    assert in_time
    values = np.array([each.value for each in other.steps])
    (line,) = other.lines
    assert np.diff(line.mean) / np.diff(values.astype(float)) == pytest.approx(np.full(len(values) - 1, 2.0))
    assert (np.array(line.low) < line.mean).all() and (np.array(line.high) > line.mean).all()
    assert number.column == "n0" and sum(each.share for each in number.steps) == pytest.approx(1)
    means = {each.category: mean for each, mean in zip(text.steps, text.lines[0].mean, strict=True)}
    assert means["a"] - means["b"] == pytest.approx(10) and means["b"] == pytest.approx(means["c"])


def test_dependence_of_classes_missing_cells_and_dates() -> None:
    random = np.random.default_rng(0)
    rows = rows_of(random, 100, 7, 1)
    rows.numbers[::4, 0] = np.nan
    rows.numbers[:, 1] = random.integers(10_000, 11_000, 100)
    rows.numbers[:, 6] = 0
    fields = [InputField("n0", "number", 0), InputField("day", "datetime", 1)]
    (number, date), _ = partial_dependence(shares_of_first, rows, rows, fields, ("x", "y", "z"), 0, 10.0)
    assert [each.missing for each in number.steps].count(True) == 1 and number.steps[-1].missing
    assert [line.label for line in number.lines] == ["x", "y", "z"]
    assert np.sum([line.mean for line in number.lines], axis=0) == pytest.approx(np.ones(len(number.steps)))
    days = [each.value / 86_400 for each in date.steps if each.value is not None]
    assert min(days) >= 10_000 and max(days) <= 11_000


def shares_of_first(rows: Tensors) -> Array:
    return shares(Tensors(np.nan_to_num(rows.numbers[:, :2]), rows.texts))


def test_no_time_gives_no_curve_and_no_error() -> None:
    rows = rows_of(np.random.default_rng(0), 50, 2, 0)
    assert partial_dependence(additive, rows, rows, list(fields_of(2, 0)), (), 0, 0.0) == ([], False)


def test_a_field_of_one_value_has_no_curve_and_took_no_time() -> None:
    rows = rows_of(np.random.default_rng(0), 50, 2, 0)
    rows.numbers[:, 1] = 3
    found, in_time = partial_dependence(additive, rows, rows, list(fields_of(2, 0)), (), 0, 10.0)
    assert in_time and [each.column for each in found] == ["n0"]


def noisy(rows: Tensors, random: np.random.Generator) -> Array:
    """The truth of `additive`, far noisier where the category is c."""
    noise = np.where(rows.texts[:, 0] == "c", 10.0, 1.0)
    return additive(rows) + random.normal(size=len(rows)) * noise


def test_the_noisy_part_is_found() -> None:
    random = np.random.default_rng(0)
    rows, fields = rows_of(random, 1_500, 3, 2), list(fields_of(3, 2))
    truth = noisy(rows, random)
    found = worst_slices("r2", truth, additive(rows), rows, fields, 10.0)
    assert found is not None and found.metric == "rmse" and found.tested > 10
    first = found.slices[0]
    assert (first.column, first.category) == ("t0", "c")
    assert first.low < first.score < first.high and first.low > found.overall
    assert first.rows == (rows.texts[:, 0] == "c").sum()


def test_even_noise_has_hardly_any_bad_part() -> None:
    random = np.random.default_rng(1)
    rows, fields = rows_of(random, 1_500, 6, 3), list(fields_of(6, 3))
    truth = additive(rows) + random.normal(size=len(rows))
    found = worst_slices("rmse", truth, additive(rows), rows, fields, 10.0)
    assert found is not None and len(found.slices) <= 1


def test_a_bad_range_and_missing_cells_are_found_for_classes() -> None:
    random = np.random.default_rng(2)
    rows = rows_of(random, 2_000, 2, 0)
    high = rows.numbers[:, 0] > 1
    rows.numbers[::5, 1] = np.nan
    truth = random.integers(0, 2, 2_000)
    right = np.where(high | np.isnan(rows.numbers[:, 1]), random.integers(0, 2, 2_000), truth)
    predictions = np.eye(2)[right] * 0.8 + 0.1
    found = worst_slices("roc_auc", truth, predictions, rows, list(fields_of(2, 0)), 10.0)
    assert found is not None and found.metric == "log_loss"
    assert any(each.column == "n1" and each.missing for each in found.slices)
    assert any(each.column == "n0" and each.to == rows.numbers[:, 0].max() for each in found.slices)


def test_the_order_of_a_table_does_not_change_the_deciles_of_ties() -> None:
    truth = np.sort(np.random.default_rng(0).normal(size=1_000))
    found = regression_report(truth, np.zeros(1_000), 0).deciles
    assert found is not None and {round(each.mean_actual - truth.mean(), 9) for each in found} == {0.0}


def test_deciles_and_quantiles_of_residuals() -> None:
    random = np.random.default_rng(0)
    predictions = random.uniform(0, 100, 1_000)
    truth = predictions + random.normal(size=1_000) * predictions / 10 + 1
    found = regression_report(truth, predictions, 0)
    assert found.deciles is not None and len(found.deciles) == 10
    assert sum(each.rows for each in found.deciles) == 1_000
    assert found.deciles[9].mean_absolute_error > 5 * found.deciles[0].mean_absolute_error
    assert all(low.to <= high.from_ for low, high in zip(found.deciles, found.deciles[1:], strict=False))
    assert found.residuals is not None and found.residuals.mean == pytest.approx(np.mean(truth - predictions))
    assert [each.value for each in found.residuals.quantiles] == sorted(
        each.value for each in found.residuals.quantiles
    )
    assert len(regression_report(truth[:3], predictions[:3], 0).deciles or []) == 3


def test_importance_uses_fewer_rows_when_time_is_short() -> None:
    random = np.random.default_rng(0)
    rows, fields = rows_of(random, 5_000, 6, 0), fields_of(6, 0)
    sizes: list[int] = []

    def slow(tensors: Tensors) -> Array:
        sizes.append(len(tensors))
        time.sleep(len(tensors) / 1_000)
        return additive(tensors)

    count = row_count(slow, rows, len(fields), 0.2)
    assert 100 <= count < 200
    assert row_count(additive, rows, len(fields), 60.0) == 1_000
    few = rows.take(slice(0, count))
    found = permutation_importance(slow, few, additive(few), fields, "rmse", 0, 0.2)
    assert 0 < len(found) < len(fields) and max(sizes) == count


def test_the_interval_of_many_rows_has_the_width_of_many_rows() -> None:
    random = np.random.default_rng(0)
    truth = random.normal(size=80_000)
    predictions = truth + random.normal(size=80_000)
    (found,) = score_intervals(("mae",), truth, predictions, 0, 20.0)
    error = np.abs(truth - predictions)
    assert found.high - found.low == pytest.approx(2 * 1.96 * error.std() / np.sqrt(80_000), rel=0.25)
    assert found.low < error.mean() < found.high


def test_fields_that_move_the_answers_are_looked_at_first() -> None:
    random = np.random.default_rng(0)
    rows, fields = rows_of(random, 400, 60, 3), fields_of(60, 3)
    rows.numbers[::7, 5] = np.nan

    def few_matter(tensors: Tensors) -> Array:
        first = np.nan_to_num(tensors.numbers[:, 5].astype(np.float64), nan=3.0)
        return np.abs(first) * 3 + (tensors.texts[:, 1] == "b") * 2.0 + tensors.numbers[:, 40]

    ordered = [field.name for field in likely_first(rows, few_matter(rows), fields)]
    assert set(ordered[:3]) == {"n5", "t1", "n40"} and len(set(ordered)) == 63
    assert len(likely_first(rows, shares(rows), fields)) == 63
