"""Steps of a recipe: each does what it says to the table and is counted; the upload is never changed."""

import random

import pytest

from rowcast_automl.platform.errors import RowcastError

TABLE = "n,x,city,note\n1,0.5, Oslo,a\n2,,Bergen,b\n,9.5,Oslo ,c\n4,2.5,,d\n4,2.5,,d\n"


def cleaned(upload, *recipe, table=TABLE):
    return upload(table, recipe=list(recipe))


def applied(done):
    return [(step.cells, step.rows) for step in done.profile.applied]


def test_no_recipe_no_steps(upload):
    assert upload(TABLE).profile.applied is None


def test_a_dropped_column_is_gone_everywhere(upload):
    done = cleaned(upload, {"op": "drop_column", "column": "note"})
    assert list(done.table()) == ["n", "x", "city"]
    assert done.result.preview.columns == ["n", "x", "city"]
    assert [column.name for column in done.profile.columns] == ["n", "x", "city"]


def test_trim(upload):
    done = cleaned(upload, {"op": "trim", "column": "city"})
    assert done.table()["city"] == ["Oslo", "Bergen", "Oslo", None, None]
    assert applied(done) == [(2, 0)]


def test_unify_writes_values_as_most_cells_do(upload):
    cells = ["Yes", "yes ", "YES", "Yes", "  ", "New  York", "new york", "New York", "Straße", "STRASSE", ""]
    table = "a,n\n" + "".join(f"{cell},{place % 2}\n" for place, cell in enumerate(cells))
    done = cleaned(upload, {"op": "unify", "column": "a"}, table=table)
    city, street = ["New York"] * 3, ["STRASSE"] * 2
    assert done.table()["a"] == ["Yes"] * 4 + [None, *city, *street, None]
    assert applied(done) == [(5, 0)]


def test_unify_leaves_what_is_written_alike(upload):
    done = cleaned(upload, {"op": "unify", "column": "note"})
    assert done.table()["note"] == ["a", "b", "c", "d", "d"]
    assert applied(done) == [(0, 0)]


def test_too_many_values_are_not_unified(upload):
    table = "a,n\n" + "".join(f"some words {place},1\n" for place in range(10_001))
    with pytest.raises(RowcastError) as caught:
        cleaned(upload, {"op": "unify", "column": "a"}, table=table)
    assert (caught.value.code, caught.value.fields[0].field) == ("STEP_NOT_APPLICABLE", "a")


@pytest.mark.parametrize(
    ("column", "strategy", "value", "filled"),
    [
        ("n", "median", None, [1, 2, 2, 4, 4]),
        ("x", "mean", None, [0.5, 3.75, 9.5, 2.5, 2.5]),
        ("x", "most_frequent", None, [0.5, 2.5, 9.5, 2.5, 2.5]),
        ("x", "value", "-1", [0.5, -1.0, 9.5, 2.5, 2.5]),
        ("city", "value", "nowhere", [" Oslo", "Bergen", "Oslo ", "nowhere", "nowhere"]),
    ],
)
def test_impute(upload, column, strategy, value, filled):
    step = {"op": "impute", "column": column, "strategy": strategy}
    done = cleaned(upload, step if value is None else {**step, "value": value})
    assert done.table()[column] == filled
    missing = {column.name: column.missing for column in done.profile.columns}
    assert missing[column] == 0


@pytest.mark.parametrize(
    ("step", "filled"),
    [({"strategy": "most_frequent"}, "x"), ({"strategy": "value", "value": "none"}, "none")],
)
def test_cells_of_nothing_but_blanks_are_filled(upload, step, filled):
    blank = ["", "  ", *(each for each in map(chr, range(0x3001)) if each.isspace() and each not in "\r\n")]
    cells = ["x", "x", "y", " z", *blank, "\u00a0 \t"]
    content = "a,b\n" + "".join(f'"{cell}",{place % 7}\n' for place, cell in enumerate(cells))
    recipe = [{"op": "impute", "column": "a", **step}]
    done = upload(content, recipe=recipe)
    assert done.table()["a"] == ["x", "x", "y", " z"] + [filled] * (len(cells) - 4)
    assert [row[0] for row in upload(content).result.preview.rows][4:] == [None] * (len(cells) - 4)
    assert done.profile.applied[0].cells == upload(content).profile.columns[0].missing == len(cells) - 4


