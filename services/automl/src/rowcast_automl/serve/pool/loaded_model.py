"""A verified bundle, loaded and ready to answer."""

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
from rowcast_automl.serve.http.error_responses import row_invalid
from rowcast_automl.serve.options.prediction_options import Asked
from rowcast_automl.serve.options.value_policy import DEFAULT, Policy
from rowcast_automl.serve.requests.request_reader import RequestReader
from rowcast_automl.serve.responses.optional_fields import answer_asked, answer_options
from rowcast_automl.serve.responses.probability_json import PlainAnswers, short
from rowcast_automl.serve.responses.response_formats import Format, answer_bytes

# As measured: 5 to 6 for trees, 2 to 3 for networks, and what is kept for even the least of models.
BYTES_PER_MODEL_BYTE, LEAST_BYTES = 6, 2 << 20
# What is parsed of JSON takes more as objects than as text.
BYTES_PER_JSON_BYTE = 3
NO_ANSWERS = json.dumps(PredictionFacts().as_json()).encode()
# Of a graph that was made elsewhere, whose time depends on what it is asked.
LONGEST_FOREIGN_RUN = 10.0
# The first runs of a graph are slower than all that come after.
TIMED_RUNS = 5


@dataclass(frozen=True, slots=True)
class Answer:
    """Predictions in the contract's form, and warnings about single fields."""

    predictions: list[dict[str, Any]]
    warnings: list[Note]


