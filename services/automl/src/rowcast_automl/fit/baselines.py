"""The baselines: a linear model, a shallow tree, and the class frequencies or the mean.

They are fitted before all other candidates, so that a model is available within seconds and can be published
when nothing else finishes. The report compares the published model with them.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import FittedCandidate, FoldResult, assemble
from rowcast_automl.contracts.generated import Reason
from rowcast_automl.estimators.base import FoldFit, LinearMember
from rowcast_automl.estimators.constant import constant_fit
from rowcast_automl.estimators.trees.flat_trees import FlatTrees
from rowcast_automl.features.encoding.encoder import Encoder
from rowcast_automl.features.tensors import Array
from rowcast_automl.fit.compute.local import memory_per_process
from rowcast_automl.fit.fit_scheduler import PUBLISHING_SECONDS, record_fitted
from rowcast_automl.fit.fold_process import fit_fold
from rowcast_automl.models.blend import link
from rowcast_automl.plan.default_configurations import baseline_models
from rowcast_automl.platform.process.forked_task import run_forked
from rowcast_automl.prepare.table_preparation import PreparedTable
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.training_run import TrainingRun

# Larger views take too long to encode before the first model.
MAX_CELLS = 25_000_000
# Seconds that they may always take, and the share of the time left that they may take.
MIN_SECONDS, MAX_SHARE = 20.0, 0.3


@dataclass(frozen=True, slots=True)
class Baseline:
    """A baseline with its fits on the folds of the first repeat."""

    candidate: Candidate
    fits: dict[int, FoldResult]

    def fitted(self, training_data: TrainingData, metric: str) -> FittedCandidate:
        """Combine the fits, as for any other candidate."""
        return assemble(self.candidate, training_data, self.fits, metric)


@dataclass(frozen=True, slots=True)
class Baselines:
    """The baselines that could be fitted, and why others could not.

    Parameters
    ----------
    failures : list of (Candidate, Reason)
    """

    fitted: list[Baseline]
    failures: list[tuple[Candidate, Reason]]

    def with_interactions(self, before: TrainingData, after: TrainingData) -> Baselines:
        """Return the baselines for data to which numeric interactions were added.

        They do not use the interactions, but the columns of their views move.
        """
        slots = before.rows.numbers.shape[1]
        shift = partial(with_unused_columns, before=before.encoder, after=after.encoder, slots=slots)
        return replace(
            self,
            fitted=[
                replace(each, fits={key: replace(fit, fit=shift(fit.fit)) for key, fit in each.fits.items()})
                for each in self.fitted
            ],
        )

    def linear_model(self, training_data: TrainingData) -> LinearModel | None:
        """Return the predictions of the linear baseline, or None if it could not be fitted."""
        found = (each for each in self.fitted if each.candidate.estimator.kind == "linear")
        linear = next(found, None)
        return None if linear is None else linear_model_of(linear.fits, training_data)


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Predictions in the target's own units: for the parity rows, and out of fold for the training rows."""

    extra: Array
    oof: Array


def fit_first(run: TrainingRun, prepared: PreparedTable, metric: str) -> Baselines:
    """Fit the baselines before everything else, and record them in the leaderboard.

    They may take longer than the time budget, because without them there may be no model.
    """
    clock, resources, training_data = run.clock, run.resources, prepared.training_data
    maximum = max(MIN_SECONDS, MAX_SHARE * clock.left)
    memory = memory_per_process(resources.memory_bytes, resources.threads)

    def may_continue(seconds: float) -> bool:
        run.leaderboard.heartbeat()
        stopped = clock.stop.discard or (clock.stop.requested and clock.left < PUBLISHING_SECONDS)
        return seconds < maximum and not stopped

    def record(baseline: Baseline) -> None:
        if run.config.model_type == "auto":
            record_fitted(run.leaderboard, baseline.fitted(training_data, metric))

    baselines = fit_baselines(training_data, may_continue, resources.threads, memory, record)
    if run.config.model_type == "auto":
        for candidate, why in baselines.failures:
            run.leaderboard.update_entry(candidate.name, candidate.estimator.kind, "skipped", why=[why])
    return baselines


