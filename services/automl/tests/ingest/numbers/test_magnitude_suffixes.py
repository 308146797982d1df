"""Amounts in short, and codes that look like them."""

import pytest

from rowcast_automl.features.rows.cells import CellError
from rowcast_automl.features.rows.number_formats import read_amount
from rowcast_automl.features.schema import InputField


def column_of(upload, cells, **changes):
    done = upload("b;a\n" + "".join(f"{place % 7};{cell}\n" for place, cell in enumerate(cells)), **changes)
    return done, done.table()["a"], done.profile.columns[1]


CASES = [
    (["1.2k", "3.4M", "2bn", "950"], [1200, 3_400_000, 2e9, 950]),
    (["1.2k", "950", "3k"], [1200, 950, 3000]),
    (["€5k", "€12k", "€500"], [5000, 12_000, 500]),
    (["$1.5M", "$2B", "$900"], [1.5e6, 2e9, 900]),
    (["5k €", "1,5k €", "700 €"], [5000, 1500, 700]),
    (["1,5 Mio", "2 Mrd", "0,3 Mio"], [1.5e6, 2e9, 3e5]),
    (["1.5\u00a0Mio.", "2\u202fMio.", "12\u00a0Mio."], [1.5e6, 2e6, 1.2e7]),
    (["3.4M", "12K", "-0.5M"], [3.4e6, 12_000, -5e5]),
    (["$1,200k", "$3k", "$4k"], [1.2e6, 3000, 4000]),
]


@pytest.mark.parametrize(("cells", "numbers"), CASES)
def test_amounts_in_short_are_read_in_a_request_as_in_the_table(upload, cells, numbers):
    done, stored, column = column_of(upload, cells * 10)
    assert stored == numbers * 10
    reported = {each.kind: each.written for each in column.reading.conversions}
    assert "multiplier" in reported
    assert [found.column for found in done.findings("NUMBERS_CONVERTED")] == ["a"]
    noise = tuple(f"{reported.get('currency', '')} {reported.get('thousands', '')}".split()) + (
        *" \u00a0\u202f",
    )
    decimal = "," if "decimal_comma" in reported else "."
    powers = tuple(reported["multiplier"].split())
    field = InputField("a", "number", 0, decimal=decimal, noise=noise, powers=powers)
    assert [read_amount(cell, field) for cell in cells] == numbers
    assert read_amount(1200, field) == 1200
    with pytest.raises(CellError):
        read_amount("12 apples", field)


@pytest.mark.parametrize(
    "cells",
    [
        ["A", "B", "C"],
        ["M", "F", "M"],
        ["S", "M", "L"],
        ["3G", "4G", "5G"],
        ["1st", "2nd", "3rd"],
        ["A1", "B2", "K9"],
        ["12B", "14B", "7"],
        ["4K", "8K", "2"],
        ["5 m", "12 m", "7"],
        ["10%", "5k%", "3%"],
    ],
)
def test_codes_stay_what_they_are(upload, cells):
    assert column_of(upload, cells * 10)[1] == cells * 10


def test_what_may_be_either_is_asked_about(upload):
    cells = [f"{place}B" if place % 3 else str(place) for place in range(60)]
    done, stored, _ = column_of(upload, cells)
    assert stored == cells
    [found] = done.findings("MULTIPLIERS_UNCLEAR")
    as_codes, as_numbers = ([each.step.model_dump(exclude_none=True)] for each in found.choices)
    assert column_of(upload, cells, recipe=as_codes)[1] == cells
    numbers = [place * (10**9 if place % 3 else 1) for place in range(60)]
    assert column_of(upload, cells, recipe=as_numbers)[1] == numbers
    assert not column_of(upload, cells, recipe=as_numbers)[0].findings("MULTIPLIERS_UNCLEAR")


@pytest.mark.parametrize("least", [0, 15])
def test_codes_that_all_bear_one_letter_can_be_read_as_numbers(upload, least):
    cells = [f"{least + place}B" for place in range(40)]
    [found] = column_of(upload, cells)[0].findings("MULTIPLIERS_UNCLEAR")
    as_numbers = [found.choices[1].step.model_dump(exclude_none=True)]
    assert column_of(upload, cells, recipe=as_numbers)[1] == [(least + place) * 1e9 for place in range(40)]


def test_invalid_cells_among_amounts_in_short_are_named(upload):
    cells = [f"{place}.5k" if place % 2 else f"{place}M" for place in range(60)] + ["soon"]
    done, stored, _ = column_of(upload, cells)
    [found] = done.findings("INVALID_NUMBERS")
    assert (found.params["cells"], found.params["count"]) == ('"soon"', 1)
    assert stored == [*(place * 1e3 + 500 if place % 2 else place * 1e6 for place in range(60)), None]


def test_a_few_amounts_in_short_among_many_plain_numbers_are_invalid_cells(upload):
    cells = [*map(str, range(100, 190)), "1.2k"]
    done, stored, _ = column_of(upload, cells)
    assert stored == [*range(100, 190), None]
    assert [found.params["cells"] for found in done.findings("INVALID_NUMBERS")] == ['"1.2k"']


def test_a_few_cells_without_the_unit_are_named(upload):
    cells = [f"{place / 10:.1f} km" if place % 15 else str(place) for place in range(60)]
    done, stored, column = column_of(upload, cells)
    assert stored == [place / 10 if place % 15 else place for place in range(60)]
    [found] = done.findings("UNITS_MISSING")
    assert (found.params, found.rows) == ({"unit": "km", "count": 4}, [1, 16, 31, 46])
    assert found.lines == [2, 17, 32, 47]
    assert column.type == "number"


@pytest.mark.parametrize(
    "cells",
    [
        [f"{place} km" if place % 4 else str(place) for place in range(60)],
        [f"{place} km" if place % 15 else "€ 3" for place in range(60)],
        [f"{place} km" if place % 3 else "none" for place in range(60)],
    ],
)
def test_many_or_other_cells_without_the_unit_leave_text(upload, cells):
    assert column_of(upload, cells)[1] == cells


def test_several_units_are_reported_and_left_as_text(upload):
    cells = [f"{place} {('km', 'mi')[place % 2]}" for place in range(60)]
    done, stored, _ = column_of(upload, cells)
    assert stored == cells
    assert [found.params["units"] for found in done.findings("UNITS_MIXED")] == ["km, mi"]
