"""Writes the CSV that the benchmark uploads, seeded columns of every kind: `table.py FILE MEGABYTES`."""

import sys
from pathlib import Path

import duckdb

BYTES_PER_ROW = 82.6


def write(file: Path, megabytes: int) -> None:
    """Writes about `megabytes` * 10^6 bytes; the same rows each time."""
    rows = round(megabytes * 1e6 / BYTES_PER_ROW)
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.execute("SELECT setseed(0.42)")
        connection.execute(
            f"""COPY (SELECT
              i AS order_id,
              TIMESTAMP '2024-01-01' + (i * 37) * INTERVAL 1 SECOND AS ordered_at,
              ['north', 'south', 'east', 'west', 'centre'][1 + (hash(i) % 5)::INT] AS region,
              ['card', 'cash', 'transfer', 'voucher'][1 + (hash(i + 7) % 4)::INT] AS payment,
              18 + (hash(i + 1) % 60)::INT AS age,
              round(random() * 1000, 2) AS amount,
              round(random() * 5, 3) AS weight_kg,
              (hash(i + 2) % 20)::INT AS items,
              CASE WHEN random() < 0.05 THEN NULL ELSE round(random() * 100, 1) END AS discount,
              'SKU-' || lpad((hash(i + 3) % 5000)::VARCHAR, 5, '0') AS sku,
              CASE WHEN random() < 0.02 THEN '?' ELSE (hash(i + 4) % 1000)::VARCHAR END AS visits,
              (hash(i + 5) % 10 < 3)::VARCHAR AS returned
            FROM range({rows}) t(i)) TO '{file}' (HEADER)"""
        )


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
