"""Networks on numbers cut into pieces, and on numbers as they are."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from rowcast_automl.ensemble.blend import BaggedModel, Blend
from rowcast_automl.ensemble.cost import cost_of
from rowcast_automl.estimators.families import NETWORK, PLAIN_NETWORK
from rowcast_automl.estimators.fitting import FoldData, NetworkMember
from rowcast_automl.estimators.network import answers, fit_network, in_single
from rowcast_automl.explain.metrics import log_loss
from rowcast_automl.export.parity import TOLERANCE
from rowcast_automl.features.tensors import Array
from rowcast_automl.search.portfolio import Shape, everything, networks
from rowcast_automl.search.preparation import prepare_table
from rowcast_automl.search.served import export, open_graph
from rowcast_automl.search.steps import Steps
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
    bench = prepare_table(table, profile, config(timeBudgetSeconds=300)).bench
    shape = Shape("multiclass", ROWS, 8, 60.0, 5, skewed=False)
    pieces, plain = networks(shape, Steps(ROWS))[:2]
    losses = []
    for each in (pieces, plain):
        bench.prepare(0, each.estimator.view)
        data = bench.fold(0, each.estimator.view, log=False, deadline=math.inf)
        fit = each.estimator.fit(data, each.params)
        losses.append(log_loss(bench.truth[bench.splits[0].valid], fit.valid))
    assert losses[1] < 0.8 * losses[0]


def test_both_are_among_the_first_that_are_tried() -> None:
    order = everything(Shape("binary", 600, 20, 60.0, 20, skewed=False))
    assert {NETWORK, PLAIN_NETWORK} < {each.estimator for each in order[:7]}


def learning_from(X: Array, y: Array, extra: Array) -> FoldData:
    return FoldData("regression", X, y, X[:20], y[:20], extra, 0, math.inf, 1, 0)


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
    prepared = prepare_table(table, profile, config())
    bench, members, extras = prepared.bench, list[NetworkMember](), list[Array]()
    for number, kind in enumerate(kinds):
        bench.prepare(number, PLAIN_NETWORK.view)
        data = bench.fold(number, PLAIN_NETWORK.view, log=False, deadline=math.inf)
        fitted = fit_network(data, FEW).member
        assert isinstance(fitted, NetworkMember)
        members.append(fitted.astype(kind))
        extras.append(answers(members[-1], data.extra, data)[:, 0])
    model = BaggedModel("networks", PLAIN_NETWORK.view, "value", (0, 1), tuple(members))
    blend = Blend("regression", 0, (model,), (1.0,), bench.center, bench.scale)
    graph = export(blend, prepared)
    found = (open_graph(graph, prepared.schema)(prepared.extra) - bench.center) / bench.scale
    assert np.abs(found - np.mean(extras, axis=0)).max() < TOLERANCE
    layers = [each for each in onnx.load_from_string(graph).graph.initializer if len(each.dims) == 3]
    single = np.float64 not in kinds
    assert {each.data_type == onnx.TensorProto.FLOAT for each in layers} == {single}
