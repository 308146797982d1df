"""Refits the published models with the most recent rows, which only validated them before."""

from __future__ import annotations

from rowcast_automl.ensemble.ensemble_weights import names_to_refit
from rowcast_automl.fit.fit_scheduler import FitScheduler
from rowcast_automl.models.blend import Blend
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.leaderboard import Leaderboard

# Share of the time left that is reserved for the refits.
RESERVED_SHARE = 0.25


def reserved_seconds(scheduler: FitScheduler, training_data: TrainingData) -> float:
    """Return the seconds to reserve for the refits."""
    return RESERVED_SHARE * scheduler.seconds_left if training_data.n_recent_splits else 0.0


def refit_on_recent_rows(
    scheduler: FitScheduler, training_data: TrainingData, leaderboard: Leaderboard
) -> None:
    """Refit the selected models with the most recent rows, as far as time allows."""
    if training_data.n_recent_splits and scheduler.may_continue:
        leaderboard.set_message("Learning from the latest rows, too")
        chosen = names_to_refit(scheduler.finished, training_data)
        scheduler.expect_later(len(chosen))
        scheduler.refit_on_recent(chosen)


def has_recent_refits(blend: Blend, training_data: TrainingData) -> bool:
    """Whether a model of the blend was refitted with the most recent rows."""
    return any(number in training_data.recent_splits for each in blend.models for number in each.folds)
