"""How many members of each selected model are served: one repeat each, then more of the heaviest.

Of a model whose round is too dear beside others, fewer members answer than validated: many classes take a
tree each in every round of boosting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rowcast_automl.candidates.fitted_candidate import FittedCandidate, as_served
from rowcast_automl.models.serving_cost import Cost, cost_of

# Of the limit, what the first round of each model may take where that leaves room for more rounds.
FIRST_SHARE = 0.8
# Of the limit, what a model may take of which not all members of a round can be served.
PART_SHARE = 0.4


def n_repeats_of(fitted: FittedCandidate, folds: int) -> int:
    """Rounds that a model was fitted in, at least one."""
    return max(1, len(fitted.model.folds) // folds)


def with_repeats(fitted: FittedCandidate, count: int, folds: int) -> FittedCandidate:
    """The model with the members of its first rounds alone; its out-of-fold answers stay those of all."""
    return fitted if n_repeats_of(fitted, folds) <= count else with_members(fitted, slice(count * folds))


def with_last_members(fitted: FittedCandidate, count: int) -> FittedCandidate:
    """The model with its last members, of which those in order of time learned from the latest rows."""
    return with_members(fitted, slice(len(fitted.model.members) - count, None))


def with_members(fitted: FittedCandidate, kept: slice) -> FittedCandidate:
    """The model with some of its members; its out-of-fold answers stay those of all."""
    model = replace(fitted.model, folds=fitted.model.folds[kept], members=fitted.model.members[kept])
    return replace(fitted, model=model, extras=fitted.extras[kept])


def cheapest(fitted: FittedCandidate, folds: int, limit: Cost) -> FittedCandidate:
    """The model as it is served at the least: with a round of members, or as many of them as can be."""
    served = first_repeat(fitted, folds)
    if cost_of(served.model).within(limit * FIRST_SHARE):
        return served
    counts = range(len(served.model.members) - 1, 1, -1)
    parts = (with_last_members(served, count) for count in counts)
    fitting = (each for each in parts if cost_of(each.model).within(limit * PART_SHARE))
    return next(fitting, with_last_members(served, 1))


def min_cost(fitted: FittedCandidate, folds: int, limit: Cost) -> Cost:
    """What the model adds to a blend at the least."""
    return cost_of(cheapest(fitted, folds, limit).model)


def has_all_members(fitted: FittedCandidate, folds: int, limit: Cost) -> bool:
    """Whether at least a round of its members is served."""
    served = cheapest(fitted, folds, limit).model.members
    return len(served) == len(first_repeat(fitted, folds).model.members)


def first_repeat(fitted: FittedCandidate, folds: int) -> FittedCandidate:
    """The model with the members of its first round, or those that are served in their stead."""
    return as_served(with_repeats(fitted, 1, folds))


def affordable_repeats(
    models: Sequence[FittedCandidate], folds: int, maximum: Sequence[int], limit: Cost
) -> list[int]:
    """Rounds for each model, which come heaviest first, so that all of them together stay within the limit.

    Parameters
    ----------
    maximum : sequence of int
        Rounds beyond which a model is not to go.
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
    """The models as they are served, those of which not all can be with as many members as there is room for.

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
