"""With a time, what is published learns the latest rows, too, which only validated the others."""

from __future__ import annotations

from rowcast_automl.ensemble.ensemble_weights import worth_the_latest
from rowcast_automl.fit.fit_scheduler import Trials
from rowcast_automl.models.blend import Blend
from rowcast_automl.prepare.training_data import Workbench
from rowcast_automl.run.leaderboard import Board

# Of the time left, what models that are compared leave over: the blend uses some of them.
KEPT_SHARE = 0.25


def kept_seconds(trials: Trials, bench: Workbench) -> float:
    """What is left over for learning the latest rows."""
    return KEPT_SHARE * trials.spare if bench.latest else 0.0


def learn_latest(trials: Trials, bench: Workbench, board: Board) -> None:
    """Fits what the blend would use again, on rows of all times; what there is no time for stays as it is."""
    if bench.latest and trials.may_go_on:
        board.say("Learning from the latest rows, too")
        chosen = worth_the_latest(trials.finished, bench)
        trials.expect(len(chosen))
        trials.learn_latest(chosen)


def knows_latest(blend: Blend, bench: Workbench) -> bool:
    """Whether some model of the blend has learned the latest rows."""
    return any(number in bench.latest_splits for each in blend.models for number in each.folds)
