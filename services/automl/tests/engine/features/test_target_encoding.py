"""Target encoding of a row uses other rows, other groups and other times."""

from __future__ import annotations

import numpy as np
import pytest

from rowcast_automl.features.encoding.encoder import Encoder, fit_encoder
from rowcast_automl.features.encoding.target_encoding import (
    DEFAULT_PRIOR,
    INNER_FOLDS,
    fit_target_tables,
    means,
    parts_beside,
    prior_rows,
)
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array, Tensors

ROWS, WORDS = 300, [f"word{number}" for number in range(12)]
GROUPS = np.random.default_rng(5).integers(0, 20, ROWS)
TIMES = np.random.default_rng(6).permutation(ROWS).astype(np.float64)


@pytest.fixture(scope="module")
def rows() -> Tensors:
    random = np.random.default_rng(1)
    texts = np.empty((ROWS, 2), object)
    texts[:, 0] = [f"city {number}" for number in random.integers(0, 15, ROWS)]
    texts[:, 1] = [" ".join(random.choice(WORDS, 3)) for _ in range(ROWS)]
    return Tensors(np.zeros((ROWS, 0), np.float32), texts)


@pytest.fixture(scope="module")
def encoder(rows: Tensors) -> Encoder:
    return fit_encoder(rows, (InputField("city", "category", 0), InputField("note", "text", 1)), 1)


def features(encoder: Encoder, rows: Tensors, target: Array, order: Order) -> Array:
    """Cross-fitted target features of the training rows."""
    coded, outputs = encoder.coded(rows), target[:, None].astype(np.float64)
    found = fit_target_tables(coded, outputs, encoder, 2, 3, order).train
    assert found.shape == (ROWS, 2) and (found.std(axis=0) > 0).all()
    return found


def seen(encoder: Encoder, rows: Tensors, changed: Array, order: Order) -> Array:
    """Mask of the rows whose features depend on the targets of the changed ones."""
    target = np.random.default_rng(2).integers(0, 2, ROWS)
    other = np.where(changed, 1 - target, target)
    before, after = (features(encoder, rows, each, order) for each in (target, other))
    return np.asarray((before != after).any(axis=1))


@pytest.mark.parametrize("times", [None, TIMES], ids=["groups", "groups and time"])
@pytest.mark.parametrize("group", [0, 7, 19])
def test_a_row_sees_no_target_of_its_group(
    group: int, times: Array | None, encoder: Encoder, rows: Tensors
) -> None:
    own = np.equal(GROUPS, group)
    found = seen(encoder, rows, own, Order(GROUPS, times))
    assert not found[own].any()
    assert found[~own].mean() > 0.7


def test_a_row_sees_no_target_of_its_time(encoder: Encoder, rows: Tensors) -> None:
    for block in range(INNER_FOLDS):
        own = TIMES.astype(int) * INNER_FOLDS // ROWS == block
        found = seen(encoder, rows, own, Order(times=TIMES))
        assert not found[own].any()
        assert found[~own].all()


def test_few_groups_and_one_alone_are_encoded(encoder: Encoder, rows: Tensors) -> None:
    target = np.random.default_rng(2).integers(0, 2, ROWS)
    for count in (1, 2, 4):
        found = features(encoder, rows, target, Order(groups=np.arange(ROWS) % count))
        assert np.isfinite(found).all()


