"""Assembles the contract's report from its sections."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np

from rowcast_automl.calibrate.evaluated_predictions import scored_on
from rowcast_automl.contracts.generated import (
    LOWER_IS_BETTER,
    ConformalSummary,
    LeaderboardEntry,
    LintFinding,
    OmittedPart,
    Report,
    TableProfile,
)
from rowcast_automl.features.encoding.interactions import describe_interactions
from rowcast_automl.features.rows.recipe_at_prediction import at_prediction
from rowcast_automl.platform.code_version import code_version
from rowcast_automl.platform.contract_json import json_value
from rowcast_automl.platform.reasons import english_text, reason_fields
from rowcast_automl.prepare.table_preparation import PreparedTable
from rowcast_automl.profile.histogram import histogram
from rowcast_automl.report.classification import classification_report
from rowcast_automl.report.duplicate_scored_rows import duplicate_scored_rows
from rowcast_automl.report.evaluated_model import EvaluatedModel
from rowcast_automl.report.held_out_rows import held_out_rows
from rowcast_automl.report.insights import Insights
from rowcast_automl.report.low_coverage import low_coverage
from rowcast_automl.report.priority_rows import priority_rows
from rowcast_automl.report.regression import regression_report
from rowcast_automl.report.resolved_findings import open_findings
from rowcast_automl.report.scores import ReportScores
from rowcast_automl.report.used_features import used_date_cycles, used_id_columns, used_interactions
from rowcast_automl.run.leaderboard import Leaderboard
from rowcast_automl.run.training_run import TrainingRun

LIBRARIES = ("rowcast-automl", "scikit-learn", "xgboost", "lightgbm", "onnx", "onnxruntime", "numpy")
MAX_VALUES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicationChecks:
    """Results of the checks before publishing.

    Parameters
    ----------
    writing_seconds : float
        Time to reserve for writing the bundle after the report.
    exporting_seconds : float
        Duration of the export.
    findings : sequence of LintFinding
        Findings about the published model.
    """

    parity_delta: float
    parity_rows: int
    stopped_early: bool
    data_sha256: str
    writing_seconds: float
    exporting_seconds: float
    findings: Sequence[LintFinding] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurements:
    """Measurements of the exported model, and notes about missing ones."""

    scores: ReportScores
    coverage: ConformalSummary | None
    insights: Insights
    omitted: Sequence[OmittedPart]


def report_of(
    training: TrainingRun,
    evaluated_model: EvaluatedModel,
    measured: Measurements,
    findings: PublicationChecks,
) -> Report:
    """Assemble the report from its sections."""
    return Report.model_validate(
        {
            **target_parts(evaluated_model.prepared),
            **score_parts(evaluated_model, measured, findings.data_sha256),
            **column_parts(evaluated_model, training.profile),
            "priorityRows": priority_rows(
                training.table, training.profile, evaluated_model, measured.insights.importance
            ),
            **run_parts(training, findings, evaluated_model.prepared.max_rows),
            "rows": row_counts(evaluated_model.prepared),
            "heldOutRows": held_out_rows(evaluated_model.prepared),
            "findings": [*findings.findings, *findings_of(training, evaluated_model, measured)],
            "omitted": list(measured.omitted),
        }
    )


def target_parts(prepared: PreparedTable) -> dict[str, Any]:
    """Return the report's section on the target."""
    schema, target = prepared.schema, prepared.target
    return {
        "task": schema.task,
        "taskReason": english_text(*target.why),
        "taskWhy": target.why,
        "target": schema.target,
        "labels": list(schema.labels),
        "positive": {"label": schema.labels[1], **reason_fields([target.positive])}
        if target.positive
        else None,
        "targetDistribution": target_distribution(prepared),
    }


def score_parts(evaluated_model: EvaluatedModel, measured: Measurements, data_sha256: str) -> dict[str, Any]:
    """Return the sections on scores, evaluated rows and importance."""
    evaluated, scores, insights = evaluated_model.evaluated, measured.scores, measured.insights
    truth, predictions, labels = evaluated.truth, evaluated.predictions, evaluated_model.schema.labels
    classification = regression = None
    if evaluated_model.schema.task == "regression":
        regression = regression_report(truth, predictions, evaluated_model.seed)
    else:
        threshold = (evaluated_model.threshold, evaluated_model.why_threshold)
        classification = classification_report(
            truth,
            predictions,
            labels,
            threshold,
            evaluated.raw,
            evaluated.calibration,
            evaluated_model.judged,
        )
    return {
        "metric": evaluated_model.metric,
        "score": scores.primary,
        "otherScores": scores.others,
        "baseline": scores.baseline,
        "linearBaseline": scores.linear,
        "scoredOn": scored_on(evaluated_model.prepared, evaluated, evaluated_model.metric, data_sha256),
        "evaluation": {
            "source": evaluated.source,
            "rows": len(truth),
            **({"crossed": True} if evaluated.thresholds is not None else {}),
        },
        "classification": classification,
        "regression": regression,
        "conformal": measured.coverage,
        "importance": insights.importance,
        "partialDependence": insights.dependence,
        "slices": insights.slices,
    }


