"""Validation rows answered after as many rounds as others of them chose.

The round after which they are answered best looks better on the rows that chose it than on new ones, the more
so the fewer they are. So each part of them is answered as the fit stood at the round that the other parts
chose. The member is cut at the round that all of them chose.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rowcast_automl.estimators.fitting import FoldData
from rowcast_automl.features.tensors import Array

# Of more rows none has a say that shows.
MOST_ROWS = 2_000
SMALLEST = 1e-7


class RoundLosses:
    """The loss of every validation row after every round.

    Parameters
    ----------
    data : FoldData
        Its `valid_parts` choose for one another.
    """

    def __init__(self, data: FoldData) -> None:
        self._data = data
        self._losses: list[Array] = []
        parts = data.valid_parts
        crossed = parts is not None and len(parts) <= MOST_ROWS and (parts != parts[0]).any()
        self._parts = parts if crossed else None

    @property
    def wanted(self) -> bool:
        """Whether rows choose for one another; else there is nothing to keep."""
        return self._parts is not None

    def add(self, answers: Array) -> None:
        """Keeps what a further round answers: values, or probabilities.

        Parameters
        ----------
        answers : array, shape (n_samples, outputs) or, of one output, (n_samples,)
        """
        if self.wanted:
            self._losses.append(row_losses(answers.reshape(len(self._data.valid), -1), self._data))

    def answers(self, best: int, answer: Callable[[Array, int], Array]) -> Array:
        """Answers of all validation rows, shape (n_samples, outputs).

        Parameters
        ----------
        best : int
            The round, from 0, that all of them chose.
        answer : callable
            Gives the answers of some rows, by a mask, as they stood after a round.
        """
        parts = self._parts
        if parts is None or not self._losses:
            return answer(np.ones(len(self._data.valid), bool), best)
        losses = np.stack(self._losses)
        found = np.empty((len(parts), self._data.outputs))
        for part in np.unique(parts):
            own = parts == part
            found[own] = answer(own, int(losses[:, ~own].mean(axis=1).argmin()))
        return found


def row_losses(answers: Array, data: FoldData) -> Array:
    """Squared or absolute errors, or negative log-probabilities, of the validation rows, shape (n_samples,).

    Parameters
    ----------
    answers : array, shape (n_samples, outputs)
        Values, or probabilities; of two classes the second one's.
    """
    truth = data.valid_target
    if data.task == "regression":
        errors: Array = np.abs(answers[:, 0] - truth)
        return errors if data.absolute else errors**2
    if data.classes == 2:
        share = np.where(truth == 1, answers[:, 0], 1 - answers[:, 0])
    else:
        share = answers[np.arange(len(answers)), truth]
    losses: Array = -np.log(np.maximum(share, SMALLEST))
    return losses
