"""Times with a zone are read as UTC, in a table as in a row that is sent; other words are no zone."""

from datetime import UTC, datetime

import pytest

from rowcast_automl.features.rows.cells import CellError, read_datetime


@pytest.mark.parametrize("between", [" ", "T"])
@pytest.mark.parametrize(
    ("zone", "hours"),
    [("+05", 5), ("-08", -8), ("+05:30", 5.5), ("-0330", -3.5), (" +0530", 5.5), ("+00", 0), ("-08:00", -8)],
)
def test_an_offset_is_read_as_utc_and_reported(upload, between, zone, hours):
    cells = [f"2024-03-{1 + place % 28:02}{between}{place % 24:02}:10:00{zone}" for place in range(60)]
    done = upload("at,b\n" + "".join(f"{cell},{place % 7}\n" for place, cell in enumerate(cells)))
    assert done.types["at"] == "datetime"
    stored = [moment.replace(tzinfo=UTC).timestamp() for moment in done.table()["at"]]
    assert stored[0] == datetime(2024, 3, 1, 0, 10, tzinfo=UTC).timestamp() - hours * 3600
    assert stored == [read_datetime(cell) for cell in cells]
    [finding] = done.findings("DATES_CONVERTED")
    assert finding.params["cell"] == cells[0]
    assert finding.params["format"].endswith("±hh:mm → UTC")


def test_zones_may_differ_from_row_to_row(upload):
    zones = ("Z", "+05:30", "-08:00", " UTC")
    cells = [f"2024-03-01T{place % 24:02}:10:00.250{zones[place % 4]}" for place in range(60)]
    done = upload("at,b\n" + "".join(f"{cell},{place % 7}\n" for place, cell in enumerate(cells)))
    assert done.types["at"] == "datetime"
    stored = [moment.replace(tzinfo=UTC).timestamp() for moment in done.table()["at"]]
    assert stored == [read_datetime(cell) for cell in cells]


def as_columns(*rows):
    """A table of these rows, each cell in a column of its own, and one more column."""
    names = ",".join(f"at{place}" for place in range(len(rows[0])))
    return f"{names},b\n" + "".join(f"{','.join(row)},{place % 4}\n" for place, row in enumerate(rows))


def casts(count):
    return [{"op": "cast", "column": f"at{place}", "to": "datetime"} for place in range(count)]


def columns_of(done, count):
    table = done.table()
    return [table[f"at{place}"] for place in range(count)]


def test_a_row_that_is_sent_equals_the_table(upload):
    cells = [
        *("2024-03-01 00:10:00", "2024-03-01 10:10", "2024-03-01T10:10:00Z", "2024-03-01 10:10:00 UTC"),
        *("2024-03-01 5:07", "2024/3/1 5:07:09.5", "2024-3-1", "0001-01-01"),
    ]
    later = ["2024-04-01 00:00:00"] * len(cells)
    stored = columns_of(upload(as_columns(*[cells, later] * 3)), len(cells))
    read = {
        cell: column[0].replace(tzinfo=UTC).timestamp() for cell, column in zip(cells, stored, strict=True)
    }
    assert read == {cell: read_datetime(cell) for cell in cells}
    table = as_columns(*[cells, ["later"] * len(cells)] * 3)
    chosen = columns_of(upload(table, recipe=casts(len(cells))), len(cells))
    assert [column[:2] for column in chosen] == [[column[0], None] for column in stored]


def test_what_a_row_that_is_sent_may_not_say_is_no_date_in_a_table(upload):
    cells = [
        *("2024-03-01 24:00:00", "2024-03-01T24:00", "2024-03-01 24:00:00Z", "2024-03-01 24:00:00+05:30"),
        *("2024-03-01 10:00:00+24:00", "2024-03-01 23:60:00", "2024-03-01 23:59:60"),
        *("2024/03-01", "2024-03/01", "2024-3/1 10:00"),
    ]
    for cell in cells:
        with pytest.raises(CellError):
            read_datetime(cell)
    plain = "2024-03-01 23:10:00"
    # Among times without a zone, and among those with one.
    others, odd = [plain] * len(cells) + [f"{plain}+05:30"] * len(cells), [*cells, *cells]
    table = as_columns(others, others, others, odd)
    assert [column[-1] for column in columns_of(upload(table), len(odd))] == odd
    chosen = columns_of(upload(table, recipe=casts(len(odd))), len(odd))
    assert {cell for cell, column in zip(odd, chosen, strict=True) if column[-1] is not None} == set()


@pytest.mark.parametrize("behind", [" ERROR", " IST", " Europe/Berlin", "x", "+05:30:15"])
def test_other_words_behind_a_time_are_not_dropped(upload, behind):
    cells = [f"2024-03-01 10:{place:02}:00{behind}" for place in range(30)]
    done = upload("at,b\n" + "".join(f"{cell},{place % 7}\n" for place, cell in enumerate(cells)))
    assert done.table()["at"] == cells
    late = upload("at,b\n" + "2024-03-01 10:00:00,1\n" * 90 + f"{cells[0]},2\n")
    assert (late.table()["at"][-1], late.types["at"]) == (None, "datetime")
    chosen = [{"op": "cast", "column": "at", "to": "datetime"}]
    assert upload("at,b\n" + f"{cells[0]},1\n2024-03-01 10:00:00,2\n", recipe=chosen).table()["at"] == [
        None,
        datetime(2024, 3, 1, 10),
    ]


