"""The last stage: checks parity, builds the report and writes the signed bundle."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from rowcast_automl.bundle.archive import write_bundle
from rowcast_automl.calibrate.calibrated_ensemble import CalibratedEnsemble, calibrate_ensemble
from rowcast_automl.calibrate.cross_fitted_evaluation import CrossFittedPredictions, cross_fit
from rowcast_automl.calibrate.ensemble_leaderboard import record_weights
from rowcast_automl.calibrate.evaluated_predictions import evaluated_predictions
from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.contracts.generated import LintFinding, ModelMetrics, Reason, Report, TrainingCost
from rowcast_automl.export.latency_limit import ExportedModel
from rowcast_automl.export.parity import TOLERANCE, check_parity, units_of
from rowcast_automl.export.served_model import ServedModel, record_published, serve
from rowcast_automl.features.rows.row_reader import RowReader
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.fit.candidate_fitting import FitResult
from rowcast_automl.platform.contract_json import json_value
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.prepare.table_preparation import PreparedTable, row_of
from rowcast_automl.report.baseline_comparison import better_baseline, published_baseline
from rowcast_automl.report.evaluated_model import EvaluatedModel, evaluate_model
from rowcast_automl.report.report_builder import build_report, model_metrics, report_time_share
from rowcast_automl.report.report_sections import PublicationChecks
from rowcast_automl.report.scores import ReportScores, report_scores
from rowcast_automl.run.training_run import TrainingRun

GOLDEN_ROWS = 20
COMPARED_ROWS = 50
READ_ROWS = 200
# Cells are read one by one, so that fewer rows are of a wide table.
READ_CELLS, MIN_READ = 25_000, 3
WRITING_SECONDS, WRITTEN_BYTES_PER_SECOND = 0.5, 40e6


@dataclass(frozen=True, slots=True)
class TrainedBundle:
    """A published bundle with the facts to report about it."""

    bundle_hash: str
    bundle_bytes: int
    report: Report
    accuracy: float | None
    metrics: ModelMetrics

    def with_cost(self, cost: TrainingCost) -> TrainedBundle:
        """Return a copy with the cost of the training in its report."""
        return replace(self, report=self.report.model_copy(update={"cost": cost}))


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedModel:
    """A model whose exported form agrees with its trained form, and its scores.

    Parameters
    ----------
    parity_delta : float
        Largest difference between both forms.
    """

    prepared: PreparedTable
    served: ServedModel
    evaluated_model: EvaluatedModel
    scores: ReportScores
    parity_delta: float

    @property
    def writing_seconds(self) -> float:
        """Time to reserve for writing the bundle."""
        return writing_seconds(self.served)


def publish_ensemble(
    training: TrainingRun, prepared: PreparedTable, metric: str, fitted: FitResult, exported: ExportedModel
) -> TrainedBundle:
    """Evaluate the exported ensemble and publish it, with the cost of the training in the report.

    If it is clearly worse than a baseline, the baseline is published instead.

    Raises
    ------
    RowcastError
        As `publish`.
    """
    prepared, ensemble = prepared.with_limit(exported.limit), exported.ensemble
    checked = check_ensemble(training, prepared, ensemble, exported.served, fitted.candidates, metric)
    findings = []
    if fitted.only_baselines:
        findings.append(published_baseline([each.name for each in ensemble.blend.models], alone=True))
    # A family of models that the settings choose is published as it is.
    elif training.config.model_type == "auto":
        found = better_baseline(checked.evaluated_model, checked.scores, fitted.baselines)
        if found is not None:
            ensemble = single_model(found, fitted, prepared)
            served = serve(ensemble.blend, prepared)
            training.leaderboard.entries.pop("Blend", None)
            checked = check_ensemble(
                training, prepared, ensemble, served, fitted.candidates, metric, selected=[found]
            )
            findings.append(published_baseline([found.model.name], alone=False))
    notes = fitted.refit_notes(ensemble.blend, prepared.training_data)
    return write_model(training, checked, notes, findings).with_cost(fitted.cost(training.clock.elapsed))


def single_model(baseline: FittedCandidate, fitted: FitResult, prepared: PreparedTable) -> CalibratedEnsemble:
    """Return an ensemble of one baseline. Its predictions are those that the report compares with."""
    training_data = prepared.training_data
    return calibrate_ensemble(
        [(baseline, 1.0)], fitted.candidates, training_data, fitted.linear_model, calibrated=False
    )


def check_ensemble(
    training: TrainingRun,
    prepared: PreparedTable,
    ensemble: CalibratedEnsemble,
    served: ServedModel,
    candidates: list[FittedCandidate],
    metric: str,
    selected: list[FittedCandidate] | None = None,
) -> CheckedModel:
    """Record the weights of an ensemble and evaluate its exported form.

    Parameters
    ----------
    candidates : list of FittedCandidate
        Those in the leaderboard.
    selected : list of FittedCandidate or None
        Those that the ensemble was selected from, if not all.
    """
    training_data, leaderboard = prepared.training_data, training.leaderboard
    record_weights(leaderboard, ensemble, candidates, training_data, metric)
    # Without held-out rows, the rows that chose the weights would score them too well.
    cross_fitted = None
    if not len(prepared.test):
        cross_fitted = cross_fit(ensemble, selected or candidates, training_data, leaderboard, metric)
    return check_model(training, prepared, ensemble, metric, served, cross_fitted)


def publish(
    training: TrainingRun,
    prepared: PreparedTable,
    ensemble: CalibratedEnsemble,
    metric: str,
    served: ServedModel,
) -> TrainedBundle:
    """Check the parity of the exported model, then write the bundle.

    Parameters
    ----------
    metric : str
        The primary metric.

    Raises
    ------
    RowcastError
        PARITY_FAILED; TRAINING_CANCELLED when training was abandoned meanwhile.
    """
    return write_model(training, check_model(training, prepared, ensemble, metric, served, None))


def check_model(
    training: TrainingRun,
    prepared: PreparedTable,
    ensemble: CalibratedEnsemble,
    metric: str,
    served: ServedModel,
    cross_fitted: CrossFittedPredictions | None,
) -> CheckedModel:
    """Check the parity of an exported model and score it.

    Parameters
    ----------
    cross_fitted : CrossFittedPredictions or None
        As in `evaluated_predictions`.

    Raises
    ------
    RowcastError
        PARITY_FAILED.
    """
    leaderboard, predict = training.leaderboard, served.predict
    leaderboard.phase("checking", "Comparing the served form with the trained one")
    scale = prepared.training_data.scale if prepared.schema.task == "regression" else None
    checked = len(prepared.checked)
    edges = np.arange(checked, len(prepared.extra))
    singles = np.concatenate([np.arange(min(checked, COMPARED_ROWS)), edges])
    found, delta = check_parity(
        predict, prepared.extra, ensemble.extra, units_of(ensemble.extra, scale), singles
    )
    check_reading(prepared)
    evaluated = evaluated_predictions(prepared, ensemble, found, cross_fitted)
    record_published(leaderboard, served, ensemble.blend, training.config)
    evaluated_model = evaluate_model(prepared, ensemble, metric, training.config.seed, predict, evaluated)
    scores = report_scores(evaluated_model, report_time_share(training, writing_seconds(served)))
    return CheckedModel(
        prepared=prepared,
        served=served,
        evaluated_model=evaluated_model,
        scores=scores,
        parity_delta=delta,
    )


def write_model(
    training: TrainingRun,
    checked: CheckedModel,
    notes: Sequence[Reason] = (),
    findings: Sequence[LintFinding] = (),
) -> TrainedBundle:
    """Build the report of a checked model and write the bundle.

    Parameters
    ----------
    notes, findings : sequence
        Notes about the rows of the published model, and findings about it.

    Raises
    ------
    RowcastError
        TRAINING_CANCELLED when training was abandoned meanwhile.
    """
    leaderboard, stop = training.leaderboard, training.clock.stop
    prepared, predict = checked.prepared.with_notes(notes), checked.served.predict
    evaluated_model = replace(checked.evaluated_model, prepared=prepared)
    publication = PublicationChecks(
        parity_delta=checked.parity_delta,
        parity_rows=len(prepared.extra),
        stopped_early=stop.keep_best,
        data_sha256=file_hash(training.table),
        writing_seconds=checked.writing_seconds,
        exporting_seconds=checked.served.seconds,
        findings=findings,
    )
    judged = build_report(training, evaluated_model, checked.scores, publication)
    if stop.discard:
        raise RowcastError("TRAINING_CANCELLED")
    files = {
        "model.onnx": checked.served.graph,
        "schema.json": canonical_json(prepared.schema.as_json()),
        "report.json": canonical_json(without_times(json_value(judged.report))),
        "golden.json": canonical_json(golden_rows(prepared, predict)),
        "answers.json": canonical_json(judged.facts.as_json()),
    }
    name = write_bundle(training.out, files, training.key)
    leaderboard.phase("done", "The bundle is signed and ready")
    accuracy, metrics = model_metrics(evaluated_model)
    return TrainedBundle(name, training.out.stat().st_size, judged.report, accuracy, metrics)


def writing_seconds(served: ServedModel) -> float:
    """Estimate the seconds to write a bundle."""
    return WRITING_SECONDS + len(served.graph) / WRITTEN_BYTES_PER_SECOND


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
    """Return the rows that a client may send, as a client would send them."""
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
