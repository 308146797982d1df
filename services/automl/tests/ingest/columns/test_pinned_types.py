"""Types that a person chose, and how cells are rewritten: all of it is told, nothing is changed silently."""

from datetime import datetime

import pytest

from rowcast_automl.platform.errors import RowcastError


def cast(column, to):
    return {"op": "cast", "column": column, "to": to}


def column_of(done, name):
    [found] = [column for column in done.profile.columns if column.name == name]
    return found


def test_numbers_with_signs_are_read_and_displayed(upload):
    done = upload('a,b,c\n"$1,234.50",12%,x\n"$2.00",7.5%,y\n')
    assert done.table()["a"] == [1234.5, 2.0]
    assert done.table()["b"] == [12.0, 7.5]
    kinds = {(each.kind, each.written) for each in column_of(done, "a").reading.conversions}
    assert kinds == {("currency", "$"), ("thousands", ",")}
    reported = {finding.column: finding.params for finding in done.findings("NUMBERS_CONVERTED")}
    assert reported == {"a": {"cell": "$1,234.50", "value": "1234.5"}, "b": {"cell": "12%", "value": "12.0"}}


def test_a_few_bounds_among_numbers_are_read_as_numbers_and_named(upload):
    done = upload("ph,b\n" + "".join(f"{place / 10},x\n" for place in range(10, 60)) + "<1.0,x\n>9.5,y\n")
    assert done.table()["ph"][-2:] == [1.0, 9.5]
    [finding] = done.findings("BOUNDS_READ")
    assert (finding.rows, finding.severity) == ([51, 52], "warning")


def test_bounds_alone_are_groups_and_stay_text(upload):
    done = upload("age,b\n" + "<30,1\n>30,2\n" * 10)
    assert set(done.table()["age"]) == {"<30", ">30"}
    assert done.types["age"] == "category"


@pytest.mark.parametrize(
    ("to", "stored"),
    [
        ("number", [1.0, 2.5, None, None, 3.0]),
        ("integer", [1, None, None, None, 3]),
        ("category", ["1", "2.5", "x", None, "3"]),
        ("text", ["1", "2.5", "x", None, "3"]),
    ],
)
def test_a_chosen_type_holds_and_cells_that_do_not_fit_are_counted_with_their_lines(upload, to, stored):
    done = upload("a,b\n1,u\n2.5,v\nx,w\nNA,w\n3,w\n", recipe=[cast("a", to)])
    assert done.table()["a"] == stored
    assert done.types["a"] == to
    unfit = [finding for finding in done.findings("TYPE_UNFIT") if finding.column == "a"]
    expected = {"number": [4], "integer": [3, 4]}.get(to, [])
    assert [line for finding in unfit for line in finding.lines] == expected
    assert column_of(done, "a").reading.unfit == len(expected)
    assert column_of(done, "a").reading.pinned


def test_lines_count_quoted_line_breaks_and_rejected_rows(upload):
    rows = '"two\nlines",1\n' + "x,2\n" * 30 + "x,1,2\n" + "x,bad\n" + "x,3\n"
    done = upload("a,b\n" + rows, recipe=[cast("b", "integer")])
    [finding] = done.findings("TYPE_UNFIT")
    assert (finding.rows, finding.lines) == ([32], [35])


@pytest.mark.parametrize(
    ("before", "row"),
    [
        ('"3"rd,1\n', 31),
        ('"3" "rd",1\nx,\n', 33),
        ("x,1,\n", 32),
        ('x,1,,""\n', 32),
        (f"{'y' * (9 << 20)},1\n" * 2, 31),
        (f'"{"y" * (9 << 20)}",1\n', 31),
        (f"{'ü' * (3 << 20)},1\n", 31),
        (f"{'y' * (3 << 20)},1\n", 32),
    ],
    ids=range(8),
)
def test_lines_count_the_rows_that_were_taken_and_no_others(upload, before, row):
    rows = "x,2\n" * 30 + before + "x,bad\n" + "x,3\n"
    done = upload("a,b\n" + rows, recipe=[cast("b", "integer")])
    [finding] = done.findings("TYPE_UNFIT")
    assert (finding.rows, finding.lines) == ([row], [32 + before.count("\n")])


@pytest.mark.parametrize("to", ["number", "integer"])
def test_digits_that_are_parted_as_in_code_are_no_number(upload, to):
    done = upload("a,b\n1_000,1\n2,2\n3,3\n", recipe=[cast("a", to)])
    assert done.table()["a"] == [None, 2, 3]
    assert [(found.rows, found.lines) for found in done.findings("TYPE_UNFIT")] == [([1], [2])]


def test_codes_can_be_read_as_numbers_and_numbers_as_codes(upload):
    table = "zip,n\n00123,1\n04567,2\n"
    assert upload(table, recipe=[cast("zip", "integer")]).table()["zip"] == [123, 4567]
    assert upload(table, recipe=[cast("n", "category")]).table()["n"] == ["1", "2"]


