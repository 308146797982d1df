"""Duplicate rows are a warning only if they are more than the columns give by chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from rowcast_automl.profile.rows.chance_duplicates import (
    chance_of_equal_row,
    expected_matches,
    expected_repeats,
    is_more_than_chance,
)

Columns = list[np.ndarray]
R = np.random.default_rng(5)


def decimals(values: np.ndarray, places: int) -> np.ndarray:
    return np.round(values, places)


def codes(values: int, rows: int) -> np.ndarray:
    return R.integers(0, values, rows)


def amounts(low: float, high: float, places: int, rows: int) -> np.ndarray:
    return decimals(R.uniform(low, high, rows), places)


def flags_of_one_cause() -> Columns:
    cause = codes(2, 3_000)
    return [np.where(R.random(3_000) < 0.9, cause, 1 - cause) for _ in range(10)]


def lines(noise: float) -> Columns:
    x = amounts(0, 20, 1, 400)
    return [x, decimals(3 * x + 10 + R.normal(0, noise, 400) if noise else 3 * x + 10, 1)]


def cities() -> Columns:
    place = codes(300, 4_000)
    return [place, R.random(300)[place], codes(10, 4_000).astype(float)]


def classes_by_number() -> Columns:
    x = amounts(0, 3, 2, 400)
    return [x, np.digitize(x, [1, 2])]


def with_gaps() -> Columns:
    x = amounts(0, 5, 1, 400)
    x[::7] = np.nan
    return [x, np.where(np.arange(400) % 9, 1.0, np.nan), codes(2, 400)]


NATURAL: dict[str, Callable[[], Columns]] = {
    "classes by a number": classes_by_number,
    "a line": lambda: lines(0),
    "a line with noise": lambda: lines(0.2),
    "three small categories": lambda: [codes(5, 500), codes(4, 500), codes(2, 500)],
    "people": lambda: [
        R.integers(18, 70, 2_000).astype(float),
        codes(2, 2_000),
        codes(6, 2_000),
        codes(2, 2_000),
    ],
    "cities": cities,
    "ten flags of one cause": flags_of_one_cause,
    "usual prices": lambda: [R.choice([99.0, 199.0, 499.0, 999.0], 1_000), codes(4, 1_000).astype(float)],
    "empty cells": with_gaps,
    "one column": lambda: [codes(30, 200)],
}
COPIED: dict[str, Callable[[], Columns]] = {
    "measurements": lambda: [R.normal(size=500) for _ in range(4)],
    "rounded measurements": lambda: [decimals(R.normal(size=500), 2) for _ in range(4)],
    "six categories": lambda: [codes(8, 500) for _ in range(6)],
    "identifiers": lambda: [np.arange(500), codes(3, 500), codes(2, 500)],
    "one measurement": lambda: [R.normal(size=500), codes(2, 500)],
}


def duplicates(columns: Columns) -> tuple[int, int, int, int]:
    """Rows that equal an earlier one, scored rows that equal a learned one, and the numbers of both."""
    cells = np.column_stack([np.unique(each, return_inverse=True)[1] for each in columns])
    key = np.unique(cells, axis=0, return_inverse=True)[1].ravel()
    scored, learned = np.split(np.random.default_rng(1).permutation(len(key)), [len(key) // 5])
    matches = int(np.isin(key[scored], key[learned]).sum())
    return len(key) - len(np.unique(key)), matches, len(scored), len(learned)


def warnings(columns: Columns) -> list[bool]:
    """Whether all duplicates, and duplicates among scored rows, are more than chance explains."""
    repeats, matches, scored, learned = duplicates(columns)
    chance = chance_of_equal_row(columns)
    return [
        is_more_than_chance(repeats, expected_repeats(chance, scored + learned)),
        is_more_than_chance(matches, expected_matches(chance, scored, learned)),
    ]


def copy_some(columns: Columns, places: Sequence[int]) -> Columns:
    return [np.concatenate([each, each[list(places)]]) for each in columns]


@pytest.mark.parametrize("name", NATURAL)
def test_equal_rows_of_few_values_are_natural(name: str) -> None:
    columns = NATURAL[name]()
    assert duplicates(columns)[0] > 0.01 * len(columns[0])
    assert warnings(columns) == [False, False]


@pytest.mark.parametrize("name", COPIED)
def test_copies_are_more_than_chance(name: str) -> None:
    assert warnings(copy_some(COPIED[name](), range(0, 500, 8))) == [True, True]


def test_oversampled_rows_are_more_than_chance() -> None:
    rows = [R.normal(size=100), R.normal(size=100), codes(2, 100)]
    assert warnings([np.repeat(each, 10) for each in rows]) == [True, True]


def test_the_estimate_of_independent_columns_is_the_birthday_problem() -> None:
    rows = 2_000
    chance = chance_of_equal_row([codes(50, rows), codes(20, rows)])
    assert expected_matches(chance, 100, rows) == pytest.approx(100 * (1 - (1 - 1 / 1_000) ** rows), rel=0.05)


def test_tables_without_columns_or_rows() -> None:
    assert len(chance_of_equal_row([])) == 0
    assert list(chance_of_equal_row([np.zeros(3)])) == [1.0, 1.0, 1.0]


def test_a_text_of_a_single_row_is_estimated_without_a_warning() -> None:
    text = np.arange(60) % 2
    text[-1] = 2
    with np.errstate(all="raise"):
        assert np.all(chance_of_equal_row([np.arange(60) % 25.0, text]) < 1)
