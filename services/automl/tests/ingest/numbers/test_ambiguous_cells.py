"""Cells that can be read in two ways: what settles them, and the readings that a person may choose."""

from datetime import UTC, datetime

import pytest

from rowcast_automl.features.rows.cells import CellError, read_datetime
from rowcast_automl.features.rows.number_formats import read_amount
from rowcast_automl.features.schema import InputField


def table(upload, columns, **changes):
    rows = zip(*columns.values(), strict=True)
    return upload("\n".join([";".join(columns), *(";".join(map(str, row)) for row in rows), ""]), **changes)


POINTS = [f"{1 + place % 9}.{(place * 37) % 1000:03}" for place in range(60)]
NUMBERS = [*range(60)]


def chosen(found, place):
    return [found.choices[place].step.model_dump(exclude_none=True)]


@pytest.mark.parametrize("cells", [POINTS, [*POINTS[:-1], "850"], [f"-{cell}" for cell in POINTS]])
def test_points_that_may_part_thousands_are_asked_about(upload, cells):
    done = table(upload, {"a": cells, "b": NUMBERS})
    assert done.table()["a"] == [float(cell) for cell in cells]
    [found] = done.findings("POINTS_UNCLEAR")
    assert (found.column, found.severity, found.fix) == ("a", "warning", None)
    assert [each.step.decimal for each in found.choices] == [".", ","]
    as_decimals = table(upload, {"a": cells, "b": NUMBERS}, recipe=chosen(found, 0))
    assert as_decimals.table()["a"] == [float(cell) for cell in cells]
    as_thousands = table(upload, {"a": cells, "b": NUMBERS}, recipe=chosen(found, 1))
    assert as_thousands.table()["a"] == [float(cell.replace(".", "")) for cell in cells]
    assert not as_decimals.findings("POINTS_UNCLEAR") + as_thousands.findings("POINTS_UNCLEAR")


@pytest.mark.parametrize("other", ["0.500", "1.25", "12.3456", "1234", "1234.567", "1e3", "0"])
def test_one_other_number_settles_that_points_stand_before_decimals(upload, other):
    cells = [*POINTS, other]
    done = table(upload, {"a": cells, "b": [*NUMBERS, 1]})
    assert done.table()["a"] == [float(cell) for cell in cells]
    if other != "0":
        assert not done.findings("POINTS_UNCLEAR")


@pytest.mark.parametrize(("other", "number"), [("1.234.567", 1_234_567.0), ("1.234,5", 1234.5)])
def test_one_other_number_settles_that_points_part_thousands(upload, other, number):
    done = table(upload, {"a": [*POINTS, other], "b": [*NUMBERS, 1]})
    assert done.table()["a"] == [*(float(cell.replace(".", "")) for cell in POINTS), number]
    assert not done.findings("POINTS_UNCLEAR")


@pytest.mark.parametrize(("others", "requested"), [(["12.5", "3.25"], 0), (["1e3", "€ 5"], 1)])
def test_points_of_another_column_settle_where_points_stand(upload, others, requested):
    done = table(upload, {"a": POINTS, "b": others * 30})
    assert done.table()["a"] == [float(cell) for cell in POINTS]
    assert len(done.findings("POINTS_UNCLEAR")) == requested


def test_points_of_amounts_with_a_currency_are_asked_about_too(upload):
    cells = [f"€ {cell}" for cell in POINTS]
    done = table(upload, {"a": cells, "b": NUMBERS})
    [found] = done.findings("POINTS_UNCLEAR")
    read = table(upload, {"a": cells, "b": NUMBERS}, recipe=chosen(found, 1)).table()["a"]
    assert read == [float(cell.replace(".", "")) for cell in POINTS]


def test_chosen_thousands_are_read_so_in_a_request():
    field = InputField("a", "number", 0, decimal=",", noise=". ")
    assert (read_amount("1.234", field), read_amount("1.234,5", field), read_amount(1.234, field)) == (
        *(1234.0, 1234.5, 1.234),
    )


@pytest.mark.parametrize("cells", [POINTS, [f"+{cell}" for cell in POINTS], [*POINTS[:40], *["850"] * 20]])
def test_decimal_commas_of_another_column_show_that_points_separate_thousands(upload, cells):
    columns = {"a": cells, "b": [f"{place},37" for place in range(60)]}
    done = table(upload, columns)
    assert done.table()["a"] == [float(cell.replace(".", "")) for cell in cells]
    assert not done.findings("POINTS_UNCLEAR")
    read = table(upload, columns, recipe=[{"op": "cast", "column": "a", "to": "number", "decimal": "."}])
    assert read.table()["a"] == [float(cell) for cell in cells]


