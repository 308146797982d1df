"""Greedy selection with replacement (Caruana et al., 2004) on out-of-fold predictions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.ensemble.cost import Cost
from rowcast_automl.features.schema import Task
from rowcast_automl.features.tensors import Array

SMALLEST = 1e-15
MOST_PICKS = 25
FEW_ROWS = 500
FEWER_PICKS = 8
BAGS = 10
LEAST_WEIGHT = 0.02
# Of the limit, what a single candidate may take: one dear model can be worth less than several cheap ones.
CANDIDATE_SHARES = (1.0, 0.4, 0.15)


@dataclass(frozen=True, slots=True)
class Choice:
    """Weights of all candidates, non-negative and summing to 1, and the loss of their blend."""

    weights: Array
    loss: float


def choose_weights(
    task: Task, truth: Array, candidates: list[Array], costs: list[Cost], limit: Cost, seed: int
) -> Choice:
    """The best of several blends, of which each leaves out what is too dear for one candidate.

    Parameters
    ----------
    truth : array, shape (n_samples,)
        Class indices or numbers.
    candidates : list of arrays
        Out-of-fold probabilities (n_samples, n_classes) or numbers (n_samples,), aligned with `truth`.
    costs : list of Cost
        What each candidate adds.

    Returns
    -------
    Choice
        Its candidates together stay within the limit. Where no candidate does, the best is chosen alone.
    """
    shares = [true_share(task, truth, each) for each in candidates]
    alone = int(np.argmin([loss(task, truth, each) for each in shares]))
    best = Choice(np.eye(len(costs))[alone], np.inf)
    seen = set[tuple[int, ...]]()
    for share in CANDIDATE_SHARES:
        allowed = tuple(index for index, cost in enumerate(costs) if cost.within(limit * share))
        if not allowed or allowed in seen:
            continue
        seen.add(allowed)
        some, their_costs = [shares[index] for index in allowed], [costs[index] for index in allowed]
        weights = bagged_weights(task, truth, some, their_costs, limit, seed)
        found = loss(task, truth, np.tensordot(weights, np.stack(some), axes=1))
        if found < best.loss:
            best = Choice(np.zeros(len(costs)), found)
            best.weights[list(allowed)] = weights
    return best


def bagged_weights(
    task: Task, truth: Array, shares: list[Array], costs: list[Cost], limit: Cost, seed: int
) -> Array:
    """Weights averaged over greedy selections on random halves of the rows (Caruana et al., 2006).

    A few extreme rows, or a small table's luck, then do not decide alone.

    Parameters
    ----------
    truth, costs
        As `choose_weights` takes them; each candidate alone is within the limit.
    shares : list of arrays, shape (n_samples,)
        What `true_share` leaves of each candidate.

    Returns
    -------
    float64 array, shape (len(shares),)
    """
    random = np.random.default_rng(seed)
    total = np.zeros(len(shares))
    for _ in range(BAGS):
        rows = random.permutation(len(truth))[: max(1, (len(truth) + 1) // 2)]
        total += greedy_weights(task, truth[rows], [each[rows] for each in shares], costs, limit)
    return within_limit(total / BAGS, costs, limit)


def within_limit(weights: Array, costs: list[Cost], limit: Cost) -> Array:
    """The heaviest candidates that together are affordable, and worth it, weighed anew."""
    kept = np.zeros(len(weights))
    spent = Cost(0.0, 0.0)
    for index in np.argsort(-weights, kind="stable"):
        if kept.any() and (weights[index] < LEAST_WEIGHT or not (spent + costs[index]).within(limit)):
            continue
        kept[index] = weights[index]
        spent = spent + costs[index]
    result: Array = kept / kept.sum()
    return result


def greedy_weights(task: Task, truth: Array, shares: list[Array], costs: list[Cost], limit: Cost) -> Array:
    """Weights that minimise the log-loss, or the squared error, of a blend that stays affordable.

    Parameters
    ----------
    truth, shares, costs
        As `bagged_weights` takes them.

    Returns
    -------
    float64 array, shape (len(shares),)
        Non-negative, sums to 1. Small tables get fewer picks, since selection itself overfits.
    """
    picks = FEWER_PICKS if len(truth) < FEW_ROWS else MOST_PICKS
    counts = np.zeros(len(shares))
    total = np.zeros_like(shares[0])
    best_loss, best_counts = np.inf, counts
    spent = Cost(0.0, 0.0)

    def affordable(index: int) -> bool:
        return not counts.any() or bool(counts[index]) or (spent + costs[index]).within(limit)

    for size in range(1, picks + 1):
        losses = [
            loss(task, truth, (total + each) / size) if affordable(index) else np.inf
            for index, each in enumerate(shares)
        ]
        chosen = int(np.argmin(losses))
        if not counts[chosen]:
            spent = spent + costs[chosen]
        total = total + shares[chosen]
        counts = counts.copy()
        counts[chosen] += 1
        if losses[chosen] < best_loss - 1e-9:
            best_loss, best_counts = losses[chosen], counts
    weights: Array = best_counts / best_counts.sum()
    return weights


def true_share(task: Task, truth: Array, answers: Array) -> Array:
    """All that the loss looks at: the true class's probability, or the number."""
    if task == "regression":
        return answers
    share: Array = answers[np.arange(len(truth)), truth]
    return share


def loss(task: Task, truth: Array, blended: Array) -> float:
    """Mean squared error, or mean negative log-probability."""
    if task == "regression":
        return float(np.mean((truth - blended) ** 2))
    return float(-np.mean(np.log(np.maximum(blended, SMALLEST))))
