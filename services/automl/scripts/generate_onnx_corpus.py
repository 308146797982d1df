"""Writes packages/onnx-trees/corpus/cases.jsonl: small graphs with the outputs of onnxruntime.

Each line is one case: a serialized graph, and inputs with the expected output for several numbers of rows.
packages/onnx-trees/test and tests/engine/test_onnx_corpus.py check it.
"""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from onnx import TensorProto

from rowcast_automl.export.graph_builder import ML, Graph

CORPUS = Path(__file__).resolve().parents[3] / "packages/onnx-trees/corpus/cases.jsonl"
WIDTH = 6
ROWS = (1, 7, 2)
KEYS = np.array(["", "Graz", "Rome", "Wien"], object)
# The cases whose numbers are float64.
CENTER, OFFSET = 4_800_000_000.0, ("float64 numbers",)


def trees(rng: np.random.Generator, mode: str, outputs: int) -> dict[str, Any]:
    """Attributes of random trees, whose thresholds occur in the inputs. Missing values go left or right."""
    nodes: dict[str, list[Any]] = {
        name: [] for name in ("tree", "node", "feature", "value", "mode", "yes", "no", "missing")
    }
    leaves: dict[str, list[Any]] = {name: [] for name in ("tree", "node", "output", "weight")}
    for tree in range(9):
        open_nodes, used = [(0, 0)], 1
        while open_nodes:
            node, depth = open_nodes.pop()
            is_leaf = depth >= tree or rng.random() < 0.2
            row = {
                "tree": tree,
                "node": node,
                "feature": 0 if is_leaf else int(rng.integers(WIDTH)),
                "value": 0.0 if is_leaf else float(rng.integers(-4, 5)) / 2,
                "mode": "LEAF" if is_leaf else mode,
                "yes": 0 if is_leaf else used,
                "no": 0 if is_leaf else used + 1,
                "missing": 0 if is_leaf else int(rng.integers(2)),
            }
            for name, value in row.items():
                nodes[name].append(value)
            if not is_leaf:
                open_nodes += [(used, depth + 1), (used + 1, depth + 1)]
                used += 2
                continue
            for output in range(outputs):
                if output and rng.random() < 0.3:
                    continue
                for name, value in zip(leaves, (tree, node, output, rng.normal()), strict=True):
                    leaves[name].append(value)
    return {
        "n_targets": outputs,
        "nodes_treeids": np.array(nodes["tree"]),
        "nodes_nodeids": np.array(nodes["node"]),
        "nodes_featureids": np.array(nodes["feature"]),
        "nodes_values": np.array(nodes["value"], np.float32),
        "nodes_modes": np.array(nodes["mode"], object),
        "nodes_truenodeids": np.array(nodes["yes"]),
        "nodes_falsenodeids": np.array(nodes["no"]),
        "nodes_missing_value_tracks_true": np.array(nodes["missing"]),
        "target_treeids": np.array(leaves["tree"]),
        "target_nodeids": np.array(leaves["node"]),
        "target_ids": np.array(leaves["output"]),
        "target_weights": np.array(leaves["weight"], np.float32),
    }


class CaseGraph:
    """A graph with the two inputs, and helpers for its parts."""

    def __init__(self, element: int) -> None:
        self.graph = Graph()
        self.numbers = self.graph.input("numbers", element, WIDTH)
        self.texts = self.graph.input("texts", TensorProto.STRING, 2)
        self.rng = np.random.default_rng(5)

    def const(self, *shape: int) -> str:
        """A random constant without zeros."""
        return self.graph.constant(self.rng.uniform(0.5, 2, shape))

    def scalar(self, value: float) -> str:
        """A constant number."""
        return self.graph.constant(np.float64(value))

    def index(self, *values: int) -> str:
        """Constant indices."""
        return self.graph.constant(np.array(values, np.int64))

    @property
    def filled(self) -> str:
        """The numbers with missing values replaced."""
        missing = self.graph.add("IsNaN", self.numbers)
        return self.graph.add("Where", missing, self.scalar(0.25), self.graph.double(self.numbers))

    @property
    def cube(self) -> str:
        """The numbers in the shape (3, rows, 2)."""
        spread = self.graph.add("Reshape", self.filled, self.index(-1, 3, 2))
        return self.graph.add("Transpose", spread, perm=np.array([1, 0, 2]))

    def flat(self, cube: str, width: int) -> str:
        """The sum over the first dimension, in the shape (rows, width)."""
        return self.graph.add(
            "Reshape", self.graph.reduce("ReduceSum", cube, 0, False), self.index(-1, width)
        )

    def code(self, column: int) -> str:
        """Codes of a string column."""
        chosen = self.graph.add("Gather", self.texts, self.graph.constant(np.int64(column)), axis=1)
        known = {"keys_strings": KEYS, "values_int64s": np.array([1, 2, 3, 4]), "default_int64": 0}
        return self.graph.add("LabelEncoder", chosen, domain=ML, **known)


def given(build: Callable[..., str], *arguments: object) -> Callable[[CaseGraph], str]:
    """`build` with these arguments behind the graph."""
    return lambda graph: build(graph, *arguments)


def centered(made: CaseGraph) -> str:
    """Numbers that float32 could not distinguish, after their center is subtracted in float64."""
    graph = made.graph
    shifted = graph.single(graph.add("Sub", made.numbers, graph.constant(np.full(WIDTH, CENTER))))
    return graph.double(graph.add("Mul", shifted, graph.constant(np.array([3.1], np.float32))))


