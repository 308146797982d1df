"""Times of day and durations become numbers, in a table as in a row that is sent."""

from dataclasses import asdict, replace

import numpy as np
import pytest

from rowcast_automl.features.rows.cells import CellError
from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.rows.number_formats import read_amount
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.ingest.dates.times_and_durations import most_likely_time_format
from rowcast_automl.profile.columns.column_names import is_time_name
from rowcast_automl.serve.requests.request_reader import RequestReader


def column_of(upload, name, cells, **changes):
    text = f"b;{name}\n" + "".join(f"{place % 7};{cell}\n" for place, cell in enumerate(cells))
    done = upload(text, **changes)
    return done, done.table()[name], done.profile.columns[1]


def field_of(column):
    reported, *others = column.reading.conversions
    assert [each.kind for each in others] in ([], ["without_unit"])
    return InputField("a", "number", 0, clock=reported.kind, unit=reported.written, bare=bool(others))


CASES = [
    ("time", ["15:19", "0:05", "23:59"], ("time_of_day", "min"), [919, 5, 1439]),
    ("a", ["15:19", "00:05", "23:59"], ("time_of_day", "min"), [919, 5, 1439]),
    ("start", ["3:15 PM", "12:05 am", "12:00 pm"], ("time_of_day", "min"), [915, 5, 720]),
    ("a", ["15:19:30", "00:00:10", "23:00:00"], ("time_of_day", "s"), [55_170, 10, 82_800]),
    ("duration", ["0:45", "1:18", "12:00"], ("duration", "min"), [45, 78, 720]),
    ("runtime", ["0:45:10", "1:00:00", "59:59"], ("duration", "s"), [2710, 3600, 3599]),
    ("wait", ["26:15", "0:30", "1:00"], ("duration", "min"), [1575, 30, 60]),
    ("pace", ["5:30", "4:05", "6:00"], ("duration", "s"), [330, 245, 360]),
    ("a", ["1h 18m", "45m", "2h"], ("duration", "min"), [78, 45, 120]),
    ("a", ["2 h 5 min", "1 h", "3 h 30 min"], ("duration", "min"), [125, 60, 210]),
    ("a", ["1 Tag 2 Std.", "3 Std.", "2 Tage"], ("duration", "min"), [1560, 180, 2880]),
    ("a", ["1m 30s", "45s", "2m"], ("duration", "s"), [90, 45, 120]),
    ("a", ["1H 18M", "45M", "2H"], ("duration", "min"), [78, 45, 120]),
    ("a", ["1\u00a0h\u00a018\u202fmin", "45\u00a0min", "2\u00a0h"], ("duration", "min"), [78, 45, 120]),
    ("a", ["1h 18m", "0:45:10", "2h"], ("duration", "s"), [4680, 2710, 7200]),
]


@pytest.mark.parametrize(("name", "cells", "reading", "numbers"), CASES)
def test_a_time_is_read_in_a_request_as_in_the_table(upload, name, cells, reading, numbers):
    done, stored, column = column_of(upload, name, cells * 10)
    assert stored == numbers * 10
    reported = column.reading.conversions[0]
    assert ((reported.kind, reported.written), column.type) == (reading, "number")
    [found] = done.findings("CLOCK_READ")
    assert found.params == {"cell": cells[0], "unit": reading[1], "value": f"{numbers[0]}"}
    field = field_of(column)
    for written in ("{}", " {} "):
        assert [read_amount(written.format(cell), field) for cell in cells] == numbers
    assert [read_amount(number, field) for number in numbers] == numbers
    assert field.public()["unit"] == reading[1]


@pytest.mark.parametrize("to", ["number", "integer"])
def test_a_chosen_number_keeps_the_reading(upload, to):
    step = {"op": "cast", "column": "a", "to": to}
    cells = ["1h 18m", "45m", "2h", "soon"] * 5
    done, stored, column = column_of(upload, "a", cells, recipe=[step])
    assert stored == [78, 45, 120, None] * 5
    reported = [(each.kind, each.written) for each in column.reading.conversions]
    assert reported == [("duration", "min"), ("without_unit", "min")]
    assert [found.params["cells"] for found in done.findings("TYPE_UNFIT")] == ['"soon"']


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("score", ["02:10", "13:15", "21:19"]),
        ("a", ["2:10", "3:15", "1:19"]),
        ("a", ["98:45", "87:12", "101:10"]),
        ("ratio", ["16:10", "21:09"]),
        ("time", ["15:19", "25:61"]),
        ("a", ["45m", "30m", "100m"]),
        ("a", ["1h 18m", "later"]),
        ("a", ["12", "h", "m"]),
        ("start", ["15:19", "1h 18m"]),
        ("a", ["13:00 PM", "14:00 PM"]),
        ("a", ["10H", "2D", "7S"]),
        ("tenor", ["1D", "3M", "30D"]),
        ("Endstand", ["22:19", "18:23", "20:20"]),
        ("verset", ["03:16", "01:01", "12:05"]),
    ],
)
def test_other_cells_are_no_times(upload, name, cells):
    done, stored, _ = column_of(upload, name, cells * 10)
    assert stored == cells * 10
    assert not done.findings("CLOCK_READ")


def test_steps_about_the_text_that_times_were_before_do_nothing(upload):
    steps = [{"op": "trim", "column": "start"}, {"op": "unify", "column": "start"}]
    done, stored, column = column_of(upload, "start", ["15:19", " 0:05", "23:59"] * 10, recipe=steps)
    assert (stored, column.type) == ([919, 5, 1439] * 10, "number")
    assert [(each.step.op, each.cells) for each in done.profile.applied] == [("trim", 0), ("unify", 0)]


