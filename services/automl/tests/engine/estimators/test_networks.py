"""Neural networks on piecewise linear and on plain numbers."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from rowcast_automl.estimators.base import FoldData, NetworkMember, as_outputs
from rowcast_automl.estimators.learning_steps import LearningSettings
from rowcast_automl.estimators.networks.batch_norm import BatchNorm
from rowcast_automl.estimators.networks.network import (
    Trainer,
    allocate,
    fit_network,
    in_single,
    predictions,
    squashed,
)
from rowcast_automl.estimators.registry import NETWORK, PLAIN_NETWORK
from rowcast_automl.export.parity import TOLERANCE
from rowcast_automl.export.served_model import export, open_graph
from rowcast_automl.features.schema import Task
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.scores import log_loss
from rowcast_automl.models.blend import BaggedModel, Blend
from rowcast_automl.models.serving_cost import cost_of
from rowcast_automl.plan.default_configurations import networks
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.plan.portfolio import all_families
from rowcast_automl.prepare.table_preparation import never, prepare_table
from tests.engine.tables import write_csv
from tests.engine.training import config, typed_table

ROWS = 600
FEW = {"hidden": (8,), "networks": 2, "epochs": 5, "rate": 1e-2, "decay": 0.01, "dropout": 0.0, "batch": 32}


def test_what_lies_askew_to_the_columns_is_learned_from_plain_numbers(tmp_path: Path) -> None:
    random = np.random.default_rng(2)
    X = random.normal(size=(ROWS, 8))
    sides = X @ random.normal(size=(8, 2)) > 0
    kinds = sides @ [1, 2]
    rows = [
        {**{f"x{at}": value for at, value in enumerate(row)}, "target": f"kind {kind}"}
        for row, kind in zip(X, kinds, strict=True)
    ]
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    training_data = prepare_table(
        table, profile, config(timeBudgetSeconds=300), may_search_interactions=never
    ).training_data
    shape = PlanInputs("multiclass", ROWS, 8, 60.0, 5, skewed=False)
    pieces, plain = networks(shape, LearningSettings(ROWS))[:2]
    losses = []
    for each in (pieces, plain):
        training_data.prepare(0, each.estimator.view)
        data = training_data.fold(0, each.estimator.view, log=False, deadline=math.inf)
        fit = each.estimator.fit(data, each.params)
        losses.append(log_loss(training_data.truth[training_data.splits[0].valid], fit.valid))
    assert losses[1] < 0.8 * losses[0]


def test_both_are_among_the_first_that_are_tried() -> None:
    order = all_families(PlanInputs("binary", 600, 20, 60.0, 20, skewed=False))
    assert {NETWORK, PLAIN_NETWORK} < {each.estimator for each in order[:7]}


def learning_from(X: Array, y: Array, extra: Array) -> FoldData:
    return FoldData("regression", X, y, X[:20], y[:20], extra, 0, math.inf, 0)


def test_networks_are_served_in_single_precision_where_no_answer_shows_it() -> None:
    random = np.random.default_rng(0)
    X = random.normal(size=(200, 4))
    near = fit_network(learning_from(X, X[:, 0] - X[:, 1], X[:50]), FEW).member
    assert isinstance(near, NetworkMember)
    far, _ = in_single(near, learning_from(X, X[:, 0], 1e6 * X))
    kinds = [{each.dtype for layer in member.layers for each in layer} for member in (near, far)]
    assert kinds == [{np.dtype(np.float32)}, {np.dtype(np.float64)}]
    costs = [cost_of(BaggedModel("n", "linear", "value", (0,), (member,))) for member in (near, far)]
    assert costs[0].seconds < costs[1].seconds and costs[0].size == costs[1].size / 2


@pytest.mark.parametrize("kinds", [(np.float32, np.float32), (np.float32, np.float64)])
def test_the_graph_answers_as_the_networks_do_in_either_precision(
    kinds: tuple[type[np.floating[Any]], ...], tmp_path: Path
) -> None:
    random = np.random.default_rng(1)
    rows = [{"a": a, "b": b, "target": a - 2 * b} for a, b in random.normal(size=(ROWS, 2))]
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    prepared = prepare_table(table, profile, config(), may_search_interactions=never)
    training_data, members, extras = prepared.training_data, list[NetworkMember](), list[Array]()
    for number, kind in enumerate(kinds):
        training_data.prepare(number, PLAIN_NETWORK.view)
        data = training_data.fold(number, PLAIN_NETWORK.view, log=False, deadline=math.inf)
        fitted = fit_network(data, FEW).member
        assert isinstance(fitted, NetworkMember)
        members.append(fitted.astype(kind))
        extras.append(predictions(members[-1], data.extra, data)[:, 0])
    model = BaggedModel("networks", PLAIN_NETWORK.view, "value", (0, 1), tuple(members))
    blend = Blend("regression", 0, (model,), (1.0,), training_data.center, training_data.scale)
    graph = export(blend, prepared)
    found = (open_graph(graph, prepared.schema)(prepared.extra) - training_data.center) / training_data.scale
    assert np.abs(found - np.mean(extras, axis=0)).max() < TOLERANCE
    layers = [each for each in onnx.load_from_string(graph).graph.initializer if len(each.dims) == 3]
    single = np.float64 not in kinds
    assert {each.data_type == onnx.TensorProto.FLOAT for each in layers} == {single}


def test_a_normalised_layer_folds_into_a_plain_one() -> None:
    random = np.random.default_rng(5)
    X = random.normal(size=(400, 6)).astype(np.float32) * [1, 5, 0.1, 1, 1, 0] + 3
    norm = BatchNorm(np.empty((2, 1, 4), np.float32), np.zeros((2, 1, 4), np.float32))
    weights = random.normal(size=(2, 6, 4)).astype(np.float32)
    norm.gain[:] = random.uniform(0.5, 2, norm.gain.shape)
    bias = random.normal(size=(2, 1, 4)).astype(np.float32)
    for _ in range(300):
        reported = norm.forward(X.astype(np.float32) @ weights) + bias
    plain, own = norm.folded(weights, bias)
    np.testing.assert_allclose(X.astype(np.float32) @ plain + own, reported, atol=0.02)


@pytest.mark.parametrize("task", ["regression", "binary", "multiclass"])
@pytest.mark.parametrize("normalised", [False, True])
def test_gradients_are_those_of_the_loss(task: Task, normalised: bool) -> None:
    random = np.random.default_rng(7)
    classes = {"regression": 0, "binary": 2, "multiclass": 3}[task]
    X = random.normal(size=(40, 5)).astype(np.float32)
    y = random.integers(0, classes, 40) if classes else random.normal(size=40)
    data = FoldData(task, X, y, X[:20], y[:20], X[:5], classes, math.inf, 0)
    target = as_outputs(y, classes).astype(np.float32)
    weights = allocate(1, [5, 6, 4, target.shape[1]], normalised)
    weights.flat[:] = random.normal(size=weights.flat.shape) * 0.5
    trainer = Trainer(weights, FEW, data, random)
    rows, wanted = X[None], target[None]

    def loss() -> float:
        reported = squashed(trainer.differentiate(rows, wanted), data)[0].astype(np.float64)
        if task == "regression":
            return float(((reported - target) ** 2).sum() / 2 / len(X))
        both = np.column_stack([1 - reported, reported]) if task == "binary" else reported
        return float(-np.log(both[np.arange(len(X)), y.astype(int)]).mean())

    loss()
    gradient = trainer.gradient.copy()
    for at in random.choice(len(weights.flat), 12, replace=False):
        before = weights.flat[at]
        sides = []
        for step in (2e-3, -2e-3):
            weights.flat[at] = before + step
            sides.append(loss())
        weights.flat[at] = before
        assert gradient[at] == pytest.approx((sides[0] - sides[1]) / 4e-3, rel=0.03, abs=3e-3)