class LoadedModel:
    """Answers rows; safe to share between threads.

    Parameters
    ----------
    source : Path or bytes
        The `.rowcast` file.
    key : Ed25519PublicKey
        Key that must have signed it.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID when it is damaged or foreign, GOLDEN_ROWS_FAILED when it answers otherwise than it
        did when it was published.
    """

    def __init__(self, source: Path | bytes, key: Ed25519PublicKey) -> None:
        self.hash, files = opened(source, key)
        self.schema = ServingSchema.from_json(json.loads(files["schema.json"]))
        self.report: dict[str, Any] = json.loads(files["report.json"])
        self.facts = answer_facts(files)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(
            files["model.onnx"], options, providers=["CPUExecutionProvider"]
        )
        self.is_foreign = is_foreign(self.report)
        self._run = run_within(session, LONGEST_FOREIGN_RUN) if self.is_foreign else run_of(session)
        self.reader = RequestReader(self.schema)
        at_once = self.schema.rows_at_once
        self._rows_at_once = min(at_once, FOREIGN_ROWS) if self.is_foreign else at_once
        self._values = [self.schema.label_value(index) for index in range(len(self.schema.labels))]
        self._plain = PlainAnswers(self.schema, self._values)
        self.graph_bytes = graph = len(files["model.onnx"])
        told = sum(map(len, files.values())) - graph
        self.memory_bytes = LEAST_BYTES + BYTES_PER_MODEL_BYTE * graph + BYTES_PER_JSON_BYTE * told
        self.golden_rows = self._check_golden(json.loads(files["golden.json"]))

    def pack(
        self, rows: Sequence[Mapping[str, Any]], from_text: bool = False, policy: Policy = DEFAULT
    ) -> PackedRows:
        """Reads rows into tensors.

        Raises
        ------
        RowcastError
            ROW_INVALID with every bad field of every row (rows count from 0).
        """
        packed = self.reader.read(rows, from_text, policy)
        if packed.problems:
            problems = [each.problem() for each in packed.problems]
            raise row_invalid(packed.problems[0].row, problems)
        return packed

    def run(self, tensors: Tensors) -> Array:
        """Probabilities (rows, classes), or values (rows, 1)."""
        return run_in_parts(self._run, tensors, self._rows_at_once)

    def answer(self, tensors: Tensors) -> Array:
        """Probabilities (rows, classes), or values (rows,)."""
        answers = self.run(tensors)
        return answers[:, 0] if self.schema.task == "regression" else answers

    @cached_property
    def background(self) -> Tensors:
        """The bundle's background rows."""
        return self.reader.read(self.facts.background).tensors

    def predict(
        self,
        rows: Sequence[Mapping[str, Any]],
        from_text: bool = False,
        options: Any = None,
        policy: Policy = DEFAULT,
    ) -> Answer:
        """Answers rows.

        Parameters
        ----------
        options : parsed JSON or None
            The contract's PredictionOptions.

        Raises
        ------
        RowcastError
            ROW_INVALID or OPTIONS_INVALID.
        """
        packed = self.pack(rows, from_text, policy)
        answers = self.run(packed.tensors)
        return Answer(self.present_with(packed.tensors, answers, options), packed.warnings)

    def present_with(self, tensors: Tensors, answers: Array, options: Any) -> list[dict[str, Any]]:
        """As `present`, with what the options of `predict` add.

        Raises
        ------
        RowcastError
            OPTIONS_INVALID.
        """
        if options is None:
            return self.present(answers)
        extras = answer_options(self, tensors, answers, options)
        return [each | extra for each, extra in zip(self.present(answers), extras, strict=True)]

    def written(
        self,
        answers: Array,
        warnings: list[Note],
        form: Format,
        asked: Asked | None = None,
        separator: str = ",",
    ) -> bytes:
        """A whole answer, with what quick options add where there are any."""
        if form == "json" and asked is None:
            chosen = None if self.schema.task == "regression" else self.decide(answers)
            return self._plain.json(answers, chosen, warnings)
        return answer_bytes(self.present_asked(answers, asked), warnings, form, separator)

    def present_asked(self, answers: Array, asked: Asked | None) -> list[dict[str, Any]]:
        """As `present`, with what quick options add where there are any."""
        if asked is None:
            return self.present(answers)
        extras = answer_asked(self, None, answers, asked)
        return [each | extra for each, extra in zip(self.present(answers), extras, strict=True)]

    def present(self, answers: Array) -> list[dict[str, Any]]:
        """Answers as the contract's Prediction."""
        if self.schema.task == "regression":
            return [{"prediction": value} for value in answers[:, 0].tolist()]
        values, labels = self._values, self.schema.labels
        return [
            {"prediction": values[best], "probabilities": dict(zip(labels, shares, strict=True))}
            for best, shares in zip(self.decide(answers).tolist(), short(answers), strict=True)
        ]

    def decide(self, answers: Array) -> Array:
        """Positions of the classes that are answered, by the model's own threshold where it has one."""
        return decide(answers, self.facts.threshold)

    def seconds_for(self, rows: int) -> float:
        """Processor time of a run of so many rows, by what was measured when the model was loaded."""
        return self._seconds_of_one + (rows - 1) * self._seconds_of_another

    def _time_runs(self, tensors: Tensors) -> None:
        one = self._time_run(tensors.take(slice(1)))
        self._seconds_of_one = one
        self._seconds_of_another = (self._time_run(tensors) - one) / max(1, len(tensors) - 1)

    def _time_run(self, tensors: Tensors) -> float:
        taken = []
        for _ in range(TIMED_RUNS):
            begun = time.thread_time()
            self.run(tensors)
            taken.append(time.thread_time() - begun)
        return min(taken)

    def _check_golden(self, golden: dict[str, Any]) -> int:
        rows: list[dict[str, Any]] = golden["rows"]
        expected = golden_answers(golden)
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


def opened(source: Path | bytes, key: Ed25519PublicKey) -> tuple[str, dict[str, bytes]]:
    """The hash and the files of a bundle.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID when it is damaged or foreign.
    """
    try:
        return read_bundle(source, key)
    except BundleError as error:
        raise RowcastError("BUNDLE_INVALID", f"The model bundle cannot be used: {error}.") from error


def answer_facts(files: Mapping[str, bytes]) -> PredictionFacts:
    """Those of a bundle, which one from before they were kept lacks."""
    return PredictionFacts.from_json(json.loads(files.get("answers.json", NO_ANSWERS)))


def is_foreign(report: Mapping[str, Any]) -> bool:
    """Whether the model is an uploaded graph."""
    return any(each.get("estimator") == "onnx" for each in report.get("leaderboard", []))


def golden_answers(golden: Mapping[str, Any]) -> Array:
    """What the golden rows were answered with, shape (rows, classes) or (rows, 1)."""
    return np.array(golden["answers"], dtype=np.float64).reshape(len(golden["rows"]), -1)
