"""How many members of each selected model are served: one repeat each, then more of those with high weights.

If one repeat of a model is too expensive compared with the others, fewer of its members are served. For
example, with many classes boosting needs a tree per class in every round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rowcast_automl.candidates.fitted_candidate import FittedCandidate, as_served
from rowcast_automl.models.serving_cost import Cost, cost_of

# Share of the limit for the first repeat of each model, which leaves room for more repeats.
FIRST_SHARE = 0.8
# Share of the limit for a model of which not all members can be served.
PART_SHARE = 0.4


def n_repeats_of(fitted: FittedCandidate, folds: int) -> int:
    """Return the number of complete repeats of a model, at least 1."""
    return max(1, len(fitted.model.folds) // folds)


def with_repeats(fitted: FittedCandidate, count: int, folds: int) -> FittedCandidate:
    """Return the model with the members of its first repeats and unchanged out-of-fold predictions."""
    return fitted if n_repeats_of(fitted, folds) <= count else with_members(fitted, slice(count * folds))


def with_last_members(fitted: FittedCandidate, count: int) -> FittedCandidate:
    """Return the model with its last members, fitted on the most recent rows of time-ordered tables."""
    return with_members(fitted, slice(len(fitted.model.members) - count, None))


def with_members(fitted: FittedCandidate, kept: slice) -> FittedCandidate:
    """Return the model with some of its members and unchanged out-of-fold predictions."""
    model = replace(fitted.model, folds=fitted.model.folds[kept], members=fitted.model.members[kept])
    return replace(fitted, model=model, extras=fitted.extras[kept])


def cheapest(fitted: FittedCandidate, folds: int, limit: Cost) -> FittedCandidate:
    """Return the model with one repeat, or with as many of its members as the limit allows."""
    served = first_repeat(fitted, folds)
    if cost_of(served.model).within(limit * FIRST_SHARE):
        return served
    counts = range(len(served.model.members) - 1, 1, -1)
    parts = (with_last_members(served, count) for count in counts)
    fitting = (each for each in parts if cost_of(each.model).within(limit * PART_SHARE))
    return next(fitting, with_last_members(served, 1))


def min_cost(fitted: FittedCandidate, folds: int, limit: Cost) -> Cost:
    """Return the minimum serving cost that the model adds to an ensemble."""
    return cost_of(cheapest(fitted, folds, limit).model)


def has_all_members(fitted: FittedCandidate, folds: int, limit: Cost) -> bool:
    """Whether all members of the first repeat are served."""
    served = cheapest(fitted, folds, limit).model.members
    return len(served) == len(first_repeat(fitted, folds).model.members)


def first_repeat(fitted: FittedCandidate, folds: int) -> FittedCandidate:
    """Return the model with the members of its first repeat, or with those refitted on recent rows."""
    return as_served(with_repeats(fitted, 1, folds))


def affordable_repeats(
    models: Sequence[FittedCandidate], folds: int, maximum: Sequence[int], limit: Cost
) -> list[int]:
    """Return the number of repeats for each model within the limit. Models are ordered by weight.

    Parameters
    ----------
    maximum : sequence of int
        Maximum number of repeats of each model.
    """
    costs = [min_cost(each, folds, limit) for each in models]
    maximum = [
        count if has_all_members(each, folds, limit) else 1
        for each, count in zip(models, maximum, strict=True)
    ]
    rounds = [1] * len(models)
    spent = sum(costs, start=Cost(0.0, 0.0))
    for number in range(2, max(maximum, default=1) + 1):
        for place, cost in enumerate(costs):
            if rounds[place] == number - 1 < maximum[place] and (spent + cost).within(limit):
                rounds[place] = number
                spent = spent + cost
    return rounds


def affordable_members(models: Sequence[FittedCandidate], folds: int, limit: Cost) -> list[FittedCandidate]:
    """Return the models as served. Incomplete ones get as many members as the limit allows.

    Parameters
    ----------
    models : sequence of FittedCandidate
        With the rounds that `affordable_repeats` gave them.
    """
    served = [
        as_served(each) if has_all_members(each, folds, limit) else cheapest(each, folds, limit)
        for each in models
    ]
    spent = sum((cost_of(each.model) for each in served), start=Cost(0.0, 0.0))
    for place, each in enumerate(models):
        whole = as_served(each)
        while len(served[place].model.members) < len(whole.model.members):
            more = with_last_members(whole, len(served[place].model.members) + 1)
            wanted = spent - cost_of(served[place].model) + cost_of(more.model)
            if not wanted.within(limit):
                break
            served[place], spent = more, wanted
    return served
