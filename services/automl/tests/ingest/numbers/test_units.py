"""Numbers with a unit, which is the same in all of the column, are numbers."""

import pytest

from rowcast_automl.features.rows.cells import CellError
from rowcast_automl.features.rows.number_formats import read_amount
from rowcast_automl.features.schema import InputField


def column_of(upload, cells, **changes):
    done = upload("b;a\n" + "".join(f"{place % 7};{cell}\n" for place, cell in enumerate(cells)), **changes)
    return done, done.table()["a"], done.profile.columns[1]


@pytest.mark.parametrize(
    ("write", "units"),
    [
        ("{:.1f} kmpl", "kmpl"),
        ("{:.0f} CC", "CC"),
        ("{:.1f}kg", "kg"),
        ("{:.1f}k", "k"),
        ("{:.1f} km/h", "km/h"),
        ("{:.1f} °C", "°C"),
        ("{:.0f} m2", "m2"),
    ],
)
def test_a_unit_is_excluded_and_reported(upload, write, units):
    cells = [write.format(place - 3.0) for place in range(60)]
    done, stored, column = column_of(upload, cells)
    assert stored == [place - 3.0 for place in range(60)]
    assert (column.type, [(each.kind, each.written) for each in column.reading.conversions]) == (
        "number",
        [("unit", units)],
    )
    [finding] = done.findings("NUMBERS_CONVERTED")
    assert finding.params == {"cell": cells[0], "value": "-3.0"}


def test_a_unit_may_have_a_plural_and_a_number_its_thousands(upload):
    cells = [f"{place} {'day' if place == 1 else 'days'}" for place in range(60)]
    assert column_of(upload, cells)[1] == [*map(float, range(60))]
    cells = [f"{1 + place % 9},{place:03} km" for place in range(60)]
    assert column_of(upload, cells)[1] == [1000.0 * (1 + place % 9) + place for place in range(60)]


@pytest.mark.parametrize(
    "cells",
    [
        ["3 km", "4 kg"],
        ["3 km", "4"],
        ["007 km", "008 km"],
        ["3 km", "km"],
        ["1st", "2nd"],
        ["3 km h", "4 km h"],
        ["36 months", "60 months"],
        [*(f"{row} mW" for row in range(9)), *(f"{row} MW" for row in range(9))],
        *([f"{row}{word}" for row in range(15)] for word in ("G", "A", "th", "s", "x", " AM", " N", " Main")),
    ],
)
def test_other_words_behind_numbers_are_text(upload, cells):
    assert column_of(upload, cells * 30)[1] == cells * 30


@pytest.mark.parametrize(("unit", "cell"), [("m", "1m80"), ("k", "4k7"), ("kg", "kg 3")])
def test_a_unit_elsewhere_than_behind_the_number_is_none(upload, unit, cell):
    cells = [*(f"{place}{unit}" for place in range(60)), cell]
    assert column_of(upload, cells)[1][-1] is None
    step = {"op": "cast", "column": "a", "to": "number"}
    assert column_of(upload, cells, recipe=[step])[1] == [*map(float, range(60)), None]
    with pytest.raises(CellError):
        read_amount(cell, InputField("a", "number", 0, noise=(unit, " ")))


@pytest.mark.parametrize(
    "unit", [("CC", "cc"), ("KM", "km"), ("kg", "KG"), ("Years", "year"), ("hrs.", "hr")]
)
def test_a_unit_has_its_spellings(upload, unit):
    cells = [f"{place} {unit[place % 2]}" for place in range(60)]
    assert column_of(upload, cells)[1] == [*map(float, range(60))]


def test_a_late_cell_with_another_unit_is_named(upload):
    cells = [f"{place} km" for place in range(900)]
    done, stored, _ = column_of(upload, [*cells, "3 miles"])
    [finding] = done.findings("INVALID_NUMBERS")
    assert (finding.rows, finding.params["cells"]) == ([901], '"3 miles"')
    assert (stored[5], stored[-1]) == (5.0, None)


def test_a_chosen_number_is_read_by_the_most_common_unit(upload):
    step = {"op": "cast", "column": "a", "to": "number"}
    _, stored, _ = column_of(upload, ["19.7 kmpl", "unknown", "20 kmpl", "26.6 km/kg"] * 2, recipe=[step])
    assert stored == [19.7, None, 20.0, None] * 2


def test_the_minus_of_typesetters_is_one(upload):
    assert column_of(upload, ["\N{MINUS SIGN}1.5", "2", "4.5"])[1] == [-1.5, 2.0, 4.5]
    assert column_of(upload, ["\N{MINUS SIGN}$1,000.5", "$2.5"])[1] == [-1000.5, 2.5]
