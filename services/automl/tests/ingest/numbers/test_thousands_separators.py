"""Separators of thousands are dropped only where they part thousands: 1.5 never becomes 15."""

import pytest

GERMAN = [f"{1 + place % 9}.{place:03},50" for place in range(900)]
ENGLISH = [f'"{1 + place % 9},{place:03}.50"' for place in range(900)]
SPACED = [f"{1 + place % 9} {place:03},50" for place in range(900)]


@pytest.mark.parametrize(
    ("cells", "late"),
    [
        (GERMAN, "12.5"),
        (GERMAN, "1.5"),
        (GERMAN, "1.2345,5"),
        (ENGLISH, '"12,5"'),
        (ENGLISH, '"1.000,50"'),
        (SPACED, "12 5"),
        ([f"€ {cell}" for cell in GERMAN], "€ 12.5"),
    ],
)
def test_a_late_cell_that_is_written_otherwise_is_missing(upload, cells, late):
    table = "price;b\n" + "".join(f"{cell};{place % 5}\n" for place, cell in enumerate([*cells, late]))
    done = upload(table)
    written = late.strip('"')
    [finding] = done.findings("INVALID_NUMBERS")
    assert (finding.column, finding.rows, finding.params["cells"]) == ("price", [901], f'"{written}"')
    assert done.table()["price"][:2] == [1000.5, 2001.5]
    assert done.table()["price"][-1] is None


@pytest.mark.parametrize(
    ("cells", "late", "number"),
    [
        (GERMAN, "12,5", 12.5),
        (GERMAN, "1.234.567", 1_234_567.0),
        (GERMAN, "1234,5", 1234.5),
        (GERMAN, "-7", -7.0),
        (ENGLISH, '"1,234,567"', 1_234_567.0),
        (ENGLISH, '"12,34,567.25"', 1_234_567.25),
        (ENGLISH, "1234.5", 1234.5),
        (SPACED, "12 345 678,9", 12_345_678.9),
        ([f"€ {cell}" for cell in GERMAN], "- € 1.234", -1234.0),
    ],
)
def test_a_late_cell_that_is_grouped_likewise_is_a_number(upload, cells, late, number):
    done = upload("price;b\n" + "".join(f"{cell};{place % 5}\n" for place, cell in enumerate([*cells, late])))
    assert done.table()["price"][-1] == number


@pytest.mark.parametrize(
    ("cells", "numbers", "signs"),
    [
        (["$1,000.50", "($1,000.50)", "$ (7.00)"], [1000.5, -1000.5, -7.0], {"$", ",", "( )"}),
        (["5", "(5)", "12"], [5.0, -5.0, 12.0], {"( )"}),
        (["1.000,5 €", "(2,5 €)"], [1000.5, -2.5], {"€", ".", ",", "( )"}),
        (["4%", "(5%)"], [4.0, -5.0], {"%", "( )"}),
    ],
)
def test_amounts_in_brackets_are_negative(upload, cells, numbers, signs):
    done = upload("a;b\n" + "".join(f"{cell};{place}\n" for place, cell in enumerate(cells)))
    assert done.table()["a"] == numbers
    [column, _] = done.profile.columns
    assert {each.written for each in column.reading.conversions} == signs
    [finding] = done.findings("NUMBERS_CONVERTED")
    assert finding.column == "a"


@pytest.mark.parametrize("cells", [["(1)", "(2)"], ["5", "(-5)"], ["5", "(5"], ["5", "a(5)"], ["5", "(5) 6"]])
def test_other_brackets_are_text(upload, cells):
    done = upload("a;b\n" + "".join(f"{cell};{place}\n" for place, cell in enumerate(cells)))
    assert done.table()["a"] == cells


def test_a_pinned_number_is_read_with_its_brackets(upload):
    step = {"op": "cast", "column": "a", "to": "number"}
    done = upload("a;b\n$5;x\n($1,000);y\nnone;z\n", recipe=[step])
    assert done.table()["a"] == [5.0, -1000.0, None]


@pytest.mark.parametrize(
    ("separator", "shown"), [(" ", "␣"), ("\u00a0", "␣"), ("\u202f", "␣"), ("'", "'"), (".", ".")]
)
def test_what_parts_thousands_is_reported(upload, separator, shown):
    cells = [f"{1 + place % 9}{separator}{place:03},5" for place in range(60)]
    done = upload("price;b\n" + "".join(f"{cell};{place % 5}\n" for place, cell in enumerate(cells)))
    read = done.profile.columns[0].reading.conversions
    assert [each.written for each in read if each.kind == "thousands"] == [shown]
    assert [found.params["cell"] for found in done.findings("NUMBERS_CONVERTED")] == [cells[0]]
