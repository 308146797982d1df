"""Kernel ridge learns which directions matter, and ignores the others."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from rowcast_automl.estimators.base import FoldData, MetricMember
from rowcast_automl.estimators.kernels.kernel_ridge import fit_kernel_ridge
from rowcast_automl.estimators.kernels.learned_metric import learn_metric
from rowcast_automl.estimators.kernels.svm import fit_svm
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.serving_cost import member_cost
from rowcast_automl.plan.plan_inputs import METRIC_COLUMNS, METRIC_ROWS, PlanInputs
from rowcast_automl.plan.portfolio import all_families

RANDOM = np.random.default_rng(3)
PARAMS = {"ridge": 0.05, "width": 1.0, "rounds": 2, "askew": True}
ROWS, FEATURES = 600, 12
X = RANDOM.normal(size=(ROWS, FEATURES))
SIDE = X @ np.r_[1.0, -1.0, np.zeros(FEATURES - 2)]


def fold_of(target: Array, classes: int, order: Order | None = None, rows: Array = X) -> FoldData:
    learn, check = slice(None, None, 2), slice(1, None, 2)
    return FoldData(
        task="regression" if not classes else "binary" if classes == 2 else "multiclass",
        train=rows[learn],
        train_target=target[learn],
        valid=rows[check],
        valid_target=target[check],
        extra=rows[:3],
        classes=classes,
        deadline=math.inf,
        seed=0,
        order=order or Order(),
    )


def test_the_metric_shows_the_direction_that_matters() -> None:
    projection = learn_metric(X, np.sin(SIDE)[:, None], 0.05, 1.0, 2, askew=True, seed=0)
    metric = projection @ projection.T
    _, axes = np.linalg.eigh(metric)
    assert abs(axes[0, -1] - axes[1, -1]) / math.sqrt(2) > 0.98


def test_column_weights_alone_leave_the_columns_as_they_are() -> None:
    projection = learn_metric(X, np.sin(SIDE)[:, None], 0.05, 1.0, 2, askew=False, seed=0)
    metric = projection @ projection.T
    weights = np.diag(metric)
    assert np.allclose(metric, np.diag(weights))
    assert weights[:2].min() > 3 * weights[2:].max()


def test_rows_that_are_all_alike_have_a_metric() -> None:
    same = np.ones((50, 3))
    assert np.isfinite(learn_metric(same, np.zeros((50, 1)), 0.05, 1.0, 2, askew=True, seed=0)).all()


@pytest.mark.parametrize("askew", [True, False])
def test_rows_that_are_nearly_all_alike_do_not_stretch_it(askew: bool) -> None:
    rows = np.repeat(X[:1], 300, axis=0)
    rows[:20] = X[:20]
    target = SIDE[:1].repeat(300)
    target[:20] = SIDE[:20]
    fit = fit_kernel_ridge(fold_of(target, 0, rows=rows), {**PARAMS, "askew": askew})
    assert isinstance(fit.member, MetricMember)
    assert np.abs(fit.member.projection).max() < 10
    np.testing.assert_allclose(fit.valid[20:, 0], SIDE[0], atol=0.05)


def test_a_learned_metric_beats_a_plain_one_where_many_columns_say_nothing() -> None:
    data = fold_of(np.sin(SIDE), 0)
    learned, plain = (
        np.mean((fit_kernel_ridge(data, {**PARAMS, "rounds": rounds}).valid[:, 0] - data.valid_target) ** 2)
        for rounds in (2, 0)
    )
    machine = np.mean((fit_svm(data, {"C": 10.0, "width": 0.3}).valid[:, 0] - data.valid_target) ** 2)
    assert learned < 0.5 * min(plain, machine)


@pytest.mark.parametrize("classes", [2, 3])
def test_margins_of_classes_are_probabilities_that_mean_what_they_say(classes: int) -> None:
    noisy = SIDE + 0.5 * RANDOM.normal(size=ROWS)
    target = np.digitize(noisy, np.quantile(noisy, np.arange(1, classes) / classes))
    fit = fit_kernel_ridge(fold_of(target, classes), PARAMS)
    margins = np.hstack([np.zeros_like(fit.valid), fit.valid]) if classes == 2 else fit.valid
    shares = np.exp(margins) / np.exp(margins).sum(axis=1, keepdims=True)
    surest, right = shares.max(axis=1), shares.argmax(axis=1) == target[1::2]
    assert abs(surest.mean() - right.mean()) < 0.1
    assert right.mean() > 0.6


def test_rows_of_one_group_do_not_tell_of_each_other_how_sure_to_be() -> None:
    groups = np.repeat(np.arange(ROWS // 4), 4)
    rows = X[groups] + 0.01 * X
    target = RANDOM.integers(0, 2, ROWS // 4)[groups]
    learned = np.arange(ROWS).reshape(-1, 8)[:, :4].ravel()
    order = np.argsort(np.isin(np.arange(ROWS), learned), kind="stable").reshape(2, -1)[::-1].T.ravel()
    spread = [
        np.abs(fit_kernel_ridge(fold_of(target[order], 2, known, rows[order]), PARAMS).valid).mean()
        for known in (Order(groups=groups[order][::2]), Order())
    ]
    assert spread[0] < 0.5 * spread[1]


def test_answers_are_those_of_its_member() -> None:
    fit = fit_kernel_ridge(fold_of(SIDE, 0), PARAMS)
    member = fit.member
    assert isinstance(member, MetricMember)
    projected = X[:3] @ member.projection
    away = ((projected[:, None] - member.vectors[None]) ** 2).sum(axis=2)
    np.testing.assert_allclose(fit.extra, np.exp(-away) @ member.weights + member.bias, atol=1e-9)


def test_it_is_tried_early_and_on_few_rows_alone() -> None:
    few = PlanInputs("binary", 600, 20, 60.0, 20, skewed=False, n_linear_features=40)
    assert "kernel_ridge" in kinds_of(few)[:8]
    assert "kernel_ridge" in kinds_of(replace(few, task="regression", skewed=True))[:12]
    for change in (
        {"n_samples": METRIC_ROWS + 1},
        {"n_linear_features": METRIC_COLUMNS + 1},
        {"n_linear_features": 500},
    ):
        assert "kernel_ridge" not in kinds_of(replace(few, **change))


def kinds_of(shape: PlanInputs) -> list[str]:
    return [each.estimator.kind for each in all_families(shape)]


def test_what_is_served_of_it_costs_time_and_room_by_its_rows() -> None:
    fits = (fit_kernel_ridge(fold_of(SIDE[:rows], 0, rows=X[:rows]), PARAMS) for rows in (200, 400))
    small, large = (member_cost(fit.member) for fit in fits)
    assert 1.7 * small.size < large.size < 2 * small.size
    assert small.seconds < large.seconds < 100e-6
