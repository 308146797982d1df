"""The graphs that packages/onnx-trees is tested with give the recorded outputs in onnxruntime."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest

CORPUS = Path(__file__).resolve().parents[4] / "packages/onnx-trees/corpus/cases.jsonl"
CASES = [json.loads(line) for line in CORPUS.read_text().splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_onnxruntime_gives_the_recorded_output(case: dict[str, Any]) -> None:
    session = onnxruntime.InferenceSession(base64.b64decode(case["model"]))
    names = {each.name: each.type for each in session.get_inputs()}
    element = np.float64 if names.get("numbers") == "tensor(double)" else np.float32
    for run in case["runs"]:
        inputs = {
            "numbers": np.array(run["numbers"], element).reshape(run["rows"], -1),
            "texts": np.array(run["texts"], object).reshape(run["rows"], -1),
        }
        (output,) = session.run(None, {name: inputs[name] for name in names})
        expected = np.array(run["output"], np.float64)
        if case["name"].startswith("trees"):
            np.testing.assert_array_equal(output.ravel(), expected)
        else:
            np.testing.assert_allclose(output.ravel(), expected, rtol=1e-11, atol=1e-11)
