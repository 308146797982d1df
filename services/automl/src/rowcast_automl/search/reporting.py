"""Fills in the report."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

import rowcast_automl
from rowcast_automl.contracts.generated import (
    ConformalSummary,
    LeaderboardEntry,
    ModelMetrics,
    Reason,
    Report,
    ScoreInterval,
    TableProfile,
    TrainingConfig,
)
from rowcast_automl.explain.answer_facts import AnswerFacts, background_rows, ranges_of
from rowcast_automl.explain.classification import classification_report
from rowcast_automl.explain.conformal import Conformal, fit_intervals, fit_sets
from rowcast_automl.explain.coverage import cross_coverage, held_out_coverage
from rowcast_automl.explain.intervals import score_intervals
from rowcast_automl.explain.metrics import OF_TASK, Threshold, decide, log_loss, per_class, score
from rowcast_automl.explain.regression import regression_report
from rowcast_automl.explain.thresholds import EVEN, choose_threshold, own_threshold
from rowcast_automl.features.cleaning import at_prediction
from rowcast_automl.features.derived import described
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.platform.json import json_value
from rowcast_automl.platform.reasons import in_english, reason, told
from rowcast_automl.profile.histogram import histogram
from rowcast_automl.search.blending import Blended
from rowcast_automl.search.board import Board, left_out
from rowcast_automl.search.clock import Clock
from rowcast_automl.search.copies import scored_copies
from rowcast_automl.search.evidence import Evidence, scored_on
from rowcast_automl.search.heeded import still_open
from rowcast_automl.search.insights import by_importance, find_insights, training_sample
from rowcast_automl.search.learned_from import cycles_in, derived_in
from rowcast_automl.search.linear_baseline import linear_answers
from rowcast_automl.search.preparation import Prepared, row_of
from rowcast_automl.search.served import enter_costs
from rowcast_automl.search.short_coverage import short_coverage

LIBRARIES = ("rowcast-automl", "scikit-learn", "xgboost", "lightgbm", "onnx", "onnxruntime", "numpy")
MOST_VALUES = 20
SAMPLE_ROWS, RANGED_FIELDS = 2_000, 500
CALIBRATING_ROWS, CALIBRATION_ROWS = 500, 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What the checks before publishing found.

    Parameters
    ----------
    writing_seconds : float
        Time to keep for writing the bundle after the report.
    exporting_seconds : float
        Time that exporting took.
    """

    parity_delta: float
    parity_rows: int
    stopped_early: bool
    data_sha256: str
    writing_seconds: float
    exporting_seconds: float


@dataclass(frozen=True, slots=True)
class Judged:
    """The report, and what the bundle keeps to answer with intervals, explanations and decisions."""

    report: Report
    facts: AnswerFacts


