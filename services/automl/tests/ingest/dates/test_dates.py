"""Dates as people write them, in a table as in a row that is sent."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pyarrow.parquet as parquet
import pytest

from rowcast_automl.features.columns.column_reader import read_column
from rowcast_automl.features.date_parts import date_parts, iso
from rowcast_automl.features.rows.cells import CellError, read_datetime
from rowcast_automl.platform.errors import RowcastError

FIRST = datetime(2019, 12, 31, 11, 59, 59, 123_000)
DAYS = [FIRST + timedelta(days=day) for day in range(60)]


def dated(upload, cells, **changes):
    rows = "".join(f'"{cell}",{place % 7}\n' for place, cell in enumerate(cells))
    return upload(f"at,b\n{rows}", **changes)


def seconds(moments):
    return [moment.replace(tzinfo=UTC).timestamp() for moment in moments]


@pytest.mark.parametrize(
    "pattern",
    [
        *("%m/%d/%y", "%d-%m-%y", "%d.%m.%y", "%d-%b-%y", "%Y.%m.%d", "%b %d %Y", "%B %d, %Y", "%B %d %Y"),
        *("%m/%d/%Y %H:%M:%S.%f", "%d.%m.%y %H:%M", "%b %d, %Y %I:%M %p"),
    ],
)
def test_a_date_is_read_as_it_is_when_it_is_sent(upload, pattern):
    cells = [day.strftime(pattern) for day in DAYS]
    done = dated(upload, cells)
    assert done.types["at"] == "datetime"
    stored = done.table()["at"]
    assert stored == [datetime.strptime(cell, pattern) for cell in cells]
    [reading] = [each.written for each in done.profile.columns[0].reading.conversions]
    assert seconds(stored) == [read_datetime(cell, (reading,)) for cell in cells]
    assert [found.params["cell"] for found in done.findings("DATES_CONVERTED")] == [cells[0]]


@pytest.mark.parametrize("pattern", ["%Y-%m", "%m/%Y", "%b %Y", "%B %Y", "%b-%Y", "%b-%y"])
def test_a_month_is_its_first_day(upload, pattern):
    months = [datetime(1999 + place // 12, place % 12 + 1, 1) for place in range(60)]
    done = dated(upload, [month.strftime(pattern) for month in months])
    assert done.types["at"] == "datetime"
    assert done.table()["at"] == months
    assert seconds(months) == [read_datetime(month.strftime(pattern), (pattern,)) for month in months]


def test_may_alone_is_the_short_and_the_long_name_of_a_month(upload):
    done = dated(upload, [f"{day:02} May 2026" for day in range(1, 31)])
    assert done.table()["at"][4] == datetime(2026, 5, 5)
    read = tuple(each.written for each in done.profile.columns[0].reading.conversions)
    for sent in ("05 June 2026", "05 Jun 2026"):
        assert read_datetime(sent, read) == datetime(2026, 6, 5, tzinfo=UTC).timestamp()


def test_two_readings_of_a_day_are_none(upload):
    assert (
        dated(upload, [f"{day:02}/0{1 + day % 9}/20" for day in range(1, 13)] * 3).types["at"] != "datetime"
    )
    assert dated(upload, ["05/05/2020", "06/06/2020"] * 30).types["at"] != "datetime"


def test_days_of_a_month_and_seasons_are_no_months(upload):
    days = [f"{'Mar' if place < 31 else 'Apr'}-{place % 31 + 1:02}" for place in range(60)]
    assert dated(upload, days).types["at"] != "datetime"
    seasons = [f"{year}-{(year + 1) % 100:02}" for year in range(2000, 2011)]
    assert dated(upload, seasons * 3).types["at"] != "datetime"
    assert dated(upload, [*seasons, "2000-12"] * 3).types["at"] == "datetime"


@pytest.mark.parametrize(
    ("pattern", "odd"),
    [
        ("%d/%m/%Y", "01/02/20"),
        ("%d/%m/%y", "1/2/5"),
        ("%Y-%m", "49-1"),
        ("%d/%m/%Y %H:%M:%S.%f", "01/02/20 10:00:00.123456"),
        ("%d.%m.%Y %H:%M:%S.%f", "01.02.20 10:00:00.1234"),
    ],
)
def test_a_year_of_fewer_digits_is_another_format(upload, pattern, odd):
    chosen = [{"op": "parse_dates", "column": "at", "formats": [pattern]}]
    done = dated(upload, [*(day.strftime(pattern) for day in DAYS), odd], recipe=chosen)
    assert (done.table()["at"][0], done.table()["at"][-1]) == (
        datetime.strptime(DAYS[0].strftime(pattern), pattern),
        None,
    )
    assert [found.rows for found in done.findings("TYPE_UNFIT")] == [[61]]
    with pytest.raises(CellError):
        read_datetime(odd, (pattern,))


@pytest.mark.parametrize("cell", ["1.2.{}", "A-{}", "item {}", "{}-15", "May {}"])
def test_what_only_looks_like_a_date_is_none(upload, cell):
    assert dated(upload, [cell.format(place) for place in range(60)]).types["at"] != "datetime"


@pytest.mark.parametrize("pattern", ["%a %d %b %Y", "%A, %d %B %Y", "%j %Y", "%d/%m/%Y %%"])
def test_a_chosen_format_is_read_as_it_is_when_it_is_sent(upload, pattern):
    cells = [day.strftime(pattern) for day in DAYS]
    chosen = [{"op": "parse_dates", "column": "at", "formats": [pattern]}]
    stored = dated(upload, cells, recipe=chosen).table()["at"]
    assert [moment.date() for moment in stored] == [day.date() for day in DAYS]
    assert seconds(stored) == [read_datetime(cell, (pattern,)) for cell in cells]


@pytest.mark.parametrize("pattern", ["%d/%m/%Y %u", "%-d.%-m.%Y", "%d/%m/%Y %", "%c", "%Y %s"])
def test_a_format_that_would_be_read_otherwise_when_it_is_sent_is_rejected(upload, pattern):
    chosen = [{"op": "parse_dates", "column": "at", "formats": ["%d/%m/%Y", pattern]}]
    with pytest.raises(RowcastError) as caught:
        dated(upload, ["31/12/2024"] * 3, recipe=chosen)
    assert (caught.value.code, caught.value.fields[0].field) == ("STEP_NOT_APPLICABLE", "at")
    assert f'"{pattern}"' in caught.value.message


@pytest.mark.parametrize(
    ("cell", "second"),
    [
        ("9999-12-31 23:59:59.9999999", "9999-12-31T23:59:59"),
        ("9999-12-31 23:59:59.999", "9999-12-31T23:59:59"),
        ("0001-01-01 00:00:00.0000009", "0001-01-01"),
        ("1500-05-05 10:00:00.9999999", "1500-05-05T10:00:00"),
        ("1969-12-31 23:59:59.5", "1969-12-31T23:59:59"),
    ],
)
def test_a_fraction_never_makes_it_the_next_second(upload, cell, second):
    done = dated(upload, [cell, "2020-01-01 00:00:00"] * 3)
    with done.storage.local("datasets/ds/table.parquet") as path:
        column = read_column(parquet.ParquetFile(path), done.profile.columns[0], np.arange(1))
    assert column.values.tolist() == [read_datetime(cell)]
    assert iso(column.values[0]) == second
    np.testing.assert_array_equal(date_parts(column.values), date_parts(np.array([read_datetime(second)])))


@pytest.mark.parametrize(
    ("cell", "pattern"),
    [
        *((each, None) for each in ("9999-12-31T23:59:59-05:00", "0001-01-01 00:00:00+01:00", "0000-01-01")),
        *((each, None) for each in ("0000-12-31 10:00:00", "0000-12-31T10:00:00Z")),
        ("-99999999999", "%s"),
        ("-99999999999999", "%Q"),
        ("31/12/0000", "%d/%m/%Y"),
    ],
)
def test_beyond_the_years_of_the_calendar_there_are_no_dates(upload, cell, pattern):
    patterns = (pattern,) if pattern else ()
    step = {"op": "parse_dates", "formats": patterns} if pattern else {"op": "cast", "to": "datetime"}
    done = dated(upload, [cell, "2020-01-01"] * 3, recipe=[{**step, "column": "at"}])
    assert done.table()["at"] == [None, datetime(2020, 1, 1)] * 3
    assert [found.params["count"] for found in done.findings("TYPE_UNFIT")] == [3]
    with pytest.raises(CellError):
        read_datetime(cell, patterns)
    assert dated(upload, [cell, "2020-01-01T10:00:00Z"] * 3).types["at"] != "datetime"