def fit_baselines(
    training_data: TrainingData,
    may_continue: Callable[[float], bool],
    max_parallel: int = 1,
    memory_bytes: int | None = None,
    on_fitted: Callable[[Baseline], None] = lambda _: None,
) -> Baselines:
    """Fit the baselines on all folds of the first repeat, each in one forked process.

    The shallow tree starts first. It takes a fraction of the time of the linear model.

    Parameters
    ----------
    may_continue : callable
        Takes the elapsed seconds. Returns whether to continue.
    memory_bytes : int or None
        Bytes that one process may take besides what it shares.
    on_fitted : callable
        Receives each baseline that learns from the features as soon as it is fitted.
    """
    constant, *learned = baseline_models(training_data)
    encoder, rows = training_data.encoder, len(training_data.truth) + len(training_data.extra)
    widths = {"linear": encoder.linear_width, "forest": encoder.tree_width}
    affordable = [each for each in learned if rows * widths[each.estimator.view] <= MAX_CELLS]
    quickest_first = sorted(affordable, key=lambda each: each.estimator.kind == "linear")
    tasks = [partial(fit_folds, each, training_data) for each in quickest_first]

    def report(place: int, fits: dict[int, FoldResult] | Reason) -> None:
        if not isinstance(fits, Reason):
            on_fitted(Baseline(quickest_first[place], fits))

    outcome = run_forked(tasks, max_parallel, may_continue, report, memory_bytes)
    found = {each.name: fits for each, fits in zip(quickest_first, outcome, strict=True)}
    pairs = [(each, found[each.name]) for each in affordable]
    fitted = [Baseline(each, fits) for each, fits in pairs if not isinstance(fits, Reason)]
    return Baselines(
        [*fitted, constant_baseline(constant, training_data)],
        [(each, why) for each, why in pairs if isinstance(why, Reason)],
    )


def fit_folds(
    candidate: Candidate, training_data: TrainingData, end: float = math.inf
) -> dict[int, FoldResult]:
    """Fit a candidate on each fold of the first repeat.

    Raises
    ------
    TimeoutError
        If `time.monotonic()` reaches `end` between two folds.
    """
    results = {}
    for number in range(training_data.folds):
        if time.monotonic() > end:
            raise TimeoutError
        training_data.prepare(number, candidate.estimator.view)
        # Slow convergence shows in the score.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results[number] = fit_fold(candidate, training_data, number, math.inf)
    return results


def constant_baseline(candidate: Candidate, training_data: TrainingData) -> Baseline:
    """Return the baseline that ignores the features. All folds predict the same."""
    bias, width = np.array(candidate.params["bias"]), training_data.encoder.linear_width
    return Baseline(
        candidate,
        {
            number: FoldResult(
                constant_fit(bias, width, len(training_data.splits[number].valid), len(training_data.extra)),
                0.0,
            )
            for number in range(training_data.folds)
        },
    )


def linear_model_of(fits: dict[int, FoldResult], training_data: TrainingData) -> LinearModel:
    """Return the predictions of a linear model without a logarithm of the target."""
    space = baseline_models(training_data)[1].estimator.space(training_data.task)
    classes = (training_data.classes,) if training_data.classes else ()
    oof = np.full((len(training_data.truth), *classes), np.nan)
    for number, each in fits.items():
        oof[training_data.splits[number].valid] = link(space, each.fit.valid)
    extra = link(space, np.mean([each.fit.extra for each in fits.values()], axis=0))
    return LinearModel(
        extra * training_data.scale + training_data.center, oof * training_data.scale + training_data.center
    )


def with_unused_columns(fit: FoldFit, before: Encoder, after: Encoder, slots: int) -> FoldFit:
    """Return the fit of a member whose view gained the columns of numeric interactions."""
    member = fit.member
    if isinstance(member, FlatTrees):
        added = len(after.derived) - len(before.derived)
        moved = np.where(~member.leaf & (member.feature >= slots), member.feature + added, member.feature)
        return replace(fit, member=replace(member, feature=moved))
    if isinstance(member, LinearMember):
        numbers = len(after.dense_interactions) - len(before.dense_interactions)
        flags = len(after.scaling.flags) - len(before.scaling.flags)
        # Flags of missing interactions follow those of the table's own numbers.
        places = [slots] * numbers + [slots + len(before.scaling.flags)] * flags
        return replace(fit, member=replace(member, weights=np.insert(member.weights, places, 0.0, axis=0)))
    return fit
