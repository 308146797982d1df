"""Calibrates the weighted ensemble and predicts the rows that evaluate it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rowcast_automl.calibrate.linear_recalibration import fit_linear_recalibration
from rowcast_automl.calibrate.probability_calibration import MIN_ROWS, fit_calibration, one_class, solve
from rowcast_automl.candidates.fitted_candidate import FittedCandidate, as_served
from rowcast_automl.ensemble.ensemble_weights import blend_of, common_rows, served_limit
from rowcast_automl.ensemble.served_members import affordable_members
from rowcast_automl.features.tensors import Array
from rowcast_automl.fit.baselines import LinearModel
from rowcast_automl.models.blend import BaggedModel, Blend, blend_predictions
from rowcast_automl.prepare.training_data import TrainingData


@dataclass(frozen=True, slots=True)
class CalibratedEnsemble:
    """The calibrated ensemble and its predictions.

    Parameters
    ----------
    validating_blend : Blend
        The same ensemble with the members of the validation folds, if `blend` has members refitted on recent
        rows.
    fitted : tuple of BaggedModel
        All models that the ensemble was selected from.
    extra, uncalibrated_checked : arrays
        Predictions for the parity rows, with and without calibration.
    rows : int array
        Training rows with an out-of-fold prediction of every selected model.
    oof, uncalibrated : arrays
        Out-of-fold predictions for `rows` in the target's own units, with and without calibration.
    linear_extra, linear_oof : arrays or None
        Predictions of the plain linear model for the parity rows and for `rows`, if it was fitted.
    """

    blend: Blend
    validating_blend: Blend
    fitted: tuple[BaggedModel, ...]
    extra: Array
    uncalibrated_checked: Array
    rows: Array
    oof: Array
    uncalibrated: Array
    linear_extra: Array | None
    linear_oof: Array | None


def calibrate_ensemble(
    selected: list[tuple[FittedCandidate, float]],
    fitted: list[FittedCandidate],
    training_data: TrainingData,
    line: LinearModel | None = None,
    *,
    calibrated: bool = True,
) -> CalibratedEnsemble:
    """Fit one calibration to the weighted mean of the selected models.

    Parameters
    ----------
    selected : list of (FittedCandidate, float)
        Models and weights, as `select_ensemble` returns them.
    fitted : list of FittedCandidate
        All models that the ensemble was selected from.
    line : LinearModel or None
        Predictions of the linear baseline, which the report shows.
    calibrated : bool
        False publishes the weighted mean as it is.
    """
    known = common_rows([each for each, _ in selected])
    blend = blend_of(selected, training_data)
    uncalibrated = blend_predictions(blend, [each.oof[known] for each, _ in selected])
    if calibrated:
        blend = calibrate_blend(blend, selected, training_data, known)
    served = affordable_members(
        [each for each, _ in selected], training_data.folds, served_limit(training_data)
    )
    validating_blend, blend = blend, replace(blend, models=tuple(each.model for each in served))
    extra = [each.extra for each in served]
    return CalibratedEnsemble(
        blend,
        validating_blend,
        fitted=tuple(as_served(each).model for each in fitted),
        extra=blend_predictions(blend, extra),
        uncalibrated_checked=blend_predictions(replace(blend, calibration=None), extra),
        rows=np.flatnonzero(known),
        oof=blend_predictions(blend, [each.oof[known] for each, _ in selected]),
        uncalibrated=uncalibrated,
        linear_extra=line.extra if line else None,
        linear_oof=line.oof[known] if line else None,
    )


def calibrate_blend(
    blend: Blend, selected: list[tuple[FittedCandidate, float]], training_data: TrainingData, known: Array
) -> Blend:
    """Calibrate probabilities, or recalibrate numbers, on the rows of a mask, if these are enough."""
    predictions = blend_predictions(blend, [each.oof[known] for each, _ in selected])
    truth, order = training_data.truth[known], training_data.order.take(np.flatnonzero(known))
    if training_data.classes:
        return replace(blend, calibration=fit_calibration(truth, predictions, training_data.seed, order))
    # Errors within a group or period are correlated and do not generalise to others.
    if len(truth) < MIN_ROWS or not order.free:
        return blend
    return recalibrated(blend, fit_linear_recalibration(truth, predictions), predictions)


def recalibrate_like(
    published: Blend,
    blend: Blend,
    selected: list[tuple[FittedCandidate, float]],
    training_data: TrainingData,
    known: Array,
) -> Blend:
    """Fit the published ensemble's kind of calibration on the rows of a mask, however few."""
    predictions = blend_predictions(blend, [each.oof[known] for each, _ in selected])
    truth = training_data.truth[known]
    if published.calibration and not one_class(truth):
        return replace(blend, calibration=solve(truth, predictions))
    if published.scale != training_data.scale:
        return recalibrated(blend, fit_linear_recalibration(truth, predictions), predictions)
    return blend


def recalibrated(blend: Blend, factor: float, predictions: Array) -> Blend:
    """Return the ensemble with the distance of its predictions from their mean scaled by a factor."""
    center = float(predictions.mean())
    return replace(blend, center=center + factor * (blend.center - center), scale=factor * blend.scale)
