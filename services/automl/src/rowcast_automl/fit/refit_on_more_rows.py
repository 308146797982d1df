"""Refits boosted trees on more rows, if models were compared on a sample of the table."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.contracts.generated import TrainingConfig
from rowcast_automl.ensemble.ensemble_weights import weigh_candidates
from rowcast_automl.estimators.base import outputs_of
from rowcast_automl.fit.fit_scheduler import FitScheduler
from rowcast_automl.fit.more_rows_encoding import (
    boost_width,
    encode_more_rows,
    max_rows_in_time,
    max_rows_on_disk,
)
from rowcast_automl.fit.unused_rows import UnusedRows
from rowcast_automl.models.blend import Blend
from rowcast_automl.plan.fit_seconds import FitShape, fit_seconds
from rowcast_automl.plan.portfolio import MAX_REFITTED
from rowcast_automl.plan.table_size import MIN_MORE_ROWS_SHARE, worth_refitting
from rowcast_automl.prepare.table_preparation import PreparedTable
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.training_run import TrainingRun

# Share of the time left that is reserved for refitting.
RESERVED_SHARE = 0.5
# Shares of it for the fits and for reading the rows, and the share after which reading is given up.
PLANNED_SHARE, READ_SHARE, READING_SHARE = 0.6, 0.1, 0.25
STEP_DOWN = 0.8


def rows_for_refit(prepared: PreparedTable, config: TrainingConfig, seconds: float) -> UnusedRows | None:
    """Return the rows to refit on, or None if they are too few or too slow to read.

    Parameters
    ----------
    seconds : float
        Seconds left of the budget.
    """
    unused_rows, first = UnusedRows.of(prepared), len(prepared.training_data.truth)
    if not worth_refitting(first, unused_rows.maximum, config):
        return None
    readily = max_rows_in_time(prepared, READ_SHARE * RESERVED_SHARE * seconds)
    return unused_rows if worth_refitting(first, min(unused_rows.maximum, readily), config) else None


@dataclass(frozen=True, slots=True)
class MoreRowsRefit:
    """Refits the best boosted trees on more rows than the sample."""

    training: TrainingRun
    scheduler: FitScheduler
    prepared: PreparedTable
    unused_rows: UnusedRows

    def refit(self) -> bool:
        """Refit the boosted trees on as many additional rows as time allows.

        Returns
        -------
        bool
            Whether anything was refitted.
        """
        training, scheduler, prepared, unused_rows = (
            self.training,
            self.scheduler,
            self.prepared,
            self.unused_rows,
        )
        if not scheduler.may_continue:
            return False
        training_data = prepared.training_data
        first = max_fitted_rows(training_data)
        best = boosted_trees(scheduler.finished, prepared)
        # A model that was cut short on few rows has no time for more.
        if not best or best[0].cut_short:
            return False
        planned, folder = PLANNED_SHARE * scheduler.seconds_left, training.out.parent
        waves = math.ceil(training_data.folds / scheduler.slots)
        maximum = min(
            len(unused_rows),
            max_rows_on_disk(prepared, folder),
            max_rows_in_time(prepared, READ_SHARE * scheduler.seconds_left),
        )
        learned = unused_rows.maximum / len(unused_rows)
        while (
            maximum * learned >= MIN_MORE_ROWS_SHARE * first
            and waves * seconds_with(best[0], prepared, first, first + maximum * learned) > planned
        ):
            maximum = int(STEP_DOWN * maximum)
        unused_rows = unused_rows.draw(maximum, training_data.seed)
        if unused_rows.maximum < MIN_MORE_ROWS_SHARE * first:
            return False
        training.leaderboard.set_message("Learning from more rows")
        may_continue = training.within(READING_SHARE)
        if not encode_more_rows(
            prepared, unused_rows, training.table, training.profile, folder, may_continue
        ):
            return False
        total = max_fitted_rows(training_data)
        at_once = max(1, scheduler.slots // training_data.folds)
        ends = np.cumsum([waves * seconds_with(each, prepared, first, total) for each in best]) / at_once
        count = min(MAX_REFITTED, max(at_once, int(np.searchsorted(ends, planned, side="right"))))
        scheduler.fit_first_repeat(
            [
                replace(each.candidate, name=f"{each.candidate.name}, {total:,} rows", uses_more_rows=True)
                for each in best[:count]
            ]
        )
        return True


def n_rows_of_refits(fitted: list[FittedCandidate], blend: Blend, training_data: TrainingData) -> int | None:
    """Return the number of rows that the refitted models of the ensemble used, or None."""
    used = {each.name for each in blend.models}
    if not any(each.candidate.uses_more_rows and each.model.name in used for each in fitted):
        return None
    return max_fitted_rows(training_data)


def max_fitted_rows(training_data: TrainingData) -> int:
    """Return the maximum number of training rows of a split, including the additional ones."""
    more_rows = {number: len(each.y) for number, each in training_data.more_rows.items()}
    return max(
        len(split.train) + more_rows.get(number, 0)
        for number, split in enumerate(training_data.splits[: training_data.folds])
    )


def seconds_with(fitted: FittedCandidate, prepared: PreparedTable, few: int, many: float) -> float:
    """Estimate the seconds of one fit with many rows, from its duration with few."""
    training_data = prepared.training_data
    shapes = [
        FitShape(
            rows=int(rows),
            numbers=boost_width(prepared),
            words=0,
            linear=0,
            pieces=0,
            outputs=outputs_of(training_data.classes),
            regression=not training_data.classes,
        )
        for rows in (few, many)
    ]
    took = fitted.seconds / len(fitted.model.folds)
    before, after = (fit_seconds(fitted.candidate, shape) for shape in shapes)
    return took * after / before


def boosted_trees(fitted: list[FittedCandidate], prepared: PreparedTable) -> list[FittedCandidate]:
    """Return the boosted trees of the ensemble by weight, in a list that may be empty."""
    weights = {each.model.name: weight for each, weight in weigh_candidates(fitted, prepared.training_data)}
    trees = [each for each in fitted if each.candidate.can_use_more_rows]
    if not any(each.model.name in weights for each in trees):
        return []
    return sorted(trees, key=lambda each: -weights.get(each.model.name, 0.0))
