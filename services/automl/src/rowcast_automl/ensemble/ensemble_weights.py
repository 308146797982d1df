"""Selects the models of the ensemble and their weights, within the limits on latency and size."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from scipy.special import logsumexp

from rowcast_automl.candidates.fitted_candidate import FittedCandidate, has_prediction
from rowcast_automl.ensemble.greedy_selection import (
    EPSILON,
    MIN_WEIGHT,
    EnsembleLoss,
    choose_weights,
    ensemble_loss,
)
from rowcast_automl.ensemble.served_members import (
    FIRST_SHARE,
    affordable_repeats,
    min_cost,
    n_repeats_of,
    with_repeats,
)
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.blend import Blend
from rowcast_automl.models.deviation_limit import fit_max_deviations
from rowcast_automl.models.serving_cost import Cost
from rowcast_automl.prepare.training_data import TrainingData

# Relative loss that is accepted to leave room for more repeats.
MIN_IMPROVEMENT = 0.01
# Slopes of the log-probabilities among which the best is taken.
SLOPES = (0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0, 3.0)


def select_ensemble(
    fitted: list[FittedCandidate], training_data: TrainingData
) -> list[tuple[FittedCandidate, float]]:
    """Choose models and their weights by the rows that all models validated.

    Returns
    -------
    list of (FittedCandidate, float)
        The heaviest first, each with as many of its members as the limits on latency and size allow.
    """
    return with_affordable_members(weigh_candidates(fitted, training_data), training_data)


def blend_of(
    selected: list[tuple[FittedCandidate, float]], training_data: TrainingData, among: Array | None = None
) -> Blend:
    """Build the weighted ensemble, without calibration.

    Parameters
    ----------
    among : bool array, shape (n_samples,), or None
        Rows that fit the limits on deviations; None for all.
    """
    models, weights = tuple(each.model for each, _ in selected), tuple(weight for _, weight in selected)
    max_deviations: tuple[float, ...] = ()
    if training_data.task == "regression":
        known = common_rows([each for each, _ in selected])
        known = known if among is None else known & among
        oof = [each.oof[known] for each, _ in selected]
        max_deviations = fit_max_deviations(oof, weights, [each.extrapolates for each in models])
    return Blend(
        task=training_data.task,
        classes=training_data.classes,
        models=models,
        weights=weights,
        center=training_data.center,
        scale=training_data.scale,
        max_deviations=max_deviations,
    )


def weigh_candidates(
    fitted: list[FittedCandidate], training_data: TrainingData, among: Array | None = None
) -> list[tuple[FittedCandidate, float]]:
    """Choose models and weights, heaviest first, such that one repeat of each is within the limit.

    Baselines are selected only if they clearly improve the ensemble, or if there is no other model.

    Parameters
    ----------
    among : bool array, shape (n_samples,), or None
        Rows that choose the weights; None for all.
    """
    others = [each for each in fitted if not each.candidate.is_baseline]
    chosen = weigh(others or fitted, training_data, among)
    if 0 < len(others) < len(fitted):
        known = common_rows(fitted) if among is None else common_rows(fitted) & among
        with_baselines = weigh(fitted, training_data, among)
        if not known.any():
            return chosen
        judge = judge_of(fitted, training_data, known)
        losses = [calibrated_loss(each, judge, known) for each in (with_baselines, chosen)]
        if losses[0] < losses[1] * (1 - MIN_IMPROVEMENT):
            return with_baselines
    return chosen


def judge_of(fitted: list[FittedCandidate], training_data: TrainingData, known: Array) -> EnsembleLoss:
    """Return the loss on the rows of a mask, with one Huber limit for all ensembles of these models."""
    return ensemble_loss(
        training_data.task,
        training_data.target[known],
        [each.oof[known] for each in fitted],
        absolute=training_data.absolute,
    )


def calibrated_loss(
    selected: list[tuple[FittedCandidate, float]], judge: EnsembleLoss, known: Array
) -> float:
    """Return the loss of an ensemble on the rows of a mask. Class probabilities are temperature-scaled first.

    A model that was stopped early is underconfident, which the scaling corrects.
    """
    oof: Array = np.sum([weight * each.oof[known] for each, weight in selected], axis=0)
    if judge.task == "regression":
        return judge.loss(oof)
    logs = np.log(np.maximum(oof, EPSILON))
    rows = np.arange(len(judge.truth))
    return min(
        float(np.mean(logsumexp(slope * logs, axis=1) - slope * logs[rows, judge.truth])) for slope in SLOPES
    )


def weigh(
    fitted: list[FittedCandidate], training_data: TrainingData, among: Array | None
) -> list[tuple[FittedCandidate, float]]:
    """Choose models and weights among all of these.

    The weights leave room for more repeats, unless the ensemble is clearly better without it.
    """
    known = common_rows(fitted)
    if among is not None:
        known = known & among
    if not known.any():
        return [(fitted[0], 1.0)]
    limit = served_limit(training_data)
    costs = [min_cost(each, training_data.folds, limit) for each in fitted]
    predictions = [each.oof[known] for each in fitted]
    judge = judge_of(fitted, training_data, known)

    def choose(limit: Cost) -> Array:
        half, whole = (
            choose_weights(judge, predictions, costs, limit * share, training_data.seed)
            for share in (FIRST_SHARE, 1.0)
        )
        return whole.weights if whole.loss < half.loss * (1 - MIN_IMPROVEMENT) else half.weights

    weights = choose(limit)
    if training_data.task == "regression":
        losses = [judge.loss(each) for each in predictions]
        extrapolates = [each.model.extrapolates for each in fitted]
        weights = with_reference(choose, weights, losses, extrapolates, costs, limit)
    selected = [(each, float(weight)) for each, weight in zip(fitted, weights, strict=True) if weight > 0]
    return sorted(selected, key=lambda pair: -pair[1])


def with_reference(
    choose: Callable[[Cost], Array],
    weights: Array,
    losses: list[float],
    extrapolates: list[bool],
    costs: list[Cost],
    limit: Cost,
) -> Array:
    """Give the best model that does not extrapolate a small weight, if all selected models extrapolate.

    It limits their deviations. If it does not fit beside them, the others are chosen again within the rest of
    the limit. Without such a model, the weights are unchanged.

    Parameters
    ----------
    choose : callable
        Returns the best weights within a limit.
    """
    bounded = [place for place, cost in enumerate(costs) if not extrapolates[place] and cost.within(limit)]
    if not bounded or not all(extrapolates[place] for place in np.flatnonzero(weights)):
        return weights
    best = min(bounded, key=losses.__getitem__)
    if not fits_beside(best, weights, costs, limit):
        weights_beside = choose(limit - costs[best])
        if not all(extrapolates[place] for place in np.flatnonzero(weights_beside)):
            return weights_beside
        if not fits_beside(best, weights_beside, costs, limit):
            return weights
        weights = weights_beside
    result: Array = weights * (1 - MIN_WEIGHT)
    result[best] = MIN_WEIGHT
    return result


def fits_beside(added: int, weights: Array, costs: list[Cost], limit: Cost) -> bool:
    """Whether a further model is within the limit together with all that have a weight."""
    return sum((costs[place] for place in np.flatnonzero(weights)), start=costs[added]).within(limit)


def with_affordable_members(
    selected: list[tuple[FittedCandidate, float]], training_data: TrainingData
) -> list[tuple[FittedCandidate, float]]:
    """Return the models with as many repeats as the limit allows."""
    models = [each for each, _ in selected]
    maximum = [n_repeats_of(each, training_data.folds) for each in models]
    rounds = affordable_repeats(models, training_data.folds, maximum, served_limit(training_data))
    return [
        (with_repeats(each, count, training_data.folds), weight)
        for (each, weight), count in zip(selected, rounds, strict=True)
    ]


def names_to_repeat(
    selected: Sequence[tuple[FittedCandidate, float]], training_data: TrainingData, number: int
) -> list[str]:
    """Return the names of models for which a further repeat is worth fitting.

    These are all selected models, as long as some rows were not validated by all of them: only common
    rows evaluate and calibrate the ensemble. There are none if a model was refitted on more rows, since these
    were only encoded for the first repeat.
    """
    models = [each for each, _ in selected]
    if any(each.candidate.uses_more_rows for each in models):
        return []
    if not common_rows(models).all():
        return [each.model.name for each in models]
    rounds = affordable_repeats(
        models, training_data.folds, [number + 1] * len(models), served_limit(training_data)
    )
    return [each.model.name for each, count in zip(models, rounds, strict=True) if count > number]


def names_to_refit(fitted: list[FittedCandidate], training_data: TrainingData) -> list[str]:
    """Return the names of the selected models that do not use more rows."""
    return [
        each.model.name
        for each, _ in weigh_candidates(fitted, training_data)
        if not each.candidate.uses_more_rows
    ]


def served_limit(training_data: TrainingData) -> Cost:
    """Return the limit on the serving cost of all members together."""
    return training_data.limit - training_data.text_cost


def common_rows(fitted: list[FittedCandidate]) -> Array:
    """Return the mask of the rows that have an out-of-fold prediction of every model."""
    mask: Array = np.all([has_prediction(each.oof) for each in fitted], axis=0)
    return mask
