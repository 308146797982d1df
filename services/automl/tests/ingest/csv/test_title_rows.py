"""Titles above the column names are left out and reported; what may be a header stays one."""

import pytest

from rowcast_automl.platform.errors import RowcastError
from tests.ingest.formats.test_formats import workbook

AMOUNTS = ["1", "x", *"3" * 18]
ROWS = [
    f"{('south', 'north')[place % 2]},{cell},2024-01-0{1 + place % 9}" for place, cell in enumerate(AMOUNTS)
]
BODY = "\n".join(["region,amount,day", *ROWS, ""])
TABLE = {"region": ["south", "north"] * 10, "amount": [1, None, *[3] * 18]}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("above", "lines", "text"),
    [
        ("Sales 2024\n", [1], '"Sales 2024"'),
        ("Sales 2024\n\n", [1, 2], '"Sales 2024"'),
        ("\n# made by X\n# and Y\n", [1, 2, 3], '"# made by X", "# and Y"'),
        ("Sales 2024,,\n,,\n", [1, 2], '"Sales 2024"'),
        ('"Sales\nof 2024"\n', [1, 2], '"Sales\nof 2024"'),
        ('"Sales, all"\n', [1], '"Sales, all"'),
        ("sep=,\n", [1], '"sep="'),
        ("\ufeffSales 2024\n", [1], '"Sales 2024"'),
    ],
)
def test_a_title_is_excluded_and_reported_with_its_lines(upload, above, lines, text, end):
    done = upload((above + BODY + "east\n").replace("\n", end))
    table = done.table()
    assert {name: table[name] for name in TABLE} == TABLE
    assert done.types["day"] == "datetime"
    [finding] = done.findings("TITLE_LEFT_OUT")
    assert (finding.lines, finding.params["text"].replace("\r\n", "\n")) == (lines, text)
    # Lines of rows and of rejected ones are those of the file.
    assert [reject["line"] for reject in done.rejects()] == [len(lines) + 22]
    [odd] = done.findings("INVALID_NUMBERS")
    assert (odd.rows, odd.lines) == ([2], [len(lines) + 3])


def test_blank_lines_above_the_names_are_no_names(upload):
    done = upload("\n\n" + BODY)
    assert {name: done.table()[name] for name in TABLE} == TABLE
    assert not done.findings("TITLE_LEFT_OUT")
    assert done.findings("INVALID_NUMBERS")[0].lines == [5]


def test_the_separator_is_that_of_the_table_and_not_of_its_title(upload):
    done = upload("Sales, north and south\n" + BODY.replace(",", ";"))
    assert done.profile.dialect.delimiter == ";"
    assert {name: done.table()[name] for name in TABLE} == TABLE


@pytest.mark.parametrize(
    "content",
    [
        "x\n" + "".join(f"r{place},word{place}\n" for place in range(20)),
        "comment\n" + "".join(f"Hello {place}, world {place}\n" for place in range(20)),
        "\nx\nNA,word\n" + "".join(f"{place},word{place}\n" for place in range(20)),
    ],
)
def test_values_below_a_lone_cell_become_no_names(upload, content):
    with pytest.raises(RowcastError) as refused:
        upload(content)
    assert refused.value.code == "TITLE_ABOVE_HEADER"


@pytest.mark.parametrize(
    ("content", "names"),
    [
        ("Words\n\nfirst,second\na,b\nc,d\n", ["first", "second"]),
        ("Sales\ncity,2019,2020\nA,100,2000\nB,3,4\n", ["city", "2019", "2020"]),
        ("Sales\ncity,since\nA,2024-01-02T10:00:00Z\nB,2024-01-03T10:00:00Z\n", ["city", "since"]),
    ],
)
def test_names_below_a_lone_title_are_known_by_a_blank_line_or_by_numbers(upload, content, names):
    assert [column.name for column in upload(content).profile.columns] == names


