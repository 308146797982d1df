"""Whole numbers that are named codes are told, and read as a category when a person says so."""

import pytest


def table(name, values, rows=120):
    return f"{name};other\n" + "".join(
        f"{values[place % len(values)]};{place * 7 % 11}\n" for place in range(rows)
    )


STATUS = [200, 404, 500, 301]
ZIPS = [94110, 10001, 60614, 33101, 75201]
FEW = [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("zip", ZIPS),
        ("ZipCode", ZIPS),
        ("PLZ", ZIPS),
        ("Postleitzahl", ZIPS),
        ("code_postal", ZIPS),
        ("Código postal", ZIPS),
        ("status code", STATUS),
        ("HttpStatus", STATUS),
        ("Status", FEW),
        ("region_id", FEW),
        ("PULocationID", [4, 132, 138, 161]),
        ("MSSubClass", [20, 60, 120, 190]),
        ("Filiale", FEW),
        ("code_region", [11, 24, 75, 93]),
        ("Tipo", FEW),
        ("icd9", [250, 401, 414, 486]),
        ("pin code", [110001, 400001, 560001]),
    ],
)
def test_a_column_of_codes_is_told_and_becomes_a_category(upload, name, values):
    done = upload(table(name, values))
    [found] = done.findings("CODES_AS_NUMBERS")
    assert (found.column, found.params["count"], found.severity) == (name, len(values), "info")
    assert found.params["values"].split(", ")[0] in map(str, values)
    fixed = upload(table(name, values), recipe=[found.fix.model_dump(exclude_none=True)])
    assert (fixed.types[name], fixed.findings("CODES_AS_NUMBERS")) == ("category", [])
    assert fixed.table()[name][0] == str(values[0])


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("rooms", FEW),
        ("age", [20, 35, 41, 62]),
        ("class_size", [20, 24, 31]),
        ("Pclass", [1, 2, 3]),
        ("class", FEW),
        ("number of stores", FEW),
        ("stores", FEW),
        ("n_types", FEW),
        ("lines of code", [120, 300, 450]),
        ("code_lines", [120, 300, 450]),
        ("Anzahl Filiale", FEW),
        ("year", [2019, 2020, 2021]),
        ("stage", FEW),
        ("estate", FEW),
        ("status", [0, 1]),
        ("price", [100, 250, 500]),
        ("state", [-1, 4, 7, 12]),
        ("zip", [*range(10_000, 10_110)]),
    ],
)
def test_amounts_and_counts_are_none(upload, name, values):
    assert not upload(table(name, values)).findings("CODES_AS_NUMBERS")
