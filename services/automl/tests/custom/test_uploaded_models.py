"""An uploaded ONNX model is checked, scored beside the baseline, and served as it was scored."""

from __future__ import annotations

import hashlib
import pickle
import time
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import psutil
import pytest
from onnx import TensorProto, helper

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.run.clock import Clock, StopSignal
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.training.publication import TrainedBundle
from rowcast_automl.training.uploaded import graph_check
from rowcast_automl.training.uploaded.sandbox import FILE_BYTES, MEMORY_BYTES, Sandbox
from tests.custom.graphs import classifier, column, constant, linear_regression, saved
from tests.custom.sandboxed import sandboxed
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file


def sums(rows: int, gaps: bool = False) -> list[dict[str, Any]]:
    """A target that is nearly the sum of three numbers."""
    random = np.random.default_rng(2)
    cells = random.normal(0, 3, (rows, 3))
    made: list[dict[str, Any]] = []
    for each in cells:
        made.append({"a": f"{each[0]:.4f}", "b": f"{each[1]:.4f}", "c": f"{each[2]:.4f}"})
        made[-1]["target"] = f"{each.sum() + random.normal(0, 0.1):.4f}"
        if gaps and random.random() < 0.2:
            made[-1]["b"] = ""
    return made


def people(rows: int) -> list[dict[str, Any]]:
    """Ages and cities of which the old, and those of Delhi, mostly say yes."""
    random = np.random.default_rng(3)
    made = []
    for _ in range(rows):
        age, city = int(random.integers(18, 90)), str(random.choice(["Pune", "Delhi"]))
        likely = 1 / (1 + np.exp(-(0.1 * (age - 50) - 2 * (city == "Pune"))))
        made.append({"age": age, "city": city, "note": "x", "target": "yn"[int(random.random() > likely)]})
    return made


def upload(tmp_path: Path, rows: list[dict[str, Any]], content: bytes, **changes: Any) -> TrainedBundle:
    """Scores the model on the rows."""
    onnx_file = {
        "filename": "m.onnx",
        "sha256": hashlib.sha256(content).hexdigest(),
        "sizeBytes": len(content),
    }
    settings = config(modelType="custom", onnx=onnx_file, timeBudgetSeconds=60, **changes)
    source = write_csv(tmp_path / "t.csv", rows)
    return train_file(source, tmp_path / "m.rowcast", settings, onnx=content)


def test_one_wide_input_reads_the_numbers_in_the_tables_order(tmp_path: Path) -> None:
    report = upload(tmp_path, sums(200), linear_regression(3)).report
    assert report.task == "regression" and report.rows.test == 50
    assert report.score.high < 0.2 < report.baseline.low
    assert [each.name for each in report.fields] == ["a", "b", "c"]
    assert report.parity.max_delta < 1e-5 and report.evaluation is not None
    assert report.evaluation.source == "holdout"
    assert [each.estimator for each in report.leaderboard] == ["onnx", "baseline"]
    model = LoadedModel(tmp_path / "m.rowcast", KEY.public_key())
    answer = model.predict([{"a": 1, "b": 2, "c": 3.5}])
    assert answer.predictions[0]["prediction"] == pytest.approx(6.5, abs=1e-5)
    assert model.golden_rows == 20


def test_missing_numbers_that_the_graph_cannot_read_are_filled_with_a_typical_one(tmp_path: Path) -> None:
    upload(tmp_path, sums(200, gaps=True), linear_regression(3))
    model = LoadedModel(tmp_path / "m.rowcast", KEY.public_key())
    answer = model.predict([{"a": 1, "b": None, "c": 3}])
    assert answer.predictions[0]["prediction"] == pytest.approx(4, abs=1)