def cases() -> dict[str, Callable[[CaseGraph], str]]:
    """By name, a function that builds the output of a graph."""
    made: dict[str, Callable[[CaseGraph], str]] = {}
    for name in ("Abs", "Exp", "Sign", "Sin", "Sigmoid"):
        made[name] = given(lambda m, name: m.graph.add(name, m.filled), name)
    for name in ("Log", "Sqrt"):
        made[name] = given(lambda m, name: m.graph.add(name, m.graph.add("Abs", m.filled)), name)
    for name in ("Add", "Sub", "Mul", "Div", "Max", "Min"):
        made[name] = given(lambda m, name: m.graph.add(name, m.filled, m.filled), name)
        made[f"{name} a number"] = given(lambda m, name: m.graph.add(name, m.scalar(1.5), m.filled), name)
        made[f"{name} a row"] = given(lambda m, name: m.graph.add(name, m.filled, m.const(1, WIDTH)), name)
        made[f"{name} a column"] = given(
            lambda m, name: m.graph.add(name, m.filled, m.graph.reduce("ReduceMin", m.filled, 1, True)), name
        )
        made[f"{name} in a cube"] = given(
            lambda m, name: m.flat(m.graph.add(name, m.cube, m.const(3, 1, 2)), 2), name
        )
    made["single precision"] = lambda m: m.graph.double(
        m.graph.add("Div", m.numbers, m.graph.constant(np.array([3.1], np.float32)))
    )
    for name in OFFSET:
        made[name] = centered
    made["Sum"] = lambda m: m.graph.add("Sum", m.filled, m.filled, m.const(1, WIDTH))
    made["IsInf"] = lambda m: m.graph.double(
        m.graph.add("IsInf", m.graph.add("Div", m.const(1), m.graph.add("Sub", m.filled, m.scalar(0.25))))
    )
    made["Clip"] = lambda m: m.graph.add("Clip", m.filled, m.scalar(-0.5), m.scalar(1))
    made["Where"] = lambda m: m.graph.add(
        "Where", m.graph.constant(np.array([True, False] * 3)), m.filled, m.const(1, WIDTH)
    )
    made["Concat"] = lambda m: m.graph.concat(
        [m.filled, m.graph.reduce("ReduceSumSquare", m.filled, 1, True), m.filled]
    )
    made["Gather columns"] = lambda m: m.graph.add("Gather", m.filled, m.index(4, 0, 4), axis=1)
    made["Gemm"] = lambda m: m.graph.add("Gemm", m.filled, m.const(WIDTH, 4), m.const(4))
    made["MatMul"] = lambda m: m.graph.add("MatMul", m.filled, m.const(WIDTH, 5))
    made["MatMul in a cube"] = lambda m: m.flat(m.graph.add("MatMul", m.cube, m.const(3, 2, 4)), 4)
    made["Softmax"] = lambda m: m.graph.add("Softmax", m.filled, axis=-1)
    made["ReduceMean"] = lambda m: m.graph.reduce("ReduceMean", m.cube, 0, False)
    made["LabelEncoder"] = lambda m: m.graph.add("Gather", m.const(5, 3), m.code(1), axis=0)
    made["Min of codes"] = lambda m: m.graph.add(
        "Gather", m.const(3, 2), m.graph.add("Min", m.code(0), m.index(2)), axis=0
    )
    for mode in ("BRANCH_LEQ", "BRANCH_LT"):
        for outputs in (1, 3):
            made[f"trees {mode} {outputs}"] = given(
                lambda m, mode, outputs: m.graph.double(
                    m.graph.add("TreeEnsembleRegressor", m.numbers, domain=ML, **trees(m.rng, mode, outputs))
                ),
                mode,
                outputs,
            )
    return made


def inputs(rng: np.random.Generator, rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Numbers on and between thresholds, some missing and one very large; strings, some unknown."""
    numbers = (rng.integers(-8, 9, (rows, WIDTH)) / 4).astype(np.float32)
    numbers[rng.random(numbers.shape) < 0.2] = np.nan
    numbers[0, 0] = np.float32(3.0e38)
    return numbers, rng.choice([*KEYS, "Oslo"], (rows, 2)).astype(object)


def as_json(values: np.ndarray) -> list[float | str]:
    """Numbers in JSON; non-finite ones as strings."""
    return [
        value if np.isfinite(value) else str(value) for value in values.astype(np.float64).ravel().tolist()
    ]


def case(name: str, build: Callable[[CaseGraph], str]) -> str:
    """One line of the corpus."""
    is_offset = name in OFFSET
    made = CaseGraph(TensorProto.DOUBLE if is_offset else TensorProto.FLOAT)
    made.graph.output("output", build(made), TensorProto.DOUBLE, 0)
    model = made.graph.serialize()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model, options)
    runs = []
    for rows in ROWS:
        numbers, texts = inputs(made.rng, rows)
        if is_offset:
            numbers = numbers.astype(np.float64) + CENTER
        feed = {each.name: {"numbers": numbers, "texts": texts}[each.name] for each in session.get_inputs()}
        (output,) = session.run(None, feed)
        given = {"numbers": as_json(numbers), "texts": texts.ravel().tolist()}
        runs.append({"rows": rows, **given, "output": as_json(output)})
    return json.dumps({"name": name, "model": base64.b64encode(model).decode(), "runs": runs})


def main() -> None:
    """Writes the corpus."""
    CORPUS.write_text("".join(f"{case(name, build)}\n" for name, build in cases().items()))


if __name__ == "__main__":
    main()