@pytest.mark.parametrize("above", ["Report\n", "Report\r\n", "Report\r", "\n", "\r\n", "Report\r\n\n"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_rows_above_may_end_in_another_way_than_the_others(upload, above, end):
    done = upload(above + BODY.replace("\n", end))
    assert {name: done.table()[name] for name in TABLE} == TABLE
    [odd] = done.findings("INVALID_NUMBERS")
    assert odd.lines == [len(above.splitlines()) + 3]


@pytest.mark.parametrize(
    "content",
    [
        "id,,\n7,8,9\n10,11,12\n",
        "a,\nx,y\nz,w\n",
        "name,,\nBob,,x\nAnn,z,w\n",
        "id,,\n" + "".join(f"r{row},{['north', 'south'][row % 2]},w{row}\n" for row in range(60)),
        "city,2019,2020\nA,1,2\nB,3,4\n",
    ],
)
def test_names_that_are_few_are_names(upload, content):
    done = upload(content)
    assert done.profile.columns[0].name == content.split(",")[0]
    assert not done.findings("TITLE_LEFT_OUT")


def test_a_header_that_is_wrong_is_reported_by_its_own_line(upload):
    done = upload("Sales 2024\n\nregion,amount,\nnorth,1,a\nsouth,2,b\n")
    assert [found.lines for found in done.findings("HEADER_RENAMED")] == [[3]]


def test_a_large_file_with_a_title(upload, short_sample):
    rows = "".join(f"{place},r{place % 7},{place / 3:.4f}\n" for place in range(5_000))
    done = upload(f"Sales 2024\n\nplace,region,amount\n{rows}")
    assert done.profile.rows == 5_000
    assert done.types == {"place": "identifier", "region": "category", "amount": "number"}


@pytest.mark.parametrize("header", [["region", "amount"], [None, "region", 2018, 2019]])
def test_a_title_above_the_table_of_a_workbook(upload, header):
    empty = [None] * (len(header) - 1)
    rows = [[place, "n" if place % 2 else "s", place + 1, place][-len(header) :] for place in range(5)]
    done = upload(workbook([["Sales of 2024", *empty], [None, *empty], ["May", *empty], header, *rows]))
    assert done.profile.rows == 5
    assert [column.name for column in done.profile.columns][-len(header) + 1 :] == [
        str(name) for name in header[1:]
    ]
    assert [found.params for found in done.findings("TITLE_LEFT_OUT")] == [{"text": '"Sales of 2024", "May"'}]


def test_names_below_a_title_may_come_again_as_a_row_of_their_own(upload):
    names = "region,amount,day\n"
    done = upload("Sales,,\n" + names + "north,x,a\nsouth,y,b\n" + names + "north,z,c\n")
    assert list(done.table()) == ["region", "amount", "day"]


def test_the_first_row_of_a_workbook_is_not_taken_for_its_names(upload):
    rows = [[f"r{row}", ("north", "south")[row % 2], f"w{row}"] for row in range(60)]
    with pytest.raises(RowcastError) as caught:
        upload(workbook([["id", None, None], *rows]))
    assert caught.value.code == "TITLE_ABOVE_HEADER"


WORDS = [[f"r{row}", f"w{row}"] for row in range(20)]


@pytest.mark.parametrize(
    ("above", "rows", "severity"),
    [
        ([["Sales", None]], [["region", "note"], *WORDS], "warning"),
        ([["Sales", None], [None, None]], [["region", "note"], *WORDS], "info"),
        ([["Sales", None]], [["region", "amount"], *([f"r{row}", row] for row in range(20))], "info"),
    ],
)
def test_a_title_of_a_workbook_that_nothing_shows_to_be_one_is_a_warning(upload, above, rows, severity):
    done = upload(workbook([*above, *rows]))
    assert [column.name for column in done.profile.columns] == rows[0]
    [found] = done.findings("TITLE_LEFT_OUT")
    assert (found.severity, found.params) == (severity, {"text": '"Sales"'})


def test_values_of_two_columns_below_a_lone_cell_become_no_names_of_a_workbook(upload):
    rows = [[f"r{row}", ("Rome", "Oslo")[row % 2]] for row in range(20)]
    with pytest.raises(RowcastError) as refused:
        upload(workbook([["Ann", None], *rows]))
    assert refused.value.code == "TITLE_ABOVE_HEADER"
