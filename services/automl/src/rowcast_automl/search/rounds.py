"""How many rounds of members the chosen models are served with: one of each, then more of the heaviest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rowcast_automl.ensemble.cost import Cost, cost_of
from rowcast_automl.search.tried import Tried, as_served


def rounds_of(tried: Tried, folds: int) -> int:
    """Rounds that a model was fitted in, at least one."""
    return max(1, len(tried.model.folds) // folds)


def with_rounds(tried: Tried, count: int, folds: int) -> Tried:
    """The model with the members of its first rounds alone; its out-of-fold answers stay those of all."""
    if rounds_of(tried, folds) <= count:
        return tried
    kept = slice(count * folds)
    model = replace(tried.model, folds=tried.model.folds[kept], members=tried.model.members[kept])
    return replace(tried, model=model, extras=tried.extras[kept])


def cost_of_round(tried: Tried, folds: int) -> Cost:
    """What the members of the first round cost to serve, or those that are served in their stead."""
    return cost_of(as_served(with_rounds(tried, 1, folds)).model)


def affordable_rounds(models: Sequence[Tried], folds: int, most: Sequence[int], limit: Cost) -> list[int]:
    """Rounds for each model, which come heaviest first, so that all of them together stay within the limit.

    Parameters
    ----------
    most : sequence of int
        Rounds beyond which a model is not to go.
    """
    costs = [cost_of_round(each, folds) for each in models]
    rounds = [1] * len(models)
    spent = sum(costs, start=Cost(0.0, 0.0))
    for number in range(2, max(most, default=1) + 1):
        for place, cost in enumerate(costs):
            if rounds[place] == number - 1 < most[place] and (spent + cost).within(limit):
                rounds[place] = number
                spent = spent + cost
    return rounds