def test_clip_keeps_missing_cells_missing(upload):
    done = cleaned(upload, {"op": "clip", "column": "x", "low": 1, "high": 3.25})
    assert done.table()["x"] == [1.0, None, 3.25, 2.5, 2.5]
    assert applied(done) == [(2, 0)]
    whole = cleaned(upload, {"op": "clip", "column": "n", "low": 1.5, "high": None})
    assert whole.table()["n"] == [2, 2, None, 4, 4]


def test_deduplicate_keeps_the_first_and_the_order(upload):
    done = cleaned(upload, {"op": "deduplicate"})
    assert done.table()["n"] == [1, 2, None, 4]
    assert applied(done) == [(0, 1)]
    assert done.profile.duplicate_rows == 0


@pytest.mark.parametrize("name", ["Unnamed: 0", "", "index", "row_id"])
def test_row_numbers_hide_no_repeated_rows(upload, name):
    rows = "".join(f"{place},{place % 50},x{place % 50 * 7}\n" for place in range(200))
    done = upload(f"{name},size,kind\n{rows}")
    column = name or "column_1"
    assert done.profile.duplicate_rows == 150
    [found] = done.findings("DUPLICATE_ROWS_BUT_FOR")
    assert (found.rows[0], found.repeats[0], found.fix.ignoring) == (151, 1, [column])
    assert f'"{column}": 150.' in found.message
    fixed = upload(f"{name},size,kind\n{rows}", recipe=[found.fix.model_dump()])
    assert fixed.table()[column] == [*range(50)]
    assert not fixed.findings("DUPLICATE_ROWS_BUT_FOR")


def test_rows_of_different_customers_are_not_repeated(upload):
    rows = "".join(f"{place},{place % 50},x{place % 50 * 7}\n" for place in range(200))
    assert upload(f"customer_id,size,kind\n{rows}").profile.duplicate_rows == 0


def test_rows_alike_but_for_their_identifiers_are_reported_with_the_step_that_takes_them_out(upload):
    text = "customer,size,kind\n" + "".join(
        f"C{place},{(place % 140) ** 2 * 1.37:.2f},{'xyz'[place % 140 % 3]}\n" for place in range(200)
    )
    [found] = upload(text).findings("DUPLICATE_ROWS_BUT_FOR_IDS")
    assert (found.severity, found.params) == ("info", {"count": 60, "columns": '"customer"'})
    assert (found.rows[:2], found.repeats[:2]) == ([141, 142], [1, 2])
    fixed = upload(text, recipe=[found.fix.model_dump()])
    assert fixed.table()["customer"] == [f"C{place}" for place in range(140)]
    assert not fixed.findings("DUPLICATE_ROWS_BUT_FOR_IDS")


@pytest.mark.parametrize("columns", [(2, 3), (30, 30), (4, 3, 5, 2, 6)])
def test_rows_that_few_values_make_alike_by_chance_are_let_be(upload, columns):
    luck = random.Random(4)
    names = ",".join(f"c{place}" for place in range(len(columns)))
    rows = (",".join(str(luck.randrange(each)) for each in columns) for _ in range(400))
    done = upload(f"customer,{names}\n" + "".join(f"C{place},{row}\n" for place, row in enumerate(rows)))
    assert not done.findings("DUPLICATE_ROWS_BUT_FOR_IDS")


