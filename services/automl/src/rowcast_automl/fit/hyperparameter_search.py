"""Hyperparameter search around the best candidates, if time is left after the portfolio."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.ensemble.ensemble_weights import weigh_candidates
from rowcast_automl.fit.early_ending import EarlyEnding
from rowcast_automl.fit.fit_scheduler import FitScheduler
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.training_data import TrainingData

NOT_USED = reason("NOT_BLENDED")
BATCH_SIZE, PATIENCE = 4, 3
# Of the time left, what is kept for steadying what the blend uses.
RESERVED_SHARE = 0.5
# Standard deviation of a step, as a share of the parameter's range.
STEP = 0.2


@dataclass(frozen=True, slots=True)
class ParameterRange:
    """The range of a parameter; on a logarithmic scale if `log`, with integer values if `whole`."""

    low: float
    high: float
    log: bool = False
    whole: bool = False

    def near(self, value: float, random: np.random.Generator) -> float:
        """Return a value at a random step from the given one, within the range."""
        low, high, at = np.log([self.low, self.high, value]) if self.log else (self.low, self.high, value)
        moved = float(np.clip(at + random.normal(0, STEP * (high - low)), low, high))
        moved = float(np.exp(moved)) if self.log else moved
        return round(moved) if self.whole else float(f"{moved:.3g}")


PARAMETER_RANGES: dict[str, dict[str, ParameterRange]] = {
    "lightgbm": {
        "learning_rate": ParameterRange(0.005, 0.2, log=True),
        "num_leaves": ParameterRange(4, 256, log=True, whole=True),
        "feature_fraction": ParameterRange(0.3, 1.0),
        "min_data_in_leaf": ParameterRange(1, 100, log=True, whole=True),
    },
    "xgboost": {
        "learning_rate": ParameterRange(0.005, 0.2, log=True),
        "max_depth": ParameterRange(2, 12, whole=True),
        "colsample_bytree": ParameterRange(0.3, 1.0),
        "min_child_weight": ParameterRange(0.1, 30.0, log=True),
    },
    "mlp": {
        "rate": ParameterRange(1e-3, 3e-2, log=True),
        "dropout": ParameterRange(0.0, 0.4),
        "decay": ParameterRange(1e-3, 0.3, log=True),
    },
    "svm": {"C": ParameterRange(0.3, 1_000.0, log=True), "width": ParameterRange(0.03, 10.0, log=True)},
    "kernel_ridge": {
        "ridge": ParameterRange(0.002, 5.0, log=True),
        "width": ParameterRange(0.5, 4.0, log=True),
    },
    "linear": {"shrinkage": ParameterRange(0.01, 1_000.0, log=True)},
    "random_forest": {"leaf": ParameterRange(1, 30, log=True, whole=True)},
    "extra_trees": {"leaf": ParameterRange(1, 30, log=True, whole=True)},
}


class ConfigurationSampler:
    """Proposes configurations. Models with larger ensemble weights get more of them.

    Parameters
    ----------
    seed : int
    """

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._made: dict[str, int] = {}

    def propose(self, weighed: Sequence[tuple[Candidate, float]], count: int) -> list[Candidate]:
        """Propose at most `count` configurations; fewer if the ensemble's models have nothing to tune."""
        parents = [pair for pair in weighed if pair[0].estimator.kind in PARAMETER_RANGES]
        if not parents:
            return []
        shares = np.array([weight for _, weight in parents])
        places = self._random.choice(len(parents), count, p=shares / shares.sum())
        return [self._near(parents[place][0]) for place in places]

    def _near(self, parent: Candidate) -> Candidate:
        family = parent.tuned_from or parent.name
        self._made[family] = self._made.get(family, 0) + 1
        return replace(
            parent,
            name=f"{family}, tuned {self._made[family]}",
            tuned_from=family,
            params={**parent.params, **self._moved(parent.params, PARAMETER_RANGES[parent.estimator.kind])},
        )

    def _moved(self, params: Mapping[str, Any], spans: Mapping[str, ParameterRange]) -> dict[str, float]:
        return {name: span.near(float(params[name]), self._random) for name, span in spans.items()}


def tune(
    scheduler: FitScheduler, training_data: TrainingData, maximum: int, early_ending: EarlyEnding
) -> int:
    """Try configurations near those of the ensemble until several batches bring no new member or improvement.

    Parameters
    ----------
    maximum : int
        Maximum number of configurations.

    Returns
    -------
    int
        Number of configurations tried.
    """
    neighbours, fitted, idle, kept = (
        ConfigurationSampler(training_data.seed),
        0,
        0,
        RESERVED_SHARE * scheduler.seconds_left,
    )
    weighed = weigh_candidates(scheduler.finished, training_data)
    early_ending.should_end(weighed, 0)
    while fitted < maximum and idle < PATIENCE and scheduler.may_continue and scheduler.seconds_left > kept:
        parents = [(each.candidate, weight) for each, weight in weighed]
        proposed = neighbours.propose(parents, min(BATCH_SIZE, maximum - fitted))
        if not proposed:
            break
        with scheduler.reserving(kept):
            scheduler.fit_first_repeat(proposed)
        fitted += len(proposed)
        weighed = weigh_candidates(scheduler.finished, training_data)
        used = {each.model.name for each, _ in weighed}
        unused = {each.name for each in proposed} - used
        # Their members would fill the memory before the time is over.
        scheduler.discard(unused, NOT_USED)
        idle = idle + 1 if len(unused) == len(proposed) else 0
        if early_ending.should_end(weighed, len(proposed)):
            break
    return fitted
