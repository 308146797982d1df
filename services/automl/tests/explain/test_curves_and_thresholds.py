"""Curves, reliability and thresholds agree with scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as reference

from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.curves import class_curves
from rowcast_automl.metrics.decisions import cost_table, least_cost
from rowcast_automl.metrics.reliability import calibration_bins, expected_calibration_error, wilson
from rowcast_automl.metrics.scores import decide, score
from rowcast_automl.metrics.thresholds import best_threshold, choose_threshold, threshold_rows
from rowcast_automl.platform.reasons import english_text, reason
from rowcast_automl.report.classification import classification_report


def scored(seed: int, rows: int = 400) -> tuple[Array, Array]:
    """Classes and rounded scores, so that there are ties."""
    random = np.random.default_rng(seed)
    scores = random.random(rows).round(2)
    return random.random(rows) < scores, scores


@settings(deadline=None)
@given(seed=st.integers(0, 1_000))
def test_areas_agree_with_the_reference(seed: int) -> None:
    positive, scores = scored(seed)
    found = class_curves("yes", positive, scores)
    assert found.roc_auc == pytest.approx(reference.roc_auc_score(positive, scores))
    assert found.average_precision == pytest.approx(reference.average_precision_score(positive, scores))
    xs, ys = [each.x for each in found.roc], [each.y for each in found.roc]
    assert np.trapezoid(ys, xs) == pytest.approx(found.roc_auc, abs=0.01)
    assert found.lift[-1].gain == pytest.approx(1) and found.lift[-1].lift == pytest.approx(1)
    assert all(each.lift >= 1 - 1e-9 for each in found.lift) or found.roc_auc < 0.6


def test_one_class_alone_has_no_curve() -> None:
    found = class_curves("yes", np.ones(20, bool), np.linspace(0, 1, 20))
    assert found.roc_auc is None and found.roc == [] and found.lift == []
    assert sum(each.rows for each in found.calibration) == 20


def test_true_probabilities_are_calibrated_and_others_are_not() -> None:
    random = np.random.default_rng(0)
    shares = random.random(20_000)
    truth = (random.random(20_000) < shares).astype(int)
    honest = np.stack([1 - shares, shares], axis=1)
    sure = np.where(honest > 0.5, 0.99, 0.01)
    assert expected_calibration_error(truth, honest) < 0.015
    assert expected_calibration_error(truth, sure) > 0.15
    for each in calibration_bins(truth == 1, shares):
        assert each.low <= each.predicted <= each.high or abs(each.predicted - each.observed) < 0.03
        assert each.from_ <= each.predicted <= each.to


def test_the_order_of_a_table_does_not_change_the_calibration_of_ties() -> None:
    scores = np.repeat([0.3, 0.7], 500)
    truth = np.concatenate([np.arange(500) < 150, np.arange(500) < 350]).astype(int)
    assert expected_calibration_error(truth, np.stack([1 - scores, scores], axis=1)) < 1e-9


def test_a_calibration_error_of_several_classes_compares_the_answered_class() -> None:
    random = np.random.default_rng(1)
    probabilities = random.dirichlet(np.ones(4), 20_000)
    drawn = (probabilities.cumsum(axis=1) < random.random((20_000, 1))).sum(axis=1)
    assert expected_calibration_error(drawn, probabilities) < 0.02
    assert expected_calibration_error(random.integers(0, 4, 20_000), probabilities) > 0.2


def test_a_share_of_all_or_nothing_has_an_interval_too() -> None:
    assert wilson(0.0, 10)[1] > 0.2 and wilson(1.0, 10)[0] < 0.8
    low, high = wilson(0.5, 10_000)
    assert high - low == pytest.approx(2 * 1.96 * 0.005, rel=0.01)


@settings(deadline=None)
@given(seed=st.integers(0, 1_000))
def test_every_threshold_is_counted_right(seed: int) -> None:
    positive, scores = scored(seed, 120)
    for row in threshold_rows(positive, scores)[::7]:
        answered = scores >= row.threshold
        assert row.true_positives == (answered & positive).sum()
        assert row.false_positives == (answered & ~positive).sum()
        assert row.true_positives + row.false_negatives == positive.sum()
        assert row.f1 == pytest.approx(reference.f1_score(positive, answered, zero_division=0))
        assert row.accuracy == pytest.approx(np.mean(answered == positive))


@settings(deadline=None)
@given(seed=st.integers(0, 1_000), metric=st.sampled_from(["f1", "accuracy"]))
def test_the_best_threshold_is_the_best(seed: int, metric: str) -> None:
    positive, scores = scored(seed, 200)
    predictions = np.stack([1 - scores, scores], axis=1)
    best, gain = best_threshold(metric, positive, scores)
    found = score(metric, positive.astype(int), predictions, best)
    assert found == pytest.approx(score(metric, positive.astype(int), predictions, 0.5 - 1e-12) + gain)
    for other in np.linspace(0.01, 0.99, 40):
        assert found >= score(metric, positive.astype(int), predictions, float(other)) - 1e-9


def test_a_threshold_moves_only_for_a_metric_that_depends_on_it() -> None:
    random = np.random.default_rng(0)
    scores = random.random(2_000) * 0.4
    positive = random.random(2_000) < scores
    even, unneeded = choose_threshold("roc_auc", positive, scores)
    assert even == 0.5
    assert english_text(unneeded) == (
        "The more likely class is predicted, because ROC AUC does not depend on a threshold."
    )
    moved, why = choose_threshold("f1", positive, scores)
    assert moved < 0.4 and english_text(why).startswith("Best out-of-fold F1: 0.")
    assert choose_threshold("f1", positive[:40], scores[:40])[0] == 0.5


def test_the_report_counts_at_the_threshold() -> None:
    positive, scores = scored(3)
    probabilities = np.stack([1 - scores, scores], axis=1)
    threshold = 0.2, reason("THRESHOLD_FEW_ROWS")
    found = classification_report(positive.astype(int), probabilities, ("no", "yes"), threshold)
    assert found.confusion[0][1] == ((scores >= 0.2) & ~positive).sum()
    assert found.thresholds is not None and found.thresholds.positive == "yes"
    assert found.thresholds.why == [threshold[1]]
    assert found.per_class[1].predicted == (scores >= 0.2).sum()


@settings(deadline=None)
@given(alarm=st.floats(0.1, 10), miss=st.floats(0.1, 10), share=st.floats(0.01, 0.99, exclude_min=True))
def test_costs_of_two_classes_are_a_threshold(alarm: float, miss: float, share: float) -> None:
    table = cost_table(("no", "yes"), {"no": {"yes": alarm}, "yes": {"no": miss}})
    # Elkan (2001).
    threshold = alarm / (alarm + miss)
    chosen, cost = least_cost(np.array([[1 - share, share]]), table)
    if abs(share - threshold) > 1e-9:
        assert bool(chosen[0]) == (share > threshold)
    assert cost[0] == pytest.approx(min((1 - share) * alarm, share * miss))


def test_costs_of_several_classes_may_choose_an_unlikely_one() -> None:
    table = cost_table(("fine", "ill", "dying"), {"dying": {"fine": 1_000, "ill": 500}})
    chosen, _ = least_cost(np.array([[0.9, 0.08, 0.02]]), table)
    assert chosen.tolist() == [2]


def test_few_rows_of_one_class_choose_no_threshold() -> None:
    scores = np.linspace(0, 0.4, 200)
    positive = np.arange(200) >= 191
    kept, why = choose_threshold("f1", positive, scores)
    assert kept == 0.5
    assert "too few rows of the rarer class (9)" in english_text(why)
    assert choose_threshold("f1", ~positive, 1 - scores)[1].code == "THRESHOLD_RARE"
    assert choose_threshold("f1", np.arange(200) >= 190, scores)[0] < 0.4


@pytest.mark.parametrize("threshold", [0.25, 0.5, 0.75])
def test_at_exactly_the_threshold_the_second_class_is_answered(threshold: float) -> None:
    probabilities = np.array([[1 - threshold, threshold], [1.0, 0.0]])
    assert decide(probabilities, threshold).tolist() == [1, 0]
    row = threshold_rows(np.array([True, False]), probabilities[:, 1])[round(100 * threshold)]
    assert (row.true_positives, row.false_negatives) == (1, 0)
    costs = cost_table(("no", "yes"), {"no": {"yes": threshold}, "yes": {"no": 1 - threshold}})
    assert least_cost(probabilities, costs)[0].tolist() == [1, 0]


def test_costs_of_several_classes_can_be_tried_on_a_sample() -> None:
    random = np.random.default_rng(5)
    labels = ("a", "b", "c")
    shares = random.dirichlet([0.4, 0.4, 0.05], 3_000)
    truth = np.array([random.choice(3, p=row) for row in shares])
    found = classification_report(truth, shares, labels, (0.5, None)).sample
    assert found is not None and len(found.truth) == len(found.probabilities) == 1_000
    sampled = np.array(found.probabilities)
    places = {tuple(row): place for place, row in enumerate(shares.round(12).tolist())}
    assert len(places) == 3_000 and (np.abs(sampled.sum(axis=1) - 1) < 2e-3).all()
    # A rare class with a high price: rounded to thousandths it would be lost.
    table = cost_table(labels, {"c": {"a": 1_000, "b": 1_000}})
    own, cost = least_cost(sampled, table)
    whole = least_cost(shares, table)[0]
    assert np.mean(own == 2) == pytest.approx(np.mean(whole == 2), abs=0.05)
    assert table[found.truth, own].mean() == pytest.approx(cost.mean(), rel=0.3)


def test_two_classes_and_very_many_need_no_sample() -> None:
    for count in (2, 7):
        shares = np.full((20, count), 1 / count)
        labels = tuple(map(str, range(count)))
        assert classification_report(np.arange(20) % count, shares, labels, (0.5, None)).sample is None