def test_columns_that_follow_from_another_do_not_make_rows_less_alike_by_chance(upload):
    luck = random.Random(5)
    rows = ((luck.randrange(40), luck.randrange(3), luck.randrange(2)) for _ in range(2_000))
    text = "".join(
        f"C{place},city {city},{city * 1.7:.1f},{city * 2.3:.1f},{plan},{churn}\n"
        for place, (city, plan, churn) in enumerate(rows)
    )
    done = upload(f"customer,city,latitude,longitude,plan,churn\n{text}")
    assert not done.findings("DUPLICATE_ROWS_BUT_FOR_IDS")


@pytest.mark.parametrize("ignoring", [["nowhere"], ["n", "x", "city", "note"]])
def test_rows_are_compared_by_columns_that_there_are(upload, ignoring):
    with pytest.raises(RowcastError):
        cleaned(upload, {"op": "deduplicate", "ignoring": ignoring})


@pytest.mark.parametrize(
    ("step", "left"),
    [
        ({"column": "n", "condition": "missing"}, [1, 2, 4, 4]),
        ({"column": "n", "condition": "equals", "value": "4"}, [1, 2, None]),
        ({"column": "n", "condition": "any_of", "values": ["4", "1", "9"]}, [2, None]),
        ({"column": "city", "condition": "any_of", "values": ["Bergen", "' OR 1 = 1 --"]}, [1, None, 4, 4]),
        ({"column": "x", "condition": "above", "value": "2"}, [1, 2]),
        ({"column": "x", "condition": "below", "value": "2"}, [2, None, 4, 4]),
        ({"column": "n", "condition": "above", "value": "3.5"}, [1, 2, None]),
        ({"column": "n", "condition": "below", "value": "1.4"}, [2, None, 4, 4]),
        ({"column": "n", "condition": "equals", "value": "3.5"}, [1, 2, None, 4, 4]),
        ({"column": "n", "condition": "any_of", "values": ["3.5", "1"]}, [2, None, 4, 4]),
    ],
)
def test_filter_takes_out_only_what_it_names(upload, step, left):
    assert cleaned(upload, {"op": "filter_rows", **step}).table()["n"] == left


def test_steps_go_in_order_and_leave_the_upload_alone(upload):
    recipe = [
        {"op": "trim", "column": "city"},
        {"op": "filter_rows", "column": "city", "condition": "equals", "value": "Oslo"},
        {"op": "deduplicate"},
        {"op": "drop_column", "column": "city"},
    ]
    done = cleaned(upload, *recipe)
    assert done.table() == {"n": [2, 4], "x": [None, 2.5], "note": ["b", "d"]}
    assert applied(done) == [(2, 0), (0, 2), (0, 1), (0, 0)]
    assert done.storage.read("uploads/ds/source").decode() == TABLE


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ({"op": "impute", "column": "city", "strategy": "median"}, "STEP_NOT_APPLICABLE"),
        ({"op": "impute", "column": "n", "strategy": "value", "value": "many"}, "STEP_NOT_APPLICABLE"),
        ({"op": "impute", "column": "n", "strategy": "value"}, "STEP_NOT_APPLICABLE"),
        ({"op": "impute", "column": "n", "strategy": "value", "value": "infinity"}, "STEP_NOT_APPLICABLE"),
        ({"op": "clip", "column": "city", "low": 1, "high": 2}, "STEP_NOT_APPLICABLE"),
        ({"op": "clip", "column": "n", "low": 3, "high": 2}, "STEP_NOT_APPLICABLE"),
        ({"op": "clip", "column": "n", "low": 2.2, "high": 2.8}, "STEP_NOT_APPLICABLE"),
        ({"op": "trim", "column": "n"}, "STEP_NOT_APPLICABLE"),
        ({"op": "unify", "column": "n"}, "STEP_NOT_APPLICABLE"),
        ({"op": "filter_rows", "column": "city", "condition": "above", "value": "x"}, "STEP_NOT_APPLICABLE"),
        ({"op": "filter_rows", "column": "n", "condition": "equals"}, "STEP_NOT_APPLICABLE"),
        ({"op": "filter_rows", "column": "n", "condition": "any_of"}, "STEP_NOT_APPLICABLE"),
        (
            {"op": "filter_rows", "column": "n", "condition": "any_of", "values": ["1", "x"]},
            "STEP_NOT_APPLICABLE",
        ),
        ({"op": "filter_rows", "column": "n", "condition": "above", "value": "-1"}, "TOO_FEW_ROWS"),
    ],
)
def test_what_does_not_fit_is_rejected_with_its_name(upload, step, code):
    with pytest.raises(RowcastError) as caught:
        cleaned(upload, step)
    assert caught.value.code == code
    if code == "STEP_NOT_APPLICABLE":
        assert caught.value.fields[0].field == step["column"]


