"""Chooses and weighs the models that are published."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.ensemble.blend import Blend, blend_answers
from rowcast_automl.ensemble.greedy import greedy_weights
from rowcast_automl.explain.metrics import score
from rowcast_automl.features.tensors import Array
from rowcast_automl.search.board import Board
from rowcast_automl.search.tried import Tried, in_metric, validated
from rowcast_automl.search.workbench import Workbench

LEAST_WEIGHT = 0.02


@dataclass(frozen=True, slots=True)
class Blended:
    """The blend, with the trained form's answers in the target's own units.

    Parameters
    ----------
    extra, linear : arrays
        Answers on the scoring and parity rows, of the blend and of the first linear model that was tried.
    known : bool array, shape (training rows,)
        Rows that every model of the blend validated.
    oof : array
        The blend's out-of-fold answers on them.
    """

    blend: Blend
    extra: Array
    known: Array
    oof: Array
    linear: Array | None


def blend_tried(tried: list[Tried], bench: Workbench, board: Board, metric: str) -> Blended:
    """Greedy weights on the rows that all models validated; the board gets weights and the blend."""
    known = np.all([validated(each.oof) for each in tried], axis=0)
    usable = tried if known.any() else tried[:1]
    known = known if known.any() else validated(tried[0].oof)
    truth = bench.target[known]
    weights = greedy_weights(bench.task, truth, [each.oof[known] for each in usable])
    weights = np.where(weights < LEAST_WEIGHT, 0.0, weights)
    weights = weights / weights.sum()
    picked = [(each, float(weight)) for each, weight in zip(usable, weights, strict=True) if weight > 0]
    blend = Blend(
        task=bench.task,
        classes=bench.classes,
        models=tuple(each.model for each, _ in picked),
        weights=tuple(weight for _, weight in picked),
        center=bench.center,
        scale=bench.scale,
    )
    for each, weight in zip(usable, weights, strict=True):
        entry = board.entries[each.model.name]
        board.put(each.model.name, entry.estimator, entry.status, weight=round(float(weight), 4))
    if len(picked) > 1:
        enter_blend(picked, bench, board, metric, known)
    linear = next((each.extra for each in tried if each.model.view == "linear"), None)
    return Blended(
        blend,
        extra=blend_answers(blend, [each.extra for each, _ in picked]),
        known=known,
        oof=blend_answers(blend, [each.oof[known] for each, _ in picked]),
        linear=None if linear is None else linear * bench.scale + bench.center,
    )


def enter_blend(
    picked: list[tuple[Tried, float]], bench: Workbench, board: Board, metric: str, known: Array
) -> None:
    """Adds the blend itself to the leaderboard, scored out of fold."""
    oof = np.asarray(sum(weight * each.oof for each, weight in picked))
    scores = [
        in_metric(bench, metric, bench.truth[rows], oof[rows])
        for rows in ((bench.folds == number) & known for number in bench.fold_numbers)
        if rows.any()
    ]
    answers = oof[known] * bench.scale + bench.center if bench.task == "regression" else oof[known]
    board.put(
        "Blend",
        "ensemble",
        "done",
        score=score(metric, bench.truth[known], answers),
        spread=float(np.nanstd(scores)),
        fit_seconds=round(sum(each.seconds for each, _ in picked), 3),
    )
