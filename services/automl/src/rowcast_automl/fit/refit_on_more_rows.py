"""Boosted trees learn from further rows where a table has more than models are compared on."""

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

# Of the time left, what models that are compared leave to growing.
RESERVED_SHARE = 0.5
# Of that, what is planned for the fits and for reading the rows, and after what reading is given up.
PLANNED_SHARE, READ_SHARE, READING_SHARE = 0.6, 0.1, 0.25
STEP_DOWN = 0.8


def rows_for_refit(prepared: PreparedTable, config: TrainingConfig, seconds: float) -> UnusedRows | None:
    """The rows from which models may learn that grow; None where there are too few, or too slow ones to read.

    Parameters
    ----------
    seconds : float
        What is left of the budget.
    """
    rest, first = UnusedRows.of(prepared), len(prepared.bench.truth)
    if not worth_refitting(first, rest.most, config):
        return None
    readily = max_rows_in_time(prepared, READ_SHARE * RESERVED_SHARE * seconds)
    return rest if worth_refitting(first, min(rest.most, readily), config) else None


@dataclass(frozen=True, slots=True)
class MoreRowsRefit:
    """Lets the best boosted trees of a search grow onto the rest of the rows."""

    training: TrainingRun
    trials: FitScheduler
    prepared: PreparedTable
    rest: UnusedRows

    def grow(self) -> bool:
        """Fits them again, with as many further rows as the time suffices for.

        Returns
        -------
        bool
            False where nothing could grow.
        """
        training, trials, prepared, rest = self.training, self.trials, self.prepared, self.rest
        if not trials.may_continue:
            return False
        bench = prepared.bench
        first = max_fitted_rows(bench)
        best = boosted_trees(trials.finished, prepared)
        # What was cut short with few rows lacks time.
        if not best or best[0].cut_short:
            return False
        planned, folder = PLANNED_SHARE * trials.spare, training.out.parent
        waves = math.ceil(bench.folds / trials.slots)
        most = min(
            len(rest),
            max_rows_on_disk(prepared, folder),
            max_rows_in_time(prepared, READ_SHARE * trials.spare),
        )
        learned = rest.most / len(rest)
        while (
            most * learned >= MIN_MORE_ROWS_SHARE * first
            and waves * seconds_with(best[0], prepared, first, first + most * learned) > planned
        ):
            most = int(STEP_DOWN * most)
        rest = rest.draw(most, bench.seed)
        if rest.most < MIN_MORE_ROWS_SHARE * first:
            return False
        training.board.say("Learning from more rows")
        may_continue = training.within(READING_SHARE)
        if not encode_more_rows(prepared, rest, training.table, training.profile, folder, may_continue):
            return False
        total = max_fitted_rows(bench)
        at_once = max(1, trials.slots // bench.folds)
        ends = np.cumsum([waves * seconds_with(each, prepared, first, total) for each in best]) / at_once
        count = min(MAX_REFITTED, max(at_once, int(np.searchsorted(ends, planned, side="right"))))
        trials.first_round(
            [
                replace(each.candidate, name=f"{each.candidate.name}, {total:,} rows", grown=True)
                for each in best[:count]
            ]
        )
        return True


def n_rows_of_refits(tried: list[FittedCandidate], blend: Blend, bench: TrainingData) -> int | None:
    """How many rows the blend's largest models learned from, where some have grown."""
    used = {each.name for each in blend.models}
    if not any(each.candidate.grown and each.model.name in used for each in tried):
        return None
    return max_fitted_rows(bench)


def max_fitted_rows(bench: TrainingData) -> int:
    """Rows that the split of the first round with most of them learns from, with the further ones it has."""
    further = {number: len(each.y) for number, each in bench.further.items()}
    return max(
        len(split.train) + further.get(number, 0) for number, split in enumerate(bench.splits[: bench.folds])
    )


def seconds_with(tried: FittedCandidate, prepared: PreparedTable, few: int, many: float) -> float:
    """What one fit of the model would take with many rows, judged by what it took with few."""
    bench = prepared.bench
    shapes = [
        FitShape(
            rows=int(rows),
            numbers=boost_width(prepared),
            words=0,
            linear=0,
            pieces=0,
            outputs=outputs_of(bench.classes),
            regression=not bench.classes,
        )
        for rows in (few, many)
    ]
    took = tried.seconds / len(tried.model.folds)
    before, after = (fit_seconds(tried.candidate, shape) for shape in shapes)
    return took * after / before


def boosted_trees(tried: list[FittedCandidate], prepared: PreparedTable) -> list[FittedCandidate]:
    """Those with most weight in the blend first; none where the blend has none."""
    weights = {each.model.name: weight for each, weight in weigh_candidates(tried, prepared.bench)}
    trees = [each for each in tried if each.candidate.can_grow]
    if not any(each.model.name in weights for each in trees):
        return []
    return sorted(trees, key=lambda each: -weights.get(each.model.name, 0.0))
