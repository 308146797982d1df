"""Types that a file declares for its columns are applied and reported."""

import io
import json
from datetime import UTC, date, datetime
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from rowcast_automl.features.columns.column_reader import read_column
from rowcast_automl.features.columns.field_builder import build_fields, pack_columns
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.serve.requests.request_reader import RequestReader

ROWS = 40


def repeated(cells):
    return [cells[place % len(cells)] for place in range(ROWS)]


def stored(columns):
    sink = io.BytesIO()
    parquet.write_table(pa.table(columns), sink)
    return sink.getvalue()


def lines(columns):
    rows = (dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True))
    return "\n".join(json.dumps(row) for row in rows)


AMOUNTS = [place / 4 for place in range(ROWS)]
COLUMNS = {
    "zip": (pa.array(repeated(["00123", "94110", "10001"])), "category", "00123"),
    "plz": (pa.array(repeated(["94110", "10001", "60614"])), "category", "94110"),
    "large": (pa.array(repeated(["1", "2", "3"]), pa.large_string()), "category", "1"),
    "named": (pa.array(repeated(["a", "b"])).dictionary_encode(), "category", "a"),
    "group": (pa.array(repeated(["1", "2"])).dictionary_encode(), "category", "1"),
    "level": (pa.array(repeated([1, 2, 3]), pa.int64()).dictionary_encode(), "category", "1"),
    "price": (pa.array(repeated([Decimal("1.50"), Decimal("2.25")]), pa.decimal128(10, 2)), "number", 1.5),
    "whole": (pa.array(repeated([Decimal(3), Decimal(4)]), pa.decimal128(10, 0)), "integer", 3),
    "day": (pa.array(repeated([date(2024, 1, 2), date(2024, 2, 3)])), "datetime", datetime(2024, 1, 2)),
    "when": (
        pa.array(
            repeated([datetime(2024, 1, 2, 3, tzinfo=UTC), datetime(2024, 7, 2, 3, tzinfo=UTC)]),
            pa.timestamp("us", "Europe/Rome"),
        ),
        "datetime",
        datetime(2024, 1, 2, 3),
    ),
    "yes": (pa.array(repeated([True, False])), "boolean", True),
    "written": (pa.array(repeated(["$1,234.50", "$3"])), "number", 1234.5),
    "marked": (pa.array(repeated(["12", "?", "13"])), "integer", 12),
    "amount": (pa.array(AMOUNTS), "number", 0),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_a_type_of_parquet_is_applied_where_it_has_a_meaning(upload, name):
    cells, kind, first = COLUMNS[name]
    others = {"x": pa.array(AMOUNTS), "y": pa.array(range(ROWS))}
    done = upload(stored({name: cells, **others}))
    assert (done.types[name], done.table()[name][0]) == (kind, first)


@pytest.mark.parametrize("written", [stored, lines])
def test_digits_that_a_file_declares_as_text_are_codes_until_a_person_says_otherwise(upload, written):
    content = written({"plz": repeated(["94110", "10001"]), "x": AMOUNTS})
    done = upload(content)
    column = done.profile.columns[0]
    assert (column.type, done.table()["plz"][0]) == ("category", "94110")
    assert [(each.kind, each.written) for each in column.reading.conversions] == [("declared", "string")]
    [found] = done.findings("DIGITS_AS_TEXT")
    assert (found.column, found.params) == ("plz", {"cell": "94110"})
    fixed = upload(content, recipe=[{"op": "cast", "column": "plz", "to": "integer"}])
    assert (fixed.types["plz"], fixed.findings("DIGITS_AS_TEXT")) == ("integer", [])


@pytest.mark.parametrize("written", [stored, lines])
def test_a_file_whose_numbers_are_all_text_has_no_meaning(upload, written):
    content = written({name: repeated(["12", "7", "30"]) for name in "ab"} | {"c": ["x", "y"] * 20})
    done = upload(content)
    assert (done.types["a"], done.types["b"], done.findings("DIGITS_AS_TEXT")) == ("integer", "integer", [])


def test_numbers_beside_text_in_one_column_of_json_declare_nothing(upload):
    done = upload(lines({"a": repeated(["12", 7, 30]), "x": AMOUNTS}))
    assert (done.types["a"], done.findings("DIGITS_AS_TEXT")) == ("integer", [])


def test_a_number_in_a_request_is_the_code_that_the_table_has(upload):
    done = upload(lines({"plz": repeated(["94110", "10001"]), "x": AMOUNTS}))
    rows = np.arange(done.profile.rows)
    with done.storage.local("datasets/ds/table.parquet") as path:
        column = read_column(parquet.ParquetFile(path), done.profile.columns[0], rows)
    fields = build_fields([column], rows, done.profile)
    schema = ServingSchema("regression", "t", (), "number", fields, ignored=("x",))
    for sent in (94110, "94110", 94110.0):
        packed = RequestReader(schema).read([{"plz": sent}])
        assert (packed.warnings, packed.problems) == ([], [])
        assert packed.tensors.texts.tolist() == pack_columns([column], fields).texts[:1].tolist()
