"""Amounts of which only some carry their currency are one column of numbers."""

import pytest

from tests.engine.features.test_currencies_and_units import english, german


def plain(cents):
    return f"{cents / 100:.2f}"


def comma(cents):
    return plain(cents).replace(".", ",")


CENTS = [5_000 + 337 * place for place in range(300)]


def cells_of(write, sign, every=3):
    return [
        sign.format(write(cents)) if place % every == 0 else write(cents) for place, cents in enumerate(CENTS)
    ]


def table(cells):
    return "price;b\n" + "".join(f"{cell};x{place % 7}\n" for place, cell in enumerate(cells))


WRITTEN = [
    (german, "{} €"),
    (comma, "{} €"),
    (english, "${}"),
    (plain, "${}"),
    (plain, "Rs. {}"),
    (plain, "{} EUR"),
]


@pytest.mark.parametrize("every", [3, 7, 299])
@pytest.mark.parametrize(("write", "sign"), WRITTEN)
def test_amounts_with_and_without_their_sign_are_numbers(upload, write, sign, every):
    done = upload(table(cells_of(write, sign, every)))
    assert done.types["price"] == "number"
    assert done.table()["price"] == [cents / 100 for cents in CENTS]
    [read] = done.profile.columns[0].reading.conversions[:1]
    assert (read.kind, read.written) == ("currency", sign.format("").strip())


@pytest.mark.parametrize(("write", "sign"), WRITTEN)
def test_invalid_cells_beside_are_all_that_is_missing(upload, write, sign):
    cells = cells_of(write, sign)
    cells[40] = cells[90] = "auf Anfrage"
    done = upload(table(cells))
    [finding] = done.findings("INVALID_NUMBERS")
    assert (finding.rows, finding.params) == ([41, 91], {"count": 2, "cells": '"auf Anfrage"'})
    # To drop the column would be the wrong advice beside it.
    assert not done.findings("IDENTIFIER_COLUMN")
    expected = [None if place in (40, 90) else cents / 100 for place, cents in enumerate(CENTS)]
    assert done.table()["price"] == expected


@pytest.mark.parametrize(("write", "sign"), WRITTEN)
def test_few_signs_among_many_amounts_are_not_overlooked(upload, write, sign):
    cents = [5_000 + 37 * place for place in range(9_000)]
    cells = [sign.format(write(each)) if place == 7_777 else write(each) for place, each in enumerate(cents)]
    done = upload(table(cells))
    assert done.table()["price"] == [each / 100 for each in cents]


@pytest.mark.parametrize("odd", [[], ["auf Anfrage"]])
@pytest.mark.parametrize("every", [2, 5])
def test_two_currencies_and_none_are_no_one_number(upload, every, odd):
    cells = [comma(cents) for cents in CENTS]
    cells[::every] = [f"{cell} {'€$'[place % 2]}" for place, cell in enumerate(cells[::every])]
    done = upload(table([*cells, *odd]))
    assert done.table()["price"] == [*cells, *odd]
    [finding] = done.findings("MIXED_CURRENCIES")
    assert {*finding.params["currencies"].split(", ")} == {"$", "€"}
    # Where a person insists, what has no currency is read.
    chosen = upload(table([*cells, *odd]), recipe=[{"op": "cast", "column": "price", "to": "number"}])
    expected = [None if place % every == 0 else cents / 100 for place, cents in enumerate(CENTS)]
    assert chosen.table()["price"][: len(CENTS)] == expected


def test_a_share_and_a_number_are_not_the_same(upload):
    cells = cells_of(comma, "{} %", 10)
    done = upload(table(cells))
    assert done.table()["price"] == cells
    [finding] = done.findings("MIXED_TYPES")
    assert finding.params["lost"] == 30
    fixed = upload(table(cells), recipe=[finding.fix.model_dump()])
    assert fixed.table()["price"][:2] == [None, CENTS[1] / 100]
