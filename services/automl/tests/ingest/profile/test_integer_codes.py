"""Integer codes are recognised by their name or format, and a step makes them a category."""

import math

import pytest


def table(name, values, rows=120):
    return f"{name};other\n" + "".join(
        f"{values[place % len(values)]};{place * 7 % 11}\n" for place in range(rows)
    )


def columns(values, rows=120):
    """A table of columns by their names, and one more."""
    lines = (";".join(str(each[place % len(each)]) for each in values.values()) for place in range(rows))
    return (
        ";".join(values)
        + ";other\n"
        + "".join(f"{line};{place * 7 % 11}\n" for place, line in enumerate(lines))
    )


STATUS = [200, 404, 500, 301]
ZIPS = [94110, 10001, 60614, 33101, 75201]
FEW = [1, 2, 3, 4]


CODES = {
    "zip": ZIPS,
    "ZipCode": ZIPS,
    "PLZ": ZIPS,
    "Postleitzahl": ZIPS,
    "code_postal": ZIPS,
    "Código postal": ZIPS,
    "status code": STATUS,
    "HttpStatus": STATUS,
    "Status": FEW,
    "region_id": FEW,
    "PULocationID": [4, 132, 138, 161],
    "MSSubClass": [20, 60, 120, 190],
    "Filiale": FEW,
    "code_region": [11, 24, 75, 93],
    "Tipo": FEW,
    "icd9": [250, 401, 414, 486],
    "pin code": [110001, 400001, 560001],
}


def test_a_column_of_codes_is_reported_and_becomes_a_category(upload):
    done = upload(columns(CODES))
    found = {each.column: each for each in done.findings("CODES_AS_NUMBERS")}
    assert {name: (each.params["count"], each.severity) for name, each in found.items()} == {
        name: (len(values), "info") for name, values in CODES.items()
    }
    for name, values in CODES.items():
        assert found[name].params["values"].split(", ")[0] in map(str, values), name
    recipe = [each.fix.model_dump(exclude_none=True) for each in found.values()]
    fixed = upload(columns(CODES), recipe=recipe)
    assert {name: fixed.types[name] for name in CODES} == dict.fromkeys(CODES, "category")
    assert fixed.findings("CODES_AS_NUMBERS") == []
    stored = fixed.table()
    assert {name: stored[name][0] for name in CODES} == {
        name: str(values[0]) for name, values in CODES.items()
    }


AMOUNTS = {
    "rooms": FEW,
    "age": [20, 35, 41, 62],
    "class_size": [20, 24, 31],
    "Pclass": [1, 2, 3],
    "class": FEW,
    "number of stores": FEW,
    "stores": FEW,
    "n_types": FEW,
    "lines of code": [120, 300, 450],
    "code_lines": [120, 300, 450],
    "Anzahl Filiale": FEW,
    "year": [2019, 2020, 2021],
    "stage": FEW,
    "estate": FEW,
    "status": [0, 1],
    "price": [100, 250, 500],
    "state": [-1, 4, 7, 12],
    "zip": [*range(10_000, 10_110)],
}


def test_amounts_and_counts_are_none(upload):
    assert [each.column for each in upload(columns(AMOUNTS)).findings("CODES_AS_NUMBERS")] == []


@pytest.mark.parametrize(
    "write",
    [
        lambda n: f"+919876{n:06}",
        lambda n: f"+1415555{n:04}",
        lambda n: f"+420 123 456 {n:03}",
        lambda n: f"00{n}",
        lambda n: f"-00{n}",
        lambda n: f"+0{n}",
    ],
)
@pytest.mark.parametrize("blank", ["", " "])
def test_phone_numbers_and_zeros_in_front_are_kept(upload, write, blank):
    cells = [blank * (place % 2) + write(place) for place in range(120)]
    assert upload(table("ref", cells)).table()["ref"] == cells


@pytest.mark.parametrize(
    ("write", "number"),
    [
        (lambda n: f"+{n}", 7.0),
        (lambda n: f"-0.{n:03}", -0.007),
        (lambda n: f"+1234567.{n:03}", 1234567.007),
        (lambda n: f"+{n % 9 + 1} 234 567", 8_234_567.0),
    ],
)
def test_numbers_with_a_sign_are_amounts(upload, write, number):
    assert upload(table("change", [write(place) for place in range(120)])).table()["change"][7] == number


def with_one(write, odd, rows):
    """The cells and the text of a table; of a long one `odd` stands between the slices of the sample."""
    cells = [write.format(1 + place % 9_000) for place in range(rows)]
    place = rows * 545 // 1_000
    cells[place] = odd
    return place, cells, "b;a\n" + "".join(f"{row % 7};{cell}\n" for row, cell in enumerate(cells))


@pytest.mark.parametrize("write", ["{}.25", "{},25", "€ {},25", "€ {}.25", "{} km"])
def test_one_cell_that_is_no_amount_is_missing(upload, write):
    odd = [write.split("{")[0] + each for each in ("00123", "-0123", "inf", "-inf", " nan", "1_000")]
    made = {f"a{place}": with_one(write, each, 900)[1] for place, each in enumerate(odd)}
    stored = upload(columns(made, 900)).table()
    for name, cells in made.items():
        unread = [cells[at] for at, value in enumerate(stored[name]) if value is None or math.isinf(value)]
        assert unread == [each for each in cells if each in odd]


@pytest.mark.parametrize(
    ("write", "odd"),
    [("{}.25", " 00123"), ("{}.25", "-x"), ("€ {}.25", "€ 00123"), ("{},25", "x"), ("{},25", "1.234")],
)
def test_so_does_one_that_the_sample_has_not(upload, short_sample, write, odd):
    place, cells, text = with_one(write, odd, 10_000)
    table = upload(text).table()["a"]
    assert (cells[place], table[place]) == (odd, None)
    assert table.count(None) == 1


@pytest.mark.parametrize(("place", "number"), [(0, 1234.0), (450, 1234.0), (899, None)])
def test_a_point_among_decimal_commas_stands_before_no_decimals(upload, place, number):
    cells = [f"{1 + each},50" for each in range(900)]
    cells[place] = "1.234"
    done = upload("b;a\n" + "".join(f"{each % 7};{cell}\n" for each, cell in enumerate(cells)))
    found = [(each.rows, each.params["cells"]) for each in done.findings("INVALID_NUMBERS")]
    # Where it is seen only when all the others are taken for numbers, it is reported.
    assert (done.table()["a"][place], found) == (
        (number, []) if number else (None, [([place + 1], '"1.234"')])
    )