def test_yes_and_no_are_boolean_if_pinned(upload):
    done = upload("a,b\nyes,1\nNo,2\nmaybe,3\n", recipe=[cast("a", "boolean")])
    assert done.table()["a"] == [True, False, None]
    [finding] = done.findings("TYPE_UNFIT")
    assert (finding.lines, finding.params) == ([4], {"count": 1, "cells": '"maybe"'})


def test_dates_in_three_formats_stay_text_until_a_person_takes_the_fix(upload):
    table = "day,b\n" + "2024-02-29,1\n31/12/2024,2\n29 Feb 2024,3\n" * 5
    done = upload(table)
    assert done.types["day"] != "datetime"
    [finding] = done.findings("MIXED_DATES")
    reported = 'YYYY-MM-DD: "2024-02-29", DD/MM/YYYY: "31/12/2024", DD Mon YYYY: "29 Feb 2024"'
    assert (finding.params, finding.rows) == ({"formats": reported}, [1, 2, 3])
    fixed = upload(table, recipe=[finding.fix.model_dump()])
    assert fixed.types["day"] == "datetime"
    assert fixed.table()["day"][:3] == [datetime(2024, 2, 29), datetime(2024, 12, 31), datetime(2024, 2, 29)]
    assert not fixed.findings("TYPE_UNFIT")
    [read] = fixed.findings("DATES_CONVERTED")
    others = 'YYYY-MM-DD, DD/MM/YYYY ("31/12/2024"), DD Mon YYYY ("29 Feb 2024")'
    assert (read.params, read.rows) == ({"cell": "2024-02-29", "format": others}, [1, 2, 3])


def test_a_format_is_reported_with_a_cell_that_is_written_in_it(upload):
    done = upload("day,b\n" + "NA,0\n31.12.2024,1\n29.02.2024,2\n" * 5)
    [finding] = done.findings("DATES_CONVERTED")
    assert finding.message == 'Cells such as "31.12.2024" were read as dates in the format DD.MM.YYYY.'
    assert finding.rows == [2]


def test_an_ordered_category_knows_its_levels(upload):
    rows = "small,a,9\nlarge,b,10\nmedium,c,8\n" * 4
    done = upload("size,b,grade\n" + rows, recipe=[cast("grade", "ordinal")])
    assert done.types == {"size": "ordinal", "b": "category", "grade": "ordinal"}
    assert column_of(done, "size").levels == ["small", "medium", "large"]
    assert column_of(done, "grade").levels == ["8", "9", "10"]


@pytest.mark.parametrize(
    "levels",
    [
        ["18-24", "25-34", "35-44", "45+"],
        ["<30", "30-50", ">50"],
        ["under 5", "5 to 9", "10 to 14", "over 100"],
        ["$0 - $9,999", "$10,000 - $49,999", "$50,000+"],
        ["1st", "2nd", "3rd", "10th"],
        ["Unknown", "Low", "Medium", "High"],
    ],
)
def test_ranges_ranks_and_scales_with_an_unknown_have_an_order(upload, levels):
    cells = [levels[place] for place in (2, 0, 1, -1)] * 5
    done = upload("b;a\n" + "".join(f"{place % 3};{cell}\n" for place, cell in enumerate(cells)))
    assert (done.types["a"], column_of(done, "a").levels) == ("ordinal", levels)


@pytest.mark.parametrize(
    "values",
    [["2-1", "0-3", "1-0"], ["1-5", "3-9", "10-12"], ["18-24", "25-34", "young"], ["<30", ">30", ">40"]],
)
def test_other_pairs_of_numbers_have_no_order(upload, values):
    assert upload("b;a\n" + "".join(f"1;{value}\n2;{value}\n" for value in values)).types["a"] == "category"


def test_mixed_types_offer_the_cast_that_makes_numbers_of_them(upload):
    table = "a,b\n" + "".join(f"{place},x\n" for place in range(20)) + "7 or 8,y\nno 9,z\n3 to 4,z\n"
    done = upload(table)
    [finding] = done.findings("MIXED_TYPES")
    fixed = upload(table, recipe=[finding.fix.model_dump()])
    assert fixed.types["a"] == "number"
    assert fixed.table()["a"][-3:] == [None, None, None]
    [unfit] = fixed.findings("TYPE_UNFIT")
    assert unfit.lines == [22, 23, 24]


def test_a_step_about_no_column_is_rejected_with_its_name(upload):
    with pytest.raises(RowcastError) as caught:
        upload("a,b\n1,2\n3,4\n", recipe=[cast("c", "text")])
    assert (caught.value.code, caught.value.fields[0].field) == ("COLUMN_NOT_FOUND", "c")
