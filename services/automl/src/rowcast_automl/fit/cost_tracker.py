"""Compares the forecast cost of a training with the actual one."""

from __future__ import annotations

import time

import psutil

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.contracts.generated import TableProfile, TrainingConfig, TrainingCost
from rowcast_automl.features.schema import Task
from rowcast_automl.features.target.target import find_profile
from rowcast_automl.plan.cost_estimate import (
    ExpectedFits,
    expected_fits,
    fit_shape,
    fixed_seconds,
    memory_bytes,
    n_later_fits,
    planned_seconds,
    report_seconds,
    special_seconds,
)
from rowcast_automl.plan.fit_seconds import fit_seconds
from rowcast_automl.plan.reproducible_budget import n_configurations
from rowcast_automl.plan.table_size import TableSize, table_size_of
from rowcast_automl.platform.process.memory_limits import proportional_bytes, total_bytes

SECONDS_BETWEEN = 2.0
# Measuring memory may be slow: it takes at most 1 % of the time.
PAUSE = 100
# Share of the rows that a fold trains on.
FOLD_SHARE = 0.8
# Share of the fixed time that comes after the fits.
CLOSING_SHARE = 0.5


class CostTracker:
    """Forecasts the cost of a training and measures its memory.

    Parameters
    ----------
    pace : float
        Seconds that earlier fits took on this machine per second of the reference machine.
    """

    def __init__(
        self, profile: TableProfile, config: TrainingConfig, task: Task, threads: int, pace: float
    ) -> None:
        target = find_profile(profile, config.target_column)
        self._extent = table_size_of(profile, config, target, task)
        whole = fixed_seconds(self._extent)
        plan = ExpectedFits([], 0, 0, 0) if config.onnx else expected_fits(self._extent, config)
        if plan.candidates:
            whole += special_seconds(self._extent, config, threads)
            whole += reproducible_share(plan, self._extent, config) * planned_seconds(
                plan, self._extent, config, threads
            )
        self._foretold_pace = pace
        rows = int(self._extent.rows * FOLD_SHARE)
        self._fold = fit_shape(self._extent, rows)
        self._grown = fit_shape(self._extent, rows + self._extent.n_more_rows)
        closing = CLOSING_SHARE * fixed_seconds(self._extent) + report_seconds(self._extent, config)
        self.closing_seconds = pace * closing
        self.estimated_seconds = (
            pace * whole if config.reproducible else min(pace * whole, config.time_budget_seconds)
        )
        self.estimated_memory = memory_bytes(plan, self._extent, threads)
        self._process = psutil.Process()
        self._peak, self._next = 0, 0.0

    def fit_seconds(self, candidate: Candidate) -> float:
        """Return the forecast seconds of a fit on one split."""
        fold = self._grown if candidate.uses_more_rows else self._fold
        return self._foretold_pace * fit_seconds(candidate, fold)

    def watch(self) -> None:
        """Measure the memory of this process and its fits, every two seconds."""
        now = time.monotonic()
        if now < self._next:
            return
        family = [self._process, *self._process.children(recursive=True)]
        self._peak = max(self._peak, total_bytes(family, proportional_bytes))
        after = time.monotonic()
        self._next = after + max(SECONDS_BETWEEN, PAUSE * (after - now))

    def close(self, fitted: list[FittedCandidate], seconds: float) -> TrainingCost:
        """Return the forecast and the actual cost of a training, given its duration in seconds."""
        self._next = 0.0
        self.watch()
        return TrainingCost(
            estimated_seconds=round(self.estimated_seconds, 1),
            seconds=round(seconds, 1),
            estimated_memory_bytes=int(self.estimated_memory),
            memory_bytes=self._peak,
            pace=self._pace(fitted),
        )

    def _pace(self, fitted: list[FittedCandidate]) -> float | None:
        # Tuned candidates and those on more rows have no forecast.
        forecast = [
            each for each in fitted if not (each.candidate.tuned_from or each.candidate.uses_more_rows)
        ]
        whole = [each for each in forecast if not each.cut_short]
        expected = sum(len(each.model.folds) * fit_seconds(each.candidate, self._fold) for each in whole)
        return round(sum(each.seconds for each in whole) / expected, 4) if whole else None


def reproducible_share(plan: ExpectedFits, table_size: TableSize, config: TrainingConfig) -> float:
    """Return the fraction of the plan that a reproducible training fits; 1 for others."""
    if not config.reproducible:
        return 1.0
    planned = len(plan.candidates) + n_later_fits(plan, table_size, config)
    return min(
        1.0, n_configurations(config.time_budget_seconds, table_size.rows, table_size.inputs) / planned
    )