EITHER = [f"{1 + place % 12:02}/{1 + place % 11:02}/2024" for place in range(60)]


def test_dates_that_may_begin_with_the_day_or_the_month_are_asked_about(upload):
    done = table(upload, {"a": EITHER, "b": NUMBERS})
    assert done.table()["a"] == EITHER
    [found] = done.findings("AMBIGUOUS_DATES")
    assert [each.label for each in found.choices] == ["DD/MM/YYYY", "MM/DD/YYYY"]
    assert [each.column for each in done.findings("IDENTIFIER_COLUMN")] == ["b"]
    for place, pattern in enumerate(("%d/%m/%Y", "%m/%d/%Y")):
        read = table(upload, {"a": EITHER, "b": NUMBERS}, recipe=chosen(found, place))
        assert read.table()["a"] == [datetime.strptime(cell, pattern) for cell in EITHER]
        assert not read.findings("AMBIGUOUS_DATES")


@pytest.mark.parametrize(("settled", "pattern"), [("31/12/2023", "%d/%m/%Y"), ("12/31/2023", "%m/%d/%Y")])
def test_another_column_of_dates_settles_which_comes_first(upload, settled, pattern):
    done = table(upload, {"a": EITHER, "b": [settled, *EITHER[1:]]})
    assert done.table()["a"] == [datetime.strptime(cell, pattern) for cell in EITHER]
    assert not done.findings("AMBIGUOUS_DATES")
    [found] = done.findings("DATES_BY_OTHER")
    assert (found.column, found.params["other"]) == ("a", "b")


def test_columns_of_dates_that_disagree_settle_nothing(upload):
    columns = {"a": EITHER, "b": ["31/12/2023", *EITHER[1:]], "c": ["12/31/2023", *EITHER[1:]]}
    done = table(upload, columns)
    assert [found.column for found in done.findings("AMBIGUOUS_DATES")] == ["a"]


FIRSTS = [f"{1 + place % 12:02}/01/{2020 + place // 12}" for place in range(60)]


def test_a_cell_that_is_no_date_does_not_hide_that_day_or_month_may_come_first(upload):
    columns = {"a": ["TBD", *FIRSTS], "b": [*NUMBERS, 60]}
    done = table(upload, columns)
    [found] = done.findings("AMBIGUOUS_DATES")
    assert (found.params["cell"], found.rows[0]) == (FIRSTS[0], 2)
    assert not done.findings("ODD_DATES")
    for place, pattern in enumerate(("%d/%m/%Y", "%m/%d/%Y")):
        read = table(upload, columns, recipe=chosen(found, place))
        assert read.table()["a"] == [None, *(datetime.strptime(cell, pattern) for cell in FIRSTS)]
        assert [unfit.rows for unfit in read.findings("TYPE_UNFIT")] == [[1]]


@pytest.mark.parametrize(("settled", "pattern"), [("31/12/2023", "%d/%m/%Y"), ("12/31/2023", "%m/%d/%Y")])
@pytest.mark.parametrize("other", [False, True])
def test_which_comes_first_is_settled_beside_a_cell_that_is_no_date(upload, settled, pattern, other):
    own, others = ("TBD", settled) if other else (settled, FIRSTS[0])
    done = table(upload, {"a": ["TBD", *FIRSTS, own], "b": [others, *FIRSTS, FIRSTS[1]]})
    [found] = done.findings("INVALID_DATES")
    assert (found.column, found.params["cells"]) == ("a", '"TBD"')
    assert done.table()["a"][1] == datetime.strptime(FIRSTS[0], pattern)


def test_two_digit_years_are_reported(upload):
    done = table(upload, {"a": [f"{13 + place % 9}.01.{place + 20:02}" for place in range(60)], "b": NUMBERS})
    [found] = done.findings("SHORT_YEARS")
    assert found.params == {"cell": "13.01.20", "value": "2020-01-13", "first": "1969", "last": "2068"}
    years = [each.year for each in done.table()["a"]]
    assert (years[48], years[49], years[59]) == (2068, 1969, 1979)
    assert not table(upload, {"a": ["13.01.2020", "14.01.2020"], "b": [1, 2]}).findings("SHORT_YEARS")


