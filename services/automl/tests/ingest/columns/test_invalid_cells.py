"""Columns with a few invalid cells keep the type of the others; these cells are missing and reported."""

import csv
import io
from typing import Any

import pytest

ODD = ["unknown", "twelve", "~40", "unknown"]
# How often numbers stand between two odd cells.
BETWEEN = 120


def table(write, *, between=BETWEEN, odd=ODD):
    cells = []
    for place, cell in enumerate([*odd, None]):
        cells += [write(place * between + count) for count in range(between)]
        cells += [cell] if cell else []
    return "km;b\n" + "".join(f"{cell};{place % 7}\n" for place, cell in enumerate(cells))


@pytest.mark.parametrize(
    ("write", "number"),
    [
        (lambda n: f"{n % 60}", 5.0),
        (lambda n: f"{n}.25", 5.25),
        (lambda n: f"{n},25", 5.25),
        (lambda n: f"${n:,}.50", 5.5),
        (lambda n: f"{n}%", 5.0),
        (lambda n: f"{n + 1}.000,25", 6000.25),
        (lambda n: f"{n} EUR", 5.0),
        (lambda n: f"({n})" if n % 2 else f"{n}", -5.0),
    ],
)
def test_a_few_invalid_cells_among_numbers_are_missing_and_named(upload, write, number):
    done = upload(table(write))
    [finding] = done.findings("INVALID_NUMBERS")
    assert finding.rows == [121, 242, 363, 484]
    assert finding.lines == [122, 243, 364, 485]
    assert finding.params == {"count": 4, "cells": '"unknown", "twelve", "~40"'}
    assert done.types["km"] in ("number", "integer")
    empty = [place + 1 for place, cell in enumerate(done.table()["km"]) if cell is None]
    assert (empty, done.table()["km"][5]) == (finding.rows, number)
    as_category = upload(table(write), recipe=[finding.choices[1].step.model_dump(exclude_none=True)])
    assert as_category.types["km"] == "category"
    assert as_category.table()["km"][120] == "unknown"


def test_invalid_cells_beyond_the_sample_are_counted_too(upload, short_sample):
    rows = [f"{place},{'x' * 20}\n" for place in range(5_000)]
    rows[2_601], rows[3_302] = "about ten,y\n", "about ten,y\n"
    done = upload("km,b\n" + "".join(rows))
    [finding] = done.findings("INVALID_NUMBERS")
    assert (finding.rows, finding.lines) == ([2_602, 3_303], [2_603, 3_304])
    assert finding.params == {"count": 2, "cells": '"about ten"'}
    assert (done.types["km"], done.table()["km"][2_600:2_602]) == ("identifier", [2_600, None])


def test_more_invalid_cells_than_can_be_named_are_counted(upload):
    done = upload(table(str, odd=[f"odd {place}" for place in range(30)]))
    [finding] = done.findings("INVALID_NUMBERS")
    assert (finding.params["count"], len(finding.rows), len(finding.lines)) == (30, 20, 20)
    assert finding.params["cells"].endswith('"odd 4", …')


def test_rows_that_a_step_moved_have_no_lines(upload):
    first = {"op": "filter_rows", "column": "b", "condition": "equals", "value": "0"}
    [finding] = upload(table(str), recipe=[first]).findings("INVALID_NUMBERS")
    assert (finding.rows, finding.lines) == ([], [122, 243, 364, 485])


@pytest.mark.parametrize(
    "write",
    [
        lambda n: f"{n % 90_000:05d}",  # codes lose their zeros
        lambda n: f"1234567890123456{n:04d}7",  # and digits that a double does not hold
        lambda n: f"{90071992547409931 + 2 * n}",  # or would round
        lambda n: f"+9198765{n:05}",  # telephone numbers
        lambda n: f" 00{n}",
        lambda n: "<30" if n % 2 else ">30",  # groups
        lambda n: f"${n}" if n % 2 else f"€{n}",  # no one unit
        lambda n: f"192.168.{n % 250}.7",
        lambda n: f"{n} kg",
    ],
)
def test_what_would_not_be_the_same_as_a_number_is_left_alone(upload, write):
    done = upload(table(write))
    assert not done.findings("MIXED_TYPES")


