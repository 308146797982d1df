"""The last stage: checks parity, builds the report and writes the signed bundle."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from rowcast_automl.bundle.archive import write_bundle
from rowcast_automl.calibrate.calibrated_ensemble import CalibratedEnsemble
from rowcast_automl.calibrate.cross_fitted_evaluation import CrossFittedPredictions, cross_fit
from rowcast_automl.calibrate.ensemble_leaderboard import record_weights
from rowcast_automl.calibrate.evaluated_predictions import evaluated_predictions
from rowcast_automl.contracts.generated import ModelMetrics, Report, TrainingCost
from rowcast_automl.export.latency_limit import ExportedModel
from rowcast_automl.export.parity import TOLERANCE, check_parity, units_of
from rowcast_automl.export.served_model import ServedModel, record_published
from rowcast_automl.features.rows.row_reader import RowReader
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.fit.candidate_fitting import FitResult
from rowcast_automl.platform.contract_json import json_value
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.prepare.table_preparation import PreparedTable, row_of
from rowcast_automl.report.evaluated_model import evaluate_model
from rowcast_automl.report.report_builder import build_report, model_metrics
from rowcast_automl.report.report_sections import PublicationChecks
from rowcast_automl.run.training_run import TrainingRun

GOLDEN_ROWS = 20
COMPARED_ROWS = 50
READ_ROWS = 200
# Cells are read one by one, so that fewer rows are of a wide table.
READ_CELLS, MIN_READ = 50_000, 3
WRITING_SECONDS, WRITTEN_BYTES_PER_SECOND = 0.5, 40e6


@dataclass(frozen=True, slots=True)
class TrainedBundle:
    """A published bundle and what is to be said about it."""

    bundle_hash: str
    bundle_bytes: int
    report: Report
    accuracy: float | None
    metrics: ModelMetrics

    def with_cost(self, cost: TrainingCost) -> TrainedBundle:
        """Return a copy with the cost of the training in its report."""
        return replace(self, report=self.report.model_copy(update={"cost": cost}))


def publish_ensemble(
    training: TrainingRun, prepared: PreparedTable, metric: str, fitted: FitResult, exported: ExportedModel
) -> TrainedBundle:
    """Evaluate the exported ensemble and publish it, with the cost of the training in the report.

    Raises
    ------
    RowcastError
        As `publish`.
    """
    prepared, ensemble = prepared.with_limit(exported.limit), exported.ensemble
    candidates, training_data, leaderboard = fitted.candidates, prepared.training_data, training.leaderboard
    record_weights(leaderboard, ensemble, candidates, training_data, metric)
    prepared = prepared.with_notes(fitted.refit_notes(ensemble.blend, training_data))
    # Without held-out rows, the rows that chose the weights would score them too well.
    cross_fitted = (
        None if len(prepared.test) else cross_fit(ensemble, candidates, training_data, leaderboard, metric)
    )
    bundle = publish(training, prepared, ensemble, metric, exported.served, cross_fitted)
    return bundle.with_cost(fitted.cost(training.clock.elapsed))


def publish(
    training: TrainingRun,
    prepared: PreparedTable,
    ensemble: CalibratedEnsemble,
    metric: str,
    served: ServedModel,
    cross_fitted: CrossFittedPredictions | None = None,
) -> TrainedBundle:
    """Check the parity of the exported model, then write the bundle.

    Parameters
    ----------
    metric : str
        The primary one.
    cross_fitted : CrossFittedPredictions or None
        As `evaluated_predictions` takes it.

    Raises
    ------
    RowcastError
        PARITY_FAILED; TRAINING_CANCELLED when training was abandoned meanwhile.
    """
    schema, leaderboard, stop = prepared.schema, training.leaderboard, training.clock.stop
    graph, predict = served.graph, served.predict
    leaderboard.phase("checking", "Comparing the served form with the trained one")
    unit = units_of(ensemble.extra, prepared.training_data.scale if schema.task == "regression" else None)
    checked = len(prepared.checked)
    edges = np.arange(checked, len(prepared.extra))
    singles = np.concatenate([np.arange(min(checked, COMPARED_ROWS)), edges])
    found, delta = check_parity(predict, prepared.extra, ensemble.extra, unit, singles)
    check_reading(prepared)
    evaluated = evaluated_predictions(prepared, ensemble, found, cross_fitted)
    record_published(leaderboard, served, ensemble.blend, training.config)
    evaluated_model = evaluate_model(prepared, ensemble, metric, training.config.seed, predict, evaluated)
    findings = PublicationChecks(
        parity_delta=delta,
        parity_rows=len(prepared.extra),
        stopped_early=stop.keep_best,
        data_sha256=file_hash(training.table),
        writing_seconds=WRITING_SECONDS + len(graph) / WRITTEN_BYTES_PER_SECOND,
        exporting_seconds=served.seconds,
    )
    judged = build_report(training, evaluated_model, findings)
    if stop.discard:
        raise RowcastError("TRAINING_CANCELLED")
    files = {
        "model.onnx": graph,
        "schema.json": canonical_json(schema.as_json()),
        "report.json": canonical_json(without_times(json_value(judged.report))),
        "golden.json": canonical_json(golden_rows(prepared, predict)),
        "answers.json": canonical_json(judged.facts.as_json()),
    }
    name = write_bundle(training.out, files, training.key)
    leaderboard.phase("done", "The bundle is signed and ready")
    accuracy, metrics = model_metrics(evaluated_model)
    return TrainedBundle(name, training.out.stat().st_size, judged.report, accuracy, metrics)


def check_reading(prepared: PreparedTable) -> None:
    """Check that the row reader converts held-out rows to exactly the training tensors.

    Raises
    ------
    RowcastError
        PARITY_FAILED, naming the field.
    """
    rows = prepared.checked[: readable(prepared, READ_ROWS)]
    sent = [row_of(prepared, int(row)) for row in rows]
    packed = RowReader(prepared.schema).read(sent).tensors
    wanted = prepared.extra.take(slice(0, len(rows)))
    for field in prepared.schema.fields:
        columns = slice(field.slot, field.slot + field.width)
        if field.textual:
            same = bool((packed.texts[:, columns] == wanted.texts[:, columns]).all())
        else:
            same = np.array_equal(packed.numbers[:, columns], wanted.numbers[:, columns], equal_nan=True)
        if not same:
            raise RowcastError(
                "PARITY_FAILED",
                f'The model was not published: the field "{field.name}" is read differently when served.',
            )


def golden_rows(prepared: PreparedTable, predict: Callable[[Tensors], Array]) -> dict[str, Any]:
    """Return held-out rows as a client would send them, with the predictions that every server must give."""
    checked, others = (rows_with_a_value(prepared, each) for each in (prepared.checked, prepared.train))
    rows = [*islice(checked, readable(prepared, GOLDEN_ROWS))] or [next(others)]
    predictions = predict(RowReader(prepared.schema).read(rows).tensors)
    unit = units_of(
        predictions, prepared.training_data.scale if prepared.schema.task == "regression" else None
    )
    return {"rows": rows, "answers": predictions.tolist(), "tolerance": float(TOLERANCE * unit.max())}


def readable(prepared: PreparedTable, maximum: int) -> int:
    """Return how many rows can be read quickly, at most `maximum`."""
    return min(maximum, max(MIN_READ, READ_CELLS // len(prepared.schema.fields)))


def rows_with_a_value(prepared: PreparedTable, rows: Array) -> Iterator[dict[str, object]]:
    """Those of the rows that a client may send, as it would."""
    sent = (row_of(prepared, int(row)) for row in rows)
    return (each for each in sent if any(value is not None for value in each.values()))


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    """Remove times from the report, so that the same training gives the same bundle."""
    leaderboard = [
        {
            **entry,
            "fitSeconds": None,
            "finishedSeconds": None,
            "predictMillisecondsPerRow": None,
            "sizeBytes": None,
        }
        for entry in report["leaderboard"]
    ]
    omitted = [each for each in report["omitted"] if each["part"] != "model_sizes"]
    return {**report, "timings": [], "leaderboard": leaderboard, "omitted": omitted}


def canonical_json(content: Any) -> bytes:
    """Serialise to JSON with sorted keys; equal content gives equal bytes. NaN is rejected."""
    return json.dumps(content, sort_keys=True, ensure_ascii=False, allow_nan=False).encode()


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file as hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