@pytest.mark.parametrize("zipped", [True, False])
def test_inputs_named_like_columns_and_the_classes_of_a_classifier(tmp_path: Path, zipped: bool) -> None:
    report = upload(tmp_path, people(400), classifier(["n", "y"], zipped)).report
    assert report.task == "binary" and report.labels == ["n", "y"]
    assert report.score.low > 0.7
    assert [(each.column, each.reason) for each in report.dropped_columns] == [
        ("note", "The uploaded model does not use it.")
    ]
    model = LoadedModel(tmp_path / "m.rowcast", KEY.public_key())
    old, young = model.predict([{"age": 85, "city": "Delhi"}, {"age": 20, "city": "Pune"}]).predictions
    assert (old["prediction"], young["prediction"]) == ("y", "n")
    unseen = model.predict([{"age": 85, "city": "Nowhere"}])
    assert unseen.warnings and unseen.predictions[0]["prediction"] == "y"


def test_classes_in_another_order_than_the_labels_are_put_right(tmp_path: Path) -> None:
    same = upload(tmp_path, people(400), classifier(["n", "y"], zipped=True)).report.score.value
    swapped = upload(tmp_path, people(400), classifier(["y", "n"], zipped=True)).report.score.value
    assert swapped == pytest.approx(1 - same, abs=1e-6)


def refusal(
    tmp_path: Path, content: bytes, rows: list[dict[str, Any]] | None = None, **changes: Any
) -> RowcastError:
    """What the upload is refused for; no bundle is left."""
    with pytest.raises(RowcastError) as refused:
        upload(tmp_path, rows or sums(60), content)
    assert refused.value.fields and not (tmp_path / "m.rowcast").exists()
    return refused.value


