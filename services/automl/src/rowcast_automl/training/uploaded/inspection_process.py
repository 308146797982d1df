"""The sandboxed process that inspects an uploaded graph. `sandbox` starts it with `python -I -m`.

It reads requests from standard input and writes each response to standard output, one JSON object per line.
It has no secrets, limited memory and limited time, and writes only to its own folder.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import orjson

from rowcast_automl.features.tensors import FOREIGN_ROWS, Array, Tensors
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.training.uploaded.adapter import adapted
from rowcast_automl.training.uploaded.errors import at_operator, refused
from rowcast_automl.training.uploaded.graph_check import checked_model
from rowcast_automl.training.uploaded.run_measurement import measure_runs
from rowcast_automl.training.uploaded.signature import signature_of
from rowcast_automl.training.uploaded.wiring import Answer, Wire

MODEL, NUMBERS, TEXTS, GRAPH, ANSWERS = "model.onnx", "numbers.npy", "texts.json", "graph.onnx", "answers.npy"
# What each kind of input is tried with, and what is noted where the graph cannot deal with it.
TRIED: dict[str, tuple[tuple[str, Any], ...]] = {
    "text": (("refusesMissing", ""), ("refusesUnseen", "\u0000 never seen")),
    "number": (("fill", np.nan),),
}


# Every number of a batch, for tensors whose size depends on the cells.
SAME_CELLS = (0.0, 1.0, -1.0)


class GraphInspector:
    """Inspects one graph."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._model = checked_model((folder / MODEL).read_bytes())
        self._session = open_session(self._model.SerializeToString())

    def inspect(self, _request: dict[str, Any]) -> dict[str, Any]:
        """Return the signature."""
        return {"signature": signature_of(self._model).model_dump()}

    def probe(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the inputs that cannot handle a missing number, a missing text, or an unknown text."""
        wires, answer = parts(request)
        rows = self._rows()
        found: dict[str, list[str]] = {"fill": [], "refusesMissing": [], "refusesUnseen": []}
        for wire in wires:
            for name, value in TRIED.get(wire.input.kind, ()):
                changed = Tensors(rows.numbers.copy(), rows.texts.copy())
                cells = changed.texts if wire.input.kind == "text" else changed.numbers
                cells[:, wire.slots] = value
                if not self._is_finite(wires, answer, changed):
                    found[name].append(wire.input.name)
        return found

    def measure(self, request: dict[str, Any]) -> dict[str, Any]:
        """Measure batches of the table's rows and of equal cells, and reject a graph that costs too much."""
        wires, answer = parts(request)
        table = self._rows()
        batch = table.take(np.resize(np.arange(len(table)), FOREIGN_ROWS))
        same = [Tensors(np.full_like(batch.numbers, value), batch.texts) for value in SAME_CELLS]
        cost = measure_runs([partial(self._ask, wires, answer, rows) for rows in (batch, *same)])
        return {"peakBytes": cost.peak_bytes, "seconds": cost.seconds}

    def adapt(self, request: dict[str, Any]) -> dict[str, Any]:
        """Write the adapted graph and the predictions of the original graph."""
        wires, answer = parts(request)
        rows = self._rows()
        predictions = self._ask(wires, answer, rows)
        widths = rows.numbers.shape[1], rows.texts.shape[1]
        is_float64 = rows.numbers.dtype == np.float64
        graph = adapted(self._model, wires, answer, *widths, int(request["classes"]), is_float64)
        (self._folder / GRAPH).write_bytes(graph)
        np.save(self._folder / ANSWERS, predictions, allow_pickle=False)
        label = request.get("label")
        return {"labels": self._labels(wires, rows, label) if label else None}

    def _rows(self) -> Tensors:
        numbers = np.load(self._folder / NUMBERS, allow_pickle=False)
        texts = orjson.loads((self._folder / TEXTS).read_bytes())
        cells = np.array(texts, dtype=object).reshape(len(numbers), -1)
        return Tensors(numbers, cells)

    def _ask(self, wires: list[Wire], answer: Answer, rows: Tensors) -> Array:
        return answer.read(self._run(wires, rows, answer.output.name))

    def _labels(self, wires: list[Wire], rows: Tensors, label: str) -> list[str]:
        return [str(each) for each in self._run(wires, rows, label).reshape(-1).tolist()]

    def _run(self, wires: list[Wire], rows: Tensors, output: str) -> Array:
        """Return an output for all rows, computed in batches of the size that the model server uses."""
        parts = []
        for at in range(0, max(1, len(rows)), FOREIGN_ROWS):
            some = rows.take(slice(at, at + FOREIGN_ROWS))
            parts.append(self._session.run([output], {each.input.name: each.feed(some) for each in wires})[0])
        found: Array = np.concatenate(parts)
        return found

    def _is_finite(self, wires: list[Wire], answer: Answer, rows: Tensors) -> bool:
        try:
            return bool(np.isfinite(self._ask(wires, answer, rows)).all())
        except Exception:
            return False


def parts(request: dict[str, Any]) -> tuple[list[Wire], Answer]:
    """Return the wires and the answer of a request."""
    return [Wire.model_validate(each) for each in request["wires"]], Answer.model_validate(request["answer"])


def open_session(content: bytes) -> Any:
    """Open the graph in the runtime. A map of classes is replaced by its probabilities.

    Raises
    ------
    RowcastError
        ONNX_INVALID.
    """
    import onnx

    model = onnx.load_model_from_string(content)
    maps = [node for node in model.graph.node if node.op_type == "ZipMap"]
    for node in maps:
        model.graph.node.remove(node)
        kept = [each for each in model.graph.output if each.name not in node.output]
        del model.graph.output[:]
        model.graph.output.extend(kept)
        shape = ["rows", None]
        model.graph.output.append(onnx.helper.make_tensor_value_info(node.input[0], 1, shape))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:
        message = (
            f"The ONNX runtime cannot load the model{at_operator(error)}. onnxruntime.InferenceSession says "
            "why. Export it with another opset, or with 32-bit numbers."
        )
        raise refused("ONNX_INVALID", message) from error


def main() -> int:
    """Handle requests until there are no more."""
    looker: GraphInspector | None = None
    for line in sys.stdin.buffer:
        request = orjson.loads(line)
        try:
            looker = looker or GraphInspector(Path(request["folder"]))
            questions = {
                "inspect": looker.inspect,
                "probe": looker.probe,
                "measure": looker.measure,
                "adapt": looker.adapt,
            }
            answer = questions[request["do"]](request)
        except RowcastError as error:
            answer = {"error": {"code": error.code, "message": error.message}}
        except MemoryError:
            answer = {"error": {"code": "ONNX_TOO_HEAVY", "message": None}}
        except Exception as error:
            message = (
                f"The model fails on rows of the table{at_operator(error)}. Its inputs have to take any "
                "number of rows, each cell as its column has it. onnxruntime says more of a few rows sent "
                "to it."
            )
            answer = {"error": {"code": "ONNX_INPUTS_MISMATCH", "message": message}}
        sys.stdout.buffer.write(orjson.dumps(answer, option=orjson.OPT_APPEND_NEWLINE))
        sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
