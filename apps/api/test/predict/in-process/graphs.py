"""Graphs of each kind of step that the engine writes, with what onnxruntime answers: one JSON line each."""

import base64
import json

import numpy as np
import onnxruntime
from onnx import TensorProto
from rowcast_automl.export.graph_builder import ML, Graph

WIDTH = 6
ROWS = (1, 7, 2)
KEYS = np.array(["", "Graz", "Rome", "Wien"], object)


def trees(rng: np.random.Generator, mode: str, outputs: int) -> dict:
    """Trees of all shapes, cut at values that are asked for; what is missing goes left here and right there."""
    nodes: dict[str, list] = {
        name: [] for name in ("tree", "node", "feature", "value", "mode", "yes", "no", "missing")
    }
    leaves: dict[str, list] = {name: [] for name in ("tree", "node", "output", "weight")}
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


class Maker:
    """One graph under way."""

    def __init__(self) -> None:
        self.graph = Graph()
        self.numbers = self.graph.input("numbers", TensorProto.FLOAT, WIDTH)
        self.texts = self.graph.input("texts", TensorProto.STRING, 2)
        self.rng = np.random.default_rng(5)

    def const(self, *shape: int) -> str:
        """Random constants, none of them 0."""
        return self.graph.constant(self.rng.uniform(0.5, 2, shape))

    def scalar(self, value: float) -> str:
        """A number."""
        return self.graph.constant(np.float64(value))

    def index(self, *values: int) -> str:
        """Positions."""
        return self.graph.constant(np.array(values, np.int64))

    @property
    def filled(self) -> str:
        """The numbers, none missing."""
        missing = self.graph.add("IsNaN", self.numbers)
        return self.graph.add("Where", missing, self.scalar(0.25), self.graph.double(self.numbers))

    @property
    def cube(self) -> str:
        """Three dimensions, as networks have them: (3, rows, 2)."""
        spread = self.graph.add("Reshape", self.filled, self.index(-1, 3, 2))
        return self.graph.add("Transpose", spread, perm=np.array([1, 0, 2]))

    def flat(self, cube: str, width: int) -> str:
        """(rows, width) again, of a sum over the first dimension."""
        return self.graph.add(
            "Reshape", self.graph.reduce("ReduceSum", cube, 0, False), self.index(-1, width)
        )

    def code(self, column: int) -> str:
        """Codes of a column of texts."""
        chosen = self.graph.add("Gather", self.texts, self.graph.constant(np.int64(column)), axis=1)
        known = {"keys_strings": KEYS, "values_int64s": np.array([1, 2, 3, 4]), "default_int64": 0}
        return self.graph.add("LabelEncoder", chosen, domain=ML, **known)


def cases() -> dict:
    """By name, what makes a graph's answer."""
    made = {}
    for name in ("Abs", "Exp", "Sign", "Sin", "Sigmoid"):
        made[name] = lambda m, name=name: m.graph.add(name, m.filled)
    for name in ("Log", "Sqrt"):
        made[name] = lambda m, name=name: m.graph.add(name, m.graph.add("Abs", m.filled))
    for name in ("Add", "Sub", "Mul", "Div", "Max", "Min"):
        made[name] = lambda m, name=name: m.graph.add(name, m.filled, m.filled)
        made[f"{name} a number"] = lambda m, name=name: m.graph.add(name, m.scalar(1.5), m.filled)
        made[f"{name} a row"] = lambda m, name=name: m.graph.add(name, m.filled, m.const(1, WIDTH))
        made[f"{name} a column"] = lambda m, name=name: m.graph.add(
            name, m.filled, m.graph.reduce("ReduceMin", m.filled, 1, True)
        )
        made[f"{name} in a cube"] = lambda m, name=name: m.flat(
            m.graph.add(name, m.cube, m.const(3, 1, 2)), 2
        )
    made["single precision"] = lambda m: m.graph.double(
        m.graph.add("Div", m.numbers, m.graph.constant(np.float32([3.1])))
    )
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
            made[f"trees {mode} {outputs}"] = lambda m, mode=mode, outputs=outputs: m.graph.double(
                m.graph.add("TreeEnsembleRegressor", m.numbers, domain=ML, **trees(m.rng, mode, outputs))
            )
    return made


def asked(rng: np.random.Generator, rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Numbers at the very cuts and between them, a few missing, one beyond all; texts that may be unknown."""
    numbers = (rng.integers(-8, 9, (rows, WIDTH)) / 4).astype(np.float32)
    numbers[rng.random(numbers.shape) < 0.2] = np.nan
    numbers[0, 0] = np.float32(3.0e38)
    return numbers, rng.choice([*KEYS, "Oslo"], (rows, 2)).astype(object)


def told(values: np.ndarray) -> list[float | str]:
    """In JSON, which knows no infinity."""
    return [
        value if np.isfinite(value) else str(value) for value in values.astype(np.float64).ravel().tolist()
    ]


for name, make in cases().items():
    maker = Maker()
    answer = make(maker)
    maker.graph.output("answer", answer, TensorProto.DOUBLE, 0)
    model = maker.graph.serialize()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model, options)
    runs = []
    for rows in ROWS:
        numbers, texts = asked(maker.rng, rows)
        feed = {each.name: {"numbers": numbers, "texts": texts}[each.name] for each in session.get_inputs()}
        found = session.run(None, feed)[0]
        given = {"numbers": told(numbers), "texts": texts.ravel().tolist(), "answer": told(found)}
        runs.append({"rows": rows, **given})
    print(json.dumps({"name": name, "model": base64.b64encode(model).decode(), "runs": runs}))
