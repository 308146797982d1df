"""The plan of a training: the candidates in order, and how many more fits may follow them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import structlog

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.contracts.generated import TrainingConfig
from rowcast_automl.estimators.base import outputs_of
from rowcast_automl.estimators.registry import LEAFWISE, load
from rowcast_automl.features.encoding.text_projection import MAX_AXES
from rowcast_automl.features.schema import Task
from rowcast_automl.metrics.scores import choose_metric
from rowcast_automl.plan.cost_estimate import MAX_REPEATED, affordable_rows, n_repeated_fits
from rowcast_automl.plan.default_configurations import baseline_models
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.plan.portfolio import portfolio
from rowcast_automl.plan.reproducible_budget import n_configurations
from rowcast_automl.plan.tuning_budget import n_tuned_configurations
from rowcast_automl.prepare.table_preparation import PreparedTable
from rowcast_automl.run.training_run import TrainingRun

# More fits than any time budget allows.
UNLIMITED_FITS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPlan:
    """The candidates of a training and the number of later fits.

    Parameters
    ----------
    metric : str
        The primary metric.
    candidates : tuple of Candidate
        Candidates to fit first, in this order unless the first one is slow.
    max_later_fits : int
        Candidates that may be fitted after the portfolio. A reproducible training ends by this count.
    n_tuned : int
        Candidates that hyperparameter search may add.
    n_repeated : int
        Candidates that are expected to be fitted again in further repeats of the k-fold splits.
    n_recent : int
        Candidates that are expected to be refitted on the most recent rows.
    """

    metric: str
    candidates: tuple[Candidate, ...]
    max_later_fits: int
    n_tuned: int
    n_repeated: int
    n_recent: int

    @property
    def n_later(self) -> int:
        """Candidates that are expected to be fitted after the portfolio."""
        return min(self.max_later_fits, self.n_tuned + self.n_repeated) + self.n_recent


def plan_training(prepared: PreparedTable, config: TrainingConfig) -> TrainingPlan:
    """Choose the candidates and divide the fits of a reproducible training among the steps.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED if a custom estimator has no name or cannot train on that many rows.
    """
    training_data, inputs = prepared.training_data, plan_inputs(prepared, config)
    max_fits = UNLIMITED_FITS
    if config.reproducible:
        max_fits = n_configurations(config.time_budget_seconds, inputs.n_samples, inputs.n_features)
    candidates = without_missing_library(portfolio(config, inputs))
    if config.model_type == "auto":
        # A baseline that uses all rows was fitted already.
        fitted = {each.name for each in baseline_models(training_data)}
        candidates = [each for each in candidates if each.name not in fitted]
    candidates = candidates[:max_fits]
    max_later = max_fits - len(candidates)
    # A reproducible training keeps half of the later fits for the repeats.
    max_tuned = max_later // 2 if config.reproducible else max_later
    return TrainingPlan(
        metric=choose_metric(config, prepared.target.task),
        candidates=tuple(candidates),
        max_later_fits=max_later,
        n_tuned=min(max_tuned, n_tuned_configurations(config, inputs.task, inputs.n_samples)),
        n_repeated=0 if config.estimator else n_repeated_fits(len(candidates), training_data.rounds),
        n_recent=min(MAX_REPEATED, len(candidates)) if training_data.n_recent_splits else 0,
    )


def plan_inputs(prepared: PreparedTable, config: TrainingConfig) -> PlanInputs:
    """Collect the facts about the encoded table that decide which configurations are fitted."""
    training_data = prepared.training_data
    n_text_columns = len(training_data.encoder.texts)
    n_cells = prepared.extra.numbers.shape[1] + prepared.extra.texts.shape[1]
    return PlanInputs(
        task=training_data.task,
        n_samples=len(training_data.truth),
        n_features=n_cells + len(training_data.encoder.derived) + MAX_AXES * n_text_columns,
        seconds=config.time_budget_seconds,
        n_splits=training_data.rounds * training_data.folds,
        skewed=training_data.log is not None,
        has_text=n_text_columns > 0,
        n_linear_features=training_data.encoder.linear_width,
        outputs=outputs_of(training_data.classes),
        folds=training_data.folds,
        max_row_seconds=training_data.limit.seconds,
        absolute=training_data.absolute,
    )


def without_missing_library(candidates: list[Candidate]) -> list[Candidate]:
    """Remove the LightGBM candidates if the system lacks the OpenMP library."""
    try:
        if any(each.estimator is LEAFWISE for each in candidates):
            load(LEAFWISE)
    except OSError as error:
        structlog.get_logger().warning("lightgbm_left_out", why=type(error).__name__)
        return [each for each in candidates if each.estimator is not LEAFWISE]
    return candidates


def row_limit(run: TrainingRun) -> Callable[[Task], int] | None:
    """Return a function from task to the maximum number of labelled rows; None without a memory limit."""
    resources = run.resources
    max_rows, memory = resources.max_rows, resources.memory_bytes
    if max_rows is not None:
        return lambda _task: max_rows
    if memory is None:
        return None
    return partial(affordable_rows, run.profile, run.config, resources.threads, memory)
