"""The answers by which a model is judged and its intervals and threshold are set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.search.blending import Blended
from rowcast_automl.search.preparation import Prepared


@dataclass(frozen=True, slots=True)
class Evidence:
    """Rows with the truth and the model's answers.

    Parameters
    ----------
    source : str
        `holdout`: no model saw the evaluated rows. `out_of_fold`: they are training rows, each answered by
        the folds that did not see it.
    truth, answers : arrays
        Evaluated rows: class indices and probabilities (rows, classes), or numbers in the target's units.
    tensors : Tensors
        Evaluated rows as the graph reads them.
    oof_truth, oof_answers : arrays
        Out-of-fold rows, calibrated like the served answers; the evaluated ones or others.
    raw : array or None
        `answers` before calibration.
    calibration : str or None
        Name of the calibration.
    linear : array or None
        Answers of a linear model on the evaluated rows.
    """

    source: Literal["holdout", "out_of_fold"]
    truth: Array
    answers: Array
    tensors: Tensors
    oof_truth: Array
    oof_answers: Array
    raw: Array | None = None
    calibration: str | None = None
    linear: Array | None = None


def held_out_evidence(prepared: Prepared, blended: Blended, answers: Array) -> Evidence:
    """Evidence from held-out rows.

    Parameters
    ----------
    answers : array
        The served form's answers on the held-out rows.
    """
    count = len(prepared.test)
    return Evidence(
        source="holdout",
        truth=prepared.test_truth,
        answers=answers,
        tensors=prepared.extra.take(slice(0, count)),
        oof_truth=prepared.bench.truth[blended.known],
        oof_answers=blended.oof,
        linear=None if blended.linear is None else blended.linear[:count],
    )
