"""Rows whose noise is known: no model can come below an RMSE of 1 on them."""

from __future__ import annotations

from pathlib import Path

import duckdb

NOISE = 1.0
TARGET = "amount"
PLACES, SEEDS = 16, 8
# What a perfect model would answer.
SIGNAL = """(3 * slope + 2 * sin(4 * coalesce(wave, 0)) + 2 * factor * lever + 1.5 * sin(7.0 * shop)
  + CASE WHEN member THEN slope ELSE -lever END + cos(month(ordered) / 1.9) + 0.3 * region)"""


def write_rows(path: Path, rows: int, seed: int) -> None:
    """Writes CSV or Parquet, as the name says; equal arguments give equal rows.

    A row depends on its number and the seed alone. Among nine features are a shop of 300 levels, a number
    that means nothing, and gaps that mean zero.
    """
    options = "FORMAT parquet, COMPRESSION zstd" if path.suffix == ".parquet" else "HEADER"
    with duckdb.connect(config={"threads": 2, "memory_limit": "2GB"}) as connection:
        connection.execute(f"COPY ({query(rows, seed)}) TO '{path}' ({options})")


def query(rows: int, seed: int) -> str:
    """The rows as SQL."""
    draws = ", ".join(f"{draw(seed, place)} AS u{place}" for place in range(PLACES))
    return f"""
    WITH draws AS (
      SELECT {draws}, i FROM range({rows}) t(i)
    ), cells AS (
      SELECT *, 2 * u0 - 1 AS slope, CASE WHEN u1 > 0.05 THEN 2 * u2 - 1 END AS wave,
        exp(2 * u3 - 1) AS factor, 2 * u4 - 1 AS lever, (300 * u5 * u5)::INT AS shop, u6 < 0.3 AS member,
        DATE '2020-01-01' + (1500 * u7)::INT AS ordered, (8 * u8)::INT AS region
      FROM draws
    )
    SELECT round(slope, 6) AS slope, round(wave, 6) AS wave, round(factor, 6) AS factor,
      round(lever, 6) AS lever, 'shop ' || shop AS shop, member, ordered,
      'R' || region AS region, (1e6 * u9)::INT AS reference,
      round({SIGNAL} + {NOISE} * sqrt(-2 * ln(1 - u10)) * cos(2 * pi() * u11), 6) AS {TARGET}
    FROM cells"""


def draw(seed: int, place: int) -> str:
    """A number from 0 to 1 for row i, independent of the other places and seeds."""
    # A hash of several arguments only combines theirs, and such draws depend on one another.
    return f"(hash((i * {PLACES} + {place}) * {SEEDS} + {seed}) / 18446744073709551616.0)"
