"""One bare process over the same graph: FastAPI raw, orjson, onnxruntime; no key, limit, log or proxy."""

import json
import os
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import orjson
import uvicorn
from fastapi import FastAPI, Request, Response

folder = Path(os.environ["BENCH_FOLDER"])
fields = json.loads((folder / "schema.json").read_text())["fields"]
NUMBERS = [each["name"] for each in fields if each["kind"] == "number"]
TEXTS = [each["name"] for each in fields if each["kind"] == "category"]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(folder / "model.onnx", options, providers=["CPUExecutionProvider"])
app = FastAPI()


@app.post("/predict")
async def predict(request: Request) -> Response:
    """Answers rows."""
    rows = orjson.loads(await request.body())["instances"]
    numbers = np.array([[row[name] for name in NUMBERS] for row in rows], dtype=np.float32)
    texts = np.array([[row[name] for name in TEXTS] for row in rows], dtype=object)
    shares = session.run(None, {"numbers": numbers, "texts": texts})[0][:, 1]
    return Response(orjson.dumps({"predictions": shares.tolist()}), media_type="application/json")


if __name__ == "__main__":
    fast = {"loop": "uvloop", "http": "httptools", "access_log": False}
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", **fast)
