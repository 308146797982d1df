"""Cross-fitted early stopping of boosting rounds and epochs.

A round chosen on the validation rows looks better on them than on new rows, especially if they are few.
So each part is predicted with the round that the other parts chose.
The exported member ends at the round that all parts chose together.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rowcast_automl.estimators.base import FoldData
from rowcast_automl.features.tensors import Array

# Of more rows none has a say that shows.
MAX_ROWS = 2_000
EPSILON = 1e-7


class RoundLosses:
    """Tracks the best round for each part of the validation rows, judged by the other parts.

    Parameters
    ----------
    data : FoldData
        Its `valid_parts` assign the validation rows to parts.
    """

    def __init__(self, data: FoldData) -> None:
        self._data = data
        parts = data.valid_parts
        names = np.unique(parts if parts is not None and len(parts) <= MAX_ROWS else ())
        self._own = [parts == name for name in names] if len(names) > 1 else []
        self._least = [np.inf] * len(self._own)
        self._rounds = [0] * len(self._own)
        self._added = 0

    @property
    def wanted(self) -> bool:
        """Whether cross-fitting is on. Otherwise no predictions need to be stored."""
        return bool(self._own)

    def add(self, predictions: Array) -> Array:
        """Record the validation predictions of one more round: values, or probabilities.

        Parameters
        ----------
        predictions : array, shape (n_samples, outputs), or (n_samples,) for a single output

        Returns
        -------
        bool array, shape (n_samples,)
            Rows whose other parts have a lower loss in this round than in any earlier one.
        """
        better = np.zeros(len(self._data.valid), bool)
        if not self.wanted:
            return better
        losses = row_losses(predictions.reshape(len(better), -1), self._data)
        for part, own in enumerate(self._own):
            loss = losses[~own].mean()
            # Not a number is never below another one.
            if loss < self._least[part]:
                self._least[part], self._rounds[part] = float(loss), self._added
                better |= own
        self._added += 1
        return better

    def predictions(self, best: int, answer: Callable[[Array, int], Array]) -> Array:
        """Return the predictions of all validation rows, shape (n_samples, outputs).

        Parameters
        ----------
        best : int
            The round, from 0, that all parts chose together.
        answer : callable
            Takes a row mask and a round. Returns the predictions of these rows after that round.
        """
        if not self.wanted or not self._added:
            return answer(np.ones(len(self._data.valid), bool), best)
        found = np.empty((len(self._data.valid), self._data.outputs))
        for own, at in zip(self._own, self._rounds, strict=True):
            found[own] = answer(own, at)
        return found


def row_losses(predictions: Array, data: FoldData) -> Array:
    """Return the loss of each validation row, shape (n_samples,).

    Losses are squared or absolute errors, or negative log-probabilities.

    Parameters
    ----------
    predictions : array, shape (n_samples, outputs)
        Values, or probabilities; of two classes the second one's.
    """
    truth = data.valid_target
    if data.task == "regression":
        errors: Array = np.abs(predictions[:, 0] - truth)
        return errors if data.absolute else errors**2
    if data.classes == 2:
        share = np.where(truth == 1, predictions[:, 0], 1 - predictions[:, 0])
    else:
        share = predictions[np.arange(len(predictions)), truth]
    losses: Array = -np.log(np.maximum(share, EPSILON))
    return losses