@pytest.mark.parametrize(
    ("cells", "stored"),
    [
        (["true", "false"], "BOOLEAN"),
        (["08:15", "17:40"], "DOUBLE"),
        (["1h 18m", "45m"], "DOUBLE"),
        (["2024-03-01T10:00:00+02:00", "2024-05-01T10:00:00Z"], "TIMESTAMP"),
    ],
)
def test_a_few_invalid_cells_among_other_types_are_missing(upload, cells, stored):
    rows = [cells[place % 2] for place in range(120)]
    rows[7], rows[90] = "?!", "see note"
    done = upload("start,b\n" + "".join(f"{cell},{place % 7}\n" for place, cell in enumerate(rows)))
    assert [place for place, cell in enumerate(done.table()["start"]) if cell is None] == [7, 90]
    assert [found.rows for found in done.profile.findings if found.code.startswith("INVALID_")] == [[8, 91]]


@pytest.mark.parametrize(
    ("invalid", "cells", "is_number"),
    [
        (["unknown"] * 6, [str(place) for place in range(100)], True),
        (["unknown"] * 20, [str(place) for place in range(100)], True),
        (["unknown"] * 40, [str(place) for place in range(100)], False),
        # Cells with digits say more than that something is missing, and few values are good categories.
        ([f"~{place}" for place in range(20)], [str(place) for place in range(100)], False),
        (["3+"] * 12, ["0", "1", "2", "3"] * 25, False),
        (["3+"] * 3, ["0", "1", "2", "3"] * 25, True),
        (["x"], [str(place) for place in range(9)], True),
        (["x"], [str(place) for place in range(8)], False),
    ],
)
def test_the_share_of_invalid_cells_decides(upload, invalid, cells, is_number):
    done = upload("a,b\n" + "".join(f"{cell},{place % 3}\n" for place, cell in enumerate([*cells, *invalid])))
    assert isinstance(done.table()["a"][0], int) == is_number
    assert bool(done.findings("INVALID_NUMBERS")) == is_number


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        (lambda n: f"{n}.25", "MIXED_TYPES"),
        (lambda n: f"{1900 + n // 300}-{1 + n // 25 % 12:02}-{1 + n % 25:02}", "ODD_DATES"),
    ],
)
def test_a_column_left_as_text_by_invalid_cells_is_no_identifier(upload, cell, code):
    cells = [cell(place) if place % 10 else f"note-{place}" for place in range(480)]
    done = upload("at,b\n" + "".join(f"{each},x\n" for each in cells))
    assert done.types["at"] == "identifier"
    assert [each.code for each in done.profile.findings if each.column == "at"] == [code]
    codes = upload("at,b\n" + "".join(f"A{place},x\n" for place in range(480)))
    assert [each.code for each in codes.profile.findings if each.column == "at"] == ["IDENTIFIER_COLUMN"]


@pytest.mark.parametrize("pattern", ["{2}-{1:02}-{0:02}", "{0:02}.{1:02}.{2}", "{2}-{1:02}-{0:02} 10:30:00"])
def test_a_few_invalid_cells_among_dates_are_missing_and_named(upload, pattern):
    days = [pattern.format(1 + place % 28, 1 + place % 12, 2024) for place in range(200)]
    invalid = ["0000-00-00", "00/00/0000", "soon", "Total", "2024-02-31", "31.31.2024"]
    days[4:10] = invalid
    done = upload("day,b\n" + "".join(f"{day},x\n" for day in days))
    [finding] = done.findings("INVALID_DATES")
    assert (done.types["day"], finding.params["count"]) == ("datetime", 6)
    assert finding.lines == [6, 7, 8, 9, 10, 11]
    assert [place for place, day in enumerate(done.table()["day"]) if day is None] == [*range(4, 10)]


def test_the_lines_of_many_columns_are_looked_up_together(upload, monkeypatch):
    plain = [[str(place + column) for column in range(5)] for place in range(60)]
    for column in range(5):
        plain[10 * column + 3][column] = plain[10 * column + 4][column] = "unknown"
    text = "a,b,c,d,e\n" + "".join(",".join(cells) + "\n" for cells in plain)
    passes = list[Any]()

    def reader(source: Any, **how: Any) -> Any:
        passes.extend([source] if isinstance(source, io.TextIOWrapper) else [])
        return csv_reader(source, **how)

    csv_reader = csv.reader
    monkeypatch.setattr("rowcast_automl.ingest.csv.dialect.csv.reader", reader)
    done = upload(text, recipe=[{"op": "cast", "column": name, "to": "number"} for name in "ab"])
    found = [*done.findings("TYPE_UNFIT"), *done.findings("INVALID_NUMBERS")]
    assert [(each.column, each.lines) for each in found] == [
        (name, [10 * column + 5, 10 * column + 6]) for column, name in enumerate("abcde")
    ]
    assert len(passes) == 1