def test_a_late_cell_that_is_no_time_is_named(upload):
    cells = [*(f"{place % 24:02}:{place % 60:02}" for place in range(900)), "noon"]
    done, stored, _ = column_of(upload, "start", cells)
    [found] = done.findings("INVALID_NUMBERS")
    assert (found.params["cells"], found.params["count"]) == ('"noon"', 1)
    assert (stored[61], stored[-1]) == (13 * 60 + 1, None)


@pytest.mark.parametrize("sent", ["soon", "24:00", "15:61", "1:2:3:4", "-1:30", True])
def test_what_is_no_time_is_rejected_with_the_ways_to_write_one(sent):
    field = InputField("start", "number", 0, clock="time_of_day", unit="min")
    with pytest.raises(CellError) as rejected:
        read_amount(sent, field)
    if isinstance(sent, str):
        assert Note(0, "start", "FIELD_INVALID", rejected.value.parts).message == (
            f'start must be a time or duration such as 15:19 or 1h 18m, or a number in min, not "{sent}".'
        )


MINUTES = [f"{place // 60}h {place % 60}m" if place > 59 else f"{place} min" for place in range(20, 140, 3)]
SECONDS = [f"{place // 60} Min. {place % 60} Sek." for place in range(61, 179, 3)]


@pytest.mark.parametrize(
    ("cells", "bare", "unit"),
    [
        (MINUTES, ["90", "7.5"], "min"),
        ([cell.replace("h ", " Std. ").replace("m", " Min.") for cell in MINUTES[14:]], ["90"], "min"),
        ([cell.replace("h ", " heures ").replace("m", " minutes") for cell in MINUTES[14:]], ["0"], "min"),
        ([cell.replace("h ", " horas ").replace("m", " minutos") for cell in MINUTES[14:]], ["5"], "min"),
        (SECONDS, ["90"], "s"),
    ],
)
def test_a_number_alone_among_durations_is_of_their_unit(upload, cells, bare, unit):
    done, stored, column = column_of(upload, "a", [*cells, *bare])
    assert stored[len(cells) :] == [float(cell) for cell in bare]
    [found] = done.findings("UNITS_MISSING")
    assert found.params == {"unit": unit, "count": len(bare)}
    assert found.rows == [*range(len(cells) + 1, len(cells) + len(bare) + 1)]
    field = field_of(column)
    assert [read_amount(cell, field) for cell in (*cells, *bare)] == stored


WITHOUT_UNIT = {
    "a": [f"{place}h {place}m" if place % 3 == 0 else f"{place}h" for place in range(1, 40)],
    "c": [f"{place} d {place % 24} h" if place % 2 else f"{place} d" for place in range(1, 40)],
    "start": [f"{place % 24:02}:{place:02}" for place in range(39)],
    "runtime": [f"0:{place:02}:30" for place in range(39)],
    "Dauer": [f"{place}:{place + 20}" for place in range(39)],
}


@pytest.mark.parametrize("bare", ["90", "7.5", "0"])
def test_a_number_alone_has_no_meaning_where_no_unit_is_reported(upload, bare):
    rows = [*zip(*([*cells, bare] for cells in WITHOUT_UNIT.values()), strict=True)]
    text = ";".join(["b", *WITHOUT_UNIT]) + "\n"
    text += "".join(f"{place % 7};{';'.join(row)}\n" for place, row in enumerate(rows))
    done = upload(text)
    found = {each.column: each for each in done.findings("INVALID_NUMBERS")}
    counts = {name: (each.params["count"], each.rows) for name, each in found.items()}
    assert counts == dict.fromkeys(WITHOUT_UNIT, (1, [40]))
    # The table, in which the cells are missing, and a request agree.
    columns, cleaned = {each.name: each for each in done.profile.columns}, done.table()
    for name in WITHOUT_UNIT:
        assert cleaned[name][-1] is None and None not in cleaned[name][:-1], name
        field = field_of(columns[name])
        with pytest.raises(CellError) as odd:
            read_amount(bare, field)
        assert odd.value.says_nothing, name
        assert read_amount(float(bare), field) == float(bare), name


def test_a_number_alone_is_a_gap_of_a_request_and_reported(upload):
    field = InputField(
        "start",
        "number",
        0,
        clock="time_of_day",
        unit="min",
        bare=False,
        seen_missing=True,
    )
    schema = ServingSchema("regression", "t", (), "number", (field,))
    for rows, from_text in (([{"start": "90"}], False), ([{"start": "90"}, {"start": "1:30"}], True)):
        packed = RequestReader(schema).read(rows, from_text=from_text)
        assert packed.problems == []
        assert np.isnan(packed.tensors.numbers[0, 0])
        [note] = packed.warnings
        assert note.message == (
            'start "90" has no unit. Write it as 15:19 or 1h 18m, or send a JSON number '
            "in min. It was treated as missing."
        )
    assert RequestReader(schema).read([{"start": 90}]).tensors.numbers.tolist() == [[90]]
    required = ServingSchema("regression", "t", (), "number", (replace(field, nullable=False),))
    assert RequestReader(required).read([{"start": "90"}]).problems


def test_a_model_from_before_takes_a_number_alone_as_it_did():
    kept = asdict(InputField("start", "number", 0, clock="time_of_day", unit="min"))
    del kept["bare"]
    assert read_amount("90", InputField.from_json(kept)) == 90


def test_a_long_cell_or_name_is_looked_at_once() -> None:
    assert most_likely_time_format("left", [f"1d{' ' * 50_000}x"] * 3) is None
    assert is_time_name(f"x{' ' * 200_000}date")