def test_a_column_is_gone_for_later_steps(upload):
    drop = {"op": "drop_column", "column": "n"}
    with pytest.raises(RowcastError, match="no longer exists"):
        cleaned(upload, drop, {"op": "trim", "column": "n"})
    unify = {"op": "unify", "column": "city"}
    fill = {"op": "impute", "column": "city", "strategy": "value", "value": "oslo"}
    with pytest.raises(RowcastError, match="no longer exists"):
        cleaned(upload, unify, {"op": "drop_column", "column": "city"}, fill)


@pytest.mark.parametrize("name", ['x"y', "place", "=1+1", "<b>", "a; DROP TABLE t; --", "../up"])
def test_names_are_only_names(upload, name):
    quoted = '"' + name.replace('"', '""') + '"'
    table = f"{quoted},other\n1,a\n1,a\n,b\n3,a\n"
    recipe = [
        {"op": "impute", "column": name, "strategy": "most_frequent"},
        {"op": "clip", "column": name, "low": 0, "high": 2},
        {"op": "deduplicate"},
    ]
    done = cleaned(upload, *recipe, table=table)
    assert done.table() == {name: [1, 1, 2], "other": ["a", "b", "a"]}


def test_what_reading_found_is_reported_of_the_columns_and_rows_that_are_left(upload):
    table = "a,b,c\n?,1,x\n2,?,y\n3,3,z\n4,4,\n"
    drop = {"op": "drop_column", "column": "a"}
    done = cleaned(upload, drop, table=table)
    assert [(found.column, found.rows) for found in done.findings("MISSING_MARKERS")] == [("b", [2])]
    fewer = {"op": "filter_rows", "column": "c", "condition": "missing"}
    done = cleaned(upload, drop, fewer, table=table)
    assert [(found.column, found.rows) for found in done.findings("MISSING_MARKERS")] == [("b", [])]


def replacing(column, values, by):
    return {"op": "replace", "column": column, "values": values, "by": by}


def test_replace_writes_values_as_another_and_empties_others(upload):
    table = "paid,n\n" + "".join(f"{cell},{n}\n" for n, cell in enumerate(("y", "Yes", "no", "N/K", "Y", "")))
    done = cleaned(
        upload, replacing("paid", ["y", "Y"], "Yes"), replacing("paid", ["N/K"], None), table=table
    )
    assert done.table()["paid"] == ["Yes", "Yes", "no", None, "Yes", None]
    assert applied(done) == [(2, 0), (1, 0)]
    assert [step.value for step in done.profile.applied] == ["Yes", None]
    blank = cleaned(upload, replacing("paid", ["no", "N/K"], "  "), table=table)
    assert blank.table()["paid"] == ["y", "Yes", None, None, "Y", None]


