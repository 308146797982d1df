"""A candidate after its fits: out-of-fold predictions, score, and members to export."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.estimators.base import FoldFit, Member
from rowcast_automl.estimators.trees.flat_trees import FlatTrees
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.scores import score
from rowcast_automl.metrics.thresholds import own_threshold
from rowcast_automl.models.blend import BaggedModel, LogTarget, link
from rowcast_automl.models.serving_cost import BYTES_PER_NODE, SECONDS_PER_TREE, Cost, member_cost
from rowcast_automl.prepare.training_data import TrainingData

EXPORT_SECONDS_PER_NODE, SECONDS_PER_TREE_ROW = 4e-6, 5e-8
# Export time of other members by their bytes, and number of rows that the parity check predicts alone.
EXPORT_SECONDS_PER_BYTE, LONE_ROWS = 2.8e-8, 280
# Limits of the smearing factor, which a few rows could dominate; larger for targets with zeros.
MAX_SMEARING, MAX_SMEARING_WITH_ZEROS = 1.3, 2.0


@dataclass(frozen=True, slots=True)
class FoldResult:
    """The result and duration of one fit."""

    fit: FoldFit
    seconds: float


@dataclass(frozen=True, slots=True)
class FittedCandidate:
    """A candidate with fitted members.

    Parameters
    ----------
    oof : array, shape (n_samples, n_classes) or (n_samples,)
        Out-of-fold predictions; NaN for rows without one. Standardised for a regression.
    extras : tuple of arrays, shape (rows, outputs)
        Raw predictions of each member for the parity rows.
    score, spread : float
        Primary metric out of fold, and its standard deviation over the splits.
    publishing : float
        Estimated seconds to export and check the model.
    recent_fits : mapping
        Fits that include the most recent rows, by split; empty without any.
    """

    candidate: Candidate
    model: BaggedModel
    oof: Array
    extras: tuple[Array, ...]
    score: float
    spread: float
    seconds: float
    publishing: float
    cut_short: bool
    recent_fits: Mapping[int, FoldResult] = field(default_factory=dict)

    @property
    def extra(self) -> Array:
        """Predictions of all members together for the parity rows."""
        return link(self.model.space, np.mean(self.extras, axis=0), self.model.log)


def assemble(
    candidate: Candidate, training_data: TrainingData, fits: Mapping[int, FoldResult], metric: str
) -> FittedCandidate:
    """Combine the fits of a candidate.

    Parameters
    ----------
    fits : mapping
        Split number to fit; at least one.
    """
    space = candidate.estimator.space(training_data.task)
    numbers = sorted(fits)
    log = smearing_corrected(training_data, fits, metric) if candidate.log else None
    shape = (
        (len(training_data.truth), training_data.classes)
        if training_data.classes
        else (len(training_data.truth),)
    )
    total, counts = np.zeros(shape), np.zeros(len(training_data.truth))
    validations = [
        (training_data.splits[number].valid, link(space, fits[number].fit.valid, log)) for number in numbers
    ]
    for rows, predictions in validations:
        total[rows] += predictions
        counts[rows] += 1
    known = counts > 0
    oof = np.full(shape, np.nan)
    oof[known] = (total[known].T / counts[known]).T
    threshold = own_threshold(metric, training_data.truth[known], oof[known])
    scores = [
        score_of(training_data, metric, training_data.truth[rows], predictions, threshold)
        for rows, predictions in validations
    ]
    members = members_of(fits, numbers)
    return FittedCandidate(
        candidate=candidate,
        model=BaggedModel(candidate.name, candidate.estimator.view, space, tuple(numbers), members, log),
        oof=oof,
        extras=tuple(fits[number].fit.extra for number in numbers),
        score=score_of(training_data, metric, training_data.truth[known], oof[known], threshold),
        spread=float(np.nanstd(scores)) if np.isfinite(scores).any() else 0.0,
        seconds=sum(fits[number].seconds for number in numbers),
        publishing=publishing_seconds(members, len(training_data.extra)),
        cut_short=any(fits[number].fit.cut_short for number in numbers) or len(numbers) < training_data.folds,
    )


def as_served(fitted: FittedCandidate) -> FittedCandidate:
    """Return the candidate with its members refitted on recent rows, if it has any."""
    if not fitted.recent_fits:
        return fitted
    numbers = sorted(fitted.recent_fits)
    model = replace(fitted.model, folds=tuple(numbers), members=members_of(fitted.recent_fits, numbers))
    return replace(
        fitted, model=model, extras=tuple(fitted.recent_fits[number].fit.extra for number in numbers)
    )


def smearing_corrected(
    training_data: TrainingData, fits: Mapping[int, FoldResult], metric: str
) -> LogTarget | None:
    """Return the log transformation with a correction that makes predictions unbiased on average.

    The inverse of a mean logarithm estimates the median, which is below the mean of a long-tailed target. The
    correction multiplies predictions by the ratio of mean truth to mean validation prediction (smearing;
    Duan, 1983). For absolute errors the median is optimal, so there is no correction.
    """
    if training_data.log is None or metric == "mae":
        return training_data.log
    predictions = np.concatenate(
        [training_data.log.inverse_transform(fit.fit.valid[:, 0]) for fit in fits.values()]
    )
    truth = np.concatenate([training_data.truth[training_data.splits[number].valid] for number in fits])
    shift = training_data.log.shift
    share = (truth.mean() + shift) / (predictions.mean() * training_data.scale + training_data.center + shift)
    factor = np.clip(share, 1.0, MAX_SMEARING_WITH_ZEROS if shift else MAX_SMEARING)
    return replace(training_data.log, mean=training_data.log.mean + float(np.log(factor)))


def publishing_seconds(members: tuple[Member, ...], rows: int) -> float:
    """Estimate the seconds to export members and check them on a number of rows."""
    others = [member_cost(member) for member in members if not isinstance(member, FlatTrees)]
    beside = sum(each.size * EXPORT_SECONDS_PER_BYTE + each.seconds * LONE_ROWS for each in others)
    trees = [member for member in members if isinstance(member, FlatTrees)]
    nodes = sum(len(member.tree) for member in trees)
    return beside + publishing_seconds_of(nodes, sum(each.count for each in trees), rows)


def publishable_fits(fits: Mapping[int, FoldResult], rows: int, seconds: float) -> dict[int, FoldResult]:
    """Return the first fits that can be published in time, at least one."""
    kept = sorted(fits)
    while len(kept) > 1 and publishing_seconds(members_of(fits, kept), rows) > seconds:
        kept.pop()
    return {number: fits[number] for number in kept}


def members_of(fits: Mapping[int, FoldResult], numbers: list[int]) -> tuple[Member, ...]:
    """Return the members of some splits."""
    return tuple(fits[number].fit.member for number in numbers)


def max_publishing_seconds(limit: Cost, rows: int) -> float:
    """Return the maximum publishing time of an ensemble within the limit."""
    return publishing_seconds_of(limit.size / BYTES_PER_NODE, limit.seconds / SECONDS_PER_TREE, rows)


def publishing_seconds_of(nodes: float, trees: float, rows: int) -> float:
    """Estimate the seconds to publish nodes and trees that are checked on a number of rows."""
    return nodes * EXPORT_SECONDS_PER_NODE + rows * trees * SECONDS_PER_TREE_ROW


def score_of(
    training_data: TrainingData, metric: str, truth: Array, predictions: Array, threshold: float
) -> float:
    """Compute the metric in the target's own units. `threshold` applies to two classes."""
    if training_data.task == "regression":
        predictions = predictions * training_data.scale + training_data.center
    return score(metric, truth, predictions, threshold)


def has_prediction(oof: Array) -> Array:
    """Mask of the rows with an out-of-fold prediction."""
    return ~np.isnan(oof if oof.ndim == 1 else oof[:, 0])
