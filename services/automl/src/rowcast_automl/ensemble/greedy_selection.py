"""Greedy selection with replacement (Caruana et al., 2004) on out-of-fold predictions."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rowcast_automl.features.schema import Task
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.serving_cost import Cost

EPSILON = 1e-15
MAX_PICKS = 25
FEW_ROWS = 500
FEWER_PICKS = 8
BAGS = 10
MIN_WEIGHT = 0.02
# Errors larger than all but so many count by their size, no longer by its square.
DEFAULT_ERRORS = 0.998
# Of the target's spread, where nearly all rows are answered exactly.
MIN_USUAL = 0.001
# Shares of the limit that one candidate may take: several cheap models can beat one expensive model.
CANDIDATE_SHARES = (1.0, 0.4, 0.15)


@dataclass(frozen=True, slots=True)
class WeightChoice:
    """Weights of all candidates, non-negative and summing to 1, and the loss of their blend."""

    weights: Array
    loss: float


@dataclass(frozen=True, slots=True)
class EnsembleLoss:
    """Measures the loss of ensemble predictions.

    Parameters
    ----------
    truth : array, shape (n_samples,)
        Class indices or numbers.
    usual : float
        For regression: errors above this count linearly, not squared (Huber, 1964). Otherwise a few outliers
        that no model can predict would decide the weights.
    absolute : bool
        Whether all errors count linearly.
    """

    task: Task
    truth: Array
    usual: float = np.inf
    absolute: bool = False

    def loss(self, blended: Array) -> float:
        """Return the mean loss."""
        return float(np.mean(self.losses(blended)))

    def losses(self, blended: Array) -> Array:
        """Return the loss of each row: Huber loss, absolute error, or log-loss."""
        if self.task != "regression":
            logs: Array = -np.log(np.maximum(blended, EPSILON))
            return logs
        errors: Array = np.abs(self.truth - blended)
        if self.absolute:
            return errors
        within = np.minimum(errors, self.usual)
        errors -= within / 2
        errors *= within
        return errors

    def take(self, rows: Array) -> EnsembleLoss:
        """Return the loss for the given rows."""
        return replace(self, truth=self.truth[rows])


def ensemble_loss(
    task: Task, truth: Array, candidates: list[Array], *, absolute: bool = False
) -> EnsembleLoss:
    """Create the loss. Its Huber limit is an error that some candidate rarely exceeds.

    Parameters
    ----------
    truth : array, shape (n_samples,)
        Class indices or numbers.
    candidates : list of arrays
        Out-of-fold probabilities (n_samples, n_classes) or numbers (n_samples,), aligned with `truth`.
    """
    if task != "regression" or absolute:
        return EnsembleLoss(task, truth, absolute=absolute)
    usual = min(np.quantile(np.abs(truth - each), DEFAULT_ERRORS) for each in candidates)
    return EnsembleLoss(task, truth, float(max(usual, MIN_USUAL * truth.std())))


def choose_weights(
    judge: EnsembleLoss, candidates: list[Array], costs: list[Cost], limit: Cost, seed: int
) -> WeightChoice:
    """Choose the best of several ensembles, each without the candidates above a different cost.

    Parameters
    ----------
    candidates : list of arrays
        As in `ensemble_loss`.
    costs : list of Cost
        Cost of each candidate.

    Returns
    -------
    WeightChoice
        Its candidates together are within the limit. If no candidate is, the best one alone.
    """
    shares = [true_share(judge.task, judge.truth, each) for each in candidates]
    alone = int(np.argmin([judge.loss(each) for each in shares]))
    best = WeightChoice(np.eye(len(costs))[alone], np.inf)
    seen = set[tuple[int, ...]]()
    for share in CANDIDATE_SHARES:
        allowed = tuple(index for index, cost in enumerate(costs) if cost.within(limit * share))
        if not allowed or allowed in seen:
            continue
        seen.add(allowed)
        some, their_costs = [shares[index] for index in allowed], [costs[index] for index in allowed]
        weights = bagged_weights(judge, some, their_costs, limit, seed)
        found = judge.loss(np.tensordot(weights, np.stack(some), axes=1))
        if found < best.loss:
            best = WeightChoice(np.zeros(len(costs)), found)
            best.weights[list(allowed)] = weights
    return best


def bagged_weights(
    judge: EnsembleLoss, shares: list[Array], costs: list[Cost], limit: Cost, seed: int
) -> Array:
    """Average the weights of greedy selections on random halves of the rows (Caruana et al., 2006).

    This reduces the influence of a few extreme rows, and of chance on small tables.

    Parameters
    ----------
    costs : list of Cost
        Each candidate alone is within the limit.
    shares : list of arrays, shape (n_samples,)
        Output of `true_share` for each candidate.

    Returns
    -------
    float64 array, shape (n_candidates,)
    """
    random = np.random.default_rng(seed)
    total = np.zeros(len(shares))
    for _ in range(BAGS):
        rows = random.permutation(len(judge.truth))[: max(1, (len(judge.truth) + 1) // 2)]
        total += greedy_weights(judge.take(rows), [each[rows] for each in shares], costs, limit)
    return within_limit(total / BAGS, costs, limit)


def within_limit(weights: Array, costs: list[Cost], limit: Cost) -> Array:
    """Limit the ensemble to the largest weights that are affordable together, and renormalise them."""
    kept = np.zeros(len(weights))
    spent = Cost(0.0, 0.0)
    for index in np.argsort(-weights, kind="stable"):
        if kept.any() and (weights[index] < MIN_WEIGHT or not (spent + costs[index]).within(limit)):
            continue
        kept[index] = weights[index]
        spent = spent + costs[index]
    result: Array = kept / kept.sum()
    return result


def greedy_weights(judge: EnsembleLoss, shares: list[Array], costs: list[Cost], limit: Cost) -> Array:
    """Select weights that minimise the loss of an ensemble within the limit.

    Parameters
    ----------
    shares, costs
        As in `bagged_weights`.

    Returns
    -------
    float64 array, shape (n_candidates,)
        Non-negative, sums to 1. Small tables get fewer picks, because selection overfits.
    """
    picks = FEWER_PICKS if len(judge.truth) < FEW_ROWS else MAX_PICKS
    counts = np.zeros(len(shares))
    total = np.zeros_like(shares[0])
    best_loss, best_counts = np.inf, counts
    spent = Cost(0.0, 0.0)

    def affordable(index: int) -> bool:
        return not counts.any() or bool(counts[index]) or (spent + costs[index]).within(limit)

    for size in range(1, picks + 1):
        losses = [
            judge.loss((total + each) / size) if affordable(index) else np.inf
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


def true_share(task: Task, truth: Array, predictions: Array) -> Array:
    """Return the input of the loss: the probability of the true class, or the number."""
    if task == "regression":
        return predictions
    share: Array = predictions[np.arange(len(truth)), truth]
    return share