@pytest.mark.parametrize("late", ["later", "31/02/2024", "infinity", "2024-03-01"])
def test_a_late_cell_that_is_no_date_is_missing(upload, late):
    days = [f"{1 + place % 28:02}/{1 + place % 12:02}/{1000 + place}" for place in range(900)]
    done = upload("day,b\n" + "".join(f"{cell},{place % 5}\n" for place, cell in enumerate([*days, late])))
    assert done.table()["day"][0] == datetime(1000, 1, 1)
    # An ISO date is valid in a column of any format.
    is_iso = late == "2024-03-01"
    assert done.table()["day"][-1] == (datetime(2024, 3, 1) if is_iso else None)
    found = [(each.rows, each.params) for each in done.findings("INVALID_DATES")]
    assert found == ([] if is_iso else [([901], {"count": 1, "cells": f'"{late}"'})])


@pytest.mark.parametrize("written", ["{:02}/03/2024", "2024-03-{:02}", "2024-03-{:02} 10:00:00+05:30"])
def test_a_few_words_among_dates_are_missing_and_reported(upload, written):
    cells = [*(written.format(1 + place % 28) for place in range(60)), "soon"]
    table = "day,b\n" + "".join(f"{cell},{place % 7}\n" for place, cell in enumerate(cells))
    done = upload(table)
    [finding] = done.findings("INVALID_DATES")
    assert (finding.rows, finding.params) == ([61], {"count": 1, "cells": '"soon"'})
    assert done.types["day"] == "datetime"
    assert [place for place, cell in enumerate(done.table()["day"]) if cell is None] == [60]


def test_words_with_a_few_dates_among_them_are_words(upload):
    table = "day,b\n" + "soon,1\nlater,2\n2024-03-01,3\n" * 9
    assert not upload(table).findings("ODD_DATES")


def test_a_chosen_format_with_a_zone_is_read_as_utc(upload):
    step = {"op": "parse_dates", "column": "at", "formats": ["%d.%m.%Y %H:%M%z", "%d.%m.%Y"]}
    done = upload("at,b\n01.03.2024 10:00+05:30,1\n01.03.2024,2\n2024-03-01 10:00-01,3\n", recipe=[step])
    assert done.table()["at"] == [datetime(2024, 3, 1, 4, 30), datetime(2024, 3, 1), datetime(2024, 3, 1, 11)]


PLAIN = [f"2024-03-{1 + place % 28:02} {place % 24:02}:{place % 60:02}:00" for place in range(2000)]
ZONED = [f"{cell}+05:30" for cell in PLAIN]
UTC_TIMES = [f"{cell}Z" for cell in PLAIN]
# Where no slice of a short sample of a table as long as PLAIN lies.
UNSEEN = 1950


def with_one(cells, place, odd):
    """`cells`, the one at `place` replaced, as a table that is too long for a short sample."""
    cells = [*cells[:place], odd, *cells[place + 1 :]]
    return cells, "at,b,c\n" + "".join(
        f"{cell},{number % 7},{number:020}\n" for number, cell in enumerate(cells)
    )


@pytest.mark.parametrize("place", [0, UNSEEN])
@pytest.mark.parametrize(("most", "odd"), [(ZONED, PLAIN[0]), (PLAIN, ZONED[0])])
def test_a_time_with_or_without_a_zone_among_others_is_read_wherever_it_stands(
    upload, short_sample, most, odd, place
):
    cells, table = with_one(most, place, odd)
    done = upload(table)
    assert not done.findings("ODD_DATES")
    assert [moment.replace(tzinfo=UTC).timestamp() for moment in done.table()["at"]] == [
        read_datetime(cell) for cell in cells
    ]


# Each column has times of one instant, in UTC, with and without a zone.
MIXED = {
    "an offset of hours": ("2024-05-20T17:00:00+02", "2024-05-20 15:00:00"),
    "an offset without a colon": ("2024-05-20T17:00:00+0200", "2024-05-20T15:00:00"),
    "minutes only": ("2024-05-20T15:00Z", "2024-05-20T15:00"),
    "fractions": ("2024-05-20T15:00:00.000Z", "2024-05-20T17:00:00.000000+02:00", "2024-05-20T15:00:00"),
    "a comma before the fraction": ("2024-05-20 15:00:00,000", "2024-05-20 17:00:00,000+02:00"),
    "lower case": ("2024-05-20t15:00:00z", "2024-05-20t17:00:00+02:00", "2024-05-20t15:00:00"),
    "GMT": ("2024-05-20 15:00:00 GMT", "2024-05-20 15:00:00", "2024-05-20 15:00:00 UTC"),
    "the name of the zone": ("2024-05-20T17:00+02:00[Europe/Berlin]", "2024-05-20T15:00"),
    "slashes": ("2024/05/20 17:00 +02:00", "2024/05/20 15:00"),
    "month names": ("20 May 2024 17:00 +0200", "20 May 2024 15:00", "20 May 2024 15:00:00 GMT"),
    "full month names": ("May 20, 2024 5:00 PM +02:00", "May 20, 2024 3:00 PM"),
    "mail": ("Mon, 20 May 2024 17:00:00 +0200", "Mon, 20 May 2024 15:00:00 GMT"),
    "mail with the name of the zone": (
        "Mon, 20 May 2024 17:00:00 +0200 (CEST)",
        "Mon, 20 May 2024 15:00:00 Z",
    ),
    "web servers": ("20/May/2024:17:00:00 +0200", "20/May/2024:15:00:00 +0000"),
    "ctime": ("Mon May 20 17:00:00 +0200 2024", "Mon May 20 15:00:00 2024"),
    "days first": ("20.05.2024 17:00 +02:00", "20.05.2024 15:00", "20.05.2024 15:00:00Z"),
}


