"""Tables of many columns are read in time linear in the cells, with the same result as narrow ones."""

import csv
import io
import random
import time

import numpy as np
import pyarrow.parquet as parquet
import pytest

from rowcast_automl.ingest import table_writer
from rowcast_automl.ingest.columns import sample_cells
from rowcast_automl.profile import statistics
from rowcast_automl.profile.distribution import QUANTILE_LEVELS, distributions
from rowcast_automl.profile.personal_data import personal_findings

COLUMNS = 201


def mixed_csv(rows: int = 24, seed: int = 0) -> str:
    """Columns of every type, with missing cells, markers, blanks and quotes."""
    rng = random.Random(seed)
    kinds = [
        lambda row: str(rng.randint(-50, 50)),
        lambda row: f"{rng.gauss(0, 1):.5f}",
        lambda row: rng.choice(["red", "green", "NA", "", ' "blue" ', "a,b"]),
        lambda row: rng.choice(["true", "false", ""]),
        lambda row: f"2024-01-{1 + row % 28:02d}",
        lambda row: f"{rng.randint(1, 9)}.{rng.randint(100, 999)},{rng.randint(10, 99)}",
        lambda row: f"{rng.randint(1, 28):02d}/{rng.randint(1, 12):02d}/2023",
        lambda row: "" if row < 23 else "7",
        lambda row: f"id-{row}",
    ]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([f"c{index}" if index % 5 else f"Column {index}" for index in range(COLUMNS)])
    for row in range(rows):
        writer.writerow([kinds[index % len(kinds)](row) for index in range(COLUMNS)])
    return out.getvalue()


def rounded(value):
    """Sums depend on the order of addition in the last digits."""
    if isinstance(value, float):
        return float(f"{value:.12g}")
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list) else value


def everything(ingested):
    with ingested.storage.local("datasets/ds/table.parquet") as path:
        table = parquet.read_table(path)
    return table.schema.remove_metadata(), table.to_pylist(), ingested.profile, ingested.result.preview


def test_a_wide_table_is_read_as_if_each_column_had_its_own_query(upload, monkeypatch):
    content = mixed_csv()
    wide = everything(upload(content))
    monkeypatch.setattr(table_writer, "WIDE_TABLE_COLUMNS", COLUMNS)
    monkeypatch.setattr(
        statistics,
        "scan_unpivoted",
        lambda connection, relation, columns: [
            found
            for start in range(0, len(columns), 50)
            for found in statistics.scan_columns(
                connection, relation, columns[start : start + 50], exact=True
            )
        ],
    )
    monkeypatch.setattr(
        statistics,
        "add_top_values_unpivoted",
        lambda connection, columns: [statistics.add_top_values(connection, each, 1.0) for each in columns],
    )
    monkeypatch.setattr(sample_cells, "MANY_COLUMNS", COLUMNS + 1)
    monkeypatch.setattr(personal_findings, "COLUMNS_PER_QUERY", COLUMNS)
    narrow = everything(upload(content))
    assert wide[0] == narrow[0] and wide[1] == narrow[1] and wide[3] == narrow[3]
    assert rounded(wide[2].model_dump()) == rounded(narrow[2].model_dump())


def test_ragged_rows_of_a_wide_table_are_rejected_with_their_lines(upload):
    lines = mixed_csv().splitlines()
    lines[5] += ",one,too,many"
    found = upload("\n".join(lines) + "\n")
    assert [reject["line"] for reject in found.rejects()] == [6]


def test_cpu_time_is_linear_in_the_cells_of_any_type(upload):
    def seconds(columns: int, rows: int, words: str = "") -> float:
        rng = np.random.default_rng(0)
        header = ",".join(f"g{index}" for index in range(columns))
        lines = (
            ",".join(rng.choice([*words], columns))
            if words
            else ",".join(f"{cell:.4f}" for cell in rng.normal(size=columns))
            for _ in range(rows)
        )
        content = "\n".join([header, *lines]) + "\n"
        began = time.process_time()
        upload(content)
        return time.process_time() - began

    seconds(250, 20)
    # Four times the columns with the same number of rows; it was 12 times the time for twice the columns.
    assert seconds(1_000, 20) < 8 * seconds(250, 20)
    # It was 6 times the time of numbers, with several queries for each column of text.
    assert seconds(400, 20, words="abcde") < 3 * seconds(400, 20)


@pytest.mark.parametrize("size", [1, 2, 3, 10, 101])
def test_quantiles_and_histograms_are_those_of_numpy(size):
    draw = np.random.default_rng(size)
    columns = [draw.normal(size=size) * scale for scale in (1e6, 1, 1e-100)]
    columns.append(np.arange(float(size)))
    found = distributions(columns, [(None, None)] * len(columns), 1.0)
    for values, each in zip(columns, found, strict=True):
        assert each.quantiles == np.quantile(values, QUANTILE_LEVELS).tolist()
        if size > 1:
            counts, edges = np.histogram(values, np.linspace(values.min(), values.max(), 21))
            assert [part.count for part in each.histogram] == counts.tolist()
            assert [part.from_ for part in each.histogram] == edges[:-1].tolist()
    assert [each.is_counter for each in found] == [False, False, False, size > 1]
