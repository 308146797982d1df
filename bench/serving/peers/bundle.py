"""Puts the benchmark's trees into a signed bundle, and beside it the bare graph for the floors."""

import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from rowcast_automl.bundle.archive import write_bundle
from rowcast_automl.bundle.keys import signing_key
from rowcast_automl.ensemble.blend import BaggedModel, Blend
from rowcast_automl.estimators.trees import from_xgboost
from rowcast_automl.export.blend import export_blend
from rowcast_automl.features.encoding import FIRST, Dictionary, Encoder, Scaling
from rowcast_automl.features.rows import RowReader
from rowcast_automl.features.schema import InputField, ServingSchema

GOLDEN = 20


def encoder_of(encoding: dict) -> Encoder:
    """The peers' imputer and one-hot encoder in Rowcast's form: an unseen value is all zero."""
    fill = np.array(encoding["fill"], np.float32)
    dictionaries = tuple(Dictionary(tuple(values), False) for values in encoding["texts"].values())
    tables = tuple(np.eye(each.size, dtype=np.float32)[:, FIRST:] for each in dictionaries)
    none = np.zeros(0)
    return Encoder(dictionaries, fill, fill, tables, (), Scaling(none, none, none, none, none))


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


def main(folder: Path, seed: str) -> None:
    """Prints the bundle's hash."""
    encoding = json.loads((folder / "encoding.json").read_text())
    asked = json.loads((folder / "rows.json").read_text())
    schema, encoder = schema_of(encoding), encoder_of(encoding)
    trees = BaggedModel(
        "trees", "boost", "margin", (0,), (from_xgboost((folder / "trees.json").read_bytes(), 1),)
    )
    blend = Blend("binary", 2, (trees,), (1.0,), 0.0, 1.0)
    graph = export_blend(blend, encoder, schema.number_width, schema.text_width, {0: ()})
    session = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"])
    found = session.run(None, RowReader(schema).read(asked["rows"]).tensors.feed())[0]
    difference = np.abs(found[:, 1] - np.array(asked["answers"])).max()
    if difference > 1e-5:
        raise SystemExit(f"The graph differs from the pipeline by {difference:.2g}.")
    golden = {"rows": asked["rows"][:GOLDEN], "answers": found[:GOLDEN].tolist(), "tolerance": 1e-5}
    files = {
        "model.onnx": graph,
        "schema.json": json.dumps(schema.as_json()).encode(),
        "report.json": b"{}",
        "golden.json": json.dumps(golden).encode(),
    }
    (folder / "model.onnx").write_bytes(graph)
    (folder / "schema.json").write_bytes(files["schema.json"])
    print(write_bundle(folder / "bundle.rowcast", files, signing_key(seed)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