def build_report(
    prepared: Prepared,
    blended: Blended,
    config: TrainingConfig,
    profile: TableProfile,
    metric: str,
    predict: Callable[[Tensors], Array],
    evidence: Evidence,
    board: Board,
    clock: Clock,
    findings: Findings,
) -> Judged:
    """The contract's report; what takes long gets a share of the time left and is left out without any."""
    schema, truth, answers = prepared.schema, evidence.truth, evidence.answers
    classes = schema.task != "regression"
    seed = config.seed
    omitted = list(board.omitted)

    def spare(share: float, most: float) -> float:
        left = max(0.0, clock.left - findings.writing_seconds)
        # A training that ended early has time for all counts in full, so that it ends alike every time.
        return min(max(most, 0.1 * left), share * left)

    threshold = threshold_of(schema, metric, evidence)
    judged = evidence.threshold(threshold[0])
    others = tuple(name for name in OF_TASK[schema.task] if name != metric)

    def intervals(metrics: tuple[str, ...], **given: Any) -> list[ScoreInterval]:
        found = score_intervals(metrics, truth=truth, seed=seed, groups=evidence.groups, **given)
        return [of_class(each, schema) for each in found]

    scores = intervals((metric, *others), answers=answers, seconds=spare(0.2, 2.0), threshold=judged)
    (baseline,) = intervals((metric,), answers=prepared.baseline(len(truth)), seconds=spare(0.05, 0.5))
    linear = None
    lines = evidence.linear
    if lines is None or not np.isfinite(lines).all():
        lines = linear_answers(prepared, evidence, spare(0.15, 2.0))
    if lines is None:
        omitted.append(left_out("linear_baseline", reason("LINEAR_UNFITTED")))
    else:
        # Chosen on the rows that score it, which is never to the baseline's harm.
        own = own_threshold(metric, truth, lines)
        (linear,) = intervals((metric,), answers=lines, seconds=spare(0.05, 0.5), threshold=own)
    conformal, coverage = calibrated_coverage(evidence, seed)
    if conformal is None:
        omitted.append(left_out("conformal", reason("FEW_OUT_OF_FOLD")))
    positions, sample = training_sample(prepared, SAMPLE_ROWS, seed)
    insights = find_insights(
        prepared,
        blended,
        metric,
        predict,
        evidence,
        sample,
        seed,
        findings.exporting_seconds,
        spare,
        threshold[0],
    )
    estimates = enter_costs(board, blended.blend, blended.tried, prepared, spare(0.5, 3.0))
    if estimates:
        estimated = reason("COSTS_ESTIMATED", count=estimates, total=len(blended.tried))
        omitted.append(left_out("model_sizes", estimated))
    facts = AnswerFacts(
        conformal=conformal,
        threshold=threshold[0],
        background=background_of(prepared, positions, sample, predict),
        ranges=ranges_of(sample, by_importance(schema, insights.importance)[:RANGED_FIELDS]),
    )
    dropped = [name for name, _ in prepared.selection.dropped]
    # What is brought along learned from other rows.
    copies = None if config.onnx else scored_copies(prepared, evidence)
    neither = len(prepared.target.values) - len(prepared.train) - len(prepared.test)
    board.phase("checking", "Writing the report")
    around = cycles_in(blended.blend, prepared.bench.encoder)
    versions = {"python": platform.python_version()} | {name: version(name) for name in LIBRARIES}
    report = Report.model_validate(
        {
            "task": schema.task,
            "taskReason": in_english(*prepared.target.why),
            "taskWhy": prepared.target.why,
            "metric": metric,
            "target": schema.target,
            "labels": list(schema.labels),
            "positive": {"label": schema.labels[1], **told([prepared.target.positive])}
            if prepared.target.positive
            else None,
            "score": scores[0],
            "baseline": baseline,
            "otherScores": [each for each in scores[1:] if each.value is not None],
            "leaderboard": sorted_board(board),
            "classification": classification_report(
                truth, answers, schema.labels, threshold, evidence.raw, evidence.calibration, judged
            )
            if classes
            else None,
            "regression": None if classes else regression_report(truth, answers, seed),
            "importance": insights.importance,
            "fields": [field.public() for field in schema.fields],
            "droppedColumns": [{"column": name, **told([why])} for name, why in prepared.selection.dropped],
            "derivedNumbers": described(derived_in(blended.blend, prepared.bench.encoder), schema.fields),
            **({"dateCycles": around} if around else {}),
            "targetDistribution": target_distribution(prepared),
            "findings": [
                *still_open(profile.findings, config, dropped),
                *filter(None, (copies, short_coverage(coverage))),
            ],
            **({"cleaning": at_prediction(profile, schema.target, schema.fields)} if profile.recipe else {}),
            "rows": {
                "train": len(prepared.train),
                "test": len(prepared.test),
                "missingTarget": prepared.target.missing,
                **({"leftOut": neither} if neither else {}),
            },
            "timings": [{"step": step, "seconds": round(each, 3)} for step, each in board.timings.items()],
            "parity": {"maxDelta": findings.parity_delta, "rowsChecked": findings.parity_rows},
            "stoppedEarly": findings.stopped_early,
            "dataSha256": findings.data_sha256,
            "seed": seed,
            "versions": versions,
            "scoredOn": scored_on(prepared, evidence, metric, findings.data_sha256),
            "evaluation": {
                "source": evidence.source,
                "rows": len(truth),
                **({"crossed": True} if evidence.thresholds is not None else {}),
            },
            "linearBaseline": linear,
            "partialDependence": insights.dependence,
            "slices": insights.slices,
            "conformal": coverage,
            "rebuild": {
                "dataSha256": findings.data_sha256,
                "codeVersion": code_version(),
                "seed": seed,
                "config": json_value(config),
                "versions": versions,
                **({"recipe": json_value(profile)["recipe"]} if profile.recipe else {}),
            },
            "omitted": [*omitted, *insights.omitted],
        }
    )
    return Judged(report, facts)


