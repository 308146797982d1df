"""Early stopping is cross-fitted: no validation row is predicted at a round that it helped to choose."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowcast_automl.estimators.base import Fit, FoldData, FoldFit
from rowcast_automl.estimators.early_stopping import RoundLosses
from rowcast_automl.estimators.networks.network import fit_network
from rowcast_automl.estimators.trees.lightgbm_estimator import fit_leafwise
from rowcast_automl.estimators.trees.xgboost_estimator import fit_boosting
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.scores import binary_auc, log_loss
from rowcast_automl.platform.process.forked_task import ForkedTask
from rowcast_automl.prepare.table_preparation import never, prepare_table
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, typed_table

ROWS, CHECKED, TABLES = 200, 50, 24
BOOSTED = {"rounds": 300, "learning_rate": 0.1}
NETWORK = {
    "hidden": (32,),
    "networks": 1,
    "epochs": 40,
    "rate": 2e-2,
    "decay": 1e-2,
    "dropout": 0.0,
    "batch": 32,
}
FITS: dict[str, tuple[Fit, dict[str, Any]]] = {
    "xgboost": (fit_boosting, {**BOOSTED, "max_depth": 4}),
    "lightgbm": (fit_leafwise, {**BOOSTED, "num_leaves": 15}),
    "network": (fit_network, NETWORK),
}


def guessed(seed: int, classes: int = 2, parts: Array | None = None) -> FoldData:
    """Rows that say nothing of their class, or of their number where there are no classes."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(ROWS + CHECKED, 6)).astype(np.float32)
    y: Array = random.integers(classes, size=len(X)) if classes else random.normal(size=len(X))
    task = "regression" if not classes else "binary" if classes == 2 else "multiclass"
    learn, check = slice(0, ROWS), slice(ROWS, None)
    data = (X[learn], y[learn], X[check], y[check], X[:3], classes, np.inf, seed)
    return FoldData(task, *data, valid_parts=parts)


def judged(kind: str, parts: Array | None) -> Array:
    """Area under the curve and log-loss on the validation rows of many tables, shape (tables, 2)."""
    fit, params = FITS[kind]
    found = []
    for seed in range(TABLES):
        data = guessed(seed, parts=parts)
        second = fit(data, params).valid[:, 0]
        share = second if kind == "network" else 1 / (1 + np.exp(-second))
        loss = log_loss(data.valid_target, np.column_stack([1 - share, share]))
        found.append((binary_auc(data.valid_target == 1, second), loss))
    return np.array(found)


@pytest.mark.parametrize("kind", FITS)
def test_what_cannot_be_learned_does_not_look_learned(kind: str) -> None:
    alone, crossed = (
        ForkedTask(partial(judged, kind, parts)).result() for parts in (None, np.arange(CHECKED) % 5)
    )
    assert isinstance(alone, np.ndarray) and isinstance(crossed, np.ndarray)
    area, loss = alone.mean(axis=0) - crossed.mean(axis=0)
    assert area > 0.01 and loss < -0.002


@pytest.mark.parametrize("classes", [0, 2, 4])
@pytest.mark.parametrize("kind", FITS)
def test_rows_that_choose_for_others_change_no_member(kind: str, classes: int) -> None:
    fit, params = FITS[kind]
    whole, crossed = (
        ForkedTask(partial(fit, guessed(3, classes, parts), params)).result()
        for parts in (None, np.arange(CHECKED) // 10)
    )
    assert isinstance(whole, FoldFit) and isinstance(crossed, FoldFit)
    np.testing.assert_allclose(whole.extra, crossed.extra, atol=1e-6)
    assert crossed.valid.shape == whole.valid.shape


def test_a_part_has_no_say_in_its_own_round() -> None:
    parts = np.array([0, 0, 1, 1])
    random = np.random.default_rng(1)
    target = random.normal(size=4)
    X = np.zeros((4, 1))
    rounds = random.normal(size=(6, 4))

    def answered(truth: Array) -> Array:
        losses = RoundLosses(FoldData("regression", X, truth, X, truth, X, 0, np.inf, 0, valid_parts=parts))
        for each in rounds:
            losses.add(each)
        return losses.predictions(0, lambda rows, at: rounds[at][rows][:, None])[:, 0]

    before = answered(target)
    for place in range(4):
        turned = target.copy()
        turned[place] += 100
        same = parts == parts[place]
        np.testing.assert_array_equal(answered(turned)[same], before[same])
    best = int(((rounds - target) ** 2)[:, 2:].mean(axis=1).argmin())
    np.testing.assert_array_equal(before[:2], rounds[best][:2])


def test_a_round_whose_answers_are_no_numbers_is_never_the_best() -> None:
    X, parts = np.zeros((4, 1)), np.array([0, 0, 1, 1])
    losses = RoundLosses(FoldData("regression", X, X[:, 0], X, X[:, 0], X, 0, np.inf, 0, valid_parts=parts))
    better = [losses.add(np.full(4, answer)).all() for answer in (2.0, np.nan, 1.0, np.inf)]
    assert better == [True, False, True, False]
    assert (losses.predictions(0, lambda rows, at: np.full((rows.sum(), 1), at)) == 2).all()


@pytest.mark.parametrize(
    "parts", [None, np.zeros(4, int), np.arange(2_001) % 5], ids=["none", "one part", "many rows"]
)
def test_all_choose_where_there_are_no_others_or_very_many(parts: Array | None) -> None:
    X = np.zeros((4 if parts is None else len(parts), 1))
    data = FoldData("regression", X, X[:, 0], X, X[:, 0], X, 0, np.inf, 0, valid_parts=parts)
    losses = RoundLosses(data)
    losses.add(X)
    assert not losses.wanted
    assert (losses.predictions(7, lambda rows, at: np.full((rows.sum(), 1), at)) == 7).all()


@pytest.mark.parametrize("kind", ["groups", "times"])
def test_a_group_or_time_does_not_choose_for_itself(tmp_path: Path, kind: str) -> None:
    source = write_csv(tmp_path / "t.csv", mixed_rows(300, 3, "binary"))
    table, profile = typed_table(source, tmp_path)
    training_data = prepare_table(
        table, profile, config(testSize=0), may_search_interactions=never
    ).training_data
    names: Array = np.random.default_rng(1).integers(0, 30, 300)
    divided = replace(training_data, order=Order(**{kind: names}))
    divided.prepare(0, "linear")
    data = divided.fold(0, "linear", log=False, deadline=np.inf)
    parts, own = data.valid_parts, names[training_data.splits[0].valid]
    assert parts is not None and len(set(parts.tolist())) == 5
    assert all(len(set(parts[own == name].tolist())) == 1 for name in set(own.tolist()))
