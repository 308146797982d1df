"""Total rows are left out if their name is in place of a date, a number or a key, even with other sums."""

import pytest

DAYS = [f"2024-{1 + place % 12:02}-{1 + place % 28:02}" for place in range(60)]
GERMAN_DAYS = [f"{1 + place % 28:02}.{1 + place % 12:02}.2024" for place in range(60)]
YEARS = [str(1990 + place // 4) for place in range(60)]
KEYS = [f"K-{place:03}" for place in range(60)]
QUANTITIES = [10 + place % 25 for place in range(60)]
SUM = sum(QUANTITIES)


def table(first, name, *amounts, separator=";"):
    rows = [
        f"{cell}{separator}{quantity}{separator}{quantity * 1.5}"
        for cell, quantity in zip(first, QUANTITIES, strict=True)
    ]
    header = separator.join(("first", "q", "p"))
    return "\n".join([header, *rows, separator.join((name, *map(str, amounts))), ""])


def german(amount):
    return f"{amount:.2f}".replace(".", ",")


@pytest.mark.parametrize(
    ("first", "kind", "name", "amounts"),
    [
        (DAYS, "datetime", "Total", (SUM + 3, SUM * 1.5 + 7)),
        (DAYS, "datetime", "Total 2024", (SUM * 0.7, SUM * 0.9)),
        (GERMAN_DAYS, "datetime", "Summe", (SUM * 0.7, SUM * 0.9)),
        (YEARS, "integer", "Suma", (3 * SUM, "")),
        (YEARS, "integer", "Gesamt:", (SUM * 0.8, 30)),
        (KEYS, "identifier", "Somme", (SUM - 30, SUM * 1.5 + 7)),
        (KEYS, "identifier", "Subtotal", (3 * SUM, "")),
    ],
)
def test_a_total_of_other_or_rounded_rows_is_left_out(upload, first, kind, name, amounts):
    done = upload(table(first, name, *amounts))
    assert (done.table()["q"], done.types["first"]) == (QUANTITIES, kind)
    assert [found.rows for found in done.findings("TOTALS_LEFT_OUT")] == [[61]]


def test_such_a_total_is_kept_when_asked(upload):
    assert upload(table(DAYS, "Total", SUM + 3, 9), recipe=[{"op": "keep_totals"}]).profile.rows == 61


def test_a_total_of_decimal_commas_below_german_dates_is_left_out(upload):
    rows = [
        f"{day};{quantity};{german(quantity * 1.5)}"
        for day, quantity in zip(GERMAN_DAYS, QUANTITIES, strict=True)
    ]
    done = upload("\n".join(["Tag;Menge;Umsatz", *rows, "Summe;3100;38000,00", ""]))
    assert (done.profile.rows, done.types["Tag"], done.types["Umsatz"]) == (60, "datetime", "number")
    assert not done.findings("INVALID_CELLS")


@pytest.mark.parametrize("name", ["Average", "Durchschnitt"])
def test_a_rounded_average_below_dates_is_left_out(upload, name):
    done = upload(table(DAYS, name, round(SUM / 60 * 0.98, 1), round(SUM / 60 * 1.5 * 1.03, 1)))
    assert done.profile.rows == 60


def test_totals_of_years_between_days_are_left_out(upload):
    rows = [f"{day};{quantity};1" for day, quantity in zip(DAYS, QUANTITIES, strict=True)]
    totals = [f"Total 2022;{sum(QUANTITIES[:30]) + 9};", f"Total 2023;{sum(QUANTITIES[30:]) - 9};"]
    done = upload("\n".join(["day;q;one", *rows[:30], totals[0], *rows[30:], totals[1], ""]))
    assert (done.table()["q"], done.types["day"]) == (QUANTITIES, "datetime")


def test_a_total_above_dates_is_left_out(upload):
    header, *rows, total = table(DAYS, "Total", SUM + 20, "").rstrip().split("\n")
    assert upload("\n".join([header, total, *rows, ""])).table()["q"] == QUANTITIES


def test_a_total_of_negative_amounts_is_left_out(upload):
    rows = [f"{day};-{quantity}" for day, quantity in zip(DAYS, QUANTITIES, strict=True)]
    assert upload("\n".join(["day;q", *rows, f"Total;-{SUM + 40}", ""])).profile.rows == 60


@pytest.mark.parametrize(
    ("first", "amounts"),
    [
        # A usual number below dates and keys, and below a category.
        *((first, (17, 25.5)) for first in (DAYS, YEARS, KEYS)),
        ([("Total", "Shell", "Esso")[place % 3] for place in range(60)], (SUM * 3, SUM * 4)),
        ([("All", "Some")[place % 2] for place in range(60)], (SUM * 3, SUM * 4)),
        # Clearly larger than the others, but no sum.
        (KEYS, (70, 105)),
        # The opposite direction.
        (DAYS, (-SUM, -SUM)),
    ],
)
def test_other_rows_with_such_a_name_are_kept(upload, first, amounts):
    done = upload(table(first, "Total", *amounts))
    assert done.profile.rows == 61
    assert not done.findings("TOTALS_LEFT_OUT")


def test_a_size_called_all_is_kept(upload):
    sizes = [str(36 + place % 12) if place % 10 else "all" for place in range(60)]
    rows = [f"{size};{quantity}" for size, quantity in zip(sizes, QUANTITIES, strict=True)]
    done = upload("\n".join(["size;q", *rows, ""]))
    assert done.profile.rows == 60
    assert not done.findings("TOTALS_LEFT_OUT")
