"""A fast candidate is fitted first."""

from __future__ import annotations

from functools import partial

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.plan.first_candidate import MAX_FIRST_SECONDS, fast_candidate_first
from rowcast_automl.plan.fit_seconds import FitShape, fit_seconds
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.plan.portfolio import all_families


def candidates(rows: int, classes: int) -> list[Candidate]:
    return all_families(PlanInputs("multiclass", rows, 10, 600.0, 8, skewed=False, outputs=classes, folds=2))


def fold(rows: int, classes: int) -> FitShape:
    return FitShape(rows=rows, numbers=10, words=0, linear=10, pieces=80, outputs=classes, regression=False)


def test_many_classes_of_many_rows_begin_with_what_is_soon_there() -> None:
    usual, seconds = candidates(100_000, 20), partial(fit_seconds, shape=fold(87_500, 20))
    first, *others = fast_candidate_first(usual, seconds)
    assert seconds(usual[0]) > MAX_FIRST_SECONDS > seconds(first)
    assert others == [each for each in usual if each is not first]


def test_where_the_usual_first_model_is_soon_there_it_stays_the_first() -> None:
    usual = candidates(10_000, 3)
    assert fast_candidate_first(usual, partial(fit_seconds, shape=fold(8_750, 3))) == usual


def test_nothing_to_try_stays_nothing() -> None:
    assert fast_candidate_first([], lambda _: 0.0) == []
