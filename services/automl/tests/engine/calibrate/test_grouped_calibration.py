"""With groups or times, intervals and probabilities are calibrated by whole groups or periods."""

from __future__ import annotations

import numpy as np
import pytest

from rowcast_automl.calibrate.conformal import Conformal, fit_intervals
from rowcast_automl.calibrate.coverage import cross_coverage
from rowcast_automl.calibrate.probability_calibration import fit_calibration
from rowcast_automl.estimators.base import FoldData
from rowcast_automl.estimators.kernels.margins import inner_folds
from rowcast_automl.estimators.kernels.svm import fit_svm
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array

GROUPS, EACH = 40, 8


def machine_data(order: Order, target: Array, X: Array | None = None) -> FoldData:
    """Rows for a kernel machine; the first are learned from."""
    if X is None:
        X = np.random.default_rng(0).normal(size=(len(target), 2))
    learn, check = slice(0, len(target)), slice(len(target), None)
    other = X[check] if len(X) > len(target) else X[:4]
    data = (X[learn], target, other, target[: len(other)], X[:1], int(target.max()) + 1, np.inf, 0)
    return FoldData("binary" if target.max() == 1 else "multiclass", *data, order=order)


def test_a_kernel_machine_that_knows_groups_by_heart_is_no_surer_of_new_ones() -> None:
    random = np.random.default_rng(2)
    groups: Array = np.repeat(np.arange(2 * GROUPS), EACH)
    # Whose rows lie together, and are of one class by chance: nothing of it holds for new groups.
    X = random.normal(size=(2 * GROUPS, 2))[groups] * 3 + random.normal(size=(len(groups), 2)) * 0.02
    target = random.integers(2, size=2 * GROUPS)[groups]
    known = GROUPS * EACH
    losses = []
    for order in (Order(), Order(groups=groups[:known])):
        fit = fit_svm(machine_data(order, target[:known], X), {"C": 10.0, "width": 5.0})
        share = 1 / (1 + np.exp(-fit.valid[:, 0]))
        truth = target[known:]
        losses.append(float(-np.mean(np.log(np.where(truth == 1, share, 1 - share)))))
    assert losses[0] > 1 > 0.8 > losses[1]


def test_inner_folds_keep_groups_and_times_whole_and_every_class_learned() -> None:
    random = np.random.default_rng(1)
    groups: Array = random.permutation(np.repeat(np.arange(12), 10))
    target: Array = random.integers(2, size=120)
    # One group alone has the third class.
    target[groups == 5] = 2
    for learn, check in inner_folds(machine_data(Order(groups=groups), target)):
        assert not set(groups[learn]) & set(groups[check]) and 5 not in groups[check]
        assert set(target[learn]) == {0, 1, 2}
    times: Array = random.permutation(np.repeat(np.arange(12), 10))
    folds = inner_folds(machine_data(Order(times=times), target))
    assert len(folds) == 3
    for learn, check in folds:
        assert not set(times[learn]) & set(times[check])
        assert max(times[check]) - min(times[check]) == 3 and set(target[learn]) == set(target)


def test_a_machine_of_a_single_group_still_answers() -> None:
    target = np.arange(60) % 2
    fit = fit_svm(machine_data(Order(groups=np.zeros(60, int)), target), {"C": 1.0, "width": 1.0})
    assert np.isfinite(fit.valid).all()


@pytest.mark.parametrize("kind", ["groups", "times"])
def test_probabilities_are_turned_only_if_that_holds_for_other_groups_and_times(kind: str) -> None:
    random = np.random.default_rng(0)
    names: Array = np.repeat(np.arange(4), 100)
    # The first two are mostly of the second class, the others as reported.
    truth = (random.random(400) < np.where(names < 2, 0.9, 0.5)).astype(int)
    reported = np.full((400, 2), 0.5)
    assert fit_calibration(truth, reported, 0, Order()) is not None
    divided = [fit_calibration(truth, reported, seed, Order(**{kind: names})) for seed in range(8)]
    assert any(each is None for each in divided)
    if kind == "times":
        assert divided == [None] * 8


def test_intervals_are_checked_by_groups_that_did_not_set_them() -> None:
    random = np.random.default_rng(0)
    groups: Array = random.permutation(np.repeat(np.arange(30), 10))
    truth = groups.astype(float)
    predictions = truth + random.normal(size=30)[groups]
    seen = []

    def fit(some: Array, reported: Array) -> Conformal | None:
        seen.append(np.bincount(some.astype(int), minlength=30))
        return fit_intervals(some, reported, 0)

    whole = fit_intervals(truth, predictions, 0)
    assert whole is not None
    cross_coverage(whole, fit, truth, predictions, 0, groups)
    assert len(seen) == 5 and all(set(counts.tolist()) == {0, 10} for counts in seen)
