"""Missing markers that are values of their column, and markers that a person chooses."""

import numpy as np
import pyarrow.parquet as parquet
import pytest

from rowcast_automl.features.columns.column_reader import read_column
from rowcast_automl.features.columns.field_builder import build_fields
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.ingest.columns.missing_cells import MISSING_MARKERS
from rowcast_automl.serve.requests.request_reader import RequestReader


def table_of(cells):
    return "a,b\n" + "".join(f'"{cell}",{place % 7}\n' for place, cell in enumerate(cells))


KEPT = {
    "continents": ("NA", ["AF", "AS", "EU", "OC", "SA", ""]),
    "countries": ("NA", ["DE", "FR", "US", ""]),
    "lower-case codes": ("nan", ["lim", "bog", "uio", ""]),
    "no feature": ("None", ["BrkFace", "Stone", "Brick Common", ""]),
    "surnames": ("null", ["smith", "o'neil", "garcía lopez", ""]),
    "surnames in capitals": ("NULL", ["SMITH", "GARCIA", "NG", ""]),
    "signs": ("-", ["+", ""]),
    "signs without blanks": ("-", ["+", "++"]),
    "slashes": ("N/A", ["A/B", "B/C", "C/D", ""]),
    "airports": ("NaT", ["NaR", "NaX", ""]),
}


@pytest.mark.parametrize("case", KEPT)
def test_a_marker_that_looks_like_the_other_values_is_kept_and_reported(upload, case):
    marker, others = KEPT[case]
    cells = [marker, *others] * 8
    done = upload(table_of(cells))
    assert done.table()["a"] == [cell or None for cell in cells]
    [found] = done.findings("MARKERS_KEPT")
    assert (found.params["markers"], found.params["count"], found.rows[0]) == (f'"{marker}"', 8, 1)
    assert not done.findings("MISSING_MARKERS")
    missing = upload(table_of(cells), recipe=[found.fix.model_dump()])
    assert marker not in missing.table()["a"]


READ_AS_MISSING = {
    "no blank cells": ("NA", ["DE", "FR", "US"]),
    "other lengths": ("NA", ["north", "south", ""]),
    "other case": ("NA", ["de", "fr", ""]),
    "numbers": ("NA", ["12", "34", ""]),
    "numbers and None": ("None", ["1.5", "2", ""]),
    "dates": ("NaT", ["2024-01-01", "2024-02-01", ""]),
    "one other value": ("NA", ["EU", ""]),
    "a question mark": ("?", ["+", "!", ""]),
    "a dash among words": ("-", ["red", "blue", ""]),
    "a dash among numbers": ("-", ["1", "2", ""]),
    "null among numbers": ("null", ["7", "8", ""]),
}


@pytest.mark.parametrize("case", READ_AS_MISSING)
def test_other_markers_are_missing(upload, case):
    marker, others = READ_AS_MISSING[case]
    done = upload(table_of([marker, *others] * 8))
    assert done.table()["a"][0] is None
    assert len(done.findings("MISSING_MARKERS")) == 1
    assert not done.findings("MARKERS_KEPT")


def test_kept_markers_of_one_column_are_missing_in_another(upload):
    rows = [("EU", "1"), ("NA", "NA"), ("", "2"), ("AS", "?")] * 10
    done = upload("a,b\n" + "".join(f"{first},{second}\n" for first, second in rows))
    assert done.table()["a"][:4] == ["EU", "NA", None, "AS"]
    assert done.table()["b"][:4] == [1, None, 2, None]
    assert [found.column for found in done.findings("MISSING_MARKERS")] == ["b"]


def test_markers_are_kept_in_a_file_beyond_the_sample(upload, short_sample):
    cells = ["EU", "NA", "", "AS", "AF"] * 1000
    done = upload("a,b\n" + "".join(f"{cell},{place:030}\n" for place, cell in enumerate(cells)))
    assert done.table()["a"] == [cell or None for cell in cells]


def chosen(markers, column="a"):
    return [{"op": "missing_markers", "column": column, "markers": markers}]


@pytest.mark.parametrize(
    ("cells", "markers", "read", "kind"),
    [
        (["NA", "north", "south"], [], ["NA", "north", "south"], "category"),
        (["NA", "north", "south"], ["south"], ["NA", "north", None], "category"),
        (["0", "12", "7", "3"], ["0"], [None, 12, 7, 3], "integer"),
        (["-999", "1.5", "2.5", "NA"], ["-999", "NA"], [None, 1.5, 2.5, None], "number"),
        (["none given", "red", "blue"], ["none given"], [None, "red", "blue"], "category"),
        (["ND", "SD", "MN"], ["ND"], [None, "SD", "MN"], "category"),
    ],
)
def test_the_markers_of_a_column_can_be_chosen(upload, cells, markers, read, kind):
    done = upload(table_of(cells * 10), recipe=chosen(markers))
    assert (done.table()["a"][: len(cells)], done.types["a"]) == (read, kind)
    assert done.profile.columns[0].reading.missing == markers
    found = done.findings("MISSING_MARKERS")
    assert [each.params["markers"] for each in found] == (
        [", ".join(f'"{each}"' for each in sorted(markers))] if markers else []
    )


@pytest.mark.parametrize(
    ("cells", "recipe", "missing", "values"),
    [
        (["NA", "EU", "AS", ""], [], ["", " "], ["NA", "EU"]),
        (["0", "12", "-3", "5"], chosen(["0"]), ["0", 0, 0.0, ""], ["5", 5, -3]),
        (["unknown", "red", "blue"], chosen(["unknown"]), ["unknown", ""], ["red"]),
        (["NA", "north", "south"], chosen([]), [""], ["NA", "north"]),
        (["ND", "SD", "MN"], chosen(["ND"]), ["ND"], ["SD", "MN"]),
    ],
)
def test_a_request_is_read_by_the_markers_of_the_column(upload, cells, recipe, missing, values):
    done = upload(table_of(cells * 10), recipe=recipe)
    rows = np.arange(done.profile.rows)
    with done.storage.local("datasets/ds/table.parquet") as path:
        column = read_column(parquet.ParquetFile(path), done.profile.columns[0], rows)
    [field] = build_fields([column], rows, done.profile)
    schema = ServingSchema("regression", "t", (), "number", (field,), ("b",), MISSING_MARKERS)
    reader = RequestReader(ServingSchema.from_json(schema.as_json()))

    def is_missing(value, *, from_text):
        tensors = reader.read([{"a": value, "b": 1}], from_text=from_text).tensors
        return not tensors.texts[0, 0] if field.textual else bool(np.isnan(tensors.numbers[0, 0]))

    for value in missing:
        assert is_missing(value, from_text=False), value
        assert is_missing(str(value), from_text=True) or value == 0.0, value
    for value in values:
        assert not is_missing(value, from_text=False), value
        assert not is_missing(str(value), from_text=True), value
