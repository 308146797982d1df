"""A last row of totals is told, and taken out only when a person says so."""

import pytest

from tests.ingest.test_formats import workbook

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
def test_the_row_is_told_and_taken_out_when_asked(upload, name):
    text = "\n".join(lines(name))
    done = upload(text)
    assert len(done.table()["q"]) == 31
    [found] = done.findings("TOTAL_ROW")
    assert (found.rows, found.lines, found.params) == ([31], [32], {"cell": name})
    fixed = upload(text, recipe=[found.fix.model_dump()])
    assert fixed.table()["q"] == AMOUNTS
    assert (fixed.findings("TOTAL_ROW"), [each.rows for each in fixed.profile.applied]) == ([], [1])


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
        "\n".join(lines("Total")[:-1] + ["n1;1;1", ""]),
        "name;q\n" + "n;0\n" * 9 + "Total;0\n",
    ],
)
def test_other_last_rows_are_rows(upload, text):
    assert not upload(text).findings("TOTAL_ROW")


def test_the_row_of_a_workbook_is_told_too(upload):
    rows = [line.split(";") for line in lines()[:-1]]
    cells = [[row[0], *(float(cell) if cell[0].isdigit() else cell for cell in row[1:])] for row in rows]
    [found] = upload(workbook(cells)).findings("TOTAL_ROW")
    assert (found.rows, found.lines) == ([31], [])
    fixed = upload(workbook(cells), recipe=[found.fix.model_dump()])
    assert (fixed.table()["q"], fixed.findings("TOTAL_ROW")) == (AMOUNTS, [])


def test_a_column_of_dates_with_a_total_below_is_mended_in_one_version(upload):
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
