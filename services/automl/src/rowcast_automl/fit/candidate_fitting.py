"""The fit stage: fits, tunes and repeats the planned candidates, and refits the best on more rows."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace

from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.contracts.generated import LeaderboardEntry, Reason, TrainingCost
from rowcast_automl.ensemble.ensemble_weights import names_to_repeat, weigh_candidates
from rowcast_automl.fit.baselines import Baselines, LinearModel
from rowcast_automl.fit.compute.connect import connect
from rowcast_automl.fit.cost_tracker import CostTracker
from rowcast_automl.fit.early_ending import EarlyEnding
from rowcast_automl.fit.fit_scheduler import FitScheduler
from rowcast_automl.fit.hyperparameter_search import tune
from rowcast_automl.fit.refit_on_more_rows import (
    RESERVED_SHARE,
    MoreRowsRefit,
    n_rows_of_refits,
    rows_for_refit,
)
from rowcast_automl.fit.refit_on_recent_rows import has_recent_refits, refit_on_recent_rows, reserved_seconds
from rowcast_automl.fit.remaining_time import RemainingTime
from rowcast_automl.models.blend import Blend
from rowcast_automl.plan.first_candidate import fast_candidate_first
from rowcast_automl.plan.machine_speed import measure_machine_speed
from rowcast_automl.plan.portfolio import MAX_REFITTED
from rowcast_automl.plan.training_plan import TrainingPlan
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.process.forked_task import OUT_OF_MEMORY
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.table_preparation import PreparedTable
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.leaderboard import Leaderboard
from rowcast_automl.run.training_run import TrainingRun

# The first model may finish a moment after the budget; no fit runs longer than this beyond it.
UNIT_GRACE = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FitResult:
    """The fitted candidates.

    Parameters
    ----------
    candidates : list of FittedCandidate
        Those that the ensemble may select: baselines first, then in the order of the plan; at least one.
    baselines : list of FittedCandidate
        The model that is published is compared with these.
    linear_model : LinearModel or None
        Predictions of the linear baseline.
    only_baselines : bool
        Whether no other candidate finished.
    cost_tracker : CostTracker
        The forecast cost, and the memory used so far.
    """

    candidates: list[FittedCandidate]
    baselines: list[FittedCandidate]
    linear_model: LinearModel | None
    only_baselines: bool
    cost_tracker: CostTracker

    def cost(self, seconds: float) -> TrainingCost:
        """Return the forecast and the actual cost of a training, given its duration in seconds."""
        planned = [each for each in self.candidates if not each.candidate.is_baseline]
        return self.cost_tracker.close(planned, seconds)

    def refit_notes(self, blend: Blend, training_data: TrainingData) -> list[Reason]:
        """List the ensemble's models that were refitted on more rows or on the most recent ones."""
        notes = []
        if n_rows := n_rows_of_refits(self.candidates, blend, training_data):
            notes.append(reason("ROWS_GROWN", count=n_rows))
        if has_recent_refits(blend, training_data):
            notes.append(reason("LATEST_LEARNED"))
        return notes


def fit_candidates(
    run: TrainingRun, prepared: PreparedTable, plan: TrainingPlan, baselines: Baselines
) -> FitResult:
    """Fit the planned candidates within the time budget.

    The ensemble may select baselines, unless the settings choose a model family. In that case, baselines are
    published only if no model of the family finished in time.

    Raises
    ------
    RowcastError
        TRAINING_CANCELLED, TRAINING_OUT_OF_MEMORY, TRAINING_FAILED or
        COMPUTE_UNAVAILABLE.
    """
    config, clock, leaderboard, resources = run.config, run.clock, run.leaderboard, run.resources
    cluster, ends_at = resources.compute_url, clock.end + UNIT_GRACE
    with closing(connect(cluster, resources.threads, ends_at, resources.memory_bytes)) as compute:
        pace = resources.pace or measure_machine_speed()
        tracker = CostTracker(run.profile, config, prepared.target.task, resources.threads, pace)
        remaining_time = RemainingTime(tracker.fit_seconds, tracker.closing_seconds)
        scheduler = FitScheduler(
            prepared.training_data, clock, leaderboard, plan.metric, compute, remaining_time, tracker.watch
        )
        early_ending = EarlyEnding(
            prepared.training_data,
            clock,
            enabled=config.end_early is not False,
            counted=bool(config.reproducible),
        )
        compared = [each.fitted(prepared.training_data, plan.metric) for each in baselines.fitted]
        if config.model_type == "auto":
            scheduler.adopt(compared)

        def more_rows() -> MoreRowsRefit | None:
            # Nodes of a cluster cannot read the rows, which are on this machine's disk.
            unused_rows = rows_for_refit(prepared, config, clock.left) if cluster is None else None
            return None if unused_rows is None else MoreRowsRefit(run, scheduler, prepared, unused_rows)

        if not config.reproducible:
            plan = replace(
                plan, candidates=tuple(fast_candidate_first(plan.candidates, scheduler.expected_seconds))
            )
        with scheduler.reserving(reserved_seconds(scheduler, prepared.training_data)):
            fit_plan(scheduler, prepared, plan, leaderboard, more_rows, early_ending)
        refit_on_recent_rows(scheduler, prepared.training_data, leaderboard)
        leaderboard.set_remaining(tracker.closing_seconds)
    if clock.stop.discard:
        raise RowcastError("TRAINING_CANCELLED")
    if not scheduler.finished and failed_entries(leaderboard):
        raise no_model_error(leaderboard)
    if not scheduler.finished:
        # A chosen linear estimator that did not finish is replaced by the linear baseline.
        chosen = config.estimator and config.estimator.name
        scheduler.adopt([each for each in compared if each.candidate.estimator.kind == chosen] or compared)
    finished = [each for each in scheduler.finished if not each.candidate.is_baseline]
    return FitResult(
        candidates=[*compared, *finished] if config.model_type == "auto" else scheduler.finished,
        baselines=compared,
        linear_model=baselines.linear_model(prepared.training_data),
        only_baselines=not finished,
        cost_tracker=tracker,
    )


