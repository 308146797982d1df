"""Findings that name the rows which show them."""

import random

from tests.lint.columns import AMOUNTS, LABELS, NOISE, N

LUCK = random.Random(7)


def test_the_rows_are_reported_in_which_nearly_equal_columns_differ(lint):
    feet = [round(amount * 3.28084, 2) for amount in AMOUNTS]
    feet[7], feet[300] = feet[7] + 9, feet[300] - 9
    country = [LUCK.choice(["Norway", "India", "Spain", "France"]) for _ in range(2 * N)]
    codes_of = [name[:2].upper() for name in country]
    codes_of[11] = "FR" if country[11] != "France" else "IN"
    near = {
        found.column: found.rows
        for columns in (
            {"metres": AMOUNTS, "feet": feet, "noise": NOISE},
            {"country": country * 2, "iso": [*codes_of, *(name[:2].upper() for name in country)]},
        )
        for found in lint(None, **columns).findings
        if found.code == "NEAR_DUPLICATE_COLUMN"
    }
    assert near == {"feet": [8, 301], "iso": [12]}


def test_the_rows_of_the_largest_group_are_reported(lint):
    customers = [f"C{place % 50}" for place in range(N)]
    for row in (*range(7, 47, 3), *range(200, 240, 4)):
        customers[row - 1] = "C7"
    [found] = [each for each in lint(None, customer=customers, b=NOISE).findings if each.code == "GROUPS"]
    assert found.params["largest"] == customers.count("C7") == max(map(customers.count, customers))
    assert found.rows == [place for place, each in enumerate(customers, 1) if each == "C7"][:20]


def test_texts_that_are_not_read_to_their_end_are_reported(lint):
    word = [f"w{place}" for place in range(40)]
    notes = [" ".join(LUCK.choice(word) for _ in range(30)) for _ in range(N)]
    notes[4] = " ".join(LUCK.choice(word) for _ in range(1_200))
    notes[9] = "a" * 3_000
    report = lint("y", note=notes, y=LABELS)
    [found] = [each for each in report.findings if each.code == "TEXT_CUT"]
    assert (found.column, found.rows, found.params) == ("note", [5], {"most": 1_000, "count": 1})