@pytest.mark.parametrize("count", [2, 3, 7])
def test_rows_of_a_time_and_those_beside_them_see_no_target_of_it(
    count: int, encoder: Encoder, rows: Tensors
) -> None:
    order = Order(times=np.arange(ROWS) * count // ROWS)
    own, others = np.arange(0, ROWS, 2), np.arange(1, ROWS, 2)
    learned, coded = order.take(own), encoder.coded(rows)
    parts = parts_beside(learned, 3, order.take(others))
    target = np.random.default_rng(2).integers(0, 2, ROWS)[own]

    def reported(target: Array) -> tuple[Array, Array]:
        outputs = target[:, None].astype(np.float64)
        tables = fit_target_tables(coded.take(own), outputs, encoder, 2, 3, learned)
        return tables.train, tables.apply_beside(coded.take(others), parts)

    for time in range(count):
        changed = np.where(learned.times == time, 1 - target, target)
        for before, after, places in zip(reported(target), reported(changed), (own, others), strict=True):
            seen = (before != after).any(axis=1)
            assert not seen[order.take(places).times == time].any()
            assert seen.any()


def test_rows_beside_those_of_a_single_time_are_of_no_part() -> None:
    learned, beside = Order(times=np.zeros(9)), Order(times=np.array([0, 5]))
    assert (parts_beside(learned, 3, beside) == -1).all()


@pytest.mark.parametrize("order", [Order(GROUPS), Order(times=TIMES), Order(GROUPS, TIMES)])
def test_rows_beside_the_training_rows_see_no_target_of_their_group_or_time(
    order: Order, encoder: Encoder, rows: Tensors
) -> None:
    own, others = np.arange(0, ROWS, 2), np.arange(1, ROWS, 2)
    learned, beside = order.take(own), order.take(others)
    parts = parts_beside(learned, 3, beside)
    target = np.random.default_rng(2).integers(0, 2, ROWS)[own]
    coded = encoder.coded(rows)

    def reported(target: Array) -> Array:
        outputs = target[:, None].astype(np.float64)
        tables = fit_target_tables(coded.take(own), outputs, encoder, 2, 3, learned)
        return tables.apply_beside(coded.take(others), parts)

    # The training rows of one part, by their groups or by their time.
    changed = parts_beside(learned, 3, learned) == 1
    assert 0 < changed.sum() < len(own)
    seen = (reported(target) != reported(np.where(changed, 1 - target, target))).any(axis=1)
    assert not seen[parts == 1].any()
    assert seen[parts != 1].mean() > 0.7


def test_rows_of_new_groups_are_of_no_part() -> None:
    learned, beside = Order(np.array([4, 4, 9, 7])), Order(np.array([3, 9, 10, 4]))
    parts = parts_beside(learned, 3, beside)
    assert ((parts == -1) == [True, False, True, False]).all()
    assert (parts_beside(Order(np.array([4, 4])), 3, beside) == -1).all()


@pytest.mark.parametrize(
    ("spread", "noise", "expected"), [(1.0, 2.0, 4.0), (1.0, 1.0, 1.0), (2.0, 0.5, 1 / 16)]
)
def test_means_are_shrunk_as_far_as_chance_moves_them(spread: float, noise: float, expected: float) -> None:
    random = np.random.default_rng(4)
    codes = np.concatenate([np.arange(500), random.integers(0, 500, 9_500)])
    y = (spread * random.normal(size=500))[codes] + noise * random.normal(size=len(codes))
    counts = np.bincount(codes)[:, None]
    sums = np.bincount(codes, weights=y)[:, None]
    assert prior_rows(counts, sums, y[:, None]) == pytest.approx(expected, rel=0.2)


def test_a_category_whose_rows_agree_keeps_its_mean_and_a_new_one_gets_that_of_all() -> None:
    codes = np.repeat(np.arange(6), 3)
    y = np.repeat([1.0, 5.0, 2.0, 90.0, 7.0, 3.0], 3)
    table = means(codes, y[:, None], 7)[:, 0]
    assert table[:6] == pytest.approx(y[::3], rel=0.12)
    assert table[6] == pytest.approx(y.mean())


def test_categories_that_say_nothing_get_the_mean_of_all() -> None:
    random = np.random.default_rng(8)
    codes, y = random.integers(0, 200, 2_000), random.normal(size=2_000)
    plain = np.bincount(codes, weights=y) / np.bincount(codes)
    assert means(codes, y[:, None], 200)[:, 0].std() < plain.std() / 5


@pytest.mark.parametrize("codes", [np.zeros(5, int), np.arange(5)], ids=["one category", "a row each"])
def test_where_nothing_tells_how_far_rows_of_a_category_agree_means_are_usual(codes: Array) -> None:
    y = np.array([[0.0], [0.0], [1.0], [0.0], [1.0]])
    counts, sums = np.bincount(codes)[:, None], np.bincount(codes, weights=y[:, 0])[:, None]
    assert prior_rows(counts, sums, y) == DEFAULT_PRIOR
    assert np.isfinite(means(codes, y, 6)).all()


def test_rows_of_one_group_say_nothing_of_how_far_a_category_agrees() -> None:
    random = np.random.default_rng(3)
    groups = np.repeat(np.arange(300), 3)
    # A category has the rows of two groups, each of which has one target.
    codes, y = groups // 2, random.normal(size=300)[groups]
    usual = means(codes, y[:, None], 150, alone=False)[:, 0]
    sums, counts = np.bincount(codes, weights=y), np.bincount(codes)
    assert usual == pytest.approx((sums + DEFAULT_PRIOR * y.mean()) / (counts + DEFAULT_PRIOR))
    assert usual.std() < means(codes, y[:, None], 150)[:, 0].std() / 1.5


def test_a_class_that_no_row_has_gets_no_share() -> None:
    codes, outputs = np.arange(12) % 3, np.zeros((12, 2))
    outputs[:, 0] = 1.0
    assert (means(codes, outputs, 4) == [1.0, 0.0]).all()
