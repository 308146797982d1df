"""The fit stage: fits, tunes and repeats the planned candidates, and refits the best on more rows."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace

from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.contracts.generated import Reason, TrainingCost
from rowcast_automl.ensemble.ensemble_weights import names_to_repeat
from rowcast_automl.fit.compute.connect import connect
from rowcast_automl.fit.cost_tracker import CostTracker
from rowcast_automl.fit.fit_scheduler import FitScheduler
from rowcast_automl.fit.hyperparameter_search import tune
from rowcast_automl.fit.linear_baseline import SHORT_BUDGET, SHORT_SHARE, LinearModel, fit_linear_first
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
        In the order of the plan; at least one.
    linear_model : LinearModel or None
        The plain linear model where it was fitted separately.
    cost_tracker : CostTracker
        The forecast cost, and the memory used so far.
    """

    candidates: list[FittedCandidate]
    linear_model: LinearModel | None
    cost_tracker: CostTracker

    def cost(self, seconds: float) -> TrainingCost:
        """The forecast and the actual cost of a training that took so many seconds."""
        return self.cost_tracker.close(self.candidates, seconds)

    def refit_notes(self, blend: Blend, bench: TrainingData) -> list[Reason]:
        """Which models of the ensemble were refitted on more rows or on the most recent ones."""
        notes = []
        if n_rows := n_rows_of_refits(self.candidates, blend, bench):
            notes.append(reason("ROWS_GROWN", count=n_rows))
        if has_recent_refits(blend, bench):
            notes.append(reason("LATEST_LEARNED"))
        return notes


def fit_candidates(run: TrainingRun, prepared: PreparedTable, plan: TrainingPlan) -> FitResult:
    """Fit what the plan names, within the time budget.

    Raises
    ------
    RowcastError
        TRAINING_CANCELLED, TRAINING_TIMED_OUT, TRAINING_OUT_OF_MEMORY, TRAINING_FAILED or
        COMPUTE_UNAVAILABLE.
    """
    config, clock, board, resources = run.config, run.clock, run.board, run.resources
    linear_model = None
    # The linear model is fitted in a forked process, so before a cluster's client starts threads.
    if config.time_budget_seconds <= SHORT_BUDGET and not config.reproducible:
        linear_model = fit_linear_first(prepared.bench, run.within(SHORT_SHARE))
    cluster, ends_at = resources.compute_url, clock.end + UNIT_GRACE
    with closing(connect(cluster, resources.threads, ends_at, resources.memory_bytes)) as compute:
        board.begin(plan.metric, prepared.baseline_score(plan.metric))
        pace = resources.pace or measure_machine_speed()
        tracker = CostTracker(run.profile, config, prepared.target.task, resources.threads, pace)
        outlook = RemainingTime(tracker.unit_seconds, tracker.closing_seconds)
        trials = FitScheduler(prepared.bench, clock, board, plan.metric, compute, outlook, tracker.watch)

        def more_rows() -> MoreRowsRefit | None:
            # Nodes of a cluster cannot read the rows, which are on this machine's disk.
            rest = rows_for_refit(prepared, config, clock.left) if cluster is None else None
            return None if rest is None else MoreRowsRefit(run, trials, prepared, rest)

        if not config.reproducible:
            plan = replace(plan, candidates=tuple(fast_candidate_first(plan.candidates, trials.foretold)))
        with trials.keeping(reserved_seconds(trials, prepared.bench)):
            fit_plan(trials, prepared, plan, board, more_rows)
        refit_on_recent_rows(trials, prepared.bench, board)
        board.foresee(tracker.closing_seconds)
    fitted = trials.finished
    if clock.stop.discard or (clock.stop.keep_best and not fitted):
        raise RowcastError("TRAINING_CANCELLED")
    if not fitted:
        raise no_model_error(board)
    return FitResult(candidates=fitted, linear_model=linear_model, cost_tracker=tracker)


def fit_plan(
    trials: FitScheduler,
    prepared: PreparedTable,
    plan: TrainingPlan,
    board: Leaderboard,
    more_rows: Callable[[], MoreRowsRefit | None],
) -> None:
    """Fit the portfolio, then tune, refit on more rows and repeat what the ensemble would use.

    Parameters
    ----------
    more_rows : callable
        Returns the refitting on more rows, or None where that is not worth it; may read and encode some rows.
    """
    bench, candidates = prepared.bench, plan.candidates
    refittable = [replace(each, grown=True) for each in candidates if each.can_grow]
    growth = more_rows() if refittable else None
    trials.plan([*candidates, *(refittable[:MAX_REFITTED] if growth else [])], plan.n_later)
    board.phase("training", f"Trying {len(candidates)} models")
    with trials.keeping(growing=RESERVED_SHARE * trials.spare if growth else 0.0):
        trials.first_round(candidates)
    # Where half of the time was too short for the portfolio, refitting comes before tuning.
    left_out = trials.left_out if growth else []
    refitted = bool(growth and left_out and growth.grow())
    if left_out and not refitted:
        trials.expect(plan.n_later + len(left_out))
        trials.first_round(left_out)
    max_later = plan.max_later_fits
    if plan.n_tuned and trials.may_continue and not refitted:
        board.say("Trying settings near the best ones")
        max_later -= tune(trials, bench, plan.n_tuned)
    if growth and not left_out:
        growth.grow()
    trials.expect(min(max_later, plan.n_repeated) + plan.n_recent)
    if plan.n_repeated:
        repeat_best(trials, bench, board, max_later)


def repeat_best(trials: FitScheduler, bench: TrainingData, board: Leaderboard, max_fits: int) -> None:
    """Fit what the ensemble would use on further repeats of the k-fold splits.

    Parameters
    ----------
    max_fits : int
        Configurations that may still be fitted.
    """
    for number in range(1, bench.rounds):
        if not trials.may_continue:
            return
        names = names_to_repeat(trials.finished, bench, number)
        max_fits -= len(names)
        if max_fits < 0 or not names:
            return
        best = "best model" if len(names) == 1 else f"{len(names)} best models"
        board.say(f"Repeating the {best} on other folds")
        trials.further_round(names, number)


def no_model_error(board: Leaderboard) -> RowcastError:
    """Why no model was fitted: the time was too short, or every fit failed."""
    failed = [entry for entry in board.entries.values() if entry.status == "failed"]
    if not failed:
        return RowcastError("TRAINING_TIMED_OUT")
    if any(OUT_OF_MEMORY in (entry.why or ()) for entry in failed):
        return RowcastError("TRAINING_OUT_OF_MEMORY")
    return RowcastError("TRAINING_FAILED")
