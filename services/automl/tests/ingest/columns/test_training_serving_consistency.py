"""The same cell is the same value in an upload, a call in JSON or CSV, and a file of rows to answer."""

import csv
import io
import unicodedata
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from rowcast_automl.entrypoints.batch.input_file import read_chunks
from rowcast_automl.features.columns.column_reader import read_column
from rowcast_automl.features.columns.field_builder import build_fields, pack_columns
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.serve.requests.body import read_csv
from rowcast_automl.serve.requests.request_reader import RequestReader
from rowcast_automl.serve.streaming.streamed_rows import CsvParser

CAST, DATES = ({"op": op, "column": "a"} for op in ("cast", "parse_dates"))
CASES = {
    "plain": ("a", ["1.5", "-2", "3e2", "0.25"], []),
    "currency": ("a", ["$1,234.50", "$3", "-$12.25"], []),
    "brackets": ("a", ["(1,200)", "3,400", "12"], []),
    "indian": ("a", ["12,34,567", "1,234", "56"], []),
    "decimal comma": ("a", ["1.234,5", "12,25", "7"], []),
    "points beside decimal commas": (
        "a",
        ["1,5", "2,25", "3.5", "4,5", "1.234"],
        [{**CAST, "to": "number"}],
    ),
    "digits parted as in code": ("a", ["1_000", "2", "3"], [{**CAST, "to": "number"}]),
    "minus sign": ("a", ["\N{MINUS SIGN}1.5", "2.5", "\N{MINUS SIGN}3"], []),
    "percent": ("a", ["12%", "3.5 %", "99%"], []),
    "powers": ("a", ["1.2k", "3.4M", "2bn", "950"], []),
    "powers and currency": ("a", ["€5k", "€1.5M", "€700"], []),
    "powers in German": ("a", ["1,5\u00a0Mio.", "2\u00a0Mio.", "12\u202fMio."], []),
    "powers that were chosen": ("a", ["1.2k", "3M", "950", "?!"], [{**CAST, "to": "number"}]),
    "one power that was chosen": (*("a", [f"{place}B" for place in range(20)], [{**CAST, "to": "number"}]),),
    "units": ("a", [f"{place / 4} km" if place else "3" for place in range(20)], []),
    "units that were chosen": ("a", ["1.5 km", "3 km", "12 km"], [{**CAST, "to": "number"}]),
    "points that part thousands": (
        "a",
        ["1.234", "5.678", "910"],
        [{**CAST, "to": "number", "decimal": ","}],
    ),
    "time of day": ("start", ["15:19", "0:05", " 23:59", "07:30 "], []),
    "halves of the day": ("start", ["3:15 PM", "12:05 am", "12:00\u202fpm"], []),
    "durations": ("a", ["1h 18m", "45 min", "2 Std.", "1\u00a0h\u00a05\u00a0min"], []),
    "durations in seconds": ("lap", ["1:18", "0:45", "59:59"], []),
    "durations that were chosen": ("a", ["1h 18m", "45m", "\u00a02h", "soon"], [{**CAST, "to": "number"}]),
    "numbers alone among durations": (
        "a",
        [*(f"{place // 60}h {place % 60}m" for place in range(50, 90)), "75"],
        [],
    ),
    "days first": ("a", ["31/12/2024", "01/02/2024", "13/01/2023"], []),
    "one of two orders": ("a", ["01/02/2024", "03/04/2024"], [{**DATES, "formats": ["%m/%d/%Y"]}]),
    "short years": ("a", ["13.01.68", "14.01.69", "15.01.20"], []),
    "zones": ("a", ["2024-01-31T10:00:00+02:00", "2024-01-31T10:00:00Z"], []),
    "zones and none": ("a", ["2024-01-31T10:00:00+02:00", "2024-01-31 10:00", "2024-01-31T10:00:00,5Z"], []),
    "zones behind names of months": ("a", ["31 Jan 2024 10:00 +0200", "31 Jan 2024 10:00 GMT"], []),
    "zones before the year": ("a", ["Wed Jan 31 10:00:00 +0200 2024", "Thu Feb 01 10:00:00 +0000 2024"], []),
    "seconds": ("a", ["1700000000", "1700003600"], [{**DATES, "formats": ["%s"]}]),
    "milliseconds": ("a", ["1700000000000", "1700003600000"], [{**DATES, "formats": ["%Q"]}]),
    "days without separators": ("a", ["20240131", "20231205"], [{**DATES, "formats": ["%Y%m%d"]}]),
    "truth values": ("a", ["sí", "NO", "ja", "Nein", "1", "off"], [{**CAST, "to": "boolean"}]),
    "yes and no": ("a", ["Oui", "Non"], []),
    "accents": ("a", ["Zürich", unicodedata.normalize("NFD", "Zürich"), "Genève"], []),
    "codes": ("a", ["3D", "12H", "4K", "1:2", "16:9", "A"], []),
    "ratios": ("a", ["1:2", "3:1", "16:09", "2:10"], []),
}


def written(name, cells):
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow([name, "b"])
    rows.writerows([cell, place % 7] for place, cell in enumerate(cells))
    return text.getvalue()


