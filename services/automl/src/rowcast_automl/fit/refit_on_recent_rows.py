"""With a time, what is published learns the latest rows, too, which only validated the others."""

from __future__ import annotations

from rowcast_automl.ensemble.ensemble_weights import names_to_refit
from rowcast_automl.fit.fit_scheduler import FitScheduler
from rowcast_automl.models.blend import Blend
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.leaderboard import Leaderboard

# Of the time left, what models that are compared leave over: the blend uses some of them.
RESERVED_SHARE = 0.25


def reserved_seconds(trials: FitScheduler, bench: TrainingData) -> float:
    """What is left over for learning the latest rows."""
    return RESERVED_SHARE * trials.spare if bench.latest else 0.0


def refit_on_recent_rows(trials: FitScheduler, bench: TrainingData, board: Leaderboard) -> None:
    """Fits what the blend would use again, on rows of all times; what there is no time for stays as it is."""
    if bench.latest and trials.may_continue:
        board.say("Learning from the latest rows, too")
        chosen = names_to_refit(trials.finished, bench)
        trials.expect(len(chosen))
        trials.learn_latest(chosen)


def has_recent_refits(blend: Blend, bench: TrainingData) -> bool:
    """Whether some model of the blend has learned the latest rows."""
    return any(number in bench.latest_splits for each in blend.models for number in each.folds)
