"""Fills in the report."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np

from rowcast_automl.contracts.generated import (
    LeaderboardEntry,
    ModelMetrics,
    Report,
    TableProfile,
    TrainingConfig,
)
from rowcast_automl.explain.classification import classification_report
from rowcast_automl.explain.importance import permutation_importance
from rowcast_automl.explain.intervals import score_intervals
from rowcast_automl.explain.metrics import OF_TASK, log_loss, per_class, score
from rowcast_automl.explain.regression import regression_report
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.search.board import Board
from rowcast_automl.search.clock import Clock
from rowcast_automl.search.preparation import Prepared

LIBRARIES = ("rowcast-automl", "scikit-learn", "xgboost", "onnx", "onnxruntime", "numpy")
MOST_VALUES = 20
IMPORTANCE_SECONDS = 4.0
INTERVAL_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Findings:
    """What the checks before publishing found.

    Parameters
    ----------
    writing_seconds : float
        Time to keep for writing the bundle after the report.
    """

    parity_delta: float
    parity_rows: int
    stopped_early: bool
    data_sha256: str
    writing_seconds: float


def build_report(
    prepared: Prepared,
    config: TrainingConfig,
    profile: TableProfile,
    metric: str,
    predict: Callable[[Tensors], Array],
    answers: Array,
    board: Board,
    clock: Clock,
    findings: Findings,
) -> Report:
    """The contract's report; bootstrap and importance take what time is left, within bounds.

    Parameters
    ----------
    answers : array
        The served form's answers on the held-out rows.
    """
    schema, truth = prepared.schema, prepared.test_truth
    classes = schema.task != "regression"
    others = tuple(name for name in OF_TASK[schema.task] if name != metric)
    spare = max(0.0, clock.left - findings.writing_seconds)
    seed = config.seed
    scores = score_intervals((metric, *others), truth, answers, seed, min(INTERVAL_SECONDS, 0.3 * spare))
    baseline = score_intervals(
        (metric,), truth, prepared.baseline(len(truth)), seed, min(INTERVAL_SECONDS, 0.1 * spare)
    )
    spare = max(0.0, clock.left - findings.writing_seconds)
    importance = permutation_importance(
        predict,
        prepared.extra.take(slice(0, len(truth))),
        truth,
        schema.fields,
        metric,
        seed,
        min(IMPORTANCE_SECONDS, spare),
    )
    board.phase("checking", "Writing the report")
    return Report.model_validate(
        {
            "task": schema.task,
            "taskReason": prepared.target.reason,
            "metric": metric,
            "target": schema.target,
            "labels": list(schema.labels),
            "score": scores[0],
            "baseline": baseline[0],
            "otherScores": [each for each in scores[1:] if np.isfinite(score(each.metric, truth, answers))],
            "leaderboard": sorted_board(board),
            "classification": classification_report(truth, answers, schema.labels) if classes else None,
            "regression": None if classes else regression_report(truth, answers, seed),
            "importance": importance,
            "fields": [field.public() for field in schema.fields],
            "droppedColumns": [
                {"column": name, "reason": reason} for name, reason in prepared.selection.dropped
            ],
            "targetDistribution": target_distribution(prepared),
            "findings": profile.findings,
            "rows": {
                "train": len(prepared.train),
                "test": len(prepared.test),
                "missingTarget": prepared.target.missing,
            },
            "timings": [{"step": step, "seconds": round(each, 3)} for step, each in board.timings.items()],
            "parity": {"maxDelta": findings.parity_delta, "rowsChecked": findings.parity_rows},
            "stoppedEarly": findings.stopped_early,
            "dataSha256": findings.data_sha256,
            "seed": seed,
            "versions": {"python": platform.python_version()} | {name: version(name) for name in LIBRARIES},
        }
    )


def sorted_board(board: Board) -> list[LeaderboardEntry]:
    """Finished models first, the best on top."""
    sign = -1 if board.metric in ("log_loss", "rmse", "mae") else 1
    return sorted(
        board.entries.values(),
        key=lambda entry: (entry.status != "done", -sign * entry.score if entry.score is not None else 0),
    )


def target_distribution(prepared: Prepared) -> list[dict[str, object]]:
    """Rows of each class, most frequent first; of each tenth of the range for a regression."""
    values, labels = prepared.target.values, prepared.target.labels
    if labels:
        counts = np.bincount(values, minlength=len(labels))
        named = [{"value": label, "count": int(n)} for label, n in zip(labels, counts, strict=True)]
        return sorted(named, key=lambda each: -int(str(each["count"])))[:MOST_VALUES]
    counts, edges = np.histogram(values, bins=10)
    return [
        {"value": f"{low:.6g} to {high:.6g}", "count": int(n)}
        for low, high, n in zip(edges, edges[1:], counts, strict=False)
    ]


def model_metrics(schema: ServingSchema, truth: Array, answers: Array) -> tuple[float | None, ModelMetrics]:
    """Accuracy, and macro averages over the classes that occur; null for a regression."""
    if schema.task == "regression":
        return None, ModelMetrics(precision=None, recall=None, f1_score=None, loss=None)
    precision, recall, f1, support = per_class(truth, answers.argmax(axis=1), len(schema.labels))
    seen = support > 0
    metrics = ModelMetrics(
        precision=float(precision[seen].mean()),
        recall=float(recall[seen].mean()),
        f1_score=float(f1[seen].mean()),
        loss=log_loss(truth, answers),
    )
    return score("accuracy", truth, answers), metrics
