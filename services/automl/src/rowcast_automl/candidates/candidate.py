"""One configuration to fit: an estimator with its hyperparameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rowcast_automl.estimators.base import Estimator


@dataclass(frozen=True, slots=True)
class Candidate:
    """One configuration to try.

    Parameters
    ----------
    log : bool
        Whether it learns the logarithm of the target.
    tuned_from : str or None
        The candidate near which its settings were looked for.
    uses_more_rows : bool
        Whether it learns from the further rows, too.
    ends_at : int or None
        As FoldData has it.
    """

    name: str
    estimator: Estimator
    params: Mapping[str, Any] = field(default_factory=dict)
    log: bool = False
    tuned_from: str | None = None
    uses_more_rows: bool = False
    ends_at: int | None = None

    @property
    def can_use_more_rows(self) -> bool:
        """Whether it can learn from rows that are read in parts, as boosted trees can."""
        return self.estimator.view == "boost"