def of_class(scored: ScoreInterval, schema: ServingSchema) -> ScoreInterval:
    """The same; an F1 of two classes says of which one it is."""
    named = scored.metric == "f1" and schema.task == "binary"
    return scored.model_copy(update={"label": schema.labels[1]}) if named else scored


def threshold_of(schema: ServingSchema, metric: str, evidence: Evidence) -> tuple[float, Reason | None]:
    """The default threshold of two classes, and why."""
    if schema.task != "binary":
        return EVEN, None
    return choose_threshold(metric, evidence.oof_truth == 1, evidence.oof_answers[:, 1])


def calibrated_coverage(evidence: Evidence, seed: int) -> tuple[Conformal | None, ConformalSummary | None]:
    """Conformal quantiles, with the coverage found on rows that they were not taken from.

    Five hundred held-out rows say best how far the served model is off. Fewer are kept for checking, and the
    quantiles come from out-of-fold answers, whose single folds err a little more than all together.
    """
    few = evidence.source == "holdout" and len(evidence.truth) < CALIBRATING_ROWS
    truth, answers = (evidence.oof_truth, evidence.oof_answers) if few else (evidence.truth, evidence.answers)
    groups = None if few else evidence.groups
    if len(truth) > CALIBRATION_ROWS:
        rows = np.random.default_rng(seed).choice(len(truth), CALIBRATION_ROWS, replace=False)
        truth, answers = truth[rows], answers[rows]
        groups = None if groups is None else groups[rows]
    fit = fit_sets if answers.ndim == 2 else partial(fit_intervals, seed=seed)
    conformal = fit(truth, answers)
    if conformal is None:
        return None, None
    if few:
        return conformal, held_out_coverage(conformal, evidence.truth, evidence.answers)
    return conformal, cross_coverage(conformal, fit, truth, answers, seed, groups)


def background_of(
    prepared: Prepared, positions: Array, sample: Tensors, predict: Callable[[Tensors], Array]
) -> tuple[dict[str, object], ...]:
    """Training rows spread over the answers, as a client would send them."""
    chosen = positions[background_rows(predict(sample), len(prepared.schema.fields))]
    return tuple(row_of(prepared, int(position)) for position in chosen)


@cache
def code_version() -> str:
    """The package's version with a hash of its source, such as 0.1.0+3f2a9c1d7e60."""
    package = Path(rowcast_automl.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{version('rowcast-automl')}+{digest.hexdigest()[:12]}"


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
    return [
        {"value": f"{low:.6g} to {high:.6g}", "count": count} for low, high, count in histogram(values, 10)
    ]


def model_metrics(
    schema: ServingSchema, truth: Array, answers: Array, threshold: Threshold
) -> tuple[float | None, ModelMetrics]:
    """Accuracy, and macro averages over the classes that occur; null for a regression."""
    if schema.task == "regression":
        return None, ModelMetrics(precision=None, recall=None, f1_score=None, loss=None)
    precision, recall, f1, support = per_class(truth, decide(answers, threshold), len(schema.labels))
    seen = support > 0
    metrics = ModelMetrics(
        precision=float(precision[seen].mean()),
        recall=float(recall[seen].mean()),
        f1_score=float(f1[seen].mean()),
        loss=log_loss(truth, answers),
    )
    return score("accuracy", truth, answers, threshold), metrics
