"""Rows of totals are reported and left out, unless a person keeps them."""

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


KEPT = [{"op": "keep_totals"}]


@pytest.mark.parametrize(
    "name",
    [
        *("Total", "SUMME", "Gesamt:", "Suma", "Total général", "Insgesamt", "Grand Total", "Sum", "Gesamt"),
        *("Totals", "** TOTAL **", "Total (EUR)", "Gesamtsumme", "Somme", "Σ", "All", "Total sum", "Overall"),
    ],
)
def test_the_row_is_left_out_and_kept_when_asked(upload, name):
    text = "\n".join(lines(name))
    done = upload(text)
    assert done.table()["q"] == AMOUNTS
    [found] = done.findings("TOTALS_LEFT_OUT")
    assert (found.rows, found.lines, found.params) == ([31], [32], {"count": 1, "cells": f'"{name}"'})
    assert not done.profile.applied
    kept = upload(text, recipe=[found.fix.model_dump()])
    assert kept.table()["name"][-1] == name
    assert not kept.findings("TOTALS_LEFT_OUT")


@pytest.mark.parametrize(
    "name", ["Average", "AVG", "Mean", "Durchschnitt", "Mittelwert", "Ø", "Moyenne", "Promedio", "Media:"]
)
@pytest.mark.parametrize("with_total", [False, True])
def test_a_row_of_averages_is_left_out(upload, name, with_total):
    averages = f"{name};{round(sum(AMOUNTS) / 30, 2)};{round(sum(AMOUNTS) / 120, 1)}"
    rows = lines()[: 32 if with_total else 31]
    done = upload("\n".join([*rows, averages, ""]))
    assert done.table()["q"] == AMOUNTS
    assert [found.rows for found in done.findings("TOTALS_LEFT_OUT")] == [[31, 32] if with_total else [31]]
    assert upload("\n".join([*lines()[:31], f"{name};3;4", ""])).profile.rows == 31


