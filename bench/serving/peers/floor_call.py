"""What one bare call of onnxruntime costs: microseconds of CPU for 1 and for 100 rows, as JSON."""

import json
import os
import time
from pathlib import Path

import numpy as np
import onnxruntime

CALLS = {1: 5_000, 100: 500}
folder = Path(os.environ["BENCH_FOLDER"])
fields = json.loads((folder / "schema.json").read_text())["fields"]
rows = json.loads((folder / "rows.json").read_text())["rows"]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(folder / "model.onnx", options, providers=["CPUExecutionProvider"])
took = {}
for count, calls in CALLS.items():
    kinds = {"numbers": ("number", np.float32), "texts": ("category", object)}
    feed = {
        name: np.array(
            [[row[each["name"]] for each in fields if each["kind"] == kind] for row in rows[:count]], dtype
        )
        for name, (kind, dtype) in kinds.items()
    }
    session.run(None, feed)
    begun = time.process_time()
    for _ in range(calls):
        session.run(None, feed)
    took[count] = (time.process_time() - begun) / calls * 1e6
print(json.dumps(took))
