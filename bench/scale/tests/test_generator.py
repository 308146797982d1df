from pathlib import Path

import duckdb
import numpy as np
import pytest

from scale.generator import NOISE, SIGNAL, TARGET, query, write_rows

ROWS = 60_000
COLUMNS = ("slope", "wave", "factor", "lever", "shop", "member::INT", "region", "reference")
AS_NUMBERS = "* REPLACE (replace(shop, 'shop ', '')::INT AS shop, replace(region, 'R', '')::INT AS region)"


def test_what_a_perfect_model_leaves_is_the_noise_and_depends_on_no_column() -> None:
    with duckdb.connect() as connection:
        numbers = f"(SELECT {AS_NUMBERS} FROM ({query(ROWS, 2)}))"
        left = f"(SELECT *, {TARGET} - {SIGNAL} AS rest FROM {numbers})"
        shares = ", ".join(f"corr(rest, {column})" for column in COLUMNS)
        row = connection.execute(f"SELECT avg(rest), stddev(rest), {shares} FROM {left}").fetchone()
    assert row is not None
    mean, spread, *dependence = row
    assert abs(mean) < 0.02
    assert spread == pytest.approx(NOISE, rel=0.01)
    assert np.abs(dependence).max() < 0.02


def test_equal_arguments_give_equal_rows_and_seeds_differ(tmp_path: Path) -> None:
    first, again, other = (tmp_path / name for name in ("a.csv", "b.csv", "c.csv"))
    write_rows(first, 1_000, 1)
    write_rows(again, 1_000, 1)
    write_rows(other, 1_000, 2)
    assert first.read_bytes() == again.read_bytes() != other.read_bytes()


def test_more_rows_begin_with_the_same_rows(tmp_path: Path) -> None:
    few, many = tmp_path / "few.csv", tmp_path / "many.csv"
    write_rows(few, 1_000, 1)
    write_rows(many, 20_000, 1)
    assert many.read_text().startswith(few.read_text())
