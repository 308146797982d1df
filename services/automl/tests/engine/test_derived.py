"""Numbers worked out of two others: chosen where they tell something, and the same in the graph."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from onnx import TensorProto

from rowcast_automl.export.graph import Graph
from rowcast_automl.export.preprocessing import Views
from rowcast_automl.features.derived import Derived, derived, described
from rowcast_automl.features.encoding import fit_encoder
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.search.derivation import choose_derived
from rowcast_automl.search.preparation import prepare_table
from tests.engine.tables import write_csv
from tests.engine.test_parity import parity_of
from tests.engine.training import config, typed_table

EVERY_ONE = derived(
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
    told = described(derived([("divide", 6, 1)]), fields)
    assert told == [{"operation": "divide", "left": "income", "right": "joined year"}]


def ratio_rows(count: int, seed: int = 1) -> tuple[Array, Array]:
    """Five columns, of which the ratio of the first two decides and nothing else."""
    X = np.random.default_rng(seed).uniform(1, 10, (count, 5)).astype(np.float32)
    return X, X[:, 0] / X[:, 1]


def in_graph(tensors: Tensors, chosen: Derived, forest: bool) -> tuple[Array, Array]:
    """The tree view as the graph and as the encoder have it."""
    encoder = fit_encoder(tensors).deriving(chosen, tensors)
    graph = Graph()
    numbers = graph.input("numbers", TensorProto.FLOAT, tensors.numbers.shape[1])
    source = Views(graph, encoder, numbers, None, {}).trees(forest)
    graph.output("answer", source, TensorProto.FLOAT, encoder.tree_width)
    session = onnxruntime.InferenceSession(graph.serialize(), providers=["CPUExecutionProvider"])
    return session.run(["answer"], tensors.feed())[0], encoder.trees(tensors, encoder.coded(tensors), forest)


@settings(max_examples=150, deadline=None)
@given(cells=CELLS, forest=st.booleans())
def test_the_graph_works_out_the_same(cells: Array, forest: bool) -> None:
    served, learned = in_graph(Tensors(cells, np.empty((len(cells), 0), object)), EVERY_ONE, forest)
    assert np.array_equal(served, learned, equal_nan=True)


def test_what_cannot_be_worked_out_is_missing() -> None:
    numbers = np.array([[1, 0, 3e38], [np.nan, 2, 3e38]], np.float32)
    ratio_and_product = derived([("divide", 0, 1), ("multiply", 1, 2), ("multiply", 2, 2)])
    made = ratio_and_product.extended(numbers)[:, 3:]
    assert np.isnan(made).tolist() == [[False, True, True], [True, True, True]]
    assert len(ratio_and_product) == 3


def test_columns_stand_in_the_order_in_which_they_are_listed() -> None:
    numbers = np.array([[6, 3, 2]], np.float32)
    made = EVERY_ONE.extended(numbers)[0, 3:]
    values = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide}
    listed = [values[name](numbers[0, left], numbers[0, right]) for name, left, right in EVERY_ONE.listed()]
    assert made.tolist() == listed


def chosen_of(X: Array, y: Array, seconds: float = 60.0) -> Derived:
    """What is chosen for a regression on numbers alone."""
    rows = Tensors(X, np.empty((len(X), 0), object))
    encoder = fit_encoder(rows)
    return choose_derived(encoder, rows, encoder.coded(rows), y, "regression", 0, 3, seconds)


def test_a_ratio_that_decides_is_found() -> None:
    chosen = chosen_of(*ratio_rows(600))
    assert {("divide", 0, 1), ("divide", 1, 0)} & set(chosen.listed())
    assert chosen_of(*ratio_rows(600)) == chosen


def test_chance_is_not_taken_for_a_pair() -> None:
    X, _ = ratio_rows(400)
    y = np.random.default_rng(9).normal(0, 1, 400) + X[:, 2]
    assert len(chosen_of(X, y)) == 0


@pytest.mark.parametrize(("rows", "slots", "seconds"), [(100, 5, 60.0), (600, 1, 60.0), (600, 5, 0.001)])
def test_few_rows_one_number_or_no_time_give_none(rows: int, slots: int, seconds: float) -> None:
    X, y = ratio_rows(rows)
    assert len(chosen_of(X[:, :slots], y, seconds)) == 0


def test_a_table_with_a_ratio_is_served_as_it_was_learned(tmp_path: Path) -> None:
    X, y = ratio_rows(300)
    rows: list[dict[str, Any]] = [
        {**{f"f{place}": float(cell) for place, cell in enumerate(cells)}, "target": f"{answer:.4f}"}
        for cells, answer in zip(X, y, strict=True)
    ]
    source = write_csv(tmp_path / "t.csv", rows)
    folder = tmp_path / "typed"
    folder.mkdir()
    assert len(prepare_table(*typed_table(source, folder), config()).bench.encoder.derived) > 0
    assert parity_of(source, "rmse") < 1e-5
