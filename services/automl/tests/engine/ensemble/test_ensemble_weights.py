"""The ensemble stays within the limits on latency and size, and repeats are added as they allow."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rowcast_automl.calibrate.ensemble_leaderboard import TOO_EXPENSIVE
from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.ensemble.ensemble_weights import calibrated_loss
from rowcast_automl.ensemble.greedy_selection import choose_weights, ensemble_loss
from rowcast_automl.ensemble.served_members import (
    affordable_members,
    affordable_repeats,
    cheapest,
    n_repeats_of,
    with_repeats,
)
from rowcast_automl.estimators.base import FoldData, KernelMember, LinearMember, Member
from rowcast_automl.estimators.kernels.svm import fit_svm
from rowcast_automl.estimators.learning_steps import ROUNDS
from rowcast_automl.estimators.trees.flat_trees import FlatTrees
from rowcast_automl.estimators.trees.forests import fit_extra_trees
from rowcast_automl.export.served_model import BEYOND_LIMITS
from rowcast_automl.features.schema import Task
from rowcast_automl.features.tensors import Array
from rowcast_automl.models.blend import BaggedModel
from rowcast_automl.models.serving_cost import DEFAULT_LIMIT, Cost, cost_of
from rowcast_automl.models.serving_limits import limit_of
from rowcast_automl.plan import default_configurations
from rowcast_automl.plan.default_configurations import lightgbm_models, linear_models
from rowcast_automl.plan.plan_inputs import BOOSTED_TREE, MIN_ROUNDS, PlanInputs
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, fewer_fits, stopping_after, train_file

FOLDS = 5
# Of fewer than two numbers no others are derived, which would take most of the time.
ONE_NUMBER = {"excludedColumns": ["income", "joined", "note_id"]}


def fitted(name: str, weights: int, rounds: int) -> FittedCandidate:
    splits = tuple(range(FOLDS * rounds))
    members: tuple[Member, ...] = tuple(LinearMember(np.ones((weights, 1)), np.zeros(1)) for _ in splits)
    extras = tuple(np.full((3, 1), float(split)) for split in splits)
    model = BaggedModel(name, "linear", "value", splits, members)
    return FittedCandidate(linear_models()[0], model, np.zeros(4), extras, 0.0, 0.0, 1.0, 0.0, False)


def noisy(truth: Array, noise: float, seed: int) -> Array:
    return truth + np.random.default_rng(seed).normal(0, noise, len(truth))


def weights_of(truth: Array, candidates: list[Array], costs: list[Cost], limit: Cost) -> Array:
    return choose_weights(ensemble_loss("regression", truth, candidates), candidates, costs, limit, 0).weights


def test_one_dear_model_gives_way_to_several_cheap_ones() -> None:
    truth = np.random.default_rng(0).normal(size=2_000)
    dear = noisy(truth, 0.9, 1)
    cheap = [noisy(truth, 1.0, seed) for seed in range(2, 8)]
    costs = [Cost(0.95, 1.0), *[Cost(0.1, 1.0)] * len(cheap)]
    weights = weights_of(truth, [dear, *cheap], costs, Cost(1.0, 100.0))
    assert weights[0] == 0
    assert (weights > 0).sum() > 3
    assert weights.sum() == pytest.approx(1)


def test_where_nothing_is_affordable_the_best_is_taken() -> None:
    truth = np.random.default_rng(0).normal(size=50)
    costs = [Cost(3.0, 1.0), Cost(2.0, 1.0), Cost(4.0, 1.0)]
    predictions = [noisy(truth, noise, 1) for noise in (0.9, 1.0, 0.5)]
    weights = weights_of(truth, predictions, costs, Cost(1, 1))
    assert weights.tolist() == [0, 0, 1]


def test_a_few_rows_that_no_model_can_learn_do_not_choose_for_all() -> None:
    truth = np.random.default_rng(0).normal(size=3_000)
    good, poor = noisy(truth, 0.1, 1), noisy(truth, 1.0, 2)
    # Far off by chance, once nearer by the poor one.
    truth[:3] += 1_000
    poor[:3] += 50
    costs = [Cost(0.1, 1.0)] * 2
    weights = weights_of(truth, [good, poor], costs, Cost(1.0, 9.0))
    assert weights[0] > 0.9


def test_rare_amounts_are_answered_by_their_mean() -> None:
    random = np.random.default_rng(0)
    truth = np.where(random.random(4_000) < 0.01, random.lognormal(3, 0.5, 4_000), 0.0)
    nothing, mean = noisy(0 * truth, 0.01, 1), noisy(0 * truth + truth.mean(), 0.01, 2)
    costs = [Cost(0.1, 1.0)] * 2
    weights = weights_of(truth, [nothing, mean], costs, Cost(1.0, 9.0))
    assert weights[1] > 0.8


def test_where_absolute_errors_count_the_median_is_chosen() -> None:
    truth = np.random.default_rng(0).lognormal(0, 1.5, 2_000)
    candidates = [np.full_like(truth, np.median(truth)), np.full_like(truth, truth.mean())]
    chosen = [
        choose_weights(judge, candidates, [Cost(0.1, 1.0)] * 2, Cost(1.0, 9.0), 0).weights
        for judge in (
            ensemble_loss("regression", truth, candidates, absolute=True),
            ensemble_loss("regression", truth, candidates),
        )
    ]
    assert chosen[0][0] > 0.9 and chosen[1][1] > 0.5


def test_answers_that_are_exact_but_for_a_few_are_told_from_worse_ones() -> None:
    truth = np.random.default_rng(0).normal(size=1_000)
    exact = truth.copy()
    exact[:5] += 1
    predictions = [noisy(truth, 0.5, 1), exact]
    weights = weights_of(truth, predictions, [Cost(0.1, 1.0)] * 2, Cost(1.0, 9.0))
    assert weights[1] > 0.9


def test_ensembles_are_compared_by_one_limit_of_large_errors() -> None:
    truth, nearly_exact = np.zeros(1_000), np.zeros(1_000)
    nearly_exact[:10] = 100
    models = [
        replace(fitted(name, 1, 1), oof=oof)
        for name, oof in (("boosted", nearly_exact), ("baseline", np.full(1_000, 9.0)))
    ]
    judge = ensemble_loss("regression", truth, [each.oof for each in models])
    losses = [calibrated_loss([(each, 1.0)], judge, np.ones(1_000, dtype=bool)) for each in models]
    # With a limit of its own, the first would be judged by its ten large errors squared.
    assert losses[0] < losses[1] / 4


def test_further_rounds_go_to_the_heaviest_while_they_are_affordable() -> None:
    models = [fitted("first", 1_000, 4), fitted("second", 1_000, 4), fitted("third", 1_000, 2)]
    one = cost_of(with_repeats(models[0], 1, FOLDS).model)
    maximum = [n_repeats_of(each, FOLDS) for each in models]
    assert maximum == [4, 4, 2]
    assert affordable_repeats(models, FOLDS, maximum, one * 3.5) == [1, 1, 1]
    assert affordable_repeats(models, FOLDS, maximum, one * 5.5) == [2, 2, 1]
    assert affordable_repeats(models, FOLDS, maximum, one * 100) == [4, 4, 2]


def test_of_a_model_whose_round_is_too_dear_as_many_members_answer_as_can() -> None:
    dear, light = fitted("dear", 100_000, 2), fitted("light", 10, 2)
    limit = cost_of(with_repeats(dear, 1, FOLDS).model) * 0.9
    assert [len(cheapest(each, FOLDS, limit).model.members) for each in (dear, light)] == [1, FOLDS]
    assert cheapest(dear, FOLDS, limit).oof is dear.oof
    assert affordable_repeats([dear, light], FOLDS, [2, 2], limit) == [1, 2]
    served = affordable_members([with_repeats(dear, 1, FOLDS), light], FOLDS, limit)
    assert [len(each.model.members) for each in served] == [4, 2 * FOLDS]
    # The last of a round learned from the latest rows, where rows have a time.
    assert served[0].model.folds == tuple(range(1, FOLDS))
    assert sum((cost_of(each.model) for each in served), start=Cost(0.0, 0.0)).within(limit)


def test_fewer_rounds_leave_the_members_and_answers_of_those_rounds() -> None:
    cut = with_repeats(fitted("model", 10, 3), 2, FOLDS)
    assert cut.model.folds == tuple(range(2 * FOLDS))
    assert len(cut.model.members) == 2 * FOLDS
    assert cut.extra.tolist() == pytest.approx([np.arange(2 * FOLDS).mean()] * 3)


def test_rounds_are_those_that_a_model_had() -> None:
    whole = fitted("model", 10, 3)
    without_second = np.r_[0:FOLDS, 2 * FOLDS : 3 * FOLDS]
    folds = tuple(int(each) for each in without_second)
    gap = replace(whole.model, folds=folds, members=whole.model.members[: 2 * FOLDS])
    model = replace(whole, model=gap, extras=tuple(whole.extras[each] for each in folds))
    assert n_repeats_of(model, FOLDS) == 2
    assert with_repeats(model, 2, FOLDS) is model
    assert with_repeats(model, 1, FOLDS).model.folds == tuple(range(FOLDS))


@pytest.mark.parametrize("task", ["regression", "binary"])
def test_folds_of_a_kernel_machine_agree_on_its_width(task: Task) -> None:
    random = np.random.default_rng(0)
    X = random.normal(size=(300, 5))
    y = X[:, 0] if task == "regression" else (X[:, 0] + random.normal(size=300) > 0).astype(int)
    gammas = []
    for fold in range(5):
        learn, check = np.arange(300) % 5 != fold, np.arange(300) % 5 == fold
        classes = 2 if task == "binary" else 0
        data = FoldData(task, X[learn], y[learn], X[check], y[check], X[:1], classes, np.inf, 0)
        member = fit_svm(data, {"C": 1.0, "width": 1.0}).member
        gammas.append(member.gamma if isinstance(member, KernelMember) else None)
    assert len(set(gammas)) == 1


def test_boosting_ends_where_its_model_would_no_longer_be_affordable() -> None:
    two, five = (
        PlanInputs("binary", 5_000, 10, 60.0, 8, skewed=False, folds=folds).rounds for folds in (2, 5)
    )
    classes = PlanInputs("multiclass", 5_000, 10, 60.0, 8, skewed=False, outputs=4).rounds
    assert ROUNDS > two > five > classes >= MIN_ROUNDS
    assert five * 5 * BOOSTED_TREE.seconds <= DEFAULT_LIMIT.seconds


def test_larger_trees_of_many_classes_get_fewer_rounds_and_longer_steps() -> None:
    one = PlanInputs("multiclass", 200_000, 10, 60.0, 4, skewed=False, outputs=7, folds=1)
    assert one.rounds == one.rounds_with(61) > one.rounds_with(503) >= MIN_ROUNDS // 2
    rates = [each.params["learning_rate"] for each in lightgbm_models(one)]
    assert min(rates) > 0.03
    two = [each.params["learning_rate"] for each in lightgbm_models(replace(one, task="binary", outputs=1))]
    assert min(two) < 0.02


def test_members_of_small_rounds_may_have_larger_forests() -> None:
    nodes = [
        PlanInputs("binary", 50_000, 10, seconds, 4, skewed=False, folds=folds).nodes
        for seconds, folds in ((60.0, 5), (60.0, 2), (60.0, 1), (12.0, 1))
    ]
    assert nodes == [200_000, 400_000, 600_000, 200_000]


def test_a_small_forest_is_judged_by_more_trees_than_it_keeps() -> None:
    random = np.random.default_rng(0)
    rows = random.normal(size=(400, 4)).astype(np.float32)
    target = (rows[:, 0] + random.normal(size=400) > 0).astype(int)
    data = FoldData(
        task="binary",
        train=rows[:300],
        train_target=target[:300],
        valid=rows[300:],
        valid_target=target[300:],
        extra=rows[300:],
        classes=2,
        deadline=time.monotonic() + 60,
        seed=0,
    )
    params = {"trees": 10, "features": "sqrt", "leaf": 1}
    # Ten trees answer in tenths, a hundred in hundredths.
    for judged, in_tenths in ((100, False), (0, True)):
        fit = fit_extra_trees(data, {**params, "judged": judged})
        assert isinstance(fit.member, FlatTrees)
        assert fit.member.count == 10
        assert np.allclose(fit.extra * 10, np.round(fit.extra * 10))
        assert np.allclose(fit.valid * 10, np.round(fit.valid * 10)) == in_tenths


@pytest.mark.parametrize(
    ("given", "times"), [({}, 1), ({"maxRowMilliseconds": 5, "maxBundleMegabytes": 100}, 5)]
)
def test_the_limits_are_those_of_the_settings(given: dict[str, float], times: int) -> None:
    limit = limit_of(config(**given))
    assert (limit.seconds, limit.size) == pytest.approx((times * 0.6e-3, times * 17e6))


def test_a_larger_limit_lets_more_members_answer_and_a_smaller_one_fewer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fewer_fits(monkeypatch, models=1, rounds=4)
    source = write_csv(tmp_path / "t.csv", mixed_rows(400, 1, "regression"))
    sizes = []
    for number, (megabytes, milliseconds) in enumerate(((1, 5), (100, 0.2), (100, 5))):
        settings = config(
            **{"modelType": "random_forest", "reproducible": True, "timeBudgetSeconds": 20},
            **{"maxRowMilliseconds": milliseconds, "maxBundleMegabytes": megabytes},
            **ONE_NUMBER,
        )
        sizes.append(train_file(source, tmp_path / f"{number}.rowcast", settings).bundle_bytes)
    # By more than the settings, which are in the bundle, differ in length.
    assert sizes[0] < 1e6 and 1.2 * max(sizes[:2]) < sizes[2]


def test_what_is_by_itself_larger_than_a_model_may_be_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each member of a forest gets as many trees as any may have.
    monkeypatch.setattr(default_configurations, "FOREST_TREES", 3_000)
    source = write_csv(tmp_path / "t.csv", mixed_rows(2_000, 1, "regression"))
    settings = config(modelType="random_forest", timeBudgetSeconds=300, maxBundleMegabytes=1, **ONE_NUMBER)
    leaderboard = train_file(source, tmp_path / "m.rowcast", settings, *stopping_after(4)).report.leaderboard
    dear = [each for each in leaderboard if TOO_EXPENSIVE in (each.why or ())]
    assert dear and not any(each.weight for each in dear)


def test_what_takes_more_than_was_asked_for_says_so(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "t.csv", mixed_rows(800, 1, "regression"))
    forest = {"name": "random_forest", "maxFeatures": 0.5, "minSamplesLeaf": 1}
    for trees, megabytes in ((200, 1), (60, 5)):
        limits = {"maxBundleMegabytes": megabytes, "maxRowMilliseconds": 50, "timeBudgetSeconds": 300}
        columns = {"excludedColumns": ["member", "city", "street", "joined", "note_id"]}
        settings = config(modelType="custom", estimator=forest | {"nEstimators": trees}, **limits, **columns)
        report = train_file(source, tmp_path / f"{megabytes}.rowcast", settings).report
        said = [each for each in report.leaderboard if BEYOND_LIMITS in (each.why or ())]
        assert [each.name for each in said] == (["Random forest"] if megabytes == 1 else [])