def column_parts(evaluated_model: EvaluatedModel, profile: TableProfile) -> dict[str, Any]:
    """Return the sections on the columns and on how requests are processed."""
    schema, encoder, blend = (
        evaluated_model.schema,
        evaluated_model.prepared.training_data.encoder,
        evaluated_model.ensemble.blend,
    )
    dropped = evaluated_model.prepared.selection.dropped
    around, named = used_date_cycles(blend, encoder), used_id_columns(blend, encoder, schema.fields)
    return {
        "fields": [field.public() for field in schema.fields],
        "droppedColumns": [{"column": name, **reason_fields([why])} for name, why in dropped],
        "derivedNumbers": describe_interactions(used_interactions(blend, encoder), schema.fields),
        **({"dateCycles": around} if around else {}),
        **({"namedNumbers": named} if named else {}),
        **({"cleaning": at_prediction(profile, schema.target, schema.fields)} if profile.recipe else {}),
    }


def run_parts(training: TrainingRun, findings: PublicationChecks, max_rows: int | None) -> dict[str, Any]:
    """Return the sections on how the training ran and how to reproduce it."""
    config, profile, leaderboard = training.config, training.profile, training.leaderboard
    versions = {"python": platform.python_version()} | {name: version(name) for name in LIBRARIES}
    return {
        "leaderboard": sorted_board(leaderboard),
        "timings": [{"step": step, "seconds": round(each, 3)} for step, each in leaderboard.timings.items()],
        "parity": {"maxDelta": findings.parity_delta, "rowsChecked": findings.parity_rows},
        "stoppedEarly": findings.stopped_early,
        "ending": leaderboard.ending,
        "dataSha256": findings.data_sha256,
        "seed": config.seed,
        "versions": versions,
        "rebuild": {
            "dataSha256": findings.data_sha256,
            "codeVersion": code_version(),
            "seed": config.seed,
            "config": json_value(config),
            "versions": versions,
            **({"recipe": json_value(profile)["recipe"]} if profile.recipe else {}),
            **({"maxRows": max_rows} if max_rows else {}),
        },
    }


def row_counts(prepared: PreparedTable) -> dict[str, int]:
    """Count the rows by use: training, evaluation, missing target, or unused."""
    target, train, test = prepared.target, prepared.train, prepared.test
    neither = len(target.values) - len(train) - len(test)
    counts = {"train": len(train), "test": len(test), "missingTarget": target.missing}
    return counts | ({"leftOut": neither} if neither else {})


def findings_of(
    training: TrainingRun, evaluated_model: EvaluatedModel, measured: Measurements
) -> list[LintFinding]:
    """Return the unresolved findings of the table, then those of the evaluated rows."""
    dropped = [name for name, _ in evaluated_model.prepared.selection.dropped]
    # What is brought along learned from other rows.
    copies = (
        None
        if training.config.onnx
        else duplicate_scored_rows(evaluated_model.prepared, evaluated_model.evaluated)
    )
    found = (copies, low_coverage(measured.coverage))
    return [*open_findings(training.profile.findings, training.config, dropped), *filter(None, found)]


def sorted_board(leaderboard: Leaderboard) -> list[LeaderboardEntry]:
    """Sort the leaderboard: finished models first, the best on top."""
    sign = -1 if leaderboard.metric in LOWER_IS_BETTER else 1
    return sorted(
        leaderboard.entries.values(),
        key=lambda entry: (entry.status != "done", -sign * entry.score if entry.score is not None else 0),
    )


def target_distribution(prepared: PreparedTable) -> list[dict[str, object]]:
    """Return the number of rows of each class, most frequent first.

    For a regression, use tenths of the range.
    """
    values, labels = prepared.target.values, prepared.target.labels
    if labels:
        counts = np.bincount(values, minlength=len(labels)).tolist()
        common = sorted(zip(labels, counts, strict=True), key=lambda each: -each[1])
        return [{"value": label, "count": count} for label, count in common[:MAX_VALUES]]
    return [
        {"value": f"{low:.6g} to {high:.6g}", "count": count} for low, high, count in histogram(values, 10)
    ]
