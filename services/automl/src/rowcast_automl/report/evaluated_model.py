"""The model with the predictions and the threshold that the report describes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rowcast_automl.calibrate.calibrated_ensemble import CalibratedEnsemble
from rowcast_automl.calibrate.evaluated_predictions import EvaluatedPredictions
from rowcast_automl.contracts.generated import Reason
from rowcast_automl.export.served_model import Predict
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.metrics.scores import Threshold
from rowcast_automl.metrics.thresholds import DEFAULT_THRESHOLD, choose_threshold
from rowcast_automl.prepare.table_preparation import PreparedTable


class TimeShare(Protocol):
    """Divides the remaining time among the parts of the report."""

    def __call__(self, share: float, maximum: float, minimum: float = 0.0) -> float:
        """Return the seconds for a part.

        Parameters
        ----------
        share : float
            Of the time left.
        maximum, minimum : float
            Seconds; the minimum applies even after the time budget.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatedModel:
    """The model and the evaluated predictions that the report describes.

    Parameters
    ----------
    metric : str
        The primary metric.
    predict : callable
        The exported model.
    threshold : float
        Probability from which the second of two classes is predicted.
    why_threshold : Reason or None
        Reason for the threshold; None unless there are two classes.
    """

    prepared: PreparedTable
    ensemble: CalibratedEnsemble
    metric: str
    seed: int
    predict: Predict
    evaluated: EvaluatedPredictions
    threshold: float
    why_threshold: Reason | None

    @property
    def schema(self) -> ServingSchema:
        """Fields and classes of the exported model."""
        return self.prepared.schema

    @property
    def judged(self) -> Threshold:
        """The threshold for the evaluated rows, which may be cross-fitted."""
        return self.evaluated.threshold(self.threshold)


def evaluate_model(
    prepared: PreparedTable,
    ensemble: CalibratedEnsemble,
    metric: str,
    seed: int,
    predict: Predict,
    evaluated: EvaluatedPredictions,
) -> EvaluatedModel:
    """Combine the model and its evaluated predictions with the best out-of-fold threshold."""
    threshold, why = DEFAULT_THRESHOLD, None
    if prepared.schema.task == "binary":
        threshold, why = choose_threshold(metric, evaluated.oof_truth == 1, evaluated.oof_predictions[:, 1])
    return EvaluatedModel(
        prepared=prepared,
        ensemble=ensemble,
        metric=metric,
        seed=seed,
        predict=predict,
        evaluated=evaluated,
        threshold=threshold,
        why_threshold=why,
    )