@pytest.mark.parametrize("case", MIXED)
def test_mixed_times_are_one_instant_in_a_table_and_in_a_request(upload, case):
    cells = [*MIXED[case], ""] * 5
    done = upload("at,b\n" + "".join(f'"{cell}",{place % 7}\n' for place, cell in enumerate(cells)))
    assert done.table()["at"] == [datetime(2024, 5, 20, 15) if cell else None for cell in cells]
    reading = done.profile.columns[0].reading
    formats = tuple(each.written for each in reading.conversions if "%" in each.written) if reading else ()
    instant = datetime(2024, 5, 20, 15, tzinfo=UTC).timestamp()
    assert {read_datetime(cell, formats) for cell in MIXED[case]} == {instant}


def test_dates_with_and_without_a_time_are_one_column(upload):
    cells = ["20.05.2024", "20.05.2024 15:30", "20.05.2024 15:30:10.5", "2024-05-20"] * 6
    done = upload("at,b\n" + "".join(f"{cell},{place % 7}\n" for place, cell in enumerate(cells)))
    day = datetime(2024, 5, 20)
    assert done.table()["at"][:4] == [day, day.replace(hour=15, minute=30), *done.table()["at"][2:3], day]
    names = ["3 March 2024", "4 Apr 2024", "5 May 2024"] * 6
    done = upload("at,b\n" + "".join(f"{cell},{place % 7}\n" for place, cell in enumerate(names)))
    assert done.table()["at"][:3] == [datetime(2024, month, month) for month in (3, 4, 5)]


def test_times_without_a_zone_are_reported_with_the_zone_they_are_read_in(upload):
    for zoned in (ZONED, UTC_TIMES):
        cells = [*zoned[:30], *PLAIN[:31]]
        done = upload("at,b\n" + "".join(f"{cell},{place % 7}\n" for place, cell in enumerate(cells)))
        [finding] = done.findings("ZONES_MISSING")
        assert finding.rows == list(range(31, 51))
        assert finding.params == {"cell": PLAIN[0], "zone": "UTC", "count": 31}
    for cells in (ZONED[:9], PLAIN[:9], UTC_TIMES[:9]):
        assert not upload("at,b\n" + "".join(f"{cell},{cell}\n" for cell in cells)).findings("ZONES_MISSING")


@pytest.mark.parametrize("place", [0, UNSEEN])
@pytest.mark.parametrize(
    ("most", "odd"),
    [(UTC_TIMES, PLAIN[0]), (UTC_TIMES, ZONED[0]), (PLAIN, UTC_TIMES[0]), (ZONED, UTC_TIMES[0])],
)
def test_times_in_utc_go_with_those_of_a_zone_and_those_of_none_wherever_they_stand(
    upload, short_sample, most, odd, place
):
    cells, table = with_one(most, place, odd)
    done = upload(table)
    assert [moment.replace(tzinfo=UTC).timestamp() for moment in done.table()["at"]] == [
        read_datetime(cell) for cell in cells
    ]
    assert len(done.findings("DATES_CONVERTED")) == (ZONED[0] in cells or most is ZONED)


@pytest.mark.parametrize(
    "dates",
    [
        [f"2024-{1 + place % 12:02}-{1 + place // 12:02}" for place in range(100)],
        [f"{1 + place % 28:02}/{1 + place % 12:02}/2024" for place in range(9000)],
    ],
)
def test_dates_that_are_not_most_cells_are_not_called_most(upload, dates):
    cells = [*dates, *(f"word {place}" for place in range(4 * len(dates)))]
    done = upload("day,b\n" + "".join(f"{cell},{place % 7}\n" for place, cell in enumerate(cells)))
    assert not done.findings("ODD_DATES")


def test_numbers_that_are_not_most_cells_are_not_called_most(upload):
    cells = [*(str(place) for place in range(9000)), *(f"word {place}" for place in range(20000))]
    done = upload("size,b\n" + "".join(f"{cell},{place % 7}\n" for place, cell in enumerate(cells)))
    assert not done.findings("MIXED_TYPES")
