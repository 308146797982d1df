"""Counterfactuals reach their goal and respect fixed fields, types and ranges."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowcast_automl.explain.counterfactual import Choices, nearest
from rowcast_automl.explain.field_values import cell_of, values_of
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors
from tests.explain.games import additive, fields_of, rows_of, tangled


def choices_of(fields: tuple[InputField, ...], fixed: frozenset[str] = frozenset()) -> list[Choices]:
    """Steps from -3 to 3 for numbers, all categories for texts."""
    words = np.array(["a", "b", "c"], dtype=object)
    steps = np.linspace(-3, 3, 20).astype(np.float32).astype(np.float64)
    return [
        Choices(each, words if each.kind == "category" else steps, 1.0)
        for each in fields
        if each.name not in fixed
    ]


@settings(deadline=None, max_examples=30)
@given(
    seed=st.integers(0, 10_000),
    fixed=st.frozensets(st.sampled_from(["n0", "n1", "n2", "t0"]), max_size=3),
    rise=st.floats(0.1, 6),
)
def test_it_reaches_the_goal_within_bounds(seed: int, fixed: frozenset[str], rise: float) -> None:
    random = np.random.default_rng(seed)
    fields = fields_of(4, 2)
    row = rows_of(random, 1, 4, 2)
    wanted = tangled(row)[0] + rise
    found = nearest(tangled, row, choices_of(fields, fixed), lambda values: wanted - values)
    if found is None:
        return
    after, changes = found
    assert tangled(after)[0] >= wanted
    for field in fields:
        old, new = values_of(row, field)[0], values_of(after, field)[0]
        if field.name in fixed:
            assert old == new
        if old != new and field.kind == "category":
            assert new in field.categories
        if old != new and field.kind == "number":
            assert -3 <= new <= 3
            assert field.name in {change.choices.field.name for change in changes}


def test_one_field_is_moved_as_little_as_needed() -> None:
    row = Tensors(np.zeros((1, 2), np.float32), np.full((1, 1), "b", dtype=object))
    found = nearest(additive, row, choices_of(fields_of(2, 1), frozenset({"t0"})), lambda each: 1.0 - each)
    assert found is not None
    (change,) = found[1]
    # The second number counts twice, so half as far is enough.
    assert change.choices.field.name == "n1"
    assert float(change.value) == pytest.approx(0.5, abs=0.01)


def test_whole_numbers_stay_whole() -> None:
    field = InputField("n0", "number", 0, integer=True, minimum=0.0, maximum=10.0)
    row = Tensors(np.zeros((1, 1), np.float32), np.zeros((1, 0), dtype=object))
    steps = [Choices(field, np.array([0.0, 10.0]), 5.0)]
    found = nearest(additive, row, steps, lambda values: 3.5 - values)
    assert found is not None and found[0].numbers[0, 0] == 4


def test_days_stay_days() -> None:
    field = InputField("n0", "datetime", 0)
    row = Tensors(np.array([[10_000, 1997, 5, 19, 0, 0]], np.float32), np.zeros((1, 0), dtype=object))
    steps = [Choices(field, np.array([10_000, 11_000]) * 86_400.0, 86_400.0 * 300)]

    def later(rows: Tensors) -> Array:
        return rows.numbers[:, 0].astype(np.float64)

    found = nearest(later, row, steps, lambda values: 10_500.2 - values)
    assert found is not None and found[0].numbers[0].tolist() == [10_501, 1998, 10, 2, 4, 0]


def test_what_cannot_be_reached_is_not_invented() -> None:
    row = Tensors(np.zeros((1, 2), np.float32), np.zeros((1, 0), dtype=object))
    choices = choices_of(fields_of(2, 0))
    assert nearest(additive, row, choices, lambda values: 1_000 - values) is None
    assert nearest(additive, row, [], lambda values: 1 - values) is None


def test_a_missing_value_may_be_filled() -> None:
    row = Tensors(np.full((1, 1), np.nan, np.float32), np.zeros((1, 0), dtype=object))

    def filled(rows: Tensors) -> Array:
        return np.nan_to_num(rows.numbers[:, 0].astype(np.float64), nan=-5)

    found = nearest(filled, row, choices_of(fields_of(1, 0)), lambda values: 2 - values)
    assert found is not None and found[0].numbers[0, 0] >= 2


def test_a_goal_that_is_reached_already_changes_nothing() -> None:
    row = Tensors(np.ones((1, 2), np.float32), np.zeros((1, 0), dtype=object))
    found = nearest(additive, row, choices_of(fields_of(2, 0)), lambda values: 1 - values)
    assert found is not None and found[1] == [] and found[0] is row


@pytest.mark.parametrize(("wanted", "answered"), [(-500.0, 100.0), (-40.0, 40.0)])
def test_a_value_beyond_training_is_moved_into_what_training_saw(wanted: float, answered: float) -> None:
    row = Tensors(np.full((1, 1), 1_000, np.float32), np.zeros((1, 0), dtype=object))
    steps = [Choices(InputField("n0", "number", 0), np.linspace(0, 100, 11), 50.0)]

    def falling(rows: Tensors) -> Array:
        return -rows.numbers[:, 0].astype(np.float64)

    found = nearest(falling, row, steps, lambda values: wanted - values)
    assert found is not None and float(found[1][0].value) == pytest.approx(answered, abs=0.1)


def test_an_order_of_one_value_is_no_way_to_move() -> None:
    row = Tensors(np.zeros((1, 1), np.float32), np.full((1, 1), "yes", dtype=object))
    number, word = InputField("n0", "number", 0), InputField("t0", "category", 0, levels=("yes",))
    steps = [Choices(number, np.array([0.0, 2.0]), 1.0), Choices(word, np.array(["yes"], object), 1.0)]
    found = nearest(additive, row, steps, lambda values: 1 - values)
    assert found is not None and [each.choices.field for each in found[1]] == [number]


@pytest.mark.parametrize(
    ("sent", "shown"), [(3.5, 3.5), (-0.7, -0.7), (3.0, 3), (123_456_789.0, 123_456_789), (np.nan, None)]
)
def test_a_number_of_a_whole_field_is_shown_as_it_was_sent(sent: float, shown: float | None) -> None:
    field = InputField("rooms", "number", 0, integer=True)
    row = Tensors(np.full((1, 1), sent), np.zeros((1, 0), dtype=object))
    cell = cell_of(values_of(row, field)[0], field)
    assert (cell, type(cell)) == (shown, type(shown))
    part = Tensors(np.full((1, 1), 0.7, np.float32), np.zeros((1, 0), dtype=object))
    assert cell_of(values_of(part, field)[0], field) == 0.7
