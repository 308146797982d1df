"""Chooses, weighs and calibrates the models that are published."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rowcast_automl.calibrate.fitted_linear_model import LinearTried, linear_tried
from rowcast_automl.calibrate.linear_recalibration import fit_stretch
from rowcast_automl.calibrate.probability_calibration import FEWEST_ROWS, fit_calibration, one_class, solve
from rowcast_automl.candidates.fitted_candidate import Tried, as_served, validated
from rowcast_automl.ensemble.greedy_selection import choose_weights, judge_of
from rowcast_automl.ensemble.served_members import (
    FIRST_SHARE,
    affordable_rounds,
    as_affordable,
    least_cost,
    rounds_of,
    with_rounds,
)
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.scores import score
from rowcast_automl.metrics.thresholds import own_threshold
from rowcast_automl.models.blend import BaggedModel, Blend, blend_answers
from rowcast_automl.models.serving_cost import Cost
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.training_data import Workbench
from rowcast_automl.run.leaderboard import Board

# What of the loss it may cost to leave room for further rounds.
CLEARLY = 0.01
TOO_DEAR = reason("TOO_DEAR")


@dataclass(frozen=True, slots=True)
class Blended:
    """The blend and the trained form's answers.

    Parameters
    ----------
    by_folds : Blend
        The same with the members that validated, where the blend has such that learned the latest rows.
    tried : tuple of BaggedModel
        All models that the weights were chosen among.
    extra, uncalibrated_extra : arrays
        On the parity rows, with and without the calibration.
    rows : int array
        Training rows that every chosen model validated.
    oof, uncalibrated : arrays
        Out-of-fold answers on `rows` in the target's own units, with and without the calibration.
    linear_extra, linear_oof : arrays or None
        Answers of the plain linear model, where it was fitted, on the parity rows and on `rows`.
    """

    blend: Blend
    by_folds: Blend
    tried: tuple[BaggedModel, ...]
    extra: Array
    uncalibrated_extra: Array
    rows: Array
    oof: Array
    uncalibrated: Array
    linear_extra: Array | None
    linear_oof: Array | None


def blend_tried(tried: list[Tried], bench: Workbench, line: LinearTried | None = None) -> Blended:
    """Greedy weights on the rows that all models validated, and a calibration.

    Parameters
    ----------
    line : LinearTried or None
        The plain linear model, should it not be among those tried.
    """
    picked = affordable(weigh(tried, bench), bench)
    known = common_rows([each for each, _ in picked])
    blend = weighted(picked, bench)
    uncalibrated = blend_answers(blend, [each.oof[known] for each, _ in picked])
    blend = calibrated(blend, picked, bench, known)
    linear = linear_tried(tried, bench) or line
    served = as_affordable([each for each, _ in picked], bench.folds, served_limit(bench))
    by_folds, blend = blend, replace(blend, models=tuple(each.model for each in served))
    extra = [each.extra for each in served]
    return Blended(
        blend,
        by_folds,
        tried=tuple(as_served(each).model for each in tried),
        extra=blend_answers(blend, extra),
        uncalibrated_extra=blend_answers(replace(blend, calibration=None), extra),
        rows=np.flatnonzero(known),
        oof=blend_answers(blend, [each.oof[known] for each, _ in picked]),
        uncalibrated=uncalibrated,
        linear_extra=linear.extra if linear else None,
        linear_oof=linear.oof[known] if linear else None,
    )


def weighted(picked: list[tuple[Tried, float]], bench: Workbench) -> Blend:
    """The blend of the models, without a calibration."""
    return Blend(
        task=bench.task,
        classes=bench.classes,
        models=tuple(each.model for each, _ in picked),
        weights=tuple(weight for _, weight in picked),
        center=bench.center,
        scale=bench.scale,
    )


def calibrated(blend: Blend, picked: list[tuple[Tried, float]], bench: Workbench, known: Array) -> Blend:
    """The blend as sure, or its numbers as far apart, as the known rows say, given as a mask; if they do."""
    answers = blend_answers(blend, [each.oof[known] for each, _ in picked])
    truth, order = bench.truth[known], bench.order.take(np.flatnonzero(known))
    if bench.classes:
        return replace(blend, calibration=fit_calibration(truth, answers, bench.seed, order))
    # Rows of one group or time err alike, and say little of others.
    if len(truth) < FEWEST_ROWS or not order.free:
        return blend
    return stretched(blend, fit_stretch(truth, answers), answers)


def calibrated_like(
    published: Blend, blend: Blend, picked: list[tuple[Tried, float]], bench: Workbench, known: Array
) -> Blend:
    """The blend calibrated or stretched by the known rows, however few, if the published one is."""
    answers = blend_answers(blend, [each.oof[known] for each, _ in picked])
    truth = bench.truth[known]
    if published.calibration and not one_class(truth):
        return replace(blend, calibration=solve(truth, answers))
    if published.scale != bench.scale:
        return stretched(blend, fit_stretch(truth, answers), answers)
    return blend


def stretched(blend: Blend, factor: float, answers: Array) -> Blend:
    """The same with each number so many times as far from the mean of these answers."""
    center = float(answers.mean())
    return replace(blend, center=center + factor * (blend.center - center), scale=factor * blend.scale)


def weigh(tried: list[Tried], bench: Workbench, among: Array | None = None) -> list[tuple[Tried, float]]:
    """Models with weights, the heaviest first; a round of each is affordable, or a part of one.

    It leaves room for more rounds, unless the blend is clearly better without that.

    Parameters
    ----------
    among : bool array, shape (n_samples,), or None
        The rows that choose; None for all.
    """
    known = common_rows(tried)
    if among is not None:
        known = known & among
    if not known.any():
        return [(tried[0], 1.0)]
    limit = served_limit(bench)
    costs = [least_cost(each, bench.folds, limit) for each in tried]
    answers = [each.oof[known] for each in tried]
    judge = judge_of(bench.task, bench.target[known], answers, absolute=bench.absolute)
    half, whole = (
        choose_weights(judge, answers, costs, limit * share, bench.seed) for share in (FIRST_SHARE, 1.0)
    )
    weights = whole.weights if whole.loss < half.loss * (1 - CLEARLY) else half.weights
    picked = [(each, float(weight)) for each, weight in zip(tried, weights, strict=True) if weight > 0]
    return sorted(picked, key=lambda pair: -pair[1])


def affordable(picked: list[tuple[Tried, float]], bench: Workbench) -> list[tuple[Tried, float]]:
    """The same models with as many of their members as can be served."""
    models = [each for each, _ in picked]
    most = [rounds_of(each, bench.folds) for each in models]
    rounds = affordable_rounds(models, bench.folds, most, served_limit(bench))
    return [
        (with_rounds(each, count, bench.folds), weight)
        for (each, weight), count in zip(picked, rounds, strict=True)
    ]


def worth_repeating(tried: list[Tried], bench: Workbench, number: int) -> list[str]:
    """Names of the models that the blend would use with more than so many rounds.

    All of its models while there are rows that not every one of them validated: the common ones judge and
    calibrate the blend. None where a model has grown, whose rows were encoded for the first round alone.
    """
    models = [each for each, _ in weigh(tried, bench)]
    if any(each.candidate.grown for each in models):
        return []
    if not common_rows(models).all():
        return [each.model.name for each in models]
    rounds = affordable_rounds(models, bench.folds, [number + 1] * len(models), served_limit(bench))
    return [each.model.name for each, count in zip(models, rounds, strict=True) if count > number]


def worth_the_latest(tried: list[Tried], bench: Workbench) -> list[str]:
    """Names of the models that the blend would use, but for those that have grown."""
    return [each.model.name for each, _ in weigh(tried, bench) if not each.candidate.grown]


def served_limit(bench: Workbench) -> Cost:
    """What all members together may cost."""
    return bench.limit - bench.text_cost


def common_rows(tried: list[Tried]) -> Array:
    """Mask of the rows that every model validated."""
    mask: Array = np.all([validated(each.oof) for each in tried], axis=0)
    return mask


def enter_weights(board: Board, blended: Blended, tried: list[Tried], bench: Workbench, metric: str) -> None:
    """Notes on the leaderboard what each model weighs, and the blend itself where it is of several."""
    weights = dict(zip([each.name for each in blended.blend.models], blended.blend.weights, strict=True))
    limit = served_limit(bench)
    for each in tried:
        entry = board.entries[each.model.name]
        weight = round(weights.get(each.model.name, 0.0), 4)
        why = entry.why or []
        if not weight and not least_cost(each, bench.folds, limit).within(limit):
            why = [*why, TOO_DEAR]
        board.put(each.model.name, entry.estimator, entry.status, weight=weight, why=why)
    if len(weights) > 1:
        seconds = sum(each.seconds for each in tried if each.model.name in weights)
        enter_blend(board, blended, bench, metric, seconds)


def enter_blend(board: Board, blended: Blended, bench: Workbench, metric: str, seconds: float) -> None:
    """Adds the blend itself to the leaderboard, scored out of fold."""
    rows, oof = blended.rows, blended.oof
    answers = np.full((len(bench.truth), *oof.shape[1:]), np.nan)
    answers[rows] = oof
    known = validated(answers)
    threshold = own_threshold(metric, bench.truth[rows], oof)
    scores = []
    for split in bench.splits[: bench.folds]:
        checked = split.valid[known[split.valid]]
        if len(checked):
            scores.append(score(metric, bench.truth[checked], answers[checked], threshold))
    board.put(
        "Blend",
        "ensemble",
        "done",
        score=score(metric, bench.truth[rows], oof, threshold),
        spread=float(np.nanstd(scores)) if np.isfinite(scores).any() else 0.0,
        fit_seconds=round(seconds, 3),
    )
