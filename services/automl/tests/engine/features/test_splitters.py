"""Splits keep groups intact, never train on the future, include every class, and have the requested sizes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rowcast_automl.features.splits.fold_plan import FoldPlan, plan_folds
from rowcast_automl.features.splits.splitters import MAX_HELD_OUT, Order, Split, hold_out, make_splits
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.errors import RowcastError
from tests.examples import examples

PLANS = (FoldPlan(5, 5, 4), FoldPlan(8, 2, 4), FoldPlan(10, 1, 4))


def known(values: Array, classes: int, rows: Array) -> bool:
    """Whether the rows hold every class."""
    return len(np.unique(values[rows])) == classes if classes else len(rows) > 0


def drawn(seed: int, rows: int, classes: int) -> Array:
    """Class indices, each at least twice, or numbers."""
    random = np.random.default_rng(seed)
    if not classes:
        return random.normal(size=rows)
    values = random.choice(classes, rows, p=random.dirichlet(np.ones(classes)))
    values[: 2 * classes] = np.tile(np.arange(classes), 2)
    return random.permutation(values)


def refused_for(caught: pytest.ExceptionInfo[RowcastError], *settings: str) -> bool:
    fields = tuple(each.field for each in caught.value.fields)
    return caught.value.code == "VALIDATION_FAILED" and fields == settings


def flat(rounds: list[list[Split]]) -> list[Split]:
    """All splits, where each round has as many."""
    assert len({len(each) for each in rounds}) == 1
    return [split for each in rounds for split in each]


def test_rows_without_groups_and_times_are_divided_as_ever() -> None:
    values = np.tile([0, 1, 1, 2], 5)
    train, test = hold_out(values, 3, 0.25, 3, Order())
    assert test.tolist() == [10, 16, 18, 19]
    (splits,) = make_splits(values[train], 3, FoldPlan(5, 5, 1), 3, Order())
    assert [each.valid.tolist() for each in splits] == [
        [1, 9, 10, 11],
        [0, 6, 13],
        [4, 5, 14],
        [3, 8, 12],
        [2, 7, 15],
    ]


@settings(deadline=None, max_examples=examples(150))
@given(
    seed=st.integers(0, 10_000),
    rows=st.integers(12, 200),
    count=st.integers(2, 60),
    classes=st.sampled_from([0, 2, 3, 6]),
    share=st.sampled_from([0.0, 0.05, 0.2, 0.4, 0.5]),
    even=st.booleans(),
)
def test_no_group_is_on_two_sides(
    seed: int, rows: int, count: int, classes: int, share: float, even: bool
) -> None:
    random = np.random.default_rng(seed)
    values = drawn(seed, rows, classes)
    groups = random.choice(count, rows, p=None if even else random.dirichlet(np.full(count, 0.5)))
    order = Order(groups=groups)
    try:
        train, test = hold_out(values, classes, share, seed, order)
        divided = [flat(make_splits(values[train], classes, plan, seed, order.take(train))) for plan in PLANS]
    except RowcastError as error:
        assert [each.field for each in error.fields] == ["groupColumn"]
        assume(False)
    assert len(np.intersect1d(groups[train], groups[test])) == 0
    assert (len(test) > 0) == (share > 0)
    assert known(values, classes, train)
    assert sorted(np.concatenate([train, test])) == list(range(rows))
    for split in (each for splits in divided for each in splits):
        inside = groups[train]
        assert len(split.train) and len(split.valid)
        assert len(np.intersect1d(inside[split.train], inside[split.valid])) == 0
        assert len(split.train) + len(split.valid) == len(train)
        assert known(values[train], classes, split.train)


@settings(deadline=None, max_examples=examples(100))
@given(
    seed=st.integers(0, 10_000),
    largest=st.integers(1, 20),
    share=st.sampled_from([0.05, 0.1, 0.2, 0.3, 0.4, 0.5]),
)
def test_about_as_many_rows_are_held_out_as_asked(seed: int, largest: int, share: float) -> None:
    random = np.random.default_rng(seed)
    groups = random.permutation(np.repeat(np.arange(150), random.integers(1, largest + 1, 150)))
    values = drawn(seed, len(groups), 2)
    _, test = hold_out(values, 2, share, seed, Order(groups=groups))
    assert round(share * len(groups)) - largest <= len(test) <= round(share * len(groups))


@pytest.mark.parametrize("seed", range(5))
def test_a_large_group_is_not_held_out_for_its_size(seed: int) -> None:
    stores = np.repeat(np.arange(11), [6_000, *[400] * 10])
    _, test = hold_out(drawn(seed, 10_000, 0), 0, 0.2, seed, Order(groups=stores))
    assert len(test) == 2_000
    assert 0 not in stores[test]


def test_which_groups_are_held_out_follows_the_seed() -> None:
    groups = np.repeat(np.arange(50), 4)
    values = drawn(0, 200, 0)
    held = [
        tuple(np.unique(groups[hold_out(values, 0, 0.2, seed, Order(groups=groups))[1]]))
        for seed in (1, 1, 2, 3)
    ]
    assert held[0] == held[1]
    assert len(set(held)) == 3


@pytest.mark.parametrize(("count", "share"), [(3, 0.2), (5, 0.2), *((count, 0.5) for count in range(5, 10))])
@pytest.mark.parametrize("plan", PLANS)
def test_few_groups_leave_no_part_empty(count: int, share: float, plan: FoldPlan) -> None:
    groups = np.arange(200) % count
    values, order = drawn(1, 200, 2), Order(groups=groups)
    train, _ = hold_out(values, 2, share, 1, order)
    splits = flat(make_splits(values[train], 2, plan, 1, order.take(train)))
    assert all(len(each.valid) for each in splits)
    assert len(splits) >= 2 or plan.each_round == 1


@pytest.mark.parametrize("share", [0.0, 0.2])
def test_a_class_of_its_own_in_each_group_is_refused(share: float) -> None:
    values = np.arange(60) % 6
    order = Order(groups=values)
    with pytest.raises(RowcastError) as caught:
        train, _ = hold_out(values, 6, share, 0, order)
        make_splits(values[train], 6, PLANS[0], 0, order.take(train))
    assert refused_for(caught, "groupColumn")
    assert "class" in str(caught.value)


def test_too_few_groups_are_refused() -> None:
    values, order = drawn(0, 60, 0), Order(groups=np.arange(60) % 2)
    with pytest.raises(RowcastError) as caught:
        hold_out(values, 0, 0.2, 0, order)
    assert refused_for(caught, "groupColumn")
    with pytest.raises(RowcastError) as caught:
        make_splits(values, 0, PLANS[0], 0, Order(groups=np.zeros(60, np.int64)))
    assert refused_for(caught, "groupColumn")


def test_no_more_rows_are_held_out_than_are_needed() -> None:
    groups = np.repeat(np.arange(5), 2 * MAX_HELD_OUT)
    train, test = hold_out(np.zeros(len(groups)), 0, 0.2, 0, Order(groups=groups))
    assert len(test) == MAX_HELD_OUT
    assert len(train) == 4 * 2 * MAX_HELD_OUT
    assert not set(groups[train]) & set(groups[test])


def first_of_each(values: Array, times: Array, classes: int) -> set[int]:
    """The earliest row of each class."""
    ranks = np.argsort(times, kind="stable")
    return {int(ranks[values[ranks] == index][0]) for index in range(classes)}


def no_future(values: Array, times: Array, classes: int, train: Array, valid: Array) -> bool:
    """Whether all that is learned from came before, but the first row of a class that came late."""
    late = train[times[train] >= times[valid].min()]
    return {int(row) for row in late} <= first_of_each(values, times, classes)


@settings(deadline=None, max_examples=examples(150))
@given(
    seed=st.integers(0, 10_000),
    rows=st.integers(40, 200),
    classes=st.sampled_from([0, 2, 3, 6]),
    share=st.sampled_from([0.0, 0.05, 0.2, 0.4, 0.5]),
    late=st.booleans(),
)
def test_nothing_is_learned_from_the_future(
    seed: int, rows: int, classes: int, share: float, late: bool
) -> None:
    random = np.random.default_rng(seed)
    values = drawn(seed, rows, classes)
    if late:
        # Classes come one after another.
        values = np.sort(values)
    shuffled = random.permutation(rows)
    values, times = values[shuffled], shuffled.astype(np.float64)
    train, test = hold_out(values, classes, share, seed, Order(times=times))
    wanted = round(rows * share)
    assume(len(train) > 40)
    assert wanted - classes <= len(test) <= max(wanted, 1)
    assert known(values, classes, train)
    assert not len(test) or no_future(values, times, classes, train, test)
    for plan in PLANS:
        (splits,) = make_splits(values[train], classes, plan, seed, Order(times=times[train]))
        assert splits
        for split in splits:
            assert len(split.valid) and known(values[train], classes, split.train)
            assert not set(split.train) & set(split.valid)
            assert no_future(values[train], times[train], classes, split.train, split.valid)


@settings(deadline=None, max_examples=examples(150))
@given(
    seed=st.integers(0, 10_000),
    count=st.integers(20, 80),
    classes=st.sampled_from([0, 2, 3]),
    share=st.sampled_from([0.0, 0.2, 0.4]),
)
def test_groups_and_time_are_both_kept(seed: int, count: int, classes: int, share: float) -> None:
    random = np.random.default_rng(seed)
    rows = 6 * count
    # Each group begins at some moment and comes back for a while.
    groups = np.arange(rows) % count
    times = (random.random(count)[groups] + random.exponential(0.1, rows)).round(2)
    values = drawn(seed, rows, classes)
    order = Order(groups, times)
    try:
        train, test = hold_out(values, classes, share, seed, order)
        (splits,) = make_splits(values[train], classes, PLANS[0], seed, order.take(train))
    except RowcastError as error:
        assert [each.field for each in error.fields] == ["groupColumn", "timeColumn"]
        assume(False)
    assert not set(groups[train]) & set(groups[test])
    assert known(values, classes, train)
    assert not len(test) or no_future(values, times, classes, train, test)
    for split in splits:
        inside = groups[train]
        assert len(split.valid) and known(values[train], classes, split.train)
        assert not set(inside[split.train]) & set(inside[split.valid])
        assert no_future(values[train], times[train], classes, split.train, split.valid)


def test_groups_of_which_none_is_new_are_refused() -> None:
    values, days = drawn(0, 400, 0), np.repeat(np.arange(100), 4).astype(np.float64)
    order = Order(np.arange(400) % 4, days, ("customer", "visited"))
    for divide in (
        lambda: hold_out(values, 0, 0.2, 0, order),
        lambda: make_splits(values, 0, PLANS[0], 0, order),
    ):
        with pytest.raises(RowcastError) as caught:
            divide()
        assert refused_for(caught, "groupColumn", "timeColumn")
        assert '"customer"' in caught.value.message and '"visited"' in caught.value.message


def test_later_rows_that_are_each_the_first_of_a_class_are_refused() -> None:
    values = np.array([0] * 8 + [1, 2])
    with pytest.raises(RowcastError) as caught:
        hold_out(values, 3, 0.2, 0, Order(times=np.arange(10.0)))
    assert refused_for(caught, "timeColumn")


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("values", [[0, 0], [0, 0, 1, 2, 3], [0, 0, 0, 1, 1, 2]])
def test_few_rows_of_rare_classes_leave_no_part_empty(values: list[int], plan: FoldPlan) -> None:
    truth = np.array(values)
    classes = max(values) + 1
    for split in flat(make_splits(truth, classes, plan, 1, Order())):
        assert len(split.valid) and known(truth, classes, split.train)


def test_classes_of_one_row_each_are_refused() -> None:
    with pytest.raises(RowcastError) as caught:
        make_splits(np.arange(6), 6, PLANS[0], 1, Order())
    assert caught.value.code == "TOO_FEW_LABELLED_ROWS"
    assert [each.field for each in caught.value.fields] == ["testSize"]


def test_rows_of_one_day_are_on_one_side() -> None:
    days = np.random.default_rng(2).permutation(np.repeat(np.arange(30.0), 100))
    values = drawn(2, len(days), 0)
    train, test = hold_out(values, 0, 0.25, 2, Order(times=days))
    assert days[train].max() < days[test].min()
    # The cut is between days, as near as can be.
    assert len(test) in (700, 800)
    for plan in PLANS:
        (splits,) = make_splits(values[train], 0, plan, 2, Order(times=days[train]))
        assert splits
        for split in splits:
            assert days[train][split.train].max() < days[train][split.valid].min()


def test_few_times_make_fewer_splits() -> None:
    years = np.repeat(np.arange(2014.0, 2024.0), 20)
    (splits,) = make_splits(drawn(3, 200, 0), 0, PLANS[0], 3, Order(times=years))
    assert [(len(each.train), len(each.valid)) for each in splits] == [
        (120, 20),
        (140, 20),
        (160, 20),
        (180, 20),
    ]


def test_of_two_times_the_second_is_held_out_and_the_first_divided_as_usual() -> None:
    years = np.repeat([2023.0, 2024.0], [150, 50])
    values = drawn(3, 200, 2)
    train, test = hold_out(values, 2, 0.2, 3, Order(times=years))
    assert set(years[train]) == {2023.0} and set(years[test]) == {2024.0}
    splits = flat(make_splits(values[train], 2, PLANS[0], 3, Order(times=years[train])))
    assert all(len(each.train) + len(each.valid) == 150 for each in splits)


@pytest.mark.parametrize("counts", [[1, 999], [999, 1], [5, 990, 5]])
def test_rows_that_are_nearly_all_of_one_year_leave_enough_to_learn_from_and_to_score(
    counts: list[int],
) -> None:
    years = np.repeat([2023.0, 2024.0, 2025.0][: len(counts)], counts)
    values = drawn(4, 1_000, 2)
    train, test = hold_out(values, 2, 0.2, 4, Order(times=years))
    assert (len(train), len(test)) == (800, 200)
    assert years[train].max() <= years[test].min()
    for plan in PLANS:
        for split in flat(make_splits(values[train], 2, plan, 4, Order(times=years[train]))):
            assert len(split.train) >= 500 and len(split.valid) >= 50


def test_a_large_last_year_is_held_out_where_what_came_before_is_enough() -> None:
    years = np.repeat([2022.0, 2023.0, 2024.0], [100, 400, 500])
    train, test = hold_out(drawn(4, 1_000, 2), 2, 0.2, 4, Order(times=years))
    assert (len(train), len(test)) == (500, 500)


@pytest.mark.parametrize("share", [0.0, 0.2])
def test_a_time_that_is_always_the_same_is_refused(share: float) -> None:
    with pytest.raises(RowcastError) as caught:
        hold_out(drawn(1, 60, 2), 2, share, 1, Order(times=np.ones(60), columns=("", "year")))
    assert refused_for(caught, "timeColumn")
    assert '"year"' in caught.value.message


def test_every_split_learns_most_of_what_came_before() -> None:
    values, order = drawn(1, 2_000, 0), Order(times=np.arange(2_000.0))
    (splits,) = make_splits(values, 0, PLANS[0], 1, order)
    assert len(splits) == 5
    assert min(len(each.train) for each in splits) >= 1_200
    assert max(len(each.train) for each in splits) >= 1_800
    assert sorted(np.concatenate([each.valid for each in splits])) == list(range(len(splits[0].train), 2_000))


def test_groups_that_all_began_early_are_validated_where_they_began() -> None:
    groups = np.arange(600) % 60
    times = np.arange(600.0) + np.where(np.arange(600) < 60, 0, 1_000)
    times[:60] *= 5
    (splits,) = make_splits(drawn(1, 600, 0), 0, FoldPlan(30, 5, 1), 1, Order(groups, times))
    for split in splits:
        assert len(split.valid) and not set(groups[split.train]) & set(groups[split.valid])


def test_all_of_few_rows_are_validated_however_wide_they_are() -> None:
    assert plan_folds(70, 2_000, 1.0) == FoldPlan(5, 5, 4)
    assert plan_folds(5_000, 2_000, 60.0) == FoldPlan(8, 2, 4)
