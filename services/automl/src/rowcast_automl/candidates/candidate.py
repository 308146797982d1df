"""One configuration to fit: an estimator with its hyperparameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rowcast_automl.estimators.base import Estimator


@dataclass(frozen=True, slots=True)
class Candidate:
    """A configuration to fit.

    Parameters
    ----------
    log : bool
        Whether it is fitted to the logarithm of the target.
    tuned_from : str or None
        Name of the candidate that hyperparameter search started from.
    uses_more_rows : bool
        Whether it trains on the rows beyond the sample, too.
    ends_at : int or None
        Fixed number of rounds or epochs; None for early stopping.
    is_baseline : bool
        Whether it is one of the simple models that others are compared with.
    """

    name: str
    estimator: Estimator
    params: Mapping[str, Any] = field(default_factory=dict)
    log: bool = False
    tuned_from: str | None = None
    uses_more_rows: bool = False
    ends_at: int | None = None
    is_baseline: bool = False

    @property
    def can_use_more_rows(self) -> bool:
        """Whether it can train on rows read in blocks, as boosted trees can."""
        return self.estimator.view == "boost"