@pytest.mark.parametrize(
    ("column", "values", "by", "left"),
    [
        ("n", ["4"], None, [1, 2, None, None, None]),
        ("n", ["4", "1"], "7", [7, 2, None, 7, 7]),
        ("n", ["4.0"], "5e0", [1, 2, None, 5, 5]),
        ("x", ["9.5", "0.50"], "1", [1.0, None, 1.0, 2.5, 2.5]),
        (
            "city",
            [" Oslo", "Oslo "],
            'O\'slo \\ "x"',
            ['O\'slo \\ "x"', "Bergen", 'O\'slo \\ "x"', None, None],
        ),
    ],
)
def test_replace_reads_values_as_the_column(upload, column, values, by, left):
    assert cleaned(upload, replacing(column, values, by)).table()[column] == left


@pytest.mark.parametrize(
    ("step", "reported"),
    [
        (replacing("city", ["Bergen", "Olso"], "Oslo"), '"Olso"'),
        (replacing("city", ["Oslo"], "Bergen"), '"Oslo"'),
        (replacing("city", [""], "Bergen"), '""'),
        (replacing("n", ["4"], "many"), '"many"'),
        (replacing("n", ["4"], "2.5"), '"2.5"'),
        (replacing("n", ["many"], "4"), '"many"'),
        (replacing("n", ["4"], "0x1F"), '"0x1F"'),
        (replacing("x", ["9.5"], "1e400"), '"1e400"'),
        (replacing("n", ["3"], "4"), '"3"'),
    ],
)
def test_a_value_that_cannot_be_replaced_is_named(upload, step, reported):
    with pytest.raises(RowcastError) as caught:
        cleaned(upload, step)
    assert (caught.value.code, caught.value.fields[0].field) == ("STEP_NOT_APPLICABLE", step["column"])
    assert reported in caught.value.fields[0].message


@pytest.mark.parametrize(
    "moment",
    ["1900-01-01 00:00:00+02", "1899-12-31 24:00:00", "epoch", "infinity", "10000-01-01", "0000-01-01"],
)
def test_a_moment_that_is_read_otherwise_in_a_row_that_is_sent_is_named(upload, moment):
    table = "born,n\n" + "".join(f"{day},1\n" for day in ("1900-01-01", "1970-01-01", "1980-05-06"))
    for step in (replacing("born", [moment], None), replacing("born", ["1980-05-06"], moment)):
        with pytest.raises(RowcastError) as caught:
            cleaned(upload, step, table=table)
        assert (caught.value.code, caught.value.fields[0].field) == ("STEP_NOT_APPLICABLE", "born")
        assert f'"{moment}"' in caught.value.fields[0].message
    assert cleaned(upload, replacing("born", ["1900/1/1"], "1980-05-06T00:00"), table=table).rejects() == []


@pytest.mark.parametrize(
    ("recipe", "reported"),
    [
        ([replacing("a", ["N/K"], None), {"op": "trim", "column": "a"}], '"N/K"'),
        ([replacing("a", ["yes"], "no"), {"op": "unify", "column": "a"}], '"yes"'),
        ([replacing("n", ["6"], None), {"op": "clip", "column": "n", "low": None, "high": 6}], '"6"'),
    ],
)
def test_steps_that_no_row_that_is_sent_could_follow_are_rejected_in_this_order(upload, recipe, reported):
    cells = ("yes", "yes ", "yes  ", "N/K", " N/K", "no", "")
    table = "a,n\n" + "".join(f"{cell},{n + 1}\n" for n, cell in enumerate(cells))
    with pytest.raises(RowcastError) as caught:
        cleaned(upload, *recipe, table=table)
    problem = caught.value.fields[0]
    assert (caught.value.code, problem.field) == ("STEP_NOT_APPLICABLE", recipe[0]["column"])
    assert reported in problem.message
    assert len(cleaned(upload, *recipe[:0:-1], recipe[0], table=table).profile.applied) == len(recipe)


def test_a_recode_is_taken_however_long(upload):
    table = "n,m\n" + "".join(f"{n},1\n" for n in range(1, 61))
    done = cleaned(upload, *(replacing("n", [str(n)], str(n - 1)) for n in range(1, 61)), table=table)
    assert done.table()["n"] == list(range(60))


