"""Fits one candidate on one split, in its own process."""

from __future__ import annotations

import contextlib
import time
from functools import partial

import numpy as np

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import FoldResult
from rowcast_automl.estimators.registry import load
from rowcast_automl.platform.process.forked_task import ForkedTask
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.training_data import TrainingData

OUT_OF_TIME = reason("OUT_OF_TIME")


class FoldProcess(ForkedTask[FoldResult]):
    """A running fit in its own process.

    Parameters
    ----------
    deadline : float
        `time.monotonic()` that the fit aims at: boosting, forests and networks end early with what they have.
    memory : int or None
        Bytes that it may take besides what it shares.
    """

    def __init__(
        self,
        candidate: Candidate,
        training_data: TrainingData,
        split: int,
        deadline: float,
        memory: int | None,
    ) -> None:
        self.split = split
        self.deadline = deadline
        training_data.prepare(split, candidate.estimator.view)
        with contextlib.suppress(ImportError, OSError):
            load(candidate.estimator)
        super().__init__(partial(fit_fold, candidate, training_data, split, deadline), memory)


def fit_fold(candidate: Candidate, training_data: TrainingData, split: int, deadline: float) -> FoldResult:
    """Fit a configuration on one split, in a separate process.

    Raises
    ------
    ValueError
        If predictions have the wrong shape, such as without some class, or are not finite.
    """
    begun = time.monotonic()
    data = training_data.fold(
        split,
        candidate.estimator.view,
        candidate.log,
        deadline,
        uses_more_rows=candidate.uses_more_rows,
        ends_at=candidate.ends_at,
    )
    fit = candidate.estimator.fit(data, candidate.params)
    for predictions, rows in ((fit.valid, data.valid), (fit.extra, data.extra)):
        if predictions.shape != (len(rows), data.outputs):
            raise ValueError(f"Answers of shape {predictions.shape} and not {(len(rows), data.outputs)}.")
    if not np.isfinite(fit.valid).all():
        raise ValueError("Answers that are no numbers.")
    return FoldResult(fit, time.monotonic() - begun)
