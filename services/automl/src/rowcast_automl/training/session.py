"""One training: prepare, plan, fit, ensemble, calibrate, export and report, in this order."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rowcast_automl.calibrate.calibrated_ensemble import CalibratedEnsemble, calibrate_ensemble
from rowcast_automl.contracts.generated import (
    LintFinding,
    Reason,
    TableProfile,
    TrainingConfig,
    TrainingProgress,
)
from rowcast_automl.ensemble.ensemble_weights import select_ensemble
from rowcast_automl.export.latency_limit import export_within_limit
from rowcast_automl.fit.baselines import fit_first
from rowcast_automl.fit.candidate_fitting import fit_candidates
from rowcast_automl.metrics.scores import choose_metric
from rowcast_automl.models.serving_cost import Cost
from rowcast_automl.plan.training_plan import plan_training, row_limit
from rowcast_automl.prepare.table_preparation import prepare_training, search_interactions
from rowcast_automl.run.clock import StopSignal
from rowcast_automl.run.training_run import MayContinue, Resources, TrainingRun
from rowcast_automl.training.publication import TrainedBundle, publish_ensemble
from rowcast_automl.training.uploaded.publication import publish_uploaded, required_file

# Share of the time left for the checks of the table, beside that for target leakage.
LINTING_SHARE = 0.05


@dataclass(frozen=True, slots=True)
class SkippedCheck:
    """A part of the checks that did not finish, and why."""

    part: str
    why: Reason


@dataclass(frozen=True, slots=True)
class TableChecks:
    """The findings about a table, and the checks that did not finish."""

    findings: list[LintFinding]
    skipped: list[SkippedCheck]


class Lint(Protocol):
    """Checks of the table, which run in parallel with the training."""

    def start(self) -> None:
        """Start the checks."""

    def poll(self) -> None:
        """Collect the findings of checks that have ended."""

    def finish(self, may_continue: MayContinue) -> TableChecks:
        """Wait for the checks as long as allowed. The check for target leakage has a minimum time."""

    def close(self) -> None:
        """End the checks."""


def train(
    table: Path,
    profile: TableProfile,
    config: TrainingConfig,
    *,
    out: Path,
    key: Ed25519PrivateKey,
    resources: Resources,
    started: float,
    onnx: bytes | None = None,
    listener: Callable[[TrainingProgress], None],
    stop: StopSignal,
    lint: Lint,
) -> TrainedBundle:
    """Train on a typed Parquet table and write a signed bundle to `out`.

    Parameters
    ----------
    table : Path
        Parquet file whose columns have the types that `profile` pins.
    started : float
        `time.monotonic()` from which the budget counts.
    onnx : bytes or None
        The file of an uploaded model.
    listener : callable
        Receives progress; must not raise.
    stop : StopSignal
        May be set at any time from a signal handler.
    lint : Lint
        Checks the table for the report.

    Raises
    ------
    RowcastError
        The target's errors, NO_FEATURES, VALIDATION_FAILED, ONNX_INVALID,
        TRAINING_CANCELLED, TRAINING_FAILED, PARITY_FAILED or COMPUTE_UNAVAILABLE.
    """
    uploaded = required_file(config, onnx)
    run = TrainingRun.start(
        table,
        profile,
        config,
        out=out,
        key=key,
        resources=resources,
        started=started,
        listener=listener,
        stop=stop,
    )
    with closing(lint):
        lint.start()
        if uploaded is not None:
            return publish_uploaded(with_lint_findings(run, lint), uploaded)
        return train_portfolio(run, lint)


def with_lint_findings(run: TrainingRun, lint: Lint) -> TrainingRun:
    """Return the run with the findings about its table, and record checks that did not run."""
    found = lint.finish(run.within(LINTING_SHARE))
    for each in found.skipped:
        run.leaderboard.record_omission(each.part, each.why)
    findings = [*run.profile.findings, *found.findings]
    return replace(run, profile=run.profile.model_copy(update={"findings": findings}))


def train_portfolio(run: TrainingRun, lint: Lint) -> TrainedBundle:
    """Train and publish the best ensemble within the time budget.

    Raises
    ------
    RowcastError
        As `train`, except for the errors of uploaded models.
    """
    prepared = prepare_training(run, row_limit(run))
    metric = choose_metric(run.config, prepared.target.task)
    run.leaderboard.begin(metric, prepared.baseline_score(metric))
    run.leaderboard.set_message("Fitting the baselines")
    baselines = fit_first(run, prepared, metric)
    lint.poll()
    plain, prepared = prepared, search_interactions(run, prepared)
    baselines = baselines.with_interactions(plain.training_data, prepared.training_data)
    plan = plan_training(prepared, run.config)
    fitted = fit_candidates(run, prepared, plan, baselines)
    run = with_lint_findings(run, lint)

    def build(limit: Cost) -> CalibratedEnsemble:
        training_data = prepared.with_limit(limit).training_data
        selected = select_ensemble(fitted.candidates, training_data)
        return calibrate_ensemble(selected, fitted.candidates, training_data, fitted.linear_model)

    exported = export_within_limit(run, prepared, build)
    return publish_ensemble(run, prepared, plan.metric, fitted, exported)
