"""Rows of totals are reported, and taken out only when a person says so."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowcast_automl.profile.rows.subtotals import NamedTotal, find_subtotals
from tests.ingest.formats.test_formats import workbook

AMOUNTS = [3 * place + 1 for place in range(30)]


def lines(name="Total", last=None, cells=AMOUNTS):
    total = sum(cells) if last is None else last
    return [
        "name;q;p",
        *(f"n{cell};{cell};{cell / 4}" for cell in cells),
        f"{name};{total};{sum(cells) / 4}",
        "",
    ]


@pytest.mark.parametrize(
    "name", ["Total", "SUMME", "Gesamt:", "Suma", "Total général", "Insgesamt", "Grand Total"]
)
def test_the_row_is_reported_and_dropped_when_asked(upload, name):
    text = "\n".join(lines(name))
    done = upload(text)
    assert len(done.table()["q"]) == 31
    [found] = done.findings("TOTAL_ROW")
    assert (found.rows, found.lines, found.params) == ([31], [32], {"cell": name})
    fixed = upload(text, recipe=[found.fix.model_dump()])
    assert fixed.table()["q"] == AMOUNTS
    assert (fixed.findings("TOTAL_ROW"), [each.rows for each in fixed.profile.applied]) == ([], [1])


@pytest.mark.parametrize("name", ["place", "Place", "wanted", "rows"])
def test_whatever_columns_are_called_their_row_of_totals_is_reported(upload, name):
    text = "\n".join(lines()).replace("name;q;p", f"name;{name};p")
    assert [found.rows for found in upload(text).findings("TOTAL_ROW")] == [[31]]


def test_exactly_that_row_goes_whatever_was_done_before(upload):
    first, second, *rest = lines("n1")[1:-1]
    text = "\n".join(["name;q;p", first, first, second, *rest, "Total;1;1", "Total;5;5", ""])
    steps = [{"op": "deduplicate"}, {"op": "drop_rows", "rows": [33]}, {"op": "drop_rows", "rows": [1, 34]}]
    done = upload(text, recipe=steps)
    assert done.table()["name"] == [first.split(";")[0], *(line.split(";")[0] for line in [second, *rest])]
    assert [(each.step.op, each.rows) for each in done.profile.applied] == [
        *(("deduplicate", 0), ("drop_rows", 1), ("drop_rows", 2)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(lines("n99")),
        "\n".join(lines("Total", last=7, cells=AMOUNTS)).replace(f"{sum(AMOUNTS) / 4}", "3"),
        "\n".join(lines("Totally")),
        "name;q\nTotal;1\nTotal;2\n",
        "a;b\n" + "x;y\n" * 9 + "Total;y\n",
        "name;q\n" + "n;0\n" * 9 + "Total;0\n",
    ],
)
def test_other_last_rows_are_rows(upload, text):
    done = upload(text)
    assert not done.findings("TOTAL_ROW") and not done.findings("TOTAL_ROWS")


def groups_of(titles, total, grand):
    """A table of three groups, each with its total, and one of all below."""
    rows, all_of, places = ["region;shop;q;p"], [0, 0], []
    for number, title in enumerate(titles):
        cells = [(7 * number + place + 1, place / 4) for place in range(4)]
        rows += [f"{title};shop {place};{q};{p}" for place, (q, p) in enumerate(cells)]
        sums = [sum(each) for each in zip(*cells, strict=True)]
        rows.append(f"{total.format(title)};;{sums[0]};{sums[1]}")
        places.append(len(rows) - 1)
        all_of = [whole + each for whole, each in zip(all_of, sums, strict=True)]
    rows.append(f"{grand};;{all_of[0]};{all_of[1]}")
    return "\n".join([*rows, ""]), [*places, len(rows) - 1]


@pytest.mark.parametrize(
    ("titles", "total", "grand"),
    [
        (("North", "South", "East"), "Total", "Total"),
        (("North", "South", "East"), "{} Total", "Grand Total"),
        (("North", "South", "East"), "Subtotal: {}", "Total"),
        (("Nord", "Süd", "Ost"), "Summe {}", "Gesamtsumme"),
        (("Nord", "Süd", "Ost"), "{} Ergebnis", "Gesamtergebnis"),
        (("Nord", "Süd", "Ost"), "Zwischensumme", "Summe"),
        (("Nord", "Sud", "Est"), "Total {}", "Total général"),
        (("Nord", "Sud", "Est"), "Sous-total {}", "Total"),
        (("Norte", "Sur", "Este"), "Total {}", "Total general"),
        (("Norte", "Sur", "Este"), "Suma de {}", "Suma total"),
    ],
)
def test_totals_of_groups_and_of_all_are_reported_together(upload, titles, total, grand):
    text, places = groups_of(titles, total, grand)
    done = upload(text)
    [found] = done.findings("TOTAL_ROWS")
    assert (found.rows, found.lines) == (places, [place + 1 for place in places])
    assert (found.params["count"], found.fix.rows) == (4, places)
    fixed = upload(text, recipe=[found.fix.model_dump()])
    assert fixed.table()["region"] == [title for title in titles for _ in range(4)]
    assert not fixed.findings("TOTAL_ROWS") and not fixed.findings("TOTAL_ROW")


def test_those_that_are_left_are_reported_where_one_was_dropped(upload):
    text, places = groups_of(("North", "South", "East"), "Total", "Total")
    [found] = upload(text, recipe=[{"op": "drop_rows", "rows": places[-1:]}]).findings("TOTAL_ROWS")
    assert found.fix.rows == places[:-1]
    [found] = upload(text, recipe=[{"op": "drop_rows", "rows": places[:-1]}]).findings("TOTAL_ROW")
    assert found.fix.rows == places[-1:]


def test_a_total_in_the_first_row_is_reported(upload):
    head, *rows, total, _ = lines()
    [found] = upload("\n".join([head, total, *rows, ""])).findings("TOTAL_ROWS")
    assert (found.rows, found.lines, found.params) == ([1], [2], {"count": 1, "cells": '"Total"'})
    # As large as one of those below it, or as all of them with another name.
    for other in ("Total;1;0.25", total.replace("Total", "n99")):
        assert not upload("\n".join([head, other, *rows, ""])).findings("TOTAL_ROWS")


def test_totals_in_the_first_row_and_below_groups_are_reported_together(upload):
    text, places = groups_of(("North", "South", "East"), "Total", "Total")
    head, *rows, total, _ = text.split("\n")
    [found] = upload("\n".join([head, total, *rows, total, ""])).findings("TOTAL_ROWS")
    assert found.rows == [1, *(place + 1 for place in places)]
    [found] = upload("\n".join([head, total, *rows, ""])).findings("TOTAL_ROWS")
    assert found.rows == [1, *(place + 1 for place in places[:-1])]


def test_a_total_above_a_note_is_reported(upload):
    [found] = upload("\n".join([*lines()[:-1], "Source: the shops;;", ""])).findings("TOTAL_ROWS")
    assert found.rows == [31]


def test_a_total_of_all_below_a_customer_of_that_name_is_the_only_one(upload):
    rows = [f"{('Total', 'Shell', 'Esso')[place % 3]};{place % 5 + 1};{place % 7 + 2}" for place in range(60)]
    sums = [sum(int(row.split(";")[at]) for row in rows) for at in (1, 2)]
    text = "\n".join(["name;q;p", *rows, f"Total;{sums[0]};{sums[1]}", ""])
    assert [found.rows for found in upload(text).findings("TOTAL_ROW")] == [[61]]


@pytest.mark.parametrize(
    "rows",
    [
        # A customer, and products.
        [f"{('Shell', 'Esso', 'Total')[place % 3]};x;{place % 4 + 1}" for place in range(90)],
        [f"{('Total 5W30', 'Mobil 5W30', 'Castrol')[place % 3]};5W30;1" for place in range(90)],
        ["Shell;x;1", "Esso;y;2", "Total;z;3", *(f"n{place};x;9" for place in range(20)), "Total;z;5"],
        ["Shell;x;1", "Esso;y;2", "Total;z;3", *(f"n{place};x;9" for place in range(20))],
        [f"n{place};Total care;{place}" for place in range(30)],
    ],
)
def test_names_that_are_no_totals_are_left_alone(upload, rows):
    done = upload("\n".join(["name;what;q", *rows, ""]))
    assert not done.findings("TOTAL_ROW") and not done.findings("TOTAL_ROWS")


@given(st.lists(st.lists(st.integers(1, 10_000), min_size=2, max_size=6), min_size=1, max_size=8))
def test_each_sum_of_a_group_and_of_all_is_found(groups):
    rows, parts, place = list[NamedTotal](), [], 0
    for group in groups:
        place += len(group)
        rows.append(NamedTotal(place, "total", np.array([float(sum(group))])))
        parts.append(rows[-1].amounts)
        place += 1
    whole = sum(sum(group) for group in groups)
    rows.append(NamedTotal(place, "total", np.array([float(whole)])))
    found = find_subtotals(rows, [*parts, np.zeros(1)], place)
    assert found == [each.place for each in rows]


def test_the_row_of_a_workbook_is_reported_too(upload):
    rows = [line.split(";") for line in lines()[:-1]]
    cells = [[row[0], *(float(cell) if cell[0].isdigit() else cell for cell in row[1:])] for row in rows]
    [found] = upload(workbook(cells)).findings("TOTAL_ROW")
    assert (found.rows, found.lines) == ([31], [])
    fixed = upload(workbook(cells), recipe=[found.fix.model_dump()])
    assert (fixed.table()["q"], fixed.findings("TOTAL_ROW")) == (AMOUNTS, [])


def test_a_column_of_dates_with_a_total_below_is_fixed_in_one_version(upload):
    rows = [f"2024-01-{1 + place % 28:02};{place}" for place in range(60)]
    text = "\n".join(["day;q", *rows, f"Total;{sum(range(60))}", ""])
    done = upload(text)
    steps = [found.fix.model_dump() for code in ("ODD_DATES", "TOTAL_ROW") for found in done.findings(code)]
    fixed = upload(text, recipe=steps)
    assert (len(fixed.table()["day"]), fixed.types["day"], None in fixed.table()["day"]) == (
        60,
        "datetime",
        False,
    )
    assert (fixed.profile.columns[0].reading.unfit, fixed.findings("TYPE_UNFIT")) == (0, [])
