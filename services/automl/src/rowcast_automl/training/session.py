"""One training: prepare, plan, fit, ensemble, calibrate, export and report, in this order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

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
from rowcast_automl.fit.candidate_fitting import fit_candidates
from rowcast_automl.models.serving_cost import Cost
from rowcast_automl.plan.training_plan import plan_training, row_limit
from rowcast_automl.prepare.table_preparation import prepare_training
from rowcast_automl.run.clock import StopSignal
from rowcast_automl.run.training_run import MayContinue, Resources, TrainingRun
from rowcast_automl.training.publication import TrainedBundle, publish_ensemble
from rowcast_automl.training.uploaded.publication import publish_uploaded, required_file

# Share of the time left for the checks of the table; without their result, training goes on.
LINTING_SHARE = 0.05

Lint = Callable[[MayContinue], list[LintFinding] | Reason]


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
    lint : callable
        Checks the table for the report, as long as its argument allows; or returns why it did not.

    Raises
    ------
    RowcastError
        The target's errors, NO_FEATURES, VALIDATION_FAILED, ONNX_INVALID, TRAINING_TIMED_OUT,
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
    run = with_lint_findings(run, lint)
    return train_portfolio(run) if uploaded is None else publish_uploaded(run, uploaded)


def with_lint_findings(run: TrainingRun, lint: Lint) -> TrainingRun:
    """Return the run with the findings about its table, or with a note why they are missing."""
    found = lint(run.within(LINTING_SHARE))
    if isinstance(found, Reason):
        run.leaderboard.record_omission("lint", found)
        return run
    return replace(run, profile=run.profile.model_copy(update={"findings": [*run.profile.findings, *found]}))


def train_portfolio(run: TrainingRun) -> TrainedBundle:
    """Train and publish the best ensemble within the time budget.

    Raises
    ------
    RowcastError
        As `train`, except for the errors of uploaded models.
    """
    prepared = prepare_training(run, row_limit(run))
    plan = plan_training(prepared, run.config)
    fitted = fit_candidates(run, prepared, plan)

    def build(limit: Cost) -> CalibratedEnsemble:
        training_data = prepared.with_limit(limit).training_data
        selected = select_ensemble(fitted.candidates, training_data)
        return calibrate_ensemble(selected, fitted.candidates, training_data, fitted.linear_model)

    exported = export_within_limit(run, prepared, build)
    return publish_ensemble(run, prepared, plan.metric, fitted, exported)
