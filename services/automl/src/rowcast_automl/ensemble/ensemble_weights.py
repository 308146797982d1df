"""Chooses, weighs and calibrates the models that are published."""

from __future__ import annotations

import numpy as np

from rowcast_automl.candidates.fitted_candidate import Tried, validated
from rowcast_automl.ensemble.greedy_selection import choose_weights, judge_of
from rowcast_automl.ensemble.served_members import (
    FIRST_SHARE,
    affordable_rounds,
    least_cost,
    rounds_of,
    with_rounds,
)
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.blend import Blend
from rowcast_automl.models.serving_cost import Cost
from rowcast_automl.prepare.training_data import Workbench

# What of the loss it may cost to leave room for further rounds.
CLEARLY = 0.01


def select_ensemble(tried: list[Tried], bench: Workbench) -> list[tuple[Tried, float]]:
    """Choose models and their weights by the rows that all models validated.

    Returns
    -------
    list of (Tried, float)
        The heaviest first, each with as many of its members as the limits on latency and size allow.
    """
    return affordable(weigh(tried, bench), bench)


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
