"""Puts the benchmark's trees into signed bundles, and beside them the bare graph for the floors."""

import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from onnx import TensorProto
from rowcast_automl.bundle.archive import write_bundle
from rowcast_automl.bundle.keys import signing_key
from rowcast_automl.estimators.trees.flat_trees import FlatTrees, from_xgboost
from rowcast_automl.export.graph_builder import ML, Graph
from rowcast_automl.features.rows.row_reader import RowReader
from rowcast_automl.features.schema import InputField, ServingSchema

GOLDEN = 20


def graph_of(encoding: dict, trees: FlatTrees) -> bytes:
    """Imputer, one-hot encoder and trees as one graph: unseen values are all zero, none is missing."""
    graph = Graph()
    numbers = graph.input("numbers", TensorProto.FLOAT, len(encoding["numbers"]))
    texts = graph.input("texts", TensorProto.STRING, len(encoding["texts"]))
    fill = graph.constant(np.array(encoding["fill"], np.float32))
    parts = [graph.add("Where", graph.add("IsNaN", numbers), fill, numbers)]
    for slot, values in enumerate(encoding["texts"].values()):
        column = graph.add("Gather", texts, graph.constant(np.int64(slot)), axis=1)
        keys, codes = np.array(values, object), np.arange(1, len(values) + 1)
        known = {"keys_strings": keys, "values_int64s": codes, "default_int64": 0}
        code = graph.add("LabelEncoder", column, domain=ML, **known)
        table = np.eye(len(values) + 1, dtype=np.float32)[:, 1:]
        parts.append(graph.add("Gather", graph.constant(table), code, axis=0))
    margin = graph.add(
        "TreeEnsembleRegressor",
        graph.concat(parts),
        domain=ML,
        n_targets=1,
        nodes_treeids=trees.tree,
        nodes_nodeids=trees.node,
        nodes_featureids=trees.feature,
        nodes_values=trees.threshold.astype(np.float32),
        nodes_modes=np.where(trees.leaf, "LEAF", "BRANCH_LT").astype(object),
        nodes_truenodeids=trees.left,
        nodes_falsenodeids=trees.right,
        target_treeids=trees.leaf_tree,
        target_nodeids=trees.leaf_node,
        target_ids=trees.leaf_output,
        target_weights=trees.leaf_value.astype(np.float32),
    )
    second = graph.add("Sigmoid", graph.double(margin))
    first = graph.add("Sub", graph.constant(np.float64(1)), second)
    graph.output("answer", graph.add("Concat", first, second, axis=1), TensorProto.DOUBLE, 2)
    return graph.serialize()


def schema_of(encoding: dict) -> ServingSchema:
    """Six numbers and eight categories."""
    numbers = [
        InputField(name, "number", slot, minimum=low, maximum=high)
        for slot, (name, (low, high)) in enumerate(encoding["numbers"].items())
    ]
    texts = [
        InputField(name, "category", slot, categories=tuple(values))
        for slot, (name, values) in enumerate(encoding["texts"].items())
    ]
    return ServingSchema("binary", "target", ("0", "1"), "integer", (*numbers, *texts))


def main(folder: Path, seed: str, count: int) -> None:
    """Write identical bundles with different hashes into an object store and print the hashes."""
    encoding = json.loads((folder / "encoding.json").read_text())
    asked = json.loads((folder / "rows.json").read_text())
    schema = schema_of(encoding)
    graph = graph_of(encoding, from_xgboost((folder / "trees.json").read_bytes(), 1))
    session = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"])
    found = session.run(None, RowReader(schema).read(asked["rows"]).tensors.feed())[0]
    difference = np.abs(found[:, 1] - np.array(asked["answers"])).max()
    if difference > 1e-5:
        raise SystemExit(f"The graph differs from the pipeline by {difference:.2g}.")
    golden = {"rows": asked["rows"][:GOLDEN], "answers": found[:GOLDEN].tolist(), "tolerance": 1e-5}
    files = {
        "model.onnx": graph,
        "schema.json": json.dumps(schema.as_json()).encode(),
        "golden.json": json.dumps(golden).encode(),
    }
    (folder / "model.onnx").write_bytes(graph)
    (folder / "schema.json").write_bytes(files["schema.json"])
    bundles = folder / "objects" / "bundles"
    bundles.mkdir(parents=True)
    for number in range(count):
        own = files | {"report.json": b'{"number": %d}' % number}
        name = write_bundle(folder / "next", own, signing_key(seed))
        (folder / "next").rename(bundles / f"{name}.rowcast")
        print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