@pytest.mark.parametrize(
    "cells",
    [
        [2**53 + 1 + 2 * place for place in range(60)],
        [2**62 + 3 * place for place in range(60)],
        [12345678901234567890 + place for place in range(60)],
        [*range(40), *(2**53 + 1 + 2 * place for place in range(20))],
    ],
)
def test_integers_that_would_be_rounded_keep_every_digit(upload, cells):
    done = table(upload, {"a": cells, "b": NUMBERS})
    assert done.table()["a"] == [*map(str, cells)]
    assert [found.column for found in done.findings("LONG_NUMBERS")] == ["a"]


def test_a_single_long_number_is_an_invalid_cell(upload, short_sample):
    cells = [*range(14_000), 2**53 + 1]
    done = upload("b,a\n" + "".join(f"{cell % 7},{cell}\n" for cell in cells))
    assert done.table()["a"][-2:] == [13_999, None]
    assert [found.rows for found in done.findings("INVALID_NUMBERS")] == [[14_001]]


@pytest.mark.parametrize("name", ["timestamp", "created_at"])
def test_long_numbers_that_are_times_stay_numbers(upload, name):
    cells = [1_700_000_000_000_000_001 + place for place in range(60)]
    assert table(upload, {name: cells, "b": NUMBERS}).table()[name] == cells


@pytest.mark.parametrize("blanks", ["{} ", " {}", "\t{}"])
def test_blanks_around_a_long_number_do_not_round_it(upload, blanks):
    cells = [blanks.format(2**53 + 1 + 2 * place) for place in range(60)]
    done = upload("b;a\n" + "".join(f"{place % 7};{cell}\n" for place, cell in enumerate(cells)))
    assert [cell.strip() for cell in done.table()["a"]] == [cell.strip() for cell in cells]
    assert [found.column for found in done.findings("LONG_NUMBERS")] == ["a"]


def test_numbers_that_a_double_holds_stay_numbers(upload):
    cells = [2**53 - place for place in range(60)]
    done = table(upload, {"a": cells, "b": NUMBERS})
    assert (done.table()["a"], done.findings("LONG_NUMBERS")) == (cells, [])


MOMENTS = [1_700_000_000 + 3_600 * place for place in range(60)]
DAYS = [int(f"2024{1 + place % 12:02}{1 + place % 28:02}") for place in range(60)]


@pytest.mark.parametrize(
    ("name", "cells", "pattern", "first"),
    [
        ("created", MOMENTS, "%s", datetime(2023, 11, 14, 22, 13, 20)),
        ("event_ts", [1_000 * each for each in MOMENTS], "%Q", datetime(2023, 11, 14, 22, 13, 20)),
        ("order_date", DAYS, "%Y%m%d", datetime(2024, 1, 1)),
        ("DateKey", DAYS, "%Y%m%d", datetime(2024, 1, 1)),
    ],
)
def test_numbers_that_are_times_can_be_read_as_dates(upload, name, cells, pattern, first):
    done = table(upload, {name: cells, "b": NUMBERS})
    assert done.table()[name] == cells
    [found] = done.findings("TIMES_AS_NUMBERS")
    assert found.fix.formats == [pattern]
    read = table(upload, {name: cells, "b": NUMBERS}, recipe=[found.fix.model_dump()])
    assert read.table()[name][0] == first
    assert (read.types[name], read.findings("TIMES_AS_NUMBERS")) == ("datetime", [])
    moments = [each.replace(tzinfo=UTC).timestamp() for each in read.table()[name]]
    for form in (int, float, str):
        assert [read_datetime(form(cell), (pattern,)) for cell in cells] == moments


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("amount", MOMENTS),
        ("date", [20241332, 20240101, *DAYS[2:]]),
        ("time_ms", [*range(60)]),
        ("days", [5_000_000_000 + each for each in range(60)]),
    ],
)
def test_other_numbers_are_no_times(upload, name, cells):
    assert not table(upload, {name: cells, "b": NUMBERS}).findings("TIMES_AS_NUMBERS")


def test_a_number_is_no_date_where_the_table_had_none():
    for sent in (1_700_000_000, 20240131, True):
        with pytest.raises(CellError):
            read_datetime(sent, ("%d/%m/%Y",))


def test_a_time_with_an_offset_is_the_same_moment_in_utc():
    assert read_datetime("2024-01-31T10:00:00+02:00") == read_datetime("2024-01-31T08:00:00")
