"""A verified bundle loaded for predictions."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from rowcast_automl.bundle.archive import read_bundle
from rowcast_automl.bundle.manifest import BundleError
from rowcast_automl.explain.prediction_facts import PredictionFacts
from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.rows.row_reader import PackedRows
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.features.tensors import (
    FOREIGN_ROWS,
    Array,
    Tensors,
    run_in_parts,
    run_of,
    run_within,
)
from rowcast_automl.metrics.scores import decide
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.http.error_responses import row_invalid_error
from rowcast_automl.serve.options.prediction_options import CheckedOptions
from rowcast_automl.serve.options.value_policy import DEFAULT, Policy
from rowcast_automl.serve.pool.uploaded_memory import limit_memory_of_runs
from rowcast_automl.serve.requests.request_reader import RequestReader
from rowcast_automl.serve.responses.optional_fields import fields_for_options, optional_fields
from rowcast_automl.serve.responses.probability_json import PlainResponseWriter, round_to_float32
from rowcast_automl.serve.responses.response_formats import Format, encode_response

# Measured: 5 to 6 for trees, 2 to 3 for networks, and a minimum per model.
BYTES_PER_MODEL_BYTE, MIN_MODEL_BYTES = 6, 2 << 20
# Parsed JSON needs more memory than its text.
BYTES_PER_JSON_BYTE = 3
EMPTY_FACTS = json.dumps(PredictionFacts().as_json()).encode()
# The run time of an uploaded graph may depend on its input.
UPLOADED_TIMEOUT_SECONDS = 10.0
# The first runs of a graph are slower than later ones.
N_TIMED_RUNS = 5


@dataclass(frozen=True, slots=True)
class PredictionResult:
    """Predictions in the form of the contract, and warnings about fields."""

    predictions: list[dict[str, Any]]
    warnings: list[Note]


class LoadedModel:
    """A model that predicts rows. Thread-safe.

    Parameters
    ----------
    source : Path or bytes
        The `.rowcast` file.
    key : Ed25519PublicKey
        Key that must have signed it.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID if the bundle is damaged or signed by another key, GOLDEN_ROWS_FAILED if its
        predictions differ from those at publication.
    """

    def __init__(self, source: Path | bytes, key: Ed25519PublicKey) -> None:
        self.hash, files = open_bundle(source, key)
        self.schema = ServingSchema.from_json(json.loads(files["schema.json"]))
        self.report: dict[str, Any] = json.loads(files["report.json"])
        self.facts = answer_facts(files)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        self.is_uploaded = is_uploaded_graph(self.report)
        if self.is_uploaded:
            limit_memory_of_runs(options)
        session = onnxruntime.InferenceSession(
            files["model.onnx"], options, providers=["CPUExecutionProvider"]
        )
        self._run = run_within(session, UPLOADED_TIMEOUT_SECONDS) if self.is_uploaded else run_of(session)
        self.reader = RequestReader(self.schema)
        at_once = self.schema.rows_at_once
        self._rows_per_run = min(at_once, FOREIGN_ROWS) if self.is_uploaded else at_once
        self._values = [self.schema.label_value(index) for index in range(len(self.schema.labels))]
        self._plain_writer = PlainResponseWriter(self.schema, self._values)
        self.graph_bytes = graph = len(files["model.onnx"])
        other_bytes = sum(map(len, files.values())) - graph
        self.memory_bytes = MIN_MODEL_BYTES + BYTES_PER_MODEL_BYTE * graph + BYTES_PER_JSON_BYTE * other_bytes
        self.golden_rows = self._check_golden(json.loads(files["golden.json"]))

    def pack(
        self, rows: Sequence[Mapping[str, Any]], from_text: bool = False, policy: Policy = DEFAULT
    ) -> PackedRows:
        """Convert rows to tensors.

        Raises
        ------
        RowcastError
            ROW_INVALID with all invalid fields of all rows (rows count from 0).
        """
        packed = self.reader.read(rows, from_text, policy)
        if packed.problems:
            problems = [each.problem() for each in packed.problems]
            raise row_invalid_error(packed.problems[0].row, problems)
        return packed

    def run(self, tensors: Tensors) -> Array:
        """Return the probabilities of shape (n_rows, n_classes), or values of shape (n_rows, 1)."""
        return run_in_parts(self._run, tensors, self._rows_per_run)

    def answer(self, tensors: Tensors) -> Array:
        """Return the probabilities of shape (n_rows, n_classes), or values of shape (n_rows,)."""
        answers = self.run(tensors)
        return answers[:, 0] if self.schema.task == "regression" else answers

    @cached_property
    def background(self) -> Tensors:
        """The background rows of the bundle."""
        return self.reader.read(self.facts.background).tensors

    def predict(
        self,
        rows: Sequence[Mapping[str, Any]],
        from_text: bool = False,
        options: Any = None,
        policy: Policy = DEFAULT,
    ) -> PredictionResult:
        """Predict rows.

        Parameters
        ----------
        options : parsed JSON or None
            PredictionOptions of the contract.

        Raises
        ------
        RowcastError
            ROW_INVALID or OPTIONS_INVALID.
        """
        packed = self.pack(rows, from_text, policy)
        answers = self.run(packed.tensors)
        return PredictionResult(self.present_with_options(packed.tensors, answers, options), packed.warnings)

    def present_with_options(self, tensors: Tensors, answers: Array, options: Any) -> list[dict[str, Any]]:
        """Return the result of `present` with the additional fields that the options request.

        Raises
        ------
        RowcastError
            OPTIONS_INVALID.
        """
        if options is None:
            return self.present(answers)
        extras = optional_fields(self, tensors, answers, options)
        return [each | extra for each, extra in zip(self.present(answers), extras, strict=True)]

    def encode(
        self,
        answers: Array,
        warnings: list[Note],
        form: Format,
        asked: CheckedOptions | None = None,
        separator: str = ",",
    ) -> bytes:
        """Encode a response, with the additional fields of options that need no graph."""
        if form == "json" and asked is None:
            chosen = None if self.schema.task == "regression" else self.decide(answers)
            return self._plain_writer.json(answers, chosen, warnings)
        return encode_response(self.present_with_checked(answers, asked), warnings, form, separator)

    def present_with_checked(self, answers: Array, asked: CheckedOptions | None) -> list[dict[str, Any]]:
        """Return the result of `present` with the additional fields of validated options."""
        if asked is None:
            return self.present(answers)
        extras = fields_for_options(self, None, answers, asked)
        return [each | extra for each, extra in zip(self.present(answers), extras, strict=True)]

    def present(self, answers: Array) -> list[dict[str, Any]]:
        """Convert predictions to the contract."""
        if self.schema.task == "regression":
            return [{"prediction": value} for value in answers[:, 0].tolist()]
        values, labels = self._values, self.schema.labels
        return [
            {"prediction": values[best], "probabilities": dict(zip(labels, shares, strict=True))}
            for best, shares in zip(self.decide(answers).tolist(), round_to_float32(answers), strict=True)
        ]

    def decide(self, answers: Array) -> Array:
        """Return the indices of the predicted classes, by the threshold of the model if it has one."""
        return decide(answers, self.facts.threshold)

    def estimated_seconds(self, rows: int) -> float:
        """Estimated processor time of a run, measured when the model was loaded."""
        return self._first_row_seconds + (rows - 1) * self._further_row_seconds

    def _time_runs(self, tensors: Tensors) -> None:
        one = self._time_run(tensors.take(slice(1)))
        self._first_row_seconds = one
        self._further_row_seconds = (self._time_run(tensors) - one) / max(1, len(tensors) - 1)

    def _time_run(self, tensors: Tensors) -> float:
        seconds = []
        for _ in range(N_TIMED_RUNS):
            started = time.thread_time()
            self.run(tensors)
            seconds.append(time.thread_time() - started)
        return min(seconds)

    def _check_golden(self, golden: dict[str, Any]) -> int:
        rows: list[dict[str, Any]] = golden["rows"]
        expected = golden_predictions(golden)
        try:
            tensors = self.pack(rows).tensors
        except RowcastError as error:
            raise RowcastError("GOLDEN_ROWS_FAILED") from error
        self.golden = tensors
        found = self.run(tensors)
        self._time_runs(tensors)
        if not np.allclose(found, expected, rtol=0, atol=golden["tolerance"]):
            raise RowcastError("GOLDEN_ROWS_FAILED")
        return len(rows)


def open_bundle(source: Path | bytes, key: Ed25519PublicKey) -> tuple[str, dict[str, bytes]]:
    """Read and verify a bundle; return its hash and files.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID if it is damaged or signed by another key.
    """
    try:
        return read_bundle(source, key)
    except BundleError as error:
        raise RowcastError("BUNDLE_INVALID", f"The model bundle cannot be used: {error}.") from error


def answer_facts(files: Mapping[str, bytes]) -> PredictionFacts:
    """Return the prediction facts of a bundle; older bundles have none."""
    return PredictionFacts.from_json(json.loads(files.get("answers.json", EMPTY_FACTS)))


def is_uploaded_graph(report: Mapping[str, Any]) -> bool:
    """Whether the model is an uploaded ONNX graph."""
    return any(each.get("estimator") == "onnx" for each in report.get("leaderboard", []))


def golden_predictions(golden: Mapping[str, Any]) -> Array:
    """Predictions of the golden rows, of shape (n_rows, n_classes) or (n_rows, 1)."""
    return np.array(golden["answers"], dtype=np.float64).reshape(len(golden["rows"]), -1)
