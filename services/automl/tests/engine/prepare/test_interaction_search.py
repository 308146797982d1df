"""Numeric interactions: chosen where they help, and equal in the graph."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from onnx import TensorProto

from rowcast_automl.estimators.base import View
from rowcast_automl.export.graph_builder import Graph
from rowcast_automl.export.preprocessing_nodes import Views
from rowcast_automl.features.encoding.encoder import DENSE_ROWS, fit_encoder
from rowcast_automl.features.encoding.interactions import Interactions, describe_interactions, interactions_of
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.splits.fold_plan import FoldPlan
from rowcast_automl.features.splits.splitters import Order, make_splits
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.models.blend import BaggedModel, Blend
from rowcast_automl.prepare import interaction_search
from rowcast_automl.prepare.interaction_search import InteractionTarget, find_interactions
from rowcast_automl.prepare.table_preparation import prepare_table
from rowcast_automl.report.used_features import used_interactions
from tests.engine.export.test_parity import EACH_VIEW, parity_of
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, typed_table
from tests.examples import examples

pytestmark = pytest.mark.full_derivation

ANY_ORDER = Order()
EVERY_ONE = interactions_of(
    [("divide", 0, 1), ("multiply", 1, 2), ("subtract", 2, 0), ("add", 0, 2), ("divide", 2, 2)]
)
CELLS = arrays.arrays(
    np.float32,
    st.tuples(st.integers(1, 20), st.just(3)),
    elements=st.floats(width=32, allow_infinity=False) | st.sampled_from([0.0, -0.0, 3e38, -3e38, 1e-40]),
)


def test_they_are_told_by_the_names_of_their_fields() -> None:
    fields = (
        InputField("city", "category", 0),
        InputField("joined", "datetime", 0),
        InputField("income", "number", 6),
    )
    reported = describe_interactions(interactions_of([("divide", 6, 1)]), fields)
    sides = {"left": {"field": "income", "part": None}, "right": {"field": "joined", "part": "year"}}
    assert reported == [{"operation": "divide", **sides}]


def ratio_rows(count: int, seed: int = 1) -> tuple[Array, Array]:
    """Five columns, of which the ratio of the first two decides and nothing else."""
    X = np.random.default_rng(seed).uniform(1, 10, (count, 5)).astype(np.float32)
    return X, X[:, 0] / X[:, 1]


def in_graph(tensors: Tensors, chosen: Interactions, view: str) -> tuple[Array, Array]:
    """A view as the graph and as the encoder have it, of a table of many such rows."""
    copies = np.resize(np.arange(len(tensors)), DENSE_ROWS)
    encoder = fit_encoder(tensors).with_interactions(chosen, tensors.take(copies))
    coded = encoder.coded(tensors)
    graph = Graph()
    views = Views(graph, encoder, graph.input("numbers", TensorProto.FLOAT, 3), None, {})
    if view in ("boost", "forest"):
        learned, source = encoder.trees(tensors, coded, view == "forest"), views.trees(view == "forest")
    else:
        learned = encoder.linear(tensors, coded)
        source, _ = views.dense("linear", ())
    kind = TensorProto.FLOAT if learned.dtype == np.float32 else TensorProto.DOUBLE
    graph.output("answer", source, kind, learned.shape[1])
    session = onnxruntime.InferenceSession(graph.serialize(), providers=["CPUExecutionProvider"])
    return session.run(["answer"], tensors.feed())[0], learned


@settings(max_examples=examples(200), deadline=None)
@given(cells=CELLS, view=st.sampled_from(["boost", "forest", "linear"]))
def test_the_graph_works_out_the_same(cells: Array, view: str) -> None:
    served, learned = in_graph(Tensors(cells, np.empty((len(cells), 0), object)), EVERY_ONE, view)
    assert np.allclose(served, learned, rtol=0, atol=0 if view != "linear" else 1e-9, equal_nan=True)


def test_what_cannot_be_worked_out_is_missing() -> None:
    numbers = np.array([[1, 0, 3e38], [np.nan, 2, 3e38]], np.float32)
    ratio_and_product = interactions_of([("divide", 0, 1), ("multiply", 1, 2), ("multiply", 2, 2)])
    made = ratio_and_product.columns(numbers)
    assert np.isnan(made).tolist() == [[False, True, True], [True, True, True]]
    assert len(ratio_and_product) == 3


def test_columns_stand_in_the_order_in_which_they_are_listed() -> None:
    numbers = np.array([[6, 3, 2]], np.float32)
    made = EVERY_ONE.columns(numbers)[0]
    values = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide}
    listed = [values[name](numbers[0, left], numbers[0, right]) for name, left, right in EVERY_ONE.listed()]
    assert made.tolist() == listed


def looked_for(
    X: Array,
    y: Array,
    order: Order = ANY_ORDER,
    may_continue: Callable[[float], bool] = lambda _: True,
    threads: int = 1,
) -> tuple[Interactions, str | None]:
    """What is chosen for a regression on numbers alone, or why the search did not end."""
    rows = Tensors(X, np.empty((len(X), 0), object))
    encoder = fit_encoder(rows)
    (splits,) = make_splits(y, 0, FoldPlan(5, 5, 1), 4, order)
    learning = InteractionTarget("regression", 0, y, order.groups)
    return find_interactions(encoder, rows, encoder.coded(rows), learning, splits, 3, may_continue, threads)


def chosen_of(X: Array, y: Array, order: Order = ANY_ORDER) -> Interactions:
    """What a search that ends has chosen."""
    chosen, why = looked_for(X, y, order)
    assert why is None
    return chosen


def test_a_ratio_that_decides_is_found() -> None:
    chosen = chosen_of(*ratio_rows(600))
    assert {("divide", 0, 1), ("divide", 1, 0)} & set(chosen.listed())
    assert looked_for(*ratio_rows(600), threads=2) == (chosen, None)


@pytest.mark.parametrize("seed", range(4))
def test_chance_is_not_taken_for_a_pair(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    X, _ = ratio_rows(400)
    y = np.random.default_rng(seed).normal(0, 1, 400) + X[:, 2]
    # Every split agrees, so that only the rows that are kept aside can say no.
    monkeypatch.setattr(interaction_search, "best_pairs", lambda *_: EVERY_ONE.listed())
    assert len(chosen_of(X, y)) == 0


@pytest.mark.parametrize("count", [40, 120])
def test_what_tells_groups_apart_says_nothing_of_new_ones(count: int) -> None:
    random = np.random.default_rng(5)
    groups = np.arange(8 * 120) % count
    places = random.uniform(1, 10, (count, 3)).astype(np.float32)
    # What a group is like follows from where it is by nothing that another place would share.
    y = random.normal(0, 1, count)[groups] + random.normal(0, 0.1, len(groups))
    assert len(chosen_of(places[groups], y, Order(groups=groups))) == 0


def test_fewer_groups_than_folds() -> None:
    X, y = ratio_rows(600)
    assert len(chosen_of(X, y, Order(groups=np.arange(600) % 3))) > 0


def test_of_few_rows_only_trees_get_them() -> None:
    rows = Tensors(ratio_rows(DENSE_ROWS - 1)[0], np.empty((DENSE_ROWS - 1, 0), object))
    encoder = fit_encoder(rows)
    coded, wider = encoder.coded(rows), encoder.with_interactions(EVERY_ONE, rows)
    assert wider.trees(rows, coded, forest=False).shape[1] == 5 + len(EVERY_ONE) == wider.tree_width
    assert np.array_equal(wider.bent(rows, coded), encoder.bent(rows, coded))
    assert wider.linear_width == encoder.linear_width


@pytest.mark.parametrize(
    ("views", "rows", "reported"),
    [(("pieces", "boost"), 600, True), (("pieces", "linear"), 600, False), (("linear",), DENSE_ROWS, True)],
)
def test_the_interactions_of_a_published_model_are_reported(
    views: tuple[View, ...], rows: int, reported: bool
) -> None:
    table = Tensors(ratio_rows(rows)[0], np.empty((rows, 0), object))
    models = tuple(BaggedModel("a", view, "value", (0,), ()) for view in views)
    blend = Blend("regression", 0, models, (1.0,) * len(models), 0, 1)
    assert bool(used_interactions(blend, fit_encoder(table).with_interactions(EVERY_ONE, table))) == reported


@pytest.mark.parametrize(("rows", "slots"), [(100, 5), (600, 1)])
def test_few_rows_or_one_number_give_none(rows: int, slots: int) -> None:
    X, y = ratio_rows(rows)
    assert len(chosen_of(X[:, :slots], y)) == 0


def test_pairs_leave_the_pieces_of_a_wide_table_alone() -> None:
    numbers = np.random.default_rng(1).normal(0, 1, (DENSE_ROWS, 80)).astype(np.float32)
    rows = Tensors(numbers, np.empty((DENSE_ROWS, 0), object))
    encoder = fit_encoder(rows)
    assert len(encoder.with_interactions(EVERY_ONE, rows).pieces.source) > len(encoder.pieces.source) > 0


def test_a_table_with_a_ratio_is_served_as_it_was_learned(tmp_path: Path) -> None:
    X, y = ratio_rows(300)
    rows: list[dict[str, Any]] = [
        {**{f"f{place}": float(cell) for place, cell in enumerate(cells)}, "target": f"{answer:.4f}"}
        for cells, answer in zip(X, y, strict=True)
    ]
    source = write_csv(tmp_path / "t.csv", rows)
    folder = tmp_path / "typed"
    folder.mkdir()
    assert len(prepare_table(*typed_table(source, folder), config()).training_data.encoder.derived) > 0
    assert parity_of(source, "rmse", kinds=EACH_VIEW) < 1e-5


@pytest.mark.parametrize(("name", "times"), [("linear", 0), ("lightgbm", 1)])
def test_pairs_that_no_model_would_read_are_not_looked_for(name: str, times: int, tmp_path: Path) -> None:
    asked = list[float]()

    def may_continue(seconds: float) -> bool:
        asked.append(seconds)
        return False

    source = write_csv(tmp_path / "t.csv", mixed_rows(300, 1, "binary"))
    settings = config(modelType="custom", estimator={"name": name})
    prepare_table(*typed_table(source, tmp_path), settings, may_search_interactions=may_continue)
    assert len(asked) == times
