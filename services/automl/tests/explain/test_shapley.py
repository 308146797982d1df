"""Contributions add up to the prediction, are exact where they claim to be, and name what matters."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowcast_automl.explain.prediction_facts import background_rows
from rowcast_automl.explain.shapley import MAX_EVALUATIONS, contributions, shared_by
from rowcast_automl.features.tensors import Array, Tensors
from tests.explain.games import additive, fields_of, rows_of, shares, tangled


@settings(deadline=None, max_examples=40)
@given(
    seed=st.integers(0, 10_000),
    numbers=st.integers(2, 12),
    texts=st.integers(0, 5),
    partners=st.integers(1, 64),
)
def test_they_add_up(seed: int, numbers: int, texts: int, partners: int) -> None:
    random = np.random.default_rng(seed)
    row, background = rows_of(random, 1, numbers, texts), rows_of(random, partners, numbers, texts)
    fields = fields_of(numbers, texts)
    for predict, position in ((tangled, None), (shares, int(seed % 3))):
        found = contributions(predict, row, background, fields, position, seed)
        assert found.base + found.values.sum() == pytest.approx(found.score, abs=1e-6)


@pytest.mark.parametrize(("numbers", "texts"), [(4, 2), (12, 6)])
def test_an_additive_model_is_taken_apart_exactly(numbers: int, texts: int) -> None:
    random = np.random.default_rng(1)
    row, background = rows_of(random, 1, numbers, texts), rows_of(random, 64, numbers, texts)
    found = contributions(additive, row, background, fields_of(numbers, texts), None, 0)
    weights = np.arange(1, numbers + 1)
    used = background.take(slice(0, 64))
    expected = np.concatenate(
        [
            weights * (row.numbers[0].astype(np.float64) - used.numbers.astype(np.float64).mean(axis=0)),
            10.0 * ((row.texts[0] == "a") - (used.texts == "a").mean(axis=0)),
        ]
    )
    assert found.values == pytest.approx(expected, abs=1e-9)


def by_definition(numbers: int, texts: int, seed: int) -> tuple[Array, Array]:
    """Shapley values over all orders, and as they are computed."""
    random = np.random.default_rng(seed)
    row, background = rows_of(random, 1, numbers, texts), rows_of(random, 5, numbers, texts)
    fields = fields_of(numbers, texts)
    values = np.zeros(len(fields))
    orders = list(permutations(range(len(fields))))
    for order in orders:
        mixed = background.take(slice(0, 5))
        cells = (mixed.numbers.copy(), mixed.texts.copy())
        before = tangled(mixed).mean()
        for index in order:
            field = fields[index]
            tensor, source = (cells[1], row.texts) if field.kind == "category" else (cells[0], row.numbers)
            tensor[:, field.slot] = source[0, field.slot]
            after = tangled(type(mixed)(*cells)).mean()
            values[index] += (after - before) / len(orders)
            before = after
    return values, contributions(tangled, row, background, fields, None, 0).values


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_few_fields_are_exact(seed: int) -> None:
    expected, found = by_definition(3, 2, seed)
    assert found == pytest.approx(expected, abs=1e-9)


def test_sampling_comes_close_and_repeats_itself() -> None:
    random = np.random.default_rng(0)
    fields = fields_of(10, 2)
    row, background = rows_of(random, 1, 10, 2), rows_of(random, 64, 10, 2)
    first = contributions(tangled, row, background, fields, None, 0)
    again = contributions(tangled, row, background, fields, None, 0)
    assert not first.exact and np.array_equal(first.values, again.values)
    others = [contributions(tangled, row, background, fields, None, seed).values for seed in range(1, 20)]
    mean = np.mean(others, axis=0)
    assert np.abs(first.values - mean).max() < 0.25 * np.abs(mean).max()


def test_a_field_that_is_not_read_contributes_nothing() -> None:
    random = np.random.default_rng(0)
    row, background = rows_of(random, 1, 4, 3), rows_of(random, 64, 4, 3)
    found = contributions(tangled, row, background, fields_of(4, 3), None, 0)
    assert found.values[-2:] == pytest.approx([0, 0], abs=1e-12)


def test_thousands_of_fields_stay_within_bounds() -> None:
    random = np.random.default_rng(0)
    asked = 0

    def counted(rows: object) -> Array:
        nonlocal asked
        asked += len(rows)  # type: ignore[arg-type]
        return additive(rows)  # type: ignore[arg-type]

    row, background = rows_of(random, 1, 3_000, 0), rows_of(random, 64, 3_000, 0)
    found = contributions(counted, row, background, fields_of(3_000, 0), None, 0)
    assert found.base + found.values.sum() == pytest.approx(found.score, abs=1e-6)
    assert asked < 10_000


def test_cells_that_are_alike_contribute_nothing_and_are_not_asked_for() -> None:
    random = np.random.default_rng(0)
    fields = fields_of(12, 0)
    row, background = rows_of(random, 1, 12, 0), rows_of(random, 64, 12, 0)
    background.numbers[:, 3:9] = row.numbers[0, 3:9]
    background.numbers[:, 4] = row.numbers[0, 4] = np.nan
    asked = 0

    def counted(rows: Tensors) -> Array:
        nonlocal asked
        asked += len(rows)
        return additive(Tensors(np.nan_to_num(rows.numbers), rows.texts))

    found = contributions(counted, row, background, fields, None, 0)
    assert np.abs(found.values[3:9]).max() < 1e-12 and np.abs(found.values[[0, 11]]).min() > 0
    assert found.base + found.values.sum() == pytest.approx(found.score, abs=1e-9)
    assert asked < 0.6 * 8_192


@pytest.mark.parametrize("n_samples", [1, 10, 100])
def test_rows_of_one_call_share_the_work_of_one(n_samples: int) -> None:
    random = np.random.default_rng(0)
    fields = fields_of(4, 3)
    background = rows_of(random, 64, 4, 3)
    asked = 0

    def counted(rows: Tensors) -> Array:
        nonlocal asked
        asked += len(rows)
        return tangled(rows)

    for _ in range(n_samples):
        row = rows_of(random, 1, 4, 3)
        found = contributions(counted, row, background, fields, None, 0, shared_by(n_samples))
        assert found.base + found.values.sum() == pytest.approx(found.score, abs=1e-6)
        assert found.exact == (n_samples == 1)
    assert asked < 4 * MAX_EVALUATIONS


@pytest.mark.parametrize("fields", [1, 30])
def test_any_number_of_background_rows_stands_for_all_of_them(fields: int) -> None:
    predictions = np.sort(np.random.default_rng(0).random(500))
    chosen = background_rows(predictions, fields)
    assert len(set(chosen)) == len(chosen) >= 30
    for count in (1, 3, 6, len(chosen)):
        assert predictions[chosen[:count]].mean() == pytest.approx(predictions.mean(), abs=0.2)
