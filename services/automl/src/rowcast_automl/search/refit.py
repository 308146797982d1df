"""With a time, what is published learns the latest rows, too, which only validated the others."""

from __future__ import annotations

from rowcast_automl.ensemble.blend import Blend
from rowcast_automl.search.blending import worth_refitting
from rowcast_automl.search.board import Board
from rowcast_automl.search.trials import Trials
from rowcast_automl.search.workbench import Workbench

# Of the time left, what models that are compared leave over: the blend uses some of them.
KEPT_SHARE = 0.25


def kept_seconds(trials: Trials, bench: Workbench) -> float:
    """What is left over for learning the latest rows."""
    return KEPT_SHARE * trials.spare if bench.refits else 0.0


def refit(trials: Trials, bench: Workbench, board: Board) -> None:
    """Fits what the blend would use again, on rows of all times; what there is no time for stays as it is."""
    if bench.refits and trials.may_go_on:
        board.say("Learning from the latest rows, too")
        trials.refit(worth_refitting(trials.finished, bench))


def refits_in(blend: Blend, bench: Workbench) -> bool:
    """Whether some model of the blend has learned the latest rows."""
    return any(number in bench.refit_splits for each in blend.models for number in each.folds)
