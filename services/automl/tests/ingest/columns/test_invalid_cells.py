"""Numeric columns with a few invalid cells: the report names what a numeric type would lose."""

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
def test_invalid_cells_are_named_and_the_fix_empties_these_alone(upload, write, number):
    done = upload(table(write))
    [finding] = done.findings("MIXED_TYPES")
    assert finding.rows == [121, 242, 363, 484]
    assert finding.lines == [122, 243, 364, 485]
    assert finding.params == {"count": 4, "cells": '"unknown", "twelve", "~40"', "lost": 4}
    assert (
        'become missing if you change the type to number: 4 ("unknown", "twelve", "~40").' in finding.message
    )
    fixed = upload(table(write), recipe=[finding.fix.model_dump()])
    assert fixed.types["km"] == "number"
    empty = [place + 1 for place, cell in enumerate(fixed.table()["km"]) if cell is None]
    assert (empty, fixed.table()["km"][5]) == (finding.rows, number)
    assert not fixed.findings("MIXED_TYPES")


def test_invalid_cells_beyond_the_sample_are_counted_too(upload, short_sample):
    rows = [f"{place},{'x' * 20}\n" for place in range(5_000)]
    rows[2_601], rows[3_302] = "about ten,y\n", "about ten,y\n"
    done = upload("km,b\n" + "".join(rows))
    [finding] = done.findings("MIXED_TYPES")
    assert (finding.rows, finding.lines) == ([2_602, 3_303], [2_603, 3_304])
    assert finding.params == {"count": 2, "cells": '"about ten"', "lost": 2}


def test_more_invalid_cells_than_can_be_named_are_counted(upload):
    done = upload(table(str, odd=[f"odd {place}" for place in range(30)]))
    [finding] = done.findings("MIXED_TYPES")
    assert (finding.params["count"], len(finding.rows), len(finding.lines)) == (30, 20, 20)
    assert finding.params["cells"].endswith('"odd 4", …')


def test_rows_that_a_step_moved_have_no_lines(upload):
    first = {"op": "filter_rows", "column": "b", "condition": "equals", "value": "0"}
    [finding] = upload(table(str), recipe=[first]).findings("MIXED_TYPES")
    assert finding.lines == []
    assert finding.rows[0] == 121 - 18


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
    ("cell", "code"),
    [
        (lambda n: f"{n}.25", "MIXED_TYPES"),
        (lambda n: f"{1900 + n // 300}-{1 + n // 25 % 12:02}-{1 + n % 25:02}", "ODD_DATES"),
    ],
)
def test_a_column_left_as_text_by_invalid_cells_is_no_identifier(upload, cell, code):
    cells = [cell(place) for place in range(480)]
    cells[5] = "unknown"
    done = upload("at,b\n" + "".join(f"{each},x\n" for each in cells))
    assert done.types["at"] == "identifier"
    assert [each.code for each in done.profile.findings if each.column == "at"] == [code]
    codes = upload("at,b\n" + "".join(f"A{place},x\n" for place in range(480)))
    assert [each.code for each in codes.profile.findings if each.column == "at"] == ["IDENTIFIER_COLUMN"]


def test_odd_dates_say_how_many_the_fix_empties(upload):
    days = [f"2024-{1 + place % 12:02}-{1 + place % 28:02}" for place in range(200)]
    days[4], days[8], days[9] = "soon", "2024-02-01T10:00:00+02:00", "later"
    done = upload("day,b\n" + "".join(f"{day},x\n" for day in days))
    [finding] = done.findings("ODD_DATES")
    assert (finding.params["count"], finding.params["lost"], finding.lines) == (2, 2, [6, 11])
    fixed = upload("day,b\n" + "".join(f"{day},x\n" for day in days), recipe=[finding.fix.model_dump()])
    assert [place for place, day in enumerate(fixed.table()["day"]) if day is None] == [4, 9]


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
    found = [*done.findings("TYPE_UNFIT"), *done.findings("MIXED_TYPES")]
    assert [(each.column, each.lines) for each in found] == [
        (name, [10 * column + 5, 10 * column + 6]) for column, name in enumerate("abcde")
    ]
    # Those of chosen types before the steps, the others after them.
    assert len(passes) == 2