def test_replace_in_a_column_that_is_not_there_is_rejected(upload):
    with pytest.raises(RowcastError) as caught:
        cleaned(upload, replacing("town", ["Oslo"], None))
    assert (caught.value.code, caught.value.fields[0].field) == ("COLUMN_NOT_FOUND", "town")


def test_replace_keeps_one_spelling_where_a_column_was_unified(upload):
    table = "a,n\n" + "".join(f"{cell},1\n" for cell in ("yes", "yes", "Yes", "no"))
    unify = {"op": "unify", "column": "a"}
    done = cleaned(upload, unify, replacing("a", ["no"], "YES"), table=table)
    assert done.table()["a"] == ["yes"] * 4
    done = cleaned(upload, unify, replacing("a", ["yes"], "Yes"), table=table)
    assert done.table()["a"] == ["Yes"] * 3 + ["no"]


AGES = "age,at,paid\n" + "".join(
    f"{20 + row % 40 if row % 20 else 'unknown'},{f'{1 + row % 28:02}/03/2024' if row % 9 else '??'},{paid}\n"
    for row, paid in enumerate(["yes", "no", "N/K", "no"] * 100)
)
READ = {
    "age": {"op": "cast", "column": "age", "to": "number"},
    "at": {"op": "parse_dates", "column": "at", "formats": ["%d/%m/%Y"]},
    "paid": {"op": "cast", "column": "paid", "to": "boolean"},
}


@pytest.fixture(scope="module")
def ages_read(upload):
    """The cells and the types of the table, by the column that was read as its type."""
    done = ((column, cleaned(upload, step, table=AGES)) for column, step in READ.items())
    return {column: (each.table(), each.types) for column, each in done}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("column", "empty"), [("age", "unknown"), ("at", "??"), ("paid", "N/K")])
@pytest.mark.parametrize("op", ["replace", "trim", "unify"])
def test_what_reading_emptied_is_there_no_more_in_whichever_order_it_was_said(
    upload, ages_read, column, empty, op, turned
):
    step = replacing(column, [empty], None) if op == "replace" else {"op": op, "column": column}
    recipe = [READ[column], step]
    done = cleaned(upload, *(reversed(recipe) if turned else recipe), table=AGES)
    cells, types = ages_read[column]
    assert done.table() == cells
    assert (applied(done), done.types) == ([(0, 0)], types)
    assert done.profile.applied[0].unread == ([empty] if op == "replace" else None)


def test_only_values_that_reading_emptied_are_passed_over(upload):
    emptied = replacing("age", ["unknown", "25"], None)
    done = cleaned(upload, emptied, READ["age"], replacing("age", ["21"], "22"), table=AGES)
    ages = [20 + row % 40 if row % 20 else None for row in range(400)]
    assert done.table()["age"] == [{21: 22, 25: None}.get(age, age) for age in ages]
    assert [step.unread for step in done.profile.applied] == [["unknown"], None]


@pytest.mark.parametrize(
    ("recipe", "column", "reported"),
    [
        ([READ["age"], replacing("age", ["unknown"], "0")], "age", "Fill the missing cells"),
        ([replacing("at", ["??"], "2024-01-01"), READ["at"]], "at", "Fill the missing cells"),
        ([READ["at"], replacing("at", ["05/03/2024"], None)], "at", '"2024-03-05 00:00:00"'),
        ([READ["age"], replacing("age", ["21"], "many")], "age", '"many" does not match'),
    ],
)
def test_a_value_that_is_read_otherwise_is_reported_with_what_to_do(upload, recipe, column, reported):
    with pytest.raises(RowcastError) as caught:
        cleaned(upload, *recipe, table=AGES)
    assert (caught.value.code, caught.value.fields[0].field) == ("STEP_NOT_APPLICABLE", column)
    assert reported in caught.value.fields[0].message