DAYS = [f"2024-{1 + place % 12:02}-{1 + place % 28:02}" for place in range(60)]


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (DAYS, "datetime"),
        ([f"{1 + place % 28:02}.{1 + place % 12:02}.2024" for place in range(60)], "datetime"),
        ([str(1990 + place // 4) for place in range(60)], "integer"),
        ([f"{place / 4}" for place in range(60)], "number"),
        ([("North", "South", "East")[place % 3] for place in range(60)], "category"),
        (["true", "false"] * 30, "boolean"),
        ([f"2024-05-{1 + place % 28:02}T10:00:00+02:00" for place in range(60)], "datetime"),
    ],
)
@pytest.mark.parametrize("name", ["Total", "Gesamt", "Total général"])
def test_a_total_does_not_change_the_type_of_the_column_that_names_it(upload, cells, kind, name):
    rows = [f"{cell};{place % 9}" for place, cell in enumerate(cells)]
    done = upload("\n".join(["first;q", *rows, f"{name};{sum(place % 9 for place in range(60))}", ""]))
    assert (done.types["first"], done.profile.rows) == (kind, 60)
    assert done.profile.columns[0].missing == 0
    assert [found.lines for found in done.findings("TOTALS_LEFT_OUT")] == [[62]]


def test_a_total_of_formatted_amounts_below_dates_is_left_out(upload):
    rows = [f"{day};{place + 1}.250,50 €" for place, day in enumerate(DAYS)]
    done = upload("\n".join(["day;amount", *rows, "Summe;1.845.030,00 €", ""]))
    assert done.types == {"day": "datetime", "amount": "number"}
    assert (done.profile.rows, len(done.findings("TOTALS_LEFT_OUT"))) == (60, 1)


def test_a_total_of_a_file_beyond_the_sample_is_left_out(upload, short_sample):
    rows = [f"{DAYS[place % 60]};{place};{'x' * 30}" for place in range(3000)]
    done = upload("\n".join(["day;q;note", *rows, f"Total;{sum(range(3000))};", ""]))
    assert (done.types["day"], done.profile.rows) == ("datetime", 3000)
    assert [found.rows for found in done.findings("TOTALS_LEFT_OUT")] == [[3001]]


def test_markers_of_a_total_are_no_markers_of_its_columns(upload):
    done = upload("\n".join([*(f"{line}" for line in lines("Total")[:-2]), f"Total;{sum(AMOUNTS)};-", ""]))
    assert done.profile.rows == 30
    assert not done.findings("MISSING_MARKERS")


@pytest.mark.parametrize("name", ["place", "Place", "wanted", "rows", "row_index"])
def test_whatever_columns_are_called_their_row_of_totals_is_reported(upload, name):
    text = "\n".join(lines()).replace("name;q;p", f"name;{name};p")
    assert [found.rows for found in upload(text).findings("TOTALS_LEFT_OUT")] == [[31]]


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
    assert not done.findings("TOTALS_LEFT_OUT")


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
    [found] = done.findings("TOTALS_LEFT_OUT")
    assert (found.rows, found.lines) == (places, [place + 1 for place in places])
    assert found.params["count"] == 4
    assert done.table()["region"] == [title for title in titles for _ in range(4)]
    assert upload(text, recipe=KEPT).profile.rows == 16


def test_those_that_are_left_are_left_out_where_one_was_dropped(upload):
    text, places = groups_of(("North", "South", "East"), "Total", "Total")
    for dropped, others in ((places[-1:], places[:-1]), (places[:-1], places[-1:])):
        done = upload(text, recipe=[{"op": "drop_rows", "rows": dropped}])
        assert [found.rows for found in done.findings("TOTALS_LEFT_OUT")] == [others]
        assert [(each.step.op, each.rows) for each in done.profile.applied] == [("drop_rows", len(dropped))]
        assert done.profile.rows == 12


def test_a_total_in_the_first_row_is_reported(upload):
    head, *rows, total, _ = lines()
    [found] = upload("\n".join([head, total, *rows, ""])).findings("TOTALS_LEFT_OUT")
    assert (found.rows, found.lines, found.params) == ([1], [2], {"count": 1, "cells": '"Total"'})
    # As large as one of those below it, or as all of them with another name.
    for other in ("Total;1;0.25", total.replace("Total", "n99")):
        assert not upload("\n".join([head, other, *rows, ""])).findings("TOTALS_LEFT_OUT")


def test_totals_in_the_first_row_and_below_groups_are_reported_together(upload):
    text, places = groups_of(("North", "South", "East"), "Total", "Total")
    head, *rows, total, _ = text.split("\n")
    [found] = upload("\n".join([head, total, *rows, total, ""])).findings("TOTALS_LEFT_OUT")
    assert found.rows == [1, *(place + 1 for place in places)]
    [found] = upload("\n".join([head, total, *rows, ""])).findings("TOTALS_LEFT_OUT")
    assert found.rows == [1, *(place + 1 for place in places[:-1])]


def test_a_total_above_a_note_is_reported(upload):
    [found] = upload("\n".join([*lines()[:-1], "Source: the shops;;", ""])).findings("TOTALS_LEFT_OUT")
    assert found.rows == [31]


def test_a_total_of_all_below_a_customer_of_that_name_is_the_only_one(upload):
    rows = [f"{('Total', 'Shell', 'Esso')[place % 3]};{place % 5 + 1};{place % 7 + 2}" for place in range(60)]
    sums = [sum(int(row.split(";")[at]) for row in rows) for at in (1, 2)]
    text = "\n".join(["name;q;p", *rows, f"Total;{sums[0]};{sums[1]}", ""])
    assert [found.rows for found in upload(text).findings("TOTALS_LEFT_OUT")] == [[61]]


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
    assert not done.findings("TOTALS_LEFT_OUT")


@given(st.lists(st.lists(st.integers(1, 10_000), min_size=2, max_size=6), min_size=1, max_size=8))
def test_each_sum_of_a_group_and_of_all_is_found(groups):
    rows, parts, place = list[NamedTotal](), [], 0
    for group in groups:
        place += len(group)
        rows.append(NamedTotal(place, "total", np.array([float(sum(group))])))
        parts.append(np.array([rows[-1].amounts, [len(group)]]))
        place += 1
    whole = sum(sum(group) for group in groups)
    rows.append(NamedTotal(place, "total", np.array([float(whole)])))
    found = find_subtotals(rows, [*parts, np.zeros((2, 1))], place)
    assert found == [each.place for each in rows]


def test_the_row_of_a_workbook_is_reported_too(upload):
    rows = [line.split(";") for line in lines()[:-1]]
    cells = [[row[0], *(float(cell) if cell[0].isdigit() else cell for cell in row[1:])] for row in rows]
    [found] = upload(workbook(cells)).findings("TOTALS_LEFT_OUT")
    assert (found.rows, found.lines) == ([31], [])
    assert upload(workbook(cells)).table()["q"] == AMOUNTS
