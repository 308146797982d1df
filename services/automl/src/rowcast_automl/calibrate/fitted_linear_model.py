"""The plain linear model among those that were tried, to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rowcast_automl.candidates.fitted_candidate import Tried
from rowcast_automl.ensemble.served_members import with_rounds
from rowcast_automl.estimators.base import LinearMember
from rowcast_automl.estimators.registry import LINEAR
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.blend import link
from rowcast_automl.plan.portfolio import SHRINKAGE
from rowcast_automl.prepare.training_data import Workbench


@dataclass(frozen=True, slots=True)
class LinearTried:
    """Answers in the target's own units: on the parity rows, and out of fold on the training rows."""

    extra: Array
    oof: Array


def linear_tried(tried: Sequence[Tried], bench: Workbench) -> LinearTried | None:
    """The answers of the model's first round alone, since how many follow is a matter of time.

    Returns
    -------
    LinearTried or None
        None where the model is not among those tried.
    """
    plain = (each for each in tried if each.candidate.estimator is LINEAR and not each.candidate.log)
    found = next((each for each in plain if each.candidate.params == {"shrinkage": SHRINKAGE}), None)
    if found is None or len(found.model.folds) < bench.folds:
        return None
    first = with_rounds(found, 1, bench.folds)
    bench.prepare(0, "linear")
    rows, _ = bench.views["linear"]
    oof = np.full_like(found.oof, np.nan)
    for number, member in zip(first.model.folds, first.model.members, strict=True):
        if not isinstance(member, LinearMember):
            return None
        valid = bench.splits[number].valid
        oof[valid] = link(first.model.space, rows[valid] @ member.weights + member.bias)
    return LinearTried(first.extra * bench.scale + bench.center, oof * bench.scale + bench.center)