class Sentinel:
    """Writes a file where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


def test_a_pickle_is_refused_and_never_loaded(tmp_path: Path) -> None:
    witness = tmp_path / "ran"
    for protocol in (0, 2):
        with pytest.raises(RowcastError) as refused:
            graph_check.checked_model(pickle.dumps(Sentinel(witness), protocol))
        assert refused.value.code == "ONNX_INVALID"
    assert refusal(tmp_path, pickle.dumps(Sentinel(witness), 5)).code == "ONNX_INVALID"
    assert not witness.exists()


@pytest.mark.parametrize(
    "content",
    [b"", b"PK\x03\x04" + b"x" * 90, b"\x89HDF\r\n\x1a\n" + b"x" * 90, b"\x1f\x8b" + b"x" * 90]
    + [b"\x08\x08" + bytes([number]) * 200 for number in (0, 7, 255)]
    + [linear_regression(3)[:-20], linear_regression(3)[:40]],
)
def test_garbage_is_refused_by_name(content: bytes) -> None:
    with pytest.raises(RowcastError) as refused:
        graph_check.checked_model(content)
    assert refused.value.code == "ONNX_INVALID" and refused.value.fields


def test_an_empty_file_is_refused_by_name(tmp_path: Path) -> None:
    assert refusal(tmp_path, b"").code == "ONNX_INVALID"


def external(name: str) -> bytes:
    model = onnx.load_model_from_string(linear_regression(3))
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value=name)
    content: bytes = model.SerializeToString()
    return content


def with_nodes(*nodes: Any, opsets: Any = (("", 17), ("ai.onnx.ml", 3)), constants: Any = ()) -> bytes:
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, 3])]
    outputs = [helper.make_tensor_value_info("variable", TensorProto.FLOAT, [None, 3])]
    return saved(nodes, inputs, outputs, constants, opsets)


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (external("/etc/passwd"), "outside the file"),
        (external("weights.bin"), "outside the file"),
        (
            with_nodes(
                helper.make_node("Gelu", ["x"], ["variable"], domain="com.microsoft"),
                opsets=(("", 17), ("com.microsoft", 1)),
            ),
            "com.microsoft",
        ),
        (with_nodes(helper.make_node("RandomNormalLike", ["x"], ["variable"])), "RandomNormalLike"),
        (with_nodes(helper.make_node("Relu", ["x"], ["variable"]), opsets=(("", 99),)), "opset 99"),
        (with_nodes(helper.make_node("Relu", ["x"], ["variable"]), opsets=(("", 5),)), "opset 5"),
    ],
)
def test_what_may_not_be_served_is_named(tmp_path: Path, content: bytes, word: str) -> None:
    error = refusal(tmp_path, content)
    assert error.code == "ONNX_UNSUPPORTED" and word in error.message


def test_a_loop_is_refused_wherever_it_stands() -> None:
    inner = helper.make_graph([], "inner", [], [])
    model = onnx.load_model_from_string(linear_regression(3))
    model.graph.node.append(helper.make_node("Loop", ["", ""], [], body=inner))
    with pytest.raises(RowcastError) as refused:
        graph_check.refuse_unsupported(model)
    assert "Loop" in refused.value.message


@pytest.mark.parametrize(
    ("content", "code", "word"),
    [
        (linear_regression(4), "ONNX_INPUTS_MISMATCH", "takes 4 numbers"),
        (
            saved(
                [helper.make_node("Identity", ["weight"], ["variable"])],
                [column("weight")],
                [helper.make_tensor_value_info("variable", TensorProto.FLOAT, [None, 1])],
            ),
            "ONNX_INPUTS_MISMATCH",
            '"weight"',
        ),
        (
            saved(
                [
                    helper.make_node(
                        "LabelEncoder",
                        ["a"],
                        ["variable"],
                        domain="ai.onnx.ml",
                        keys_strings=["x"],
                        values_floats=[1.0],
                    )
                ],
                [column("a", TensorProto.STRING)],
                [helper.make_tensor_value_info("variable", TensorProto.FLOAT, [None, 1])],
            ),
            "ONNX_INPUTS_MISMATCH",
            "takes text",
        ),
        (
            saved(
                [helper.make_node("Log", ["a"], ["variable"])],
                [column("a")],
                [helper.make_tensor_value_info("variable", TensorProto.FLOAT, [None, 1])],
            ),
            "ONNX_OUTPUTS_MISMATCH",
            "no finite answer",
        ),
    ],
)
def test_a_model_of_another_table_is_refused(tmp_path: Path, content: bytes, code: str, word: str) -> None:
    error = refusal(tmp_path, content)
    assert error.code == code and word in error.message


def test_a_model_of_another_task_is_refused(tmp_path: Path) -> None:
    number = saved(
        [helper.make_node("Identity", ["age"], ["variable"])],
        [column("age")],
        [helper.make_tensor_value_info("variable", TensorProto.FLOAT, [None, 1])],
    )
    error = refusal(tmp_path, number, people(60))
    assert error.code == "ONNX_OUTPUTS_MISMATCH" and "probabilities" in error.message
    other = refusal(tmp_path, classifier(["maybe", "no"], zipped=True), people(60))
    assert other.code == "ONNX_OUTPUTS_MISMATCH" and "maybe" in other.message


def test_a_graph_that_asks_for_too_much_memory_is_ended(tmp_path: Path) -> None:
    huge = saved(
        [
            helper.make_node("Reshape", ["x", "one"], ["flat"]),
            helper.make_node("Expand", ["flat", "shape"], ["wide"]),
            helper.make_node("ReduceSum", ["wide"], ["sum"], keepdims=1),
            helper.make_node("Reshape", ["sum", "one"], ["variable"]),
        ],
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, 3])],
        [helper.make_tensor_value_info("variable", TensorProto.FLOAT, [None, 1])],
        [
            onnx.numpy_helper.from_array(np.array([-1, 1], np.int64), "one"),
            onnx.numpy_helper.from_array(np.array([1, 4_000_000_000], np.int64), "shape"),
        ],
    )
    assert refusal(tmp_path, huge).code in ("ONNX_TOO_HEAVY", "ONNX_INPUTS_MISMATCH")


def test_the_process_that_looks_into_it_knows_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUNDLE_SIGNING_KEY", "a secret of this installation")
    with Sandbox(linear_regression(3), tmp_path, Clock(60.0, time.monotonic(), StopSignal())) as sandbox:
        sandbox.ask("inspect")
        process = sandboxed()
        assert "BUNDLE_SIGNING_KEY" not in process.environ()
        assert process.rlimit(psutil.RLIMIT_AS)[1] == MEMORY_BYTES
        assert process.rlimit(psutil.RLIMIT_FSIZE)[1] == FILE_BYTES


def test_a_stop_ends_what_the_process_has_not_answered(tmp_path: Path) -> None:
    clock = Clock(60.0, time.monotonic(), StopSignal())
    with Sandbox(linear_regression(3), tmp_path, clock) as sandbox:
        sandboxed().suspend()
        clock.stop.finish()
        begun = time.monotonic()
        with pytest.raises(RowcastError) as stopped:
            sandbox.ask("inspect")
    assert stopped.value.code == "TRAINING_CANCELLED" and time.monotonic() - begun < 5


def test_texts_that_the_graph_alone_knows_are_known_where_the_table_has_them(tmp_path: Path) -> None:
    rare = [f"town {index}" for index in range(60)]
    rows = people(400)
    for row, town in zip(rows[::5], rare, strict=False):
        row["city"] = town
    content = classifier(["n", "y"], zipped=False, words=["Pune", "Delhi", *rare], strict=True)
    upload(tmp_path, rows, content)
    model = LoadedModel(tmp_path / "m.rowcast", KEY.public_key())
    assert model.golden_rows == 20
    with pytest.raises(RowcastError) as refused:
        model.predict([{"age": 40, "city": "Nowhere"}])
    assert refused.value.code == "ROW_INVALID"


def test_whole_numbers_that_rows_do_not_carry_are_refused(tmp_path: Path) -> None:
    content = saved(
        [helper.make_node("Cast", ["a"], ["variable"], to=TensorProto.FLOAT)],
        [column("a", TensorProto.INT64)],
        [helper.make_tensor_value_info("variable", TensorProto.FLOAT, [None, 1])],
    )
    rows = [{"a": place, "target": place % 7} for place in range(16_777_200, 16_777_260)]
    error = refusal(tmp_path, content, rows)
    assert error.code == "ONNX_INPUTS_MISMATCH" and "16,777,216" in error.message


def test_another_file_than_the_one_named_is_refused(tmp_path: Path) -> None:
    content = linear_regression(3)
    settings = config(
        modelType="custom", onnx={"filename": "m", "sha256": "0" * 64, "sizeBytes": 3}, timeBudgetSeconds=60
    )
    source = write_csv(tmp_path / "t.csv", sums(60))
    with pytest.raises(RowcastError) as refused:
        train_file(source, tmp_path / "m.rowcast", settings, onnx=content)
    assert refused.value.code == "ONNX_INVALID"


def test_constants_are_no_inputs() -> None:
    shared = saved(
        [helper.make_node("Add", ["a", "b"], ["variable"])],
        [column("a"), helper.make_tensor_value_info("b", TensorProto.FLOAT, [1, 1])],
        [helper.make_tensor_value_info("variable", TensorProto.FLOAT, [None, 1])],
        [constant("b", [[1.0]])],
    )
    from rowcast_automl.training.uploaded.signature import signature_of

    assert [each.name for each in signature_of(graph_check.checked_model(shared)).inputs] == ["a"]


def number(kind: int, *shape: int | None) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info("variable", kind, shape)


@pytest.mark.parametrize(
    ("content", "code", "says"),
    [
        (
            saved(
                [helper.make_node("Reshape", ["a", "shape"], ["variable"])],
                [column("a")],
                [number(TensorProto.FLOAT, None, None)],
                [onnx.numpy_helper.from_array(np.array([2, 2], np.int64), "shape")],
            ),
            "ONNX_INPUTS_MISMATCH",
            'The model fails on rows of the table, at the operator "Reshape". Its inputs have to take any',
        ),
        (
            saved(
                [helper.make_node("Identity", ["a", "a"], ["variable"])],
                [column("a")],
                [number(TensorProto.FLOAT, None, 1)],
            ),
            "ONNX_INVALID",
            'The model breaks a rule of ONNX, at the operator "Identity". onnx.checker.check_model(model, ',
        ),
        (
            saved(
                [helper.make_node("Log", ["a"], ["variable"])],
                [column("a", TensorProto.BFLOAT16)],
                [number(TensorProto.BFLOAT16, None, 1)],
            ),
            "ONNX_INVALID",
            'The ONNX runtime cannot load the model, at the operator "Log". onnxruntime.InferenceSession ',
        ),
    ],
)
def test_what_libraries_stop_at_is_told_in_words_that_say_what_to_do(
    tmp_path: Path, content: bytes, code: str, says: str
) -> None:
    error = refusal(tmp_path, content)
    assert error.code == code and error.message.startswith(says)
    assert not any(word in error.message for word in ("Error", "Traceback", "onnxruntime_src", "Status"))


def test_a_graph_whose_memory_depends_on_the_cells_is_measured(tmp_path: Path) -> None:
    pairs = saved(
        [
            helper.make_node("Concat", ["x"] * 3, ["wide"], axis=1),
            # As many as there are cells other than 0, and then every pair of them.
            helper.make_node("NonZero", ["wide"], ["cells"]),
            helper.make_node("Gather", ["cells", "first"], ["rows"], axis=0),
            helper.make_node("Reshape", ["rows", "column"], ["upright"]),
            helper.make_node("Add", ["upright", "rows"], ["pairs"]),
            helper.make_node("ReduceMin", ["pairs"], ["least"], keepdims=0),
            helper.make_node("Cast", ["least"], ["none"], to=TensorProto.FLOAT),
            helper.make_node("ReduceSum", ["x", "along"], ["sum"], keepdims=1),
            helper.make_node("Add", ["sum", "none"], ["variable"]),
        ],
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, 3])],
        [helper.make_tensor_value_info("variable", TensorProto.FLOAT, [None, 1])],
        [
            onnx.numpy_helper.from_array(np.array([0], np.int64), "first"),
            onnx.numpy_helper.from_array(np.array([-1, 1], np.int64), "column"),
            onnx.numpy_helper.from_array(np.array([1], np.int64), "along"),
        ],
    )
    error = refusal(tmp_path, pairs)
    assert error.code == "ONNX_TOO_HEAVY" and "1,024 rows; 512 MB is the most" in error.message


@pytest.mark.parametrize("kind", [TensorProto.DOUBLE, TensorProto.FLOAT])
def test_a_graph_reads_numbers_that_float32_cannot_distinguish(tmp_path: Path, kind: int) -> None:
    offset = helper.make_tensor("offset", kind, [1], [4_800_000_000])
    content = saved(
        [
            helper.make_node("Sub", ["meter", "offset"], ["used"]),
            helper.make_node("Cast", ["used"], ["variable"], to=TensorProto.FLOAT),
        ],
        [helper.make_tensor_value_info("meter", kind, [None, 1])],
        [helper.make_tensor_value_info("variable", TensorProto.FLOAT, [None, 1])],
        [offset],
    )
    rows: list[dict[str, Any]] = [{"meter": 4_800_000_000.5 + k, "target": k + 0.5} for k in range(200)]
    rows[7]["meter"] = ""
    upload(tmp_path, rows, content)
    model = LoadedModel(tmp_path / "m.rowcast", KEY.public_key())
    (found,) = model.predict([{"meter": 4_800_000_101.5}]).predictions
    assert found["prediction"] == (101.5 if kind == TensorProto.DOUBLE else 0)