@pytest.mark.parametrize("case", CASES)
def test_a_cell_is_one_value_wherever_it_comes_from(upload, tmp_path, case):
    name, cells, recipe = CASES[case]
    done = upload(written(name, cells * 10), recipe=recipe)
    profile = done.profile.columns[0]
    rows = np.arange(done.profile.rows)
    with done.storage.local("datasets/ds/table.parquet") as path:
        column = read_column(parquet.ParquetFile(path), profile, rows)
    fields = build_fields([column], rows, done.profile)
    stored = pack_columns([column], fields).take(slice(0, len(cells)))
    schema = ServingSchema("regression", "t", (), "number", fields, ignored=("b",))
    reader = RequestReader(schema)

    sent = {"json": reader.read([{name: cell} for cell in cells])}
    rows_of_csv, *_ = read_csv(written(name, cells).encode(), schema)
    sent["csv"] = reader.read(rows_of_csv, from_text=True)
    streamed = CsvParser(schema).feed(written(name, cells).encode(), last=True)
    sent["stream"] = reader.read([*streamed], from_text=True)
    source = tmp_path / "rows.csv"
    source.write_text(written(name, cells), encoding="utf-8")
    [chunk] = read_chunks(source, tmp_path)
    sent["file"] = reader.read(chunk.rows, from_text=True)
    for way, packed in sent.items():
        assert packed.problems == [], way
        np.testing.assert_array_equal(packed.tensors.numbers, stored.numbers, way)
        assert packed.tensors.texts.tolist() == stored.texts.tolist(), way


def test_decimal_commas_beside_semicolons_are_read_wherever_they_are_sent(tmp_path):
    fields = (InputField("a", "number", 0), InputField("b", "number", 1))
    schema = ServingSchema("regression", "t", (), "number", fields)
    content = "a;b\n1,5;2,25\n\n"
    [chunk] = read_chunks(saved(tmp_path, content), tmp_path, schema=schema)
    assert [chunk.parsed_row(0)] == read_csv(content.encode(), schema)[0] == [{"a": "1.5", "b": "2.25"}]
    # What is copied beside the answers stays as it was written.
    assert chunk.rows == [{"a": "1,5", "b": "2,25"}]


def test_blank_lines_are_no_rows_in_a_file_of_one_column_either(tmp_path):
    schema = ServingSchema("regression", "t", (), "number", (InputField("a", "number", 0),))
    content = "a\n1\n\n2\n\n"
    [chunk] = read_chunks(saved(tmp_path, content), tmp_path, schema=schema)
    assert chunk.rows == read_csv(content.encode(), schema)[0] == [{"a": "1"}, {"a": "2"}]


def saved(folder, content):
    source = folder / "rows.csv"
    source.write_text(content, encoding="utf-8", newline="")
    return source


@pytest.mark.parametrize(
    ("content", "cells"),
    [
        ('a,b\n1,5" pipe\n2,x\n3,6" pipe\n4,x\n', ['5" pipe', "x", '6" pipe', "x"]),
        ("a,b\r1,x\r2,y\r", ["x", "y"]),
        ("a,b\n1,x,\n2,y,\n", ["x", "y"]),
        ('a,b\n1,x,,""\n2,y\n', ["x", "y"]),
    ],
)
def test_a_file_has_the_same_rows_wherever_it_goes(upload, tmp_path, content, cells):
    assert upload(content).table()["b"] == cells
    fields = (InputField("a", "number", 0), InputField("b", "category", 0, categories=tuple(cells)))
    schema = ServingSchema("regression", "t", (), "number", fields)
    rows = [{"a": str(place), "b": cell} for place, cell in enumerate(cells, 1)]
    assert read_csv(content.encode(), schema)[0] == rows
    assert [*CsvParser(schema).feed(content.encode(), last=True)] == rows
    [chunk] = read_chunks(saved(tmp_path, content), tmp_path)
    assert chunk.rows == rows


@pytest.mark.parametrize(
    "cells",
    [
        pa.array([0.1, 2.5, 1e-7, 3.0], pa.float32()),
        pa.array([0.1, 2.5, 3.0], pa.float16()),
        pa.array([0.1, 1.0, 1e16, 1e-7, 123456789012.5], pa.float64()),
        pa.array([Decimal("1.10"), Decimal("2.25"), Decimal("1000000.00")], pa.decimal128(20, 2)),
        pa.array([1, 2, 10**18], pa.timestamp("ns")),
        pa.array([0, 1_700_000_000_000_000], pa.timestamp("us")),
        pa.array([0, 1_700_000_000_500_000], pa.timestamp("us", "Europe/Berlin")),
        pa.array([0, 19_000], pa.date32()),
        pa.array([0, 86_399_000_001], pa.time64("us")),
        pa.array([1, 90_000_000_000], pa.duration("us")),
        pa.array([b"abcd", b"efgh", b"\xff\x00ab"], pa.binary(4)),
        pa.array([b"ab", b"\xff\x00"], pa.binary()),
        pa.array([1, 2]),
        pa.array([True, False]),
    ],
    ids=lambda cells: str(cells.type),
)
def test_categories_of_parquet_are_those_of_its_upload(upload, tmp_path, cells):
    source = tmp_path / "t.parquet"
    many = pa.concat_arrays([cells] * 10)
    parquet.write_table(pa.table({"a": many, "b": pa.array(np.arange(len(many)) % 7)}), source)
    done = upload(source.read_bytes(), recipe=[{**CAST, "to": "category"}])
    with done.storage.local("datasets/ds/table.parquet") as path:
        rows = np.arange(done.profile.rows)
        column = read_column(parquet.ParquetFile(path), done.profile.columns[0], rows)
    [field] = build_fields([column], rows, done.profile)
    known = {"a": frozenset(field.categories)}
    reader = RequestReader(ServingSchema("regression", "t", (), "number", (field,), ignored=("b",)))
    [chunk] = read_chunks(source, tmp_path, known)
    packed = reader.read(chunk.rows, from_text=True)
    assert packed.problems == packed.warnings == []
    assert packed.tensors.texts[:, 0].tolist() == column.values.tolist()
