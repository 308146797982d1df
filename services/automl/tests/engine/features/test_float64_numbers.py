"""Numbers with a large offset or a tiny range are learned from like any others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto

from rowcast_automl.explain.field_values import cell_of, packed
from rowcast_automl.export.graph_builder import Graph
from rowcast_automl.export.preprocessing_nodes import Views
from rowcast_automl.features.columns.column_reader import Column
from rowcast_automl.features.columns.field_builder import pack_columns
from rowcast_automl.features.columns.float32_precision import need_float64
from rowcast_automl.features.encoding.encoder import Encoder, fit_encoder
from rowcast_automl.features.encoding.interactions import Interactions, interactions_of
from rowcast_automl.features.rows.row_reader import RowReader
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.requests.request_reader import RequestReader
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file
from tests.examples import examples

RANDOM = np.random.default_rng(0)
UNIFORM = np.sort(RANDOM.uniform(0, 1, 1_500))


def fields_of(columns: list[Array]) -> tuple[InputField, ...]:
    needed = need_float64(columns)
    return tuple(
        InputField(f"x{slot}", "number", slot, float64=each, minimum=column.min(), maximum=column.max())
        for slot, (each, column) in enumerate(zip(needed, columns, strict=True))
    )


def table(*columns: Array) -> tuple[Tensors, tuple[InputField, ...]]:
    fields = fields_of([*columns])
    cells = [Column(each.name, "number", False, column) for each, column in zip(fields, columns, strict=True)]
    return pack_columns(cells, fields), fields


def in_graph(encoder: Encoder, tensors: Tensors, view: str) -> Array:
    """A view as the graph computes it."""
    graph = Graph()
    element = TensorProto.DOUBLE if encoder.centering else TensorProto.FLOAT
    views = Views(graph, encoder, graph.input("numbers", element, tensors.numbers.shape[1]), None, {})
    source = views.trees(forest=False) if view == "boost" else views.dense("linear", ())[0]
    kind = TensorProto.FLOAT if view == "boost" else TensorProto.DOUBLE
    graph.output("answer", source, kind, 0)
    session = onnxruntime.InferenceSession(graph.serialize(), providers=["CPUExecutionProvider"])
    found: Array = session.run(["answer"], tensors.feed())[0]
    return found


def with_graph(encoder: Encoder, tensors: Tensors) -> Array:
    """The view of boosted trees, after a check that the graph computes every view alike."""
    coded = encoder.coded(tensors)
    learned = encoder.trees(tensors, coded, forest=False)
    assert np.array_equal(in_graph(encoder, tensors, "boost"), learned, equal_nan=True)
    linear = encoder.linear(tensors, coded)
    assert np.allclose(in_graph(encoder, tensors, "linear"), linear, rtol=0, atol=1e-9)
    return learned


@settings(max_examples=examples(200), deadline=None)
@given(
    offset=st.floats(-2e18, 2e18, allow_subnormal=False),
    spread=st.integers(-130, 60).map(lambda power: 2.0**power),
)
def test_order_is_kept_at_any_offset_and_spread(offset: float, spread: float) -> None:
    offset = offset if abs(offset) < 1e9 * spread else offset % (1e9 * spread)
    values = offset + spread * UNIFORM
    tensors, fields = table(values, UNIFORM)
    column = with_graph(fit_encoder(tensors, fields), tensors)[:, 0]
    assert np.isfinite(column).all() and (np.diff(column) >= 0).all()
    # Float64 itself has at least 4 million steps in the range.
    assert len(np.unique(column)) >= 0.98 * len(np.unique(values))
    # Far enough apart for a forest.
    assert np.ptp(column) > 1e-4


@pytest.mark.parametrize(
    ("name", "values", "needed"),
    [
        ("meter", 4_800_000_000 + np.arange(2_000.0), True),
        ("meter in thousandths", 4_800_000 + np.arange(2_000) / 1_000, True),
        ("Unix milliseconds of a minute", 1_732_000_000_000 + np.floor(60_000 * UNIFORM), True),
        ("account numbers of 16 digits", 4_000_123_400_000_000 + np.arange(2_000.0), True),
        ("dong", 23_500_000_000 + np.floor(3_000 * UNIFORM), True),
        ("UTM coordinates in centimetres", 5_400_000 + np.round(100 * UNIFORM, 2), True),
        ("concentrations", 1e-12 * UNIFORM, True),
        ("subnormal in float32", 1e-40 * UNIFORM, True),
        ("years", np.arange(1_900.0, 2_030), False),
        ("integers below 2^24", np.arange(16_000_000.0, 16_002_000), False),
        ("shares", UNIFORM, False),
        ("prices", np.round(1e6 * UNIFORM, 2), False),
        ("one value", np.full(50, 4_800_000_001.0), False),
        ("no value", np.full(50, np.nan), False),
    ],
)
def test_float64_is_read_only_where_it_is_needed(name: str, values: Array, needed: bool) -> None:
    assert need_float64([values]) == [needed]
    assert need_float64([np.append(values, np.nan)]) == [needed]


def test_tables_without_such_numbers_keep_their_graph() -> None:
    tensors, fields = table(UNIFORM, 1_000 * UNIFORM)
    encoder = fit_encoder(tensors, fields)
    assert encoder.centering is None and tensors.numbers.dtype == np.float32
    assert fit_encoder(tensors).trees(tensors, encoder.coded(tensors), forest=False).tobytes() == (
        encoder.trees(tensors, encoder.coded(tensors), forest=False).tobytes()
    )


def derived(encoder: Encoder, tensors: Tensors, chosen: Interactions) -> Array:
    """The interactions as boosted trees read them."""
    return with_graph(encoder.with_interactions(chosen, tensors), tensors)[:, tensors.numbers.shape[1] :]


def test_small_differences_of_large_numbers() -> None:
    start = np.floor(RANDOM.uniform(1e9, 5e9, 1_500))
    used = np.round(RANDOM.uniform(0, 200, 1_500), 1)
    tensors, fields = table(start, start + used)
    assert [each.float64 for each in fields] == [True, True]
    (made,) = derived(fit_encoder(tensors, fields), tensors, interactions_of([("subtract", 1, 0)])).T
    assert np.abs(made - used).max() < 1e-4


def test_interactions_of_centered_and_scaled_numbers() -> None:
    offset, tiny, plain = 4_800_000_000 + 2_000 * UNIFORM[::-1], 1e-12 * RANDOM.permutation(UNIFORM), UNIFORM
    tensors, fields = table(offset, tiny, plain)
    assert [each.float64 for each in fields] == [True, True, False]
    chosen = [("add", 0, 2), ("subtract", 0, 1), ("multiply", 1, 2), ("divide", 1, 2), ("divide", 0, 2)]
    made = derived(fit_encoder(tensors, fields), tensors, interactions_of(chosen))  # type: ignore[arg-type]
    expected = [offset + plain, offset - tiny, tiny * plain, tiny / plain, offset / plain]
    for column, exact in zip(made.T, expected, strict=True):
        assert np.corrcoef(column.astype(np.float64), exact)[0, 1] > 0.999_999
        assert len(np.unique(column)) > 0.9 * len(np.unique(exact))


def test_every_reader_keeps_the_digits() -> None:
    values = 4_800_000_000.25 + np.arange(50)
    _, fields = table(values)
    schema = ServingSchema("regression", "y", (), "number", fields)
    rows = [{"x0": each} for each in values.tolist()]
    for sent in (rows, rows[:1]):
        expected = values[: len(sent)].tolist()
        as_text = [{"x0": str(each["x0"])} for each in sent]
        found = [
            RowReader(schema).read(sent).tensors,
            RequestReader(schema).read(sent).tensors,
            RequestReader(schema).read(as_text, from_text=True).tensors,
        ]
        assert [each.numbers[:, 0].tolist() for each in found] == [expected] * 3
    assert cell_of(values[1], fields[0]) == values[1]
    assert packed(fields[0], values[:2])[:, 0].tolist() == values[:2].tolist()


def test_a_bundle_of_an_earlier_version_reads_float32() -> None:
    schema = ServingSchema("regression", "y", (), "number", (InputField("x", "number", 0),))
    content = schema.as_json()
    for each in content["fields"]:
        del each["float64"]
    assert ServingSchema.from_json(content).number_type is np.float32


def test_a_model_tells_apart_what_float32_cannot(tmp_path: Path) -> None:
    counts = RANDOM.permutation(2_000)[:600].tolist()
    rows = [{"meter": 4_800_000_000 + k, "target": "hot" if k >= 1_000 else "cold"} for k in counts]
    settings = config(modelType="custom", estimator={"name": "random_forest"})
    out = tmp_path / "m.rowcast"
    report = train_file(write_csv(tmp_path / "t.csv", rows), out, settings).report
    assert not [each for each in report.findings if each.code == "SCORED_COPIES"]
    model = LoadedModel(out, KEY.public_key())
    found = model.predict([{"meter": 4_800_000_980}, {"meter": 4_800_001_020}])
    assert [each["prediction"] for each in found.predictions] == ["cold", "hot"]