def fit_plan(
    scheduler: FitScheduler,
    prepared: PreparedTable,
    plan: TrainingPlan,
    leaderboard: Leaderboard,
    more_rows: Callable[[], MoreRowsRefit | None],
    early_ending: EarlyEnding,
) -> None:
    """Fit the portfolio, then tune, refit on more rows, and repeat the models of the ensemble.

    Parameters
    ----------
    more_rows : callable
        Returns the refit on more rows, or None if it is not worth the time. It may read and encode some rows.
    """
    training_data, candidates = prepared.training_data, plan.candidates
    refittable = [replace(each, uses_more_rows=True) for each in candidates if each.can_use_more_rows]
    more_rows_refit = more_rows() if refittable else None
    scheduler.plan([*candidates, *(refittable[:MAX_REFITTED] if more_rows_refit else [])], plan.n_later)
    leaderboard.phase("training", f"Trying {len(candidates)} models")
    with scheduler.reserving(for_refit=RESERVED_SHARE * scheduler.seconds_left if more_rows_refit else 0.0):
        scheduler.fit_first_repeat(candidates)
    # Where half of the time was too short for the portfolio, refitting comes before tuning.
    skipped_for_time = scheduler.skipped_for_time if more_rows_refit else []
    refitted = bool(more_rows_refit and skipped_for_time and more_rows_refit.refit())
    if skipped_for_time and not refitted:
        scheduler.expect_later(plan.n_later + len(skipped_for_time))
        scheduler.fit_first_repeat(skipped_for_time)
    max_later = plan.max_later_fits
    if plan.n_tuned and scheduler.may_continue and not refitted:
        leaderboard.set_message("Trying settings near the best ones")
        max_later -= tune(scheduler, training_data, plan.n_tuned, early_ending)
    if more_rows_refit and not skipped_for_time:
        more_rows_refit.refit()
    scheduler.expect_later(min(max_later, plan.n_repeated) + plan.n_recent)
    if plan.n_repeated:
        early_ending.begin_stage()
        repeat_best(scheduler, training_data, leaderboard, max_later, early_ending)
    if scheduler.may_continue and (why := early_ending.reason(scheduler.seconds_left, plan.n_repeated)):
        leaderboard.set_ending(why)


def repeat_best(
    scheduler: FitScheduler,
    training_data: TrainingData,
    leaderboard: Leaderboard,
    max_fits: int,
    early_ending: EarlyEnding,
) -> None:
    """Fit the models of the ensemble on further repeats of the k-fold splits, while these improve it.

    Parameters
    ----------
    max_fits : int
        Configurations that may still be fitted.
    """
    n_fits = 0
    for number in range(1, training_data.rounds):
        if not scheduler.may_continue:
            return
        selected = weigh_candidates(scheduler.finished, training_data)
        if early_ending.should_end(selected, n_fits):
            return
        names = names_to_repeat(selected, training_data, number)
        max_fits -= len(names)
        if max_fits < 0 or not names:
            return
        best = "best model" if len(names) == 1 else f"{len(names)} best models"
        leaderboard.set_message(f"Repeating the {best} on other folds")
        scheduler.fit_repeat(names, number)
        n_fits = len(names)


def failed_entries(leaderboard: Leaderboard) -> list[LeaderboardEntry]:
    """Return the candidates that failed for another reason than time."""
    return [entry for entry in leaderboard.entries.values() if entry.status == "failed"]


def no_model_error(leaderboard: Leaderboard) -> RowcastError:
    """Create the error for a training whose chosen family of models failed."""
    if any(OUT_OF_MEMORY in (entry.why or ()) for entry in failed_entries(leaderboard)):
        return RowcastError("TRAINING_OUT_OF_MEMORY")
    return RowcastError("TRAINING_FAILED")
