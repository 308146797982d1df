"""Scores agree with scikit-learn; the greedy ensemble is never worse than its best member."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as reference

from rowcast_automl.ensemble.greedy_selection import EnsembleLoss, greedy_weights, true_share
from rowcast_automl.metrics.bootstrap import score_intervals
from rowcast_automl.metrics.scores import score
from rowcast_automl.models.serving_cost import Cost


@given(seed=st.integers(0, 1_000), classes=st.integers(2, 5))
def test_classification_scores(seed: int, classes: int) -> None:
    random = np.random.default_rng(seed)
    truth = np.concatenate([np.arange(classes), random.integers(0, classes, 60)])
    predictions = random.dirichlet(np.ones(classes), len(truth)).round(2) + 1e-3
    predictions /= predictions.sum(axis=1, keepdims=True)
    # Equal probabilities of two classes answer the second.
    chosen = (predictions[:, 1] >= 0.5).astype(int) if classes == 2 else predictions.argmax(axis=1)
    kind = {"average": "binary"} if classes == 2 else {"average": "macro"}
    area = predictions[:, 1] if classes == 2 else predictions
    assert score("log_loss", truth, predictions) == pytest.approx(reference.log_loss(truth, predictions))
    assert score("accuracy", truth, predictions) == pytest.approx(reference.accuracy_score(truth, chosen))
    assert score("f1", truth, predictions) == pytest.approx(reference.f1_score(truth, chosen, **kind))
    expected = reference.roc_auc_score(truth, area, multi_class="ovr")
    assert score("roc_auc", truth, predictions) == pytest.approx(expected)


@given(seed=st.integers(0, 1_000))
def test_regression_scores(seed: int) -> None:
    random = np.random.default_rng(seed)
    truth, predictions = random.normal(size=50), random.normal(size=50)
    assert score("rmse", truth, predictions) == pytest.approx(
        reference.root_mean_squared_error(truth, predictions)
    )
    assert score("mae", truth, predictions) == pytest.approx(
        reference.mean_absolute_error(truth, predictions)
    )
    assert score("r2", truth, predictions) == pytest.approx(reference.r2_score(truth, predictions))


@given(seed=st.integers(0, 1_000))
def test_the_blend_is_no_worse_than_its_best_member(seed: int) -> None:
    random = np.random.default_rng(seed)
    truth = random.integers(0, 2, 300)
    candidates = [random.dirichlet([1, 1], 300) for _ in range(4)]
    costs = [Cost(1.0, 1.0)] * len(candidates)
    shares = [true_share("binary", truth, each) for each in candidates]
    judge = EnsembleLoss("binary", truth)
    weights = greedy_weights(judge, shares, costs, Cost(10.0, 10.0))
    assert weights.sum() == pytest.approx(1) and (weights >= 0).all()
    blended = sum(weight * each for weight, each in zip(weights, shares, strict=True))
    assert judge.loss(np.asarray(blended)) <= min(map(judge.loss, shares)) + 1e-9


def test_a_blend_stays_under_its_limit() -> None:
    random = np.random.default_rng(0)
    truth = random.integers(0, 2, 300)
    candidates = [random.dirichlet([1, 1], 300) for _ in range(6)]
    costs = [Cost(1.0, size) for size in (1.0, 2.0, 3.0, 4.0, 5.0, 100.0)]
    shares = [true_share("binary", truth, each) for each in candidates]
    weights = greedy_weights(EnsembleLoss("binary", truth), shares, costs, Cost(2.0, 8.0))
    assert (weights > 0).sum() <= 2
    assert sum(cost.size for cost, weight in zip(costs, weights, strict=True) if weight) <= 100.0


def test_an_interval_holds_its_score() -> None:
    random = np.random.default_rng(0)
    truth = random.integers(0, 2, 200)
    right = np.where(random.random(200) < 0.8, truth, 1 - truth)
    predictions = np.eye(2)[right] * 0.8 + 0.1
    (interval,) = score_intervals(("accuracy",), truth, predictions, 0, 5.0)
    assert interval.low < interval.value < interval.high
    assert interval.high - interval.low == pytest.approx(2 * 1.96 * np.sqrt(0.8 * 0.2 / 200), rel=0.3)
